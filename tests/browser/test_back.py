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

    from playwright.sync_api import Browser, BrowserContext, Page

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


@pytest.fixture(params=["keeps pages", "keeps none"])
def browser(request: pytest.FixtureRequest, chromium: Browser, keeping: Browser) -> Browser:
    return keeping if request.param == "keeps pages" else chromium


@pytest.fixture(params=["script", "no script"])
def context(
    request: pytest.FixtureRequest, browser: Browser, site: Site, user: User, sign_in: Callable[..., None]
) -> Iterator[BrowserContext]:
    made = browser.new_context(base_url=site.url, java_script_enabled=request.param == "script")
    made.set_default_timeout(30_000)
    sign_in(made, user)
    yield made
    made.close()


@pytest.fixture
def user() -> User:
    return factories.make_user()


def back_to(page: Page, address: str) -> None:
    """Back, without waiting for a page that is loaded: one that was kept alive is there at once."""
    page.go_back(wait_until="commit")
    expect(page).to_have_url(address)
    page.wait_for_load_state()


def test_a_form_after_back_is_saved_again_and_again(context: BrowserContext, user: User) -> None:
    """The third time it is what it was the first time: that is no repetition of the first."""
    competition = factories.make_competition(8, club=user.roles.get().club, kind="pairs", rounds=1)
    division = leagues.make_division(4, competition=competition)
    page = context.new_page()
    page.goto(reverse("division_edit", args=[division.pk]))
    edit = page.url
    for name in ("Eerste klasse", "Hoofdklasse", "Eerste klasse"):
        page.fill("[name=name]", name)
        page.press("[name=name]", "Enter")
        expect(page).not_to_have_url(edit)
        assert Division.objects.get().name == name
        back_to(page, edit)
        expect(page.locator("[name=name]")).to_have_value(name)  # what is stored by now


def test_who_was_added_is_not_added_twice_and_the_next_one_is(context: BrowserContext, user: User) -> None:
    """After Back the form is empty: sent as it stands it adds nobody, with another name it adds another person."""
    club = user.roles.get().club
    page = context.new_page()
    page.goto(reverse("person_add", args=[club.slug]))
    form, before = page.url, club.memberships.count()
    page.fill("[name=last_name]", "Bakker")
    page.press("[name=last_name]", "Enter")
    expect(page).not_to_have_url(form)
    assert club.memberships.count() == before + 1
    back_to(page, form)
    page.press("[name=last_name]", "Enter")
    page.wait_for_load_state()
    assert club.memberships.count() == before + 1
    page.fill("[name=last_name]", "Kuiper")
    page.press("[name=last_name]", "Enter")
    expect(page).not_to_have_url(form)
    assert club.memberships.count() == before + 2
    assert club.memberships.filter(person__last_name="Kuiper").exists()


def test_a_page_kept_alive_has_a_new_key_once_something_is_changed(
    visit: Callable[..., Page], user: User
) -> None:
    """As WebKit does without https: sent as it stands it is the same act, changed it is another one."""
    competition = factories.make_competition(8, club=user.roles.get().club, kind="pairs", rounds=1)
    division = leagues.make_division(4, competition=competition)
    page = visit(user, reverse("division_edit", args=[division.pk]))
    key = page.locator("[name=key]")
    page.fill("[name=name]", "Hoofdklasse")
    sent = key.input_value()
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    assert key.input_value() == sent
    assert page.input_value("[name=name]") == "Hoofdklasse"
    page.fill("[name=name]", "Eerste klasse")
    expect(key).not_to_have_value(sent)
    assert len(key.input_value()) == 32
    changed = key.input_value()
    page.fill("[name=name]", "Tweede klasse")
    assert key.input_value() == changed
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    page.fill("[name=name]", "Derde klasse")
    expect(key).not_to_have_value(changed)
