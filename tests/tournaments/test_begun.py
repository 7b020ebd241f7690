"""Two organisers change the same settings at once: the later is told, and undoes nothing unseen."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.tournaments import leagues as league
from tests.tournaments.filled_form import shown
from tournaments.models import Role

pytestmark = pytest.mark.django_db
TOLD = "Somebody else has changed this since you opened the page."


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def competition():
    return factories.make_competition(8, rounds=1)


@pytest.fixture
def desk(competition):
    return factories.sign_in(factories.make_user(Role.Kind.ORGANISER, competition.club))


def save(desk, address, page, **changes):
    """Sends a page with these changes, after the look where it has one; the last answer."""
    sent = shown(page) | {name: [value] for name, value in changes.items()}
    answer = desk.post(address, sent)
    if answer.status_code == 200 and 'name="effects"' in answer.text:
        answer = desk.post(address, sent | shown(answer) | {"save": ["1"]})
    return answer


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("standing_rule", {"tie_1": "pits"}, {"tie_1": "roem"}),
        ("attendance_rule", {"late_most": "3"}, {"left_early_most": "3"}),
        ("standing_evenings", {"planned": "7"}, {"planned": "8"}),
    ],
)
def test_the_later_is_told_and_saves_only_when_he_wants_it_still(desk, competition, name, one, other):
    address = reverse(name, args=[competition.pk])
    opened = desk.get(address)
    assert save(desk, address, desk.get(address), **one).status_code == 302
    stored = type(competition).objects.get(pk=competition.pk)
    late = save(desk, address, opened, **other)
    assert (late.status_code, TOLD in late.text) == (422, True)
    now = type(competition).objects.get(pk=competition.pk)
    before = (stored.standing, stored.attendance, stored.planned_evenings)
    assert (now.standing, now.attendance, now.planned_evenings) == before
    assert save(desk, address, late).status_code == 302  # he has been told
    again = type(competition).objects.get(pk=competition.pk)
    assert (again.standing, again.attendance, again.planned_evenings) != before


def test_a_slip_in_between_or_a_second_click_is_no_change_of_another(desk, competition):
    address = reverse("draw_rule", args=[competition.pk])
    opened = desk.get(address)
    sent = shown(opened) | {"method": ["lot"]}
    assert desk.post(address, sent).status_code == 302
    assert desk.post(address, sent).status_code == 302  # the same twice


def test_a_form_that_was_not_understood_still_begins_where_it_began(desk, competition):
    address = reverse("standing_evenings", args=[competition.pk])
    opened = desk.get(address)
    assert save(desk, address, desk.get(address), planned="7").status_code == 302
    wrong = desk.post(address, shown(opened) | {"planned": ["many"]})
    assert TOLD not in wrong.text
    late = save(desk, address, wrong, planned="8")
    assert TOLD in late.text


def test_prizes_and_divisions_too(desk, competition):
    address = reverse("prize_plan", args=[competition.pk])
    opened = desk.get(address)
    first, other = ({"prize-0-places": [place], "prize-0-cents": ["10"]} for place in "12")
    assert desk.post(address, shown(opened) | first).status_code == 302
    look = desk.post(address, shown(opened) | other | {"look": ["1"]})
    assert TOLD not in look.text  # nothing is asked to be saved
    late = desk.post(address, shown(look) | other)
    assert TOLD in late.text

    pairs = league.make_division(4)
    desk = factories.sign_in(factories.make_user(Role.Kind.ORGANISER, pairs.competition.club))
    address = reverse("division_edit", args=[pairs.pk])
    opened = desk.get(address)
    assert save(desk, address, desk.get(address), promoted="1").status_code == 302
    late = save(desk, address, opened, relegated="1")
    assert TOLD in late.text
    pairs.refresh_from_db()
    assert (pairs.promoted, pairs.relegated) == (1, 0)
