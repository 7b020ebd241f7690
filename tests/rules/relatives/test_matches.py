"""Matches: totals, carried ties, both past the end, void deals, and what must be mended first."""

import pytest

from scoring.rules.relatives import judge_match, judge_sheet


def deal(a, b, maker="A", **more):
    return {"declarer": maker, "A": {"points": a, "melds": 0}, "B": {"points": b, "melds": 0}, **more}


def won(a, b, parties=("A", "B")):
    """A deal of which only the booking is known."""
    return dict(zip(parties, (a, b), strict=True))


def outcome(deals, options=None, name="klaberjass", **more):
    answer = judge_match(name, deals, options, **more)
    return answer["winner"], answer["ended_after"], answer["rule"], list(answer["totals"].values())


def test_first_to_five_hundred():
    deals = [won(150, 0), won(150, 0), won(150, 20), won(49, 100)]
    assert outcome(deals) == (None, None, None, [499, 120])
    assert outcome([*deals, deal(100, 50)]) == ("A", 5, "KB-END", [599, 170])
    assert outcome([*deals, won(1, 0)]) == ("A", 5, "KB-END", [500, 120])


def test_another_target():
    deals = [won(150, 0), won(150, 0), won(150, 20), won(50, 100)]
    assert outcome(deals) == ("A", 4, "KB-END", [500, 120])
    assert outcome(deals, {"end": "points:501"})[0] is None


def test_both_past_the_end():
    deals = [won(138, 138)] * 3  # 414 each
    assert outcome([*deals, won(96, 116)]) == ("B", 4, "KB-END-BOTH", [510, 530])
    assert outcome([*deals, won(96, 96)]) == (None, None, None, [510, 510])
    assert outcome([*deals, won(96, 96), won(20, 90)]) == ("B", 5, "KB-END-BOTH", [530, 600])


def test_deals_after_the_end():
    answer = judge_match("klaberjass", [*[won(170, 0)] * 3, won(0, 150)])
    assert (answer["winner"], answer["ended_after"], answer["verdict"]) == ("A", 3, "refuse")
    assert answer["totals"] == {"A": 510, "B": 0}
    assert [(one["code"], one["deal"], one["rule"]) for one in answer["findings"]] == [
        ("match_over", 4, "KB-END")
    ]


def test_a_number_of_deals():
    two = {"end": "hands:2"}
    assert outcome([won(100, 20), won(30, 100)], two) == ("A", 2, "KB-END-DEALS", [130, 120])
    assert outcome([won(100, 20), won(20, 100)], two) == ("draw", 2, "KB-END-DEALS", [120, 120])
    assert outcome([won(100, 20)], two)[0] is None
    # A void deal is not a deal played.
    assert outcome([won(100, 20), {"bid": "passed"}], two)[0] is None
    assert outcome([won(100, 20), {"bid": "passed"}, won(30, 100)], two)[:2] == ("A", 3)


CARRY = {"kb_tie": "carry"}


def test_a_tie_goes_to_the_winner_of_the_next_deal():
    answer = judge_match("klaberjass", [deal(65, 65), deal(80, 50)], CARRY)
    assert answer["totals"] == {"A": 80 + 130, "B": 50}
    assert [one["carried"] for one in answer["deals"]] == [130, 0]
    assert answer["deals"][1]["findings"][0]["code"] == "pot"
    # The maker fails: his opponent has won the deal, and the pot.
    answer = judge_match("klaberjass", [deal(65, 65), deal(50, 80)], CARRY)
    assert answer["totals"] == {"A": 0, "B": 130 + 130}


def test_ties_add_up_and_wait_over_void_deals():
    deals = [deal(65, 65), {"bid": "passed"}, deal(60, 60, "B")]
    answer = judge_match("klaberjass", deals, CARRY)
    assert (answer["carried"], answer["totals"]) == (250, {"A": 0, "B": 0})
    assert [one["status"] for one in answer["deals"]] == ["carried", "passed", "carried"]
    answer = judge_match("klaberjass", [*deals, deal(80, 50)], CARRY)
    assert (answer["carried"], answer["totals"]) == (0, {"A": 330, "B": 50})


