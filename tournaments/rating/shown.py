"""What people see of a rating: 1500 and some points, a band, a word for how sure it is.

1500 + 48 says: with an average partner against two average opponents this player's pair wins a round by 48 points on
average. Lists go by the mean; nobody falls for having played.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Protocol, TypeVar

ZERO = 1500
"""What an average player is shown as."""
DEVELOPING, ESTABLISHED = 30, 90
"""Rounds from which a rating is no longer provisional, and from which it stands in lists."""
BAND = 1.28 * 1.08
"""Half an 80 % band in standard deviations; 1.08 makes up for what the filter forgets about people who met."""
REGULAR = 1.2
"""The band of who nearly always has one partner is so much wider: who of the two is the better cannot be seen."""
LAST_ROUNDS, MOST_OF_THEM = 60, Fraction(3, 5)
"""A regular partner is that of more than this part of the last rounds."""
LEAST_ROUNDS = DEVELOPING
"""Who has fewer rated rounds has no regular partner yet.

What the filter forgets grows with the rounds together: for two newcomers who always play together the band should be
1.00 times as wide after one round, 1.03 after 30, 1.09 after 60 and 1.2 after some 110. Below 30 nothing is to be made
up for, and one round with somebody is not a habit.
"""


class Status(StrEnum):
    PROVISIONAL = "provisional"
    DEVELOPING = "developing"
    ESTABLISHED = "established"


def status(rounds: int) -> Status:
    """How much a rating says after so many rounds."""
    if rounds < DEVELOPING:
        return Status.PROVISIONAL
    return Status.DEVELOPING if rounds < ESTABLISHED else Status.ESTABLISHED


def points(mean: float) -> int:
    """A rating as it is printed, rounded half up."""
    return math.floor(ZERO + mean + 0.5)


def band(variance: float, *, regular: bool = False) -> float:
    """Half the width in points of the band in which the true strength lies in 8 of 10 cases."""
    return BAND * math.sqrt(variance) * (REGULAR if regular else 1)


def regular_partner(partners: Sequence[int]) -> int | None:
    """The partner of over 60 % of the last 60 rounds, of partners in order of play; of all while there are fewer.

    None for who has fewer than `LEAST_ROUNDS`.
    """
    last = partners[-LAST_ROUNDS:]
    if len(last) < LEAST_ROUNDS:
        return None
    partner, rounds = Counter(last).most_common(1)[0]
    return partner if rounds > MOST_OF_THEM * len(last) else None


class Rated(Protocol):
    """Anything with a mean and a variance."""

    @property
    def mean(self) -> float: ...
    @property
    def variance(self) -> float: ...


One = TypeVar("One", bound=Rated)


def groups(lines: Iterable[One]) -> list[list[One]]:
    """The lines from high to low, together with whom they can hardly be told apart from.

    A group reaches down from its best as long as the difference lies within the 80 % band of that difference.
    """
    found = list[list[One]]()
    for line in sorted(lines, key=lambda one: -one.mean):
        best = found[-1][0] if found else None
        if best and best.mean - line.mean <= band(best.variance + line.variance):
            found[-1].append(line)
        else:
            found.append([line])
    return found
