"""Booking a counted deal: every scoring option has a case where it decides."""

import pytest

from scoring.rules.judge import CannotJudge, judge


def score(decl, defenders, tricks=None, revoked=None, ruleset="amsterdam", **options):
    given = {
        "decl_pts": decl[0],
        "decl_roem": decl[1],
        "def_pts": defenders[0],
        "def_roem": defenders[1],
        "decl_tricks": tricks,
        "verzaakt": revoked,
    }
    answer = judge({"kind": "score", "ruleset": ruleset, "options": options, "input": given})
    return answer["decl"], answer["def"], answer["status"]


@pytest.mark.parametrize(
    ("decl", "defenders", "tricks", "options", "expected"),
    [
        ((81, 0), (81, 0), None, {}, (0, 162, "nat")),
        ((81, 0), (81, 0), None, {"tie": "made"}, (81, 81, "made")),
        ((80, 0), (82, 0), None, {"tie": "made"}, (0, 162, "nat")),
        ((162, 20), (0, 0), 8, {}, (282, 0, "pit")),
        ((162, 20), (0, 0), 8, {"pit": 88}, (270, 0, "pit")),
        ((162, 20), (0, 0), 8, {"pit": 0}, (182, 0, "pit")),
        ((0, 0), (162, 20), 0, {}, (0, 282, "nat+pit")),
        ((0, 0), (162, 20), 0, {"pit_defenders": False}, (0, 182, "nat+pit")),
        ((0, 0), (162, 20), 0, {"pit_defenders": "off"}, (0, 182, "nat+pit")),
        ((162, 20), (0, 0), 8, {"pit_defenders": False}, (282, 0, "pit")),
        ((162, 0), (0, 20), 7, {}, (162, 20, "made")),
    ],
)
def test_booking(decl, defenders, tricks, options, expected):
    assert score(decl, defenders, tricks, **options) == expected


@pytest.mark.parametrize(
    ("options", "decl", "defenders"),
    [
        ({}, 0, 232),
        ({"verzaakt": "move"}, 0, 232),
        ({"verzaakt": "void"}, 0, 162),
        ({"verzaakt_roem": "void"}, 0, 162),
        ({"verzaakt": "own"}, 20, 212),
        ({"extra": 100}, 0, 332),
        ({"verzaakt": "void", "extra": 100}, 0, 262),
    ],
)
def test_verzaakt(options, decl, defenders):
    assert score((150, 20), (12, 50), 7, "decl", **options) == (decl, defenders, "verzaakt")
    assert score((12, 50), (150, 20), 1, "def", **options) == (defenders, decl, "verzaakt")


def test_the_second_seed():
    assert score((81, 0), (81, 0), ruleset="rotterdam-ko") == (81, 81, "made")
    assert score((162, 0), (0, 0), 8, ruleset="rotterdam-ko") == (162, 0, "pit")


@pytest.mark.parametrize(
    ("decl", "defenders", "tricks", "message"),
    [
        ((161, 0), (1, 0), None, "a side has 0, 2 to 160 or 162"),
        ((95, 0), (76, 0), None, "together 162"),
        ((95.0, 0), (67, 0), None, "decl_pts 95.0 is not a whole number"),
        ((True, 0), (67, 0), None, "decl_pts True is not a whole number"),
        (("95", 0), (67, 0), None, "decl_pts '95' is not a whole number"),
        ((95, None), (67, 0), None, "decl_roem None is not a whole number"),
        ((95, 30), (67, 0), None, "decl_roem 30 cannot occur"),
        ((95, 0), (67, -20), None, "def_roem -20 cannot occur"),
        ((95, 0), (67, 0), 9, "decl_tricks 9: allowed are 0 to 8"),
        ((95, 0), (67, 0), 8, "8 decl_tricks cannot hold 95 decl_pts"),
        ((95, 0), (67, 0), 1, "1 decl_tricks cannot hold 95 decl_pts"),
        ((162, 0), (0, 20), 8, "def_roem 20 without a trick"),
    ],
)
def test_what_cannot_be_scored(decl, defenders, tricks, message):
    with pytest.raises(CannotJudge, match=message):
        score(decl, defenders, tricks)


def test_unknown_verzaakt():
    with pytest.raises(CannotJudge, match="verzaakt 'we': allowed are decl, def, null"):
        score((95, 0), (67, 0), None, "we")
