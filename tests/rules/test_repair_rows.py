"""Rows that were typed twice or skipped, a refused row beside typed totals, and questions that totals answer."""

import pytest

from scoring.rules import DeclaredDeal, EntryError, judge_deal, judge_sheet, make_ruleset
from scoring.rules.repair_rows import readings
from tests.rules.rows import AMSTERDAM, codes, row
from tests.rules.test_sheet import SIX  # 611 and 621 together

N = None
EMPTY = DeclaredDeal()


def explained(deals, we=611, they=621, ruleset=AMSTERDAM):
    return judge_sheet(deals, ruleset, written={"we": we, "they": they}).suggestions


def test_the_row_above_typed_again():
    # Deal 3 books 100 and 112; deal 2 (0 and 182) stands in its place.
    found = explained([*SIX[:2], SIX[1], *SIX[3:]])
    offered = {one.deal: one for one in found}
    best = offered[3]
    assert (
        best.fields
        == {
            "we_points": 100,
            "we_roem": 0,
            "they_points": 62,
            "they_roem": 50,
            "marks": [],
            "declarer": "they",  # this row says who played
        }
        or best.fields["we_points"] + best.fields["we_roem"] == 100
    )
    assert str(best.reason).startswith("The row above was typed again; by the totals this deal may be")
    # The one that is repeated may also be the one above, more seldom.
    assert offered[2].weight < best.weight


def test_readings_of_what_a_row_must_book():
    empty = judge_deal(EMPTY, AMSTERDAM, number=1)
    found = list(readings(empty, {"we": 84, "they": 78}, "", 1.0))
    assert [one.slip.changes for one in found] == [
        {"we_points": 84, "we_roem": 0, "they_points": 78, "they_roem": 0, "marks": set(), "declarer": N}
    ]
    # 20 roem on either side: 84 + 20 and 78, or 104 and 58 + 20.
    found = list(readings(empty, {"we": 104, "they": 78}, "", 1.0))
    shown = {(one.slip.params["we"], one.slip.params["they"]): one.weight for one in found}
    assert set(shown) == {("84 + 20", "78"), ("104", "58 + 20")}
    assert shown["84 + 20", "78"] == pytest.approx(shown["104", "58 + 20"] * 22 / 18)  # lower points 78, 58
    # 0 and 262: a pit, or nat with 100 roem, which is rarer, or 162 without a pit.
    found = sorted(readings(empty, {"we": 0, "they": 262}, "", 1.0), key=lambda one: -one.weight)
    assert [one.slip.changes["marks"] for one in found] == [{"pit-they"}, {"nat-we"}, set()]
    assert [one.slip.changes["they_roem"] for one in found] == [0, 100, 100]


@pytest.mark.parametrize(
    "due", [{"we": 81, "they": 71}, {"we": 85, "they": 78}, {"we": 84}, {"we": 1, "they": 161}]
)
def test_no_row_books_this(due):
    assert not list(readings(judge_deal(EMPTY, AMSTERDAM), due, "", 1.0))


def test_a_skipped_row():
    """Deal 2 was passed over, all that follow stand one place too high, and the last row is empty."""
    found = explained([SIX[0], *SIX[2:], EMPTY])
    assert all(one.deal == 6 for one in found)
    # 0 and 182 is nat with 20 roem; nothing else books 0 without a pit.
    assert found[0].fields == {
        "they_points": 162,
        "they_roem": 20,
        "we_points": 0,
        "we_roem": 0,
        "marks": ["nat-we"],
        "declarer": N,
    }
    assert str(found[0].reason) == "A deal was skipped; by the totals it may be 0 and 162 + 20."


def test_an_empty_row_without_totals_says_nothing():
    assert judge_sheet([*SIX[:5], EMPTY], AMSTERDAM).suggestions == []
    assert judge_sheet([*SIX[:5], EMPTY], AMSTERDAM, written={"we": 611, "they": None}).suggestions == []


def test_a_whole_sheet_has_no_room_for_another_deal():
    six = AMSTERDAM.with_options({"end": "hands:6"})
    assert {"missing_deal": {"we": 80, "they": 82}} in [one.fields for one in explained(SIX, 691, 703)]
    assert explained(SIX, 691, 703, six) == []
    by_points = AMSTERDAM.with_options({"end": "points:1500"})
    assert explained(SIX, 691, 703, by_points)[0].fields == {"missing_deal": {"we": 80, "they": 82}}
    assert explained(SIX, 691, 704) == []  # 163 is no deal
    assert explained(SIX, 611 + 262, 621)[0].fields == {"missing_deal": {"we": 262, "they": 0}}


# One row is refused, and the totals tell what it must book


