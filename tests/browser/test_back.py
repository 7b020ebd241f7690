"""Back, change, save: what is typed on a page that the browser brought back is neither thrown away nor done twice."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tests.browser.conftest import ARGUMENTS, NAMES
from tests.tournaments import leagues
from tournaments.models import Division

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, Route

    from tests.browser.site import Site
    from tournaments.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(scope="module")
def keeping(chromium: Browser) -> Iterator[Browser]:
    """Chromium as people have it: it keeps pages that were left alive, where it may. Tests usually run without that."""
    started = chromium.browser_type.launch(
        executable_path=next(filter(None, map(shutil.which, NAMES))),
        args=ARGUMENTS,
        ignore_default_args=["--disable-back-forward-cache"],
    )
    yield started
    started.close()


WAYS = [
    ("keeps none", "script", "heeds"),
    ("keeps pages", "script", "heeds"),
    ("keeps pages", "no script", "heeds"),
    ("keeps pages", "script", "ignores"),
    ("keeps pages", "no script", "ignores"),
]
"""Browsers: whether they keep pages alive, run scripts, and heed that a page is not to be kept (WebKit does not, without
https: it then shows the very page that was sent)."""


@pytest.fixture(params=WAYS, ids=", ".join)
def context(
    request: pytest.FixtureRequest,
    chromium: Browser,
    keeping: Browser,
    site: Site,
    user: User,
    sign_in: Callable[..., None],
) -> Iterator[BrowserContext]:
    pages, script, header = request.param
    browser = keeping if pages == "keeps pages" else chromium
    made = browser.new_context(base_url=site.url, java_script_enabled=script == "script")
    made.set_default_timeout(30_000)
    if header == "ignores":
        made.route("**/*", without_no_store)
    sign_in(made, user)
    yield made
    made.unroute_all(behavior="ignoreErrors")
    made.close()


def without_no_store(route: Route) -> None:
    """The answer of the server as a browser takes it that keeps pages whatever they say."""
    if route.request.resource_type != "document":
        route.continue_()
        return
    answer = route.fetch(max_redirects=0)
    headers = {name: value for name, value in answer.headers.items() if name != "cache-control"}
    route.fulfill(response=answer, headers=headers)


@pytest.fixture
def user() -> User:
    return factories.make_user()


def back_to(page: Page, address: str) -> None:
    """Back, without waiting for a page to be loaded: one that was kept alive is there at once."""
    page.go_back(wait_until="commit")
    expect(page).to_have_url(address)
    expect(page.locator("form [name=key]").first).to_be_attached()


def test_a_form_after_back_is_saved_again_and_again(context: BrowserContext, user: User) -> None:
    """The third time it is what it was the first time: that is no repetition of the first."""
    competition = factories.make_competition(8, club=user.roles.get().club, kind="pairs", rounds=1)
    division = leagues.make_division(4, competition=competition)
    page = context.new_page()
    page.goto(reverse("division_edit", args=[division.pk]))
    edit = page.url
    for name in ("Eerste klasse", "Hoofdklasse", "Eerste klasse"):
        page.fill("[name=name]", name)
        with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
            page.press("[name=name]", "Enter")
        if answered.value.status == 422:  # a page that was kept alive began with what is not stored any more
            expect(page.locator("[name=name]")).to_have_value(name)
            page.press("[name=name]", "Enter")
        expect(page).not_to_have_url(edit)
        assert Division.objects.get().name == name
        back_to(page, edit)
        expect(page.locator("[name=name]")).to_have_value(name)  # what is stored by now, or was sent


def test_who_was_added_is_not_added_twice_and_the_next_one_is(context: BrowserContext, user: User) -> None:
    """After Back the form is empty, or as it was sent: either way it adds nobody, and with another name another person."""
    club = user.roles.get().club
    page = context.new_page()
    page.goto(reverse("person_add", args=[club.slug]))
    form, before = page.url, club.memberships.count()
    page.fill("[name=last_name]", "Bakker")
    page.press("[name=last_name]", "Enter")
    expect(page).not_to_have_url(form)
    assert club.memberships.count() == before + 1
    back_to(page, form)
    with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
        page.press("[name=last_name]", "Enter")
    assert club.memberships.count() == before + 1
    if answered.value.status == 302:  # the second click of the same page
        expect(page).not_to_have_url(form)
        back_to(page, form)
    page.fill("[name=last_name]", "Kuiper")
    page.press("[name=last_name]", "Enter")
    expect(page).not_to_have_url(form)
    assert club.memberships.count() == before + 2
    assert club.memberships.filter(person__last_name="Kuiper").exists()
