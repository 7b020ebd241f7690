"""`manage.py rating --new-period`: luck estimated anew, once a season, for what is still to be played."""

from __future__ import annotations

import datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tests import factories
from tests.tournaments.played import play_evening, refreshed
from tournaments import rating_queries
from tournaments.models import Change, RatingValue
from tournaments.rating.parameters import PRIOR_ROUNDS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def played():
    user = factories.make_user()
    competition = factories.make_competition(4, club=user.roles.get().club)
    return competition, user, play_evening(competition, user, scores=(83,), rounds=1).date


def start(club, day):
    out = StringIO()
    call_command("rating", new_period=club.slug, day=day, stdout=out)
    return out.getvalue()


def test_one_round_without_luck_by_hand(played):
    """A round of 16 deals ended 83 – 79: 64 points ahead where 0 was expected.

    Unknown of the people: 4 × 59.2² = 14,018.56. Luck a deal (64² − 14,018.56) / 16 = −620.16, beside 200 rounds of
    546.6² / 16 = 18,673.2225: (200 × 18,673.2225 − 620.16) / 201 = 18,577.23. Four times its root: 545.2.
    """
    competition, user, day = played
    assert PRIOR_ROUNDS == 200
    refreshed(competition.club)
    before = list(RatingValue.objects.order_by("pk").values_list("mean", "variance"))
    first = day + datetime.timedelta(days=1)
    assert "has a standard deviation of 545.2 points" in start(competition.club, first)
    periods = rating_queries.pool_of(competition.club).get_periods()
    assert periods.on(day.toordinal()).hand_variance == pytest.approx(18673.2225)
    assert periods.on(first.toordinal()).hand_variance == pytest.approx(18577.23, abs=0.01)
    assert list(RatingValue.objects.order_by("pk").values_list("mean", "variance")) == before
    assert Change.objects.filter(verb="start rating period").count() == 1
    play_evening(competition, user, scores=(90,), rounds=1, date=first)
    refreshed(competition.club)


def test_what_is_refused(played):
    competition, _user, day = played
    with pytest.raises(CommandError, match="choose a later day"):
        start(competition.club, day)
    start(competition.club, day + datetime.timedelta(days=1))
    with pytest.raises(CommandError, match="once a season"):
        start(competition.club, day + datetime.timedelta(days=200))
    with pytest.raises(CommandError, match="no club 'nowhere'"):
        call_command("rating", new_period="nowhere")
    with pytest.raises(CommandError, match="no rated evenings yet"):
        start(factories.make_club(), day)


def test_the_command_proves_the_ratings(played):
    competition, _user, _day = played
    out = StringIO()
    call_command("rating", "--check", stdout=out)
    assert f"{competition.club}: 1 evenings rated" in out.getvalue()
    assert f"{competition.club}: right, " in out.getvalue()
    value = RatingValue.objects.first()
    value.mean += 1
    value.save()
    with pytest.raises(CommandError, match="differ"):
        call_command("rating", "--check", stdout=out)
