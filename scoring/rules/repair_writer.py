"""The slips of who writes the paper, by the rates of ``repair_model``: the model read forwards."""

from collections.abc import Iterator
from functools import partial
from random import Random

from scoring.rules import repair_model as model
from scoring.rules.cards import TOTAL
from scoring.rules.declared import DeclaredDeal
from scoring.rules.findings import OTHER, SIDES, Side
from scoring.rules.repair_model import ADDED, CARRIED
from scoring.rules.repair_sheet import Honest, Opportunity, TypedSheet, exchanged, in_row, in_totals, mirrored
from scoring.rules.repair_typist import Outcome, misread
from scoring.rules.simulate import PlayedDeal


def writer_slips(honest: Honest) -> Iterator[Opportunity]:
    """Every slip that can be made when this paper is written and added up."""
    sheet = honest.sheet
    for at, deal in enumerate(honest.played):
        row = sheet.rows[at]
        yield from _roem_and_bonus(sheet, at, deal)
        if deal.nat:
            yield from _nat(sheet, at, deal, deal.nat)
        yield from _adding(sheet, deal)
        yield from _unseen(honest, at, row)
    for side in SIDES:
        for carry, rate in model.CARRY.items():
            for off in (carry, -carry):
                if sheet.written[side] + off >= 0:
                    yield Opportunity("adding up, a carry", rate / 2, in_totals(sheet, {side: off}))
    yield from _subtotals(honest)


def _roem_and_bonus(sheet: TypedSheet, at: int, deal: PlayedDeal) -> Iterator[Opportunity]:
    """Roem inside the card points, the bonus inside a cell; the totals are right."""
    row = sheet.rows[at]
    for side in SIDES:
        points, roem = getattr(row, f"{side}_points"), getattr(row, f"{side}_roem")
        if roem:
            changes = {f"{side}_roem": 0} | ({f"{side}_points": points + roem} if points is not None else {})
            yield Opportunity("roem inside the points", model.ROEM_IN_POINTS, in_row(sheet, at, **changes))
    bonus = deal.booked[deal.pit].pit if deal.pit else 0
    if deal.pit and bonus:
        field = f"{deal.pit}_roem"
        in_roem = in_row(sheet, at, **{field: getattr(row, field) + bonus})
        yield Opportunity("pit bonus inside the roem", model.BONUS_IN_CELL * 0.8, in_roem)
        in_points = in_row(sheet, at, **{f"{deal.pit}_points": TOTAL + bonus})
        yield Opportunity("pit bonus inside the points", model.BONUS_IN_CELL * 0.2, in_points)


def _nat(sheet: TypedSheet, at: int, deal: PlayedDeal, nat: Side) -> Iterator[Opportunity]:
    """Nat half written in the row, or half applied in the totals."""
    other = OTHER[nat]
    points, roem = deal.points[nat], deal.roem[nat]
    if points and not deal.pit:
        left = in_row(sheet, at, **{f"{nat}_points": points, f"{other}_points": TOTAL})
        yield Opportunity("nat, points left standing", model.NAT_POINTS_LEFT, left)
        if getattr(sheet.rows[at], f"{nat}_points") == 0:
            return  # written as nat: then it was applied
        raw: dict[Side, int] = {side: deal.points[side] + deal.roem[side] for side in SIDES}
        off: dict[Side, int] = {side: raw[side] - deal.booked[side].total for side in SIDES}
        yield Opportunity("nat not applied", model.NAT_NOT_APPLIED, in_totals(sheet, off))
    if roem:
        unmoved = {f"{side}_roem": deal.roem[side] for side in SIDES}
        paper = in_totals(sheet, {nat: roem, other: -roem})
        yield Opportunity(
            "nat, its roem not moved", model.NAT_ROEM_LEFT, lambda rng: paper(rng).with_row(at, **unmoved)
        )
        yield Opportunity("nat, its roem lost", model.NAT_ROEM_LOST, in_totals(sheet, {other: -roem}))


