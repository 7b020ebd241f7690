"""All tables that could be made from an input, and what each counts: for who judges a draw by another way than it was made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.pairing.goal import Goal, resting
from tournaments.pairing.goals import Unit, goals
from tournaments.pairing.model import Draw, DrawInput, Table, couple

Prices = tuple[int, ...]
"""What something counts at every goal, the most important first."""


@dataclass(frozen=True, slots=True)
class Alternatives:
    """What could be drawn instead of `draw`: the same number of tables of each size for the same people.

    players: who has no locked table, and rests or plays. shape: how many tables of each size they fill; 1 is a rest.
    goals: those that choose who sits with whom; where they sit at the table is chosen after it.
    """

    given: DrawInput
    players: tuple[int, ...]
    shape: Counter[int]
    goals: tuple[Goal, ...]

    @classmethod
    def around(cls, draw: Draw, given: DrawInput, unit: Unit) -> Alternatives:
        """The alternatives of `draw`. By lot individuals rest first of all, so that who rests is no choice any more."""
        new, rest = _new(draw, given), resting(draw, given)
        chosen = goals(given, unit)
        if unit == "threes" or (unit == "individuals" and given.rule.method == "lot"):
            chosen, rest = tuple(goal for goal in chosen if not goal.rest), []
        players = tuple(sorted([*rest, *(entry for table in new for entry in table.entries)]))
        shape = Counter([*(len(table.entries) for table in new), *(1 for _entry in rest)])
        return cls(given, players, shape, tuple(goal for goal in chosen if not goal.seat))

    def of(self, draw: Draw) -> Prices:
        """What the new tables and the rests of a draw count."""
        rest = [self.rest(entry) for entry in resting(draw, self.given) if entry in self.players]
        return add(self.nothing(), *map(self.table, _new(draw, self.given)), *rest)

    def table(self, table: Table) -> Prices:
        return tuple(goal.at(table) for goal in self.goals)

    def rest(self, entry: int) -> Prices:
        return tuple(goal.rest(entry) if goal.rest else 0 for goal in self.goals)

    def nothing(self) -> Prices:
        return (0,) * len(self.goals)

    def may_rest(self, entry: int) -> bool:
        return all(entry not in pair for pair in self.given.partners_wanted | self.given.opponents_wanted)

    def ways(self, group: Sequence[int]) -> Iterator[Table]:
        """The tables these people can make: a pair a side, everybody for himself, or three ways of two against two."""
        for table in tables_of(group):
            if self._wanted(table) and len(self._fixed(table)) < 2:
                yield table

    def _wanted(self, table: Table) -> bool:
        """Does everybody at it have whom he must have?"""
        for wanted, found in (
            (self.given.partners_wanted, table.partners),
            (self.given.opponents_wanted, table.opponents),
        ):
            for pair in wanted:
                if not set(pair).isdisjoint(table.entries) and couple(*pair) not in found:
                    return False
        return True

    def _fixed(self, table: Table) -> set[int]:
        fixed = self.given.fixed_tables
        return {fixed[entry] for entry in table.entries if entry in fixed}


def tables_of(group: Sequence[int]) -> Iterator[Table]:
    """Every way to divide two, three or four entries over the sides of a table; which side is which does not matter."""
    if len(group) < 4:
        yield Table(0, *((entry,) for entry in group))
        return
    first, *others = group
    for partner in others:
        yield Table(0, (first, partner), tuple(entry for entry in others if entry != partner))


def add(*prices: Prices) -> Prices:
    return tuple(map(sum, zip(*prices, strict=True)))


def _new(draw: Draw, given: DrawInput) -> list[Table]:
    return [table for table in draw.tables if table not in given.locked]
