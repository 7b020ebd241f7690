"""Two people of squads who are one: of one team a place less, of two teams one after the other a transfer."""

from __future__ import annotations

import pytest
from django.utils import translation

from tests import factories
from tests.tournaments import leagues as league
from tests.tournaments.played import everything, refreshed
from tournaments.league_squads import squad_lines
from tournaments.models import Entry, EntryMember
from tournaments.services import closing, draw, leagues_play, line_ups, people_merge, people_part, transfers
from tournaments.services.errors import Refused
from tournaments.standing.queries import DESK

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def competition(user):
    """Two teams of two, each with a squad of three, that meet twice."""
    return league.make_teams(2, size=2, squad=3, club=user.roles.get().club)


@pytest.fixture
def matches(competition):
    return league.make_fixtures(league.make_division(2, competition=competition, legs=2))


def play(match, people, user, score):
    """A match on an evening of its own, with these people at its table: two a team, home first."""
    competition = match.division.competition
    evening = league.evening_of(competition)
    round_ = leagues_play.draw_fixtures(evening, [match.pk], actor=user)
    for team, pair in zip((match.home, match.away), (people[:2], people[2:]), strict=True):
        line_ups.change(round_, team, pair, actor=user)
    draw.publish(round_, actor=user)
    league.score_tables(round_, match, [score], user)
    closing.close_round(round_, actor=user)
    closing.close_evening(evening, actor=user)
    return evening


def merge(user, kept, other, competition):
    club = competition.club
    return people_merge.merge(kept, other, club=club, actor=user, allowed=[club.pk], reason="dubbel")


def made(team):
    return {
        line.name: (line.rounds, line.points, line.outside) for line in squad_lines(team, DESK) if line.rounds
    }


def fresh(team):
    return Entry.objects.prefetch_related("members__person").get(pk=team.pk)


def people_of(match):
    return match.home.people, match.away.people


def test_of_one_squad_it_is_a_place_less(user, competition, matches):
    """Home plays 900 with Jan and Bart, then away 700 with the double and Bart: Jan has both, Bart has both."""
    first, second = matches
    (jan, bart, double), away = people_of(first)
    play(first, [jan, bart, *away[:2]], user, (900, 720))
    home_again, double_there = (
        (away[:2], [double, bart]) if second.away == first.home else ([double, bart], away[:2])
    )
    score = (920, 700) if second.away == first.home else (700, 920)
    play(second, [*home_again, *double_there], user, score)
    digest, before = refreshed(competition.club), everything()
    act = merge(user, jan, double, competition)
    assert fresh(first.home).people == [jan, bart]
    assert made(fresh(first.home)) == {jan.name: (2, 1600, False), bart.name: (2, 1600, False)}
    refreshed(competition.club)
    people_part.undo(act, actor=user, allowed=[competition.club_id], reason="toch twee")
    assert refreshed(competition.club) == digest
    assert everything() == before


def test_of_two_teams_he_went_from_one_to_the_other(user, competition, matches):
    first, second = matches
    (jan, bart, third), away = people_of(first)
    double = away[2]
    one = play(first, [jan, bart, *away[:2]], user, (900, 720))
    pairs = {first.home: [bart, third], first.away: [double, away[0]]}
    two = play(second, [*pairs[second.home], *pairs[second.away]], user, (500, 600))
    digest, before = refreshed(competition.club), everything()
    act = merge(user, jan, double, competition)
    rows = EntryMember.objects.filter(person=jan).order_by("since")
    assert {(row.entry, row.since, row.until) for row in rows} == {
        (first.home, None, two.date),
        (first.away, two.date, None),
    }
    assert one.date < two.date
    assert [(each.person, each.left, each.team, each.day) for each in transfers.of(competition)] == [
        (jan, first.home, first.away, two.date)
    ]
    assert made(fresh(first.home))[jan.name][0] == 1
    assert made(fresh(first.away))[jan.name][0] == 1
    assert set(competition.entries.first().postings.values_list("kind", flat=True)) == {"played"}
    refreshed(competition.club)
    people_part.undo(act, actor=user, allowed=[competition.club_id], reason="toch twee")
    assert refreshed(competition.club) == digest
    assert everything() == before


def test_a_transfer_since_forbids_undoing(user, competition, matches):
    first, second = matches
    (jan, bart, third), away = people_of(first)
    play(first, [jan, bart, *away[:2]], user, (900, 720))
    pairs = {first.home: [bart, third], first.away: [away[2], away[0]]}
    two = play(second, [*pairs[second.home], *pairs[second.away]], user, (500, 600))
    act = merge(user, jan, away[2], competition)
    EntryMember.objects.filter(person=jan, since=two.date).update(reason="anders")
    with pytest.raises(Refused, match="What both took part in is no longer that of"):
        people_part.undo(act, actor=user, allowed=[competition.club_id], reason="toch twee")


def test_two_who_are_not_one(user, competition, matches):
    """One evening for both teams; the same evening; and a squad in which one never played."""
    first, _second = matches
    (jan, bart, third), away = people_of(first)
    with pytest.raises(Refused, match="Take the one who has not played out of that squad first"):
        merge(user, third, away[2], competition)
    play(first, [jan, bart, *away[:2]], user, (900, 720))
    with pytest.raises(Refused, match="were both there on the evening of"):
        merge(user, jan, bart, competition)
    with pytest.raises(Refused, match=r"played for two teams of .* by turns"):
        merge(user, jan, away[0], competition)
