"""What is said of results with or against somebody: never more than the figures allow."""

from __future__ import annotations

import pytest
from django.utils import translation

from tournaments.players import words
from tournaments.rating import Company


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def company(rounds, above, *, compared, error=100.0):
    return Company(1, rounds, rounds, 0, above, error, compared)


@pytest.mark.parametrize(
    ("one", "says"),
    [
        (
            company(1, 900.0, compared=0, error=540.0),
            "+900 a round above expectation: may be chance. That is looked at from 10 rounds together on.",
        ),
        (  # 1.96 standard errors: the two-sided 5 % of one
            company(12, 197.0, compared=1),
            "+197 a round above expectation: clearly more than expected. Luck alone reaches from −196 to +196 after as"
            " many rounds.",
        ),
        (  # 3.02: the two-sided 5 % / 20
            company(12, -250.0, compared=20),
            "−250 a round above expectation: may be chance. With the luckiest and unluckiest of 20 people luck alone"
            " reaches from −302 to +302 after as many rounds.",
        ),
        (
            company(12, -303.0, compared=20),
            "−303 a round above expectation: clearly less than expected. With the luckiest and unluckiest of 20 people"
            " luck alone reaches from −302 to +302 after as many rounds.",
        ),
    ],
)
def test_what_is_said(one, says):
    assert words.company_sentence(one) == says
    assert words.is_clear(one) is ("clearly" in says)


@pytest.mark.parametrize(("value", "printed"), [(2.5, 3), (-2.5, -3), (-0.4, 0), (0.49999999999999994, 0)])
def test_a_whole_figure_is_rounded_away_from_zero_as_it_is_printed(value, printed):
    assert words.whole(value) == printed
    assert words.real(value) == str(printed).replace("-", "−")
