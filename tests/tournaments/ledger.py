"""Accepted sheets for the tests of what follows from them, without typing sixteen deals each time."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from scoring.models import SheetVersion
from tournaments.services import posting

if TYPE_CHECKING:
    from tournaments.models import Table, User

_keys = itertools.count(1)


def side(points: int, roem: int = 0, pits: int = 0, nats: int = 0) -> dict[str, int]:
    """What a sheet books for one side; a pit is worth 100."""
    return {
        "points": points,
        "roem": roem,
        "bonus": 100 * pits,
        "total": points + roem + 100 * pits,
        "pits": pits,
        "nats": nats,
    }


def accept(table: Table, author: User, we: dict[str, int], they: dict[str, int]) -> SheetVersion:
    """The next version of the table's sheet with these totals, posted."""
    newest = table.sheet.newest()
    version = SheetVersion.objects.create(
        sheet=table.sheet,
        number=newest.number + 1 if newest else 1,
        key=f"test-{next(_keys)}",
        author=author,
        deals=[],
        result={"we": we, "they": they, "deals": []},
    )
    posting.post_table(table, version, author)
    return version
