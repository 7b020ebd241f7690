"""Every option of the table has a case in which it decides: another value, another answer."""

import pytest

from scoring.rules.house_rules import sentence
from scoring.rules.judge import judge
from scoring.rules.rulesets import OPTIONS, make_ruleset


def legal(trick, hand):
    return {"kind": "legal", "trump": "S", "trick": trick.split(), "hand": hand.split()}


def roem(cards):
    return {"kind": "roem", "trump": "S", "cards": cards.split()}


def score(decl, defenders, tricks=None, verzaakt=None):
    names = ("decl_pts", "decl_roem", "def_pts", "def_roem")
    given = dict(zip(names, (*decl, *defenders), strict=True))
    return {"kind": "score", "input": given | {"decl_tricks": tricks, "verzaakt": verzaakt}}


def trump(*calls, **more):
    return {"kind": "trump", "dealer": "N", "calls": list(calls), **more}


PLAY = {
    "kind": "play",
    "trump": "S",
    "declarer": "N",
    "leader": "N",
    "announced": ["E", *["N"] * 7],
    "tricks": [
        ["TC", "7C", "8C", "9C"], ["TD", "7D", "8D", "9D"], ["TH", "7H", "8H", "9H"], ["9S", "7S", "TS", "8S"],
        ["JS", "JC", "JD", "JH"], ["QS", "QC", "QD", "QH"], ["KS", "KC", "KD", "KH"], ["AS", "AC", "AD", "AH"],
    ],
}  # fmt: skip
RANDOM = {"trump_method": "random"}
EAST_HOLDS_CLUBS = {"E": ["7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC"]}
MATCH = {"kind": "match", "deals": [{"we": 100, "they": 62}] * 3}

# The case, the values that give different answers, and what else must be set.
DECIDES = {
    "quad.7": (roem("7C 7D 7H 7S"), (0, 100), {}),
    "quad.8": (roem("8C 8D 8H 8S"), (0, 100), {}),
    "quad.9": (roem("9C 9D 9H 9S"), (0, 100, 150), {}),
    "quad.T": (roem("TC TD TH TS"), (0, 100), {}),
    "quad.J": (roem("JC JD JH JS"), (100, 200), {}),
    "run_bonus": (roem("TS JS QS 7D"), ("both", "either"), {}),
    "stuk_scope": (PLAY, ("trick", "hand"), {}),
    "roem_declare": (PLAY | {"announced": [None] * 8}, ("required", "automatic"), {}),
    "roem_who": (PLAY, ("any", "own"), {"roem_declare": "required"}),
    "tie": (score((81, 0), (81, 0)), ("nat", "made"), {}),
    "pit": (score((162, 0), (0, 0), 8), (0, 88, 100), {}),
    "pit_defenders": (score((0, 0), (162, 0), 0), (True, False), {}),
    "end": (MATCH, ("hands:2", "hands:3", "points:750", "points:150", "points:100"), {}),
    "ams_ruff_partner": (legal("AD 7D", "8S TC"), ("free", "must"), {}),
    "undertrump_partner": (legal("KD TS 7D", "8S AS TC"), ("forbidden", "allowed"), {}),
    "cannot_overtrump": (legal("KD 9S", "8S AS TC"), ("discard", "undertrump", "free"), {}),
    "trump_lead_beat_partner": (legal("9S 7S", "JS 8S AC"), (True, False), {}),
    "follow_or_trump": (legal("KD", "7D AD JS TC"), (True, False), {}),
    "first_bidder": (trump("H"), ("left", "dealer"), {}),
    "trump_method": (trump("pass", "H"), ("free", "utrecht"), {}),
    "random_allpass": (
        trump(*["pass"] * 4, turned=["H", "C"]),
        ("redraw", "forced2"),
        RANDOM,
    ),
    "trump_must_hold": (trump("D", hands=EAST_HOLDS_CLUBS), (True, False), {}),
    "verzaakt": (score((150, 20), (12, 50), 7, "decl"), ("move", "void", "own"), {}),
    "extra": (score((150, 20), (12, 50), 7, "decl"), (0, 100), {}),
    "extra_for": (score((150, 20), (12, 50), 7, "decl"), ("side", "person"), {"extra": 100}),
}
TOLD_ONLY = {"roem_scope", "deal", "signals"}
"""Nothing on a sheet or in a play record shows these: they stand in the house rules."""


def test_every_option_is_here():
    assert set(OPTIONS) == set(DECIDES) | TOLD_ONLY


@pytest.mark.parametrize("name", DECIDES)
def test_it_decides(name):
    case, values, more = DECIDES[name]
    answers = [judge(case | {"options": more | {name: value}}) for value in values]
    assert all(one != other for at, one in enumerate(answers) for other in answers[:at])


def test_all_three_endings_of_a_turned_suit_differ():
    case = trump(*["pass"] * 4, turned=["H"])
    follow = {}
    for ending, turned in (("redraw", ["H", "C"]), ("forced2", ["H", "C"]), ("name_other", ["H"])):
        answer = judge(case | {"turned": turned, "options": RANDOM | {"random_allpass": ending}})
        follow[ending] = answer["next"]
    assert follow == {
        "redraw": {"seat": "E", "legal": ["pass", "play"], "rule": "KJ-TRUMP-RANDOM-REDRAW", "turned": "C"},
        "forced2": {"seat": "E", "legal": ["play"], "rule": "KJ-TRUMP-RANDOM-FORCED2", "turned": "C"},
        "name_other": {"seat": "E", "legal": ["C", "D", "S"], "rule": "KJ-TRUMP-RANDOM-OTHER"},
    }


@pytest.mark.parametrize(
    ("name", "values"), [("deal", ("323", "44")), ("signals", ("announced", "forbidden"))]
)
def test_what_is_told_only_is_told(name, values):
    told = {str(sentence(make_ruleset("amsterdam", {name: value}), name)) for value in values}
    assert len(told) == len(values)
