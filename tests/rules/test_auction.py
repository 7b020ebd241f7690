"""Making trump: every method, every ending, who may speak, and what is a fault."""

import pytest

from scoring.rules.judge import CannotJudge, judge

# Nobody holds a diamond but North.
HANDS = {
    "N": ["7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD"],
    "E": ["7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC"],
}


def auction(*calls, dealer="N", turned=None, hands=None, **options):
    case = {"kind": "trump", "ruleset": "amsterdam", "options": options, "dealer": dealer}
    return judge(case | {"calls": list(calls), "turned": turned, "hands": hands})


def made(answer):
    assert answer["fault"] is answer["next"] is None
    return answer["declarer"], answer["trump"], answer["rule"]


PASSES = ["pass"] * 4


@pytest.mark.parametrize(
    ("calls", "options", "expected"),
    [
        (["H"], {}, ("E", "H", "KJ-TRUMP-FREE")),
        (["pass", "pass", "C"], {}, ("W", "C", "KJ-TRUMP-FREE")),
        (["pass", "pass", "pass", "D"], {}, ("N", "D", "KJ-TRUMP-FREE")),
        ([*PASSES, "S"], {}, ("E", "S", "KJ-TRUMP-FORCED-FIRST")),
        (["H"], {"first_bidder": "dealer"}, ("N", "H", "KJ-TRUMP-FREE")),
        ([*PASSES, "S"], {"first_bidder": "dealer"}, ("N", "S", "KJ-TRUMP-FORCED-FIRST")),
        (["D"], {"trump_method": "utrecht"}, ("E", "D", "KJ-TRUMP-UTRECHT")),
        (["D"], {"trump_method": "utrecht", "first_bidder": "dealer"}, ("E", "D", "KJ-TRUMP-UTRECHT")),
    ],
)
def test_naming_a_suit(calls, options, expected):
    answer = auction(*calls, **options)
    assert made(answer) == expected
    assert answer["side"] == ("NS" if expected[0] in "NS" else "EW")
    assert answer["leader"] == "E"


@pytest.mark.parametrize(
    ("calls", "turned", "options", "expected"),
    [
        (["play"], ["H"], {}, ("E", "H", "KJ-TRUMP-RANDOM")),
        (["pass", "pass", "play"], ["9D"], {}, ("W", "D", "KJ-TRUMP-RANDOM")),
        (["pass", "H"], ["H"], {}, ("S", "H", "KJ-TRUMP-RANDOM")),
        ([*PASSES, "play"], ["H", "C"], {}, ("E", "C", "KJ-TRUMP-RANDOM-FORCED2")),
        (
            [*PASSES, "play"],
            ["H", "C"],
            {"first_bidder": "dealer"},
            ("E", "C", "KJ-TRUMP-RANDOM-FORCED2"),  # left of dealer, whoever spoke first
        ),
        (
            [*PASSES, "pass", "play"],
            ["H", "C"],
            {"random_allpass": "redraw"},
            ("S", "C", "KJ-TRUMP-RANDOM-REDRAW"),
        ),
        (
            [*PASSES * 2, "play"],
            ["H", "H", "D"],
            {"random_allpass": "redraw"},
            ("E", "D", "KJ-TRUMP-RANDOM-REDRAW"),
        ),
        ([*PASSES, "C"], ["H"], {"random_allpass": "name_other"}, ("E", "C", "KJ-TRUMP-RANDOM-OTHER")),
        (
            [*PASSES, "C"],
            ["H"],
            {"random_allpass": "name_other", "first_bidder": "dealer"},
            ("N", "C", "KJ-TRUMP-RANDOM-OTHER"),
        ),
    ],
)
def test_a_turned_suit(calls, turned, options, expected):
    assert made(auction(*calls, turned=turned, trump_method="random", **options)) == expected


