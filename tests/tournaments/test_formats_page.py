"""The page that compares ways of drawing for so many people and rounds."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests import factories
from tests.tournaments.test_evening_pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


def look(competition, role="organiser", **query):
    client = factories.sign_in(factories.make_user(role, competition.club))
    return client.get(reverse("draw_formats", args=[competition.pk]), query)


def test_it_begins_with_the_numbers_of_the_competition():
    page = text(look(factories.make_competition(9, rounds=3)))
    assert "9 people, 3 rounds" in page
    assert "Perfect schedule (whist)" in page
    assert "Partners again" in page


def test_pairs_and_ways_that_do_not_fit():
    page = text(look(factories.make_competition(8), unit="pairs", players=6, rounds=5))
    assert "6 pairs, 5 rounds" in page
    assert "Partners again" not in page
    assert "With 6 pairs this movement has 3 rounds, not 5" in page


def test_numbers_say_what_must_be_and_what_was_played():
    page = text(look(factories.make_competition(8), unit="individuals", players=8, rounds=7))
    assert "With these numbers opponents must meet again at least 28 times." in page
    assert "up to 12 events of each" in page


@pytest.mark.parametrize(
    ("numbers", "refusal"),
    [
        ({"players": 61, "rounds": 3}, "less than or equal to 60"),
        ({"players": 8, "rounds": 11}, "less than or equal to 10"),
        ({"players": "eight", "rounds": 2}, "Enter a whole number"),
    ],
)
def test_numbers_out_of_range_stay_with_a_reason(numbers, refusal):
    page = look(factories.make_competition(8), unit="individuals", **numbers)
    assert refusal in text(page)
    assert f'value="{numbers["players"]}"' in page.content.decode()
    assert "In words" not in text(page)


def test_many_entries_begin_with_the_most_that_can_be_compared(monkeypatch):
    monkeypatch.setattr("tournaments.forms.formats.MOST_PLAYERS", 10)
    assert "10 people, 2 rounds" in text(look(factories.make_competition(12, rounds=2)))


def test_only_who_keeps_the_rules_of_a_competition_compares():
    competition = factories.make_competition(8)
    assert look(competition, "secretary").status_code == 403
    assert look(competition, "player").status_code == 403
