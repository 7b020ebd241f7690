"""What a match of a division is worth, changed once matches are played: seen first, with a reason."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.tournaments import leagues as league
from tests.tournaments.filled_form import shown
from tournaments import league_board
from tournaments.models import Change, Division, Role
from tournaments.services import effects, leagues
from tournaments.services.errors import Refused
from tournaments.standing.queries import DESK

pytestmark = pytest.mark.django_db


@pytest.fixture
def division():
    """Of four, two matches are played: one is won, one is equal. Usual points: 2-0 and 1-1."""
    division = league.make_division(4)
    made = league.make_fixtures(division)
    league.play(division.competition, {made[0]: (1500, 1200), made[1]: (1300, 1300)}, factories.make_user())
    return division


@pytest.fixture
def desk(division):
    return factories.sign_in(factories.make_user(Role.Kind.ORGANISER, division.competition.club))


def names(division) -> list[str]:
    """Winner, loser and both of the equal match."""
    who = league_board.load_division(division, DESK).who
    first, second = division.fixtures.order_by("number")[:2]
    sides = (first.home_id, first.away_id, second.home_id, second.away_id)
    return [who[entry].name for entry in sides]


def told(page) -> dict[str, tuple[tuple[int, str], tuple[int, str]]]:
    """Of the table in the effects, by name: (place, points) before and after."""
    (part,) = [one for one in page.context["effects"].parts if one.title == "Table of First division"]
    return {
        line.name: ((line.before.rank, line.before.value), (line.after.rank, line.after.value))
        for line in part.moved
    }


def test_it_is_seen_who_moves_before_it_is_saved(desk, division):
    url = reverse("division_edit", args=[division.pk])
    form = shown(desk.get(url)) | {"win": ["5"], "draw": ["0"], "reason": ["as the members decided"]}
    page = desk.post(url, form)
    assert page.status_code == 200
    winner, loser, home, away = names(division)
    before, after = division.get_rule(), Division.objects.get().get_rule()
    assert before == after
    # the winner 2 -> 5 stays first; both of the equal match 1 -> 0, where their score of 1300 keeps them second
    assert told(page)[winner] == ((1, "2"), (1, "5"))
    assert told(page)[home][0][1] == "1"
    assert told(page)[home][1][1] == told(page)[away][1][1] == "0"
    assert loser not in told(page) or told(page)[loser][0][1] == told(page)[loser][1][1] == "0"

    look = {name: value for name, value in shown(page).items() if name in ("key", "effects")}
    saved = desk.post(url, form | look | {"save": ["1"]})
    assert saved.status_code == 302
    assert Division.objects.get().get_rule().points.win == 5
    change = Change.objects.get(verb="change division")
    assert change.detail["reason"] == "as the members decided"
    assert change.detail["before"] == {"counts": "matches", "rule": {}}
    assert change.detail["rule"]["points"]["win"] == 5


def test_another_worth_than_was_seen_is_shown_first(desk, division):
    url = reverse("division_edit", args=[division.pk])
    form = shown(desk.get(url)) | {"win": ["5"], "reason": ["a vote"]}
    seen = re.search(r'name="effects" value="(\w+)"', desk.post(url, form).text)[1]
    page = desk.post(url, form | {"win": ["4"], "save": ["1"], "effects": [seen]})
    assert page.status_code == 200
    assert told(page)[names(division)[0]] == ((1, "2"), (1, "4"))
    assert Division.objects.get().get_rule() == division.get_rule()


def test_without_a_reason_nothing_is_saved(desk, division):
    url = reverse("division_edit", args=[division.pk])
    page = desk.post(url, shown(desk.get(url)) | {"win": ["5"]})
    assert page.status_code == 422
    assert "say why they are worth something else" in page.text
    division.counts = Division.Counts.TOTALS
    with translation.override("en"), pytest.raises(Refused, match="worth something else"):
        leagues.save_division(division, actor=None, reason="  ")


def test_another_name_needs_neither_a_look_nor_a_reason(desk, division):
    url = reverse("division_edit", args=[division.pk])
    assert desk.post(url, shown(desk.get(url)) | {"name": ["Premier"]}).status_code == 302
    assert Division.objects.get().name == "Premier"
    assert "reason" not in Change.objects.get(verb="change division").detail


def test_a_new_name_beside_it_is_no_table_that_is_gone(desk, division):
    url = reverse("division_edit", args=[division.pk])
    form = shown(desk.get(url)) | {"name": ["Premier"], "win": ["5"], "reason": ["a vote"]}
    page = desk.post(url, form)
    tables = [one for one in page.context["effects"].parts if one.title.startswith("Table of")]
    assert [one.title for one in tables] == ["Table of Premier"]
    assert all(line.before and line.after for line in tables[0].moved)


def test_before_anything_is_drawn_it_is_saved_at_once():
    division = league.make_division(4)
    league.make_fixtures(division)
    desk = factories.sign_in(factories.make_user(Role.Kind.ORGANISER, division.competition.club))
    url = reverse("division_edit", args=[division.pk])
    page = desk.get(url)
    assert "reason" not in page.context["form"].fields
    assert desk.post(url, shown(page) | {"win": ["5"]}).status_code == 302
    assert Division.objects.get().get_rule().points.win == 5


def test_a_correction_tells_the_table_of_the_division(division):
    user = factories.make_user()
    first = division.fixtures.order_by("number")[0]
    with translation.override("en"):
        found = effects.of(division.competition, lambda: league.score(first, 1500, 1600, user))
    (part,) = [one for one in found.parts if one.title == "Table of First division"]
    winner, loser, *_others = names(division)
    moved = {line.name: (line.before.value, line.after.value) for line in part.moved}
    assert (moved[winner], moved[loser]) == (("2", "0"), ("0", "2"))
