"""Pages of leagues and cups as they are played and read."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.tournaments import leagues as league
from tournaments.models import Division, Person, Round, Venue
from tournaments.pairing import PairingRule
from tournaments.services import fixtures as fixture_service

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def competition():
    return factories.make_competition(12, kind="pairs", rounds=1)


@pytest.fixture
def user(competition):
    return factories.make_user("organiser", competition.club)


@pytest.fixture
def desk(user):
    return factories.sign_in(user)


@pytest.fixture
def division(competition):
    return league.make_division(6, competition=competition)


@pytest.fixture
def cup(competition):
    return league.make_division(6, competition=competition, name="Cup", kind=Division.Kind.KNOCK_OUT)


def url(name, *args):
    return reverse(name, args=args)


def test_the_table_and_the_matches_show_what_was_played(desk, user, division):
    made = league.make_fixtures(division, dates=league.weeks(5))
    league.play(division.competition, {made[0]: (1500, 1400), made[1]: (1300, 1300)}, user)
    for page in (desk.get(url("division", division.pk)), desk.get(url("league", division.competition_id))):
        assert "1\N{NARROW NO-BREAK SPACE}500" in page.text
    entry = desk.get(url("league_entry", division.competition_id, made[0].home_id))
    assert entry.text.count('class="match') >= 5


def test_what_is_overdue_and_who_rests_is_said(desk, competition):
    division = league.make_division(5, competition=competition)
    past = tuple(day - datetime.timedelta(days=3 * 365) for day in league.weeks(5))
    league.make_fixtures(division, dates=past)
    page = desk.get(url("division", division.pk))
    assert page.text.count("not played yet") == 10
    entry = desk.get(url("league_entry", competition.pk, division.members.first().entry_id))
    assert "Rests on match day" in entry.text


def test_a_match_is_postponed_awarded_and_taken_back_from_its_page(desk, division):
    first, *_rest = league.make_fixtures(division, dates=league.weeks(5))
    where = url("fixture", first.pk)
    assert desk.post(where, {"deed": "postpone", "postpone-note": ""}).status_code == 422
    desk.post(where, {"deed": "postpone", "postpone-note": "snow", "postpone-date": "2026-12-01"})
    assert "postponed" in desk.get(url("division", division.pk)).text
    desk.post(where, {"deed": "restore"})
    desk.post(where, {"deed": "award", "award-winner": str(first.away_id), "award-reason": "no show"})
    first.refresh_from_db()
    assert (first.state, first.winner_id, first.note) == ("awarded", first.away_id, "no show")
    late = desk.post(where, {"deed": "cancel", "cancel-reason": "too"})
    assert late.status_code == 422
    assert "changed in the meantime" in late.text


def test_what_a_new_date_collides_with_is_named(desk, competition):
    venue = Venue.objects.create(club=competition.club, name="De Punt", tables=1)
    blocked = {0: (datetime.date(2026, 12, 1),)}
    division = league.make_division(6, competition=competition, venues={0: venue, 1: venue}, blocked=blocked)
    made = league.make_fixtures(division, dates=league.weeks(5))
    first = division.members.first().entry_id
    match = next(one for one in made if first in (one.home_id, one.away_id) and one.match_day == 1)
    there = next(one for one in made if one.venue_id == venue.pk and one.match_day == 3)
    fields = {"deed": "move", "move-date": str(there.date), "move-venue": str(venue.pk)}
    page = desk.post(url("fixture", match.pk), fields, follow=True)
    assert "plays twice" in page.text
    assert "which has 1 table" in page.text
    fields = {"deed": "postpone", "postpone-note": "snow", "postpone-date": "2026-12-01"}
    page = desk.post(url("fixture", match.pk), fields, follow=True)
    assert "cannot play (against" in page.text
    early = desk.post(url("fixture", match.pk), fields | {"postpone-date": "2026-01-01"})
    assert early.status_code == 422
    assert "later date" in early.text


def test_an_evening_takes_the_matches_of_its_date(desk, division):
    made = league.make_fixtures(division, dates=league.weeks(5))
    evening = league.evening_of(division.competition, made[0].date)
    page = desk.get(url("evening_fixtures", evening.pk))
    assert page.text.count("checked") == 3
    nothing = desk.post(url("evening_fixtures", evening.pk), {})
    assert (nothing.status_code, "at least one" in nothing.text) == (422, True)
    answer = desk.post(url("evening_fixtures", evening.pk), {"match": [made[0].pk, made[1].pk]})
    round_ = Round.objects.get()
    assert answer.url == url("round", round_.pk)
    assert round_.tables.count() == 2
    assert desk.get(answer.url).status_code == 200


def test_equal_scores_in_a_cup_are_decided_on_the_page_of_the_match(desk, user, cup):
    made = league.make_fixtures(cup)
    playable = next(fixture for fixture in made if fixture.home_id and fixture.away_id)
    league.play(cup.competition, {playable: (1400, 1400)}, user)
    page = desk.get(url("fixture", playable.pk))
    assert "The scores are equal" in page.text
    competition = cup.competition
    competition.pairing = PairingRule(method="fixtures").to_json()
    competition.save()
    evening = league.evening_of(competition)
    for where in ("evening", "evening_fixtures"):
        assert "is not decided: say who goes on" in desk.get(url(where, evening.pk)).text
    desk.post(
        url("fixture", playable.pk),
        {"deed": "decide", "decide-winner": str(playable.away_id), "decide-reason": "one more deal"},
    )
    playable.refresh_from_db()
    assert playable.winner_id == playable.away_id
    assert "one more deal" in desk.get(url("fixture", playable.pk)).text
    league.score(playable, 1500, 1400, user)  # a correction: the reason no longer counts
    assert "one more deal" not in desk.get(url("fixture", playable.pk)).text


def test_a_round_says_that_a_correction_sends_somebody_else_on(desk, user, competition):
    cup = league.make_division(4, competition=competition, name="Cup", kind=Division.Kind.KNOCK_OUT)
    one, other, final = league.make_fixtures(cup)
    league.play(competition, {one: (1500, 1400), other: (1200, 1300)}, user)
    round_ = league.draw_round(league.evening_of(competition), [final], user)
    assert "somebody else should play" not in desk.get(url("round", round_.pk)).text
    league.score(one, 1500, 1600, user)
    assert "somebody else should play" in desk.get(url("round", round_.pk)).text


def test_readers_see_the_league_as_far_as_names_allow(client, user, division, cup):
    made = league.make_fixtures(division, dates=league.weeks(5))
    league.make_fixtures(cup)
    league.play(division.competition, {made[0]: (1500, 1400)}, user)
    hidden = made[0].home.people[0]
    Person.objects.filter(pk=hidden.pk).update(visibility=Person.Visibility.HIDDEN)
    competition = division.competition
    slug = competition.club.slug
    for name, key in (
        ("public_league", competition.pk),
        ("public_division", division.pk),
        ("public_division", cup.pk),
    ):
        page = client.get(url(name, slug, key))
        assert page.status_code == 200
        assert hidden.last_name not in page.text
        assert "csrf" not in page.text
    assert client.get(url("public_league_entry", slug, competition.pk, made[0].home_id)).status_code == 200
    assert client.get(url("public_league_entry", slug, competition.pk, 999999)).status_code == 404


def test_the_feed_has_every_dated_match_and_stays_the_same(client, user, division):
    made = league.make_fixtures(division, dates=league.weeks(5))
    fixture_service.cancel(made[3], "nobody", actor=user)
    competition = division.competition
    where = url("league_feed", competition.club.slug, competition.pk)
    first, again = client.get(where), client.get(where)
    assert first.content == again.content
    assert first["Content-Type"].startswith("text/calendar")
    assert first.content.count(b"BEGIN:VEVENT") == 15
    assert first.content.count(b"STATUS:CANCELLED") == 1
    own = client.get(url("league_entry_feed", competition.club.slug, competition.pk, made[0].home_id))
    assert own.content.count(b"BEGIN:VEVENT") == 5
    assert client.get(where, headers={"if-none-match": first["ETag"]}).status_code == 304


def test_a_larger_league_asks_the_database_no_more(desk, user):
    def count(size: int) -> list[int]:
        club = user.roles.get().club
        people = factories.make_people(2 * size, club, start=20 * size)
        competition = factories.make_competition(people, kind="pairs", rounds=1, club=club)
        venue = Venue.objects.create(club=competition.club, name=f"Venue {size}", tables=1)
        division = league.make_division(
            size, competition=competition, venues=dict.fromkeys(range(size), venue)
        )
        made = league.make_fixtures(division, dates=league.weeks(size))
        league.play(competition, {made[0]: (10, 9)}, user)
        entry = made[0].home_id
        counts = []
        for path in (
            url("league", competition.pk),
            url("division", division.pk),
            url("league_entry", competition.pk, entry),
            url("public_division", competition.club.slug, division.pk),
        ):
            with CaptureQueriesContext(connection) as queries:
                assert desk.get(path).status_code == 200
            counts.append(len(queries))
        return counts

    assert count(4) == count(8)
