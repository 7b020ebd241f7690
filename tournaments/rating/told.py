"""A rated round explained: what was expected, what came, and what it did to each of the four.

Everything here is worked out again from what the filter wrote down, with the same operations, so that the parts add
up to the last bit: before + the changes of any number of rounds, in any order, is exactly what is known after them.
"""

from __future__ import annotations

import math
from typing import NamedTuple, TypeAlias

from tournaments.rating.evenings import Four
from tournaments.rating.parameters import snap

_SIGN = (1, 1, -1, -1)
_PARTNER = (1, 0, 3, 2)
_OPPONENTS = ((2, 3), (2, 3), (0, 1), (0, 1))
Reals: TypeAlias = tuple[float, float, float, float]


class Known(NamedTuple):
    """What was known of a table before its round: means and variances as north, south, east, west.

    `total` is the variance of the difference, of which `noise` is luck; `surprise` is what came above expectation.
    """

    means: Reals
    variances: Reals
    noise: float
    total: float
    surprise: float


class RatedTable(NamedTuple):
    """A round at a table, with what was known before it. Seen from north and south."""

    round: int
    table: int
    sheet: int
    people: Four
    difference: int
    deals: int
    known: Known

    @property
    def expected(self) -> float:
        """By how many points north and south were expected to win."""
        return self.difference - self.known.surprise

    @property
    def level(self) -> float:
        """What the levels of clubs that meet add to the expectation."""
        north, south, east, west = self.known.means
        return self.expected - ((north + south) - (east + west))

    @property
    def chance(self) -> float:
        """The chance that north and south have more points."""
        return 0.5 * math.erfc(-self.expected / math.sqrt(2 * self.known.total))

    @property
    def deviations(self) -> float:
        """The surprise in standard deviations."""
        return self.known.surprise / math.sqrt(self.known.total)

    @property
    def luck(self) -> float:
        """What this round tells about the variance of luck in one deal."""
        known = self.known
        return (known.surprise * known.surprise - (known.total - known.noise)) / self.deals

    def of(self, person: int) -> Change:
        """The round as this person saw it."""
        at = self.people.index(person)
        partner, (one, other) = _PARTNER[at], _OPPONENTS[at]
        known, sign = self.known, _SIGN[at]
        return Change(
            self.round,
            self.table,
            self.sheet,
            self.deals,
            sign * self.difference,
            (self.people[partner], self.people[one], self.people[other]),
            (known.means[at], known.means[partner], known.means[one], known.means[other]),
            (known.variances[at], known.variances[partner]),
            sign * self.level,
            known.total,
        )


class Change(NamedTuple):
    """What a round did to one person's rating, in points of a round seen from his side.

    `others` are partner and opponents; `means` those of himself, his partner and the opponents before the round,
    `variances` his own and his partner's; `level` what clubs add to the expectation; `total` the variance of the
    difference.
    """

    round: int
    table: int
    sheet: int
    deals: int
    result: int
    others: tuple[int, int, int]
    means: Reals
    variances: tuple[float, float]
    level: float
    total: float

    @property
    def before(self) -> float:
        return self.means[0]

    @property
    def expected(self) -> float:
        """By how many points this side was expected to win."""
        own, partner, one, other = self.means
        return own + partner - one - other + self.level

    @property
    def chance(self) -> float:
        """The chance, before the round, to have more points than the opponents."""
        return 0.5 * math.erfc(-self.expected / math.sqrt(2 * self.total))

    @property
    def surprise(self) -> float:
        return self.result - self.expected

    @property
    def deviations(self) -> float:
        """The surprise in standard deviations."""
        return self.surprise / math.sqrt(self.total)

    @property
    def share(self) -> float:
        """The part of the surprise that is put down to this person."""
        return self.variances[0] / self.total

    @property
    def change(self) -> float:
        return snap(self.share * self.surprise)

    @property
    def after(self) -> float:
        return self.before + self.change

    @property
    def variance(self) -> float:
        """What is unknown of this person after the round."""
        return self.variances[0] - self.share * self.variances[0]
