"""The pairing rule as data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tournaments.pairing import PairingRule, Weights
from tournaments.sentences import RuleError


@pytest.mark.parametrize(
    "rule",
    [PairingRule(), PairingRule(season_memory=False, sit_out="evening", weights=Weights(crossed=0))],
)
def test_there_and_back_through_json(rule: PairingRule) -> None:
    assert PairingRule.from_json(json.loads(json.dumps(rule.to_json()))) == rule


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"version": 2}, "These rules have version 2; this program reads version 1."),
        ({"version": None}, "These rules have version None; this program reads version 1."),
        ({"method": "swiss"}, "“method” is one of lot, not “swiss”."),
        ({"sit_out": "never"}, "“sit_out” is one of season, evening, not “never”."),
        ({"season_memory": 1}, "Whether earlier evenings count is either true or false."),
        ({"extra": 1}, "A pairing rule knows no field extra."),
        ({"weights": {"love": 1}}, "A pairing rule knows no field love."),
        ({"weights": 7}, "The weights of a draw are a list of names and numbers."),
        (
            {"weights": {"crossed": -1}},
            "The weight “crossed” is a whole number from 0 to 10000000, not -1.",
        ),
        (
            {"weights": {"crossed": True}},
            "The weight “crossed” is a whole number from 0 to 10000000, not True.",
        ),
    ],
)
def test_bad_rules_are_refused_in_words(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        PairingRule.from_json(PairingRule().to_json() | change)
    assert str(refused.value) == sentence


def test_the_rule_in_words() -> None:
    assert [str(sentence) for sentence in PairingRule().sentences()] == [
        "Every round is drawn by lot, without meeting again this evening where possible.",
        "Sitting out is spread over the evening, then over the season.",
        "Meetings on earlier evenings count lightly.",
    ]
    bare = PairingRule(season_memory=False, sit_out="evening")
    assert str(bare.sentences()[1]) == "Sitting out is spread over the evening, then by lot."
    assert len(bare.sentences()) == 2
