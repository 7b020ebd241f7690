"""Results that look wrong: too great a surprise, the sides exchanged, or one paper typed twice.

Luck rules this game, so a radar can only ask. A surprise of more than 3.5 standard deviations comes once in some
2,100 honest rounds, and rather means a wrong sheet.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.rating.told import RatedTable

TOO_MUCH = 3.5
"""Standard deviations of surprise from which a result is questioned."""
MIRRORED = 3.0
"""Exchanged sides are suspected when they would make the result e**3, about 20, times as likely."""


MANY = 8
"""Deals from which two sheets are the same paper although one of them is another: a slip of the second typist."""


def too_surprising(table: RatedTable) -> bool:
    return abs(table.deviations) > TOO_MUCH


def mirror_gain(table: RatedTable) -> float:
    """How much likelier the result would be with the sides exchanged, as a natural logarithm.

    log N(-d; e, S) - log N(d; e, S) = -2 d e / S for difference d, expectation e and variance S.
    """
    return -2 * table.difference * table.expected / table.known.total


def looks_mirrored(table: RatedTable) -> bool:
    return mirror_gain(table) > MIRRORED


def rows_apart(one: Sequence[tuple[int, ...]], other: Sequence[tuple[int, ...]]) -> int | None:
    """In how many deals two sheets of one paper differ, sides exchanged or not: 0 or 1; None for two papers.

    Rows that are all the same, or none at all, say nothing.
    """
    if len(one) != len(other):
        return None
    ways = (other, [tuple(reversed(row)) for row in other])
    same = max(([mine for mine, row in zip(one, way, strict=True) if mine == row] for way in ways), key=len)
    apart = len(one) - len(same)
    may_differ = 1 if len(one) >= MANY else 0
    return apart if apart <= may_differ and len(set(same)) > 1 else None
