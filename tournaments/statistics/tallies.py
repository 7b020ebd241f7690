"""Sums over tables, and the averages and shares that follow from them. Everything is exact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tournaments.statistics.tables import PlayedTable, Side

BUCKETS = 14
"""A distribution has about so many classes at most."""
STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""Widths of a class of a distribution, in points."""


@dataclass(slots=True)
class Tally:
    """What a side, a player or partners made over a number of tables.

    rounds: tables played at. deals: over all of them. total, roem in points; pits and nats counted; pits_against:
    those of the opponents. told, declared, declared_nats: the deals on sheets that say who played each of them, how
    many of these the own side played, and in how many of those it went nat. wins, draws, losses: of rounds, by total.
    best, worst: totals of a round, None without one.
    """

    rounds: int = 0
    deals: int = 0
    total: int = 0
    roem: int = 0
    pits: int = 0
    nats: int = 0
    pits_against: int = 0
    told: int = 0
    declared: int = 0
    declared_nats: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    best: int | None = None
    worst: int | None = None

    def add(self, table: PlayedTable, side: Side) -> None:
        """Counts one table, as seen from a side of it."""
        self.rounds += 1
        self.deals += table.deals
        self.total += side.total
        self.roem += side.roem
        self.pits += side.pits
        self.nats += side.nats
        self.pits_against += table.pits_against(side)
        if side.declared is not None:
            self.told += table.deals
            self.declared += side.declared
            self.declared_nats += side.nats
        self.best = side.total if self.best is None else max(self.best, side.total)
        self.worst = side.total if self.worst is None else min(self.worst, side.total)
        difference = side.total - table.against(side)
        self.wins += difference > 0
        self.draws += difference == 0
        self.losses += difference < 0

    @property
    def per_round(self) -> Fraction | None:
        return ratio(self.total, self.rounds)

    @property
    def per_deal(self) -> Fraction | None:
        return ratio(self.total, self.deals)

    @property
    def roem_per_round(self) -> Fraction | None:
        return ratio(self.roem, self.rounds)

    @property
    def roem_per_deal(self) -> Fraction | None:
        return ratio(self.roem, self.deals)

    @property
    def declared_rate(self) -> Fraction | None:
        """Of the deals on sheets that say who played, the share that the own side played."""
        return ratio(self.declared, self.told)

    @property
    def made(self) -> int:
        """Deals played and not lost."""
        return self.declared - self.declared_nats

    @property
    def nat_rate(self) -> Fraction | None:
        """Of the deals the own side played, the share in which it went nat."""
        return ratio(self.declared_nats, self.declared)


def ratio(above: int, below: int) -> Fraction | None:
    """The exact quotient, None where there is nothing to divide by."""
    return Fraction(above, below) if below else None


def by_person(tables: Iterable[PlayedTable]) -> dict[int, Tally]:
    """The tally of everybody who sat at a table."""
    tallies: dict[int, Tally] = {}
    for table in tables:
        for side in table.sides:
            for person in side.people:
                tallies.setdefault(person, Tally()).add(table, side)
    return tallies


def by_partners(tables: Iterable[PlayedTable]) -> dict[tuple[int, int], Tally]:
    """The tally of every two people who played together, the lower key first."""
    tallies: dict[tuple[int, int], Tally] = {}
    for table in tables:
        for side in table.sides:
            for one, other in combinations(sorted(side.people), 2):
                tallies.setdefault((one, other), Tally()).add(table, side)
    return tallies


def distribution(scores: Sequence[int]) -> list[tuple[int, int]]:
    """How many scores lie in each class, as (lower bound, count), without a gap from the lowest to the highest.

    A class holds its lower bound and ends before the next. Classes are a round number of points wide, so that there
    are about `BUCKETS` at most.

    >>> distribution([1510, 1590, 1600, 2220])
    [(1500, 2), (1600, 1), (1700, 0), (1800, 0), (1900, 0), (2000, 0), (2100, 0), (2200, 1)]
    """
    if not scores:
        return []
    width = step_for(max(scores) - min(scores), BUCKETS) if len(scores) > 1 else STEPS[3]
    lowest = min(scores) // width * width
    counts = [0] * ((max(scores) - lowest) // width + 1)
    for score in scores:
        counts[(score - lowest) // width] += 1
    return [(lowest + width * place, count) for place, count in enumerate(counts)]


def step_for(spread: int, most: int) -> int:
    """The smallest of the `STEPS` that cuts a spread of points into at most so many parts."""
    return next((step for step in STEPS if spread < step * most), STEPS[-1])
