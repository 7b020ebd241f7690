"""A league of clubs in the demo club: teams of four in two divisions, some match days played, one match put off."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments import names
from tournaments.models import Competition, Division
from tournaments.pairing import PairingRule
from tournaments.pairing.leagues import MatchRule
from tournaments.services import (
    closing,
    competitions,
    decisions,
    draw,
    fixtures,
    leagues,
    leagues_play,
    squads,
)
from tournaments.services.leagues import Place, Wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tournaments.models import Club, Entry, Person, Round, User

SIZE = 4
DEALS = 8
SEED = 11
MATCH_DAYS_PLAYED = 3
VISITORS = {
    "Klaverblad": (
        "Aart Buitink, Bets Colijn, Cor Dunnewind, Dirkje Elzinga",
        "Evert Faber, Fenna Geerts, Goof Hofstra, Hilly Imming",
    ),
    "Hoog Bod": (
        "Ies Jorna, Janny Kamphuis, Klaas Lensink, Lammie Mensink",
        "Mans Nijboer, Nienke Oostra, Otto Pasman, Petra Raterink",
    ),
    "De Schoppenboer": (
        "Roel Schuurman, Sietske Tuinstra, Tonny Uilkema, Ursula Veltink",
        "Vincent Wassink, Wietske Ybema, Xander Zijlstra, Yvonne Aalbers",
    ),
}
"""The teams of the other clubs, by club; their people are guests here."""


def make_team_league(
    club: Club,
    members: Sequence[Person],
    season: str,
    today: datetime.date,
    *,
    actor: User,
    play: Callable[[Round], None],
) -> Competition:
    """The first nine members play in two teams of their club; `play` types and closes a round.

    Three match days are behind them, with a match of the second put off and a point taken away; an evening for the
    next match day stands ready.
    """
    competition = Competition(
        club=club,
        name=_("League of clubs"),
        season=season,
        kind=Competition.Kind.TEAMS,
        team_size=SIZE,
        rounds_per_evening=1,
        deals_per_round=DEALS,
        pairing=PairingRule(method=draw.FIXTURES).to_json(),
    )
    competition.save()
    teams = [_own_teams(competition, members, actor), *_visitors(competition, actor)]
    dates = [today + datetime.timedelta(weeks=week, days=1) for week in range(-MATCH_DAYS_PLAYED, 3)]
    divisions = [
        _division(competition, name, level, [of_club[level - 1] for of_club in teams], dates, actor)
        for level, name in enumerate((_("First class"), _("Second class")), start=1)
    ]
    put_off = divisions[1].fixtures.filter(match_day=2).order_by("number")[0]
    fixtures.postpone(put_off, _("the hall was flooded"), actor=actor)
    for day, date in enumerate(dates[:MATCH_DAYS_PLAYED], start=1):
        matches = [
            fixture.pk
            for division in divisions
            for fixture in division.fixtures.filter(match_day=day).exclude(pk=put_off.pk)
        ]
        _play(competition, date, matches, actor, play)
    late = divisions[0].fixtures.get(match_day=1, number=1)
    decisions.penalise(
        late.away, late.table.round, match_points=1, reason=_("half an hour late at the table"), actor=actor
    )
    competitions.add_evening(competition, dates[MATCH_DAYS_PLAYED], 1, actor=actor)
    return competition


def _own_teams(competition: Competition, members: Sequence[Person], actor: User) -> list[Entry]:
    """The first five and the next four: a team with a reserve and one without."""
    own = competition.club.name.removeprefix("Klaverjasclub ")
    return [
        squads.add_team(competition, f"{own} {number}", squad, represents=own, actor=actor)
        for number, squad in ((1, members[: SIZE + 1]), (2, members[SIZE + 1 : 2 * SIZE + 1]))
    ]


def _visitors(competition: Competition, actor: User) -> list[list[Entry]]:
    return [
        [
            squads.add_team(
                competition,
                f"{club} {number}",
                [],
                represents=club,
                newcomers=[names.parse(name) for name in squad.split(", ")],
                actor=actor,
            )
            for number, squad in enumerate(of_club, start=1)
        ]
        for club, of_club in VISITORS.items()
    ]


def _division(
    competition: Competition,
    name: str,
    level: int,
    teams: Sequence[Entry],
    dates: Sequence[datetime.date],
    actor: User,
) -> Division:
    """Everybody twice against everybody; one goes up, one down; two points for a match and for each of its tables."""
    division = Division(
        competition=competition,
        name=name,
        level=level,
        legs=2,
        promoted=int(level == 2),
        relegated=int(level == 1),
        rule=MatchRule(table_win=2, table_draw=1).to_json(),
    )
    leagues.save_division(division, actor=actor)
    leagues.set_places(division, [Place(team) for team in teams], actor=actor)
    leagues.make_fixtures(division, Wanted(SEED + level, tuple(dates)), actor=actor)
    return division


def _play(
    competition: Competition,
    date: datetime.date,
    matches: Sequence[int],
    actor: User,
    play: Callable[[Round], None],
) -> None:
    evening = competitions.add_evening(competition, date, 1, actor=actor)
    round_ = leagues_play.draw_fixtures(evening, matches, actor=actor)
    draw.publish(round_, actor=actor)
    play(round_)
    closing.close_evening(evening, actor=actor)
