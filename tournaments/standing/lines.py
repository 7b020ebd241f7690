"""The lines of a season table, made from columns only when somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from tournaments.sentences import Sentence, gettext_noop
from tournaments.standing.attendance import Attendance
from tournaments.standing.counting import Counted
from tournaments.standing.parts import TABLE, WEIGHS, Numbers, Truths, added, any_of
from tournaments.standing.ties import NONE, Step


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over rows of one entry. Best and worst are round scores at a table, None without any."""

    points: int
    card_points: int
    roem: int
    pits: int
    nats: int
    rounds_played: int
    best: int | None
    worst: int | None


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One line of a season table.

    value: what is ranked, exact; None when an average has nothing to divide by. rank: None when shown only,
    then `unranked` says why. gap: behind the leader, in the unit of `value`; None for who is behind all others by
    `below`, the sentence about a minimum that was not reached. moved: places won (+) or lost (-) since the standing
    before the last evening, None for who is new in it.
    total: all points of the evenings of the standing. evenings: the total of each evening with a row, left_out: the
    results among them that do not count, by number of evening and of round (0: the whole evening). rounds_counted,
    evenings_counted: those that count and weigh. ties: the number for each criterion that was asked to part this entry
    from equals; None for a criterion that could not tell (a meeting that never was, a best round of nobody).
    attendance: how it stands against the minimum of the rule, None without one.
    """

    entry: int
    rank: int | None
    value: Fraction | None
    gap: Fraction | None
    total: int
    rounds_counted: int
    evenings_counted: int
    evenings_attended: int
    rounds_attended: int
    evenings: Mapping[int, int]
    tally: Tally
    moved: int | None = None
    unranked: Sentence | None = None
    below: Sentence | None = None
    ties: Mapping[str, int | None] | None = None
    left_out: frozenset[tuple[int, int]] = frozenset()
    attendance: Attendance | None = None


RANKED, GUEST, BELOW, NOTHING = range(4)
"""Why somebody has no rank."""


@dataclass(frozen=True, eq=False)
class Places:
    """Who is where, in columns over the entries.

    ranks: 0 for none, then `reasons` says why. below: ranked behind everybody who reached the minimum. steps: what
    broke ties. left: evenings or rounds that each can still attend, as the minimum of the rule counts them; supposed:
    as in `Season`.
    """

    ranks: Numbers
    reasons: Numbers
    below: Truths
    steps: tuple[Step, ...]
    left: Numbers
    supposed: bool


class Lines(Sequence[SeasonLine]):
    """The lines of a season table, the ranked first."""

    def __init__(
        self,
        counted: Counted,
        places: Places,
        before: Callable[[], Places] | None = None,
        order: Mapping[int, int] | None = None,
    ) -> None:
        self._counted = counted
        self._places = places
        self._standing_before = before
        listed = np.zeros(len(counted.entries), np.int64)
        if order is not None:
            listed[:] = [order.get(entry, len(order)) for entry in counted.entries.tolist()]
        unranked = places.ranks == 0
        by_value = np.where(unranked, -counted.order, 0)
        self._order = np.lexsort((counted.entries, listed, by_value, places.ranks, unranked))
        self._made: dict[int, SeasonLine] = {}

    def __len__(self) -> int:
        return len(self._order)

    @overload
    def __getitem__(self, index: int) -> SeasonLine: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SeasonLine]: ...
    def __getitem__(self, index: int | slice) -> SeasonLine | Sequence[SeasonLine]:
        if isinstance(index, slice):
            return [self._line(int(place)) for place in self._order[index]]
        return self._line(int(self._order[index]))

    def __iter__(self) -> Iterator[SeasonLine]:
        return (self._line(place) for place in self._order.tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def index_of(self, entry: int) -> int | None:
        """At which line an entry stands, from 0; None for who has no row."""
        at = np.flatnonzero(self._counted.entries[self._order] == entry)
        return int(at[0]) if len(at) else None

    @property
    def entries(self) -> list[int]:
        """Whose lines they are, in their order; no line is made for it."""
        entries: list[int] = self._counted.entries[self._order].tolist()
        return entries

    def ranked_values(self) -> list[tuple[int, int | None, Fraction | None]]:
        """Entry, rank and value of every line, in their order; no line is made for it."""
        counted = self._counted
        ranks = self._places.ranks[self._order].tolist()
        values = counted.values()
        return [
            (entry, rank or None, values[place])
            for entry, rank, place in zip(self.entries, ranks, self._order.tolist(), strict=True)
        ]

    def of(self, entry: int) -> SeasonLine | None:
        """The line of an entry; None for who has no row."""
        at = self.index_of(entry)
        return None if at is None else self[at]

    def _line(self, place: int) -> SeasonLine:
        if place not in self._made:
            self._made[place] = self._make(place)
        return self._made[place]

    def _make(self, place: int) -> SeasonLine:
        counted, places = self._counted, self._places
        value = counted.value(place)
        rank = int(places.ranks[place]) or None
        ahead = (
            self._leader is not None
            and rank is not None
            and places.below[place] == places.below[self._leader]
        )
        leading = counted.value(self._leader) if ahead and self._leader is not None else None
        evenings = self._evenings(place)
        return SeasonLine(
            entry=int(counted.entries[place]),
            rank=rank,
            value=value,
            gap=leading - value if leading is not None and value is not None else None,
            total=sum(evenings.values()),
            rounds_counted=int(self._rounds_counted[place]),
            evenings_counted=int(self._evenings_counted[place]),
            evenings_attended=int(counted.evenings_attended[place]),
            rounds_attended=int(counted.rounds_attended[place]),
            evenings=evenings,
            tally=self._tally(place),
            moved=self._moved(place),
            unranked=self._why_unranked(place),
            below=self._short(place) if places.below[place] else None,
            ties={
                step.criterion: None
                if step.numbers[place] == NONE or not step.asked[place]
                else int(step.numbers[place])
                for step in places.steps
                if step.tied[place]
            },
            left_out=frozenset(self._left_out(place)),
            attendance=self._attendance(place),
        )

    @cached_property
    def _leader(self) -> int | None:
        first = int(self._order[0]) if len(self._order) else None
        return first if first is not None and self._places.ranks[first] == 1 else None

    @cached_property
    def _before(self) -> Places | None:
        """The places before the last evening, counted only when a line is looked at."""
        return self._standing_before() if self._standing_before else None

    def _moved(self, place: int) -> int | None:
        if self._before is None:
            return None
        before, now = int(self._before.ranks[place]), int(self._places.ranks[place])
        return before - now if before and now else None

    def _why_unranked(self, place: int) -> Sentence | None:
        reason = int(self._places.reasons[place])
        if reason == GUEST:
            return Sentence(gettext_noop("guest"))
        if reason == BELOW:
            return self._short(place)
        return Sentence(gettext_noop("no round counts yet")) if reason == NOTHING else None

    def _short(self, place: int) -> Sentence | None:
        attendance = self._attendance(place)
        return attendance.sentence() if attendance else None

    def _attendance(self, place: int) -> Attendance | None:
        rule, places = self._counted.rule, self._places
        if not rule.minimum_attendance:
            return None
        attended, left = int(self._counted.attended[place]), int(places.left[place])
        return Attendance(rule.minimum_unit, attended, rule.minimum_attendance, left, places.supposed)

    # Cut out of the columns of all, which are made once.

    @cached_property
    def _evening_columns(self) -> tuple[NDArray[np.intp], NDArray[np.intp], Numbers, Numbers]:
        """Where the evenings of each entry are in the order of entry, that order, and all numbers and totals."""
        parts = self._counted.parts
        who = np.concatenate([part.who for part in parts])
        numbers = np.repeat([part.evening for part in parts], [len(part.who) for part in parts])
        totals = np.concatenate([part.totals for part in parts])
        order = np.argsort(who, kind="stable")
        bounds = np.searchsorted(who[order], np.arange(len(self._counted.entries) + 1))
        return bounds, order, numbers, totals

    def _evenings(self, place: int) -> dict[int, int]:
        bounds, order, numbers, totals = self._evening_columns
        own = order[bounds[place] : bounds[place + 1]]
        return dict(zip(numbers[own].tolist(), totals[own].tolist(), strict=True))

    @cached_property
    def _out(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Where the units that do not count of each entry are in the order of entry, and that order."""
        counted = self._counted
        units = np.flatnonzero(counted.is_result & ~counted.counts)
        order = units[np.argsort(counted.owner[units], kind="stable")]
        return np.searchsorted(counted.owner[order], np.arange(len(counted.entries) + 1)), order

    def _left_out(self, place: int) -> Iterator[tuple[int, int]]:
        bounds, order = self._out
        own = order[bounds[place] : bounds[place + 1]]
        return zip(self._evening[own].tolist(), self._round[own].tolist(), strict=True)

    @cached_property
    def _evening(self) -> Numbers:
        return self._counted.spread([part.evening for part in self._counted.parts])

    @cached_property
    def _round(self) -> Numbers:
        return self._counted.column("round_numbers").astype(np.int64)

    @cached_property
    def _rounds_counted(self) -> Numbers:
        return self._counted.sums(self._counted.column("weights") * self._counted.counts)

    @cached_property
    def _evenings_counted(self) -> Numbers:
        """Evenings with something that counts and weighs as a round."""
        counted = self._counted
        evenings = np.zeros(len(counted.entries), np.int64)
        for part, chosen in counted.by_part(counted.counts):
            evenings[part.who] += any_of(chosen & (part.unit_flags & WEIGHS > 0), part.first_units)
        return evenings

    def _tally(self, place: int) -> Tally:
        points, cards, roem, pits, nats, played, best, worst = self._tallies[:, place].tolist()
        return Tally(
            points, cards, roem, pits, nats, played, best if played else None, worst if played else None
        )

    @cached_property
    def _tallies(self) -> Numbers:
        """The columns of tallies, in the order of the fields."""
        tallies = np.zeros((8, len(self._counted.entries)), np.int64)
        tallies[6], tallies[7] = NONE, -NONE
        for part in self._counted.parts:
            rows, who = part.rows, part.who
            for row, name in enumerate(("total", "points", "roem", "pits", "nats")):
                tallies[row, who] += added(rows[name], rows.entry_starts)
            at_table, cells, first = part.cell_flags & TABLE > 0, part.cell_totals, part.first_cells
            tallies[5, who] += added(at_table, first)
            highest = np.maximum.reduceat(np.where(at_table, cells, NONE), first)
            lowest = np.minimum.reduceat(np.where(at_table, cells, -NONE), first)
            tallies[6, who] = np.maximum(tallies[6, who], highest)
            tallies[7, who] = np.minimum(tallies[7, who], lowest)
        return tallies
