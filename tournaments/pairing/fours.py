"""What tables of four cost, worked out for many at a time.

People are numbered from 0. A table of three is a table of four with an empty chair, so that whoever looks for good
tables need not know the difference; the empty chairs have the last numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.model import Couple

Numbers: TypeAlias = NDArray[np.int64]
"""Whole numbers only: sums come out the same on every machine. Tables are rows of four people."""


@dataclass(frozen=True, slots=True)
class Prices:
    """Costs between people, and of the tables they make; lower is better.

    opponent: of two at one table against each other. surplus: how much dearer they are as partners. rank, uneven: the
    two sides of a table cost `uneven` for each rank that they differ in sum. empty: how many of the last numbers are
    empty chairs; three people and an empty chair are all opponents. dear: from this cost on, partners break a goal that
    outweighs all lesser ones of a whole draw.
    """

    opponent: Numbers
    surplus: Numbers
    rank: Numbers
    dear: int
    uneven: int = 0
    empty: int = 0

    @property
    def count(self) -> int:
        """People and empty chairs."""
        return len(self.rank)

    @property
    def partner(self) -> Numbers:
        return self.opponent + self.surplus

    def cost(self, a: Numbers, b: Numbers, c: Numbers, d: Numbers) -> Numbers:
        """What each four costs at one table, divided over the sides in the cheapest way."""
        together, sides = self._parts(a, b, c, d)
        return together + np.minimum(np.minimum(sides[0], sides[1]), sides[2])

    def costs(self, tables: Numbers) -> Numbers:
        """What each table costs."""
        return self.cost(*tables.T)

    def total(self, tables: Numbers) -> int:
        return int(self.costs(tables).sum())

    def splits(self, table: Numbers) -> list[tuple[Couple, Couple]]:
        """The cheapest ways to divide a table of four over the sides; there may be more than one."""
        a, b, c, d = (int(person) for person in table)
        _together, sides = self._parts(*table)
        ways = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
        return [way for way, price in zip(ways, sides, strict=True) if price == min(sides)]

    def people(self, table: Numbers) -> list[int]:
        """Who sit there, empty chairs left out."""
        return [int(person) for person in table if person < self.count - self.empty]

    def _parts(self, a: Numbers, b: Numbers, c: Numbers, d: Numbers) -> tuple[Numbers, list[Numbers]]:
        """The six couples as opponents, and what each of the three divisions adds: ab-cd, ac-bd, ad-bc."""
        ends = ((a, b), (c, d), (a, c), (b, d), (a, d), (b, c))
        couples = [one * self.count + other for one, other in ends]
        opponent, surplus = self.opponent.ravel(), self.surplus.ravel()
        together = sum((opponent[couple] for couple in couples[1:]), opponent[couples[0]])
        sides = [surplus[couples[at]] + surplus[couples[at + 1]] for at in (0, 2, 4)]
        if self.uneven:
            ra, rb, rc, rd = (self.rank[person] for person in (a, b, c, d))
            gaps = (ra + rb - rc - rd, ra + rc - rb - rd, ra + rd - rb - rc)
            sides = [side + self.uneven * np.abs(gap) for side, gap in zip(sides, gaps, strict=True)]
        if self.empty:
            full = np.maximum(np.maximum(a, b), np.maximum(c, d)) < self.count - self.empty
            sides = [side * full for side in sides]
        return together, sides


def lower_bound(prices: Prices) -> int:
    """No tables cost less in all than this.

    Everybody has a partner and two opponents, at an empty chair three opponents; the cheapest there are for him, half of
    each couple for either of the two. How even the sides are is left out.
    """
    opponent = prices.opponent.copy()
    np.fill_diagonal(opponent, np.iinfo(np.int64).max // 8)
    first, second, third = np.sort(opponent, axis=1)[:, :3].T
    # The two cheapest opponents that are not this partner.
    two = (first + second)[:, None] + np.zeros_like(opponent)
    two += np.where(opponent <= second[:, None], third[:, None] - opponent, 0)
    choices = prices.surplus + opponent + two
    np.fill_diagonal(choices, np.iinfo(np.int64).max // 8)
    least = choices.min(axis=1)
    if prices.empty:
        least = np.minimum(least, first + second + third)
    return -(-int(least.sum()) // 2)
