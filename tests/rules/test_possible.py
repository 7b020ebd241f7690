"""``possible``: published figures, proofs that can be counted, and what stays unknown."""

from random import Random

import pytest

from scoring.rules.exhibit import exhibit
from scoring.rules.judge import CannotJudge, judge
from scoring.rules.possible import Question, can_occur
from scoring.rules.reach import joint_table
from scoring.rules.rulesets import make_ruleset
from tests.rules import reference

SIZES = [1, 66, 107, 135, 139, 135, 107, 66, 1]


def possible(ruleset="amsterdam", options=None, **asked):
    return judge({"kind": "possible", "ruleset": ruleset, "options": options or {}, **asked})


def test_points_by_tricks():
    found = [possible(tricks=tricks) for tricks in range(9)]
    assert [len(one["points"]) for one in found] == SIZES
    assert sum(SIZES) == 757
    assert all(one["points_exact"] for one in found)
    assert found[6]["points"] == [54, 55, 56, *range(58, 161), 162]
    assert found[6]["without_last"] == [54, 55, 56, *range(58, 151), 152]
    assert found[2]["with_last"] == [10, *range(12, 105), 106, 107, 108]
    assert (found[0]["without_last"], found[0]["with_last"]) == ([0], [])
    assert (found[8]["without_last"], found[8]["with_last"]) == ([], [162])


def test_points_of_a_deal():
    answer = possible(tricks=None)
    assert answer["points"] == [0, *range(2, 161), 162]
    assert [len(some) for some in answer["by_tricks"]] == SIZES
    assert possible() == answer


@pytest.mark.parametrize(
    ("ruleset", "options", "one_side", "both", "highest", "exact"),
    [
        ("amsterdam", {}, 64, 63, 700, (True, True)),
        ("rotterdam", {}, 64, 63, 700, (True, True)),
        ("rotterdam-ko", {}, 63, 63, 700, (False, True)),
        ("nku", {}, 62, 62, 800, (False, False)),
        ("amsterdam", {"stuk_scope": "hand"}, 70, 70, 720, (False, False)),
        ("amsterdam", {"roem_declare": "required"}, 65, 65, 700, (True, True)),
    ],
)
def test_roem_of_a_deal(ruleset, options, one_side, both, highest, exact):
    roem = possible(ruleset, options)["roem"]
    assert (len(roem["side"]), len(roem["both"]), max(roem["both"])) == (one_side, both, highest)
    assert (roem["side_exact"], roem["both_exact"]) == exact
    assert not {10, 30} & {*roem["side"], *roem["both"]}


def test_roem_without_a_trick():
    assert possible(tricks=0)["roem"]["side"] == [0]
    assert possible(tricks=0, options={"stuk_scope": "hand"})["roem"]["side"] == [0, 20]


@pytest.mark.parametrize(
    ("asked", "rule", "says"),
    [
        ((161, 0, 0), "I2", "161 card points"),
        ((1, None, None), "I2", "1 card points"),
        ((-5, None, None), "I2", "-5 card points"),
        ((95, 30, 0), "I3", "30 roem"),
        ((95, 0, 710), "I3", "710 roem"),
        ((95, 400, 270), "I3", "670 roem together"),
        ((0, 50, 0), "I4", "No way"),
        ((162, 0, 50), "I4", "No way"),
        ((7, 50, 0), "I4", "No way"),
        ((None, 360, 360), "I3", "720 roem together"),
        ((101, 700, 0), "I4", "No way"),
    ],
)
def test_what_cannot_be(asked, rule, says):
    answer = possible(points=asked[0], roem_we=asked[1], roem_they=asked[2])
    assert answer["possible"] is False
    assert answer["rule"] == rule
    assert says in answer["reason"]


@pytest.mark.parametrize(
    ("asked", "ruleset", "legal"),
    [
        ((95, 20, 0), "amsterdam", True),
        ((162, 700, 0), "rotterdam", True),
        ((31, 130, 60), "amsterdam", True),
        ((31, 130, 60), "rotterdam", "unknown"),  # possible, never seen in Rotterdam play
        ((144, 130, 80), "rotterdam", "unknown"),
        ((None, 350, 350), "amsterdam", True),
        ((95, None, None), "amsterdam", True),
    ],
)
def test_what_can_be(asked, ruleset, legal):
    answer = possible(ruleset, points=asked[0], roem_we=asked[1], roem_they=asked[2])
    assert (answer["possible"], answer["rule"], answer["legal"]) == (True, "I4", legal)
    assert possible(ruleset, input={"points": asked[0], "roem_we": asked[1], "roem_they": asked[2]}) == answer


def test_stricter_rules_of_play_have_not_been_seen():
    for options in ({"ams_ruff_partner": "must"}, {"cannot_overtrump": "undertrump"}):
        assert possible("amsterdam", options, points=95, roem_we=20, roem_they=0)["legal"] == "unknown"
    freer = {"undertrump_partner": "allowed", "cannot_overtrump": "free", "follow_or_trump": True}
    assert possible("amsterdam", freer, points=95, roem_we=20, roem_they=0)["legal"] is True


