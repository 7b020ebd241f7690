"""The date of a closed evening put right, once the next one has been closed too."""

from __future__ import annotations

import datetime

import pytest
from django.urls import reverse
from django.utils import translation
from icalendar import Calendar

from klaverclub.templatetags.figures import figure
from tests import factories
from tests.tournaments.rated_season import a_season, means, refreshed
from tournaments import rating_queries
from tournaments.models import Change, Job, Person, Publication, Role
from tournaments.services import (
    effects,
    evening_moves,
    evenings,
    jobs,
    publish,
    seasons,
)
from tournaments.services.errors import Refused

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user(Role.Kind.ADMINISTRATOR)


@pytest.fixture
def season(user):
    """Three closed evenings, rated, a week apart."""
    competition, played = a_season(user, 3, club=user.roles.get().club)
    first = datetime.date(2026, 9, 7)
    for number, evening in enumerate(played):
        evening.date = first + 7 * number * DAY
        evening.save()
    refreshed(competition)
    return played


def move(evening, date, user, **said):
    evening_moves.move(evening, date=date, actor=user, **{"reason": "Wrong week", "reviewed": True} | said)


def test_the_ratings_are_replayed_as_if_it_had_always_been_then(user, season):
    """The second evening was on the 21st, not the 14th: a week of fading more before it, and none before the third."""
    competition = season[0].competition
    somebody = competition.entries.first().people[0]
    before = means(competition)
    shown = evening_moves.effects_of(season[1], season[2].date)
    assert means(competition) == before, "looking does nothing"
    move(season[1], season[2].date, user)
    assert refreshed(competition) == 2, "and what is kept is what a whole recomputation gives"
    days = [one.day for one in rating_queries.player(somebody).rounds]
    assert days == [season[at].date.toordinal() for at in (0, 0, 2, 2, 2, 2)]
    (part,) = [part for part in shown.parts if part.title == "Ratings"]
    foretold = {line.name: line.after.value for line in part.moved}
    after = {each.name: figure(1500 + means(competition)[each.pk], 1) for each in Person.objects.all()}
    assert foretold
    assert all(after[name] == value for name, value in foretold.items())


def test_it_is_in_the_log_with_why_and_has_the_ratings_done(
    user, season, django_capture_on_commit_callbacks, monkeypatch
):
    monkeypatch.setattr(jobs, "ring", lambda job, **options: None)
    Job.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        move(season[0], datetime.date(2026, 9, 5), user)
    change = Change.objects.get(verb="change evening")
    assert change.subject == f"evening:{season[0].pk}"
    assert change.detail == {
        "before": {"date": "2026-09-07"},
        "date": "2026-09-05",
        "reason": "Wrong week",
    }
    assert Job.objects.filter(kind="rating").count() == 1
    season[0].refresh_from_db()
    assert season[0].date == datetime.date(2026, 9, 5)


@pytest.mark.parametrize(
    ("date", "said", "told"),
    [
        (datetime.date(2026, 9, 14), {}, "That is the date it has"),
        (datetime.date(2026, 9, 6), {}, "Evening 1 is on 7-9-2026"),
        (datetime.date(2026, 9, 22), {}, "Evening 3 is on 21-9-2026"),
        (datetime.date(2016, 9, 14), {}, "look at the year"),
        (datetime.date(2027, 9, 14), {}, "has been played"),
        (datetime.date(2026, 9, 15), {"reason": "  "}, "only with a reason"),
        (datetime.date(2026, 9, 15), {"reviewed": False}, "Look first"),
    ],
)
def test_what_is_refused(user, season, date, said, told):
    with pytest.raises(Refused, match=told):
        move(season[1], date, user, **said)
    season[1].refresh_from_db()
    assert season[1].date == datetime.date(2026, 9, 14)


def test_the_same_day_as_its_neighbour_is_no_disorder(user, season):
    move(season[1], season[2].date, user)
    assert season[1].date == season[2].date


