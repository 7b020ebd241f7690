"""Single slips that explain why the paper's totals differ from the deals, or which mending of a row is right.

Three kinds of hypothesis compete by weight (``repair_model``): one row is not what
stands on the paper, a whole row was typed twice or skipped, or the deals are right and
the totals are not. A suggestion about a row names its deal and the cells to change; one
about the totals has no deal.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from scoring.rules.cards import TOTAL
from scoring.rules.findings import SIDES, Sentence, Suggestion
from scoring.rules.findings import gettext_noop as _
from scoring.rules.repair_model import ROW_SKIPPED
from scoring.rules.repair_numbers import Wanted
from scoring.rules.repair_paper import Difference, Pair, booked, paper_slips
from scoring.rules.repair_rows import skipped, typed_again
from scoring.rules.slips import Mending, behind_totals, merged, ranked

if TYPE_CHECKING:
    from scoring.rules.deal import DealVerdict
    from scoring.rules.sheet import SheetVerdict

_FOLLOWED, _BESIDES = 0.3, 1e-4
"""How much a mending counts when the paper's totals follow the row as it stands, or do not fit either."""


def explain(sheet: "SheetVerdict") -> list[Suggestion]:
    """The likeliest explanations of the written totals; empty when they are right."""
    written: Pair = {side: value for side in SIDES if (value := sheet.written[side]) is not None}
    refused = [row for row in sheet.deals if row.booked is None]
    if not written or len(refused) > 1:
        return []
    sums: Pair = {side: sheet.totals[side].total for side in written}
    off: Pair = {side: written[side] - sums[side] for side in written}
    if refused:
        return ranked(_of_refused(sheet, refused[0], off))
    if written == sums:
        return []
    paper = Difference(written, sums, off)
    return ranked([*_of_paper(sheet, paper), *_missing_deal(sheet, off), *_of_rows(sheet, off)])


def _of_paper(sheet: "SheetVerdict", paper: Difference) -> Iterator[Suggestion]:
    """The deals are right: one suggestion, with the likeliest reason."""
    reasons = list(paper_slips(sheet.deals, sheet.running, paper))
    if reasons:
        reason, _weight = max(reasons, key=lambda one: one[1])
        fields = {f"written_{side}": paper.sums[side] for side in paper.wrong}
        yield Suggestion(fields, reason, sum(weight for _reason, weight in reasons))


def _of_rows(sheet: "SheetVerdict", off: Pair) -> Iterator[Suggestion]:
    """One row is not what stands on the paper."""
    rows = sheet.deals
    found: list[Mending] = []
    for at, row in enumerate(rows):
        own = booked(row)
        due: Pair = {side: own[side] + off[side] for side in off}
        if min(due.values()) < 0:
            continue
        slack = sum(off.values()) if len(off) == 2 and not row.verzaakt else None
        found += behind_totals(row, Wanted(due, slack))
        above, below = rows[at - 1] if at else None, rows[at + 1] if at + 1 < len(rows) else None
        found += typed_again(row, above, below, due)
    return (one.suggestion() for one in merged(found))


def _of_refused(sheet: "SheetVerdict", row: "DealVerdict", due: Pair) -> Iterator[Suggestion]:
    """One row cannot be: what it must book tells which mending is right."""
    right: list[Suggestion] = []
    if min(due.values()) >= 0:
        found = [*behind_totals(row, Wanted(due)), *skipped(row, due, len(sheet.deals))]
        right = [one.suggestion() for one in merged(found)]
    yield from right
    known = [one.fields for one in right]
    for one in row.suggestions:
        if one.fields not in known:
            fits = _FOLLOWED if due == _face(row, due) else _BESIDES
            yield replace(one, weight=one.weight * fits)


def _face(row: "DealVerdict", sides: Pair) -> Pair:
    """What the row books when its numbers are taken as they stand."""
    return {side: sum(row.cell(f"{side}_{kind}") or 0 for kind in ("points", "roem")) for side in sides}


def _missing_deal(sheet: "SheetVerdict", off: Pair) -> Iterator[Suggestion]:
    """A deal that stands on the paper was not typed, on a sheet that has room for it."""
    rules = sheet.ruleset
    room = rules.end_kind == "points" or len(sheet.deals) < rules.end_number
    if not room or len(off) < 2 or min(off.values()) < 0:
        return
    over = sum(off.values()) - TOTAL
    if over in rules.reach.total or (over - rules.pit in rules.reach.total and 0 in off.values()):
        missing: dict[str, object] = {str(side): number for side, number in off.items()}
        reason = Sentence(_("A deal that booked %(we)d and %(they)d is missing."), missing)
        yield Suggestion({"missing_deal": missing}, reason, float(ROW_SKIPPED * len(sheet.deals)))
