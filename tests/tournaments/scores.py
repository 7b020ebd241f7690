"""Evenings with given scores, written straight into the ledger, and sheets with given deals."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from django.utils import timezone

from scoring.models import SheetVersion
from tests import factories
from tournaments.models import Competition, Entry, Posting, Round
from tournaments.services import posting

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.models import Club, Evening, Table, User

_keys = itertools.count(1)


def make_competition(names: Sequence[str], club: Club | None = None, **fields: object) -> Competition:
    """A competition of people with these names, entered in this order."""
    club = club or factories.make_club()
    people = [factories.make_person(name, club, number=f"{i:03}") for i, name in enumerate(names, 1)]
    return factories.make_competition(people, club=club, **fields)


def entry_of(competition: Competition, name: str) -> Entry:
    return next(entry for entry in competition.entries.all() if name in entry.name)


def play(
    competition: Competition, scores: Mapping[str, Sequence[int | None]], *, closed: bool = True
) -> Evening:
    """An evening on which each name scored this in the rounds, None for no score; closed or still going on."""
    rounds = max(map(len, scores.values()))
    evening = factories.make_evening(competition, present=0, rounds_planned=rounds)
    for number in range(1, rounds + 1):
        state = Round.State.CLOSED if closed else Round.State.PUBLISHED
        round_ = Round.objects.create(evening=evening, number=number, state=state, seed=number)
        for name, row in scores.items():
            if row[number - 1] is not None:
                book(round_, entry_of(competition, name), row[number - 1])
    if closed:
        evening.closed_at = timezone.now()
        evening.save()
    return evening


def book(
    round_: Round, entry: Entry, total: int, kind: str = Posting.Kind.PLAYED, **fields: object
) -> Posting:
    return Posting.objects.create(
        round=round_, entry=entry, kind=kind, **{"points": total, "total": total} | fields
    )


def accept_deals(
    table: Table, author: User, deals: Sequence[tuple[int, int]], **sides: dict[str, int]
) -> None:
    """Accepts a sheet on which the sides booked this in each deal; `we` and `they` override what is summed."""
    result: dict[str, object] = {"deals": [list(deal) for deal in deals]}
    for side, name in enumerate(("we", "they")):
        total = sum(deal[side] for deal in deals)
        nothing = {"roem": 0, "bonus": 0, "pits": 0, "nats": 0}
        result[name] = {"points": total, "total": total} | nothing | sides.get(name, {})
    version = SheetVersion.objects.create(
        sheet=table.sheet,
        number=table.sheet.versions.count() + 1,
        key=f"scores-{next(_keys)}",
        author=author,
        deals=[],
        result=result,
    )
    posting.post_table(table, version, author)
