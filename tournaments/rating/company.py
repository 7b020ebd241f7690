"""With whom, and against whom, somebody does better than expected, and how sure that is."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from tournaments.rating.told import Change


class Company(NamedTuple):
    """Rounds with or against somebody: wins, points more than the opponents, and the surprises summed up.

    `above` is the surprise a round on average, in points, and `error` its standard error, from the luck and all that
    was unknown before each round: a mean within twice of it says nothing.
    """

    person: int
    rounds: int
    won: int
    difference: int
    above: float
    error: float


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
    companies = [_company(person, changes) for person, changes in found.items()]
    return sorted(companies, key=lambda one: (-one.rounds, one.person))


def _company(person: int, changes: list[Change]) -> Company:
    rounds = len(changes)
    return Company(
        person=person,
        rounds=rounds,
        won=sum(change.result > 0 for change in changes),
        difference=sum(change.result for change in changes),
        above=sum(change.surprise for change in changes) / rounds,
        error=math.sqrt(sum(change.total for change in changes)) / rounds,
    )
