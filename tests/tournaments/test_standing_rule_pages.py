"""The page that says how a season is ranked: filled in, looked at, saved; its titles and its evenings."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.filled_form import shown
from tests.tournaments.scores import make_competition, play
from tournaments.models import Change, Competition, Role
from tournaments.services import standing_rules
from tournaments.services.errors import Refused
from tournaments.standing.presets import PRESETS
from tournaments.standing.rules import Period, StandingRule

pytestmark = pytest.mark.django_db

NAMES = ["Anneke", "Bart", "Corrie", "Dirk"]


@pytest.fixture
def competition():
    """Four play three evenings. Anneke has the most, Bart the best two: 200 + 190 against 150 + 150."""
    competition = make_competition([f"{name} Bakker" for name in NAMES], rounds=1, planned_evenings=3)
    play(competition, {"Anneke": [150], "Bart": [200], "Corrie": [100], "Dirk": [90]})
    play(competition, {"Anneke": [150], "Bart": [190], "Corrie": [100], "Dirk": [90]})
    play(competition, {"Anneke": [150], "Bart": [50], "Corrie": [100], "Dirk": [90]})
    return competition


@pytest.fixture
def client(competition):
    return factories.sign_in(factories.make_user(Role.Kind.ORGANISER, competition.club))


def rule_of(competition) -> StandingRule:
    return Competition.objects.get(pk=competition.pk).get_standing()


def test_the_rule_is_looked_at_and_then_saved(client, competition):
    url = reverse("standing_rule", args=[competition.pk])
    form = shown(client.get(url)) | {"choice": ["best"], "count": ["2"], "unit": ["evening"], "look": ["1"]}
    page = client.post(url, form)
    assert page.status_code == 200
    text = page.text
    assert "The standing is the sum of the best 2 evenings." in text
    assert re.search(r"Anneke Bakker</th>\s*<td class=\"num\">1 → 2", text)
    assert rule_of(competition) == StandingRule()
    del form["look"]
    seen = re.search(r'name="effects" value="(\w+)"', text)[1]
    saved = client.post(url, form | {"save": ["1"], "effects": [seen]})
    assert saved.status_code == 302
    assert rule_of(competition) == StandingRule(best=2, unit="evening")
    assert Change.objects.filter(verb="change standing rule").count() == 1


def test_another_rule_than_was_looked_at_is_shown_first(client, competition):
    url = reverse("standing_rule", args=[competition.pk])
    form = shown(client.get(url)) | {"choice": ["best"], "count": ["2"], "unit": ["evening"]}
    page = client.post(url, form | {"look": ["1"]})
    seen = re.search(r'name="effects" value="(\w+)"', page.text)[1]
    page = client.post(url, form | {"count": ["1"], "save": ["1"], "effects": [seen]})
    assert page.status_code == 200
    assert "The standing is the best evening." in page.text
    assert rule_of(competition) == StandingRule()


def test_a_preset_fills_in_the_form_and_saves_nothing(client, competition):
    url = reverse("standing_rule", args=[competition.pk])
    page = client.get(url + "?preset=average_round")
    assert shown(page)["measure"] == ["average"]
    assert rule_of(competition) == StandingRule()


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_survives_the_form(key):
    rule = PRESETS[key].rule
    planned = PRESETS[key].planned
    competition = make_competition([f"{name} Bakker" for name in NAMES], rounds=4, planned_evenings=planned)
    client = factories.sign_in(factories.make_user(Role.Kind.ORGANISER, competition.club))
    url = reverse("standing_rule", args=[competition.pk])
    form = shown(client.get(f"{url}?preset={key}"))
    page = client.post(url, form | {"look": ["1"]})
    assert page.status_code == 200, page.context["form"].errors
    seen = re.search(r'name="effects" value="(\w+)"', page.text)[1]
    assert client.post(url, form | {"save": ["1"], "effects": [seen]}).status_code == 302
    saved = rule_of(competition)
    seed = saved.seed if "lot" in rule.ties else 0
    assert saved == StandingRule.from_json(rule.to_json() | {"seed": seed})


MATCH = {"measure": ["match_points"]}
WORTH = {"win_1": ["3"], "win_2": ["4"]}


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"choice": ["best"], "count": ["8"], "unit": ["evening"]}, "count", "The best 8 of 3 evenings"),
        ({"choice": ["drop"], "count": ["3"], "unit": ["evening"]}, "count", "nothing is left"),
        ({"choice": ["best"], "count": [""]}, "count", "Say how many."),
        ({"periods": ["2-5"]}, "periods", "lies outside the season of 3 evenings"),
        ({"periods": ["2 to x"]}, "periods", "is no period"),
        ({"periods": ["1-2, 2-3"]}, "periods", "periods follow each other"),
        ({"periods": ["1-2, 3"], "best_periods": ["3"]}, "best_periods", "there are only 2"),
        ({"minimum_attendance": ["4"]}, "minimum_attendance", "Nobody can attend 4 evenings"),
        ({"tie_1": ["lot"], "tie_2": ["pits"]}, "tie_1", "The lot always decides"),
        ({"measure": ["match_points"], "win": ["1"], "draw": ["2"]}, "win", "A win is worth more"),
        ({"last": ["4"]}, "last", "The last 4 evenings cannot count"),
        ({"tie_1": ["pits"], "tie_2": ["pits"]}, "tie_2", "“most pits” stands twice"),
        ({"periods": ["0-3"]}, "periods", "evenings have numbers from 1 to 100"),
        ({"minimum_attendance": ["150"]}, "minimum_attendance", "a whole number from 0 to 100, not 150"),
        (MATCH | {"win_1": ["3"]}, "margin_1", "Say from what difference."),
        (
            MATCH | {"margin_1": ["500"], "margin_2": ["250"]} | WORTH,
            "margin_2",
            "margins of match points rise",
        ),
        (MATCH | {"margin_1": ["250"], "win_1": ["1"]}, "win_1", "cannot be worth less"),
    ],
)
def test_a_rule_that_cannot_be_is_refused_at_its_field(client, competition, typed, field, sentence):
    url = reverse("standing_rule", args=[competition.pk])
    page = client.post(url, shown(client.get(url)) | typed | {"look": ["1"]})
    assert page.status_code == 422
    told = " ".join(page.context["form"].errors[field])
    assert sentence in told
    assert "_" not in told  # no field is called as the program calls it
    assert page.context["effects"] is None


def test_titles_are_added_changed_moved_and_taken_away(client, competition):
    def save(url, **changed):
        form = shown(client.get(url)) | changed
        page = client.post(url, form | {"look": ["1"]})
        seen = re.search(r'name="effects" value="(\w+)"', page.text)[1]
        assert client.post(url, form | {"save": ["1"], "effects": [seen]}).status_code == 302

    add = reverse("standing_title_add", args=[competition.pk])
    save(add, name=["Points champion"])
    save(add, name=["Autumn cup"], periods=["1-2"])
    titles = Competition.objects.get().get_titles()
    assert list(titles) == ["Points champion", "Autumn cup"]
    assert titles["Autumn cup"].periods == (Period(1, 2),)
    save(reverse("standing_title", args=[competition.pk, 1]), name=["Most points"])
    move = reverse("standing_title_move", args=[competition.pk, 2])
    client.post(move, {"name": "Autumn cup", "action": "up"})
    assert list(Competition.objects.get().get_titles()) == ["Autumn cup", "Most points"]
    client.post(move, {"name": "Autumn cup", "action": "remove"})  # the second click: it is no longer there
    assert len(Competition.objects.get().titles) == 2
    client.post(move, {"name": "Most points", "action": "remove"})
    assert list(Competition.objects.get().get_titles()) == ["Autumn cup"]
    assert client.get(reverse("standing_title", args=[competition.pk, 2])).status_code == 404


def test_two_titles_of_one_name_are_refused(competition):
    with pytest.raises(Refused):
        standing_rules.save_titles(competition, [("A", StandingRule()), (" A", StandingRule())], actor=None)
    with pytest.raises(Refused):
        standing_rules.save_titles(
            competition, [("A", StandingRule())], actor=None, seen=[("B", StandingRule())]
        )


def test_an_evening_that_does_not_count_is_passed_over(client, competition):
    """Without the third evening Bart leads with 390 against 300."""
    url = reverse("standing_evenings", args=[competition.pk])
    form = shown(client.get(url))
    assert form["counting"] == ["1", "2", "3"]
    page = client.post(url, form | {"counting": ["1", "2"], "look": ["1"]})
    assert re.search(r"Bart Bakker</th>\s*<td class=\"num\">2 → 1", page.text)
    seen = re.search(r'name="effects" value="(\w+)"', page.text)[1]
    saved = client.post(url, form | {"counting": ["1", "2"], "save": ["1"], "effects": [seen]})
    assert saved.status_code == 302
    assert list(competition.evenings.filter(counts=True).values_list("number", flat=True)) == [1, 2]


def test_fewer_evenings_than_there_are_or_than_the_rule_needs_are_refused(competition):
    with pytest.raises(Refused):
        standing_rules.save_evenings(competition, 2, {1, 2, 3}, actor=None)
    standing_rules.save_rule(competition, StandingRule(best=3, unit="evening"), actor=None)
    with pytest.raises(Refused):
        standing_rules.save_evenings(competition, 3, {1, 2}, actor=None)
    assert competition.evenings.filter(counts=True).count() == 3


def test_who_may_not_change_rules_sees_no_page(competition):
    secretary = factories.sign_in(factories.make_user(Role.Kind.SECRETARY, competition.club))
    for name in ("standing_rule", "standing_evenings", "standing_title_add"):
        assert secretary.get(reverse(name, args=[competition.pk])).status_code == 403


def test_a_preset_with_a_title_offers_it_and_says_for_how_many_evenings_it_is(client, competition):
    page = client.get(
        reverse("standing_rule", args=[competition.pk]), {"preset": "best_5_of_7_points_champion"}
    )
    (name,) = PRESETS["best_5_of_7_points_champion"].titles
    assert "Filled in, not saved yet." in page.text
    planned = client.get(reverse("standing_rule", args=[competition.pk]), {"preset": "best_5_of_7"})
    assert "is made for a season of 7 evenings" in planned.text
    offered = {"preset": "best_5_of_7_points_champion", "title": name}
    form = shown(client.get(reverse("standing_title_add", args=[competition.pk]), offered))
    assert (form["name"], form["choice"], form["measure"]) == ([name], ["all"], ["sum"])
    link = re.search(r'href="([^"]+title=[^"]+)"', page.text)[1].replace("&amp;", "&")
    assert shown(client.get(link))["name"] == [name]
