"""Legal cards: every option of play has a case where it decides, with the rule that says so."""

import pytest

from scoring.rules.judge import judge


def legal(ruleset, trick, hand, **options):
    case = {"kind": "legal", "ruleset": ruleset, "options": options, "trump": "S"}
    answer = judge(case | {"trick": trick.split(), "hand": hand.split()})
    return " ".join(answer["legal"]), answer["rule"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ("7D AD", "KJ-FOLLOW")),
        ({"follow_or_trump": True}, ("7D AD JS", "KJ-FOLLOW-OR-TRUMP")),
    ],
)
@pytest.mark.parametrize("ruleset", ["amsterdam", "rotterdam"])
def test_follow_or_trump(ruleset, options, expected):
    assert legal(ruleset, "KD", "7D AD JS TC", **options) == expected


def test_follow_or_trump_without_trumps_is_plain_following():
    assert legal("amsterdam", "KD", "7D AD TC", follow_or_trump=True) == ("7D AD", "KJ-FOLLOW")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ("8S TC", "KJ-AMS-PARTNER-FREE")),
        ({"ams_ruff_partner": "must"}, ("8S", "KJ-AMS-PARTNER-RUFF")),
    ],
)
def test_void_while_the_partner_holds_the_trick(options, expected):
    assert legal("amsterdam", "AD 7D", "8S TC", **options) == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ("AS TC", "KJ-AMS-PARTNER-NO-UNDER")),
        ({"undertrump_partner": "allowed"}, ("8S AS TC", "KJ-AMS-PARTNER-NO-UNDER")),
        ({"ams_ruff_partner": "must"}, ("AS", "KJ-AMS-PARTNER-RUFF")),
        ({"ams_ruff_partner": "must", "undertrump_partner": "allowed"}, ("8S AS", "KJ-AMS-PARTNER-RUFF")),
    ],
)
def test_void_while_the_partner_has_ruffed(options, expected):
    assert legal("amsterdam", "KD TS 7D", "8S AS TC", **options) == expected


def test_must_ruff_but_only_undertrumps():
    assert legal("amsterdam", "KD TS 7D", "8S TC", ams_ruff_partner="must") == (
        "TC",
        "KJ-AMS-PARTNER-NO-UNDER",
    )


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ("TC", "KJ-AMS-OPP-DISCARD")),
        ({"cannot_overtrump": "undertrump"}, ("8S AS", "KJ-AMS-OPP-UNDER")),
        ({"cannot_overtrump": "free"}, ("8S AS TC", "KJ-AMS-OPP-FREE")),
    ],
)
def test_an_opponent_ruffed_too_high(options, expected):
    assert legal("amsterdam", "KD 9S", "8S AS TC", **options) == expected
    if "cannot_overtrump" in options:
        assert legal("rotterdam", "KD 9S", "8S AS TC", **options) == ("8S AS", "KJ-ROT-UNDER")


@pytest.mark.parametrize("ruleset", ["amsterdam", "rotterdam"])
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ("JS", "KJ-TRUMPLED-OVER")),
        ({"trump_lead_beat_partner": False}, ("JS 8S", "KJ-TRUMPLED-PARTNER")),
    ],
)
def test_a_trump_lead_that_the_partner_holds(ruleset, options, expected):
    assert legal(ruleset, "9S 7S", "JS 8S AC", **options) == expected


def test_the_option_spares_the_partner_only():
    assert legal("amsterdam", "9S", "JS 8S AC", trump_lead_beat_partner=False) == ("JS", "KJ-TRUMPLED-OVER")
