"""The verdict of a whole sheet: totals by hand, check sum, order of dealing, the paper's totals."""

import pytest

from scoring.rules import DeclaredDeal, judge_sheet, make_ruleset
from tests.rules.rows import AMSTERDAM, row

UTRECHT = make_ruleset("amsterdam-utrecht")

SIX = [
    row((95, 20), (67, 0)),  # 115 – 67
    row((70, 20), (92, 0), "nat", declarer="we"),  # 0 – 182
    row((100, 0), (62, 50)),  # they 112 against 100: 100 – 112
    row((162, 0), (0, 0), "pit-we"),  # 262 – 0
    row((84, 0), (78, 0)),  # 84 – 78
    row((50, 0), (112, 70)),  # 50 – 182
]


def test_totals_by_hand():
    sheet = judge_sheet(SIX, AMSTERDAM)
    assert sheet.verdict == "accept"
    we, they = sheet.totals["we"], sheet.totals["they"]
    assert (we.total, we.points, we.roem, we.pit_points, we.pits, we.nats) == (611, 491, 20, 100, 1, 1)
    assert (they.total, they.points, they.roem, they.pit_points, they.pits, they.nats) == (
        621,
        481,
        140,
        0,
        0,
        0,
    )
    assert sheet.running == ((115, 67), (115, 249), (215, 361), (477, 361), (561, 439), (611, 621))
    assert sheet.checksum == (6, 160, 1, 0, 6 * 162 + 160 + 100, 611 + 621)
    assert sheet.checksum.holds
    assert sheet.complete


def test_sixteen_plain_deals_are_2592():
    sheet = judge_sheet([row((95, 0), (67, 0))] * 16, AMSTERDAM)
    assert sheet.checksum.expected == sheet.checksum.actual == 2592


def test_a_defenders_pit_counts_by_rule():
    deals = [row((0, 0), (162, 40), "pit-they", declarer="we")]
    with_bonus = judge_sheet(deals, AMSTERDAM)
    without = judge_sheet(deals, AMSTERDAM.with_options({"pit_defenders": False}))
    assert (with_bonus.totals["they"].total, with_bonus.checksum.expected) == (302, 302)
    assert (without.totals["they"].total, without.checksum.expected) == (202, 202)
    assert with_bonus.totals["they"].pits == without.totals["they"].pits == 1
    assert with_bonus.totals["we"].nats == 1


@pytest.mark.parametrize(
    ("options", "total", "expected"),
    [
        ({}, 182, 182),
        ({"verzaakt": "void"}, 162, 162),
        ({"extra": 100}, 282, 282),
        ({"verzaakt": "own"}, 162, 182),
    ],
)
def test_a_revoke_in_the_check_sum(options, total, expected):
    sheet = judge_sheet([row((150, 20), (12, 0), "verzaakt-we")], AMSTERDAM.with_options(options))
    assert sheet.totals["they"].total == total
    assert sheet.checksum.expected == expected
    assert sheet.checksum.holds


def test_missing_cells_in_the_order_of_the_paper():
    deals = [row((95, 20), (67, None)), DeclaredDeal(), row((95, 0), (67, 0))]
    sheet = judge_sheet(deals, AMSTERDAM, written={"we": 1, "they": 1})
    assert sheet.missing == (
        (1, "they_roem"),
        (2, "we_points"),
        (2, "they_points"),
        (2, "we_roem"),
        (2, "they_roem"),
    )
    assert (sheet.verdict, sheet.complete) == ("refuse", False)
    assert sheet.running == ((0, 0), (0, 0), (95, 67))
    assert sheet.findings == ()  # too early to compare with the paper


def test_deals_are_numbered():
    sheet = judge_sheet([row((95, 0), (67, 0)), row((161, 0), (1, 0))], AMSTERDAM)
    assert {finding.deal for finding in sheet.deals[1].findings} == {2}
    assert sheet.verdict == "refuse"


def test_the_paper_agrees():
    assert judge_sheet(SIX, AMSTERDAM, written={"we": 611, "they": 621}).verdict == "accept"
    assert judge_sheet(SIX, AMSTERDAM, written={"we": None, "they": 621}).verdict == "accept"
    assert judge_sheet(SIX, AMSTERDAM, written={}).suggestions == []


