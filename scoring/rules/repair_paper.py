"""What may be wrong with the totals on the paper while every deal is right.

The writer adds up, carries subtotals and applies nat and pit; the typist copies the
outcome. Each hypothesis that gives just these totals has a weight from ``repair_model``.
They all end in the same repair: the totals should be the sum of the deals.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from scoring.rules import repair_model as model
from scoring.rules.findings import OTHER, SIDES, Finding, Sentence, Side, verdict_of
from scoring.rules.findings import gettext_noop as _
from scoring.rules.repair_digits import digit_slip
from scoring.rules.repair_model import ADDED, CARRIED, TYPED

if TYPE_CHECKING:
    from scoring.rules.deal import DealVerdict

Pair = dict[Side, int]
"""A number for each side whose total the paper gives."""


class Difference(NamedTuple):
    """The totals on the paper, those of the deals, and the former less the latter."""

    written: Pair
    sums: Pair
    off: Pair

    @property
    def wrong(self) -> list[Side]:
        """The sides whose total is not the sum of the deals."""
        return [side for side in SIDES if self.off.get(side)]

    def is_from(self, change: Pair) -> bool:
        """Whether the paper is off by just this."""
        return all(change[side] == off for side, off in self.off.items())


Reason = tuple[Sentence, float]
"""Why the paper differs, and the weight of that."""


def paper_slips(
    rows: Sequence["DealVerdict"], running: Sequence[tuple[int, int]], paper: Difference
) -> Iterator[Reason]:
    """Every single slip with the totals that ends in what the paper has."""
    yield from _written(paper)
    yield from _subtotals(running, paper)
    for row in rows:
        yield from _row_miscounted(row, paper)
    if len(paper.wrong) == 1:
        yield from _cells_misread(rows, paper.wrong[0], paper.off[paper.wrong[0]])


def _written(paper: Difference) -> Iterator[Reason]:
    """The totals were copied or added wrongly."""
    written, sums = paper.written, paper.sums
    if len(written) == 2 and all(written[side] == sums[OTHER[side]] for side in SIDES):
        yield Sentence(_("The two totals on the paper are exchanged.")), model.TOTALS_EXCHANGED
    if len(paper.wrong) > 1:
        return
    side = paper.wrong[0]
    slip = digit_slip(written[side], sums[side])
    if slip:
        yield Sentence(slip.template, {"old": written[side], "new": sums[side]}), slip.weight(TYPED)
    carry = abs(paper.off[side])
    if carry in model.CARRY:
        reason = Sentence(_("Adding up the column went wrong by %(points)d."), {"points": carry})
        yield reason, model.CARRY[carry] / 2


def _subtotals(running: Sequence[tuple[int, int]], paper: Difference) -> Iterator[Reason]:
    """A subtotal was carried on wrongly: a digit, the wrong column, or not at all."""
    wrong = paper.wrong
    for deals in model.BLOCKS:
        if deals >= len(running):
            return
        stand: Pair = dict(zip(SIDES, running[deals - 1], strict=True))
        where = {"deal": deals}
        if paper.is_from({side: stand[OTHER[side]] - stand[side] for side in SIDES}):
            reason = _("The subtotals after deal %(deal)d were carried in the wrong columns.")
            yield Sentence(reason, where), model.SUBTOTALS_EXCHANGED
        if paper.is_from({side: -stand[side] for side in SIDES}):
            reason = _("The subtotal after deal %(deal)d was not carried on.")
            yield Sentence(reason, where), model.SUBTOTAL_LEFT_OUT
        if len(wrong) == 1:
            right = stand[wrong[0]]
            carried = right + paper.off[wrong[0]]
            slip = digit_slip(carried, right)
            if slip:
                reason = _("The subtotal after deal %(deal)d was carried on as %(old)d for %(new)d.")
                numbers = {**where, "old": carried, "new": right}
                yield Sentence(reason, numbers), slip.weight(CARRIED)


def booked(row: "DealVerdict") -> Pair:
    """What a row books for both sides, roem and bonus inside; nothing when refused."""
    return {side: row.booked[side].total if row.booked else 0 for side in SIDES}


def _row_miscounted(row: "DealVerdict", paper: Difference) -> Iterator[Reason]:
    """One row was left out, added twice, or booked otherwise, when adding up."""
    own = booked(row)
    where = {"deal": row.number}
    if paper.is_from({side: -own[side] for side in SIDES}):
        yield Sentence(_("Deal %(deal)d was left out when adding up the paper."), where), model.ROW_LEFT_OUT
    if paper.is_from(own):
        yield Sentence(_("Deal %(deal)d was added twice on the paper."), where), model.ROW_TWICE
    for template, theirs, weight in _other_bookings(row, own):
        if paper.is_from({side: theirs[side] - own[side] for side in SIDES}):
            yield Sentence(template, where), weight
    for side in SIDES if not row.verzaakt else ():
        roem = row.cell(f"{side}_roem") or 0
        winner = OTHER[side] if row.nat == side else side
        if roem and paper.is_from({winner: -roem, OTHER[winner]: 0}):
            reason = _("The paper left out the %(roem)d roem of deal %(deal)d.")
            yield Sentence(reason, {**where, "roem": roem}), model.ROEM_LEFT_OUT


def _other_bookings(row: "DealVerdict", own: Pair) -> Iterator[tuple[str, Pair, float]]:
    """What the paper may have booked for a row that is itself right."""
    if row.nat:
        yield from _half_nat(row, row.nat, own)
    if row.booked and row.pit and (bonus := row.booked[row.pit].pit):
        none, twice = ({**own, row.pit: own[row.pit] + more} for more in (-bonus, bonus))
        yield _("The paper left out the pit bonus of deal %(deal)d."), none, model.BONUS_LEFT_OUT
        yield _("The paper counted the pit bonus of deal %(deal)d twice."), twice, model.BONUS_TWICE
    mirrored: Pair = {side: own[OTHER[side]] for side in SIDES}
    yield _("The paper booked deal %(deal)d in the wrong columns."), mirrored, model.ROW_IN_WRONG_COLUMNS


def _half_nat(row: "DealVerdict", nat: Side, own: Pair) -> Iterator[tuple[str, Pair, float]]:
    """Nat was not applied on the paper, or only to the card points."""
    raw: Pair = {side: sum(row.cell(f"{side}_{kind}") or 0 for kind in ("points", "roem")) for side in SIDES}
    if row.cell(f"{nat}_points"):
        yield _("The paper did not apply nat in deal %(deal)d."), raw, model.NAT_NOT_APPLIED
    roem = row.cell(f"{nat}_roem")
    if roem:
        winner = OTHER[nat]
        left = {nat: roem, winner: own[winner] - roem}
        template = _("The paper left the roem of the nat side standing in deal %(deal)d.")
        yield template, left, model.NAT_ROEM_LEFT
        lost = {nat: 0, winner: own[winner] - roem}
        yield _("The paper lost the roem of the nat side in deal %(deal)d."), lost, model.NAT_ROEM_LOST


def _cells_misread(rows: Sequence["DealVerdict"], side: Side, off: int) -> Iterator[Reason]:
    """A number of a deal was misread when adding up the column."""
    for row in rows:
        if row.booked is None:
            continue
        for number in dict.fromkeys(row.booked[side][:2]):
            slip = digit_slip(number + off, number) if number else None
            if slip:
                reason = _("The paper added %(old)d for the %(new)d of deal %(deal)d.")
                numbers = {"old": number + off, "new": number, "deal": row.number}
                yield Sentence(reason, numbers), slip.weight(ADDED)


SETTLED = frozenset({"bonus_in_roem", "roem_high"})
"""Questions about one number that totals which agree have answered."""


def settled(row: "DealVerdict") -> "DealVerdict":
    """The row without the questions that agreeing totals answer.

    With the bonus or too much roem in a cell the totals would differ, unless the writer
    made the same mistake. That is only likelier than honest roem where there is nothing
    but the bonus in the cell.
    """
    left = tuple(one for one in row.findings if one.code not in SETTLED or _only_the_bonus(one))
    return row if len(left) == len(row.findings) else replace(row, findings=left, verdict=verdict_of(left))


def _only_the_bonus(one: Finding) -> bool:
    return one.code == "bonus_in_roem" and one.params["roem"] == one.params["bonus"]
