"""The page that says how a competition is drawn: the ways, what does not fit, groups, strengths and fixed tables."""

from __future__ import annotations

from dataclasses import fields

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.test_evening_pages import get, text
from tournaments.models import ApartGroup, Change, Competition
from tournaments.pairing import PairingRule

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return factories.make_competition(8)


@pytest.fixture
def client(competition):
    return factories.sign_in(factories.make_user("organiser", competition.club))


def post(client, page, *args, **data):
    return client.post(reverse(page, args=args), data)


def asked(competition, **changes):
    """What the page sends when nothing but `changes` is touched; a box that is not ticked is not sent."""
    rule = competition.get_pairing()
    values = {item.name: getattr(rule, item.name) for item in fields(PairingRule) if item.name != "weights"}
    values |= changes
    return {name: "on" if value is True else value for name, value in values.items() if value is not False}


def rule_of(competition) -> PairingRule:
    return Competition.objects.get(pk=competition.pk).get_pairing()


def test_the_ways_are_told_in_words_with_for_whom_they_are(client, competition):
    page = text(get(client, "draw_rule", competition.pk))
    for words in (
        "By lot, every round anew",
        "By standing (Swiss)",
        "The four stay together",
        "For most club evenings",
    ):
        assert words in page
    assert "fixed pairs, or a game for two" in page
    html = get(client, "draw_rule", competition.pk).content.decode()
    assert 'value="lot" checked' in html or "checked" in html.split('value="lot"')[1].split(">")[0]
    assert "disabled" in html.split('value="mitchell"')[1].split(">")[0]


def test_another_way_is_saved_and_logged_and_what_was_not_asked_stays(client, competition):
    before = rule_of(competition)
    response = post(
        client,
        "draw_rule",
        competition.pk,
        **asked(competition, method="swiss", scope="season", repeat_worth=35, balance=False),
    )
    assert response.headers["Location"] == reverse("draw_rule", args=[competition.pk])
    rule = rule_of(competition)
    assert (rule.method, rule.scope, rule.repeat_worth, rule.balance) == ("swiss", "season", 35, False)
    assert (rule.pattern, rule.leftovers, rule.weights) == (before.pattern, before.leftovers, before.weights)
    change = Change.objects.get(verb="change draw rule")
    assert (change.detail["before"]["method"], change.detail["after"]["method"]) == ("lot", "swiss")
    post(client, "draw_rule", competition.pk, **asked(Competition.objects.get(pk=competition.pk)))
    assert Change.objects.filter(verb="change draw rule").count() == 1


@pytest.mark.parametrize("method", ["mitchell", "howell", "move_up", "fixtures"])
def test_what_is_for_pairs_is_refused_for_individuals(client, competition, method):
    response = post(client, "draw_rule", competition.pk, **asked(competition, method=method))
    assert response.status_code == 422
    assert "fixed pairs" in text(response)
    assert rule_of(competition).method == "lot"


@pytest.mark.parametrize("method", ["whist", "stay"])
def test_what_changes_partners_is_refused_for_pairs(method):
    competition = factories.make_competition(8, kind="pairs")
    client = factories.sign_in(factories.make_user("organiser", competition.club))
    response = post(client, "draw_rule", competition.pk, **asked(competition, method=method))
    assert response.status_code == 422
    assert "this competition has fixed pairs" in text(response)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("method", "guess"),
        ("method", ""),
        ("scope", "year"),
        ("accelerated", "7"),
        ("accelerated", "-1"),
        ("repeat_worth", "101"),
        ("repeat_worth", "1.5"),
        ("repeat_worth", ""),
    ],
)
def test_a_value_that_cannot_be_is_refused_at_its_field_and_the_rest_stays_typed(
    client, competition, name, value
):
    response = post(
        client, "draw_rule", competition.pk, **asked(competition, seeding="strength", **{name: value})
    )
    assert response.status_code == 422
    html = response.content.decode()
    assert "checked" in html.split('name="seeding" value="strength"')[1].split(">")[0]
    assert rule_of(competition) == competition.get_pairing()


def test_what_has_no_meaning_for_pairs_is_not_asked():
    competition = factories.make_competition(8, kind="pairs")
    client = factories.sign_in(factories.make_user("organiser", competition.club))
    html = get(client, "draw_rule", competition.pk).content.decode()
    assert 'name="pattern"' in html
    assert 'name="balance"' not in html
    post(client, "draw_rule", competition.pk, **asked(competition, method="swiss", pattern="fold"))
    rule = rule_of(competition)
    assert (rule.pattern, rule.balance, rule.repeat_worth) == ("fold", True, 20)


def test_the_form_of_the_competition_leaves_the_way_of_drawing_alone(client, competition):
    post(client, "draw_rule", competition.pk, **asked(competition, method="swiss", repeat_worth=5))
    html = get(client, "competition_edit", competition.pk)
    form = html.context["form"]
    values = {name: form[name].value() for name in form.fields}
    data = {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if value not in (None, "")
    }
    data = {name: value for name, value in data.items() if value != "False"}
    response = post(client, "competition_edit", competition.pk, **data)
    assert response.status_code == 302
    assert (rule_of(competition).method, rule_of(competition).repeat_worth) == ("swiss", 5)


# Groups ----------------------------------------------------------------------------------------------------------


