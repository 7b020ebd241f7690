"""Slips in the marks of a row: nat, pit, no roem, who played, and what goes with them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scoring.rules import repair_model as model
from scoring.rules.cards import TOTAL
from scoring.rules.findings import OTHER, SIDES
from scoring.rules.findings import gettext_noop as _
from scoring.rules.repair_numbers import Slip, Wanted

if TYPE_CHECKING:
    from scoring.rules.deal import DealVerdict


def _marks_of(row: "DealVerdict", kind: str) -> frozenset[str]:
    return frozenset(mark for mark in row.deal.marks if mark == kind or mark.startswith(f"{kind}-"))


def _with_mark(row: "DealVerdict", mark: str) -> frozenset[str]:
    return (row.deal.marks - _marks_of(row, mark.split("-")[0])) | {mark}


def _marked(row: "DealVerdict", mark: str, template: str) -> Iterator[Slip]:
    marks = _with_mark(row, mark)
    kind, _dash, side = mark.partition("-")
    if marks != row.deal.marks:
        weight = model.MARK_SIDE if _marks_of(row, kind) else model.MARK_FORGOTTEN
        yield Slip({"marks": marks}, template, {"side": side} if side else {}, weight)


def mark_nat(row: "DealVerdict", _wanted: Wanted | None) -> Iterator[Slip]:
    """The box nat was forgotten, or ticked for the wrong side."""
    if row.deal.declarer:
        yield from _marked(row, "nat", _("Mark nat."))
        return
    for side in SIDES:
        yield from _marked(row, f"nat-{side}", _("Nat for “%(side)s”."))


def mark_pit(row: "DealVerdict", _wanted: Wanted | None) -> Iterator[Slip]:
    """The box pit was forgotten, or ticked for the wrong side."""
    for side in SIDES:
        yield from _marked(row, f"pit-{side}", _("Pit for “%(side)s”."))


def unmark(row: "DealVerdict", _wanted: Wanted | None) -> Iterator[Slip]:
    """A box was ticked that should not be."""
    for kind, template in (
        ("nat", _("It was not nat: take the mark away.")),
        ("not-nat", _("It was nat after all: take the mark away.")),
        ("pit", _("It was no pit: take the mark away.")),
        ("no-roem", _("There was roem: take the mark away.")),
    ):
        marks = _marks_of(row, kind)
        if marks:
            yield Slip({"marks": row.deal.marks - marks}, template, {}, model.MARK_ADDED)


def other_declarer(row: "DealVerdict", _wanted: Wanted | None) -> Iterator[Slip]:
    """The other side played."""
    if row.deal.declarer:
        other = OTHER[row.deal.declarer]
        yield Slip({"declarer": other}, _("“%(side)s” played."), {"side": other}, model.DECLARER)


def no_roem(row: "DealVerdict", _wanted: Wanted | None) -> Iterator[Slip]:
    """An empty roem cell means that there was none."""
    empty = {f"{side}_roem": 0 for side in SIDES if row.cell(f"{side}_roem") is None}
    template = _("Nothing is filled in: there was no roem.")
    if len(empty) == 2:
        yield Slip({"marks": row.deal.marks | {"no-roem"}}, template, {}, model.ROEM_LEFT_OPEN)
    elif empty:
        yield Slip(dict(empty), template, {}, model.ROEM_LEFT_OPEN)


def roem_to_winner(row: "DealVerdict", _wanted: Wanted | None) -> Iterator[Slip]:
    """All roem belongs to the side with the pit, or to the side that is not nat."""
    for side in SIDES:
        other = OTHER[side]
        own, theirs = row.cell(f"{side}_roem"), row.cell(f"{other}_roem")
        if own and theirs is not None:
            moved = {f"{side}_roem": 0, f"{other}_roem": own + theirs}
            yield Slip(moved, _("All roem belongs to “%(side)s”."), {"side": other}, model.ROEM_SIDE)
            template = _("“%(side)s” had no roem.")
            yield Slip({f"{side}_roem": 0}, template, {"side": side}, model.MARK_ADDED)


def bonus_in_cell(row: "DealVerdict", _wanted: Wanted | None) -> Iterator[Slip]:
    """The pit bonus was typed inside the card points or the roem."""
    bonus = row.ruleset.pit
    if not bonus:
        return
    for side in SIDES:
        points, roem = row.cell(f"{side}_points"), row.cell(f"{side}_roem")
        marks = _with_mark(row, f"pit-{side}")
        changes: dict[str, Any] = {}
        if points == TOTAL + bonus:
            changes = {f"{side}_points": TOTAL, f"{OTHER[side]}_points": 0}
        elif points == TOTAL and roem is not None and roem - bonus in row.ruleset.reach.one_side:
            changes = {f"{side}_roem": roem - bonus}
        if changes:
            template = _("The pit bonus of %(bonus)d was typed as well.")
            yield Slip({**changes, "marks": marks}, template, {"bonus": bonus}, model.BONUS_IN_CELL)


def nat_half_written(row: "DealVerdict", _wanted: Wanted | None) -> Iterator[Slip]:
    """Nat was written as 162, but the points of the nat side were left."""
    template = _("Nat: the points of “%(side)s” were left standing.")
    for side in SIDES:
        points = getattr(row.deal, f"{side}_points")
        if points and getattr(row.deal, f"{OTHER[side]}_points") == TOTAL:
            marks = row.deal.marks if _marks_of(row, "nat") else _with_mark(row, f"nat-{side}")
            changes = {f"{side}_points": 0, "marks": marks}
            yield Slip(changes, template, {"side": side}, model.NAT_POINTS_LEFT)
