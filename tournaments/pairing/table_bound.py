"""What no choice of tables of four can cost less than, for fields too large to look at all choices."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from tournaments.pairing.fours import Numbers, Prices

MOST_PEOPLE = 40
"""They make 91,390 tables of four."""
STEPS = 40
PATIENCE = 3
"""Steps without gain before they get half as long."""


def raised_bound(prices: Prices, cost: int) -> int:
    """A lower bound of the cost of all tables together, at most `cost`, which is that of known ones.

    Everybody gets a worth. The worth of all, and the cheapest tables when the worth of its people is taken off each
    table, as many as there are to be, cost no more than any choice in which everybody sits exactly once (Lagrange
    relaxation of set partitioning). Whoever sits at too many of those tables gets a lower worth, whoever sits at none a
    higher one, step by step (subgradient method). Whole numbers throughout. No couple may have a negative price.
    """
    count = prices.count // 4
    tables = np.array(list(combinations(range(prices.count), 4)), dtype=np.int64)
    costs = prices.costs(tables)
    # A table as dear as all tables of a known choice is in no better one.
    tables, costs = tables[costs < cost], costs[costs < cost]
    if len(tables) < count:
        return cost
    worth = _shares(tables, costs, prices.count)
    best, best_worth, length, idle = 0, worth, 1, 0
    for _ in range(STEPS):
        reduced = costs - worth[tables].sum(axis=1)
        chosen = _cheapest(reduced, count)
        bound = int(worth.sum() + reduced[chosen].sum())
        seats = np.bincount(tables[chosen].ravel(), minlength=prices.count)
        off = int(((seats - 1) ** 2).sum())
        if bound > best:
            best, best_worth, idle = bound, worth, 0
        else:
            idle += 1
        if best >= cost or not off:
            break
        if idle > PATIENCE:
            worth, length, idle = best_worth, 2 * length, 0
            continue
        worth = worth + 3 * (cost - bound) // (2 * length * off) * (1 - seats)
    return min(best, cost)


def _shares(tables: Numbers, costs: Numbers, people: int) -> Numbers:
    """A quarter of the cheapest table of everybody; who has none is worth nothing."""
    least = np.full(people, np.iinfo(np.int64).max)
    for place in range(4):
        np.minimum.at(least, tables[:, place], costs)
    return np.where(least == np.iinfo(np.int64).max, 0, least // 4)


def _cheapest(costs: Numbers, count: int) -> Numbers:
    """The numbers of the `count` cheapest; of equals the first, as libraries differ in which they take."""
    dearest = np.partition(costs, count - 1)[count - 1]
    below = np.flatnonzero(costs < dearest)
    equal = np.flatnonzero(costs == dearest)[: count - len(below)]
    return np.concatenate([below, equal])
