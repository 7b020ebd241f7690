"""The standing rule as data, ranks and rounding."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from tournaments.sentences import RuleError
from tournaments.standing.rules import StandingRule, rounded, shared_ranks


@pytest.mark.parametrize(
    ("values", "ranks"),
    [
        ([], []),
        ([7], [1]),
        ([50, 40, 40, 30], [1, 2, 2, 4]),
        ([30, 40, 50, 40], [4, 2, 1, 2]),
        ([5, 5, 5], [1, 1, 1]),
        ([-10, 0, -10], [2, 1, 2]),
        # A third is not 0.3333: exact fractions part what decimals would not.
        ([Fraction(1, 3), Fraction(33333, 100000)], [1, 2]),
        ([Fraction(2, 6), Fraction(1, 3)], [1, 1]),
    ],
)
def test_shared_ranks(values: list[Any], ranks: list[int]) -> None:
    assert shared_ranks(values) == ranks


@pytest.mark.parametrize(
    ("value", "decimals", "printed"),
    [
        (1550, 0, "1550"),
        (Fraction(3101, 2), 0, "1551"),
        (Fraction(3101, 2), 2, "1550.50"),
        (Fraction(1, 8), 2, "0.13"),  # 0.125: half up, where half even would print 0.12
        (Fraction(1, 3), 4, "0.3333"),
        (Fraction(2, 3), 1, "0.7"),
        (Fraction(-1, 8), 2, "-0.13"),
        (0, 2, "0.00"),
        (Fraction(9999, 1000), 2, "10.00"),
    ],
)
def test_rounding_half_up(value: Fraction | int, decimals: int, printed: str) -> None:
    assert str(rounded(value, decimals)) == printed


@pytest.mark.parametrize(
    "rule",
    [
        StandingRule(),
        StandingRule(measure="average", unit="evening", decimals=0, minimum_attendance=5, guests_ranked=True),
    ],
)
def test_there_and_back_through_json(rule: StandingRule) -> None:
    assert StandingRule.from_json(json.loads(json.dumps(rule.to_json()))) == rule


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"version": 9}, "These rules have version 9; this program reads version 2."),
        ({"measure": "best"}, "“measure” is one of sum, average, match_points, not “best”."),
        ({"unit": "deal"}, "“unit” is one of round, evening, not “deal”."),
        ({"decimals": 5}, "“decimals” is a whole number from 0 to 4, not 5."),
        ({"decimals": 1.5}, "“decimals” is a whole number from 0 to 4, not 1.5."),
        ({"minimum_attendance": -1}, "“minimum_attendance” is a whole number from 0 to 100, not -1."),
        ({"guests_ranked": "yes"}, "Whether guests are ranked is either true or false."),
        ({"dropped": 2}, "A standing rule knows no field dropped."),
    ],
)
def test_bad_rules_are_refused_in_words(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        StandingRule.from_json(StandingRule().to_json() | change)
    assert str(refused.value) == sentence


def test_the_rule_in_words() -> None:
    assert [str(sentence) for sentence in StandingRule().sentences()] == [
        "The standing is the sum of all points.",
        "Guests are shown but not ranked.",
        "Equal results share a rank.",
    ]
    rule = StandingRule(measure="average", unit="evening", minimum_attendance=5, guests_ranked=True)
    assert [str(sentence) for sentence in rule.sentences()] == [
        "The standing is the average number of points per evening.",
        "Decimals of an average in print: 2. Ranks follow the exact value.",
        "To be ranked one attends at least 5 evenings.",
        "As long as somebody can still reach that, he is ranked as if he had.",
        "Guests are ranked like members.",
        "Equal results share a rank.",
    ]


def test_sums_are_printed_whole() -> None:
    assert StandingRule(measure="sum", decimals=2).printed_decimals == 0
    assert StandingRule(measure="average", decimals=2).printed_decimals == 2
