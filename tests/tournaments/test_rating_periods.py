"""Luck estimated anew, once a season, for what is still to be played."""

from __future__ import annotations

import datetime

import pytest
from django.utils import translation

from tests import factories
from tests.tournaments.played import play_evening
from tests.tournaments.rated_season import means, refreshed
from tournaments import rating_queries
from tournaments.models import Seat
from tournaments.rating import Parameters
from tournaments.services import rating_periods
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.make_user()


def test_luck_is_estimated_once_a_season(user):
    """Hardly any luck in these sheets, so the new estimate is lower; what was rated before it stays as it was."""
    competition = factories.make_competition(8)
    day = play_evening(competition, user, scores=(83, 85)).date
    refreshed(competition)
    before = means(competition)
    with pytest.raises(Refused, match="choose a later day"), translation.override("en"):
        rating_periods.start_period(competition.club_id, day, actor=user)
    found = rating_periods.start_period(competition.club_id, day + datetime.timedelta(days=1), actor=user)
    assert found.after.hand_variance < Parameters().hand_variance
    assert refreshed(competition) == 0
    assert means(competition) == before
    play_evening(competition, user)
    assert refreshed(competition) == 1
    told = rating_queries.player(Seat.objects.first().person)
    assert told.rounds[-1].change.total < told.rounds[0].change.total - 1_000
    with pytest.raises(Refused, match="once a season"), translation.override("en"):
        rating_periods.start_period(competition.club_id, day + datetime.timedelta(days=200), actor=user)


def test_without_rated_evenings_nothing_is_estimated(user):
    competition = factories.make_competition(4)
    with pytest.raises(Refused, match="no rated evenings"), translation.override("en"):
        rating_periods.start_period(competition.club_id, datetime.date(2026, 9, 1), actor=user)
