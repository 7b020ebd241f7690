"""Results that look wrong: too great a surprise, or the sides exchanged.

Luck rules this game, so a radar can only ask. A surprise of more than 3.5 standard deviations comes once in some
2,100 honest rounds, and rather means a wrong sheet.
"""

from __future__ import annotations

from tournaments.rating.told import RatedTable

TOO_MUCH = 3.5
"""Standard deviations of surprise from which a result is questioned."""
MIRRORED = 3.0
"""Exchanged sides are suspected when they would make the result e**3, about 20, times as likely."""


def too_surprising(table: RatedTable) -> bool:
    return abs(table.deviations) > TOO_MUCH


def mirror_gain(table: RatedTable) -> float:
    """How much likelier the result would be with the sides exchanged, as a natural logarithm.

    log N(-d; e, S) - log N(d; e, S) = -2 d e / S for difference d, expectation e and variance S.
    """
    return -2 * table.difference * table.expected / table.known.total


def looks_mirrored(table: RatedTable) -> bool:
    return mirror_gain(table) > MIRRORED
