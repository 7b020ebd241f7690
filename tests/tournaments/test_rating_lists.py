"""What is kept of ratings, read: the official line, a player explained, lists, and what a correction would change."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone

from tests import factories
from tests.tournaments.rated_season import a_season, a_table, correct, means, refreshed
from tournaments import rating_queries
from tournaments.models import EntryMember, RatingList, RatingMark, Seat
from tournaments.rating import Parameters
from tournaments.services import decisions, effects, rating

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.make_user()


# The official line --------------------------------------------------------------------------------------------


def test_lists_as_made_known_and_as_corrected(user):
    competition, evenings = a_season(user, 2)
    club = competition.club
    refreshed(competition)
    lists = RatingList.objects.order_by("pk")
    assert [each.evening_id for each in lists] == [evening.pk for evening in evenings]
    for evening, days in zip(evenings, (3, 2), strict=True):
        RatingList.objects.filter(evening=evening).update(at=timezone.now() - datetime.timedelta(days=days))
    first_day = timezone.localdate() - datetime.timedelta(days=3)
    then = {line.person: line.mean for line in rating_queries.list_as_made_known(club, first_day)}
    known = {line.person: line.mean for line in rating_queries.list_as_corrected(club, evenings[0].date)}
    assert then == known

    correct(a_table(evenings[0]), user, 155)
    refreshed(competition)
    assert lists.last().kind == RatingList.Kind.CORRECTION
    assert lists.last().day == evenings[0].date
    assert then == {line.person: line.mean for line in rating_queries.list_as_made_known(club, first_day)}
    now = {line.person: line.mean for line in rating_queries.list_as_corrected(club, evenings[0].date)}
    assert now != known
    today = rating_queries.list_as_made_known(club, timezone.localdate())
    assert {line.person: line.mean for line in today} == means(competition)
    before = rating_queries.list_as_made_known(club, timezone.localdate() - datetime.timedelta(days=9))
    assert before == []
    assert rating_queries.list_as_corrected(club, datetime.date(2020, 1, 1)) == []


def test_a_correction_marks_everybody_it_moves(user):
    competition, evenings = a_season(user, 2)
    refreshed(competition)
    before = means(competition)
    correct(a_table(evenings[1], round_=2), user, 155)
    refreshed(competition)
    after = means(competition)
    moved = {person for person in after if after[person] != before[person]}
    correction = RatingList.objects.get(kind=RatingList.Kind.CORRECTION)
    marks = RatingMark.objects.filter(list=correction)
    assert {mark.person_id for mark in marks} == moved
    assert moved
    assert all(mark.mean == after[mark.person_id] for mark in marks)


def test_a_change_that_moves_nobody_makes_no_list(user):
    """A penalty changes points, and the ledger, and no rating."""
    competition, evenings = a_season(user, 1)
    refreshed(competition)
    table = a_table(evenings[0])
    decisions.penalise(table.seats.first().entry, table.round, points=50, reason="late", actor=user)
    assert rating.stale(competition.club_id)
    assert refreshed(competition) == 0
    assert not rating.stale(competition.club_id)
    assert RatingList.objects.count() == 1


# Reading ------------------------------------------------------------------------------------------------------


def test_a_player_explained(user, django_assert_num_queries):
    competition, evenings = a_season(user, 3)
    refreshed(competition)
    person = Seat.objects.filter(round__evening=evenings[0]).first().person
    with django_assert_num_queries(3):
        told = rating_queries.player(person)
    assert len(told.rounds) == 6 == told.line.rounds
    assert told.rounds[0].change.before == Parameters().newcomer_mean
    total = told.rounds[0].change.before + sum(one.change.change for one in told.rounds)
    assert total == told.line.mean == told.marks[-1].mean
    assert [mark.list.evening_id for mark in told.marks] == [evening.pk for evening in evenings]
    assert sum(one.rounds for one in told.partners()) == 6
    assert sum(one.rounds for one in told.opponents()) == 12
    partner = told.partners()[0].person
    assert told.pair(partner).rounds == len(told.with_partner(partner))
    assert told.pair(person.pk) is None


def test_lists_of_a_club(user, django_assert_max_num_queries):
    competition, _evenings = a_season(user, 2)
    refreshed(competition)
    with django_assert_max_num_queries(4):
        lines = rating_queries.club_list(competition.club)
    assert [line.mean for line in lines] == sorted(means(competition).values(), reverse=True)
    assert {line.status for line in lines} == {"provisional"}
    later = rating_queries.club_list(competition.club, on=timezone.localdate() + datetime.timedelta(days=900))
    assert later[0].band > lines[0].band
    assert rating_queries.key_of(competition.club)


def test_nobody_rated(user):
    competition = factories.make_competition(4)
    person = EntryMember.objects.filter(competition=competition).first().person
    assert rating_queries.player(person) is None
    assert rating_queries.club_list(competition.club) == []
    assert rating_queries.list_as_made_known(competition.club, timezone.localdate()) == []
    assert rating_queries.list_as_corrected(competition.club, timezone.localdate()) == []
    assert rating_queries.key_of(competition.club) == ""


# Consequences -------------------------------------------------------------------------------------------------


def test_what_a_correction_would_change(user):
    competition, evenings = a_season(user, 2)
    refreshed(competition)
    before = means(competition)

    def act():
        correct(a_table(evenings[0]), user, 155)

    found = effects.of(competition, act, since=1)
    (part,) = [part for part in found.parts if part.title == "Ratings"]
    assert means(competition) == before, "nothing was done"
    act()
    refreshed(competition)
    after = means(competition)
    shown = {
        round(1500 + mean, 1) for person, mean in after.items() if round(mean, 1) != round(before[person], 1)
    }
    told = {
        float(moved.after.value.replace("\N{NARROW NO-BREAK SPACE}", "").replace(",", "."))
        for moved in part.moved
    }
    assert told == shown