@pytest.mark.parametrize(
    ("wrong", "we", "they", "fields"),
    [
        # 95 + 76 is 171: one of the two is wrong, the totals tell which.
        (row((95, 20), (76, 0)), 611, 621, {"they_points": 67}),
        (row((95, 20), (76, 0)), 602, 630, {"we_points": 86}),
        # 115 + 67 is 182: the 20 of the roem cell stands in the points as well.
        (row((115, 20), (67, 0)), 611, 621, {"we_points": 95, "we_roem": 20}),
        (row((95, 25), (67, 0)), 611, 621, {"we_roem": 20}),
        (row((95, 30), (67, 0)), 611, 621, {"we_roem": 20}),
        (row((95, 30), (67, 0)), 641, 621, {"we_roem": 50}),
        (row((195, 20), (67, 0)), 611, 621, {"we_points": 95}),
    ],
)
def test_the_totals_choose(wrong, we, they, fields):
    best = explained([wrong, *SIX[1:]], we, they)[0]
    assert (best.deal, best.fields) == (1, fields)


def test_the_writer_added_up_what_stands_there():
    """The paper has 95 and 76, and 630 for "they" as well: the row is mended, then the total."""
    wrong = row((95, 20), (76, 0))
    first = explained([wrong, *SIX[1:]], 611, 630)[0]
    assert first.fields == {"they_points": 67}
    then = explained(SIX, 611, 630)
    assert any(
        one.fields == {"written_they": 621} and "added 76 for the 67 of deal 1" in str(one.reason)
        for one in then
    )


def test_totals_that_fit_nothing_leave_what_the_row_says_itself():
    wrong = row((95, 20), (76, 0))
    alone = judge_deal(wrong, AMSTERDAM, number=1).suggestions
    beside = explained([wrong, *SIX[1:]], 1000, 2000)
    assert [one.fields for one in beside] == [one.fields for one in alone]
    assert [one.fields for one in explained([wrong, *SIX[1:]], 5, 5)] == [one.fields for one in alone]


def test_a_cell_that_cannot_be_read_is_not_passed_over():
    unread = [EntryError("we_points", "9S", "“%(typed)s” cannot be read")]
    verdict = judge_deal(row((N, 20), (67, 0)), AMSTERDAM, number=1, unreadable=unread)
    assert [one.fields for one in verdict.suggestions] == [{"we_points": 95}]
    sheet = judge_sheet(
        [row((N, 20), (67, 0)), *SIX[1:]],
        AMSTERDAM,
        written={"we": 611, "they": 621},
        unreadable={1: unread},
    )
    assert [one.fields for one in sheet.suggestions] == [{"we_points": 95}]


# Questions that totals answer


def asked(deal, we, they):
    """What is asked about a sheet of this deal and a plain one, 95 and 67."""
    sheet = judge_sheet([deal, row((95, 0), (67, 0))], AMSTERDAM, written={"we": we, "they": they})
    return [code for one in sheet.deals for code in codes(one)], sheet.verdict


def test_totals_that_agree_answer_for_one_number():
    much = row((100, 120), (62, 100))
    assert codes(judge_deal(much, AMSTERDAM)) == ["roem_high"]
    assert asked(much, 315, 229) == ([], "accept")
    assert asked(much, 315, N) == (["roem_high"], "confirm")
    assert asked(much, 316, 229) == (["roem_high"], "confirm")
    pit = row((162, 120), (0, 0), "pit-we")
    assert asked(pit, 162 + 120 + 100 + 95, 67) == ([], "accept")
    assert asked(pit, 162 + 20 + 100 + 95, 67) == (["bonus_in_roem"], "confirm")


def test_nothing_but_the_bonus_in_the_cell_is_asked_all_the_same():
    pit = row((162, 100), (0, 0), "pit-we")
    assert asked(pit, 162 + 100 + 100 + 95, 67) == (["bonus_in_roem"], "confirm")


def test_a_pit_or_not_is_asked_all_the_same():
    assert asked(row((162, 0), (0, 0)), 257, 67) == (["pit_or_not"], "confirm")


def test_an_unfinished_sheet_answers_nothing():
    much = row((100, 120), (62, 100))
    sheet = judge_sheet([much, EMPTY], AMSTERDAM, written={"we": 220, "they": 162})
    assert codes(sheet.deals[0]) == ["roem_high"]


def test_the_bonus_of_the_house():
    rules = make_ruleset("amsterdam", {"pit": 88})
    deals = [row((162, 0), (0, 0), "pit-we"), *SIX[:3]]
    # Deals 1 to 3 of SIX are 215 and 361.
    left_out = judge_sheet(deals, rules, written={"we": 215 + 162, "they": 361}).suggestions[0]
    assert (left_out.fields, str(left_out.reason)) == (
        {"written_we": 215 + 250},
        "The paper left out the pit bonus of deal 1.",
    )
