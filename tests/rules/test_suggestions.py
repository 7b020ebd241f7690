"""Single slips are found again: in a row, and behind the paper's totals."""

import pytest

from scoring.rules import judge_deal, judge_sheet
from scoring.rules.repair_digits import LOST_DIGIT, MISREAD_DIGIT, OTHER_DIGIT, SWAPPED, digit_slips
from scoring.rules.repair_numbers import Wanted
from scoring.rules.slips import EVERY_SLIP, behind_totals, may_book, mended
from tests.rules.rows import AMSTERDAM, row
from tests.rules.test_sheet import SIX

N = None


def suggested(deal, **options):
    return [one.fields for one in judge_deal(deal, AMSTERDAM.with_options(options)).suggestions]


def test_digit_slips():
    slips = {number: slip.template for number, slip in digit_slips(76).items()}
    assert (slips[67], slips[16], slips[78], slips[7], slips[176]) == (
        SWAPPED,
        MISREAD_DIGIT,
        OTHER_DIGIT,
        LOST_DIGIT,
        LOST_DIGIT,
    )
    assert 76 not in slips
    assert digit_slips(-5) == digit_slips(10**30) == {}


@pytest.mark.parametrize(
    ("deal", "first"),
    [
        (row((95, 0), (76, 0)), {"they_points": 67}),
        (row((59, 0), (67, 0)), {"we_points": 95}),
        (row((95, 0), (61, 0)), {"they_points": 67}),
        (row((115, 20), (67, 0)), {"we_points": 95, "we_roem": 20}),
        (row((262, 20), (0, 0)), {"we_points": 162, "they_points": 0, "marks": ["pit-we"]}),
        (row((162, 120), (0, 0), "pit-we"), {"we_roem": 20, "marks": ["pit-we"]}),
        (row((70, 20), (162, 0), "nat"), {"we_points": 0, "marks": ["nat"]}),
        (row((95, 2), (67, 0)), {"we_roem": 20}),
        (row((95, 5), (67, 0)), {"we_roem": 50}),
        (row((95, N), (67, N)), {"marks": ["no-roem"]}),
        (row((95, N), (67, 20)), {"we_roem": 0}),
        (row((81, 0), (81, 0)), {"marks": ["nat-we"]}),
        (row((70, 0), (92, 0), "nat-they", declarer="we"), {"marks": ["nat"]}),
        (row((162, 0), (0, 20), "pit-we"), {"we_roem": 20, "they_roem": 0}),
        (row((95, 20), (67, 0), "no-roem"), {"marks": []}),
        (row((162, 0), (0, 0), "pit-we", "pit-they"), {"marks": ["pit-we"]}),
        (row((0, 50), (162, 40), "nat", declarer="we"), {"we_roem": 0, "they_roem": 90}),
    ],
)
def test_the_likeliest_slip_comes_first(deal, first):
    assert suggested(deal)[0] == first


def test_a_pit_of_88_inside_the_roem():
    assert suggested(row((162, 88), (0, 0)), pit=88)[0] == {"we_roem": 0, "marks": ["pit-we"]}


def test_nat_on_the_wrong_side_has_several_readings():
    fields = suggested(row((100, 20), (62, 0), "nat", declarer="we"))
    assert {"declarer": "they"} in fields
    assert {"marks": []} in fields
    assert {"we_points": 62, "they_points": 100} in fields


def test_suggestions_mend_the_row():
    for deal in (
        row((95, 0), (76, 0)),
        row((95, 25), (67, 0)),
        row((161, 0), (1, 0)),
        row((7, 50), (155, 0)),
    ):
        for one in judge_deal(deal, AMSTERDAM).suggestions:
            changes = {name: frozenset(v) if name == "marks" else v for name, v in one.fields.items()}
            mended = type(deal)(**{name: getattr(deal, name) for name in deal.__slots__} | changes)
            assert judge_deal(mended, AMSTERDAM).verdict != "refuse"
            assert str(one.reason)


def test_a_good_row_has_no_suggestions():
    assert suggested(row((95, 20), (67, 0))) == []


# Behind the totals of the paper: SIX adds up to 611 and 621


def explained(we, they, deals=SIX):
    return judge_sheet(deals, AMSTERDAM, written={"we": we, "they": they}).suggestions


BOTH = {"written_we": 611, "written_they": 621}


