"""The strength of two people together, from the rounds in which they were partners.

For who nearly always plays with the same partner the two ratings say little each, but their pair can be known well.
A pair begins as the sum of what was known of both, and learns as a player does. What is known of it fades as well: each
week in which the two do not play together adds what it adds to two people who do not play.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tournaments.rating.parameters import Parameters, snap
from tournaments.rating.told import Change


class PairValue(NamedTuple):
    """Mean and variance of a pair in points of a round, after so many rounds together."""

    mean: float
    variance: float
    rounds: int


def pair_value(
    rounds: Iterable[tuple[int, Change]], parameters: Parameters, *, week: int
) -> PairValue | None:
    """The pair of somebody and one partner, from his changes of the rounds with that partner.

    `rounds` are (week, change) in order of play; `week` is the one of which the value is: from the last round to it
    what is known fades. None when they never were partners.
    """
    mean = variance = 0.0
    most, drift = 2 * parameters.newcomer_variance, 2 * parameters.drift
    played, last = 0, 0
    for in_week, change in rounds:
        own, partner = change.means[0] + change.means[1], change.variances[0] + change.variances[1]
        if played:
            variance = min(most, variance + drift * (in_week - last))
        else:
            mean, variance = own, partner
        total = change.total - partner + variance
        surprise = change.result - (change.expected - own + mean)
        share = variance / total
        mean += snap(share * surprise)
        variance -= share * variance
        played, last = played + 1, in_week
    if not played:
        return None
    return PairValue(mean, min(most, variance + drift * max(0, week - last)), played)
