"""Calendars to subscribe to: evenings and matches, under keys that stay when they move."""

from __future__ import annotations

import datetime

import pytest
from django.db import DatabaseError
from django.urls import reverse
from django.utils import timezone, translation
from icalendar import Calendar

from tests import factories
from tests.tournaments import leagues
from tournaments import calendar_events, league_board
from tournaments.models import CalendarMark
from tournaments.reports.feed import Event
from tournaments.services import calendar_marks, evenings, fixtures
from tournaments.standing.queries import Reader

pytestmark = pytest.mark.django_db


def test_who_may_not_see_scores_does_not_see_how_many_sheets_are_in():
    user = factories.make_user()
    competition = leagues.make_teams(2, club=user.roles.get().club)
    (only,) = leagues.make_fixtures(leagues.make_division(2, competition=competition))
    round_ = leagues.draw_round(leagues.evening_of(competition), [only], user)
    leagues.accept(round_.tables.order_by("number")[0], user, leagues.side(1500), leagues.side(1400))
    (match,) = league_board.load_division(only.division, Reader()).matches
    for scores, told in ((True, "at the table: 1 of 2 in"), (False, "at the table")):
        with translation.override("en"):
            (event,) = calendar_events.match_events([("First", match)], scores=scores)
        assert event.text == f"First, match day 1, {told}"


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


# What tells an event that moved from the one before ----------------------------------


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is set forward."""

    class Clock:
        now = datetime.datetime(2026, 9, 1, 12, 0, tzinfo=datetime.UTC)

        def forward(self, **by: int) -> None:
            self.now += datetime.timedelta(**by)

    clock = Clock()
    monkeypatch.setattr(calendar_marks.timezone, "now", lambda: clock.now)
    return clock


def revision(event) -> tuple[int, datetime.datetime]:
    """The number of an event and its time; both times must be the same, in UTC, to the second."""
    assert event.decoded("dtstamp") == event.decoded("last-modified")
    return event["sequence"], event.decoded("dtstamp")


def test_an_evening_that_moves_gets_the_next_number_and_a_later_time(reader, club, clock):
    user = factories.make_user("organiser", club)
    evening = factories.make_evening(factories.make_competition(4, club=club), present=0)
    other = factories.make_evening(evening.competition, present=0, date=evening.date)
    url = reverse("public_calendar", args=[club.slug])

    def now(which=evening):
        return revision(events(reader.get(url))[f"evening-{which.pk}"])

    first = now()
    assert first == (0, clock.now)
    clock.forward(days=1)
    assert now() == first  # nothing changed
    moved = clock.now
    evenings.change_evening(
        evening, date=evening.date - datetime.timedelta(days=1), rounds_planned=3, actor=user
    )
    assert now() == (1, moved)
    clock.forward(days=1)
    assert now() == (1, moved)
    assert now(other) == first  # the other one did not move
    evening.name = "Opening"  # says something else, but is not another day
    evening.save()
    assert now() == (1, clock.now)
    evening.date += datetime.timedelta(days=1)
    evening.save()
    assert now()[0] == 2  # back on its first day is a third version, not the first
    assert now()[1] > clock.now - datetime.timedelta(seconds=1)


def test_both_calendars_and_both_languages_tell_the_same_number(reader, club, clock):
    competition = factories.make_competition(4, club=club)
    evening = factories.make_evening(competition)
    for language in ("en", "nl", "en"):
        reader.cookies["django_language"] = language
        clock.forward(hours=1)
        for name, args in (("public_calendar", []), ("season_calendar", [competition.pk])):
            event = events(reader.get(reverse(name, args=[club.slug, *args])))[f"evening-{evening.pk}"]
            assert event["sequence"] == 0
            assert event.decoded("dtstamp") == datetime.datetime(2026, 9, 1, 13, 0, tzinfo=datetime.UTC)


def test_a_match_that_is_put_off_cancelled_and_planned_again(reader, club, clock):
    user = factories.make_user("organiser", club)
    competition = factories.make_competition(8, club=club, kind="pairs")
    first, *rest = leagues.make_fixtures(
        leagues.make_division(4, competition=competition), dates=leagues.weeks(3)
    )
    urls = [
        reverse("public_calendar", args=[club.slug]),
        reverse("league_feed", args=[club.slug, competition.pk]),
    ]

    def told():
        clock.forward(minutes=1)
        found = [events(reader.get(url)) for url in urls]
        assert len({revision(one[f"match-{first.pk}"]) for one in found}) == 1
        assert {one[f"match-{other.pk}"]["sequence"] for one in found for other in rest} == {0}
        event = found[0][f"match-{first.pk}"]
        return event["sequence"], str(event["status"])

    assert told() == (0, "CONFIRMED")
    fixtures.postpone(first, "snow", actor=user)
    assert told() == (1, "CANCELLED")
    fixtures.postpone(first, "snow", date=leagues.START + datetime.timedelta(days=30), actor=user)
    assert told() == (2, "CONFIRMED")
    fixtures.cancel(first, "no more snow", actor=user)
    assert told() == (3, "CANCELLED")
    assert told() == (3, "CANCELLED")


def test_a_score_changes_the_text_and_moves_nothing(reader, club, clock):
    user = factories.make_user("organiser", club)
    competition = factories.make_competition(8, club=club, kind="pairs")
    division = leagues.make_division(4, competition=competition)
    first, *_rest = leagues.make_fixtures(division, dates=leagues.weeks(3))
    url = reverse("public_calendar", args=[club.slug])
    assert revision(events(reader.get(url))[f"match-{first.pk}"]) == (0, clock.now)
    clock.forward(days=1)
    leagues.play(competition, {first: (1500, 1400)}, user)
    event = events(reader.get(url))[f"match-{first.pk}"]
    moved = event.decoded("dtstart") != leagues.START  # it was played on the day of the evening
    assert revision(event) == (int(moved), clock.now)


def test_two_changes_within_a_second_have_two_times(reader, club, clock):
    evening = factories.make_evening(factories.make_competition(4, club=club))
    url = reverse("public_calendar", args=[club.slug])
    times = []
    for _ in range(3):
        evening.date += datetime.timedelta(days=1)
        evening.save()
        times.append(revision(events(reader.get(url))[f"evening-{evening.pk}"]))
    assert times == [(number, clock.now + datetime.timedelta(seconds=number)) for number in range(3)]


def test_who_read_an_earlier_moment_sets_nothing_back(club):
    """One asked before the evening moved and stores what he saw after another has stored the later one."""
    calendar_marks.revised(club, [on_day(1)])
    early = CalendarMark.objects.get()
    calendar_marks.revised(club, [on_day(2)])
    calendar_marks.revised(club, [on_day(3)])
    late = calendar_marks._mark(club, on_day(2), early)
    late.changed_at = early.changed_at
    calendar_marks._store([(early, late)])
    assert CalendarMark.objects.get().sequence == 2


def on_day(day: int) -> Event:
    return Event("evening-1", datetime.date(2026, 9, day), "Evening")


def test_a_calendar_is_sent_even_when_nothing_can_be_kept(reader, club, monkeypatch, caplog):
    factories.make_evening(factories.make_competition(4, club=club))

    def refuse(*_args, **_options):
        raise DatabaseError("read only")

    monkeypatch.setattr(CalendarMark.objects, "bulk_create", refuse)
    (event,) = events(reader.get(reverse("public_calendar", args=[club.slug]))).values()
    assert event["sequence"] == 0
    assert "could not be stored" in caplog.text