def test_a_group_is_added_changed_and_let_go(client, competition):
    one, two, three, *_rest = (entry.pk for entry in competition.entries.all())
    post(client, "apart_add", competition.pk, name=" Familie Kok ", how="never", worth="", entries=[one, two])
    group = ApartGroup.objects.get()
    assert (group.name, group.worth, set(group.entries.values_list("pk", flat=True))) == (
        "Familie Kok",
        None,
        {one, two},
    )
    page = text(get(client, "draw_rule", competition.pk))
    assert "Familie Kok never:" in page

    args = (competition.pk, group.pk)
    html = get(client, "apart_group", *args).content.decode()
    assert html.count("checked") == 3
    post(client, "apart_group", *args, name="Familie Kok", how="rather", worth="12", entries=[one, three])
    group.refresh_from_db()
    assert (group.worth, set(group.entries.values_list("pk", flat=True))) == (12, {one, three})
    assert "rather not, worth 12 ranks" in text(get(client, "draw_rule", competition.pk))

    for _click in range(2):
        assert post(client, "apart_remove", *args).status_code == 302
    assert not ApartGroup.objects.exists()
    assert list(
        Change.objects.filter(verb__contains="apart").order_by("pk").values_list("verb", flat=True)
    ) == [
        "add group kept apart",
        "change group kept apart",
        "remove group kept apart",
    ]


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"name": ""}, "Name"),
        ({"entries": []}, "Who"),
        ({"how": "rather", "worth": ""}, "Say how many ranks"),
        ({"how": "rather", "worth": "0"}, "Worth"),
        ({"how": "rather", "worth": "1001"}, "Worth"),
        ({"how": "sometimes"}, "How strictly"),
        ({"entries": ["999999"]}, "Who"),
    ],
)
def test_a_group_that_cannot_be_says_why(client, competition, changes, word):
    one, two, *_rest = (entry.pk for entry in competition.entries.all())
    data = {"name": "Kok", "how": "never", "worth": "", "entries": [one, two]} | changes
    response = post(client, "apart_add", competition.pk, **data)
    assert response.status_code == 422
    assert word in text(response)
    assert not ApartGroup.objects.exists()


def test_one_person_is_no_group_and_a_name_is_used_once(client, competition):
    one, two, *_rest = (entry.pk for entry in competition.entries.all())
    alone = post(client, "apart_add", competition.pk, name="Kok", how="never", entries=[one])
    assert "at least two names" in text(alone)
    post(client, "apart_add", competition.pk, name="Kok", how="never", entries=[one, two])
    twice = post(client, "apart_add", competition.pk, name="Kok", how="never", entries=[one, two])
    assert twice.status_code == 422
    assert "There is a group “Kok” already." in text(twice)
    assert ApartGroup.objects.count() == 1


def test_the_group_of_another_competition_is_not_found(client, competition):
    people = factories.make_people(4, competition.club, start=50)
    other = factories.make_competition(people, club=competition.club)
    group = ApartGroup.objects.create(competition=other, name="Kok")
    assert get(client, "apart_group", competition.pk, group.pk).status_code == 404
    post(client, "apart_remove", competition.pk, group.pk)
    assert ApartGroup.objects.exists()


# Strengths and fixed tables ------------------------------------------------------------------------------------------


def test_strengths_and_tables_are_filled_in_for_everybody_at_once(client, competition):
    one, two, *_rest = competition.entries.all()
    response = post(
        client,
        "draw_wishes",
        competition.pk,
        **{
            f"strength_{one.pk}": "1500",
            f"table_{one.pk}": "",
            f"strength_{two.pk}": "",
            f"table_{two.pk}": "3",
        },
    )
    assert response.status_code == 302
    one.refresh_from_db()
    two.refresh_from_db()
    assert (one.strength, one.fixed_table, two.strength, two.fixed_table) == (1500, None, None, 3)
    assert "Filled in for 2 names." in text(get(client, "draw_rule", competition.pk))
    assert Change.objects.get(verb="strengths and fixed tables").detail["entries"] == {
        str(one.pk): [1500, None],
        str(two.pk): [None, 3],
    }


@pytest.mark.parametrize(
    ("field", "value"), [("strength", "-1"), ("strength", "veel"), ("table", "0"), ("table", "501")]
)
def test_a_strength_or_table_that_cannot_be_is_refused_and_nothing_is_half_saved(
    client, competition, field, value
):
    one, two, *_rest = competition.entries.all()
    data = {f"{field}_{one.pk}": value, f"strength_{two.pk}": "7"}
    response = post(client, "draw_wishes", competition.pk, **data)
    assert response.status_code == 422
    assert value in response.content.decode()
    assert not competition.entries.exclude(strength=None).exists()


@pytest.mark.parametrize("role", ["secretary", "player"])
def test_only_who_makes_the_rules_changes_the_draw(competition, role):
    client = factories.sign_in(factories.make_user(role, competition.club))
    for name in ("draw_rule", "apart_add", "draw_wishes"):
        assert get(client, name, competition.pk).status_code == 403


@pytest.mark.parametrize("people", [8, 48])
def test_the_pages_take_the_same_queries_for_few_and_for_many(people, django_assert_max_num_queries):
    competition = factories.make_competition(people)
    client = factories.sign_in(factories.make_user("organiser", competition.club))
    for name in ("draw_rule", "apart_add", "draw_wishes"):
        with django_assert_max_num_queries(16):
            get(client, name, competition.pk)
