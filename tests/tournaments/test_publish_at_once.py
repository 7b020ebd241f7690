"""Organisers who publish in the same instant, each on a thread and a connection of his own."""

from __future__ import annotations

import pytest

from tests import factories
from tests.scoring.test_at_once import at_once
from tests.tournaments.test_publish import play
from tournaments.models import Change, Publication, Role
from tournaments.services import publish
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.standing.rules import StandingRule

pytestmark = pytest.mark.django_db(transaction=True)
TITLES = ("", "Eerste", "Tweede", "Derde", "Vierde")


@pytest.fixture
def organiser():
    return factories.make_user(Role.Kind.ORGANISER)


@pytest.fixture
def competition(organiser):
    titles = [{"name": name, "rule": StandingRule().to_json()} for name in TITLES if name]
    competition = factories.make_competition(4, club=organiser.roles.get().club, rounds=1, titles=titles)
    play(competition, organiser, 110)
    return competition


def standing(competition, organiser, title="", key=""):
    try:
        return publish.publish(
            competition, Publication.Kind.STANDING, title=title, actor=organiser, key=key
        ).number
    except (AlreadyDone, Refused) as answer:
        return type(answer)


def test_lists_that_are_published_at_once_get_a_number_each(competition, organiser):
    numbers = at_once(*[lambda title=title: standing(competition, organiser, title) for title in TITLES])
    assert sorted(numbers) == [1, 2, 3, 4, 5]


def test_clicks_at_once_are_one_publication(competition, organiser):
    answers = at_once(*[lambda: standing(competition, organiser, key="click")] * 5)
    assert sorted(answers, key=str) == sorted([1, *[AlreadyDone] * 4], key=str)
    assert Publication.objects.count() == 1
    assert Change.objects.filter(verb="publish").count() == 1


def test_two_organisers_who_publish_the_same_list_at_once_make_one(competition, organiser):
    answers = at_once(*[lambda: standing(competition, organiser)] * 3)
    assert sorted(answers, key=str) == sorted([1, Refused, Refused], key=str)  # nothing has changed since
    assert Publication.objects.count() == 1
