"""A league of pairs for the tests: divisions with fixtures, and matches played through an evening."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from tests import factories
from tests.tournaments.ledger import accept, side
from tournaments.models import Division, Fixture
from tournaments.pairing import PairingRule
from tournaments.services import closing, draw, leagues, leagues_play, squads
from tournaments.services.leagues import Place, Wanted

if TYPE_CHECKING:
    from tournaments.models import Club, Competition, Entry, Evening, Round, User, Venue

START = factories.START
FIXTURES = PairingRule(method="fixtures").to_json()


def weeks(count: int) -> tuple[datetime.date, ...]:
    return tuple(START + datetime.timedelta(weeks=week) for week in range(count))


def make_teams(
    count: int = 4,
    size: int = 4,
    *,
    squad: int | None = None,
    club: Club | None = None,
    rounds: int = 1,
    start: int = 0,
) -> Competition:
    """A competition of teams "Team A", "Team B" …, each with a squad of its own (`squad` people, or `size`)."""
    club = club or factories.make_club()
    competition = factories.make_competition(
        [], club=club, kind="teams", rounds=rounds, team_size=size, pairing=FIXTURES
    )
    people = factories.make_people(count * (squad or size), club, start=start)
    for at in range(count):
        own = people[at * (squad or size) : (at + 1) * (squad or size)]
        squads.add_team(competition, f"Team {'ABCDEFGHIJKLMNOP'[at]}", own, actor=None)
    return competition


def score_tables(round_: Round, fixture: Fixture, scores: list[tuple[int, int]], actor: User) -> None:
    """Accepts the sheets of a match of teams in this round: home and away at each of its tables."""
    tables = round_.tables.filter(seats__entry=fixture.home_id).distinct().order_by("number")
    for table, (home, away) in zip(tables, scores, strict=True):
        at_north = table.seats.get(position="N").entry_id
        we, they = (home, away) if at_north == fixture.home_id else (away, home)
        accept(table, actor, side(we), side(they))


def make_division(
    count: int = 4,
    *,
    competition: Competition | None = None,
    entries: list[Entry] | None = None,
    venues: dict[int, Venue] | None = None,
    blocked: dict[int, tuple[datetime.date, ...]] | None = None,
    **fields: object,
) -> Division:
    """A division of the first `count` pairs of a competition; venues and blocked dates by place in the seeding."""
    competition = competition or factories.make_competition(2 * count, kind="pairs", rounds=1)
    entries = entries or list(competition.entries.order_by("pk"))[:count]
    division = leagues.save_division(
        Division(**{"competition": competition, "name": "First division"} | fields), actor=None
    )
    places = [
        Place(entry, (venues or {}).get(at), (blocked or {}).get(at, ())) for at, entry in enumerate(entries)
    ]
    leagues.set_places(division, places, actor=None)
    return division


def make_fixtures(division: Division, *, seed: int = 1, **wanted: object) -> list[Fixture]:
    leagues.make_fixtures(division, Wanted(**{"seed": seed, **wanted}), actor=None)
    return list(division.fixtures.order_by("number"))


def evening_of(competition: Competition, date: datetime.date | None = None, rounds: int = 1) -> Evening:
    evening = factories.make_evening(competition, present=0, rounds_planned=rounds)
    if date:
        evening.date = date
        evening.save()
    return evening


def draw_round(evening: Evening, fixtures: list[Fixture], actor: User) -> Round:
    """The round of these matches, published: every table has its sheet."""
    round_ = leagues_play.draw_fixtures(evening, [fixture.pk for fixture in fixtures], actor=actor)
    draw.publish(round_, actor=actor)
    return round_


def score(fixture: Fixture, home: int, away: int, actor: User) -> None:
    """Accepts a sheet (or the next version of it) with these totals at the table of the match."""
    fixture.refresh_from_db()
    accept(fixture.table, actor, side(home), side(away))


def play(
    competition: Competition,
    results: dict[Fixture, tuple[int, int]],
    actor: User,
    date: datetime.date | None = None,
) -> Round:
    """An evening of one round with these matches and scores, closed."""
    evening = evening_of(competition, date)
    round_ = draw_round(evening, list(results), actor)
    for fixture, (home, away) in results.items():
        score(fixture, home, away, actor)
    closing.close_round(round_, actor=actor)
    closing.close_evening(evening, actor=actor)
    return round_
