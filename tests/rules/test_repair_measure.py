"""Slips put into honest sheets: every kind can be made, and a small sample keeps what the whole promises."""

from random import Random

import pytest

from scoring.rules import Suggestion, judge_deal, make_ruleset
from scoring.rules import slips as slips_module
from scoring.rules.findings import Sentence
from scoring.rules.repair_measure import Tally, apply, is_right, measure, measure_honest
from scoring.rules.repair_sheet import Honest, Style
from scoring.rules.repair_typist import typist_slips
from scoring.rules.repair_writer import writer_slips
from scoring.rules.simulate import play_sheet
from tests.rules.rows import AMSTERDAM

PLAIN = Style(with_declarer=False, as_written=False, one_column=False)


def honest(seed, style=PLAIN, ruleset=AMSTERDAM):
    return Honest.of(play_sheet(ruleset, Random(seed)), style, ruleset)


def opportunities(sheet):
    return [*typist_slips(sheet), *writer_slips(sheet)]


MAY_LEAVE_IT = {
    *("columns exchanged", "card points exchanged", "roem on the wrong side", "subtotals exchanged"),
    *("row added in the wrong columns", "row above typed again", "row below typed as well", "row skipped"),
    *(
        "unseen: columns exchanged",
        "unseen: roem on the wrong side",
        "digit too few or too many, in the points",
    ),
}
"""Both sides may have the same, two rows may be alike, 00 is 0."""


@pytest.fixture(scope="module")
def sheets():
    """Two sheets, of which one has a pit."""
    found = []
    for seed in range(40):
        sheet = honest(seed)
        if any(deal.pit for deal in sheet.played) or not found:
            found.append(sheet)
        if len(found) == 2:
            return found
    raise AssertionError("no pit in forty sheets")


def test_every_kind_of_the_model_can_be_made(sheets):
    kinds = {one.kind for sheet in sheets for one in opportunities(sheet)}
    assert {
        "digits swapped, in the points",
        "digit misread, in the roem",
        "digit too few or too many, in a total",
        "columns exchanged",
        "roem on the wrong side",
        "row above typed again",
        "row skipped",
        "nat mark forgotten",
        "pit mark forgotten",
        "roem inside the points",
        "pit bonus inside the roem",
        "pit bonus inside the points",
        "pit bonus left out",
        "pit bonus added twice",
        "nat, points left standing",
        "nat not applied",
        "nat, its roem not moved",
        "row left out when adding",
        "row added twice",
        "subtotal carried, digits swapped",
        "subtotals exchanged",
        "adding up, a carry",
        "unseen: columns exchanged",
    } <= kinds
    assert len(kinds) > 45


def test_a_slip_changes_the_sheet_and_leaves_the_honest_one_alone(sheets):
    rng = Random(3)
    for sheet in sheets:
        before = sheet.sheet
        for one in opportunities(sheet):
            assert one.rate > 0
            spoilt = one.change(rng)
            assert sheet.sheet == before
            assert spoilt != before or one.kind in MAY_LEAVE_IT, one.kind


def test_the_writer_carries_on_by_hand():
    sheet = honest(5)
    we, _they = sheet.verdict.running[3]
    slips = (one for one in writer_slips(sheet) if one.kind == "subtotal carried, digits swapped")
    swapped = next(slips).change(Random(1))
    text = str(we)
    assert swapped.written["we"] - sheet.sheet.written["we"] == int(text[1] + text[0] + text[2:]) - we


def test_what_is_right_and_what_is_not():
    sheet = honest(5)
    spoilt = sheet.sheet.with_row(0, we_roem=(sheet.sheet.rows[0].we_roem or 0) + 50)
    verdict = spoilt.judged()
    roem = sheet.sheet.rows[0].we_roem

    def offered(fields, deal):
        return Suggestion(fields, Sentence("why"), 1.0, deal)

    assert is_right(sheet, spoilt, verdict, offered({"we_roem": roem}, 1))
    assert not is_right(sheet, spoilt, verdict, offered({"we_roem": roem + 20}, 1))
    assert not is_right(sheet, spoilt, verdict, offered({"we_roem": sheet.sheet.rows[1].we_roem}, 2))
    totals = {f"written_{side}": verdict.totals[side].total for side in ("we", "they")}
    assert not is_right(sheet, spoilt, verdict, offered(totals, None))
    paper = sheet.sheet.with_totals({"we": 1})
    back = {"written_we": sheet.sheet.written["we"]}
    assert is_right(sheet, paper, paper.judged(), offered(back, None))
    assert apply(paper, offered(back, None)) == sheet.sheet


def test_a_small_sample_keeps_the_promises():
    report = measure(AMSTERDAM, 100, 7)
    total = report.total()
    assert report.sheets == 100
    assert total.slips + sum(report.small.values(), Tally()).slips == 100
    assert total.slips > 60
    # In a large sample 99 % are caught, 94 % have the right repair among the first three, 83 % first.
    assert total.caught / total.slips > 0.93
    assert total.shown / total.slips > 0.80
    assert total.first / total.slips > 0.68
    seen = report.total(unseen=False)
    assert seen.caught == seen.slips == total.slips - report.unseen
    assert report.alarmed["impossible"] == report.alarmed["irregular"] == 0


def test_the_same_seed_measures_the_same():
    one, again, other = (measure(AMSTERDAM, 12, seed, even=True) for seed in (1, 1, 2))
    assert one == again != other


@pytest.mark.parametrize("name", ["amsterdam", "rotterdam", "amsterdam-utrecht", "nku", "rotterdam-ko"])
def test_no_honest_sheet_is_impossible(name):
    report = measure_honest(make_ruleset(name), 12, 11)
    assert report.sheets == 12 * 8
    assert report.alarmed["impossible"] == report.alarmed["irregular"] == 0
    assert report.alarmed["unusual"] <= 8  # at most one sheet, in all its styles


def test_few_rows_are_judged_again(monkeypatch, sheets):
    """What the time of a repair goes into, counted: about 10 µs a row."""
    count = 0

    def counting(row, changes):
        nonlocal count
        count += 1
        return judged_again(row, changes)

    judged_again = slips_module.mended
    monkeypatch.setattr(slips_module, "mended", counting)
    for off in ({"we": 20}, {"we": 9, "they": -9}, {"we": 20, "they": -20}, {"they": 7}, {"we": 100}):
        paper = {side: sheets[0].sheet.written[side] + off.get(side, 0) for side in ("we", "they")}
        count = 0
        assert sheets[0].sheet.with_totals(paper).judged().suggestions
        assert count < 150
    row = sheets[0].sheet.rows[0]
    count = 0
    assert judge_deal(row.__class__(None, 95, 0, 76, 0), AMSTERDAM).suggestions
    assert 0 < count < 60
