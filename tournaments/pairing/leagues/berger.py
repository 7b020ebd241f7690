"""Everybody against everybody by the Berger tables (FIDE Handbook C.05, Annex 1), with home and away.

A break is two matches in a row at home, or two away. With n entries, n even, one leg has n − 2 breaks, the fewest
there can be; with n odd there are none. Nobody has three in a row, and home and away differ by one at most.
"""

from __future__ import annotations

from tournaments.pairing.model import DrawError
from tournaments.sentences import gettext_noop

MOST_ENTRIES = 24
MOST_LEGS = 4

MatchDay = tuple[tuple[int, int], ...]
"""The matches of a day: home, away; by number in the table, from 1. Who is in none of them rests."""


def round_robin(entries: int, legs: int = 1) -> tuple[MatchDay, ...]:
    """The match days of so many entries who meet `legs` times, at home and away in turn.

    Every leg begins one match day further in the table than the leg before. So nobody has three in a row at home or
    away where two legs meet, and the same two do not meet again within entries − 2 match days.

    Raises DrawError for fewer than 2 or more than 24 entries, and for other than 1 to 4 legs.
    """
    if not 2 <= entries <= MOST_ENTRIES:
        raise DrawError(
            gettext_noop(
                "A division of everybody against everybody has 2 to %(most)s entries, not %(count)s."
            ),
            most=MOST_ENTRIES,
            count=entries,
        )
    if not 1 <= legs <= MOST_LEGS:
        raise DrawError(
            gettext_noop("Everybody meets everybody 1 to %(most)s times, not %(count)s."),
            most=MOST_LEGS,
            count=legs,
        )
    one_leg = _one_leg(entries)
    days: list[MatchDay] = []
    for leg in range(legs):
        start = leg % len(one_leg)
        turned = [day if leg % 2 == 0 else _return_of(day) for day in one_leg]
        days += turned[start:] + turned[:start]
    return tuple(days)


def _one_leg(entries: int) -> list[MatchDay]:
    """The table for an even number; with an odd number the last one does not exist, and his opponent rests."""
    size = entries + entries % 2
    return [tuple(pair for pair in _match_day(size, day) if max(pair) <= entries) for day in range(size - 1)]


def _match_day(size: int, day: int) -> list[tuple[int, int]]:
    """The last one stays, away and at home in turn; all others move size / 2 places on every match day."""

    def moved(number: int) -> int:
        return (number - 1 + day * (size // 2)) % (size - 1) + 1

    first = (moved(1), size) if day % 2 == 0 else (size, moved(1))
    return [first, *((moved(number), moved(size + 1 - number)) for number in range(2, size // 2 + 1))]


def _return_of(day: MatchDay) -> MatchDay:
    return tuple((away, home) for home, away in day)
