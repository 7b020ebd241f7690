"""Whole rows that are not what stood on the paper: typed twice, skipped, not there yet.

What such a row must book follows from the paper's totals; which cells book just that is
a matter of how plausible each reading is, so the typist still has to look.
"""

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from scoring.rules import repair_model as model
from scoring.rules.cards import TOTAL
from scoring.rules.declared import DeclaredDeal
from scoring.rules.findings import OTHER, SIDES, Side
from scoring.rules.findings import gettext_noop as _
from scoring.rules.reach import POINTS
from scoring.rules.repair_model import plausible
from scoring.rules.repair_numbers import Slip
from scoring.rules.repair_paper import Pair
from scoring.rules.slips import Mending, mended

if TYPE_CHECKING:
    from scoring.rules.deal import DealVerdict

EMPTY = DeclaredDeal()
AGAIN = _("The row above was typed again; by the totals this deal may be %(we)s and %(they)s.")
AHEAD = _("The row below was typed here as well; by the totals this deal may be %(we)s and %(they)s.")
TWICE = _("Deal %(deal)d was typed twice.")
SKIPPED = _("A deal was skipped; by the totals it may be %(we)s and %(they)s.")


def typed_again(
    row: "DealVerdict", above: "DealVerdict | None", below: "DealVerdict | None", due: Pair
) -> Iterator[Mending]:
    """A row that repeats its neighbour, and must book this instead."""
    for neighbour, template, rate in ((above, AGAIN, 1.0), (below, AHEAD, model.AHEAD)):
        if neighbour and neighbour.deal == row.deal:
            weight = model.ROW_AGAIN * rate / plausible(row)
            yield from readings(row, due, template, weight)
            if not any(due.values()):
                emptied = {**asdict(EMPTY), "marks": frozenset()}
                slip = Slip(emptied, TWICE, {"deal": row.number}, weight)
                yield Mending(slip, mended(row, emptied), weight)


def skipped(row: "DealVerdict", due: Pair, deals: int) -> Iterator[Mending]:
    """An empty row: any of the deals may have been skipped."""
    if row.deal == EMPTY:
        yield from readings(row, due, SKIPPED, float(model.ROW_SKIPPED * deals))


def readings(row: "DealVerdict", due: Pair, template: str, weight: float) -> Iterator[Mending]:
    """The rows that book just this, each by how plausible it is."""
    if len(due) < 2:
        return
    for cells in _cells(due, row.ruleset.pit, row.ruleset.reach.one_side):
        changes = {**cells, "declarer": None}
        after = mended(row, changes)
        if after.booked and all(after.booked[side].total == due[side] for side in SIDES):
            if row.deal.declarer:  # then this sheet says who played
                changes["declarer"] = after.declarer
                after = mended(row, changes)
            shown = {str(side): _shown(cells[f"{side}_points"], cells[f"{side}_roem"]) for side in SIDES}
            yield Mending(Slip(changes, template, shown, weight), after, weight * plausible(after))


def _shown(points: int, roem: int) -> str:
    return f"{points} + {roem}" if roem else str(points)


def _cells(due: Pair, bonus: int, possible: frozenset[int]) -> Iterator[dict[str, Any]]:
    """Points, roem and marks that may book this."""
    for side in SIDES:
        other = OTHER[side]
        if due[other]:
            continue
        for mark, roem in ((f"nat-{other}", due[side] - TOTAL), (f"pit-{side}", due[side] - TOTAL - bonus)):
            if roem in possible:
                yield _row(side, TOTAL, roem, 0, frozenset({mark}))
    roem = due["we"] + due["they"] - TOTAL
    for own in sorted(possible):
        if own <= roem and roem - own in possible and due["we"] - own in POINTS:
            yield _row("we", due["we"] - own, own, roem - own, frozenset())


def _row(side: Side, points: int, own: int, others: int, marks: frozenset[str]) -> dict[str, Any]:
    other = OTHER[side]
    return {
        f"{side}_points": points,
        f"{side}_roem": own,
        f"{other}_points": TOTAL - points,
        f"{other}_roem": others,
        "marks": marks,
    }
