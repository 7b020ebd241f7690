"""Pages on which a league is made: divisions, fixtures, pools, places to play; nothing typed is lost."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.tournaments import leagues as league
from tournaments import league_board
from tournaments.models import Change, Division, Fixture, Venue
from tournaments.services import fixtures as fixture_service
from tournaments.services import league_ties
from tournaments.standing import queries

RULE = ("rounds", "win", "draw", "loss", "awarded_for", "awarded_against")

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


def url(name, *args):
    return reverse(name, args=args)


def test_a_league_is_made_from_the_first_division_to_its_fixtures(desk, competition):
    page = desk.get(url("league", competition.pk))
    assert "No division yet" in page.text
    form = desk.get(url("division_add", competition.pk)).context["form"]
    fields = {"name": "Klasse A", "kind": "round_robin", "level": "1", "legs": "1", "counts": "matches"}
    fields |= {"promoted": "0", "relegated": "1", "key": form["key"].initial}
    fields |= {name: form[name].value() for name in RULE}
    for _click in range(2):
        desk.post(url("division_add", competition.pk), fields)
    division = Division.objects.get()
    entries = list(competition.entries.order_by("pk"))
    seeds = {f"seed-{entry.pk}": str(at) for at, entry in enumerate(entries, 1)}
    seeds[f"blocked-{entries[0].pk}"] = "15-10-2026"
    assert desk.post(url("division_entries", division.pk), seeds).status_code == 302
    assert division.members.first().blocked_dates == ["2026-10-15"]

    dates = "\n".join(f"{8 + 7 * week}-10-2026" for week in range(4)) + "\n5-11-2026"
    wanted = {"seed": "77", "dates": dates, "one-0": str(entries[0].pk), "other-0": "home", "day-0": "5"}
    draft = desk.post(url("division_fixtures", division.pk), wanted | {"preview": "1"})
    assert draft.status_code == 200
    assert "cannot play (against" in draft.text
    assert not Fixture.objects.exists()
    for _click in range(2):
        desk.post(url("division_fixtures", division.pk), wanted | {"make": "1"})
    assert division.fixtures.count() == 15
    assert division.fixtures.filter(home=entries[0], match_day=5).exists()
    page = desk.get(url("division", division.pk))
    assert "How good is this calendar?" in page.text
    assert "Fewer is not possible." in page.text


def test_who_goes_back_corrects_and_saves_again_is_heard(desk, division):
    form = desk.get(url("division_edit", division.pk)).context["form"]
    fields = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    for win in (
        "4",
        "4",
        "2",
    ):  # a double click, and then the same page once more out of the memory of the browser
        answer = desk.post(url("division_edit", division.pk), fields | {"win": win, "bands": ""})
        assert answer.status_code == 302
    division.refresh_from_db()
    assert division.get_rule().points.win == 2
    changes = Change.objects.filter(key__startswith=fields["key"])
    assert changes.count() == 2


@pytest.mark.parametrize(
    ("odd", "says"),
    [
        ({"promoted": "4", "relegated": "3"}, "At most 6 together."),
        ({"promoted": "7"}, "At most 6."),
        ({"level": "99999999999"}, "less than or equal to 99"),
        ({"legs": "9"}, "less than or equal to 4"),
    ],
)
def test_a_division_that_cannot_be_is_refused_at_its_field(desk, division, odd, says):
    form = desk.get(url("division_edit", division.pk)).context["form"]
    fields = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    answer = desk.post(url("division_edit", division.pk), fields | {"bands": ""} | odd)
    assert answer.status_code == 422
    assert says in answer.text


def test_a_place_decided_where_nobody_played_is_explained(desk, division, user):
    for each in league.make_fixtures(division):
        fixture_service.cancel(each, "hall closed", actor=user)
    ties = league_board.load_division(division, queries.DESK).ties
    ((rank, tied),) = ties
    order = [who.entry for who in tied]
    league_ties.decide(division, order, "by the toss of a coin", actor=user)
    assert rank == 1
    assert "by the toss of a coin" in desk.get(url("division", division.pk)).text


def test_another_lot_is_another_draft_and_what_was_typed_stays(desk, division):
    fields = {"seed": "5", "dates": "", "again": "1"}
    page = desk.post(url("division_fixtures", division.pk), fields)
    assert page.context["form"]["seed"].value() != "5"
    wrong = desk.post(url("division_fixtures", division.pk), {"seed": "5", "dates": "31-2-2026", "make": "1"})
    assert wrong.status_code == 422
    assert "31-2-2026” is no date" in wrong.text
    assert not division.fixtures.exists()


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ({"one-0": "first"}, "whole wish"),
        ({"one-0": "first", "other-0": "first", "day-0": "1"}, "against himself"),
        ({"dates": "8-10-2026"}, "need 5 match days; there are 1 dates"),
    ],
)
def test_a_wish_or_date_that_cannot_be_is_said_at_once(desk, division, extra, words):
    first = str(division.members.first().entry_id)
    fields = {"seed": "5", "dates": ""} | {name: first if v == "first" else v for name, v in extra.items()}
    page = desk.post(url("division_fixtures", division.pk), fields | {"preview": "1"})
    assert page.status_code == 422
    assert words in page.text


@pytest.mark.parametrize("odd", ["9" * 30, "-1", "Ω", "", "1e9", "\n"])
def test_what_no_browser_sends_is_refused_like_a_slip(desk, division, odd):
    competition = division.competition
    one = {"seed": odd, "dates": odd, "one-0": odd, "other-0": "home", "day-0": "1", "make": "1"}
    for where, fields in (
        (url("division_fixtures", division.pk), one),
        (url("league_finals", competition.pk), {"name": odd, "pools": odd, "key": "k"}),
        (url("league_pools", competition.pk), {"count": odd, "through": odd, "legs": odd, "key": "k"}),
        (url("division_add", competition.pk), {"name": "B", "kind": odd, "level": odd, "legs": odd}),
    ):
        assert desk.post(where, fields).status_code == 422
    assert Division.objects.count() == 1
    assert not division.fixtures.exists()


def test_two_with_the_same_seed_are_told_apart(desk, division):
    one, other = division.members.all()[:2]
    page = desk.post(
        url("division_entries", division.pk), {f"seed-{one.entry_id}": "1", f"seed-{other.entry_id}": "1"}
    )
    assert page.status_code == 422
    assert "Seed 1 is also that of" in page.text
    assert division.members.count() == 6


def test_a_venue_without_tables_and_more_that_go_up_than_play_are_refused(desk, division):
    venues = url("venues", division.competition.club.slug)
    assert "At least one table" in desk.post(venues, {"name": "X", "tables": "0"}).text
    fields = {"name": "A", "kind": "round_robin", "level": "1", "legs": "1", "counts": "matches"}
    page = desk.post(url("division_edit", division.pk), fields | {"promoted": "7", "relegated": "0"})
    assert page.status_code == 422
    assert "At most 6." in page.text


def test_pools_and_finals_and_the_next_season_have_pages(desk, user, competition):
    entries = list(competition.entries.order_by("pk"))
    form = desk.get(url("league_pools", competition.pk)).context["form"]
    fields = {"count": "2", "through": "2", "legs": "1", "key": form["key"].initial}
    fields |= {f"seed-{entry.pk}": str(at) for at, entry in enumerate(entries, 1)}
    for _click in range(2):
        assert desk.post(url("league_pools", competition.pk), fields).status_code == 302
    assert Division.objects.count() == 2
    for pool in Division.objects.all():
        for fixture in league.make_fixtures(pool):
            fixture_service.award(
                fixture, min(fixture.home, fixture.away, key=lambda e: e.pk), "test", actor=user
            )
    finals = desk.get(url("league_finals", competition.pk)).context["form"]
    answer = desk.post(
        url("league_finals", competition.pk),
        {
            "name": "Finals",
            "pools": [pool.pk for pool in Division.objects.all()],
            "key": finals["key"].initial,
        },
    )
    cup = Division.objects.get(name="Finals")
    assert answer.url == url("division_fixtures", cup.pk)
    same = "With four entries this is the match for the third place"
    assert same in desk.get(answer.url).text
    draft = desk.post(answer.url, {"seed": "3", "dates": "", "third_place": "on", "preview": "1"})
    assert "Third place" in draft.text
    desk.post(answer.url, {"seed": "3", "dates": "", "third_place": "on", "make": "1"})
    assert cup.fixtures.count() == 4
    assert "Semi-finals" in desk.get(url("division", cup.pk)).text
    shown = desk.get(url("league_next", competition.pk)).text
    assert url("season_next", competition.pk) in shown


def test_venues_are_kept_with_the_club(desk, competition):
    where = url("venues", competition.club.slug)
    key = desk.get(where).context["form"]["key"].initial
    for _click in range(2):
        assert (
            desk.post(
                where, {"name": "Het Anker", "address": "Kade 1", "tables": "2", "key": key}
            ).status_code
            == 302
        )
    venue = Venue.objects.get()
    assert desk.post(where, {"name": "Het Anker"}).status_code == 422
    edit = url("venue_edit", competition.club.slug, venue.pk)
    desk.post(edit, {"name": "Het Anker", "address": "", "tables": ""})
    venue.refresh_from_db()
    assert venue.tables is None


@pytest.mark.parametrize("role", ["player", "secretary"])
def test_only_organisers_make_and_change(role, competition, division):
    made = league.make_fixtures(division)
    other = factories.sign_in(factories.make_user(role, competition.club))
    assert other.get(url("league", competition.pk)).status_code == 200
    assert other.get(url("division", division.pk)).status_code == 200
    assert other.get(url("fixture", made[0].pk)).status_code == 200
    assert other.post(url("fixture", made[0].pk), {"deed": "cancel", "cancel-reason": "x"}).status_code == 403
    for name, key in (
        ("division_add", competition.pk),
        ("division_edit", division.pk),
        ("division_entries", division.pk),
        ("division_fixtures", division.pk),
        ("league_pools", competition.pk),
        ("league_finals", competition.pk),
        ("league_next", competition.pk),
        ("venues", competition.club.slug),
    ):
        assert other.get(url(name, key)).status_code == 403, name
    assert other.post(url("fixtures_remove", division.pk)).status_code == 403
    stranger = factories.sign_in(factories.make_user("organiser"))
    assert stranger.get(url("division", division.pk)).status_code == 404
    assert stranger.get(url("fixture", made[0].pk)).status_code == 404


def test_fixtures_and_divisions_are_taken_away_again(desk, division):
    league.make_fixtures(division)
    desk.post(url("fixtures_remove", division.pk))
    assert not division.fixtures.exists()
    desk.post(url("division_remove", division.pk))
    assert not Division.objects.exists()
