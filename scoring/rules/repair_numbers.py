"""Slips in the numbers of a row: what may have stood on the paper instead.

Each maker looks at a judged row and proposes other values, weighted by ``repair_model``.
``wanted``, where given, says what the row must book: whatever cannot lead there may be
left out.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from scoring.rules import repair_model as model
from scoring.rules.cards import TOTAL
from scoring.rules.findings import OTHER, SIDES, Side
from scoring.rules.findings import gettext_noop as _
from scoring.rules.reach import POINTS
from scoring.rules.repair_digits import DigitSlip, digit_slip, digit_slips
from scoring.rules.repair_model import TYPED

if TYPE_CHECKING:
    from scoring.rules.deal import DealVerdict

STROKES = (20, 50, 30, -20, -50, -30)
"""One stroke of 20 or 50 more or less, or one taken for the other."""
STROKE = _("A stroke too few or too many: %(old)d for %(new)d roem.")
COLUMNS = _("The columns of the two sides exchanged.")
BOTH_TYPED = 0.3
"""Of card points that add up to 162 one was worked out: a slip in it would show."""
FORGOTTEN = (20, 40, 50, 60, 70, 90, 100)
"""Roem that may have been overlooked; more would be noticed."""


class Slip(NamedTuple):
    """A proposal: new values of fields (marks as a frozenset), the reason, the weight."""

    changes: dict[str, Any]
    template: str
    params: dict[str, Any]
    weight: float


class Wanted(NamedTuple):
    """What a row must book for the paper's totals to be right.

    ``due`` holds the sides whose total the paper gives. ``slack`` is the roem or bonus
    that the row then lacks, where that is certain: both sides together always book 162,
    the roem and the bonus (I10).
    """

    due: Mapping[Side, int]
    slack: int | None = None

    def points(self, row: "DealVerdict", side: Side) -> int | None:
        """The only card points that may lead there; None where more than one may.

        A side books nothing, its own, or everything; only its own tells its points.
        """
        everything = TOTAL + _roem(row, "we") + _roem(row, "they")
        for one, total in self.due.items():
            if total and total - everything not in (0, row.ruleset.pit) and not row.verzaakt:
                own = total - _roem(row, one)
                return own if one == side else TOTAL - own
        return None

    def roem(self, row: "DealVerdict", side: Side) -> Collection[int] | None:
        """The only roem of a side that may lead there; None where any may."""
        one: Side = side if self.due.get(side) else OTHER[side]
        total, points = self.due.get(one), row.cell(f"{one}_points")
        if not total or points is None or row.verzaakt:
            return None
        if one != side and total == points + _roem(row, one):
            return None
        as_winner = total - TOTAL - _roem(row, OTHER[side])
        return {as_winner, as_winner - row.ruleset.pit, total - points}


def _roem(row: "DealVerdict", side: Side) -> int:
    return row.cell(f"{side}_roem") or 0


Maker = Callable[["DealVerdict", Wanted | None], Iterator[Slip]]


def _digits(field: str, old: int, new: int, slip: DigitSlip, rare: float = 1.0, **more: Any) -> Slip:
    return Slip({field: new, **more}, slip.template, {"old": old, "new": new}, slip.weight(TYPED) * rare)


def _meant(typed: int, only: Iterable[int] | None) -> Iterable[tuple[int, DigitSlip]]:
    """What may have been meant by this number; one of ``only`` when nothing else would do."""
    if only is None:
        return digit_slips(typed).items()
    return [(number, slip) for number in only if (slip := digit_slip(typed, number))]


def points_digits(row: "DealVerdict", wanted: Wanted | None) -> Iterator[Slip]:
    """A digit of the card points; the other side follows when the row was whole."""
    deal = row.deal
    whole = deal.we_points is not None and deal.they_points is not None
    adds_up = whole and deal.we_points + deal.they_points == TOTAL  # type: ignore[operator]
    for side in SIDES:
        field, other = f"{side}_points", f"{OTHER[side]}_points"
        old, rest = getattr(deal, field), getattr(deal, other)
        if old is None:
            continue
        only = wanted.points(row, side) if wanted else None
        for new, slip in _meant(old, None if only is None else (only,)):
            if new not in POINTS:
                continue
            if not whole:
                yield _digits(field, old, new, slip)
            elif adds_up:
                yield _digits(field, old, new, slip, BOTH_TYPED, **{other: TOTAL - new})
            elif new + rest == TOTAL:
                yield _digits(field, old, new, slip)


def points_rest(row: "DealVerdict", _wanted: Wanted | None) -> Iterator[Slip]:
    """Trust one side, and give the other what is left of 162."""
    template = _("162 less the %(points)d of “%(side)s”.")
    for side in SIDES:
        points, other = getattr(row.deal, f"{side}_points"), f"{OTHER[side]}_points"
        if points in POINTS and row.cell(other) != TOTAL - points:
            yield Slip({other: TOTAL - points}, template, {"points": points, "side": side}, model.ANY)


def points_exchanged(row: "DealVerdict", _wanted: Wanted | None) -> Iterator[Slip]:
    """The card points stand in each other's columns."""
    deal = row.deal
    if deal.we_points != deal.they_points:
        changes = {"we_points": deal.they_points, "they_points": deal.we_points}
        weight = model.POINTS_COLUMNS + (model.COLUMNS if deal.we_roem == deal.they_roem else 0)
        yield Slip(changes, _("Card points of the two sides exchanged."), {}, weight)


