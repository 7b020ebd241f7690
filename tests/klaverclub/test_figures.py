"""How numbers, trends and cards are written on a page."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.template import Context, Template
from django.utils import translation

from klaverclub.templatetags.figures import figure, score, signed, trend

THIN = "\u202f"


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (0, 0, "0"),
        (999, 0, "999"),
        (1764, 0, f"1{THIN}764"),
        (1_234_567, 0, f"1{THIN}234{THIN}567"),
        (-2043, 0, f"−2{THIN}043"),
        (Fraction(165, 2), 1, "82,5"),
        (Fraction(165, 2), 0, "83"),
        (Fraction(1, 3), 2, "0,33"),
        (Fraction(2, 3), 2, "0,67"),
        (Decimal("0.125"), 2, "0,13"),
        (Fraction(-1, 8), 2, "−0,13"),
        (Fraction(-1, 1000), 2, "0,00"),
        (Fraction(9995, 10), 0, f"1{THIN}000"),
        (5, 2, "5,00"),
        (None, 2, "–"),
    ],
)
def test_a_figure_is_exact_rounded_half_up_and_never_wraps(value, decimals, text):
    with translation.override("nl"):
        assert figure(value, decimals) == text


def test_the_decimal_sign_follows_the_language():
    with translation.override("en"):
        assert score(Fraction(3417, 2), 1) == f"1{THIN}708.5"


@pytest.mark.parametrize(("value", "text"), [(12, "+12"), (-12, "−12"), (0, "0"), (None, "–")])
def test_a_gap_carries_its_sign(value, text):
    assert signed(value) == text


def test_a_gap_that_rounds_to_nothing_has_no_sign():
    with translation.override("nl"):
        assert signed(Fraction(1, 1000), 1) == "0,0"


def test_a_trend_says_direction_and_number_for_eyes_and_ears():
    with translation.override("en"):
        assert "▲ 3" in trend(3)
        assert "3 places up" in trend(3)
        assert "▼ 1" in trend(-1)
        assert "1 place down" in trend(-1)
        assert "same place" in trend(0)
        assert trend(None) == ""


def test_filters_are_loadable_in_a_template():
    page = Template("{% load figures %}{{ n|score }} {{ gap|signed }} {% trend places %}")
    text = page.render(Context({"n": 1764, "gap": -3, "places": None}))
    assert text == f"1{THIN}764 −3 "
