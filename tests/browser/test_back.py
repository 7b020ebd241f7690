"""Back, change, save: what is typed on a page that the browser brought back is never thrown away as a second click."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tests.tournaments import leagues
from tournaments.models import Division

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page(visit: Callable[..., Page]) -> Page:
    user = factories.make_user()
    competition = factories.make_competition(8, club=user.roles.get().club, kind="pairs", rounds=1)
    division = leagues.make_division(4, competition=competition)
    return visit(user, reverse("division_edit", args=[division.pk]))


def test_a_form_after_back_is_saved_again(page: Page) -> None:
    for name in ("Eerste klasse", "Hoofdklasse"):
        edit = page.url
        page.fill("[name=name]", name)
        page.press("[name=name]", "Enter")
        expect(page).not_to_have_url(edit)
        assert Division.objects.get().name == name
        page.go_back()
        expect(page).to_have_url(edit)


def test_a_page_kept_alive_gets_a_new_key_and_keeps_what_was_typed(page: Page) -> None:
    key = page.locator("[name=key]")
    before = key.input_value()
    page.fill("[name=name]", "Hoofdklasse")
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(key).not_to_have_value(before)
    assert len(key.input_value()) == 32
    assert page.input_value("[name=name]") == "Hoofdklasse"
