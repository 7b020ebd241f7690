"""A schedule: all rounds of an evening laid down at once, for the numbers 1 to `size` instead of for people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.model import DrawError, Table

METHODS = ("whist", "mitchell", "howell", "move_up")
"""What may be scheduled: individuals ("whist"), and pairs by one of three movements."""


class ScheduleError(DrawError):
    """No such schedule exists; the sentence says what fits instead."""


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """Who sits where in one round, and who rests."""

    tables: tuple[Table, ...]
    sit_outs: tuple[int, ...] = ()

    @property
    def entries(self) -> set[int]:
        """Everybody in it."""
        return {entry for table in self.tables for entry in table.entries} | set(self.sit_outs)

    def renamed(self, names: Mapping[int, int]) -> PlannedRound:
        """The same round with other names for who is in it: entries for numbers, or back."""

        def named(side: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(names[each] for each in side)

        tables = [
            Table(table.number, named(table.north_south), named(table.east_west)) for table in self.tables
        ]
        return PlannedRound(tuple(tables), named(self.sit_outs))


@dataclass(frozen=True, slots=True)
class Schedule:
    """The rounds for numbers 1 to `size`: people, or fixed pairs.

    method: one of METHODS. kind: for whist "whist", "directed", "triple" or "near" (see `whist`), else empty.
    """

    method: str
    kind: str
    size: int
    rounds: tuple[PlannedRound, ...]

    @property
    def individuals(self) -> bool:
        return self.method == "whist"

    @property
    def tables(self) -> int:
        """How many tables are used in a round."""
        return max(len(planned.tables) for planned in self.rounds)

    @property
    def stationary(self) -> dict[int, int]:
        """The numbers that sit at the same table in every round, and that table."""
        visited: defaultdict[int, set[int]] = defaultdict(set)
        for planned in self.rounds:
            for table in planned.tables:
                for number in table.entries:
                    visited[number].add(table.number)
            for number in planned.sit_outs:
                visited[number].add(0)
        return {number: min(at) for number, at in sorted(visited.items()) if len(at) == 1 and 0 not in at}
