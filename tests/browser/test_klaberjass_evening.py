"""An evening of a relative in a real browser: the game chosen, six people drawn two by two, matches typed, the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tests.browser.keyboard import type_keys
from tournaments.models import Competition, Entry, Presence, Round

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

# To 200 points, added up by hand; at one table B is bete.
MATCHES = [
    [("a92i/58+", "112 – 58"), ("b75v/60*+", "317 – 58")],
    [("a80/60+", "80 – 60"), ("a120i/20+", "220 – 80")],
    [("b30/120i+", "30 – 140"), ("b40/100+", "70 – 240")],
]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page(visit: Callable[..., Page]) -> Page:
    user = factories.make_user("organiser", username="leider")
    club = user.roles.get().club
    factories.make_people(6, club)
    page = visit(user, reverse("competition_add", args=[club.slug]))
    english = {"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "domain": "127.0.0.1", "path": "/"}
    page.context.add_cookies([english])
    page.reload()
    return page


def serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [one["id"] for one in found if one["impact"] in ("serious", "critical")]


def make_competition(page: Page) -> Competition:
    """Chooses Klaberjass on the form; its options come by themselves, what was typed stays."""
    page.locator("#id_name").fill("Klaberjass-avond")
    page.locator("#id_ruleset_preset").select_option("klaberjass")
    expect(page.locator("input[name=option_kb_tie]")).to_have_count(2)
    expect(page.locator("#id_name")).to_have_value("Klaberjass-avond")
    expect(page.locator("#id_deals_per_round")).to_have_value("20")
    assert serious(page) == []
    page.get_by_label("who sits nearer to the dealer's left counts").check()
    page.locator("#id_match_points").fill("200")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Enter all members").click()
    expect(page.get_by_text("6 members are entered")).to_be_visible()
    return Competition.objects.get()


def test_an_evening_of_klaberjass_for_six(page):
    competition = make_competition(page)
    assert (competition.get_rules().equal_melds, competition.get_rules().end) == ("elder", "points:200")
    evening = factories.make_evening(competition, present=0, rounds_planned=1)
    Presence.objects.bulk_create(
        Presence(evening=evening, entry=entry, state=Presence.State.PRESENT) for entry in Entry.objects.all()
    )
    page.goto(reverse("evening", args=[evening.pk]))
    expect(page.get_by_text("3 tables, everybody plays.").first).to_be_visible()
    page.get_by_role("button", name="Draw round 1").click()
    expect(page.locator(".table-card")).to_have_count(3)
    page.get_by_role("button", name="Publish this draw").click()
    expect(page.locator(".tile")).to_have_count(3)

    round_ = Round.objects.get()
    for table, rows in zip(factories.tables(round_), MATCHES, strict=True):
        type_match(page, table.pk, rows)
    page.goto(reverse("round", args=[round_.pk]))
    page.get_by_role("button", name="Close round 1").click()
    page.wait_for_url(f"**{reverse('evening', args=[evening.pk])}")
    page.get_by_role("button", name="Close the evening").first.click()

    page.goto(reverse("evening_result", args=[evening.pk]))
    totals = page.locator("table.results td.total").all_inner_texts()
    assert totals == ["317", "240", "220", "80", "70", "58"]
    expect(page.get_by_role("columnheader", name="Melds")).to_be_visible()
    assert serious(page) == []
    page.locator("table.results th a").first.click()
    expect(page.get_by_text("Against ")).to_be_visible()


def type_match(page: Page, table: int, rows: list[tuple[str, str]]) -> None:
    """Keys of each deal, and how it then stands; after the last the match is over."""
    page.goto(reverse("sheet", args=[table]))
    expect(page.locator("#r1 .box-declarer")).to_be_focused()
    for position, (keys, stand) in enumerate(rows, 1):
        type_keys(page, keys)
        expect(page.locator(f"#r{position}-stand")).to_have_text(stand)
    page.keyboard.press("Control+Enter")
    page.wait_for_url(lambda url: f"/table/{table}/" not in url)
