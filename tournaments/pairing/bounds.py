"""How good a draw can be at all: a bound by linear programming whose proof is added up in whole numbers.

A draw covers every player once. Whatever prices are put on the players, so that no table is cheaper than its players
together, no draw can be cheaper than all players together (the dual of the linear program). The solver proposes the
prices; that no table undercuts them is then checked for every table, exactly. For pairs the prices alone do not
suffice: of an odd number of pairs one must play outside (Edmonds' odd sets), which gets a price as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

from tournaments.pairing.columns import Columns, Mask, Numbers

TURNS = 60
"""Times the solver proposes prices."""
CUTS = 12
"""Of those, times that odd sets are added."""
NEW_ROWS = 400
"""Tables that undercut the prices, taken in after each turn."""
FIRST = 12
"""The cheapest tables of each player, to begin with."""
THRESHOLDS = (1e-6, 0.3, 0.6)
"""Odd sets are looked for among the pairs that the solver matches by more than this."""
MOST_CHOSEN = 30_000
NODES = 2_000
SECONDS = 3.0
"""The limits of the last resort, a search in whole numbers."""

_UNIT = 1 << 20
"""Prices are kept in parts of this size."""


@dataclass(frozen=True, slots=True)
class Cap:
    """An earlier goal: what the rows count at it, and what they may count together."""

    prices: Numbers
    most: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """No draw counts less than `bound` at this goal; `better`: the rows of one that counts less than the draw."""

    bound: int
    better: Numbers | None = None


def judge(columns: Columns, goal: int, allowed: Mask, caps: list[Cap], value: int) -> Verdict:
    """Is there a draw from the allowed rows that keeps to the caps and counts less than `value` at this goal?"""
    outside = columns.outside[goal] if columns.outside else None
    program = _Program(columns, columns.prices[goal], np.flatnonzero(allowed), caps, outside)
    step = program.step()
    least = program.bound(value - step)
    if least > value - step:
        return Verdict(value)
    return program.search(value - step) if program.solved else Verdict(least)


class _Program:
    """The linear program over some of the rows, which grow by those that undercut its prices.

    slack: how much every row is above the prices of the best bound so far; proven: that bound, in parts of a unit;
    beyond: how much every row that was left out is above them, None when there is none.
    """

    def __init__(
        self, columns: Columns, prices: Numbers, rows: Numbers, caps: list[Cap], outside: int | None
    ) -> None:
        self.outside = outside
        self.columns = columns
        self.prices = prices
        self.rows = rows
        self.caps = caps
        self.odd: list[Mask] = []
        self.cuts = 0
        self.solved = False
        self.proven = 0
        self.slack = prices[rows] * _UNIT
        self.beyond: int | None = None

    def step(self) -> int:
        """What all prices are multiples of."""
        return int(np.gcd.reduce(self.prices[self.rows])) or 1

    def bound(self, enough: int) -> int:
        """The best bound found; the search ends as soon as it is above `enough`."""
        chosen = self._first()
        for _turn in range(TURNS):
            solved = linprog(
                self.prices[chosen],
                A_ub=self._above(chosen),
                b_ub=self._most(),
                A_eq=self._cover(chosen),
                b_eq=self.columns.needed,
                method="highs",
            )
            self.solved = solved.status == 0
            if not self.solved:
                break
            slack = self._check(solved.eqlin.marginals, solved.ineqlin.marginals)
            if self.least > enough:
                break
            under = np.flatnonzero(slack < -_UNIT // 1000)
            if len(under):
                lowest = under[np.argsort(slack[under], kind="stable")[:NEW_ROWS]]
                chosen = np.union1d(chosen, self.rows[lowest])
            elif self.cuts == CUTS or not self._cut(chosen, solved.x):
                break
        return self.least

    @property
    def least(self) -> int:
        """The bound in whole units."""
        return -(-self.proven // _UNIT)

    def _first(self) -> Numbers:
        """The cheapest rows of every player, and the draw itself."""
        members = self.columns.members[self.rows]
        player, row = members.ravel(), np.repeat(np.arange(len(members)), members.shape[1])
        order = np.lexsort((self.prices[self.rows][row], player))
        starts = np.searchsorted(player[order], player[order])
        cheapest = row[order[np.arange(len(order)) - starts < FIRST]]
        every = len(self.columns.members)
        return np.union1d(self.rows[cheapest], np.arange(every - self.columns.own, every))

    def _cover(self, rows: Numbers) -> csr_matrix:
        """Which places each of the rows covers."""
        members = self.columns.members[rows]
        places = len(self.columns.needed) + 1
        row = np.repeat(np.arange(len(rows)), members.shape[1])
        matrix = csr_matrix((np.ones(members.size), (members.ravel(), row)), shape=(places, len(rows)))
        return matrix[: places - 1]

    def _above(self, rows: Numbers) -> csr_matrix | None:
        lines = [*(cap.prices[rows] for cap in self.caps), *(self._inside(odd, rows) for odd in self.odd)]
        return csr_matrix(np.array(lines)) if lines else None

    def _most(self) -> Numbers | None:
        most = [*(cap.most for cap in self.caps), *(int(odd.sum()) // 2 for odd in self.odd)]
        return np.array(most, np.int64) if most else None

    def _inside(self, odd: Mask, rows: Numbers) -> Numbers:
        """Which rows are two places of an odd set."""
        inside: Mask = odd[self.columns.members[rows, 0]] & odd[self.columns.members[rows, 1]]
        return inside.astype(np.int64)

    def _check(self, of_places: NDArray[np.float64], of_lines: NDArray[np.float64]) -> Numbers:
        """Adds up what these prices prove; returns how much every row is above them, below 0 where it undercuts."""
        players = np.append(np.floor(of_places * _UNIT), 0).astype(np.int64)
        lines = np.minimum(np.floor(of_lines * _UNIT), 0).astype(np.int64)
        slack: Numbers = self.prices[self.rows] * _UNIT - players[self.columns.members[self.rows]].sum(axis=1)
        proven = int(players[:-1] @ self.columns.needed)
        capped, odd = lines[: len(self.caps)], lines[len(self.caps) :]
        for price, cap in zip(capped, self.caps, strict=True):
            slack -= price * cap.prices[self.rows]
            proven += int(price) * cap.most
        for price, places in zip(odd, self.odd, strict=True):
            if price:
                slack -= price * self._inside(places, self.rows)
                proven += int(price) * (int(places.sum()) // 2)
        # A draw has so many rows; lowering the prices of each by what the worst row undercuts them mends all.
        beyond = self._beyond(players)
        short = max(0, -int(slack.min()), -(beyond or 0))
        if proven - short * self.columns.own > self.proven:
            self.proven, self.slack = proven - short * self.columns.own, slack + short
            self.beyond = None if beyond is None else beyond + short
        return slack

    def _beyond(self, players: Numbers) -> int | None:
        """How much a row that was left out is above the prices at least."""
        if self.outside is None:
            return None
        return self.outside * _UNIT - int(np.sort(np.maximum(players, 0))[-4:].sum())

    def _cut(self, chosen: Numbers, weights: NDArray[np.float64]) -> bool:
        """Looks for odd sets of pairs that the weights match among themselves more than can be."""
        places = len(self.columns.needed)
        members = self.columns.members[chosen]
        if (members[:, 2] < places).any() or (self.columns.needed > 1).any():
            return False
        before = len(self.odd)
        self.cuts += 1
        for least in THRESHOLDS:
            used = weights > least
            one, other = members[used, 0], members[used, 1]
            graph = csr_matrix((np.ones(len(one)), (one, other)), shape=(places, places))
            _count, labels = connected_components(graph, directed=False)
            for label in np.flatnonzero(np.bincount(labels) % 2 * (np.bincount(labels) > 1)):
                odd = np.append(labels == label, False)
                if self._inside(odd, chosen) @ weights > odd.sum() // 2 + 1e-6:
                    self.odd.append(odd)
            if len(self.odd) > before:
                return True
        return False

    def search(self, most: int) -> Verdict:
        """Looks in whole numbers for a draw that counts `most` or less, among the rows that can be part of one."""
        room = most * _UNIT - self.proven
        rows = self.rows[self.slack <= room]
        if len(rows) > MOST_CHOSEN or (self.beyond is not None and self.beyond <= room):
            return Verdict(self.least)
        prices = self.prices[rows]
        needed = self.columns.needed
        limits = [LinearConstraint(self._cover(rows), needed, needed), LinearConstraint(prices, ub=most)]
        lines, tops = self._above(rows), self._most()
        if lines is not None:
            limits.append(LinearConstraint(lines, ub=tops))
        found = milp(
            prices,
            integrality=np.ones(len(rows)),
            bounds=Bounds(0, 1),
            constraints=limits,
            options={"node_limit": NODES, "time_limit": SECONDS},
        )
        if found.status == 2:  # there is none
            return Verdict(most + self.step())
        bound = (
            self.least if found.mip_dual_bound is None else max(self.least, ceil(found.mip_dual_bound - 1e-3))
        )
        return Verdict(bound, None if found.x is None else rows[found.x > 0.5])