def roem_exchanged(row: "DealVerdict", _wanted: Wanted | None) -> Iterator[Slip]:
    """The roem stands on the wrong side."""
    deal = row.deal
    if deal.we_roem != deal.they_roem:
        changes = {"we_roem": deal.they_roem, "they_roem": deal.we_roem}
        both = 0.3 if deal.we_roem and deal.they_roem else 1.0
        yield Slip(changes, _("Roem on the wrong side."), {}, model.ROEM_SIDE * both)


def columns_exchanged(row: "DealVerdict", _wanted: Wanted | None) -> Iterator[Slip]:
    """The whole row is mirrored: numbers and marks, where either differs."""
    deal = row.deal
    changes = {
        f"{side}_{kind}": getattr(deal, f"{OTHER[side]}_{kind}")
        for side in SIDES
        for kind in ("points", "roem")
    }
    if deal.we_points != deal.they_points and deal.we_roem != deal.they_roem:
        yield Slip(changes, COLUMNS, {}, model.COLUMNS)
    marks = frozenset(_mirrored(mark) for mark in deal.marks)
    if marks != deal.marks:
        yield Slip({**changes, "marks": marks}, COLUMNS, {}, model.COLUMNS)


def _mirrored(mark: str) -> str:
    kind, _dash, side = mark.partition("-")
    return f"{kind}-{OTHER[side]}" if side in OTHER else mark


def roem_digits(row: "DealVerdict", wanted: Wanted | None) -> Iterator[Slip]:
    """A digit of the roem."""
    possible = row.ruleset.reach.one_side
    for side in SIDES:
        field = f"{side}_roem"
        old = getattr(row.deal, field)
        if old is None:
            continue
        for new, slip in _meant(old, wanted.roem(row, side) if wanted else None):
            if new in possible:
                yield _digits(field, old, new, slip)


def roem_strokes(row: "DealVerdict", wanted: Wanted | None) -> Iterator[Slip]:
    """A tally stroke, or roem in tens (2 for 20)."""
    possible = row.ruleset.reach.one_side
    for side in SIDES:
        only = wanted.roem(row, side) if wanted else None
        old = getattr(row.deal, f"{side}_roem")
        for new, template, weight in _strokes(old, old in possible) if old else ():
            if new in possible and (only is None or new in only):
                yield Slip({f"{side}_roem": new}, template, {"old": old, "new": new}, weight)


def _strokes(old: int, tally: bool) -> Iterator[tuple[int, str, float]]:
    """What may have been meant by this roem, how, and how often that is."""
    if 0 < old < 10:
        yield old * 10, _("Roem noted in tens: %(old)d for %(new)d."), model.ROEM_TENS
    elif tally:
        for more in STROKES:
            if old + more > 0:
                yield old + more, STROKE, model.ROEM_STROKE / len(STROKES)


def roem_forgotten(row: "DealVerdict", wanted: Wanted | None) -> Iterator[Slip]:
    """A line where there was roem; or it is inside card points that were not typed."""
    for side in SIDES:
        if getattr(row.deal, f"{side}_roem") != 0:
            continue
        only = wanted.roem(row, side) if wanted else None
        typed = getattr(row.deal, f"{side}_points") is not None
        weight = model.ROEM_FORGOTTEN if typed else model.ROEM_FORGOTTEN + model.ROEM_IN_POINTS
        for new in FORGOTTEN:
            if only is None or new in only:
                yield Slip({f"{side}_roem": new}, _("%(new)d roem forgotten."), {"new": new}, weight)


def roem_in_points(row: "DealVerdict", wanted: Wanted | None) -> Iterator[Slip]:
    """Roem was added to the card points: together they are over 162, or one of them was typed alone."""
    we, they = row.deal.we_points, row.deal.they_points
    over: Iterable[int] = FORGOTTEN if wanted else ()
    if we is not None and they is not None:
        over = {we + they - TOTAL} & row.ruleset.reach.one_side - {0}
    for side in SIDES:
        points, roem = getattr(row.deal, f"{side}_points"), getattr(row.deal, f"{side}_roem")
        for more in over if points is not None else ():
            if points - more in POINTS and roem in (None, 0, more):
                changes = {f"{side}_points": points - more, f"{side}_roem": more}
                template = _("%(roem)d roem is inside the card points.")
                yield Slip(changes, template, {"roem": more}, model.ROEM_IN_POINTS)
