"""What everybody has under a standing rule, in columns: which results count, and what they add up to.

All arithmetic is in whole numbers of 64 bits. An average is kept as its two numbers, and compared by
`order_of`, which is exact; only averages of averages need fractions. What a single place rests on is told, and
computed once more in plain Python, by `tournaments.standing.account`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tournaments.standing.ledger import AT_TABLE, ATTENDED, AWAY, BESIDE, KINDS, NO_SCORE, EveningRows, Season
from tournaments.standing.rules import MatchPoints, Period, StandingRule

Numbers: TypeAlias = NDArray[np.int64]
Places: TypeAlias = NDArray[np.intp]
Truths: TypeAlias = NDArray[np.bool_]

MATCHED = AT_TABLE | {"arbitrary"}
"""Kinds that can win or lose a round, where the score of the other side is known."""
_LOWEST = -(1 << 62)  # below every value that is compared


def in_force(rule: StandingRule, season: Season, evenings_to_come: int) -> StandingRule:
    """The rule as it counts now: everything counts as long as an interim sum stands in for the choice."""
    return without_choice(rule) if rule.interim == "sum" and not is_over(season, evenings_to_come) else rule


def without_choice(rule: StandingRule) -> StandingRule:
    return replace(rule, best=0, drop=0, periods=(), best_periods=0)


def is_over(season: Season, evenings_to_come: int) -> bool:
    """Have all evenings been held that will count? Where it is not planned: is none to come?"""
    if season.planned is None:
        return not evenings_to_come
    return len(season.seen()) >= season.planned


@dataclass(frozen=True, eq=False)
class Part:
    """The results of one evening under a rule.

    who: places in the list of entries of who has a row. attended, attended_rounds, weighing_rounds, totals: of each of
    them. The other columns are of units (rounds or evenings, by the rule), each with `of`, its place in `who`:
    points, what it is worth; is_result, otherwise it is only a penalty or grant; fixed, it cannot be left out.
    """

    rows: EveningRows
    who: Places
    attended: Truths
    attended_rounds: Numbers
    weighing_rounds: Numbers
    totals: Numbers
    of: Places
    rounds: Numbers
    points: Numbers
    is_result: Truths
    fixed: Truths
    weight: Numbers
    starts: Places

    @property
    def evening(self) -> int:
        return self.rows.evening


def is_any(rows: EveningRows, kinds: frozenset[str] | tuple[str, ...]) -> Truths:
    """Which rows are of one of these kinds."""
    return np.array([kind in kinds for kind in KINDS])[rows["kind"]]


def added(values: NDArray[Any], starts: Places) -> Numbers:
    """The sums of the groups that begin at `starts`."""
    sums: Numbers = np.add.reduceat(values, starts, dtype=np.int64)
    return sums


def some(values: Truths, starts: Places) -> Truths:
    """Whether any is true in the groups that begin at `starts`."""
    found: Truths = np.logical_or.reduceat(values, starts)
    return found


def part_of(rows: EveningRows, season: Season, rule: StandingRule, entries: Numbers) -> Part:
    """The results of an evening under a rule."""
    beside = is_any(rows, BESIDE)
    weighs = is_any(rows, season.weighing(rows.evening))
    first_cell = np.searchsorted(rows.cell_starts, rows.entry_starts)
    by_evening = rule.unit == "evening" or bool(rule.measure == "match_points" and rule.match.most_an_evening)
    starts = rows.entry_starts if by_evening else rows.cell_starts
    of_cell = np.repeat(np.arange(len(first_cell)), np.diff(first_cell, append=len(rows.cell_starts)))
    cell_weighs = some(weighs, rows.cell_starts)
    weighing_rounds = added(cell_weighs, first_cell)
    if rule.measure == "match_points":
        points = match_points(rows, rule.match)
        if by_evening:
            points = added(points, first_cell)
            if rule.match.most_an_evening:
                points = np.minimum(points, rule.match.most_an_evening)
        points = points + added(rows["match_points"], starts)
    elif rule.measure == "average":
        points = added(np.where(weighs | beside, rows["total"], 0), starts)
    else:
        points = added(rows["total"], starts)
    return Part(
        rows=rows,
        who=np.searchsorted(entries, rows.entries),
        attended=some(~is_any(rows, AWAY), rows.entry_starts),
        attended_rounds=added(some(is_any(rows, ATTENDED), rows.cell_starts), first_cell),
        weighing_rounds=weighing_rounds,
        totals=added(rows["total"], rows.entry_starts),
        of=np.arange(len(first_cell)) if by_evening else of_cell,
        rounds=np.zeros(len(starts), np.int64) if by_evening else rows["round"][starts].astype(np.int64),
        points=points,
        is_result=some(weighs if rule.measure == "average" else ~beside, starts),
        fixed=some(is_any(rows, rule.undroppable), starts),
        weight=weighing_rounds if by_evening else cell_weighs.astype(np.int64),
        starts=starts,
    )


def differences(rows: EveningRows) -> tuple[Numbers, Truths]:
    """For each entry in each round: by how many points it won (or lost, below 0), and whether it met anybody."""
    met = is_any(rows, MATCHED) & (rows["against"] != NO_SCORE)
    by_row = np.where(met, rows["total"].astype(np.int64) - rows["against"], 0)
    return added(by_row, rows.cell_starts), some(met, rows.cell_starts)


def match_points(rows: EveningRows, match: MatchPoints) -> Numbers:
    """For each entry in each round, the match points of its result; 0 without one."""
    difference, met = differences(rows)
    band = np.searchsorted([band.margin for band in match.bands], np.abs(difference), side="right")
    win = np.array([match.win, *(band.win for band in match.bands)])[band]
    loss = np.array([match.loss, *(band.loss for band in match.bands)])[band]
    worth = np.where(difference > 0, win, np.where(difference < 0, loss, match.draw))
    return np.where(met, worth, 0)


@dataclass(frozen=True, eq=False)
class Counted:
    """Everybody's results over some evenings, and which of them count.

    entries: who has a row on any of them, in rising order. parts: the evenings. rule: the one in force.
    """

    entries: Numbers
    parts: Sequence[Part]
    rule: StandingRule

    # Columns over all units, evening by evening.

    def column(self, name: str) -> NDArray[Any]:
        """A column of units, of all evenings behind each other."""
        columns = [getattr(part, name) for part in self.parts]
        return np.concatenate(columns) if columns else np.zeros(0, np.int64)

    def spread(self, values: Sequence[int]) -> Numbers:
        """One value an evening, repeated for each of its units."""
        return np.repeat(np.array(values, np.int64), [len(part.of) for part in self.parts])

    @cached_property
    def owner(self) -> Places:
        """The place in `entries` of whose unit it is."""
        columns = [part.who[part.of] for part in self.parts]
        return np.concatenate(columns) if columns else np.zeros(0, np.intp)

    @cached_property
    def evening(self) -> Numbers:
        """The number of the evening of each unit."""
        return self.spread([part.evening for part in self.parts])

    @cached_property
    def points(self) -> Numbers:
        return self.column("points").astype(np.int64)

    @cached_property
    def is_result(self) -> Truths:
        return self.column("is_result").astype(np.bool_)

    def sums(self, values: NDArray[Any], chosen: Truths) -> Numbers:
        """What the chosen units of each entry add up to."""
        totals = np.zeros(len(self.entries), np.int64)
        np.add.at(totals, self.owner[chosen], values[chosen].astype(np.int64))
        return totals

    # Attendance, over all evenings.

    def per_entry(self, name: str) -> Numbers:
        """A column of entries of each evening, added up over all evenings."""
        totals = np.zeros(len(self.entries), np.int64)
        for part in self.parts:
            totals[part.who] += getattr(part, name)
        return totals

    @cached_property
    def evenings_attended(self) -> Numbers:
        return self.per_entry("attended")

    @cached_property
    def rounds_attended(self) -> Numbers:
        return self.per_entry("attended_rounds")

    # Which units count.

    @cached_property
    def period(self) -> Numbers:
        """The period of each unit, -1 outside all of them; without periods the season is one."""
        return self.spread([period_of(part.evening, self.rule.periods) for part in self.parts])

    @cached_property
    def in_view(self) -> Truths:
        """The units of evenings that the rule looks at: those within a period, or the last somebody attended."""
        if self.rule.last:
            views = self._last_attended()
            return np.concatenate(views) if views else np.zeros(0, np.bool_)
        return self.period >= 0

    def _last_attended(self) -> list[Truths]:
        """Going back in time: whether fewer than `last` evenings attended came after this one."""
        later = np.zeros(len(self.entries), np.int64)
        views = []
        for part in reversed(self.parts):
            views.append((part.attended & (later[part.who] < self.rule.last))[part.of])
            later[part.who] += part.attended
        return views[::-1]

    @cached_property
    def counts(self) -> Truths:
        """The units that count."""
        chosen = self.in_view & self.is_result
        if self.rule.best or self.rule.drop:
            chosen = self._best(chosen)
        if self.rule.best_periods:
            chosen = self._in_best_periods(chosen)
        return chosen

    def _best(self, given: Truths) -> Truths:
        """Of the given units of each entry in each period: what cannot be left out, and the best of the others."""
        at = np.flatnonzero(given)
        fixed = self.column("fixed").astype(np.bool_)[at]
        group = self.owner[at] * max(len(self.rule.periods), 1) + self.period[at]
        order = np.lexsort(
            (-self.points[at], ~fixed, group)
        )  # of equals the earlier: they come in order of play
        place = places_in_groups(group[order])
        keep = self._keep()[self.period[at]]
        chosen = np.zeros(len(given), np.bool_)
        chosen[at[order]] = fixed[order] | (place < keep[order])
        return chosen

    def _keep(self) -> Numbers:
        """By period, how many units count."""
        periods = max(len(self.rule.periods), 1)
        if self.rule.best:
            return np.full(periods, self.rule.best, np.int64)
        held = np.zeros(periods, np.int64)
        for part in self.parts:
            place = period_of(part.evening, self.rule.periods)
            if place >= 0:
                held[place] += 1 if self.rule.unit == "evening" else len(part.rows.rounds)
        return np.maximum(held - self.rule.drop, 1)

    def _in_best_periods(self, given: Truths) -> Truths:
        """The given units that are in one of the best periods of their entry."""
        points, units = self._by_period(given)
        order = order_of(points.ravel(), np.maximum(units.ravel(), 1) if self._is_average else None)
        key = np.where(units > 0, order.reshape(points.shape), _LOWEST)
        best_first = np.argsort(-key, axis=1, kind="stable")  # of equals the earlier
        place = np.empty_like(best_first)
        np.put_along_axis(place, best_first, np.arange(place.shape[1])[None, :], axis=1)
        return given & (place[self.owner, self.period] < self.rule.best_periods)

    def _by_period(self, chosen: Truths) -> tuple[Numbers, Numbers]:
        """By entry and period: the points of the chosen units, and how many there are."""
        shape = (len(self.entries), max(len(self.rule.periods), 1))
        points, units = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        at = (self.owner[chosen], self.period[chosen])
        np.add.at(points, at, self.points[chosen])
        np.add.at(units, at, 1)
        return points, units

    # What it adds up to.

    @property
    def _is_average(self) -> bool:
        return self.rule.measure == "average"

    @cached_property
    def loose(self) -> Numbers:
        """Penalties and grants where somebody has no result: they count whatever is left out."""
        return self.sums(self.points, self.in_view & ~self.is_result)

    @cached_property
    def units_counted(self) -> Numbers:
        return self.sums(np.ones(len(self.owner), np.int64), self.counts)

    @cached_property
    def numerators(self) -> Numbers:
        return self.sums(self.points, self.counts) + self.loose

    @cached_property
    def fractions(self) -> list[Fraction | None] | None:
        """Averages of the averages of periods; None when there is no need of fractions."""
        if not (self._is_average and self.rule.periods):
            return None
        points, units = self._by_period(self.counts)
        return [
            _mean_of_periods(of_periods, counted, loose)
            for of_periods, counted, loose in zip(
                points.tolist(), units.tolist(), self.loose.tolist(), strict=True
            )
        ]

    def value(self, place: int) -> Fraction | None:
        """What is ranked, of the entry at this place; None for an average of nothing."""
        if self.fractions is not None:
            return self.fractions[place]
        if not self._is_average:
            return Fraction(int(self.numerators[place]))
        units = int(self.units_counted[place])
        return Fraction(int(self.numerators[place]), units) if units else None

    @cached_property
    def has_value(self) -> Truths:
        return self.units_counted > 0 if self._is_average else np.ones(len(self.entries), np.bool_)

    @cached_property
    def order(self) -> Numbers:
        """Numbers in the order of the values, equal where these are equal; the lowest without a value."""
        if self.fractions is not None:
            known = sorted({value for value in self.fractions if value is not None})
            place = {value: number for number, value in enumerate(known)}
            return np.array([-1 if value is None else place[value] for value in self.fractions], np.int64)
        order = order_of(self.numerators, np.maximum(self.units_counted, 1) if self._is_average else None)
        return np.where(self.has_value, order, _LOWEST)


def period_of(evening: int, periods: tuple[Period, ...]) -> int:
    """The place of the period an evening is in, -1 for none; 0 without periods."""
    if not periods:
        return 0
    return next((at for at, period in enumerate(periods) if period.first <= evening <= period.last), -1)


def places_in_groups(sorted_groups: NDArray[Any]) -> Places:
    """0, 1, 2, … within each run of equal values."""
    if not len(sorted_groups):
        return np.zeros(0, np.intp)
    begins = np.flatnonzero(np.r_[True, sorted_groups[1:] != sorted_groups[:-1]])
    return np.arange(len(sorted_groups)) - np.repeat(begins, np.diff(begins, append=len(sorted_groups)))


def order_of(numerators: Numbers, denominators: Numbers | None) -> Numbers:
    """Whole numbers that are in the order of the fractions, and equal just where these are equal.

    Different fractions with denominators up to d are at least 1 / d² apart, so that the whole part of d² times each
    tells them apart. denominators: positive, None for all 1.
    """
    if denominators is None or not len(numerators):
        return numerators
    scale = int(denominators.max()) ** 2
    if int(np.abs(numerators).max()) * scale < 2**62:
        return numerators * scale // denominators
    values = [Fraction(int(n), int(d)) for n, d in zip(numerators, denominators, strict=True)]
    place = {value: number for number, value in enumerate(sorted(set(values)))}
    return np.array([place[value] for value in values], np.int64)


def _mean_of_periods(points: Sequence[int], units: Sequence[int], loose: int) -> Fraction | None:
    """The mean of the averages of the periods with units; loose points are spread over all units."""
    averages = [Fraction(total, count) for total, count in zip(points, units, strict=True) if count]
    if not averages:
        return None
    return sum(averages, Fraction(0)) / len(averages) + Fraction(loose, sum(units))
