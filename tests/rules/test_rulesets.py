"""Rulesets: presets, options with their allowed values, JSON, plain sentences."""

import pytest

from scoring.rules.house_rules import END, SENTENCES, sentence
from scoring.rules.rulesets import ALIASES, OPTIONS, PRESETS, ROEM_PRESETS, Ruleset, attribute, make_ruleset

VALUES = {
    "quad.7": [0, 100],
    "quad.8": [0, 100],
    "quad.9": [0, 100, 150],
    "quad.T": [0, 100],
    "quad.J": [100, 200],
    "run_bonus": ["both", "either"],
    "roem_scope": ["trick"],
    "roem_declare": ["required", "automatic"],
    "roem_who": ["any", "own"],
    "stuk_scope": ["trick", "hand"],
    "tie": ["nat", "made"],
    "pit": [0, 88, 100],
    "pit_defenders": [True, False],
    "end": ["hands:16", "hands:8", "hands:12", "points:1500", "points:750"],
    "ams_ruff_partner": ["free", "must"],
    "undertrump_partner": ["forbidden", "allowed"],
    "cannot_overtrump": ["discard", "undertrump", "free"],
    "trump_lead_beat_partner": [True, False],
    "follow_or_trump": [True, False],
    "first_bidder": ["left", "dealer"],
    "trump_method": ["free", "utrecht", "random"],
    "random_allpass": ["redraw", "forced2", "name_other"],
    "deal": ["323", "44"],
    "trump_must_hold": [True, False],
    "signals": ["announced", "forbidden"],
    "verzaakt": ["move", "void", "own"],
    "extra": [0, 100],
    "extra_for": ["side", "person"],
}


def test_defaults():
    options = make_ruleset("amsterdam").options()
    assert options == {
        "quad.7": 0, "quad.8": 0, "quad.9": 0, "quad.T": 100, "quad.J": 200,
        "run_bonus": "both", "roem_scope": "trick", "roem_declare": "automatic", "roem_who": "any",
        "stuk_scope": "trick", "tie": "nat", "pit": 100, "pit_defenders": True, "end": "hands:16",
        "ams_ruff_partner": "free", "undertrump_partner": "forbidden", "cannot_overtrump": "discard",
        "trump_lead_beat_partner": True, "follow_or_trump": False, "first_bidder": "left",
        "trump_method": "free", "random_allpass": "forced2", "deal": "323", "trump_must_hold": False,
        "signals": "announced", "verzaakt": "move", "extra": 0, "extra_for": "side",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("preset", "system", "differences"),
    [
        ("amsterdam", "amsterdam", {}),
        ("rotterdam", "rotterdam", {}),
        ("amsterdam-utrecht", "amsterdam", {"trump_method": "utrecht"}),
        ("rotterdam-ko", "rotterdam", {"quad.9": 150, "quad.T": 0, "pit": 0, "tie": "made"}),
        (
            "nku",
            "rotterdam",
            {"quad.7": 100, "quad.8": 100, "quad.9": 100, "quad.J": 100, "first_bidder": "dealer"},
        ),
    ],
)
def test_presets(preset, system, differences):
    ruleset = make_ruleset(preset)
    assert (ruleset.system, ruleset.differences()) == (system, differences)


def test_every_value_is_accepted_described_and_read_back():
    assert set(VALUES) == set(OPTIONS)
    for name, values in VALUES.items():
        for value in values:
            ruleset = make_ruleset("amsterdam", {name: value})
            assert getattr(ruleset, attribute(name)) == value
            assert Ruleset.from_json(ruleset.to_json()) == ruleset
            assert str(sentence(ruleset, name)).endswith(".")
            if name not in ("end", "extra"):
                assert set(SENTENCES[name]) == set(values)


@pytest.mark.parametrize("value", ["on", "off"])
def test_switches_may_be_words(value):
    assert make_ruleset("amsterdam", {"pit_defenders": value}).pit_defenders is (value == "on")


