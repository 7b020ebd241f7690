"""The style guide in a real browser, without a server: every component fits, can be read, and behaves.

Pages and static files are handed to Chromium directly, under the same Content-Security-Policy as in use.
"""

import mimetypes
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Browser, Page, Route, expect

pytestmark = pytest.mark.browser

SITE = "http://klaverclub.test"
POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'"


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    opened = context.new_page()
    complaints: list[str] = []
    opened.on(
        "console", lambda message: complaints.append(message.text) if "Content" in message.text else None
    )
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.route(f"{SITE}/**", serve)
    opened.goto(f"{SITE}/styleguide/")
    yield opened
    context.close()
    assert complaints == []


def serve(route: Route) -> None:
    """Static files from the source tree, the style guide for every other address."""
    path = urlsplit(route.request.url).path
    if path.startswith("/static/"):
        file = finders.find(path.removeprefix("/static/"))
        kind = mimetypes.guess_type(path)[0]
        route.fulfill(path=file, content_type=kind)
        return
    request = RequestFactory().get(path)
    request.user = AnonymousUser()
    html = render_to_string("styleguide.html", {}, request)
    route.fulfill(body=html, content_type="text/html", headers={"Content-Security-Policy": POLICY})


def sideways(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@pytest.mark.parametrize("width", [320, 390, 640, 768, 1024, 1280, 1920])
def test_the_page_never_scrolls_sideways(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    expect(page.locator("h1")).to_be_visible()
    page.wait_for_timeout(50)  # one frame for the tables to measure themselves
    assert sideways(page) == 0


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page, scheme, width):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    found = Axe().run(page).response["violations"]
    assert [(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in found] == []


def test_targets_are_large_enough_for_a_thumb(page):
    page.set_viewport_size({"width": 390, "height": 844})
    small = page.locator(
        "main .button, main input:visible:not([type=checkbox], [type=radio]), main select"
    ).evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).filter(r => r.width && r.height < 43.9).length"
    )
    assert small == 0


def test_a_folded_row_opens_by_a_tap_and_by_key_and_shows_what_was_hidden(page):
    page.set_viewport_size({"width": 390, "height": 844})
    table = page.locator("#tabellen table")
    expect(table.locator("thead .extra").first).to_be_hidden()
    table.get_by_text("Łukasz Dąbrowski").click()
    opened = table.locator(".more-row")
    expect(opened).to_contain_text("Ronde 1")
    expect(opened).to_contain_text("1\u202f499")
    expect(opened).not_to_contain_text("Punten")
    button = table.get_by_role("button", name="Łukasz Dąbrowski")
    expect(button).to_have_attribute("aria-expanded", "true")
    button.press("Enter")
    expect(opened).to_have_count(0)


def test_a_wider_window_unfolds_the_table(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#tabellen table").get_by_text("Łukasz Dąbrowski").click()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator("#tabellen thead .extra").first).to_be_visible()
    expect(page.locator("#tabellen .more-row")).to_have_count(0)
    expect(page.locator("#tabellen .more").first).to_be_hidden()


def test_the_first_wrong_field_has_the_focus(page):
    expect(page.locator("#f-nummer")).to_be_focused()


def test_a_message_can_be_closed(page):
    message = page.locator(".message-ok")
    message.get_by_role("button").click()
    expect(message).to_have_count(0)


def test_a_question_opens_and_returns_the_focus(page):
    opener = page.get_by_role("button", name="Open een vraag")
    opener.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(opener).to_be_focused()


def ask(page: Page, address: str = "/part/") -> None:
    """A request by htmx that would put its answer into the page head."""
    page.evaluate("address => htmx.ajax('GET', address, '.kicker').catch(() => {})", address)


def test_without_a_connection_the_page_says_so_once_and_takes_it_back(page):
    page.route(f"{SITE}/part/", lambda route: route.abort())
    ask(page)
    ask(page)
    expect(page.locator("#messages .message-warn")).to_have_count(1)
    page.unroute(f"{SITE}/part/")
    page.route(f"{SITE}/part/", lambda route: route.fulfill(body="back", content_type="text/html"))
    ask(page)
    expect(page.locator(".kicker")).to_have_text("back")
    expect(page.locator("#messages .message")).to_have_count(0)


def test_a_broken_server_is_told_and_the_part_stays(page):
    page.route(f"{SITE}/part/", lambda route: route.fulfill(status=500, body="broken"))
    ask(page)
    expect(page.locator("#messages .message-error")).to_have_count(1)
    expect(page.locator(".kicker")).to_have_text("Klaverclub")


@pytest.mark.parametrize("status", [409, 422])
def test_a_refusal_is_shown_in_its_place(page, status):
    page.route(
        f"{SITE}/part/", lambda route: route.fulfill(status=status, body="no", content_type="text/html")
    )
    ask(page)
    expect(page.locator(".kicker")).to_have_text("no")
    expect(page.locator("#messages .message")).to_have_count(0)


def test_a_lost_login_never_replaces_a_part_of_the_page(page):
    """The answer comes from the login page, as after a redirect."""
    ask(page, "/account/login/?next=/part/")
    again = page.locator("#messages a")
    expect(again).to_have_attribute("href", f"{SITE}/account/login/?next=%2Fstyleguide%2F")
    expect(page.locator(".kicker")).to_have_text("Klaverclub")