def _adding(sheet: TypedSheet, deal: PlayedDeal) -> Iterator[Opportunity]:
    """A row left out, taken twice, or wrongly, when adding up."""
    own: dict[Side, int] = {side: deal.booked[side].total for side in SIDES}
    out: dict[Side, int] = {side: -own[side] for side in SIDES}
    yield Opportunity("row left out when adding", model.ROW_LEFT_OUT, in_totals(sheet, out))
    yield Opportunity("row added twice", model.ROW_TWICE, in_totals(sheet, own))
    over: dict[Side, int] = {side: own[OTHER[side]] - own[side] for side in SIDES}
    yield Opportunity("row added in the wrong columns", model.ROW_IN_WRONG_COLUMNS, in_totals(sheet, over))
    for side in SIDES:
        points, roem, bonus, _extra = deal.booked[side]
        if bonus:
            yield Opportunity("pit bonus left out", model.BONUS_LEFT_OUT, in_totals(sheet, {side: -bonus}))
            yield Opportunity("pit bonus added twice", model.BONUS_TWICE, in_totals(sheet, {side: bonus}))
        if roem:
            yield Opportunity(
                "roem left out when adding", model.ROEM_LEFT_OUT, in_totals(sheet, {side: -roem})
            )
        for number in (points, roem):
            for _slip, rate, outcome in misread(number, ADDED) if number else ():
                change = partial(_carried, sheet, side, number, outcome)
                yield Opportunity("number misread when adding", rate, change)


def _carried(sheet: TypedSheet, side: Side, number: int, outcome: Outcome, rng: Random) -> TypedSheet:
    """The total, with another number added than the right one."""
    return in_totals(sheet, {side: outcome(rng) - number})(rng)


def _subtotals(honest: Honest) -> Iterator[Opportunity]:
    sheet, running = honest.sheet, honest.verdict.running
    for deals in model.BLOCKS:
        if deals >= len(running):
            return
        we, they = running[deals - 1]
        crossed = in_totals(sheet, {"we": they - we, "they": we - they})
        yield Opportunity("subtotals exchanged", model.SUBTOTALS_EXCHANGED, crossed)
        out = in_totals(sheet, {"we": -we, "they": -they})
        yield Opportunity("subtotal left out", model.SUBTOTAL_LEFT_OUT, out)
        for side, subtotal in zip(SIDES, (we, they), strict=True):
            for slip, rate, outcome in misread(subtotal, CARRIED):
                change = partial(_carried, sheet, side, subtotal, outcome)
                yield Opportunity(f"subtotal carried, {slip}", rate, change)


# What the paper hides


def _unseen(honest: Honest, at: int, row: DeclaredDeal) -> Iterator[Opportunity]:
    """Written in the wrong columns, and added up as it was written: the paper agrees with itself."""
    numbers = {**exchanged(row, "points", "roem"), "marks": mirrored(row.marks)}
    whole = partial(_followed, honest, at, numbers)
    yield Opportunity("unseen: columns exchanged", model.UNSEEN_COLUMNS, whole)
    for side in SIDES:
        if getattr(row, f"{side}_roem"):
            moved = partial(_followed, honest, at, exchanged(row, "roem"))
            yield Opportunity("unseen: roem on the wrong side", model.UNSEEN_ROEM_SIDE, moved)


def _followed(honest: Honest, at: int, changes: dict[str, object], rng: Random) -> TypedSheet:
    """The row changed, and the totals with it."""
    sheet, right = honest.sheet, honest.verdict.deals[at]
    changed = sheet.with_row(at, **changes)
    after = changed.judged().deals[at]
    books: dict[Side, int | None] = {"we": after.we, "they": after.they}
    was: dict[Side, int | None] = {"we": right.we, "they": right.they}
    off: dict[Side, int] = {}
    for side in SIDES:
        face = (after.cell(f"{side}_points") or 0) + (after.cell(f"{side}_roem") or 0)
        now = books[side]
        off[side] = (face if now is None else now) - (was[side] or 0)
    return in_totals(changed, off)(rng)
