"""The best draw of a small field, found by looking at every one: each set of people left is worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from tournaments.pairing.alternatives import Alternatives, Prices, add
from tournaments.pairing.model import Table

MOST_PLAYERS = 16
"""Sixteen people can be left in 32,768 sets."""

Option = tuple[int, Table | None]
Kinds = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Optimum:
    """What the best draw counts, and its tables; who is at none of them rests."""

    prices: Prices
    tables: tuple[Table, ...]


def optimum(choice: Alternatives) -> Optimum | None:
    """The best draw by all goals in their order; None when the couples that must meet leave none."""
    search = _Search(choice)
    kinds = tuple(sorted(choice.shape.items()))
    if search.best((1 << len(choice.players)) - 1, kinds) is None:
        return None
    tables = tuple(search.chosen(kinds))
    return Optimum(search.prices(tables), tables)


class _Search:
    """Sums of goals are kept as one number, in which each goal outweighs all that come after it."""

    def __init__(self, choice: Alternatives) -> None:
        self.choice = choice
        self.players = choice.players
        options = {
            places: (choice.rest(self.players[places[0]]), None)
            if len(places) == 1
            else self._cheapest(places)
            for size in choice.shape
            for places in combinations(range(len(self.players)), size)
            if size > 1 or choice.may_rest(self.players[places[0]])
        }
        made = {places: option for places, option in options.items() if option}
        tops = [
            1 + sum(choice.shape.values()) * max(column)
            for column in zip(*(o[0] for o in made.values()), strict=True)
        ]
        self.options: dict[int, list[tuple[int, int, int, Table | None]]] = {}
        for places, (prices, table) in made.items():
            mask = sum(1 << place for place in places)
            self.options.setdefault(places[0], []).append((len(places), mask, _as_one(prices, tops), table))
        self.best = cache(self._best)

    def _cheapest(self, places: tuple[int, ...]) -> tuple[Prices, Table | None] | None:
        group = [self.players[place] for place in places]
        ways = [(self.choice.table(table), table) for table in self.choice.ways(group)]
        return min(ways, key=lambda way: way[0], default=None)

    def _best(self, left: int, kinds: Kinds) -> int | None:
        """The least that those left can count at so many tables of each size."""
        if not left:
            return 0
        return min((price for price, _mask, _table, _kinds in self._choices(left, kinds)), default=None)

    def _choices(self, left: int, kinds: Kinds) -> list[tuple[int, int, Table | None, Kinds]]:
        """Every table, or a rest, for the first of those left, and what it leads to."""
        first = (left & -left).bit_length() - 1
        found = []
        after = {size: _one_less(kinds, size) for size, count in kinds if count}
        for size, mask, price, table in self.options.get(first, ()):
            if size in after and mask & left == mask:
                rest = self.best(left ^ mask, after[size])
                if rest is not None:
                    found.append((price + rest, mask, table, after[size]))
        return found

    def chosen(self, kinds: Kinds) -> list[Table]:
        left, tables = (1 << len(self.players)) - 1, []
        while left:
            _price, mask, table, kinds = min(self._choices(left, kinds), key=lambda choice: choice[:2])
            left ^= mask
            tables += [table] if table else []
        return tables

    def prices(self, tables: tuple[Table, ...]) -> Prices:
        seated = {entry for table in tables for entry in table.entries}
        rests = [self.choice.rest(entry) for entry in self.players if entry not in seated]
        return add(self.choice.nothing(), *map(self.choice.table, tables), *rests)


def _as_one(prices: Prices, tops: list[int]) -> int:
    number = 0
    for price, top in zip(prices, tops, strict=True):
        number = number * top + price
    return number


def _one_less(kinds: Kinds, size: int) -> Kinds:
    return tuple((kind, count - (kind == size)) for kind, count in kinds)
