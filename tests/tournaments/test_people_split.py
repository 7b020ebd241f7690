"""One person who is two: competitions become somebody else's; ratings are as if they had always been his."""

from __future__ import annotations

import datetime

import pytest
from django.utils import translation

from tests import factories
from tests.tournaments.played import everything, play_evening, refreshed
from tournaments import names
from tournaments.models import Change, EntryMember, Person, Posting, RatingValue, Seat
from tournaments.services import people_effects, people_merge, people_split
from tournaments.services.errors import AlreadyDone, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def club(user):
    return user.roles.get().club


@pytest.fixture
def jan(club):
    return factories.make_person("Jan Jansen", club, number="007")


@pytest.fixture
def seasons(user, club, jan):
    """Jan in two seasons with the same three others, two rounds each."""
    others = factories.make_people(3, club, start=20)
    found = []
    for season, scores, day in (("2024/25", (90,), 4), ("2025/26", (120,), 5)):
        competition = factories.make_competition([jan, *others], club=club, season=season)
        play_evening(competition, user, scores=scores, date=datetime.date(2025, 9, day))
        found.append(competition)
    return found


def test_a_new_person_gets_what_was_his(user, club, jan, seasons):
    refreshed(club)
    new = people_split.split(jan, seasons[:1], club=club, to=names.parse("Johan Jansen"), actor=user)
    assert EntryMember.objects.get(person=new).competition == seasons[0]
    assert new.memberships.get().kind == "guest"
    for rows in (Seat, Posting):
        assert rows.objects.filter(person=new).count() == 2
        assert set(rows.objects.filter(person=jan).values_list("round__evening__competition", flat=True)) == {
            seasons[1].pk
        }
    refreshed(club)
    assert [RatingValue.objects.get(person=one).rounds for one in (jan, new)] == [2, 2]
    assert Change.objects.get(verb="split person").detail["other"] == new.pk


def test_split_and_merged_again_it_is_as_it_was(user, club, jan, seasons):
    digest = refreshed(club)
    before = everything()
    new = people_split.split(jan, seasons[:1], club=club, to=names.parse("Johan Jansen"), actor=user)
    assert refreshed(club) != digest
    people_merge.merge(jan, new, club=club, actor=user, allowed=[club.pk])
    assert refreshed(club) == digest
    after = everything()
    for rows in ("EntryMember", "Seat", "Posting", "RatingValue", "RatingYear", "frozen"):
        assert after[rows] == before[rows], rows


def test_somebody_who_is_known_gets_it(user, club, jan, seasons):
    other = factories.make_person("Johan Jansen", club)
    assert people_split.split(jan, seasons[1:], club=club, to=other, actor=user) == other
    assert EntryMember.objects.get(person=other).competition == seasons[1]


def test_what_forbids_it(user, club, jan, seasons):
    taken = EntryMember.objects.filter(competition=seasons[0]).exclude(person=jan).first().person
    with pytest.raises(Refused, match="both take part in Najaar"):
        people_split.split(jan, seasons[:1], club=club, to=taken, actor=user)
    with pytest.raises(Refused, match="Choose at least one competition"):
        people_split.split(jan, [], club=club, to=names.parse("Johan Jansen"), actor=user)
    with pytest.raises(Refused, match="Choose two different people"):
        people_split.split(jan, seasons, club=club, to=jan, actor=user)
    assert not Person.objects.filter(first_name="Johan").exists()
    assert EntryMember.objects.filter(person=jan).count() == 2


def test_a_second_click_splits_once(user, club, jan, seasons):
    to = names.parse("Johan Jansen")
    people_split.split(jan, seasons[:1], club=club, to=to, actor=user, key="click")
    with pytest.raises(AlreadyDone):
        people_split.split(jan, seasons[:1], club=club, to=to, actor=user, key="click")
    assert Person.objects.filter(first_name="Johan").count() == 1


def test_the_effects_are_those_that_come(user, club, jan, seasons):
    """What the preview says of ratings is what a refresh gives; and looking changes nothing."""
    refreshed(club)
    before = everything()
    other = factories.make_person("Johan Jansen", club)

    def act():
        people_split.split(jan, seasons[:1], club=club, to=other, actor=user)
        return jan.pk, other.pk

    seen = people_effects.of(club, act, "Ratings")
    told = {line.name: line for line in seen.parts[0].moved}
    assert everything()["Seat"] == before["Seat"]
    act()
    refreshed(club)
    for person in (jan, other):
        mean = 1500 + RatingValue.objects.get(person=person).mean
        assert float(told[person.name].after.value.replace("\u202f", "")) == pytest.approx(mean, abs=0.051)
    assert told[other.name].before is None
    assert seen.others in range(1, 4)
    assert seen.most > 0
