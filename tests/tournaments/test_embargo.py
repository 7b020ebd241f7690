"""The embargo: from its hour until it is lifted, and for whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from tests import factories
from tournaments import embargo
from tournaments.models import Role
from tournaments.standing import queries

pytestmark = pytest.mark.django_db
NINE = timezone.now().replace(hour=20, minute=0, second=0, microsecond=0)
MINUTE = timedelta(minutes=1)
PUBLIC = queries.Reader(public=True)


def kept_back(**fields):
    return factories.make_evening(present=4, embargo_from=NINE, **fields)


def test_begins_at_its_hour_and_ends_when_it_is_lifted():
    evening = kept_back()
    assert not embargo.in_force(evening, NINE - MINUTE)
    assert embargo.in_force(evening, NINE)
    assert embargo.in_force(evening, NINE + 1000 * MINUTE)  # it does not end by itself
    evening.embargo_lifted_at = NINE + MINUTE
    assert not embargo.in_force(evening, NINE + MINUTE)


def test_an_evening_without_embargo_is_never_hidden():
    assert not embargo.hidden(factories.make_evening(present=4), NINE, PUBLIC)


def test_only_the_desk_sees_scores_under_embargo():
    evening = kept_back()
    club = evening.competition.club
    readers = {
        role: queries.reader_for(factories.make_user(role, club), club)
        for role in (Role.Kind.PLAYER, Role.Kind.SECRETARY, Role.Kind.ORGANISER, Role.Kind.ADMINISTRATOR)
    }
    hidden = {role: embargo.hidden(evening, NINE, reader) for role, reader in readers.items()}
    assert hidden == {
        Role.Kind.PLAYER: True,
        Role.Kind.SECRETARY: False,
        Role.Kind.ORGANISER: False,
        Role.Kind.ADMINISTRATOR: False,
    }
    assert embargo.hidden(evening, NINE, queries.reader_for(AnonymousUser(), club))


def test_a_public_page_shows_no_more_to_who_works_at_the_desk():
    evening = kept_back()
    club = evening.competition.club
    organiser = factories.make_user(Role.Kind.ORGANISER, club)
    assert embargo.hidden(evening, NINE, queries.reader_for(organiser, club, public=True))


def test_the_standing_is_kept_back_by_the_first_evening_in_force(django_assert_num_queries):
    evening = kept_back()
    other = factories.make_evening(present=4, embargo_from=NINE)
    later = factories.make_evening(evening.competition, embargo_from=NINE)
    with django_assert_num_queries(1):
        assert embargo.standing_hidden(evening.competition, PUBLIC, NINE) == evening
    evening.embargo_lifted_at = NINE
    evening.save()
    assert embargo.standing_hidden(evening.competition, PUBLIC, NINE) == later
    assert embargo.standing_hidden(evening.competition, PUBLIC, NINE - MINUTE) is None
    with django_assert_num_queries(0):
        assert embargo.standing_hidden(other.competition, queries.DESK, NINE) is None
    assert embargo.club_hidden(evening.competition.club, PUBLIC, NINE) == [later]
