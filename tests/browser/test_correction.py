"""A sheet of a closed evening is corrected in a real browser, by the keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests import factories
from tests.browser.keyboard import box
from tests.scoring.paper import Typist, make_table, typist
from tournaments.models import Change, Posting, Role
from tournaments.services import closing

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table() -> Table:
    """Table 1 of a closed evening: 1472 against 1330, and 1600 against 992 at the other table."""
    table = make_table(rounds=1)
    typist(table).accept()
    round_, leader = table.round, factories.make_user()
    factories.accept_sheet(round_.tables.exclude(pk=table.pk).get(), leader, 100)
    closing.close_round(round_, actor=leader)
    closing.close_evening(round_.evening, actor=leader)
    return table


@pytest.fixture
def leader(table: Table) -> Typist:
    return typist(table, Role.Kind.ORGANISER, username="leider")


@pytest.fixture
def page(visit: Callable[..., Page], leader: Typist) -> Page:
    page = visit(leader.user, leader.url("sheet"))
    english = {"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "domain": "127.0.0.1", "path": "/"}
    page.context.add_cookies([english])
    page.reload()
    return page


def total_at_north(table: Table) -> int:
    return Posting.objects.get(round=table.round, entry=table.seats.get(position="N").entry).total


def test_typed_looked_at_and_confirmed_by_the_keyboard(page, table):
    page.get_by_role("link", name="Something is wrong: correct it").press("Enter")
    box(page, 1, "we_points").fill("85")
    page.locator("#r0-reason").fill("read 9 for 8")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".lead")).to_have_text("The sheet: 1472 – 1330 becomes 1462 – 1340.")
    expect(page.get_by_role("heading", name="Result of evening 1")).to_be_visible()
    expect(page.get_by_role("button", name="Correct it")).to_be_focused()
    assert total_at_north(table) == 1472
    page.keyboard.press("Enter")
    expect(page.locator(".site-messages")).to_contain_text("Table 1 of round 1 is corrected.")
    assert total_at_north(table) == 1462
    table.round.refresh_from_db()
    assert table.round.evening.is_closed


def test_who_goes_back_finds_what_was_typed(page, table):
    page.get_by_role("link", name="Something is wrong: correct it").click()
    box(page, 1, "we_points").fill("85")
    page.locator("#r0-reason").fill("read 9 for 8")
    page.keyboard.press("Control+Enter")
    page.get_by_role("link", name="Back without correcting").click()
    expect(box(page, 1, "we_points")).to_have_value("85")
    expect(page.locator("#r0-reason")).to_have_value("read 9 for 8")
    assert total_at_north(table) == 1472


def test_a_double_click_corrects_once(page, table):
    page.get_by_role("link", name="Something is wrong: correct it").click()
    box(page, 1, "we_points").fill("85")
    page.locator("#r0-reason").fill("read 9 for 8")
    page.keyboard.press("Control+Enter")
    page.get_by_role("button", name="Correct it").dblclick()
    expect(page.locator(".site-messages")).to_contain_text("is corrected.")
    assert table.sheet.versions.count() == 2
    assert Change.objects.filter(verb="correct sheet").count() == 1


def test_on_a_phone_nothing_hangs_over_the_edge(page):
    page.set_viewport_size({"width": 375, "height": 800})
    page.get_by_role("link", name="Something is wrong: correct it").click()
    box(page, 1, "we_points").fill("85")
    page.locator("#r0-reason").fill("read 9 for 8")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("button", name="Correct it")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
