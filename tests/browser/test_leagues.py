"""A league in the browser: from its fixtures to a played match, on a laptop, a phone and without script."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories
from tests.tournaments import leagues as league
from tournaments.models import Division, Role

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True}
LAPTOP = {"viewport": {"width": 1280, "height": 900}}
BEAMER = {"viewport": {"width": 1920, "height": 1080}}


@pytest.fixture
def user():
    return factories.make_user(Role.Kind.ORGANISER)


@pytest.fixture
def competition(user):
    club = user.roles.get().club
    return factories.make_competition(12, club=club, kind="pairs", rounds=1)


@pytest.fixture
def cup(competition, user) -> Division:
    """Six pairs; the two first matches are played, the final is open."""
    cup = league.make_division(6, competition=competition, name="Cup", kind=Division.Kind.KNOCK_OUT)
    first, second, *_rest = league.make_fixtures(cup)
    league.play(competition, {first: (1500, 1400), second: (1450, 1460)}, user)
    return cup


@pytest.mark.parametrize("script", [True, False])
def test_fixtures_are_looked_at_before_they_are_stored(visit: Callable[..., Page], user, competition, script):
    division = league.make_division(6, competition=competition)
    page = visit(user, reverse("division_fixtures", args=[division.pk]), java_script_enabled=script, **LAPTOP)
    page.locator("[name=one-0]").select_option(index=1)
    page.locator("[name=other-0]").select_option("home")
    page.locator("[name=day-0]").select_option("5")
    page.locator("[name=preview]").click()
    expect(page.locator(".match")).to_have_count(15)
    assert not division.fixtures.exists()
    first = page.locator(".match").first.inner_text()
    page.locator("[name=again]").click()
    expect(page.locator(".match").first).not_to_have_text(first)
    page.locator("[name=make]").click()
    page.wait_for_url(f"**{reverse('division', args=[division.pk])}")
    expect(page.locator("table.cross tbody tr")).to_have_count(6)
    assert division.fixtures.count() == 15
    home = division.fixtures.filter(match_day=5).values_list("home__pk", flat=True)
    assert division.members.first().entry_id in home


def test_an_evening_of_matches_from_the_choice_to_the_table(visit: Callable[..., Page], user, competition):
    division = league.make_division(6, competition=competition)
    made = league.make_fixtures(division, dates=league.weeks(5))
    evening = league.evening_of(competition, made[0].date)
    page = visit(user, reverse("evening_fixtures", args=[evening.pk]), **LAPTOP)
    expect(page.locator("[name=match]:checked")).to_have_count(3)
    page.locator("form .button-primary").click()
    page.locator("form[action$='/publish/'] button").click()
    round_ = evening.rounds.get()
    expect(page.locator("h1")).to_be_visible()
    assert round_.tables.exclude(sheet=None).count() == 3
    league.score(made[0], 1500, 1400, user)
    page.goto(reverse("division", args=[division.pk]))
    row = page.locator("table.results tbody tr").first
    expect(row.locator(".total")).to_have_text("2")


@pytest.mark.parametrize("screen", [PHONE, LAPTOP, BEAMER])
def test_a_bracket_is_read_without_scrolling_sideways(visit: Callable[..., Page], cup, screen):
    slug = cup.competition.club.slug
    page = visit(None, reverse("public_division", args=[slug, cup.pk]), **screen)
    width = screen["viewport"]["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    boxes = [page.locator(".bracket-round").nth(at).bounding_box() for at in range(3)]
    if screen is PHONE:
        assert boxes[0]["y"] < boxes[1]["y"] < boxes[2]["y"]
    else:
        assert boxes[0]["x"] < boxes[1]["x"] < boxes[2]["x"]
        semi = page.locator(".bracket-round").nth(1).locator(".bracket-match").first.bounding_box()
        above, below = (
            page.locator(".bracket-round").nth(0).locator(".bracket-match").nth(at).bounding_box()
            for at in (0, 1)
        )
        middle = semi["y"] + semi["height"] / 2
        assert above["y"] < middle < below["y"] + below["height"]
    expect(page.locator(".bracket-round").nth(2).locator(".bracket-side.won")).to_have_count(0)


def test_a_match_is_put_off_with_the_keyboard(visit: Callable[..., Page], user, competition):
    division = league.make_division(4, competition=competition)
    first, *_rest = league.make_fixtures(division, dates=league.weeks(3))
    page = visit(user, reverse("fixture", args=[first.pk]), **PHONE)
    page.locator("details:has([name=postpone-note]) summary").focus()
    page.keyboard.press("Enter")
    page.locator("[name=postpone-note]").fill("snow")
    page.keyboard.press("Enter")
    expect(page.locator(".badge-warn")).to_be_visible()
    first.refresh_from_db()
    assert (first.state, first.date, first.first_date) == ("postponed", None, league.START)
