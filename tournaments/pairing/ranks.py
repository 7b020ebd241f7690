"""The rank of every entry before a round, counted from the input alone, for who judges a draw."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tournaments.pairing.model import DrawInput

Key = tuple[Fraction, ...]


def doubled_ranks(given: DrawInput) -> dict[int, int]:
    """Twice the rank of each entry, 2 for the first; who are equal share the mean, which twice makes whole.

    Who has a score ranks by it, before who has none yet. Before any score the strengths rank, when the rule seeds
    by strength; otherwise all are equal and the lot decides.
    """
    if given.scores:
        return _doubled({entry: _known(given.scores, entry) for entry in given.entries})
    return (
        seed_ranks(given, given.entries)
        if given.rule.seeding == "strength"
        else _doubled(dict.fromkeys(given.entries, ()))
    )


def seed_ranks(given: DrawInput, entries: tuple[int, ...]) -> dict[int, int]:
    """Twice the rank by strength among these entries; who has no strength comes last."""
    return _doubled({entry: _known(given.strengths, entry) for entry in entries})


def classes(ranks: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """Who share each rank."""
    found: dict[int, list[int]] = {}
    for entry, rank in ranks.items():
        found.setdefault(rank, []).append(entry)
    return {rank: tuple(sorted(entries)) for rank, entries in found.items()}


def _known(values: Mapping[int, Fraction], entry: int) -> Key:
    """Sorts above every key of who is not known, which is empty."""
    return (values[entry],) if entry in values else ()


def _doubled(keys: Mapping[int, Key]) -> dict[int, int]:
    ordered = sorted(keys, key=lambda entry: keys[entry], reverse=True)
    ranks: dict[int, int] = {}
    start = 0
    while start < len(ordered):
        end = start
        while end < len(ordered) and keys[ordered[end]] == keys[ordered[start]]:
            end += 1
        ranks.update(dict.fromkeys(ordered[start:end], start + 1 + end))
        start = end
    return ranks
