"""The cheapest tables of a small field, by looking at all of them."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import accumulate, combinations

from tournaments.pairing.costs import Costs
from tournaments.pairing.lot import Lot

Four = tuple[int, int, int, int]
# Twelve people can be seated in 155,925 ways; sharing the parts leaves 6,000 sums. Sixteen take 300,000.
MOST_PLAYERS = 12


def cheapest_tables(costs: Costs, lot: Lot) -> list[Four]:
    """The tables of four with the least total cost, every cheapest arrangement equally likely."""
    count = len(costs.players)

    @cache
    def four(a: int, b: int, c: int, d: int) -> tuple[int, int]:
        return costs.four(a, b, c, d), len(costs.splits(a, b, c, d))

    @cache
    def best(left: tuple[int, ...]) -> tuple[int, int]:
        """The least cost to seat those left, and in how many ways it is reached."""
        if not left:
            return 0, 1
        options = [option for _, option in choices(left)]
        cost = min(option[0] for option in options)
        return cost, sum(ways for price, ways in options if price == cost)

    def choices(left: tuple[int, ...]) -> list[tuple[Four, tuple[int, int]]]:
        """Every table for the first of those left, with the cost and the ways of it and all that follows."""
        found = []
        for b, c, d in combinations(left[1:], 3):
            table = (left[0], b, c, d)
            rest = best(tuple(player for player in left[1:] if player not in table))
            price, ways = four(*table)
            found.append((table, (price + rest[0], ways * rest[1])))
        return found

    tables: list[Four] = []
    left = tuple(range(count))
    while left:
        cost, _ = best(left)
        tables.append(
            _by_share([(table, ways) for table, (price, ways) in choices(left) if price == cost], lot)
        )
        left = tuple(player for player in left if player not in tables[-1])
    return tables


def _by_share(options: list[tuple[Four, int]], lot: Lot) -> Four:
    """One of the tables by lot, each as likely as its number of ways."""
    tickets = list(accumulate(ways for _, ways in options))
    return options[bisect_right(tickets, lot.below(tickets[-1]))][0]
