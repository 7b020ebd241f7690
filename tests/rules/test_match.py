"""Who wins a match, and when; rows after its end are errors."""

import pytest

from scoring.rules.booked import Booked
from scoring.rules.judge import CannotJudge, judge
from scoring.rules.rulesets import make_ruleset


def match(*deals, end="hands:16", ruleset="amsterdam", **options):
    rows = [deal if isinstance(deal, dict) else {"we": deal[0], "they": deal[1]} for deal in deals]
    case = {"kind": "match", "ruleset": ruleset, "options": options | {"end": end}, "deals": rows}
    return judge(case)


def result(answer):
    return answer["over"], answer["ended_after"], answer["winner"]


PIT, MADE, LOST = (262, 0), (100, 62), (62, 100)


@pytest.mark.parametrize(
    ("deals", "end", "expected"),
    [
        ([MADE] * 16, "hands:16", (True, 16, "we")),
        ([MADE] * 15, "hands:16", (False, None, None)),
        ([LOST] * 8, "hands:8", (True, 8, "they")),
        ([MADE, LOST], "hands:2", (True, 2, "draw")),
        ([MADE, LOST, PIT], "hands:3", (True, 3, "we")),
        ([], "hands:1", (False, None, None)),
        ([PIT] * 3, "points:750", (True, 3, "we")),
        ([PIT] * 2, "points:750", (False, None, None)),
        ([(0, 182)] * 9, "points:1500", (True, 9, "they")),
        ([MADE] * 2, "points:200", (True, 2, "we")),  # exactly 200
        # Both past the target in one deal: the higher total wins.
        ([(99, 83), (103, 139)], "points:200", (True, 2, "they")),
        # Equal past the target: one more deal, however low it is.
        ([MADE, LOST], "points:162", (False, None, None)),
        ([MADE, LOST, MADE], "points:162", (True, 3, "we")),
        ([MADE, LOST, MADE], "points:150", (True, 3, "we")),
    ],
)
def test_ends(deals, end, expected):
    answer = match(*deals, end=end)
    assert answer["verdict"] == "accept"
    assert result(answer) == expected
    assert answer["totals"] == {"we": sum(we for we, _ in deals), "they": sum(they for _, they in deals)}
    assert answer["carried"] == 0


@pytest.mark.parametrize(
    ("deals", "end", "ended", "code", "message"),
    [
        ([MADE] * 3, "hands:2", 2, "match_full", "over after 2 deals"),
        ([PIT] * 5, "points:750", 3, "match_over", "had reached 786 points"),
        ([MADE, LOST, LOST, MADE], "points:150", 3, "match_over", "“they” had reached 262 points"),
    ],
)
def test_rows_after_the_end(deals, end, ended, code, message):
    answer = match(*deals, end=end)
    assert answer["verdict"] == "refuse"
    assert answer["ended_after"] == ended
    [found] = answer["findings"]
    assert (found["code"], found["deal"], found["rule"]) == (code, ended + 1, "I20")
    assert message in found["message"]
    assert answer["totals"]["we"] == sum(we for we, _ in deals[:ended])
    assert len(answer["running"]) == len(deals)


DECLARED = {"declarer": "we", "we": {"points": 95, "roem": 20}, "they": {"points": 67, "roem": 0}}


def test_declared_and_booked_deals_mix():
    answer = match(DECLARED, (0, 182), end="hands:2")
    assert answer["deals"][0]["we"] == 115
    assert answer["deals"][1] == {"we": 0, "they": 182}
    assert answer["running"] == [{"we": 115, "they": 67}, {"we": 115, "they": 249}]
    assert result(answer) == (True, 2, "they")


def test_a_refused_deal_leaves_the_match_open():
    refused = DECLARED | {"they": {"points": 76, "roem": 0}}
    answer = match(refused, MADE, end="hands:2")
    assert answer["verdict"] == "refuse"
    assert result(answer) == (None, None, None)
    unreadable = DECLARED | {"we": {"points": "9O", "roem": 20}}
    assert result(match(unreadable, end="hands:1")) == (None, None, None)


@pytest.mark.parametrize(
    ("booked", "options", "possible"),
    [
        ((115, 67), {}, True),
        ((100, 62), {}, True),
        ((101, 62), {}, False),  # 163
        ((110, 62), {}, False),  # roem of 10
        ((81, 81), {}, False),  # equal is nat
        ((81, 81), {"tie": "made"}, True),
        ((161, 1), {}, False),
        ((0, 162), {}, True),
        ((0, 182), {}, True),
        ((0, 192), {}, False),
        ((0, 262), {}, True),  # a pit, or nat with 100 roem
        ((262, 0), {"pit": 0}, True),
        ((962, 0), {}, True),
        ((0, 962), {}, True),
        ((0, 962), {"pit_defenders": False, "pit": 0}, False),
        ((972, 0), {}, False),
        ((250, 0), {}, False),
        ((250, 0), {"pit": 88}, True),
        ((-20, 182), {}, False),
        ((0, 217), {"extra": 35}, True),  # a revoke: 162, 20 roem and the extra
        ((0, 217), {"extra": 35, "extra_for": "person"}, False),
        ((20, 162), {}, True),
        ((20, 312), {"verzaakt": "own", "extra": 150}, True),
        ((0, 312), {"verzaakt": "void", "extra": 150}, True),
        ((12, 170), {}, True),  # 12 and 150, 20 roem for the other
        ((182, 20), {"stuk_scope": "hand"}, True),  # stuk in the hand of the side without a trick
        ((282, 20), {"stuk_scope": "hand"}, True),
        ((10_000, 0), {}, False),
    ],
)
def test_what_a_deal_can_book(booked, options, possible):
    ruleset = make_ruleset("amsterdam", options)
    assert Booked(*booked).can_be(ruleset) is possible
    assert Booked(*booked[::-1]).can_be(ruleset) is possible


def test_a_booking_that_cannot_be_is_refused():
    answer = match(MADE, (101, 62), end="hands:2")
    assert [(one["code"], one["deal"]) for one in answer["findings"]] == [("booked", 2)]
    assert result(answer) == (None, None, None)


@pytest.mark.parametrize(
    ("deals", "message"),
    [
        (None, "deals is a list of deals"),
        ([7], "deal 1: a deal is an object"),
        ([{"we": 100}], "deal 1: they None is not a whole number"),
        ([{"we": 100, "they": "62"}], "deal 1: they '62' is not a whole number"),
        ([{"we": "100", "they": 62}], "deal 1: we is an object"),
    ],
)
def test_what_cannot_be_judged(deals, message):
    with pytest.raises(CannotJudge, match=message):
        judge({"kind": "match", "deals": deals})