def test_the_paper_differs():
    sheet = judge_sheet(SIX, AMSTERDAM, written={"we": 613, "they": 621})
    assert sheet.verdict == "confirm"
    assert [(one.code, one.severity, one.field) for one in sheet.findings] == [
        ("written_total", "irregular", "written_we"),
        ("written_units", "note", "written_we"),
    ]
    assert "The paper says 613 for “we”, the deals add up to 611 (+2)." in sheet.findings[0].message


def test_units_that_can_be_right_are_not_mentioned():
    sheet = judge_sheet(SIX, AMSTERDAM, written={"we": 612, "they": 620})
    assert [one.code for one in sheet.findings] == ["written_total", "written_total"]


@pytest.mark.parametrize("total", [-1, 100_000, 10**40])
def test_no_total_at_all(total):
    sheet = judge_sheet(SIX, AMSTERDAM, written={"we": total, "they": 621})
    assert (sheet.verdict, sheet.findings[0].code) == ("refuse", "written_value")


def test_rows_after_the_end_of_the_match():
    ruleset = AMSTERDAM.with_options({"end": "points:750"})
    four = [row((162, 0), (0, 0), "pit-we")] * 3
    assert judge_sheet(four, ruleset).verdict == "accept"  # 786 in the last deal
    sheet = judge_sheet([*four, row((95, 0), (67, 0))], ruleset)
    assert [(one.code, one.deal, one.rule) for one in sheet.findings] == [("match_over", 4, "I20")]
    assert sheet.verdict == "refuse"


def test_equal_at_the_target_needs_one_more_deal():
    ruleset = AMSTERDAM.with_options({"end": "points:162"})
    deals = [row((95, 0), (67, 0)), row((67, 0), (95, 0)), row((95, 0), (67, 0))]
    assert judge_sheet(deals, ruleset).verdict == "accept"
    assert [one.code for one in judge_sheet([*deals, deals[0]], ruleset).findings] == ["match_over"]


# Utrecht: the order of dealing tells who played


def test_the_turn_settles_who_played():
    deals = [row((95, 0), (67, 0)), row((95, 0), (67, 0), "nat-they"), row((67, 0), (95, 0))]
    sheet = judge_sheet(deals, UTRECHT, first_dealer="W")  # north plays, then east, then south
    assert [one.declarer for one in sheet.deals] == ["we", "they", "we"]
    assert [one.code for one in sheet.deals[2].findings] == ["nat_unmarked"]
    assert sheet.deals[2].they == 162


def test_a_typed_declarer_against_the_turn():
    sheet = judge_sheet([row((95, 0), (67, 0), declarer="we")], UTRECHT, first_dealer="N")
    assert [one.code for one in sheet.deals[0].findings] == ["declarer_against_turn"]
    assert sheet.verdict == "confirm"
    free = judge_sheet([row((95, 0), (67, 0), declarer="we")], AMSTERDAM, first_dealer="N")
    assert free.verdict == "accept"


def test_without_a_first_dealer_the_declarers_must_alternate():
    deals = [
        row((95, 0), (67, 0), declarer="we"),
        row((67, 0), (95, 0)),
        row((95, 0), (67, 0), declarer="we"),
    ]
    sheet = judge_sheet(deals, UTRECHT)
    assert [one.declarer for one in sheet.deals] == ["we", "they", "we"]
    assert sheet.verdict == "accept"
    odd = judge_sheet([*deals, row((95, 0), (67, 0), declarer="we")], UTRECHT)
    assert [one.code for one in odd.deals[3].findings] == ["declarer_against_turn"]


def test_nothing_is_derived_from_nothing():
    sheet = judge_sheet([row((95, 0), (67, 0)), row((95, 0), (67, 0))], UTRECHT)
    assert [one.turn for one in sheet.deals] == [None, None]


def test_a_sheet_without_deals():
    sheet = judge_sheet([], AMSTERDAM)
    assert (sheet.verdict, sheet.running, sheet.checksum.expected) == ("accept", (), 0)
