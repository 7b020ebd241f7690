"""A league and a cup of pairs in the demo club: some match days played, one match put off, the bracket begun."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.models import Competition, Division, Venue
from tournaments.pairing import PairingRule
from tournaments.pairing.leagues import Wish
from tournaments.services import (
    closing,
    competitions,
    draw,
    fixtures,
    leagues,
    leagues_play,
    people,
)
from tournaments.services.leagues import Place, Wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tournaments.models import Club, Entry, Evening, Person, Round, User

PAIRS = 8
DEALS = 8
SEED = 7


def make_league(
    club: Club,
    members: Sequence[Person],
    season: str,
    today: datetime.date,
    *,
    actor: User,
    play: Callable[[Round], None],
) -> Competition:
    """The first sixteen members as eight pairs; `play` types and closes a round.

    Three match days are behind them: two of the league, with one match of the second put off, and the quarter-finals
    of the cup. An evening for the next match day stands ready.
    """
    competition = Competition(
        club=club,
        name=_("Pairs league"),
        season=season,
        kind=Competition.Kind.PAIRS,
        rounds_per_evening=1,
        deals_per_round=DEALS,
        pairing=PairingRule(method=draw.FIXTURES).to_json(),
    )
    competition.save()
    entries = [
        people.add_entry(competition, members[at : at + 2], actor=actor) for at in range(0, 2 * PAIRS, 2)
    ]
    dates = [today + datetime.timedelta(days=7 * week + 2) for week in range(-3, PAIRS - 4)]
    league, cup = _division(competition, entries, dates, actor), _cup(competition, entries, actor)
    put_off = league.fixtures.filter(match_day=2).order_by("number")[1]
    fixtures.postpone(put_off, _("a broken leg"), actor=actor)
    for date, matches in (
        (dates[0], league.fixtures.filter(match_day=1)),
        (dates[1], league.fixtures.filter(match_day=2).exclude(pk=put_off.pk)),
        (dates[2], cup.fixtures.filter(match_day=1)),
    ):
        _play(_evening(competition, date, actor), [match.pk for match in matches], actor, play)
    _evening(competition, dates[3], actor)
    return competition


def _division(
    competition: Competition, entries: Sequence[Entry], dates: Sequence[datetime.date], actor: User
) -> Division:
    """Two pairs have one table at home in the same café; the derby of the first two is on the last day."""
    cafe = Venue.objects.create(club=competition.club, name=_("Café De Punt"), tables=1)
    division = leagues.save_division(
        Division(competition=competition, name=_("First division"), relegated=1), actor=actor
    )
    places = [Place(entry, cafe if at in (2, 3) else None) for at, entry in enumerate(entries)]
    leagues.set_places(division, places, actor=actor)
    derby = Wish(PAIRS - 1, entries[0].pk, entries[1].pk)
    league_days = (*dates[:2], *dates[3:], dates[-1] + datetime.timedelta(weeks=1))
    leagues.make_fixtures(division, Wanted(SEED, league_days, (derby,)), actor=actor)
    return division


def _cup(competition: Competition, entries: Sequence[Entry], actor: User) -> Division:
    cup = Division(competition=competition, name=_("Cup"), kind=Division.Kind.KNOCK_OUT, level=2)
    leagues.save_division(cup, actor=actor)
    leagues.set_places(cup, [Place(entry) for entry in entries], actor=actor)
    leagues.make_fixtures(cup, Wanted(SEED, third_place=True), actor=actor)
    return cup


def _evening(competition: Competition, date: datetime.date, actor: User) -> Evening:
    return competitions.add_evening(competition, date, 1, actor=actor)


def _play(evening: Evening, matches: Sequence[int], actor: User, play: Callable[[Round], None]) -> None:
    round_ = leagues_play.draw_fixtures(evening, matches, actor=actor)
    draw.publish(round_, actor=actor)
    play(round_)
    closing.close_evening(evening, actor=actor)
