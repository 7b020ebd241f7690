"""Shared by the browser tests: Chromium, a real server, and pages of people who are signed in.

Tests that use `site` or `visit` are marked `django_db(transaction=True)`: what they make is then seen by the
server, and thrown away afterwards.
"""

from __future__ import annotations

import os
import shutil
import socket
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect, sync_playwright

from tests.browser.site import Site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

    from tournaments.models import User

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    # Playwright keeps an event loop on this thread; the tests themselves are plain functions on it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=20_000)  # a small computer that runs the whole suite is slow
    path = next(filter(None, map(shutil.which, NAMES)))
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def running_site(
    django_db_setup: None, django_db_blocker: object, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    site = Site(tmp_path_factory.mktemp("site"), port)
    site.prepare()
    yield site
    site.kill()


@pytest.fixture
def site(running_site: Site, transactional_db: None) -> Site:
    """The server, running, whatever the test before did to it."""
    if running_site.process is None or running_site.process.poll() is not None:
        running_site.start()
    return running_site


@pytest.fixture
def sign_in(site: Site) -> Callable[[BrowserContext, User], None]:
    """Gives a browser the session of somebody who has signed in."""

    def sign_in(context: BrowserContext, user: User) -> None:
        client = Client()
        client.force_login(user)
        value = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": site.url}])

    return sign_in


@pytest.fixture
def visit(
    chromium: Browser, site: Site, sign_in: Callable[[BrowserContext, User], None]
) -> Iterator[Callable[..., Page]]:
    """`visit(user, "/club/…/")`: a page of this user in a browser of his own; options go to the context.

    No script may fail on it, and nothing may be refused by the Content-Security-Policy.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def listen(page: Page) -> None:
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if "Security" in said.text else None)

    def visit(user: User | None, path: str, **options: object) -> Page:
        context = chromium.new_context(base_url=site.url, **options)
        context.set_default_timeout(30_000)
        contexts.append(context)
        context.on("page", listen)
        if user:
            sign_in(context, user)
        page = context.new_page()
        page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []
