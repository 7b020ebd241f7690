"""With whom, and against whom, somebody does better than expected, and how sure that is."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from statistics import NormalDist
from typing import NamedTuple

from tournaments.rating.told import Change

MISTAKEN = 0.05
"""How often a table in which all is luck may call anybody clear."""
ENOUGH = 10
"""Rounds from which a difference is judged at all."""


class Company(NamedTuple):
    """Rounds with or against somebody: wins, points more than the opponents, and the surprises summed up.

    `above` is the surprise a round on average, in points, and `error` its standard error, from the luck and all that
    was unknown before each round. `compared`: how many in the same table have enough rounds to be judged.
    """

    person: int
    rounds: int
    won: int
    difference: int
    above: float
    error: float
    compared: int

    @property
    def enough(self) -> bool:
        """Are there rounds enough to say anything?"""
        return self.rounds >= ENOUGH

    @property
    def reach(self) -> float:
        """How far luck alone reaches either way, in points a round, when the best and worst of so many are looked at.

        By the correction of Bonferroni: each of the `compared` may be mistaken in a share `MISTAKEN / compared` of all
        cases, so that the whole table is in `MISTAKEN` at most, however results of partners and opponents hang together.
        """
        return _quantile(max(1, self.compared)) * self.error

    @property
    def clear(self) -> bool:
        """Is it more than luck alone can hardly do?"""
        return self.enough and abs(self.above) > self.reach


@cache
def _quantile(compared: int) -> float:
    """Standard errors that luck passes, either way, in a share MISTAKEN / compared of all cases."""
    return NormalDist().inv_cdf(1 - MISTAKEN / (2 * compared))


def partners(rounds: Iterable[Change]) -> list[Company]:
    """Everybody one played with, most often first."""
    found = defaultdict[int, list[Change]](list)
    for change in rounds:
        found[change.others[0]].append(change)
    return _companies(found)


def opponents(rounds: Iterable[Change]) -> list[Company]:
    """Everybody one played against, most often first."""
    found = defaultdict[int, list[Change]](list)
    for change in rounds:
        for person in change.others[1:]:
            found[person].append(change)
    return _companies(found)


def _companies(found: dict[int, list[Change]]) -> list[Company]:
    compared = sum(len(changes) >= ENOUGH for changes in found.values())
    companies = [_company(person, changes, compared) for person, changes in found.items()]
    return sorted(companies, key=lambda one: (-one.rounds, one.person))


def _company(person: int, changes: list[Change], compared: int) -> Company:
    rounds = len(changes)
    return Company(
        person=person,
        rounds=rounds,
        won=sum(change.result > 0 for change in changes),
        difference=sum(change.result for change in changes),
        above=sum(change.surprise for change in changes) / rounds,
        error=math.sqrt(sum(change.total for change in changes)) / rounds,
        compared=compared,
    )
