"""The page of what an absence gives: filled in, looked at, saved; figures beside it."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils import translation

from scoring.rules.relatives import GAMES
from tests import factories
from tests.tournaments.ledger import accept, side
from tournaments.attendance import CHOICES, PRESETS, Amount, AttendanceRule, Compensation, Substitution
from tournaments.forms.attendance import AttendanceForm
from tournaments.models import Change, Posting
from tournaments.services import attendance_rules, closing

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def competition(user):
    return factories.make_competition(5, rounds=1, club=user.roles.get().club)


def url(competition) -> str:
    return reverse("attendance_rule", args=[competition.pk])


def filled(competition, rule: AttendanceRule, **changes: object) -> dict[str, object]:
    """What a browser sends for a form that shows this rule."""
    form = AttendanceForm(competition=competition, rule=rule)
    values = {name: form[name].value() for name in form.fields}
    sent = {name: "" if value is None else value for name, value in (values | changes).items()}
    return {name: value for name, value in sent.items() if value is not False}


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_goes_through_the_form_unchanged(competition, user, name):
    client = factories.sign_in(user)
    page = client.get(url(competition), {"preset": name})
    assert page.status_code == 200
    competition.refresh_from_db()
    assert competition.get_attendance() == AttendanceRule()  # nothing is saved by looking
    sent = filled(competition, CHOICES[name].rule)
    assert client.post(url(competition), sent).status_code == 302
    competition.refresh_from_db()
    assert competition.get_attendance() == PRESETS[name]


def test_every_field_of_the_rule_can_be_typed(competition, user):
    rule = AttendanceRule(
        sit_out=Compensation("round_average", percent=95, most=1700, pits=2, counts_as_played=False),
        absent_with_notice=Compensation(
            "own_average",
            most_percent=105,
            until_known=1450,
            later=(Amount("own_average", most_percent=90), *[Amount("fixed", 1000)] * 3, Amount("zero")),
            most_times=9,
        ),
        absent_without_notice=Compensation("fixed", 0),
        own_average="given",
        inside=Substitution("nobody", Amount("score", percent=50, most=800), may_replace=True),
        outside=Substitution("nobody", Amount("fixed", 1250)),
    )
    sent = filled(competition, rule)
    assert (sent["absent_with_notice_most"], sent["absent_with_notice_2_most"]) == ("105 %", "90 %")
    assert factories.sign_in(user).post(url(competition), sent).status_code == 302
    competition.refresh_from_db()
    assert competition.get_attendance() == rule
    assert Change.objects.get(verb="change attendance rule").detail["attendance"] == rule.to_json()


def test_looking_saves_nothing_and_shows_figures_and_words(competition, user):
    client = factories.sign_in(user)
    sent = filled(competition, AttendanceRule(), late_kind="fixed", late_points="1234", look="1")
    page = client.post(url(competition), sent)
    text = page.content.decode()
    assert page.status_code == 200
    assert "not saved yet" in text
    assert "Comes late: 1\u202f234 points a round." in text
    competition.refresh_from_db()
    assert competition.get_attendance() == AttendanceRule()


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"late_kind": "fixed"}, "late_points", "Say how many points; 0 is allowed."),
        ({"late_points": "1450"}, "late_points", "Points go with a fixed number"),
        ({"late_most": "much"}, "late_most", "Type points, as 1600"),
        ({"late_most": "300 %"}, "late_most", "0 to 200, not 300"),
        ({"late_kind": "zero", "late_percent": "50"}, "late_most", "has no percentage and no maximum"),
        ({"late_percent": "0"}, "late_percent", "greater than or equal to 1"),
        ({"late_times": "1", "late_2_kind": "zero"}, "late_times", "Step 2 is never reached"),
        ({"late_3_kind": "zero"}, "late_2_kind", "Say what time 2 gets"),
        (
            {"inside_gets_kind": "fixed", "inside_gets_points": "5"},
            "inside_score_to",
            "no other amount for him",
        ),
        ({"inside_score_to": "both", "inside_may_replace": "True"}, "inside_score_to", "as well"),
        ({"outside_score_to": "both"}, "outside_score_to", "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_stays_typed(competition, user, fields, field, sentence):
    client = factories.sign_in(user)
    answer = client.post(url(competition), filled(competition, AttendanceRule(), **fields))
    assert answer.status_code == 422
    form = answer.context["form"]
    assert sentence in " ".join(form.errors[field])
    for name, value in fields.items():
        assert str(form[name].value()) == str(value)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"absent_with_notice_most": "many"}, "Absent with notice: At most"),
        (
            {"absent_without_notice_2_kind": "fixed", "absent_without_notice_2_points": "x"},
            "Absent without notice, Time 2: Points",
        ),
        ({"outside_gets_kind": "fixed", "outside_gets_percent": "x"}, "Any other substitute: Per cent"),
    ],
)
def test_the_list_of_fields_says_which_of_the_fields_with_the_same_name(competition, user, typed, told):
    sent = filled(competition, AttendanceRule(), **typed)
    page = factories.sign_in(user).post(url(competition), sent).text
    assert re.findall(r'<a href="#id_\w+">([^<]+)</a>', page) == [told]


def test_where_pairs_play_only_what_fits_is_offered(user):
    pairs = factories.make_competition(8, kind="pairs", club=user.roles.get().club)
    page = factories.sign_in(user).get(url(pairs)).content.decode()
    assert 'name="inside_may_replace"' not in page
    assert 'value="substitute"' not in page


def test_the_figures_are_those_of_the_last_evening(competition, user):
    rule = AttendanceRule(
        absent_with_notice=Compensation("own_average", most=1350, later=(Amount("lowest_evening"),)),
    )
    usual = attendance_rules.preview(competition, rule)
    assert (usual.evening, usual.average, usual.lowest, usual.own) == (None, 1600, 1200, 1680)
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=user)
    accept(factories.tables(round_)[0], user, side(1500), side(1100))
    closing.close_round(round_, actor=user)
    shown = attendance_rules.preview(competition, rule)
    assert (shown.evening, shown.average, shown.lowest, shown.own) == (evening, 1300, 1100, 1365)
    by_label = {example.label: example for example in shown.examples}
    assert by_label["Absent with notice"].points == (1350, 1100)
    assert by_label["Sits out"].points == (1300,)


def test_a_saved_rule_is_in_the_ledger_of_an_open_evening_at_once(competition, user):
    evening = factories.make_evening(competition)
    round_ = factories.make_published_round(evening, actor=user)
    accept(factories.tables(round_)[0], user, side(1500), side(1100))
    closing.close_round(round_, actor=user)
    assert Posting.objects.get(kind="sit_out").total == 1300
    factories.sign_in(user).post(url(competition), filled(competition, PRESETS["aobk"]))
    assert Posting.objects.get(kind="sit_out").total == 1600


def test_a_closed_season_is_not_changed(competition, user):
    competition.closed_at = "2026-12-01T12:00:00Z"
    competition.save()
    answer = factories.sign_in(user).post(url(competition), filled(competition, PRESETS["aobk"]))
    assert answer.status_code == 422
    assert "is closed" in answer.content.decode()


def test_only_who_makes_competitions_may(competition):
    for role, status in (("player", 403), ("secretary", 403), ("organiser", 200)):
        client = factories.sign_in(factories.make_user(role, competition.club))
        assert client.get(url(competition)).status_code == status


def test_a_game_without_pits_asks_for_none(user):
    ruleset = GAMES["klaberjass"].to_json()
    other = factories.make_competition(4, club=user.roles.get().club, ruleset=ruleset)
    assert "sit_out_pits" not in AttendanceForm(competition=other).fields
