"""The cheapest tables of four: of a small field by looking at all of them, of a large one by a bounded search.

The search starts from two matchings, partners and then tables. It takes one person from every table and seats those
people anew in the cheapest way (an assignment problem, so that any number change places in one step), again and again
for other people; when that helps no longer a few exchanges by lot kick the best tables known, and it goes on from
there (iterated local search over a very large neighbourhood). The work is counted in steps, never in seconds, so that the
same input gives the same tables on a slow machine.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
from scipy.optimize import linear_sum_assignment

from tournaments.pairing.fours import Numbers, Prices, lower_bound
from tournaments.pairing.lot import Lot
from tournaments.pairing.matching import cheapest_matching
from tournaments.pairing.model import Couple

MOST_PROVEN = 16
"""So many people can be seated in 2.6 million ways; sharing the halves leaves half a million sums."""
STEPS = 4000
WINDOW = 25
"""Tables that are looked at together: neighbours in rank. Exchanges over a greater distance seldom help."""
IDLE = 8
"""Steps without gain before a kick; three times as many for all tables at the start."""
KICKS = 2
NEAR = 3
"""A kick exchanges people of tables at most so far apart."""
CANDIDATES = 40
"""The cheapest partners of everybody that the start looks at in a large field, before it looks at all."""


def best_tables(prices: Prices, lot: Lot) -> tuple[Numbers, int]:
    """The best tables that are found, and what none can cost less than. People must be a multiple of four, or none."""
    if not prices.count:
        return np.empty((0, 4), dtype=np.int64), 0
    if prices.count <= MOST_PROVEN:
        tables = cheapest_tables(prices, lot)
        return tables, prices.total(tables)
    bound = lower_bound(prices)
    return good_tables(prices, lot, bound), bound


def cheapest_tables(prices: Prices, lot: Lot) -> Numbers:
    """The tables with the least total cost, for at most MOST_PROVEN people; among equals the lot decides."""
    people = np.array(lot.shuffled(range(prices.count)), dtype=np.int64)
    count = len(people)
    fours, masks = _subsets(count, 4)
    cost = np.zeros(1 << count, dtype=np.int64)
    cost[masks] = prices.costs(people[fours])
    return people[_members(_parts(cost, count))]


def _parts(cost: Numbers, count: int) -> list[int]:
    """The tables, as sets of bits, into which all people are divided in the cheapest way."""
    everybody = (1 << count) - 1
    if count == 4:
        return [everybody]
    _people, eights = _subsets(count, 8)
    ones = _halves(count)
    pairs = cost[ones] + cost[eights[:, None] - ones]
    best = np.zeros(1 << count, dtype=np.int64)
    best[eights] = pairs.min(axis=1)
    if count == 8:
        halves = [everybody]
    elif count == 12:
        _people, fours = _subsets(count, 4)
        four = int(fours[(cost[fours] + best[everybody - fours]).argmin()])
        halves = [everybody - four]
    else:
        half = int(eights[(best[eights] + best[everybody - eights]).argmin()])
        halves = [half, everybody - half]
    parts = [everybody - halves[0]] if count == 12 else []
    for half in halves:
        row = int(np.searchsorted(eights, half))
        one = int(ones[row, pairs[row].argmin()])
        parts += [one, half - one]
    return parts


@cache
def _subsets(count: int, size: int) -> tuple[Numbers, Numbers]:
    """All sets of so many of the numbers below `count`: their members, and their sets of bits in rising order."""
    members = np.array(list(combinations(range(count), size)), dtype=np.int64)
    masks = (1 << members).sum(axis=1)
    order = masks.argsort()
    return members[order], masks[order]


@cache
def _halves(count: int) -> Numbers:
    """For every set of eight the 35 ways to choose the table of its first member, as sets of bits."""
    members, _masks = _subsets(count, 8)
    tables = np.array([(0, *others) for others in combinations(range(1, 8), 3)], dtype=np.int64)
    sets: Numbers = (1 << members)[:, tables].sum(axis=2)
    return sets


def _members(parts: list[int]) -> Numbers:
    return np.array(
        [[at for at in range(part.bit_length()) if part >> at & 1] for part in parts], dtype=np.int64
    )


def good_tables(prices: Prices, lot: Lot, least: int = 0) -> Numbers:
    """Tables at a low total cost; no partners dearer than the cheapest matching of partners has.

    least: no tables cost less in all; the search ends when it comes there. People must be a multiple of four.
    """
    people = lot.shuffled(range(prices.count))
    by_lot = np.array(people, dtype=np.int64).reshape(-1, 4)
    if prices.total(by_lot) <= least:
        return by_lot
    search = _Search(prices, _matched(prices, lot), lot)
    search.descend(0, len(search.tables), 3 * IDLE)
    window = min(WINDOW, len(search.tables))
    while search.budget > 0 and search.total > least:
        search.line_up()
        search.kick(lot.below(len(search.tables) - window + 1), window)
    return search.tables


def _matched(prices: Prices, lot: Lot) -> Numbers:
    """The cheapest partners, then the cheapest tables for these couples."""
    couples = np.array(_partners(prices, lot), dtype=np.int64)
    one, other = couples[:, None], couples[None, :]
    costs = prices.cost(one[..., 0], one[..., 1], other[..., 0], other[..., 1]).tolist()
    tables = cheapest_matching(len(couples), lambda i, j: int(costs[i][j]), lot)
    assert tables is not None, "every two couples may meet at a price"
    return np.array([[*couples[i], *couples[j]] for i, j in tables], dtype=np.int64)


def _partners(prices: Prices, lot: Lot) -> list[Couple]:
    """The cheapest partners; in a large field those among the cheapest few of everybody, unless one is dear."""
    count, costs = prices.count, prices.partner.tolist()
    if count > 2 * CANDIDATES:
        near = np.zeros((count, count), dtype=bool)
        apart = prices.partner + np.diag(np.full(count, prices.partner.max() + 1))
        near[np.arange(count)[:, None], apart.argsort(axis=1, kind="stable")[:, :CANDIDATES]] = True
        allowed = (near | near.T).tolist()
        found = cheapest_matching(count, lambda i, j: int(costs[i][j]) if allowed[i][j] else None, lot)
        if found and all(costs[i][j] < prices.dear for i, j in found):
            return found
    every = cheapest_matching(count, lambda i, j: int(costs[i][j]), lot)
    assert every is not None, "every two people may be partners at a price"
    return every


class _Search:
    """Tables in order of rank, and the walk over them. total: what they cost. budget: steps that are left."""

    def __init__(self, prices: Prices, tables: Numbers, lot: Lot) -> None:
        self.prices, self.tables, self.lot = prices, tables, lot
        self.total = prices.total(tables)
        self.budget = STEPS

    def line_up(self) -> None:
        """Puts tables near in rank beside each other, equals by lot."""
        order = np.array(self.lot.shuffled(range(len(self.tables))), dtype=np.int64)
        ranks = self.prices.rank[self.tables[order]].sum(axis=1)
        self.tables = self.tables[order[ranks.argsort(kind="stable")]]

    def kick(self, first: int, count: int) -> None:
        """Exchanges a few people by lot between these tables and improves them; keeps what is not dearer."""
        part = slice(first, first + count)
        before, cost = self.tables[part].copy(), self.total
        tables, lot = self.tables[part], self.lot
        for _ in range(KICKS if count > 1 else 0):
            one = lot.below(count)
            others = range(max(0, one - NEAR), min(count, one + NEAR + 1))
            other = lot.choice([table for table in others if table != one])
            mine, theirs = lot.below(4), lot.below(4)
            tables[one, mine], tables[other, theirs] = tables[other, theirs], tables[one, mine]
        self.total += self.prices.total(tables) - self.prices.total(before)
        self.descend(first, count, IDLE)
        if self.total > cost:
            self.tables[part], self.total = before, cost

    def descend(self, first: int, count: int, patience: int) -> None:
        """Seats one person of each of these tables anew, until `patience` times in a row nothing is gained."""
        tables = self.tables[first : first + count]
        rows = np.arange(count)
        cost, idle = self.prices.total(tables), 0
        while idle < patience and self.budget > 0:
            self.budget -= 1
            seats = np.array([self.lot.below(4) for _ in rows], dtype=np.int64)
            leavers = tables[rows, seats]
            one, two, three = (tables[rows, (seats + turn) % 4][:, None] for turn in (1, 2, 3))
            options = self.prices.cost(one, two, three, leavers[None, :])
            _rows, chosen = linear_sum_assignment(options)
            reached = int(options[rows, chosen].sum())
            idle = 0 if reached < cost else idle + 1
            if reached <= cost:
                tables[rows, seats] = leavers[chosen]
                self.total += reached - cost
                cost = reached