def shown(split, ruleset, options):
    """Points and roem of a split, counted by the second implementation."""
    quads = dict(zip(reference.RANKS, make_ruleset(ruleset, options).quads, strict=True))
    tricks = {side: split[side] for side in ("we", "they")}
    assert sorted(card for side in tricks.values() for trick in side for card in trick) == sorted(
        reference.DECK
    )
    counted = {}
    for side, some in tricks.items():
        points = sum(reference.points(trick, split["trump"]) for trick in some)
        roem = sum(
            reference.roem(t, split["trump"], quads, options.get("run_bonus") == "either") for t in some
        )
        counted[side] = points + (10 if split["last_trick"] == side else 0), roem, len(some)
    assert split[split["last_trick"]], "the last trick is a trick of its side"
    return counted


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("nku", {}),
        ("rotterdam-ko", {}),
        ("rotterdam-ko", {"run_bonus": "either"}),
        ("amsterdam", {"quad.9": 100}),
    ],
)
def test_a_split_proves_it(ruleset, options):
    rng = Random(f"{ruleset} {options}")
    joint = make_ruleset(ruleset, options).reach.joint
    pairs = [pair for pair in joint if sum(pair) <= 250]
    for _ in range(12):
        we, they = rng.choice(pairs)
        points = rng.choice([p for p in range(163) if joint[we, they][0] >> p & 1])
        answer = possible(ruleset, options, points=points, roem_we=we, roem_they=they)
        assert answer["possible"] is True, (points, we, they)
        counted = shown(answer["split"], ruleset, options)
        assert (counted["we"][:2], counted["they"][:2]) == ((points, we), (162 - points, they))
        assert answer["legal"] == "unknown"


def test_the_same_question_gets_the_same_answer():
    asked = {"points": 60, "roem_we": 150, "roem_they": 70}
    assert possible("nku", **asked) == possible("nku", **asked)


def test_the_corners_of_four_sevens_and_four_eights():
    """Cards worth nothing: 200 roem beside no card points."""
    answer = possible("nku", points=0, roem_we=200, roem_they=0)
    assert answer["possible"] is True
    assert shown(answer["split"], "nku", {})["we"] == (0, 200, 2)
    assert possible("nku", points=0, roem_we=300, roem_they=0)["possible"] is False
    assert possible("amsterdam", points=0, roem_we=200, roem_they=0)["possible"] is False


def test_stuk_in_hand_needs_no_trick():
    options = {"stuk_scope": "hand"}
    answer = possible("amsterdam", options, points=0, roem_we=20, roem_they=0, tricks=0)
    assert answer["possible"] is True
    assert shown(answer["split"], "amsterdam", options)["we"] == (0, 20 - 20, 0)
    # Played by one hand, king and queen lie in two tricks.
    assert not any({"KS", "QS"} <= set(trick) for trick in answer["split"]["they"])
    assert possible("amsterdam", points=0, roem_we=20, roem_they=0, tricks=0)["possible"] is False


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"tricks": 1, "points": 67}, False),
        ({"tricks": 1, "points": 66}, True),
        ({"tricks": 1, "roem_we": 70}, True),
        ({"tricks": 1, "roem_we": 90}, False),  # one trick is 70, 100 or 200
        ({"tricks": 8, "roem_they": 20}, False),
        ({"tricks": 8, "roem_we": 700}, True),
        ({"tricks": 2, "points": 20, "roem_we": 40, "roem_they": 0}, True),
        ({"tricks": 1, "points": 20, "roem_we": 150, "roem_they": 0}, False),
        ({"tricks": 3, "points": 0}, False),
    ],
)
def test_with_so_many_tricks(asked, expected):
    answer = possible(**asked)
    assert answer["possible"] is expected
    if "split" in answer:
        assert shown(answer["split"], "amsterdam", {})["we"][2] == asked["tricks"]


def test_nothing_is_exhibited_that_the_exact_table_excludes():
    """Within the bound but not in the table: the search must come back with nothing."""
    ruleset = make_ruleset("amsterdam")
    table = joint_table("amsterdam")
    excluded = [(162, 650, 0), (162, 660, 10), (100, 350, 310)]
    for points, we, they in excluded:
        assert not table.get((we, they), (0, 0))[0] >> points & 1
        assert exhibit(points, {"we": we, "they": they}, ruleset) is None


def test_within_the_bound_but_not_found_is_unknown():
    """Under other rules than the default nobody has decided these: an honest "unknown"."""
    answer = can_occur(Question(90, 170, 400), make_ruleset("nku"))
    assert (answer.possible, answer.split) == (None, None)
    assert answer.to_json()["possible"] == "unknown"
    assert "bounds that are proven" in str(answer.reason)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"tricks": 9}, "tricks 9: allowed are 0 to 8, null"),
        ({"tricks": -1}, "tricks -1: allowed are 0 to 8"),
        ({"tricks": "3"}, "tricks '3' is not a whole number"),
        ({"points": 95.0}, "points 95.0 is not a whole number"),
        ({"roem_we": True}, "roem_we True is not a whole number"),
        ({"input": []}, "input is missing or not an object"),
        ({"ruleset": "default"}, "ruleset 'default' is not known"),
    ],
)
def test_what_cannot_be_asked(asked, message):
    with pytest.raises(CannotJudge, match=message):
        judge({"kind": "possible"} | asked)
