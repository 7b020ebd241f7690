"""Where everybody stands before a round that is drawn by standing."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby

from tournaments.pairing.model import DrawInput

Key = tuple[int, Fraction, Fraction]


def ranks(given: DrawInput) -> dict[int, int]:
    """The rank of every entry present, doubled so that who are equal share a whole number; 2 = first alone.

    By score, virtual points of accelerated rounds included; who has none while others have stands below them. Equal
    scores, and everybody before the first round, by strength when the rule seeds by it; who are then still equal share
    the mean of their ranks.
    """
    keys = pairing_keys(given)
    order = sorted(given.entries, key=lambda entry: keys[entry], reverse=True)
    found: dict[int, int] = {}
    for _key, group in groupby(order, key=lambda entry: keys[entry]):
        equals = list(group)
        # Ranks first to last of the group; twice their mean is first plus last.
        shared = 2 * len(found) + 1 + len(equals)
        found.update(dict.fromkeys(equals, shared))
    return found


def pairing_keys(given: DrawInput) -> dict[int, Key]:
    """What the ranks go by, higher is better: whether it has a score, the score, the strength."""
    extra = virtual_points(given)
    nothing = Fraction(0)
    seeded = given.strengths if given.rule.seeding == "strength" else {}
    # An entry without strength stands below every entry with one, also where strengths may be negative.
    below = min(seeded.values(), default=nothing) - 1
    return {
        entry: (
            int(entry in given.scores),
            given.scores.get(entry, nothing) + extra.get(entry, nothing),
            seeded.get(entry, below if seeded else nothing),
        )
        for entry in given.entries
    }


def virtual_points(given: DrawInput) -> Mapping[int, Fraction]:
    """Points for the strongest half in the first rounds, so that they meet each other (Baku, FIDE C.04.5.1).

    Group A is the strongest 2 · ⌈n/4⌉ of all n whose strength is given, ties by entry number; without strengths nobody
    gets any. In the first half (rounded up) of the accelerated rounds they get one point, then half a point. A point is
    what one round makes: the gap between the best and the lowest score over the rounds played; before any, 1.
    """
    rule = given.rule
    if not given.strengths or given.round_number > rule.accelerated:
        return {}
    order = sorted(given.strengths, key=lambda entry: (-given.strengths[entry], entry))
    upper = order[: 2 * -(-len(order) // 4)]
    scores = given.scores.values()
    point = (max(scores) - min(scores)) / max(1, given.round_number - 1) if scores else Fraction(1)
    half = given.round_number > -(-rule.accelerated // 2)
    return dict.fromkeys(upper, point / 2 if half else point)
