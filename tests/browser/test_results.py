"""Results on a phone, a laptop and without script: what folds, what is found, where a name leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories
from tests.tournaments.scores import make_competition, play
from tournaments.models import Person

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.models import Competition

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True}
NAMES = ["Anna Aal", "Bert Bos", "Çem Çelik", "Dora van den Hoogenbemt-Brouwershaven", "Els Eik"]
NAMES += ["Fie Fok", "Gé Gans", "Huub Hop", "Ina Iep", "Jan Jak"]


@pytest.fixture
def competition() -> Competition:
    """Two evenings of two rounds; on the second Bert climbs over Anna. Places follow the alphabet otherwise."""
    competition = make_competition(NAMES)
    scores = {name.split()[0]: [1700 - 50 * place, 1650 - 50 * place] for place, name in enumerate(NAMES)}
    play(competition, scores)
    play(competition, scores | {"Anna": [1400, 1300], "Bert": [1900, 1850]})
    return competition


@pytest.fixture
def public(visit: Callable[..., Page], competition: Competition) -> Callable[..., Page]:
    def public(name: str, pk: int | None = None, **options: object) -> Page:
        where = [competition.club.slug] + ([pk] if pk else [])
        return visit(None, reverse(name, args=where), **options)

    return public


def test_on_a_phone_a_row_unfolds_and_the_page_never_scrolls_sideways(public, competition):
    page = public("public_season", competition.pk, **PHONE)
    for width in (320, 390, 640):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_timeout(100)  # the tables measure themselves
        assert page.evaluate("document.documentElement.scrollWidth") == width
    page.set_viewport_size({"width": 390, "height": 800})
    row = page.locator("tbody tr", has_text="Bert Bos")
    expect(row.locator(".total")).to_be_visible()
    expect(row.locator(".trend").first).to_be_hidden()  # its column is folded away
    expect(row.locator(".folded-only .trend")).to_be_visible()
    row.locator(".more").click()
    facts = page.locator(".more-row .facts")
    expect(facts).to_contain_text("1\N{NARROW NO-BREAK SPACE}750,00")  # 1650 + 1600 + 1900 + 1850 = 7000


def test_on_a_phone_the_first_places_stand_on_the_first_screen(public, competition):
    """Even of a club with a long name, under several titles: a menu and tabs are one line each."""
    competition.club.name = "Klaverjasvereniging De Vier Azen Zuidwolde"
    competition.club.save()
    rule = competition.get_standing().to_json()
    competition.titles = [{"name": name, "rule": rule} for name in ("Champion of the best seven", "Roem")]
    competition.save()
    page = public("public_season", competition.pk, viewport={"width": 375, "height": 720}, has_touch=True)
    for name in ("Bert Bos", "Çem Çelik"):
        place = page.locator("#list tbody tr", has_text=name).bounding_box()
        assert place["y"] + place["height"] <= 720
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    mark = page.locator(".brand .mark").bounding_box()
    assert mark["x"] >= 0
    assert mark["width"] >= 20


def test_on_a_laptop_everything_stands_in_the_table(public, competition):
    page = public("public_season", competition.pk, viewport={"width": 1280, "height": 800})
    row = page.locator("tbody tr", has_text="Bert Bos")
    expect(row.locator("td.num").nth(3)).to_be_visible()
    expect(row.locator(".folded-only")).to_be_hidden()
    expect(page.locator(".more").first).to_be_hidden()


@pytest.mark.parametrize("script", [True, False])
def test_a_reader_goes_from_the_club_to_his_own_rounds_without_a_cookie(public, competition, script):
    page = public("public_club", java_script_enabled=script, **PHONE)
    page.fill("#find", "celik")
    page.keyboard.press("Enter")
    rows = page.locator("#list tbody tr:not(.more-row)")
    expect(rows).to_have_count(1)
    rows.locator("th a").click()
    expect(page.locator("h1")).to_have_text("Çem Çelik")
    page.locator("tbody th a").first.click()
    expect(page.locator(".stories > li")).to_have_count(2)
    expect(page.locator(".sum-total")).to_contain_text("3\N{NARROW NO-BREAK SPACE}150")
    page.locator(".back a").click()
    expect(page.locator("#list")).to_contain_text("Anna Aal")
    assert page.context.cookies() == []


def test_a_reader_needs_no_htmx(public):
    page = public("public_club")
    assert page.evaluate("typeof htmx") == "undefined"


def test_at_the_desk_the_list_narrows_while_typing(visit, competition):
    user = factories.make_user("organiser", competition.club)
    page = visit(user, reverse("season", args=[competition.pk]))
    page.locator("#find").press_sequentially("hoog")
    expect(page.locator("#list tbody tr")).to_have_count(1)
    expect(page.locator("#find")).to_be_focused()
    page.locator("#find").fill("zz")
    expect(page.locator("#list table")).to_have_count(0)
    page.locator("#list a").click()
    expect(page.locator("#list tbody tr")).to_have_count(len(NAMES))


def test_the_own_row_is_marked_for_a_player(visit, competition):
    user = factories.make_user("player", competition.club)
    user.roles.update(person=Person.objects.get(first_name="Jan"))
    page = visit(user, reverse("public_club", args=[competition.club.slug]), **PHONE)
    own = page.locator(".leaders .own")
    expect(own).to_have_count(1)
    expect(own).to_contain_text("Jan Jak")
