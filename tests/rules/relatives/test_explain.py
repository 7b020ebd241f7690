"""Totals on the paper that are not the sum of the deals: the slip behind them, worked out by hand."""

import pytest

from scoring.rules.relatives import judge_sheet

# A: 92 + 20, then 75 + 50 and the 80 of B, bete: 317. B: 58, then 60 and bela, bete: 58. Third: 70 against 76.
DEALS = [
    {"declarer": "A", "A": {"points": 92, "melds": 20}, "B": {"points": 58}},
    {"declarer": "B", "A": {"points": 75, "melds": 50}, "B": {"points": 60, "bela": True}},
    {"declarer": "B", "A": {"points": 70, "melds": 0}, "B": {"points": 76, "melds": 0}},
]
RIGHT = {"A": 112 + 205 + 70, "B": 58 + 0 + 76}


def offered(written, deals=DEALS, options=None, game="klaberjass"):
    found = judge_sheet(game, deals, options, written=written)
    return [(one.get("deal"), one["fields"]) for one in found["suggestions"]]


def changed(number, **columns):
    """The deals with something else typed in one of them."""
    deals = [*DEALS]
    deals[number - 1] = DEALS[number - 1] | columns
    return deals


def test_right_totals_need_no_explanation():
    assert offered(RIGHT) == []
    assert offered({"A": None, "B": None}) == []
    assert offered({}) == []


@pytest.mark.parametrize(
    ("deals", "expected"),
    [
        # 29 for 92, with A still ahead by its melds? 29 + 20 = 49 against 58 is bete: the totals tell it apart.
        (changed(1, A={"points": 29, "melds": 20}), (1, {"A_points": 92})),
        (changed(3, B={"points": 79, "melds": 0}), (3, {"B_points": 76})),
        (
            changed(1, A={"points": 92, "melds": 0}, B={"points": 58, "melds": 20}),
            (1, {"A_melds": 20, "B_melds": 0}),
        ),
        (changed(2, B={"points": 60}), (2, {"bela": "B"})),
        (
            changed(3, A={"points": 76, "melds": 0}, B={"points": 70, "melds": 0}),
            (3, {"A_points": 70, "B_points": 76}),
        ),
        (changed(2, declarer="A"), (2, {"declarer": "B"})),
    ],
)
def test_a_slip_in_one_row_is_found(deals, expected):
    assert expected in offered(RIGHT, deals)[:3]


def test_a_total_with_a_digit_wrong():
    assert (None, {"written_A": 387}) in offered({"A": 378, "B": 134})


def test_points_that_were_left_standing_after_bete():
    """The writer gave A 125 and B 80 in the second deal."""
    found = offered({"A": 387 - 80, "B": 134 + 80})
    assert found[0] == (None, {"written_A": 387, "written_B": 134})


def test_totals_that_are_exchanged():
    assert offered({"A": RIGHT["B"], "B": RIGHT["A"]})[0] == (None, {"written_A": 387, "written_B": 134})


def test_a_pot_that_was_left_out():
    """70 against 70 is carried: A books 90 + 140 in the second deal, and the writer forgot the 140."""
    deals = [
        {"declarer": "A", "A": {"points": 70, "melds": 0}, "B": {"points": 70, "melds": 0}},
        {"declarer": "A", "A": {"points": 90, "melds": 0}, "B": {"points": 40, "melds": 0}},
    ]
    found = offered({"A": 90, "B": 40}, deals, {"kb_tie": "carry"})
    assert (None, {"written_A": 230}) in found


def test_every_suggestion_makes_the_totals_right():
    deals = changed(1, A={"points": 29, "melds": 20})
    for number, fields in offered(RIGHT, deals):
        mended = [*deals]
        row = {
            name: dict(value) if isinstance(value, dict) else value
            for name, value in deals[number - 1].items()
        }
        for name, value in fields.items():
            party, _, kind = name.partition("_")
            if kind:
                row[party][kind] = value
        if "declarer" in fields:
            row["declarer"] = fields["declarer"]
        if "bela" in fields:
            for party in "AB":
                row[party] = row[party] | {"bela": party == fields["bela"]}
        mended[number - 1] = row
        assert judge_sheet("klaberjass", mended)["totals"] == RIGHT


def test_a_carried_tie_is_followed():
    """Typed 70 and 70: a tie of which A would get 140 in the next deal; the paper had 71 for A."""
    deals = [
        {"declarer": "A", "A": {"points": 70, "melds": 0}, "B": {"points": 70, "melds": 0}},
        {"declarer": "A", "A": {"points": 90, "melds": 0}, "B": {"points": 40, "melds": 0}},
    ]
    found = offered({"A": 71 + 90, "B": 70 + 40}, deals, {"kb_tie": "carry"})
    assert (1, {"A_points": 71}) in found


def test_nothing_is_offered_while_a_deal_is_refused():
    assert offered(RIGHT, changed(1, A={"points": 192, "melds": 20})) == []
