"""What everybody has under a standing rule, in columns: which results count, and what they add up to.

All arithmetic is in whole numbers of 64 bits. An average is kept as its two numbers, and compared by
`order_of`, which is exact; only averages of averages need fractions. What a single place rests on is told, and
computed once more in plain Python, by `tournaments.standing.account`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tournaments.standing.ledger import Season
from tournaments.standing.parts import WAS_THERE_FOR, Numbers, Part, Places, Truths, added
from tournaments.standing.rules import Period, StandingRule

_LOWEST = -(1 << 62)  # below every value that is compared


def in_force(rule: StandingRule, season: Season, evenings_to_come: int) -> StandingRule:
    """The rule as it counts now: everything counts as long as an interim sum stands in for the choice."""
    return without_choice(rule) if rule.interim == "sum" and not is_over(season, evenings_to_come) else rule


def without_choice(rule: StandingRule) -> StandingRule:
    return replace(rule, best=0, drop=0, periods=(), best_periods=0)


def is_over(season: Season, evenings_to_come: int) -> bool:
    """Have all evenings been held that will count, or has the season been closed with fewer?

    Where it is not planned how many there will be, a season without an evening in the calendar may go on next week:
    only closing it ends it.
    """
    if season.planned is not None and len(season.seen()) >= season.planned:
        return True
    return season.closed and not evenings_to_come


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
        return np.repeat(np.array(values, np.int64), [part.units for part in self.parts])

    @cached_property
    def owner(self) -> Places:
        """The place in `entries` of whose unit it is."""
        columns = [part.who[part.of] for part in self.parts]
        return np.concatenate(columns) if columns else np.zeros(0, np.intp)

    @cached_property
    def points(self) -> Numbers:
        return self.column("points").astype(np.int64, copy=False)

    @cached_property
    def is_result(self) -> Truths:
        return self.column("is_result").astype(np.bool_, copy=False)

    def by_part(self, values: NDArray[Any]) -> Iterator[tuple[Part, NDArray[Any]]]:
        """A column of units cut up again, by evening."""
        first = 0
        for part in self.parts:
            yield part, values[first : first + part.units]
            first += part.units

    def sums(self, values: NDArray[Any]) -> Numbers:
        """What a column of units adds up to for each entry."""
        totals = np.zeros(len(self.entries), np.int64)
        for part, own in self.by_part(values):
            totals[part.who] += added(own, part.first_units)
        return totals

    # Attendance, over all evenings.

    def per_entry(self, of: Callable[[Part], NDArray[Any]]) -> Numbers:
        """A column of the entries of each evening, added up over all evenings."""
        totals = np.zeros(len(self.entries), np.int64)
        for part in self.parts:
            totals[part.who] += of(part)
        return totals

    @cached_property
    def evenings_attended(self) -> Numbers:
        return self.per_entry(lambda part: part.attended)

    @cached_property
    def rounds_attended(self) -> Numbers:
        return self.per_entry(lambda part: part.count_cells(WAS_THERE_FOR))

    @property
    def attended(self) -> Numbers:
        """Evenings or rounds, as the minimum of the rule counts them."""
        return self.evenings_attended if self.rule.minimum_unit == "evening" else self.rounds_attended

    # Which units count.

    @cached_property
    def period(self) -> Numbers:
        """The period of each unit, -1 outside all of them; without periods the season is one."""
        return self.spread([period_of(part.evening, self.rule.periods) for part in self.parts])

    @cached_property
    def in_view(self) -> Truths:
        """The units of evenings that the rule looks at: those within a period, or the last somebody attended."""
        if not (self.rule.last or self.rule.periods):
            return np.ones(len(self.is_result), np.bool_)
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
        if not len(at):
            return given
        fixed = self.column("fixed").astype(np.bool_)[at]
        period = self.period[at]
        group = self.owner[at] * max(len(self.rule.periods), 1) + period
        order = _best_first(group, fixed, self.points[at])
        chosen = np.zeros(len(given), np.bool_)
        counts = places_in_groups(group[order]) < self._keep()[period[order]]
        chosen[at[order]] = counts | fixed[order]
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
        divisors = np.maximum(units, 1) if self._is_average else np.ones_like(units)
        order = order_of(points.ravel(), divisors.ravel())
        key = np.where(units > 0, order.reshape(points.shape), _LOWEST)
        best_first = np.argsort(-key, axis=1, kind="stable")  # of equals the earlier
        place = np.empty_like(best_first)
        np.put_along_axis(place, best_first, np.arange(place.shape[1])[None, :], axis=1)
        return given & (place[self.owner, self.period] < self.rule.best_periods)

    def _by_period(self, chosen: Truths) -> tuple[Numbers, Numbers]:
        """By entry and period: the points of the chosen units, and how many there are."""
        shape = (len(self.entries), max(len(self.rule.periods), 1))
        points, units = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for part, own in self.by_part(chosen):
            period = period_of(part.evening, self.rule.periods)
            if period >= 0:
                points[part.who, period] += added(part.points * own, part.first_units)
                units[part.who, period] += added(own, part.first_units)
        return points, units

    # What it adds up to.

    @property
    def _is_average(self) -> bool:
        return self.rule.measure == "average"

    @cached_property
    def loose_units(self) -> Truths:
        """Penalties and grants where somebody has no result: they count whatever is left out."""
        loose = self.column("is_loose").astype(np.bool_, copy=False)
        return loose & self.in_view if loose.any() else loose

    @cached_property
    def loose(self) -> Numbers:
        """The points of what is loose."""
        if not self.loose_units.any():
            return np.zeros(len(self.entries), np.int64)
        return self.sums(self.points * self.loose_units)

    @cached_property
    def units_counted(self) -> Numbers:
        return self.sums(self.counts)

    @cached_property
    def fractions(self) -> tuple[Numbers, Numbers]:
        """The values as numerators and denominators, of 64 bits or (averages of averages) of as many as it takes."""
        if self._is_average and self.rule.periods:
            return self._means_of_periods()
        numerators = self.sums(self.points * self.counts) + self.loose
        ones = np.ones(len(self.entries), np.int64)
        return numerators, np.maximum(self.units_counted, 1) if self._is_average else ones

    def _means_of_periods(self) -> tuple[Numbers, Numbers]:
        points, units = self._by_period(self.counts)
        columns = (points.tolist(), units.tolist(), self.loose.tolist())
        means = [_mean_of_periods(*of_entry) for of_entry in zip(*columns, strict=True)]
        limit = max((max(abs(numerator), below) for numerator, below in means), default=0)
        numerators, denominators = np.array(means, np.int64 if limit < 2**62 else object).reshape(-1, 2).T
        return numerators, denominators

    def value(self, place: int) -> Fraction | None:
        """What is ranked, of the entry at this place; None for an average of nothing."""
        numerators, denominators = self.fractions
        return Fraction(int(numerators[place]), int(denominators[place])) if self.has_value[place] else None

    def values(self) -> list[Fraction | None]:
        """What is ranked, of every entry."""
        numerators, denominators = (column.tolist() for column in self.fractions)
        if not self._is_average:
            return [Fraction(numerator) for numerator in numerators]
        return [
            Fraction(numerator, denominator) if known else None
            for numerator, denominator, known in zip(
                numerators, denominators, self.has_value.tolist(), strict=True
            )
        ]

    @cached_property
    def has_value(self) -> Truths:
        return self.units_counted > 0 if self._is_average else np.ones(len(self.entries), np.bool_)

    @cached_property
    def order(self) -> Numbers:
        """Numbers in the order of the values, equal where these are equal; the lowest without a value."""
        return np.where(self.has_value, order_of(*self.fractions), _LOWEST)


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


def _best_first(group: Numbers, fixed: Truths, points: Numbers) -> Places:
    """The order of group, in it of what is fixed, then of the highest points, then of place.

    Sorting whole numbers is several times faster than sorting by columns, so the columns are put into one number each
    as long as they fit.
    """
    below = np.int64(points.max()) - points
    bits_below, bits_place = int(below.max()).bit_length(), len(points).bit_length()
    if int(group.max()).bit_length() + 1 + bits_below + bits_place > 62:
        return np.lexsort((below, ~fixed, group))
    key = ((group * 2 + ~fixed) << bits_below) + below
    key = np.sort((key << bits_place) + np.arange(len(points)))
    return key & ((1 << bits_place) - 1)


def order_of(numerators: Numbers, denominators: Numbers) -> Numbers:
    """Whole numbers that are in the order of the fractions, and equal just where these are equal.

    Different fractions with denominators up to d are at least 1 / d² apart, so that the whole part of d² times each
    tells them apart. denominators: positive.
    """
    if not len(numerators):
        return np.zeros(0, np.int64)
    scale = int(denominators.max()) ** 2
    if int(np.abs(numerators).max()) * scale < -_LOWEST:
        return numerators.astype(np.int64) * scale // denominators.astype(np.int64)
    values = [Fraction(int(n), int(d)) for n, d in zip(numerators, denominators, strict=True)]
    place = {value: number for number, value in enumerate(sorted(set(values)))}
    return np.array([place[value] for value in values], np.int64)


def _mean_of_periods(points: Sequence[int], units: Sequence[int], loose: int) -> tuple[int, int]:
    """The mean of the averages of the periods with units, as numerator and denominator; loose points are spread over
    all units."""
    counted = [(total, count) for total, count in zip(points, units, strict=True) if count]
    below = lcm(*(count for _, count in counted)) * max(len(counted), 1)
    above = sum(total * below // (count * len(counted)) for total, count in counted)
    if not loose:
        return above, below
    return above * sum(units) + loose * below, below * max(sum(units), 1)
