"""Numbers and dates as they are printed."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils.translation import override

from tournaments.reports.documents import Awarded, Column, Kind
from tournaments.reports.figures import figure, long_date, on_paper, rounded, trend


@pytest.mark.parametrize(
    ("value", "decimals", "expected"),
    [
        (Fraction(1, 8), 2, "0.13"),  # 0.125: a half goes up
        (Fraction(-1, 8), 2, "-0.13"),
        (Fraction(2675, 1000), 2, "2.68"),  # the binary float 2.675 lies below the half
        (Fraction(1, 3), 2, "0.33"),
        (Fraction(5, 2), 0, "3"),
        (Decimal("82.345"), 2, "82.35"),
        (7, 2, "7.00"),
        (Fraction(-1, 1000), 2, "0.00"),
    ],
)
def test_rounding_is_exact_and_halves_go_away_from_zero(value, decimals, expected):
    assert rounded(value, decimals) == Decimal(expected)


@pytest.mark.parametrize(
    ("value", "decimals", "dutch", "english"),
    [
        (1620, 0, "1\u202f620", "1\u202f620"),
        (1234567, 0, "1\u202f234\u202f567", "1\u202f234\u202f567"),
        (999, 0, "999", "999"),
        (0, 0, "0", "0"),
        (-124, 0, "−124", "−124"),
        (Fraction(164799, 100), 2, "1\u202f647,99", "1\u202f647.99"),
        (Fraction(-1, 1000), 2, "0,00", "0.00"),
    ],
)
def test_a_figure_in_both_languages(value, decimals, dutch, english):
    with override("nl"):
        assert figure(value, decimals) == dutch
    with override("en"):
        assert figure(value, decimals) == english


def test_the_trend_has_a_sign_of_its_own():
    assert [trend(places) for places in (3, -2, 0)] == ["▲\u202f3", "▼\u202f2", "="]


def test_a_long_date_is_written_in_the_language_of_the_page():
    with override("nl"):
        assert long_date(date(2026, 10, 6)) == "dinsdag 6 oktober 2026"
    with override("en"):
        assert long_date(date(2026, 10, 6)) == "Tuesday 6 October 2026"


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        (Kind.INT, None, ""),
        (Kind.TEXT, "007", "007"),
        (Kind.INT, Awarded(1600), "1\u202f600*"),
        (Kind.TREND, -1, "▼\u202f1"),
        (Kind.DATE, date(2026, 10, 6), "06-10-2026"),
        (Kind.RANK, 12, "12"),
    ],
)
def test_a_cell_on_paper(kind, value, expected):
    with override("nl"):
        assert on_paper(Column("key", "Title", kind), value) == expected
