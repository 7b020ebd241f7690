"""How good a calendar is as it stands: moved matches, full venues, and who cannot play or plays twice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments import league_board
from tournaments.models import Fixture
from tournaments.pairing import leagues
from tournaments.services.leagues import Wanted, league_input
from tournaments.standing.queries import DESK

if TYPE_CHECKING:
    from tournaments.league_board import DivisionBoard

State = Fixture.State


def quality(board: DivisionBoard) -> leagues.Quality | None:
    """How good the fixtures of a round robin are as they stand now, moved matches included."""
    if board.is_bracket or not board.matches:
        return None
    matches = [
        leagues.Match(
            match.fixture.match_day,
            match.fixture.number,
            match.fixture.home_id,
            match.fixture.away_id,
            match.fixture.venue_id,
            match.fixture.date,
        )
        for match in board.matches
        if match.state != State.CANCELLED
    ]
    return leagues.assess(matches, league_input(board.division, Wanted.of(board.division)))


def collisions(fixture: Fixture) -> list[leagues.Trouble]:
    """What stands in the way of a match on its date, in all divisions of its competition: a full venue, an entry that
    cannot play, or that plays twice."""
    boards = league_board.load(fixture.division.competition, DESK)
    inputs = [league_input(board.division, Wanted(seed=0)) for board in boards]
    given = leagues.LeagueInput(
        members=tuple(member for each in inputs for member in each.members),
        seed=0,
        tables={venue: tables for each in inputs for venue, tables in each.tables.items()},
    )
    if fixture.venue and fixture.venue.tables is not None:
        given = replace(given, tables={**given.tables, fixture.venue_id: fixture.venue.tables})
    matches = [
        leagues.Match(
            match.fixture.match_day,
            match.fixture.pk,
            match.home.entry,
            match.away.entry,
            match.fixture.venue_id,
            match.date,
        )
        for board in boards
        for match in board.matches
        if None not in (match.home.entry, match.away.entry)
        and match.state not in (State.AWARDED, State.CANCELLED)
    ]
    both = next(({one.home, one.away} for one in matches if one.number == fixture.pk), set())
    return [
        trouble
        for trouble in leagues.assess(matches, given).troubles
        if trouble.date == fixture.date is not None
        and (trouble.venue == fixture.venue_id if trouble.kind == "venue" else both & {trouble.entries[0]})
    ]
