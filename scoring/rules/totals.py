"""Single slips that explain why the paper's totals differ from the deals."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from scoring.rules.cards import TOTAL
from scoring.rules.findings import OTHER, SIDES, Sentence, Side, Suggestion, Verdict
from scoring.rules.findings import gettext_noop as _
from scoring.rules.slips import (
    EVERY_SLIP,
    LOST_DIGIT,
    MISREAD_DIGIT,
    SWAPPED,
    as_suggestion,
    digit_slips,
    mended,
)

if TYPE_CHECKING:
    from scoring.rules.deal import DealVerdict
    from scoring.rules.sheet import SheetVerdict

MOST_SUGGESTIONS = 5
_PAPER_DIGITS = {SWAPPED: 4.0, MISREAD_DIGIT: 3.0, LOST_DIGIT: 0.5}
_CARRIES = {10: 2.5, 100: 2.5, 1000: 1.0}

Pair = dict[Side, int]
"""A number for each side whose total the paper gives."""


def explain(sheet: "SheetVerdict") -> list[Suggestion]:
    """The likeliest explanations of the written totals; empty when they are right."""
    written: Pair = {side: value for side in SIDES if (value := sheet.written[side]) is not None}
    refused = [row for row in sheet.deals if row.booked is None]
    if not written or len(refused) > 1:
        return []
    sums: Pair = {side: sheet.totals[side].total for side in written}
    if refused:
        found = list(_row_slips(refused, written, sums))
    elif written == sums:
        found = []
    else:
        off = {side: written[side] - sums[side] for side in written}
        found = [
            *_paper_slips(written, sums),
            *_rows_miscounted(sheet, off, sums),
            *_missing_row(off, sums),
            *_row_slips(sheet.deals, written, sums),
        ]
    return _best(found)


def _best(found: list[Suggestion]) -> list[Suggestion]:
    """The heaviest first; the same change is named once, unless it is the paper's sum that is wrong."""
    best: dict[str, Suggestion] = {}
    for one in sorted(found, key=lambda one: -one.weight):
        fields = sorted(one.fields.items())
        reason = str(one.reason) if fields[0][0].startswith("written") else ""
        best.setdefault(repr((one.deal, fields, reason)), one)
    return list(best.values())[:MOST_SUGGESTIONS]


def _paper(totals: Pair, reason: Sentence, weight: float, deal: int | None = None) -> Suggestion:
    """The paper should have these totals; the deals are right."""
    return Suggestion({f"written_{side}": totals[side] for side in totals}, reason, weight, deal)


def _paper_slips(written: Pair, sums: Pair) -> Iterator[Suggestion]:
    """The deals are right, the totals were added or written wrongly."""
    wrong = [side for side in written if written[side] != sums[side]]
    if len(written) == 2 and all(written[side] == sums[OTHER[side]] for side in written):
        yield _paper(sums, Sentence(_("The two totals on the paper are exchanged.")), 9.0)
    if len(wrong) > 1:
        return
    side = wrong[0]
    right, stands = sums[side], written[side]
    how = digit_slips(stands).get(right)
    if how in _PAPER_DIGITS:
        yield _paper({side: right}, Sentence(how, {"old": stands, "new": right}), _PAPER_DIGITS[how])
    carry = abs(stands - right)
    if carry in _CARRIES:
        reason = Sentence(_("Adding up the column went wrong by %(points)d."), {"points": carry})
        yield _paper({side: right}, reason, _CARRIES[carry])


def _rows_miscounted(sheet: "SheetVerdict", off: Pair, sums: Pair) -> Iterator[Suggestion]:
    """One row was left out, added twice, or booked by another rule, on the paper."""
    previous: DealVerdict | None = None
    for row in sheet.deals:
        booked: Pair = {side: _total(row, side) for side in off}
        where = {"deal": row.number}
        if off == {side: -booked[side] for side in off}:
            if previous and previous.deal == row.deal:
                reason = Sentence(_("Deal %(deal)d was typed twice."), where)
                yield Suggestion({"deal": row.number}, reason, 8.0, row.number)
            reason = Sentence(_("Deal %(deal)d was left out when adding up the paper."), where)
            yield _paper(sums, reason, 4.0, row.number)
        if off == booked:
            reason = Sentence(_("Deal %(deal)d was added twice on the paper."), where)
            yield _paper(sums, reason, 3.0, row.number)
        for template, paper, weight in _other_bookings(row):
            if off == {side: paper[side] - booked[side] for side in off}:
                yield _paper(sums, Sentence(template, where), weight, row.number)
        previous = row


