"""Calendars to subscribe to: evenings and matches, under keys that stay when they move."""

from __future__ import annotations

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from tests import factories
from tests.tournaments import leagues
from tournaments.services import fixtures

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club(name="De Vier Azen", town="Zuidwolde", time_zone="Europe/Amsterdam")


@pytest.fixture
def reader(client):
    client.cookies["django_language"] = "en"
    return client


def events(response) -> dict[str, dict[str, object]]:
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    found = Calendar.from_ical(response.content)
    return {str(event["uid"]).partition(".")[0]: event for event in found.walk("vevent")}


def test_every_evening_is_a_day_in_the_calendar_of_the_club_and_of_its_season(reader, club):
    competition = factories.make_competition(4, club=club, name="Autumn", season="2026/27")
    other = factories.make_competition(0, club=club, name="Drive")
    evening = factories.make_evening(competition, name="Opening", counts=False)
    factories.make_evening(other)
    response = reader.get(reverse("public_calendar", args=[club.slug]))
    found = events(response)
    assert len(found) == 2
    event = found[f"evening-{evening.pk}"]
    assert event.decoded("dtstart") == evening.date
    assert event["dtstart"].params["VALUE"] == "DATE"
    assert str(event["summary"]) == "Autumn 2026/27, Opening"
    assert str(event["location"]) == "De Vier Azen, Zuidwolde"
    assert str(event["description"]) == "3 rounds, does not count for the standing"
    assert Calendar.from_ical(response.content)["x-wr-timezone"] == "Europe/Amsterdam"
    season = events(reader.get(reverse("season_calendar", args=[club.slug, competition.pk])))
    assert list(season) == [f"evening-{evening.pk}"]


def test_an_evening_that_moves_keeps_its_key_and_one_that_is_gone_is_gone(reader, club):
    evening = factories.make_evening(factories.make_competition(4, club=club))
    url = reverse("public_calendar", args=[club.slug])
    before = events(reader.get(url))
    evening.date += datetime.timedelta(days=7)
    evening.save()
    after = events(reader.get(url))
    assert list(before) == list(after)
    assert after[f"evening-{evening.pk}"].decoded("dtstart") == evening.date
    evening.delete()
    assert events(reader.get(url)) == {}


def test_matches_are_in_it_and_their_scores_wait_for_the_prize_giving(reader, club):
    user = factories.make_user("organiser", club)
    competition = factories.make_competition(8, club=club, kind="pairs")
    division = leagues.make_division(4, competition=competition)
    first, *rest = leagues.make_fixtures(division, dates=leagues.weeks(3))
    leagues.play(competition, {first: (1500, 1400)}, user)
    url = reverse("public_calendar", args=[club.slug])
    match = events(reader.get(url))[f"match-{first.pk}"]
    assert "1500 – 1400" in str(match["description"])
    assert len([key for key in events(reader.get(url)) if key.startswith("match-")]) == 1 + len(rest)
    evening = competition.evenings.get()
    evening.embargo_from = timezone.now() - datetime.timedelta(minutes=1)
    evening.save()
    for name, args in (("public_calendar", []), ("league_feed", [competition.pk])):
        secret = events(reader.get(reverse(name, args=[club.slug, *args])))
        assert "1500" not in str(secret[f"match-{first.pk}"]["description"])


def test_the_same_calendar_gives_the_same_bytes_and_a_closed_club_none(reader, club):
    factories.make_evening(factories.make_competition(4, club=club))
    url = reverse("public_calendar", args=[club.slug])
    assert reader.get(url).content == reader.get(url).content
    club.public = False
    club.save()
    assert reader.get(url).status_code == 404


def test_two_clubs_never_have_an_event_with_the_same_key(reader, club):
    """On two installations an evening can have the same number; then the founding of the club tells them apart."""
    competition = factories.make_competition(4, club=club)
    factories.make_evening(competition)
    url = reverse("public_calendar", args=[club.slug])

    def uid() -> str:
        (event,) = Calendar.from_ical(reader.get(url).content).walk("vevent")
        return str(event["uid"])

    here = uid()
    assert here == uid()
    club.created += datetime.timedelta(microseconds=1)
    club.save()
    assert uid() != here


def test_a_match_without_a_date_is_cancelled_on_its_first_one(reader, club):
    user = factories.make_user("organiser", club)
    competition = factories.make_competition(8, club=club, kind="pairs")
    first, *_rest = leagues.make_fixtures(
        leagues.make_division(4, competition=competition), dates=leagues.weeks(3)
    )
    fixtures.postpone(first, "snow", actor=user)
    event = events(reader.get(reverse("public_calendar", args=[club.slug])))[f"match-{first.pk}"]
    assert (str(event["status"]), event.decoded("dtstart")) == ("CANCELLED", leagues.START)
    assert "postponed" in str(event["description"])
