"""The results of one evening under a standing rule, in columns of numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from tournaments.standing.ledger import AT_TABLE, ATTENDED, AWAY, BESIDE, KINDS, NO_SCORE, EveningRows, Season
from tournaments.standing.rules import StandingRule

Numbers: TypeAlias = NDArray[np.int64]
Places: TypeAlias = NDArray[np.intp]
Truths: TypeAlias = NDArray[np.bool_]
Flags: TypeAlias = NDArray[np.uint8]
Bits = TypeVar("Bits", Flags, Truths)

MATCHED = AT_TABLE | {"arbitrary"}
"""Kinds that can win or lose a round, where the score of the other side is known."""


def is_any(rows: EveningRows, kinds: Collection[str]) -> Truths:
    """Which rows are of one of these kinds."""
    return np.array([kind in kinds for kind in KINDS]).take(rows["kind"])


def added(values: NDArray[Any], starts: Places) -> Numbers:
    """The sums of the groups that begin at `starts`."""
    if len(values) == len(starts):
        return values.astype(np.int64)
    sums: Numbers = np.add.reduceat(values, starts, dtype=np.int64)
    return sums


def any_of(flags: Bits, starts: Places) -> Bits:
    """The flags that are set anywhere in the groups that begin at `starts`."""
    if len(flags) == len(starts):
        return flags
    found: Bits = np.bitwise_or.reduceat(flags, starts)
    return found


IS_ROUND, BESIDE_ONE, WEIGHS, WAS_THERE, WAS_THERE_FOR, TABLE, MATCH, FIXED = (1 << bit for bit in range(8))


@dataclass(frozen=True, eq=False)
class Part:
    """The results of one evening under a rule, each column made when it is asked for.

    who: places in the list of entries of who has a row. weighing: the kinds that weigh as a round. A unit is what
    the rule chooses among, a round or the evening of one entry; a cell is a round of one entry.
    """

    rows: EveningRows
    who: Places
    rule: StandingRule
    weighing: frozenset[str]

    @property
    def evening(self) -> int:
        return self.rows.evening

    # Rows, cells, entries -------------------------------------------------------

    @cached_property
    def flags(self) -> Flags:
        """What each row is, by its kind."""
        kinds = {
            IS_ROUND: frozenset(KINDS) - BESIDE,
            BESIDE_ONE: BESIDE,
            WEIGHS: self.weighing,
            WAS_THERE: frozenset(KINDS) - AWAY,
            WAS_THERE_FOR: ATTENDED,
            TABLE: AT_TABLE,
            MATCH: MATCHED,
            FIXED: self.rule.undroppable,
        }
        of_kind = [sum(flag for flag, names in kinds.items() if kind in names) for kind in KINDS]
        return np.array(of_kind, np.uint8).take(self.rows["kind"])

    @cached_property
    def cell_flags(self) -> Flags:
        return any_of(self.flags, self.rows.cell_starts)

    @cached_property
    def first_cells(self) -> Places:
        """Where the cells of each entry begin."""
        if len(self.rows.cell_starts) == len(self.rows):
            return self.rows.entry_starts
        return np.searchsorted(self.rows.cell_starts, self.rows.entry_starts)

    @cached_property
    def cell_totals(self) -> Numbers:
        return added(self.rows["total"], self.rows.cell_starts)

    @cached_property
    def totals(self) -> Numbers:
        """All points of each entry."""
        return added(self.rows["total"], self.rows.entry_starts)

    @cached_property
    def attended(self) -> Truths:
        """Whether each entry was there."""
        return any_of(self.cell_flags, self.first_cells) & WAS_THERE > 0

    def count_cells(self, flag: int) -> Numbers:
        """The cells of each entry with this flag."""
        return added(self.cell_flags & flag > 0, self.first_cells)

    @cached_property
    def margins(self) -> tuple[Numbers, Truths]:
        """By how many points each cell was won (lost, below 0), and whether anybody was met in it."""
        met = (self.flags & MATCH > 0) & (self.rows["against"] != NO_SCORE)
        by_row = np.where(met, self.rows["total"].astype(np.int64) - self.rows["against"], 0)
        return added(by_row, self.rows.cell_starts), any_of(met, self.rows.cell_starts)

    # Units ----------------------------------------------------------------------

    @cached_property
    def by_evening(self) -> bool:
        """Is a unit a whole evening?

        A maximum of match points for an evening needs that; and where nothing is left out a sum is the same by
        evening, and made of fewer numbers.
        """
        rule = self.rule
        if rule.unit == "evening" or rule.measure == "average":
            return rule.unit == "evening"
        limited = rule.measure == "match_points" and rule.match.most_an_evening > 0
        return limited or not (rule.chooses or rule.last)

    @property
    def starts(self) -> Places:
        """Where the rows of each unit begin."""
        return self.rows.entry_starts if self.by_evening else self.rows.cell_starts

    @cached_property
    def first_units(self) -> Places:
        """Where the units of each entry begin."""
        return np.arange(len(self.who)) if self.by_evening else self.first_cells

    @property
    def units(self) -> int:
        return len(self.starts)

    @cached_property
    def of(self) -> Places:
        """The place in `who` of the entry each unit is of."""
        return np.repeat(np.arange(len(self.who)), np.diff(self.first_units, append=self.units))

    @cached_property
    def round_numbers(self) -> Numbers:
        """The round of each unit, 0 for a whole evening."""
        return (
            np.zeros(self.units, np.int64)
            if self.by_evening
            else self.rows["round"][self.starts].astype(np.int64)
        )

    @cached_property
    def unit_flags(self) -> Flags:
        return any_of(self.cell_flags, self.first_cells) if self.by_evening else self.cell_flags

    @cached_property
    def is_result(self) -> Truths:
        """Whether each unit is a result, or only a penalty or grant, or one that does not weigh."""
        return self.unit_flags & (WEIGHS if self.rule.measure == "average" else IS_ROUND) > 0

    @cached_property
    def is_loose(self) -> Truths:
        """Whether each unit is no result, but a penalty or grant all the same."""
        return ~self.is_result & (self.unit_flags & BESIDE_ONE > 0)

    @cached_property
    def fixed(self) -> Truths:
        """Whether each unit cannot be left out."""
        return self.unit_flags & FIXED > 0

    @cached_property
    def weights(self) -> Numbers:
        """How many rounds of each unit weigh."""
        return (
            self.count_cells(WEIGHS) if self.by_evening else (self.cell_flags & WEIGHS > 0).astype(np.int64)
        )

    @cached_property
    def points(self) -> Numbers:
        """What each unit is worth, points or match points."""
        rows = self.rows
        if self.rule.measure == "match_points":
            return self._match_points()
        weighs = self.flags & (WEIGHS | BESIDE_ONE) > 0
        if self.rule.measure == "average" and not weighs.all():
            return added(np.where(weighs, rows["total"], 0), self.starts)
        return added(rows["total"], self.starts)

    def _match_points(self) -> Numbers:
        match = self.rule.match
        margin, met = self.margins
        won = np.where(margin > 0, match.win, np.where(margin < 0, match.loss, match.draw))
        for band in match.bands:
            won = np.where(margin >= band.margin, band.win, np.where(margin <= -band.margin, band.loss, won))
        won = won * met
        if self.by_evening:
            won = added(won, self.first_cells)
            if match.most_an_evening:
                won = np.minimum(won, match.most_an_evening)
        return won + added(self.rows["match_points"], self.starts)


def parts_of(view: Sequence[EveningRows], season: Season, rule: StandingRule) -> tuple[Numbers, list[Part]]:
    """Who has a row on any of these evenings, in rising order, and the evenings under a rule."""
    everybody = np.sort(np.concatenate([rows.entries for rows in view])) if view else np.zeros(0, np.int64)
    entries = everybody[np.diff(everybody, prepend=everybody[:1] - 1) > 0]
    place = _place_in(entries)
    return entries, [Part(rows, place(rows.entries), rule, season.weighing(rows.evening)) for rows in view]


def _place_in(entries: Numbers) -> Callable[[Numbers], Places]:
    """Where entries stand among all; by a table when their numbers are as close together as keys of a database are."""
    first, last = (int(entries[0]), int(entries[-1])) if len(entries) else (0, 0)
    if last - first > 10 * len(entries) + 1000:
        return lambda given: np.searchsorted(entries, given)
    table = np.zeros(last - first + 1, np.intp)
    table[entries - first] = np.arange(len(entries))
    return lambda given: table.take(given - first)