def _total(row: "DealVerdict", side: Side) -> int:
    return row.booked[side].total if row.booked else 0


def _other_bookings(row: "DealVerdict") -> Iterator[tuple[str, Pair, float]]:
    """What the paper may have booked for a row that is itself right."""
    booked: Pair = {side: _total(row, side) for side in SIDES}
    raw: Pair = {side: sum(row.cell(f"{side}_{kind}") or 0 for kind in ("points", "roem")) for side in SIDES}
    if row.nat:
        yield _("The paper did not apply nat in deal %(deal)d."), raw, 7.0
        winner = OTHER[row.nat]
        roem = row.cell(f"{row.nat}_roem") or 0
        if roem:
            left = {row.nat: roem, winner: booked[winner] - roem}
            yield _("The paper left the roem of the nat side standing in deal %(deal)d."), left, 6.0
            lost = {row.nat: 0, winner: booked[winner] - roem}
            yield _("The paper lost the roem of the nat side in deal %(deal)d."), lost, 3.0
    if row.booked and row.pit:
        bonus = row.booked[row.pit].pit
        none = booked | {row.pit: booked[row.pit] - bonus}
        twice = booked | {row.pit: booked[row.pit] + bonus}
        if bonus:
            yield _("The paper left out the pit bonus of deal %(deal)d."), none, 7.0
            yield _("The paper counted the pit bonus of deal %(deal)d twice."), twice, 4.0
    mirrored: Pair = {side: booked[OTHER[side]] for side in SIDES}
    yield _("The paper booked deal %(deal)d in the wrong columns."), mirrored, 3.0


def _missing_row(off: Pair, sums: Pair) -> Iterator[Suggestion]:
    """A deal that stands on the paper was not typed."""
    if len(off) < 2:
        return
    we, they = off["we"], off["they"]
    over = we + they - TOTAL
    if min(we, they) >= 0 and over >= 0 and over % 10 == 0 and (over == 0 or over >= 20):
        reason = Sentence(_("A deal that booked %(we)d and %(they)d is missing."), {"we": we, "they": they})
        yield Suggestion({"missing_deal": {"we": we, "they": they}}, reason, 6.0)


def _row_slips(rows: Any, written: Pair, sums: Pair) -> Iterator[Suggestion]:
    """One slip in one row, after which the deals add up to the paper's totals."""
    for row in rows:
        due: Pair = {side: written[side] - sums[side] + _total(row, side) for side in written}
        if min(due.values()) < 0:
            continue
        for maker in EVERY_SLIP:
            for slip in maker(row):
                if not may_book(row, slip.changes, due):
                    continue
                after = mended(row, slip.changes)
                if after.verdict is Verdict.REFUSE:
                    continue
                if all(_total(after, side) == due[side] for side in due):
                    weight = slip.weight if after.verdict is Verdict.ACCEPT else slip.weight / 4
                    yield as_suggestion(slip, row.number, weight)


def may_book(row: "DealVerdict", changes: Mapping[str, Any], due: Pair) -> bool:
    """Whether a row with these changes could book this at all: a quick look before it is judged.

    A side books nothing, its own, or all, with or without a pit bonus.
    """
    if row.verzaakt:
        return True
    points = {side: changes.get(f"{side}_points", getattr(row.deal, f"{side}_points")) for side in SIDES}
    roem = {side: changes.get(f"{side}_roem", row.cell(f"{side}_roem")) or 0 for side in SIDES}
    everything = TOTAL + roem["we"] + roem["they"]
    for side, total in due.items():
        own, other = points[side], points[OTHER[side]]
        if own is None:
            own = 0 if other is None else TOTAL - other
        own += roem[side]
        if total and all(total - amount not in (0, row.ruleset.pit) for amount in (own, everything)):
            return False
    return True
