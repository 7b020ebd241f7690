"""An evening by a schedule, from the choice to a player who reads his own card on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tests.browser.test_every_page import look_at, measure
from tournaments.models import Schedule
from tournaments.services import schedules

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def in_english(page: Page, path: str) -> Page:
    english = {"name": settings.LANGUAGE_COOKIE_NAME, "value": "en", "domain": "127.0.0.1", "path": "/"}
    page.context.add_cookies([english])
    page.goto(path)
    return page


def test_from_the_choice_to_the_card_on_a_phone(visit: Callable[..., Page]):
    user = factories.make_user()
    club = user.roles.get().club
    people = factories.make_people(13, club)
    evening = factories.make_evening(factories.make_competition(people, club=club, rounds=4))
    page = in_english(visit(user, "/"), reverse("evening", args=[evening.pk]))

    page.get_by_role("link", name="Schedule", exact=True).click()
    expect(page.get_by_text("Nobody plays twice with the same partner.").first).to_be_visible()
    page.get_by_role("button", name="Make this schedule").dblclick()
    expect(page.get_by_role("heading", name="All rounds by table")).to_be_visible()
    made = Schedule.objects.get()
    expect(page.locator(".schedule-round")).to_have_count(4)

    page.get_by_role("link", name="Type the numbers as they were drawn by hand").click()
    first, second = (page.locator(".number-fields input").nth(place) for place in (0, 1))
    one, other = first.input_value(), second.input_value()
    first.fill(other)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text(f"Number {other} is also that of").first).to_be_visible()
    second.fill(one)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The numbers are as you typed them.")).to_be_visible()

    page.get_by_role("link", name="To the first round").click()
    page.get_by_role("button", name="Draw round 1").click()
    expect(page.get_by_text("round 1 of 4, as planned.")).to_be_visible()
    page.get_by_role("button", name="Publish this draw").click()
    page.wait_for_url(reverse("evening", args=[evening.pk]))

    reader = visit(None, reverse("public_club", args=[club.slug]), viewport={"width": 390, "height": 844})
    reader.locator(f"a[href='{reverse('public_schedule', args=[club.slug, evening.pk])}']").click()
    made.refresh_from_db()
    entry = evening.competition.entries.get(pk=made.entries[5])
    reader.get_by_role("link", name=entry.name, exact=True).click()
    rounds = schedules.rounds_of(made)
    lines = reader.locator(".card-rounds > li")
    expect(lines).to_have_count(4)
    for place, planned in enumerate(rounds):
        table = next((t for t in planned.tables if entry.pk in t.entries), None)
        expect(lines.nth(place).locator(".card-who")).to_have_count(1 if table else 0)
        if table:
            expect(lines.nth(place).locator(".card-table")).to_contain_text(str(table.number))
    assert look_at(reader, "card") + measure(reader, "card") == []
    assert reader.context.cookies() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_long_evening_of_pairs_with_endless_names_fits_everywhere(visit: Callable[..., Page], scheme: str):
    user = factories.make_user()
    club = user.roles.get().club
    people = [factories.make_person(f"Wilhelmina {'W' * 40}{place}", club) for place in range(4)]
    people += factories.make_people(20, club)
    evening = factories.make_evening(factories.make_competition(people, club=club, rounds=8, kind="pairs"))
    made = schedules.make(evening, method="howell", actor=user)
    page = visit(user, "/", color_scheme=scheme)
    wrong = []
    for name, args in (
        ("evening_schedule", [evening.pk]),
        ("schedule_numbers", [evening.pk]),
        ("schedule_card", [evening.pk, made.entries[0]]),
    ):
        page.goto(reverse(name, args=args))
        wrong += look_at(page, name) + measure(page, name)
    assert "\n".join(wrong) == ""