def test_packets_may_be_a_number():
    assert make_ruleset("amsterdam", {"deal": 44}).deal == "44"


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("tie", "draw", "nat, made"),
        ("pit", 50, "0, 88, 100"),
        ("pit", True, "0, 88, 100"),
        ("pit", 100.0, "0, 88, 100"),
        ("pit", None, "0, 88, 100"),
        ("quad.9", "150", "0, 100, 150"),
        ("pit_defenders", 1, "true, false"),
        ("trump_lead_beat_partner", "yes", "true, false"),
        ("roem_scope", "hand", "trick"),
        ("deal", 332, "323, 44"),
        ("extra", -10, "a whole number 0 to 1000"),
        ("extra", True, "a whole number 0 to 1000"),
        ("end", "hands:0", r"hands:N \(1 to 64\) and points:N \(1 to 10000\)"),
        ("end", "hands:٣", "hands:N"),
        ("end", "hands:", "hands:N"),
        ("end", "points:99999999999999999999", "hands:N"),
        ("end", 16, "hands:N"),
        ("verzaakt", ["move"], "move, void, own"),
    ],
)
def test_a_value_that_is_not_allowed(name, value, allowed):
    with pytest.raises(ValueError, match=f"option {name}: .* is not allowed; allowed (is|are) {allowed}"):
        make_ruleset("amsterdam", {name: value})


def test_names_that_are_not_known():
    with pytest.raises(ValueError, match=r"option 'quad\.X' is not known; allowed are quad\.7, quad\.8"):
        make_ruleset("amsterdam", {"quad.X": 100})
    with pytest.raises(ValueError, match="ruleset 'gronings' is not known; allowed are amsterdam, rotterdam"):
        make_ruleset("gronings")
    with pytest.raises(ValueError, match="ruleset 'default' is not known"):
        make_ruleset("default")
    with pytest.raises(ValueError, match="ruleset None is not known"):
        make_ruleset(None)
    with pytest.raises(ValueError, match="options is an object"):
        make_ruleset("amsterdam", ["tie"])


def test_two_names_for_one_option():
    assert make_ruleset("amsterdam", {"verzaakt_roem": "void"}).verzaakt == "void"
    assert set(ALIASES.values()) <= set(OPTIONS)
    with pytest.raises(ValueError, match="is given twice, with different values"):
        make_ruleset("amsterdam", {"verzaakt_roem": "void", "verzaakt": "own"})


@pytest.mark.parametrize("preset", PRESETS)
def test_json_goes_both_ways(preset):
    ruleset = make_ruleset(preset, {"end": "points:1500"})
    assert Ruleset.from_json(ruleset.to_json()) == ruleset


def test_json_keeps_the_values_when_a_preset_would_change():
    data = make_ruleset("nku").to_json() | {"preset": "amsterdam"}
    assert Ruleset.from_json(data).quads == (100,) * 8


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "version 2 of a ruleset is not known: this program reads version 1"),
        ({"version": None}, "version None"),
        ({"system": "utrecht"}, "system 'utrecht' is not known: allowed are amsterdam, rotterdam"),
        ({"options": {"tie": 1}}, "option tie"),
    ],
)
def test_json_that_is_wrong(change, message):
    with pytest.raises(ValueError, match=message):
        Ruleset.from_json(make_ruleset("amsterdam").to_json() | change)
    with pytest.raises(ValueError, match="a ruleset is an object"):
        Ruleset.from_json([])


def test_describe_tells_the_system_and_what_differs():
    assert [str(one) for one in make_ruleset("amsterdam").describe()] == [
        "Amsterdam play: no need to trump while your partner holds the trick."
    ]
    told = [str(one) for one in make_ruleset("rotterdam-ko", {"end": "points:1500", "extra": 100}).describe()]
    assert told[0].startswith("Rotterdam play")
    assert "Four nines in one trick are 150 roem." in told
    assert "A match ends when a side reaches 1500 points." in told
    assert "Verzaakt costs 100 extra points, for the other side." in told
    assert len(told) == 7
    assert set(END) == {"hands", "points"}


def test_roem_presets_fix_roem_only():
    for name in ROEM_PRESETS:
        ruleset = make_ruleset(name, roem_only=True)
        assert set(ruleset.differences()) <= {"quad.7", "quad.8", "quad.9", "quad.T", "quad.J", "run_bonus"}
