"""What holds for every repair: it mends, it changes something, and the order is always the same."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.rules import DeclaredDeal, judge_deal, judge_sheet, make_ruleset
from scoring.rules.findings import OTHER
from scoring.rules.repair_sheet import exchanged, mirrored

RULESETS = st.sampled_from(
    [
        make_ruleset("amsterdam"),
        make_ruleset("amsterdam-utrecht"),
        make_ruleset("rotterdam-ko"),
        make_ruleset("amsterdam", {"pit": 88, "pit_defenders": False, "verzaakt": "own", "extra": 100}),
    ]
)
POINTS = st.none() | st.integers(0, 165) | st.sampled_from([0, 162, 262])
ROEM = st.none() | st.sampled_from([0, 0, 0, 20, 20, 40, 50, 70, 100, 5, 25, 120])
MARKS = st.sampled_from(
    [
        *[(), (), (), ("nat",), ("nat-we",), ("nat-they",), ("pit-we",), ("pit-they",), ("not-nat",)],
        *[("nat-we", "pit-they"), ("no-roem",), ("verzaakt-we",), ("verzaakt-they",)],
    ]
)
DECLARER = st.sampled_from([None, None, "we", "they"])


@st.composite
def rows(draw):
    """Any row: the points mostly add up."""
    we, they = draw(POINTS), draw(POINTS)
    if we is not None and draw(st.integers(0, 3)):
        they = draw(st.sampled_from([None, max(0, 162 - we)]))
    return DeclaredDeal(draw(DECLARER), we, draw(ROEM), they, draw(ROEM), frozenset(draw(MARKS)))


@st.composite
def honest_rows(draw):
    """A row that is accepted: made, with some roem, or nat as written."""
    points, roem = draw(st.integers(2, 160)), draw(st.sampled_from([0, 0, 20, 50]))
    if draw(st.integers(0, 4)) == 0:
        return DeclaredDeal(None, 0, 0, 162, roem, frozenset({"nat-we"}))
    deal = DeclaredDeal(None, points, roem, 162 - points, 0)
    assume(judge_deal(deal, make_ruleset("amsterdam")).booked)
    return deal


def changed(deal, fields):
    marks = {"marks": frozenset(fields["marks"])} if "marks" in fields else {}
    return replace(deal, **{**fields, **marks})


def mirror(deal):
    declarer = deal.declarer and OTHER[deal.declarer]
    return replace(deal, **exchanged(deal, "points", "roem"), declarer=declarer, marks=_mirrored(deal.marks))


def _mirrored(marks):
    swap = {"verzaakt-we": "verzaakt-they", "verzaakt-they": "verzaakt-we"}
    return frozenset(swap.get(mark, mark) for mark in mirrored(marks))


def told(suggestions):
    return [(one.deal, dict(one.fields), str(one.reason), one.weight) for one in suggestions]


@given(rows(), RULESETS)
def test_a_repair_of_a_row_mends_it_and_changes_it(deal, ruleset):
    verdict = judge_deal(deal, ruleset, number=3)
    for one in verdict.suggestions:
        mended = changed(deal, one.fields)
        after = judge_deal(mended, ruleset, number=3)
        assert mended != deal
        assert after.verdict != "refuse"
        assert {finding.code for finding in verdict.findings} - {finding.code for finding in after.findings}
        assert (one.deal, one.weight > 0) == (3, True)
        assert str(one.reason)
    weights = [one.weight for one in verdict.suggestions]
    assert weights == sorted(weights, reverse=True)
    assert len(weights) <= 5


@given(rows(), RULESETS)
def test_the_order_is_always_the_same(deal, ruleset):
    first, second = (told(judge_deal(deal, ruleset, number=1).suggestions) for _ in range(2))
    assert first == second


@given(rows(), RULESETS)
def test_a_mirrored_row_has_the_same_weights(deal, ruleset):
    here = judge_deal(deal, ruleset).suggestions
    there = judge_deal(mirror(deal), ruleset).suggestions
    assert [round(one.weight, 9) for one in here] == [round(one.weight, 9) for one in there]


OFF = st.sampled_from([0, 0, 9, -9, 10, 20, -20, 27, 30, 50, 60, -60, 100, 162, 200]) | st.integers(-300, 300)


@given(st.lists(honest_rows(), min_size=2, max_size=7), OFF, OFF, st.booleans(), RULESETS)
def test_a_repair_of_a_sheet_makes_it_add_up(deals, off_we, off_they, only_we, ruleset):
    right = judge_sheet(deals, ruleset).totals
    paper = {"we": max(0, right["we"].total + off_we), "they": max(0, right["they"].total + off_they)}
    if only_we:
        paper["they"] = None
    sheet = judge_sheet(deals, ruleset, written=paper)
    for one in sheet.suggestions:
        assert one.weight > 0
        if "missing_deal" in one.fields:
            assert one.deal is None
            assert all(paper[side] == right[side].total + one.fields["missing_deal"][side] for side in paper)
        elif one.deal is None:
            mended = {side: one.fields.get(f"written_{side}", paper[side]) for side in paper}
            assert mended != paper
            assert all(mended[side] in (None, right[side].total) for side in paper)
        else:
            after = [*deals]
            after[one.deal - 1] = changed(deals[one.deal - 1], one.fields)
            assert after != deals
            totals = judge_sheet(after, ruleset).totals
            assert all(value in (None, totals[side].total) for side, value in paper.items()), one
    again = judge_sheet(deals, ruleset, written=paper)
    assert told(again.suggestions) == told(sheet.suggestions)
    assert len({repr((one.deal, sorted(one.fields.items()))) for one in sheet.suggestions}) == len(
        sheet.suggestions
    )


@given(st.lists(honest_rows(), min_size=1, max_size=5), rows(), st.integers(0, 400), st.integers(0, 400))
def test_a_refused_row_is_mended_whatever_the_totals_say(deals, wrong, we, they):
    ruleset = make_ruleset("amsterdam")
    verdict = judge_deal(wrong, ruleset)
    assume(verdict.verdict == "refuse")
    right = judge_sheet(deals, ruleset).totals
    paper = {"we": right["we"].total + we, "they": right["they"].total + they}
    sheet = judge_sheet([*deals, wrong], ruleset, written=paper)
    for one in sheet.suggestions:
        assert one.deal == len(deals) + 1
        mended = changed(wrong, one.fields)
        assert mended != wrong
        assert judge_deal(mended, ruleset).verdict != "refuse"
    assert bool(sheet.suggestions) >= bool(verdict.suggestions)
