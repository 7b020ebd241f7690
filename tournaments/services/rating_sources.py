"""From the sheets of an evening to the rounds that are rated.

Rated is a sheet of klaverjassen with four people at the table, in a competition that counts for the rating, as long as
the ledger rests on it: where the organiser decided the score of anybody at the table, nobody there is moved. Who sat
there is rated, for whomever it counted.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from typing import TYPE_CHECKING

from scoring.models import SheetVersion
from scoring.rules import Ruleset
from scoring.rules.family import rules_from_json
from tournaments import names
from tournaments.models import Evening, Posting, Seat
from tournaments.rating import Evening as RatedEvening
from tournaments.rating import RatedRound

if TYPE_CHECKING:
    from collections.abc import Iterator

_POSITIONS = ("N", "S", "E", "W")
"""Partners first: the order of `RatedRound.people`."""


def key_of(evening: Evening) -> tuple[int, int]:
    """Day and event: the place of an evening in the canonical order."""
    return evening.date.toordinal(), evening.competition_id << 16 | evening.number


def rated_evening(evening: Evening) -> RatedEvening:
    """The rated rounds of an evening by what is in the ledger now; without any where it does not count."""
    return RatedEvening(*key_of(evening), rounds_of(evening) if evening.competition.rated else ())


def rounds_of(evening: Evening) -> Iterator[RatedRound]:
    """The rounds of an evening that can be rated, whether or not its competition counts for the rating."""
    versions = SheetVersion.objects.filter(
        postings__round__evening=evening, postings__kind__in=Posting.FROM_SHEET
    )
    versions = versions.select_related("sheet__table__round").distinct()
    decided = set(
        Posting.objects.filter(round__evening=evening, kind=Posting.Kind.ARBITRARY).values_list(
            "round", "board", "entry"
        )
    )
    seats = defaultdict[int, dict[str, Seat]](dict)
    for seat in Seat.objects.filter(round__evening=evening).select_related("entry"):
        seats[seat.table_id][seat.position] = seat
    for version in versions:
        table = version.sheet.table
        four = [seats[table.pk][position] for position in _POSITIONS if position in seats[table.pk]]
        board = table.number if evening.competition.is_teams else 0
        if any((table.round_id, board, seat.entry_id) in decided for seat in four):
            continue
        if len(four) == 4 and isinstance(rules_from_json(version.sheet.ruleset), Ruleset):
            yield _rated_round(version, four)


def _rated_round(version: SheetVersion, four: list[Seat]) -> RatedRound:
    table, result = version.sheet.table, version.result
    north, south, east, west = four
    return RatedRound(
        table.round.number,
        table.number,
        (north.person_id, south.person_id, east.person_id, west.person_id),
        result["we"]["total"] - result["they"]["total"],
        len(result["deals"]) or version.sheet.deals,
        version.sheet_id,
        _clubs(four),
    )


def _clubs(four: list[Seat]) -> tuple[int, int, int, int] | None:
    """For which clubs they play, as numbers made of the names; None where somebody plays for none."""
    clubs = [seat.entry.represents for seat in four]
    if not all(clubs) or len(set(clubs)) == 1:
        return None
    north, south, east, west = map(club_number, clubs)
    return north, south, east, west


def club_number(name: str) -> int:
    """The number of a club by its name, however it is written."""
    known = hashlib.blake2b(names.search_key(name).encode(), digest_size=8).digest()
    return int.from_bytes(known, "big") >> 1
