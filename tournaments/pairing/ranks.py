"""Where everybody stands before a round, counted from the input alone, for who draws and for who judges a draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import groupby
from math import lcm

from tournaments.pairing.model import DrawInput

Key = tuple[int, ...]


def doubled_ranks(given: DrawInput) -> dict[int, int]:
    """Twice the rank of each entry, 2 for the first; who are equal share the mean, which twice makes whole.

    By score, the virtual points of accelerated rounds included; who has none while others have comes after them.
    Equal scores, and everybody before the first score, by strength where the rule seeds by it, who has none last;
    otherwise they are equal and the lot decides.
    """
    scores, strengths = _whole(pairing_scores(given)), _whole(_seeds(given))
    return _doubled({entry: (_known(scores, entry), _known(strengths, entry)) for entry in given.entries})


def score_groups(given: DrawInput) -> list[tuple[int, ...]]:
    """Who have equal scores, the highest first; before the first score all are one group.

    Each in order of number; within a group the doubled ranks are apart by strength, where the rule seeds by it.
    """
    scores = _whole(pairing_scores(given))
    order = sorted(sorted(given.entries), key=lambda entry: _known(scores, entry), reverse=True)
    return [tuple(sorted(group)) for _score, group in groupby(order, key=lambda entry: _known(scores, entry))]


def seed_ranks(given: DrawInput, entries: Iterable[int]) -> dict[int, int]:
    """Twice the rank by strength among these entries; who has no strength comes last."""
    strengths = _whole(given.strengths)
    return _doubled({entry: _known(strengths, entry) for entry in entries})


def classes(ranks: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """Who share each rank."""
    found: dict[int, list[int]] = {}
    for entry, rank in ranks.items():
        found.setdefault(rank, []).append(entry)
    return {rank: tuple(sorted(entries)) for rank, entries in found.items()}


def pairing_scores(given: DrawInput) -> Mapping[int, Fraction]:
    """The scores that a draw by standing goes by: with the virtual points of accelerated rounds.

    The stronger half gets them, so that it meets itself in the first rounds (Baku, FIDE C.04.5.1). It is the strongest
    2 · ⌈n/4⌉ of the n whose strength is given, ties by entry number; without strengths nobody gets any. In the first half
    (rounded up) of the accelerated rounds it gets one point, in the others half a point. A point is what one round
    makes of it: the gap between the best and the lowest score over the rounds played; before the first score, 1.
    """
    rule, rounds = given.rule, given.round_number - 1
    if not given.strengths or given.round_number > rule.accelerated:
        return given.scores
    order = sorted(given.strengths, key=lambda entry: (-given.strengths[entry], entry))
    upper = order[: 2 * -(-len(order) // 4)]
    known = given.scores.values()
    point = (max(known) - min(known)) / max(1, rounds) if known else Fraction(1)
    half = given.round_number > -(-rule.accelerated // 2)
    extra = dict.fromkeys(upper, point / 2 if half else point)
    entries = given.scores or given.entries
    return {entry: given.scores.get(entry, Fraction(0)) + extra.get(entry, 0) for entry in entries}


def _seeds(given: DrawInput) -> Mapping[int, Fraction]:
    return given.strengths if given.rule.seeding == "strength" else {}


def _whole(values: Mapping[int, Fraction]) -> dict[int, int]:
    """The values in one whole unit: a thousand fractions take long to sort."""
    unit = lcm(*(value.denominator for value in values.values()))
    return {entry: int(value * unit) for entry, value in values.items()}


def _known(values: Mapping[int, int], entry: int) -> Key:
    """Sorts above every key of who is not known, which is empty."""
    return (values[entry],) if entry in values else ()


def _doubled(keys: Mapping[int, Key | tuple[Key, Key]]) -> dict[int, int]:
    ordered = sorted(keys, key=lambda entry: keys[entry], reverse=True)
    ranks: dict[int, int] = {}
    for _key, group in groupby(ordered, key=lambda entry: keys[entry]):
        equals = list(group)
        ranks.update(dict.fromkeys(equals, 2 * len(ranks) + 1 + len(equals)))
    return ranks
