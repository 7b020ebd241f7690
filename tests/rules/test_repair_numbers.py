"""Slips in one number, worked out by hand, and what the model makes of them."""

from random import Random

import pytest

from scoring.rules import judge_deal
from scoring.rules.repair_digits import (
    LOST_DIGIT,
    MISREAD_DIGIT,
    OTHER_DIGIT,
    SWAPPED,
    digit_slip,
    digit_slips,
)
from scoring.rules.repair_model import LOOKS_LIKE, TYPED, plausible, roem_chance
from scoring.rules.repair_typist import misread
from tests.rules.rows import AMSTERDAM, row


@pytest.mark.parametrize(
    ("typed", "meant", "template", "weight"),
    [
        (59, 95, SWAPPED, 25),
        (1746, 1764, SWAPPED, 25),
        (97, 91, MISREAD_DIGIT, 32),  # 1 is read as 7 only
        (38, 88, MISREAD_DIGIT, 32),
        (60, 66, MISREAD_DIGIT, 32 / 2),  # 6 is read as 0 or as 5
        (49, 44, MISREAD_DIGIT, 32),
        (92, 95, OTHER_DIGIT, 16 / 8),  # any of eight: not 5, not 6
        (12, 15, OTHER_DIGIT, 16 / 8),
        (25, 22, OTHER_DIGIT, 16 / 9),  # nothing looks like a 2
        (16, 162, LOST_DIGIT, 6 / 2),
        (88, 8, LOST_DIGIT, 6 / 3),  # typed twice
        (85, 8, LOST_DIGIT, 6 / 60),
    ],
)
def test_how_often_a_number_becomes_another(typed, meant, template, weight):
    slip = digit_slip(typed, meant)
    assert slip.template == template
    assert slip.weight(TYPED) == pytest.approx(weight)


@pytest.mark.parametrize(
    ("typed", "meant"), [(95, 95), (95, 86), (159, 591), (12, 1234), (-1, 1), (100_000, 10_000), (12, 340)]
)
def test_two_slips_are_none(typed, meant):
    assert digit_slip(typed, meant) is None


def test_nothing_comes_from_a_number_that_nobody_writes():
    assert digit_slips(-5) == digit_slips(10**30) == {}
    assert 5 not in digit_slips(50) or digit_slips(50)[5].template == LOST_DIGIT  # nobody writes 05


def test_looking_alike_goes_both_ways():
    for digit, others in LOOKS_LIKE.items():
        assert all(digit in LOOKS_LIKE[other] for other in others)
    assert LOOKS_LIKE["6"] == "05"


@pytest.mark.parametrize("number", [7, 44, 95, 162, 1764])
def test_every_slip_that_is_made_is_found_again(number):
    rng = Random(number)
    for kind, rate, outcome in misread(number, TYPED):
        assert rate > 0
        for _time in range(60):
            typed = outcome(rng)
            if typed != number:
                assert number in digit_slips(typed), (kind, typed)


def test_the_rates_of_one_number_by_hand():
    # 47: a 4 looks like a 9, a 7 like a 1; two digits, one pair of neighbours.
    assert [(kind, rate) for kind, rate, _ in misread(47, TYPED)] == [
        ("digit misread", 32),
        ("digit wrong", 16),
        ("digit too few or too many", 6),
        ("digits swapped", 25),
        ("digit misread", 32),
        ("digit wrong", 16),
        ("digit too few or too many", 6),
    ]
    assert "digits swapped" not in {kind for kind, _, _ in misread(44, TYPED)}
    assert "digit misread" not in {kind for kind, _, _ in misread(22, TYPED)}


def chance(deal, **more):
    return plausible(judge_deal(deal, AMSTERDAM, **more))


def test_how_plausible_a_row_is_by_hand():
    none = 0.535
    # The lower points are 67: 0.021 a point; either side may have them; 78 % is not nat.
    assert chance(row((95, 0), (67, 0))) == pytest.approx(0.021 / 2 * 0.78 * none * none)
    assert chance(row((95, 20), (67, 50))) == pytest.approx(0.021 / 2 * 0.78 * 0.281 * 0.034)
    assert chance(row((162, 40), (0, 0), "pit-we")) == pytest.approx(0.028 / 2 * 0.091 * none)
    # 162 without a mark: the question is in the chance itself.
    assert chance(row((162, 0), (0, 0))) == pytest.approx(3e-5 / 2 * none * none)
    # Nat as counted, marked and not marked.
    assert chance(row((70, 0), (92, 0), "nat-we")) == pytest.approx(0.022 / 2 * 0.22 * none * none)
    follows = chance(row((70, 0), (92, 0), declarer="we"))
    assert follows == pytest.approx(0.1 * 0.022 / 2 * 0.22 * none * none)
    # Nat as written: all roem stands together, 20 from either side.
    assert chance(row((0, 0), (162, 20), "nat-we")) == pytest.approx(0.11 / 2 * 2 * 0.281 * none)
    # By the turn the other side played.
    odd = chance(row((95, 0), (67, 0), declarer="we"), turn="they")
    assert odd == pytest.approx(0.1 * 0.021 / 2 * 0.78 * none * none)


def test_what_cannot_be_has_nothing_to_compare_with():
    assert chance(row((95, 0), (76, 0))) == 1.0


def test_much_roem_is_rare():
    assert roem_chance(130) == roem_chance(160) == 2e-4
    assert roem_chance(170) == roem_chance(700) == 1e-5


def test_weights_by_hand():
    """76 for 67 is swapped (25); that it is the rest of 162 adds 2 for any other slip."""
    best = judge_deal(row((95, 0), (76, 0)), AMSTERDAM).suggestions[0]
    assert best.fields == {"they_points": 67}
    assert best.weight == pytest.approx((25 + 2) * chance(row((95, 0), (67, 0))))
