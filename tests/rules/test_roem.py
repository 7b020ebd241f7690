"""Roem of one trick: all 35,960 sets of four cards, and the options that decide."""

from collections import Counter
from itertools import combinations

import pytest

from scoring.rules.cards import DECK
from scoring.rules.judge import judge
from scoring.rules.roem import roem_points, trick_roem
from scoring.rules.rulesets import make_ruleset

COUNTS = {  # with one suit trump; counted by an independent program
    "default": {0: 34_901, 20: 979, 40: 55, 50: 18, 70: 2, 100: 4, 200: 1},
    "KO-both": {0: 34_901, 20: 979, 40: 55, 50: 18, 70: 2, 100: 3, 150: 1, 200: 1},
    "KO-literal": {0: 34_901, 20: 952, 40: 82, 50: 17, 70: 3, 100: 3, 150: 1, 200: 1},
    "NKU": {0: 34_898, 20: 979, 40: 55, 50: 18, 70: 2, 100: 8},
}


@pytest.mark.parametrize("preset", COUNTS)
def test_every_trick(preset):
    ruleset = make_ruleset(preset, roem_only=True)
    counts = Counter(roem_points(trick_roem(trick, 2, ruleset)) for trick in combinations(DECK, 4))
    assert counts == COUNTS[preset]


def roem(names, **options):
    case = {"kind": "roem", "ruleset": "amsterdam", "options": options, "trump": "S"}
    return judge(case | {"cards": names.split()})


@pytest.mark.parametrize(
    ("option", "trick", "points", "otherwise"),
    [
        ({"quad.T": 0}, "TC TD TH TS", 0, 100),
        ({"quad.9": 100}, "9C 9D 9H 9S", 100, 0),
        ({"quad.9": 150}, "9C 9D 9H 9S", 150, 0),
        ({"quad.7": 100}, "7C 7D 7H 7S", 100, 0),
        ({"quad.8": 100}, "8C 8D 8H 8S", 100, 0),
        ({"quad.J": 100}, "JC JD JH JS", 100, 200),
        ({"run_bonus": "either"}, "TS JS QS 7D", 40, 20),
        ({"run_bonus": "either"}, "9S TS JS QS", 70, 50),
        ({"stuk_scope": "hand"}, "KS QS 7D 8D", 0, 20),
        ({"stuk_scope": "hand"}, "JS QS KS 7D", 20, 40),
    ],
)
def test_an_option_decides(option, trick, points, otherwise):
    assert roem(trick, **option)["roem"] == points
    assert roem(trick)["roem"] == otherwise


def test_the_parts_name_rule_and_cards():
    assert roem("KS 7D JS QS")["parts"] == [
        {"rule": "KJ-ROEM-SEQ3", "points": 20, "cards": ["JS", "QS", "KS"]},
        {"rule": "KJ-ROEM-STUK-SEQ", "points": 20, "cards": ["QS", "KS"]},
    ]
    assert roem("KC KD KH KS")["parts"] == [
        {"rule": "KJ-ROEM-QUAD-AKQ", "points": 100, "cards": ["KC", "KD", "KH", "KS"]}
    ]