def test_without_the_option_nothing_is_carried():
    answer = judge_match("klaberjass", [deal(65, 65), deal(80, 50)])
    assert (answer["carried"], answer["totals"]) == (0, {"A": 80, "B": 115})


def test_a_pot_can_end_the_match():
    deals = [won(250, 250), deal(75, 75), deal(90, 50)]
    assert outcome(deals, CARRY) == (None, None, None, [490, 300])
    assert outcome([won(270, 250), *deals[1:]], CARRY) == ("A", 3, "KB-END", [510, 300])


def test_a_refused_deal_decides_nothing():
    answer = judge_match("klaberjass", [won(250, 0), deal(80, 90), won(260, 0)])
    assert (answer["winner"], answer["over"], answer["verdict"]) == (None, None, "refuse")
    assert [(one["code"], one["deal"]) for one in answer["findings"]] == [("not_judged", 2)]
    assert answer["deals"][1]["findings"][0]["deal"] == 2


def test_a_run_of_five_wins_the_match():
    deals = [won(20, 150), {"fus": "A"}]
    assert outcome(deals, {"five_wins": True}, "bulka") == ("A", 2, "KBC-FUS", [120, 150])


def test_the_deal_goes_round():
    answer = judge_match("klaberjass", [deal(80, 50), {"bid": "passed"}], None, "A")
    assert answer["next_dealer"] == "A"
    answer = judge_match("klaberjass", [deal(80, 50, dealer="A"), deal(80, 50, dealer="A")], None, "A")
    assert [one["code"] for one in answer["deals"][1]["findings"]] == ["dealer_turn"]
    assert answer["verdict"] == "confirm"
    # B deals the second deal, so A is its elder.
    deals = [deal(80, 50), deal(80, 50, None, bid="schmeiss")]
    answer = judge_match("klaberjass", deals, {"schmeiss": True}, "A")
    assert answer["deals"][1]["declarer"] == "A"


def test_three_players():
    rows = [{"A": 160, "B": 0, "C": 0}] * 3
    assert outcome(rows, None, "klaberjass-3") == (None, None, None, [480, 0, 0])
    rows += [{"A": 30, "B": 60, "C": 60}]
    assert outcome(rows, None, "klaberjass-3") == ("A", 4, "KB-END", [510, 60, 60])


def test_four_players():
    rows = [
        won(162, 0, ("we", "they")),
        {"declarer": "they", "we": {"points": 100}, "they": {"melds": 50}},
    ] * 2
    answer = judge_match("clobyosh", rows)
    # they: 62 + 50 against 100: made.
    assert answer["totals"] == {"we": 2 * 262, "they": 2 * 112}
    assert (answer["winner"], answer["ended_after"]) == ("we", 4)


def test_no_deals():
    answer = judge_match("klaberjass", [])
    assert (answer["winner"], answer["totals"], answer["verdict"]) == (None, {"A": 0, "B": 0}, "accept")


def test_totals_on_the_paper():
    answer = judge_sheet("klaberjass", [deal(80, 50)], written={"A": 80, "B": 60})
    assert [(one["code"], one["field"]) for one in answer["findings"]] == [("written_total", "written_B")]
    assert "+10" in answer["findings"][0]["message"]
    assert judge_sheet("klaberjass", [deal(80, 50)], written={"A": 80, "B": 50})["verdict"] == "accept"
    assert judge_sheet("klaberjass", [deal(80, 50)], written={"A": None})["verdict"] == "accept"


@pytest.mark.parametrize("booked", [(-1, 20), (200, 90), (0, 281)])
def test_bookings_that_no_deal_gives(booked):
    # 156 for cards, 100 for melds, 20 for bela: 276 at most.
    answer = judge_match("klaberjass", [won(*booked)])
    assert [one["code"] for one in answer["deals"][0]["findings"]] == ["booked"]
    assert answer["totals"] == {"A": 0, "B": 0}