@pytest.mark.parametrize(
    ("calls", "turned", "options", "fault"),
    [
        (["play"], None, {}, (1, "play", "E", "E", ["pass", "C", "D", "H", "S"], "KJ-TRUMP-FREE")),
        ([*PASSES, "pass"], None, {}, (5, "pass", "E", "E", ["C", "D", "H", "S"], "KJ-TRUMP-FORCED-FIRST")),
        (
            ["pass"],
            None,
            {"trump_method": "utrecht"},
            (1, "pass", "E", "E", ["C", "D", "H", "S"], "KJ-TRUMP-UTRECHT"),
        ),
        (["D"], ["H"], {"trump_method": "random"}, (1, "D", "E", "E", ["pass", "play"], "KJ-TRUMP-RANDOM")),
        (
            [*PASSES, "pass"],
            ["H", "C"],
            {"trump_method": "random"},
            (5, "pass", "E", "E", ["play"], "KJ-TRUMP-RANDOM-FORCED2"),
        ),
        (
            [*PASSES, "H"],
            ["H"],
            {"trump_method": "random", "random_allpass": "name_other"},
            (5, "H", "E", "E", ["C", "D", "S"], "KJ-TRUMP-RANDOM-OTHER"),
        ),
        (
            ["pass", {"seat": "W", "call": "C"}],
            None,
            {},
            (2, "C", "W", "S", ["pass", "C", "D", "H", "S"], "KJ-TRUMP-FREE"),
        ),
        (
            [{"seat": "N", "call": "C"}],
            None,
            {},
            (1, "C", "N", "E", ["pass", "C", "D", "H", "S"], "KJ-TRUMP-FREE"),
        ),
    ],
)
def test_faults(calls, turned, options, fault):
    answer = auction(*calls, turned=turned, **options)
    found = answer["fault"]
    assert answer["declarer"] is answer["trump"] is answer["next"] is None
    assert tuple(found[key] for key in ("call", "said", "by", "seat", "legal", "rule")) == fault


@pytest.mark.parametrize(
    ("calls", "options", "seat", "legal"),
    [
        ([], {}, "E", ["pass", "C", "D", "H", "S"]),
        (["pass"], {}, "S", ["pass", "C", "D", "H", "S"]),
        (PASSES, {}, "E", ["C", "D", "H", "S"]),
        (PASSES, {"first_bidder": "dealer"}, "N", ["C", "D", "H", "S"]),
        ([], {"trump_method": "utrecht"}, "E", ["C", "D", "H", "S"]),
    ],
)
def test_who_speaks_next(calls, options, seat, legal):
    answer = auction(*calls, **options)
    assert answer["declarer"] is None
    assert (answer["next"]["seat"], answer["next"]["legal"]) == (seat, legal)


def test_the_turned_suit_is_told():
    assert auction(turned=["9H"], trump_method="random")["next"]["turned"] == "H"


@pytest.mark.parametrize(
    ("calls", "more", "legal"),
    [
        (["D"], {}, ["pass", "C"]),
        ([*PASSES, "D"], {}, ["C"]),
        (["D"], {"trump_method": "utrecht"}, ["C"]),
        (["play"], {"trump_method": "random", "turned": ["D"]}, ["pass"]),
    ],
)
def test_trump_must_be_held(calls, more, legal):
    """East holds clubs only."""
    assert made(auction(*calls, hands=HANDS, **more))[0] == "E"
    answer = auction(*calls, hands=HANDS, trump_must_hold=True, **more)
    assert answer["fault"]["legal"] == legal
    assert made(auction(*calls, trump_must_hold=True, **more))[0] == "E"  # the hand is not known


def test_a_forced_suit_need_not_be_held():
    more = {"trump_method": "random", "trump_must_hold": True, "hands": HANDS}
    assert made(auction(*PASSES, "play", turned=["H", "S"], **more))[:2] == ("E", "S")
    # East holds clubs only, and clubs were turned: any other suit is as good.
    more |= {"random_allpass": "name_other"}
    assert made(auction(*PASSES, "S", turned=["C"], **more))[:2] == ("E", "S")


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ({"calls": "H"}, "calls is a list of calls"),
        ({"calls": ["X"]}, "call 1: call 'X': allowed are pass, play, C, D, H, S"),
        ({"calls": ["pass", {"seat": "X", "call": "H"}]}, "call 2: seat 'X': allowed are N, E, S, W"),
        ({"calls": ["H", "pass"]}, "call 2: trump was made in call 1 already"),
        ({"dealer": "Z"}, "dealer 'Z': allowed are N, E, S, W"),
        ({"turned": ["H"]}, "turned: 1 suits; allowed are at most 0 under these rules"),
        ({"options": {"trump_method": "random"}}, "turned: no suit"),
        ({"options": {"trump_method": "random"}, "turned": ["X"]}, "turned: 'X' is no suit"),
        ({"options": {"trump_method": "random"}, "turned": ["9X"]}, "turned: '9X' is no card"),
        ({"options": {"trump_method": "random"}, "turned": ["C", "D", "H"]}, "turned: 3 suits; .* at most 2"),
        (
            {"options": {"trump_method": "random"}, "turned": ["C"], "calls": PASSES},
            "turned: all passed 1 times, but suit 2 is missing",
        ),
        ({"hands": {"N": ["7D"]}}, "hand of N: 1 cards; allowed are 8"),
        ({"options": {"trump_method": "auction"}}, "option trump_method: auction is not allowed"),
    ],
)
def test_what_cannot_be_judged(case, message):
    with pytest.raises(CannotJudge, match=message):
        judge({"kind": "trump", "dealer": "N", "calls": []} | case)
