"""One paper sheet typed for two tables: two tables never have the same deals in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from scoring.rules.findings import Finding, Sentence, Severity, gettext_noop

if TYPE_CHECKING:
    from scoring.entry.context import Twin

FEWEST = 4
"""So many equal rows are no accident: one row is equal about once in 160 times."""

SAME = gettext_noop(
    "This is the same sheet as that of table %(table)d: all %(deals)d deals are equal. "
    "One of the two was typed for the wrong table; mend that one first."
)
MIRRORED = gettext_noop(
    "This is the sheet of table %(table)d with the columns exchanged: all %(deals)d deals are equal. "
    "One of the two was typed for the wrong table; mend that one first."
)
ALIKE = gettext_noop(
    "%(equal)d of the %(deals)d deals are exactly those of table %(table)d. Are these two different papers?"
)


def find_twins(deals: list[dict[str, Any]], twins: Iterable[Twin]) -> list[Finding]:
    """Impossible where another table of the round has this very sheet, irregular where much of it is equal."""
    found = []
    mine = [_key(deal) for deal in deals]
    mirrored = [_key(deal, mirror=True) for deal in deals]
    for twin in twins:
        theirs = [_key(deal) for deal in twin.deals]
        straight, crossed = _equal(mine, theirs), _equal(mirrored, theirs)
        equal = max(straight, crossed)
        if equal < FEWEST:
            continue
        params = {"table": twin.table, "deals": len(mine), "equal": equal}
        if equal == len(mine):
            template = SAME if straight == equal else MIRRORED
            found.append(_finding("same_sheet", Severity.IMPOSSIBLE, template, params))
        else:
            found.append(_finding("alike_sheet", Severity.IRREGULAR, ALIKE, params))
    return found


def _finding(code: str, severity: Severity, template: str, params: dict[str, object]) -> Finding:
    return Finding(code, severity, None, "KJ-RECORD", Sentence(template, params))


def _equal(mine: list[tuple[object, ...]], theirs: list[tuple[object, ...]]) -> int:
    return sum(one == other for one, other in zip(mine, theirs, strict=False))


def _key(deal: Mapping[str, Any], *, mirror: bool = False) -> tuple[object, ...]:
    """The four figures and the marks; who declared is not on every paper."""
    we, they = (deal["they"], deal["we"]) if mirror else (deal["we"], deal["they"])
    marks = {_mirrored(mark) for mark in deal["marks"]} if mirror else set(deal["marks"])
    return we["points"], we["roem"], they["points"], they["roem"], frozenset(marks)


def _mirrored(mark: str) -> str:
    kind, _, side = mark.rpartition("-")
    return f"{kind}-{'they' if side == 'we' else 'we'}" if side in ("we", "they") else mark
