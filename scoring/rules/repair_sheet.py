"""A sheet as it is typed, for measuring repairs: what can be changed in it, and how tables differ."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

from scoring.rules.declared import DeclaredDeal
from scoring.rules.findings import OTHER, SIDES, Side
from scoring.rules.rulesets import Ruleset
from scoring.rules.seats import Seat
from scoring.rules.sheet import SheetVerdict, judge_sheet
from scoring.rules.simulate import PlayedDeal


class Style(NamedTuple):
    """How a table writes and a typist types: who played, nat as 0 and 162, one column of points."""

    with_declarer: bool
    as_written: bool
    one_column: bool

    @classmethod
    def drawn(cls, rng: Random) -> "Style":
        """One of the eight, each as often."""
        return cls(*(rng.random() < 0.5 for _ in range(3)))

    def row(self, deal: PlayedDeal) -> DeclaredDeal:
        """A deal as it is typed in this style."""
        row = deal.declared(with_declarer=self.with_declarer, as_written=self.as_written)
        if not self.one_column:
            return row
        if (row.we_points or 0) > (row.they_points or 0):
            return replace(row, we_points=None)
        return replace(row, they_points=None)


@dataclass(frozen=True)
class TypedSheet:
    """A sheet as it is typed, with the totals that stand on the paper."""

    rows: tuple[DeclaredDeal, ...]
    written: dict[Side, int]
    ruleset: Ruleset
    first_dealer: Seat

    def with_row(self, at: int, **changes: Any) -> "TypedSheet":
        """One row changed."""
        row = replace(self.rows[at], **changes)
        return replace(self, rows=(*self.rows[:at], row, *self.rows[at + 1 :]))

    def with_totals(self, written: Mapping[Side, int]) -> "TypedSheet":
        """Other totals on the paper."""
        return replace(self, written={**self.written, **written})

    def without_totals(self) -> "TypedSheet":
        """Before the totals are typed."""
        return replace(self, written={})

    def judged(self) -> SheetVerdict:
        """What the engine says about it."""
        return judge_sheet(self.rows, self.ruleset, written=self.written, first_dealer=self.first_dealer)


@dataclass(frozen=True)
class Honest:
    """A sheet without a slip, what was played, and what the engine says about it."""

    sheet: TypedSheet
    played: Sequence[PlayedDeal]
    verdict: SheetVerdict

    @classmethod
    def of(cls, played: Sequence[PlayedDeal], style: Style, ruleset: Ruleset) -> "Honest":
        """The sheet of these deals, in this style, rightly added up."""
        rows = tuple(style.row(deal) for deal in played)
        totals: dict[Side, int] = {side: sum(one.booked[side].total for one in played) for side in SIDES}
        sheet = TypedSheet(rows, totals, ruleset, played[0].dealer)
        return cls(sheet, played, sheet.judged())


Change = Callable[[Random], TypedSheet]


class Opportunity(NamedTuple):
    """A slip that can be made on a sheet: its kind, how often it is made, what comes of it."""

    kind: str
    rate: float
    change: Change


def in_row(sheet: TypedSheet, at: int, **changes: Any) -> Change:
    """A slip that always changes a row in the same way."""
    return lambda _rng: sheet.with_row(at, **changes)


def in_totals(sheet: TypedSheet, off: dict[Side, int]) -> Change:
    """A slip after which the totals on the paper differ by this much."""
    written: dict[Side, int] = {side: sheet.written[side] + off.get(side, 0) for side in SIDES}
    return lambda _rng: sheet.with_totals(written)


def exchanged(row: DeclaredDeal, *kinds: str) -> dict[str, Any]:
    """Fields of a row with the two sides in each other's columns."""
    return {f"{side}_{kind}": getattr(row, f"{OTHER[side]}_{kind}") for side in SIDES for kind in kinds}


def mirrored(marks: frozenset[str]) -> frozenset[str]:
    """Marks in each other's columns."""
    names = {f"{kind}-{side}": f"{kind}-{OTHER[side]}" for kind in ("nat", "pit") for side in SIDES}
    return frozenset(names.get(mark, mark) for mark in marks)
