"""The pairing rule as data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tournaments.pairing import PairingRule, Weights
from tournaments.pairing.rule import METHODS
from tournaments.sentences import RuleError


@pytest.mark.parametrize(
    "rule",
    [
        PairingRule(),
        PairingRule(season_memory=False, sit_out="evening", weights=Weights(crossed=0)),
        PairingRule("swiss", pattern="fold", scope="season", accelerated=2, repeat_worth=5, balance=False),
    ],
)
def test_there_and_back_through_json(rule: PairingRule) -> None:
    assert PairingRule.from_json(json.loads(json.dumps(rule.to_json()))) == rule


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"version": 3}, "These rules have version 3; this program reads version 2."),
        ({"version": None}, "These rules have version None; this program reads version 2."),
        (
            {"method": "chess"},
            "“method” is one of lot, swiss, stay, whist, mitchell, howell, move_up, fixtures, not “chess”.",
        ),
        ({"pattern": "far"}, "“pattern” is one of near, fold, slide, not “far”."),
        ({"accelerated": 7}, "“accelerated” is a whole number from 0 to 6, not 7."),
        ({"repeat_worth": True}, "“repeat_worth” is a whole number from 0 to 100, not True."),
        ({"balance": "yes"}, "“balance” is either true or false."),
        ({"sit_out": "never"}, "“sit_out” is one of season, evening, not “never”."),
        ({"season_memory": 1}, "“season_memory” is either true or false."),
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


def test_a_rule_of_version_one_is_read_as_the_lot() -> None:
    stored = {
        "version": 1,
        "method": "lot",
        "season_memory": False,
        "sit_out": "evening",
        "weights": {"crossed": 7},
    }
    assert PairingRule.from_json(stored) == PairingRule(
        season_memory=False, sit_out="evening", weights=Weights(crossed=7)
    )


def test_a_draw_by_standing_in_words() -> None:
    rule = PairingRule("swiss", seeding="strength", measure="average", accelerated=3, repeat_worth=12)
    assert [str(sentence) for sentence in rule.sentences()] == [
        "Every round is drawn by the standing before it.",
        "Who are close in the standing meet.",
        "Nothing is repeated within an evening where that can be avoided.",
        "In the first round playing strength stands in for the standing.",
        "The standing for the draw is by the average of the rounds played.",
        "Where the same partner or opponent comes again, that counts as a table 12 ranks wider.",
        "In the first 3 rounds the strongest half meets the strongest half.",
        "The two sides of a table are made equal in strength.",
        "Sitting North-South and dealing first is spread over the rounds.",
        "Sitting out is spread over the evening, then over the season; then the lowest in the standing rests.",
    ]
    bare = PairingRule("swiss", pattern="slide", scope="season", balance=False, directions=False)
    assert [str(sentence) for sentence in bare.sentences()][1:3] == [
        "Among equals the first of the upper half meets the first of the lower half.",
        "Nothing is repeated within the season where that can be avoided.",
    ]
    assert len(bare.sentences()) == 7


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("leftovers", ["sit_out", "three"])
def test_every_method_has_its_words(method: str, leftovers: str) -> None:
    words = [str(sentence) for sentence in PairingRule(method, leftovers=leftovers).sentences()]
    assert all(word.endswith(".") for word in words)
    three = "Three who are left at tables of four play a table of three."
    assert (three in words) == (leftovers == "three" and method in ("lot", "swiss", "stay"))
