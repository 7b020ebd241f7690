"""The life of a draw in a real browser, on a phone and without script too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tournaments.models import Presence, Round, Seat
from tournaments.services import check_in, people

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tournaments.models import Evening, User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def evening(site: object) -> Evening:
    return factories.make_evening(factories.make_competition(13))


@pytest.fixture
def organiser(evening: Evening) -> User:
    return factories.make_user("organiser", evening.competition.club, first_name="Bea", last_name="Baas")


@pytest.fixture
def open_page(visit: Callable[..., Page]) -> Callable[..., Page]:
    """A page in English."""

    def open_page(user: User, path: str, **options: object) -> Page:
        page = visit(user, path, **options)
        english = {"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "domain": "127.0.0.1", "path": "/"}
        page.context.add_cookies([english])
        page.reload()
        return page

    return open_page


def norths() -> dict[int, int]:
    """Who sits North, by table."""
    return dict(Seat.objects.filter(position="N").values_list("table__number", "entry_id"))


def at_table(number: int) -> set[int]:
    return set(Seat.objects.filter(table__number=number).values_list("entry_id", flat=True))


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False, "viewport": PHONE}])
def test_a_draw_is_swapped_pinned_drawn_again_published_and_taken_back(
    open_page: Callable[..., Page], evening: Evening, organiser: User, options: dict[str, object]
):
    page = open_page(organiser, reverse("evening", args=[evening.pk]), **options)
    page.get_by_role("button", name="Draw round 1").click()
    round_ = Round.objects.get()
    before = norths()

    first = page.get_by_role("article", name="Table 1", exact=True)
    first.get_by_role("link", name="Swap").first.click()
    page.get_by_label("changes places with").select_option(str(before[2]))
    page.get_by_role("button", name="Show what it changes").click()
    expect(page.get_by_role("heading", name="change places")).to_be_visible()
    assert norths() == before
    page.get_by_role("button", name="Swap these two").click()
    expect(page.get_by_text("have changed places.")).to_be_visible()
    assert (norths()[1], norths()[2]) == (before[2], before[1])
    page.get_by_text("1 change by hand").click()
    expect(page.get_by_text("Bea Baas")).to_be_visible()

    page.get_by_role("button", name="Keep table 1 when the rest is drawn again").click()
    expect(page.get_by_text("pinned", exact=True)).to_be_visible()
    kept = at_table(1)
    page.get_by_role("button", name="Draw the rest again").click()
    expect(page.get_by_role("button", name="Let table 1 be drawn again")).to_be_visible()
    assert at_table(1) == kept

    page.get_by_role("button", name="Publish this draw").click()
    expect(page.locator("#to-board")).to_be_visible()
    _arrive(evening, organiser)
    page.goto(reverse("round", args=[round_.pk]))
    page.get_by_role("button", name="Seat them, touching no other table").click()
    expect(page.get_by_text("1 table added: 4.")).to_be_visible()
    assert at_table(1) == kept
    assert len(at_table(4)) == 4

    new = page.get_by_role("article", name="Table 4", exact=True)
    new.get_by_role("link", name="Change the seat").first.click()
    page.get_by_role("link", name="goes home").click()
    page.get_by_label("now, without playing this round").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("is out of round 1. Cancelled: table 4. Without a seat now:")).to_be_visible()
    assert round_.sit_outs.count() == 3

    page.get_by_text("Take the draw back", exact=True).click()
    page.get_by_role("button", name="Take the draw of round 1 back").click()
    expect(page.get_by_text("Round 1 is a draft again.")).to_be_visible()


def _arrive(evening: Evening, organiser: User) -> None:
    for person in factories.make_people(3, evening.competition.club, start=40):
        entry = people.add_entry(evening.competition, [person], actor=organiser)
        check_in.set_presence(evening, entry, Presence.State.PRESENT, actor=organiser)


def test_the_options_of_a_draw_by_standing_show_when_it_is_chosen(
    open_page: Callable[..., Page], evening: Evening, organiser: User
):
    page = open_page(organiser, reverse("draw_rule", args=[evening.competition_id]), viewport=PHONE)
    options = page.get_by_role("heading", name="For a draw by standing")
    expect(options).to_be_hidden()
    page.get_by_label("By standing (Swiss)").check()
    expect(options).to_be_visible()
    page.get_by_label("A repeat is worth a table so many ranks wider").fill("200")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Not saved yet")
    expect(page.get_by_label("By standing (Swiss)")).to_be_checked()
    page.get_by_label("A repeat is worth a table so many ranks wider").fill("30")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved. The next draw goes by it")).to_be_visible()
    evening.competition.refresh_from_db()
    rule = evening.competition.get_pairing()
    assert (rule.method, rule.repeat_worth) == ("swiss", 30)
