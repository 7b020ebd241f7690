"""Why a rating was corrected, in words: each act of an organiser that moves what had been rated, and no other."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone, translation

from tests import factories
from tests.tournaments.played import play_evening, refreshed
from tournaments.models import Evening, RatingList, Seat
from tournaments.players.career import Career
from tournaments.players.causes import MOST, causes
from tournaments.services import audit, decisions, draw_changes, people_merge, people_part, reseat
from tournaments.standing.queries import DESK, Reader

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def season(user):
    """Eight at two tables, one rated evening of two rounds, closed an hour ago."""
    found = factories.make_competition(8, club=user.roles.get().club, rounds=2)
    evening = play_evening(found, user)
    Evening.objects.filter(pk=evening.pk).update(closed_at=timezone.now() - datetime.timedelta(hours=1))
    refreshed(found.club)
    return found


def told(season, person=None, reader=DESK):
    """The causes of the newest correction on the page of somebody who sat there."""
    refreshed(season.club)
    assert RatingList.objects.filter(kind="correction").exists()
    person = person or RatingList.objects.filter(kind="correction").last().marks.first().person
    return list(Career(season.club, person, reader).corrections()[0].causes)


def a_table(season, round_=1):
    return (
        season.evenings.get(number=1)
        .rounds.get(number=round_)
        .tables.select_related("round", "sheet")
        .get(number=1)
    )


def test_others_at_the_table(user, season):
    table = a_table(season)
    one, two = table.seats.get(position="N"), table.seats.get(position="E")
    places = {seat.position: seat.entry_id for seat in table.seats.all()}
    reseat.reseat(
        table, places | {"N": two.entry_id, "E": one.entry_id}, actor=user, reason="verwisseld", reviewed=True
    )
    assert told(season) == ["evening 1, round 1, table 1: others sat there (verwisseld)"]
    assert told_in_public(season) == ["evening 1, round 1, table 1: others sat there"]


def told_in_public(season):
    person = RatingList.objects.filter(kind="correction").last().marks.first().person
    return told(season, person, Reader(public=True))


def test_a_substitute(user, season):
    guest = factories.make_person("Gast Op Tijd", season.club)
    seat = a_table(season, 2).seats.select_related("person").get(position="S")
    own = seat.person.name
    draw_changes.substitute(seat, guest, actor=user, reason="viel in", reviewed=True)
    assert told(season) == [
        f"evening 1, round 2, table 1: Gast Op Tijd sat there, not {own} (viel in)",
    ]


def test_a_score_decided_and_taken_back(user, season):
    table = a_table(season)
    row = decisions.decide_score(
        table.seats.first().entry, table.round, points=900, reason="kaart zoek", actor=user
    )
    seated = table.seats.last().person
    assert told(season, seated) == [
        "evening 1, round 1: the organiser decided a score, so that table no longer counts (kaart zoek)",
    ]
    decisions.withdraw(row, reason="gevonden", actor=user)
    assert told(season, seated) == [
        "evening 1, round 1: a decided score was taken back, so that table counts again (gevonden)",
    ]


def test_points_by_hand_move_no_rating_and_are_no_cause(user, season):
    table = a_table(season)
    decisions.penalise(table.seats.first().entry, table.round, points=50, reason="te laat", actor=user)
    guest = factories.make_person("Gast Op Tijd", season.club)
    draw_changes.substitute(table.seats.first(), guest, actor=user, reason="viel in", reviewed=True)
    (only,) = told(season)
    assert only.startswith("evening 1, round 1, table 1: Gast Op Tijd sat there")


def test_two_who_are_one_and_two_again(user, season):
    club = season.club
    double = factories.make_person("D. Ubbel", club)
    other = factories.make_competition(
        [double, *factories.make_people(3, club, start=30)], club=club, rounds=1
    )
    play_evening(other, user, rounds=1)
    refreshed(club)
    jan = Seat.objects.filter(round__evening__competition=season).first().person
    act = people_merge.merge(jan, double, club=club, actor=user, allowed=[club.pk])
    assert told(season, jan) == ["two names turned out to be one person"]
    people_part.undo(act, actor=user, allowed=[club.pk])
    assert told(season, jan) == ["one name turned out to be two people"]


def test_what_is_done_on_an_open_evening_is_no_cause(user, season):
    """Others at a table there were not rated yet; and of many acts the first few are told, each once."""
    evening = factories.make_evening(season)
    table = factories.tables(factories.make_published_round(evening, actor=user))[0]
    before = timezone.now()
    audit.record(user, season.club, "correct seats", table, reason="typefout", moves=[])
    assert causes(season.club, [(before, timezone.now())], DESK) == [()]
    closed = a_table(season)
    for number in range(2 * MOST):
        audit.record(user, season.club, "correct seats", closed, reason=f"fout {number}", moves=[])
    span = (before, timezone.now())
    (found,) = causes(season.club, [span], DESK)
    assert [cause.text for cause in found] == [
        f"evening 1, round 1, table 1: others sat there (fout {number})" for number in range(MOST)
    ]
    (found,) = causes(season.club, [span], Reader(public=True))
    assert [cause.text for cause in found] == ["evening 1, round 1, table 1: others sat there"]
    assert causes(season.club, [], DESK) == []
