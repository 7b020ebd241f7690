"""Luck estimated anew from a page: looked at first, then done, by who may do so for every club it holds for."""

from __future__ import annotations

import datetime
import re

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories
from tests.tournaments.played import play_evening, refreshed
from tournaments import rating_queries
from tournaments.models import Change, EntryMember, RatingValue, Role
from tournaments.services import rating_periods, seasons

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def played():
    """One rated round of a club: 64 points ahead where nothing was expected."""
    user = factories.make_user()
    competition = factories.make_competition(4, club=user.roles.get().club)
    day = play_evening(competition, user, scores=(83,), rounds=1).date
    refreshed(competition.club)
    return competition, user, day


def signed_in(user):
    client = factories.sign_in(user)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def address(club) -> str:
    return reverse("rating_period", args=[club.slug])


def hidden(text: str) -> dict[str, str]:
    """What the form that does it sends along."""
    names = ("from", "seen", "key")
    return {name: re.search(rf'type="hidden" name="{name}" value="([^"]*)"', text)[1] for name in names}


def words(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def test_the_look_shows_by_hand_worked_figures_and_changes_nothing(played):
    """As in the test of the command: a deal has 18,673.2225 now and 18,577.23 then; four times the root of those is
    546.6 and 545.2, by whole points 547 and 545. Of somebody with a variance v among three others, 100 points give
    100 v / (4 v + 16 × that): v is 59.2² less what one round taught, v² / (4 × 59.2² + 546.6²) = 39.3, so 3,465.4;
    346,540 / (13,861.6 + 298,771.6) = 1.108 now and 346,540 / (13,861.6 + 297,235.7) = 1.114 then."""
    competition, user, day = played
    first = day + DAY
    client = signed_in(user)
    pool = rating_queries.pool_of(competition.club)
    before = (pool.version, pool.parameters, Change.objects.count())
    text = words(client.get(address(competition.club), {"from": first.isoformat()}).text)
    assert re.search(r"Luck in a round of 16 deals .* 547 545 What 100 points", text)
    assert re.search(r"half of all are known better\. \+1\.11 \+1\.11 It rests on 1 rated round", text)
    assert RatingValue.objects.first().variance == pytest.approx(3465.4, abs=0.5)
    pool.refresh_from_db()
    assert (pool.version, pool.parameters, Change.objects.count()) == before


def test_confirmed_it_holds_from_that_day_and_is_in_the_log_once(played):
    competition, user, day = played
    club, first = competition.club, day + DAY
    client = signed_in(user)
    sent = hidden(client.get(address(club), {"from": first.isoformat()}).text)
    values = list(RatingValue.objects.order_by("pk").values_list("mean", "variance"))
    answer = client.post(address(club), sent, follow=True)
    assert "evenings are rated with the new estimate" in answer.text
    assert "± 545" in words(answer.text)
    client.post(address(club), sent)
    (change,) = Change.objects.filter(verb=rating_periods.VERB)
    assert (change.actor, change.club, change.detail["day"]) == (user, club, first.isoformat())
    periods = rating_queries.pool_of(club).get_periods()
    assert periods.on(first.toordinal()).hand_variance == pytest.approx(18577.23, abs=0.01)
    assert periods.on(day.toordinal()).hand_variance == pytest.approx(18673.2225)
    assert list(RatingValue.objects.order_by("pk").values_list("mean", "variance")) == values


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("gisteren", "is no date. Write it as 2026-11-30."),
        (lambda day: day.isoformat(), "choose a later day"),
        (
            lambda day: (max(day, timezone.localdate()) + 367 * DAY).isoformat(),
            "Choose a day within a year from now",
        ),
    ],
)
def test_a_day_that_cannot_be_is_refused_at_its_field(played, asked, told):
    competition, user, day = played
    asked = asked if isinstance(asked, str) else asked(day)
    answer = signed_in(user).get(address(competition.club), {"from": asked})
    assert answer.status_code == 422
    assert told in words(answer.text)
    assert 'name="seen"' not in answer.text
    forged = signed_in(user).post(address(competition.club), {"from": asked, "seen": "", "key": "k"})
    assert forged.status_code == 422
    assert not rating_queries.pool_of(competition.club).parameters


def test_twice_a_season_is_refused(played):
    competition, user, day = played
    rating_periods.start_period(competition.club_id, day + DAY, actor=user)
    answer = signed_in(user).get(address(competition.club), {"from": (day + 300 * DAY).isoformat()})
    assert "Luck is estimated once a season; the last time counts from" in words(answer.text)
    answer = signed_in(user).get(address(competition.club), {"from": (day + 301 * DAY).isoformat()})
    assert answer.status_code == 200, "300 days later"


def test_who_looked_at_older_figures_sees_the_new_ones_first(played):
    competition, user, day = played
    club, first = competition.club, day + 2 * DAY
    client = signed_in(user)
    sent = hidden(client.get(address(club), {"from": first.isoformat()}).text)
    play_evening(competition, user, scores=(90,), rounds=1, date=day + DAY)
    answer = client.post(address(club), sent)
    assert answer.status_code == 422
    assert "Something was rated in the meantime" in answer.text
    refreshed(club)
    again = hidden(client.get(address(club), {"from": first.isoformat()}).text)
    assert again["seen"] != sent["seen"]
    assert client.post(address(club), again).status_code == 302


def test_a_closed_season_is_estimated_from_and_stays_as_it_was(played):
    competition, user, day = played
    seasons.close(competition, actor=user)
    client = signed_in(user)
    sent = hidden(client.get(address(competition.club), {"from": (day + DAY).isoformat()}).text)
    assert client.post(address(competition.club), sent).status_code == 302
    competition.refresh_from_db()
    assert competition.is_closed


def test_only_an_organiser_may(played):
    competition, user, _day = played
    club = competition.club
    lists = reverse("ratings", args=[club.slug])
    assert address(club) in signed_in(user).get(lists).text
    for role in (Role.Kind.SECRETARY, Role.Kind.PLAYER):
        client = signed_in(factories.make_user(role, club))
        assert client.get(address(club)).status_code == 403
        assert address(club) not in client.get(lists).text
    assert signed_in(factories.make_user()).get(address(club)).status_code == 404


def test_clubs_that_are_rated_together_are_named_and_must_all_be_the_organisers(played):
    competition, user, day = played
    far = factories.make_competition(4)
    visitor = EntryMember.objects.filter(competition=competition).first().person
    EntryMember.objects.filter(pk=EntryMember.objects.filter(competition=far).first().pk).update(
        person=visitor
    )
    last = play_evening(far, user).date
    refreshed(far.club)
    asked = {"from": (max(day, last) + DAY).isoformat()}
    text = words(signed_in(user).get(address(competition.club), asked).text)
    assert f"so that {far.club.name} are rated together with this club" in text
    assert "It rests on" not in text
    answer = signed_in(user).post(address(competition.club), asked | {"seen": "", "key": "k"})
    assert "Not by you alone" in answer.text
    assert not rating_queries.pool_of(far.club).parameters
    Role.objects.create(user=user, club=far.club, kind=Role.Kind.ORGANISER)
    text = words(signed_in(user).get(address(competition.club), asked).text)
    assert f"It holds for {far.club.name} as well" in text


def test_a_club_without_ratings_says_so():
    user = factories.make_user()
    club = user.roles.get().club
    assert signed_in(user).get(address(club)).status_code == 200
    answer = signed_in(user).get(address(club), {"from": "2026-09-01"})
    assert "There are no rated evenings yet: nothing can be estimated." in words(answer.text)