@pytest.mark.parametrize(
    ("written", "deal", "fields", "reason"),
    [
        ((621, 611), N, BOTH, "exchanged"),
        ((511, 621), N, {"written_we": 611}, "left out the pit bonus of deal 4"),
        ((711, 621), N, {"written_we": 611}, "pit bonus of deal 4 twice"),
        ((621, 621), N, {"written_we": 611}, "Adding up the column went wrong by 10"),
        ((611, 612), N, {"written_they": 621}, "Two digits swapped"),
        ((496, 554), N, BOTH, "Deal 1 was left out"),
        ((661, 803), N, BOTH, "Deal 6 was added twice"),
        ((701, 531), N, BOTH, "did not apply nat in deal 2"),
        ((631, 601), N, BOTH, "left the roem of the nat side"),
        ((611, 601), N, {"written_they": 621}, "lost the roem of the nat side in deal 2"),
        ((563, 669), N, BOTH, "deal 1 in the wrong columns"),
        ((691, 703), N, {"missing_deal": {"we": 80, "they": 82}}, "80 and 82 is missing"),
        # After deal 4 the totals stand at 477 and 361.
        ((881, 621), N, {"written_we": 611}, "subtotal after deal 4 was carried on as 747 for 477"),
        ((611, 591), N, {"written_they": 621}, "subtotal after deal 4 was carried on as 331 for 361"),
        ((611, 591), 3, {"they_roem": 20}, "A stroke too few or too many: 50 for 20"),
        ((495, 737), N, BOTH, "subtotals after deal 4 were carried in the wrong columns"),
        ((134, 260), N, BOTH, "subtotal after deal 4 was not carried on"),
        ((575, 657), 1, {"we_points": 59, "they_points": 103}, "Two digits swapped: 95 typed for 59"),
        ((571, 661), 1, {"we_points": 55, "they_points": 107}, "One digit wrong: 95 typed for 55"),
        ((631, 621), 5, {"we_roem": 20}, "20 roem forgotten"),
        ((611, 651), 6, {"they_roem": 100}, "A stroke too few or too many: 70 for 100"),
        ((591, 641), 1, {"we_roem": 0, "they_roem": 20}, "Roem on the wrong side"),
    ],
)
def test_why_the_paper_differs(written, deal, fields, reason):
    offered = explained(*written)[:3]
    chosen = next(one for one in offered if (one.deal, one.fields) == (deal, fields))
    assert reason in str(chosen.reason)


def test_a_row_typed_twice():
    sheet = [*SIX[:2], SIX[1], *SIX[2:]]
    best = explained(611, 621, sheet)[0]
    assert (best.deal, str(best.reason)) == (3, "Deal 3 was typed twice.")


def test_the_totals_tell_which_mending_of_a_refused_row_is_right():
    deals = [row((95, 20), (76, 0)), *SIX[1:]]
    assert explained(611, 621, deals)[0].fields == {"they_points": 67}
    assert explained(602, 630, deals)[0].fields == {"we_points": 86}


def test_nothing_is_explained_with_two_rows_refused():
    deals = [row((95, 20), (76, 0)), row((95, 20), (76, 0)), *SIX[2:]]
    assert explained(611, 621, deals) == []


def test_right_totals_need_no_explanation():
    assert explained(611, 621) == []


def test_a_slip_in_a_row_of_which_one_side_was_typed():
    deals = [row((95, 20), (N, 0)), *SIX[1:]]
    found = [(one.deal, one.fields) for one in explained(575, 657, deals)]
    assert (1, {"we_points": 59}) in found
    found = [(one.deal, one.fields) for one in explained(583, 649, deals)]
    assert (1, {"we_points": None, "they_points": 95}) in found


VARIED = [
    *SIX,
    row((0, 0), (162, 70), "nat-we"),
    row((162, 120), (N, N), "pit-we", declarer="we"),
    row((81, 20), (81, 40), "nat", declarer="we"),
    row((41, 0), (N, 0)),
    row((N, 50), (76, 20), declarer="they"),
    row((95, 20), (67, 0), "verzaakt-we"),
]


@pytest.mark.parametrize("number", range(len(VARIED)))
@pytest.mark.parametrize("known", [("we", "they"), ("we",), ("they",)])
def test_the_quick_look_hides_no_slip(number, known):
    """Whatever one slip makes of a row, the totals it gives lead back to it."""
    deal = judge_deal(VARIED[number], AMSTERDAM, number=number + 1)
    assert deal.booked
    for maker in EVERY_SLIP:
        for slip in maker(deal, None):
            after = mended(deal, slip.changes)
            if not after.booked or after.booked == deal.booked:
                continue
            due = {side: after.booked[side].total for side in known}
            assert may_book(deal, slip.changes, due), (slip, due)
            more = sum(due[side] - deal.booked[side].total for side in known)
            slack = more if len(known) == 2 and not deal.verzaakt else None
            if any(due[side] != deal.booked[side].total for side in known):
                found = [one.after.deal for one in behind_totals(deal, Wanted(due, slack))]
                assert after.deal in found, (slip, due)