def test_an_open_evening_and_a_closed_season(user, season):
    competition = season[0].competition
    seasons.close(competition, actor=user)
    with pytest.raises(Refused, match=r"The season .* is closed"):
        move(season[1], datetime.date(2026, 9, 15), user)
    other = factories.make_evening(present=4)
    with pytest.raises(Refused, match="This evening is open"):
        move(other, other.date - DAY, user)
    closed = a_season(user, 1)[1][0]
    with pytest.raises(Refused, match="put right on a page of its own"):
        evenings.change_evening(closed, date=closed.date, rounds_planned=3, actor=user)


def test_what_is_published_with_the_old_date_is_named(user, season):
    """The result of the second evening and the standing tell its date; the result of the first does not."""
    competition = season[0].competition
    for evening in season[:2]:
        publish.publish(competition, Publication.Kind.EVENING, evening=evening, actor=user)
    publish.publish(competition, Publication.Kind.STANDING, actor=user)
    found = evening_moves.effects_of(season[1], datetime.date(2026, 9, 15))
    todo = [line for line in found.to_do if "tells the old date" in line]
    assert [line.partition(" (")[0] for line in todo] == ["Publication 2", "Publication 3"]
    assert found.parts[0].lines == (
        "The evening moves from 14 September 2026 to 15 September 2026, also in calendars that people subscribe to.",
    )
    evening_moves.carry_out(
        season[1], datetime.date(2026, 9, 15), reason="Wrong day", actor=user, seen=found.fingerprint
    )
    publish.publish(competition, Publication.Kind.STANDING, actor=user)
    left = evening_moves.effects_of(season[1], datetime.date(2026, 9, 14))
    assert [line.partition(" (")[0] for line in left.to_do] == ["Publication 4"]


def test_other_effects_than_were_seen_are_shown_first(user, season):
    found = evening_moves.effects_of(season[1], datetime.date(2026, 9, 15))
    with pytest.raises(effects.OtherEffects) as other:
        evening_moves.carry_out(
            season[1], datetime.date(2026, 9, 16), reason="Wrong day", actor=user, seen=found.fingerprint
        )
    assert "16 September" in other.value.effects.parts[0].lines[0]
    season[1].refresh_from_db()
    assert season[1].date == datetime.date(2026, 9, 14)


def test_on_the_page_an_organiser_looks_and_then_does_it(user, season):
    client = factories.sign_in(user)
    url = reverse("evening_date", args=[season[1].pk])
    assert client.get(reverse("evening_edit", args=[season[1].pk])).url == url
    assert url in client.get(reverse("evening", args=[season[1].pk])).content.decode()
    sent = {"date": "2026-09-15", "reason": "Wrong day"}
    assert client.post(url, {"date": "2026-09-15"}).status_code == 422, "not without a reason"
    refused = client.post(url, sent | {"date": "2026-09-01"})
    assert (refused.status_code, "Evening 1 is on 7-9-2026" in refused.text) == (422, True)
    looked = client.post(url, sent)
    seen = looked.context["effects"].fingerprint
    assert "also in calendars" in looked.text
    assert client.post(url, sent | {"effects": seen}).url == reverse("evening", args=[season[1].pk])
    season[1].refresh_from_db()
    assert season[1].date == datetime.date(2026, 9, 15)
    again = client.post(url, sent | {"effects": seen})
    assert (again.status_code, "That is the date it has" in again.text) == (422, True), "a second click"
    assert Change.objects.filter(verb="change evening").count() == 1
    secretary = factories.sign_in(factories.make_user(Role.Kind.SECRETARY, user.roles.get().club))
    assert secretary.get(url).status_code == 403
    club = user.roles.get().club
    found = Calendar.from_ical(client.get(reverse("public_calendar", args=[club.slug])).content)
    assert datetime.date(2026, 9, 15) in [event.decoded("dtstart") for event in found.walk("vevent")]


def test_an_open_evening_has_its_date_elsewhere(user):
    evening = factories.make_evening(factories.make_competition(4, club=user.roles.get().club))
    client = factories.sign_in(user)
    url = reverse("evening_edit", args=[evening.pk])
    assert client.get(reverse("evening_date", args=[evening.pk])).url == url
    assert client.get(url).status_code == 200
