"""The bracket of a knock-out: whom each match sends on, and how it stands on the page."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from tournaments import league_words
from tournaments.league_matches import Match, Side
from tournaments.pairing import leagues

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.league_matches import Build
    from tournaments.models import Division, Fixture


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a bracket from top to bottom: matches, and in the first round entries that have a bye."""

    last: int
    slots: Sequence[Match | Side]

    @property
    def name(self) -> str:
        return league_words.round_name(self.last)


def columns(matches: Sequence[Match]) -> list[BracketRound]:
    """The main part of a bracket by round, each match beside the two that lead to it; who has a bye stands in the
    first round alone."""
    by_number = {match.fixture.number: match for match in matches}
    main = [match for match in matches if match.part == "main"]
    if not main:
        return []
    rounds: list[list[Match | Side]] = [[main[-1]]]
    while any(isinstance(slot, Match) and _origins(slot) != ("", "") for slot in rounds[0]):
        before: list[Match | Side] = []
        for slot in rounds[0]:
            assert isinstance(slot, Match)  # a bye is only in the first round
            before += [
                by_number[int(origin[1:])] if origin else side
                for origin, side in zip(_origins(slot), slot.sides, strict=True)
            ]
        rounds.insert(0, before)
    return [BracketRound(2 * len(slots), slots) for slots in rounds]


def other_rounds(matches: Sequence[Match]) -> list[tuple[str, list[Match]]]:
    """The match for the third place and the rounds of the consolation, by name."""
    others = [match for match in matches if match.part != "main"]
    return [
        (league_words.round_name(last, part), list(there))
        for (part, last), there in groupby(others, key=lambda match: (match.part, match.last))
    ]


def _origins(match: Match) -> tuple[str, str]:
    return match.fixture.home_from, match.fixture.away_from


def build(division: Division, entries: int, fixtures: Sequence[Fixture], make: Build) -> list[Match]:
    """The matches of a knock-out, in order of number, each with whom the matches before it send there.

    Who sits at its table is in a match whatever the matches before it say now.
    """
    if not fixtures:
        return []
    places = {place.number: place for place in leagues.bracket(entries, **options(division))}
    settled: dict[int, Match] = {}
    for fixture in fixtures:
        now = (
            _sent(fixture.home_id, fixture.home_from, settled),
            _sent(fixture.away_id, fixture.away_from, settled),
        )
        fixed = fixture.table_id is not None
        sides = (fixture.home_id, fixture.away_id) if fixed else now
        stale = fixed and None not in now and set(now) != set(sides)
        settled[fixture.number] = make.match(fixture, sides, places[fixture.number], stale=stale)
    return list(settled.values())


def _sent(entry: int | None, origin: str, settled: Mapping[int, Match]) -> int | None:
    if not origin:
        return entry
    match = settled[int(origin[1:])]
    return match.winner if origin[0] == "W" else match.loser


def options(division: Division) -> dict[str, bool]:
    """Whether a knock-out has a match for the third place and a consolation."""
    return {name: bool(division.plan.get(name)) for name in ("third_place", "consolation")}
