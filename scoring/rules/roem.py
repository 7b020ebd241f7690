"""Roem of one trick and its parts (KJ-ROEM-*, section B5)."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from scoring.rules.cards import DECK, KING, QUEEN, RANKS, Card, Mask, Suit, mask
from scoring.rules.rulesets import Ruleset

SEQUENCE_POINTS = {3: 20, 4: 50}  # KJ-ROEM-SEQ3, KJ-ROEM-SEQ4
STUK = 20  # KJ-ROEM-STUK
_QUAD_RULES = {"A": "AKQ", "K": "AKQ", "Q": "AKQ"}


class Part(NamedTuple):
    """One reason for roem: rule id, points, and the cards in natural order."""

    rule: str
    points: int
    cards: tuple[Card, ...]


class Roem(NamedTuple):
    """The roem of a trick and its parts."""

    points: int
    parts: tuple[Part, ...]


NO_ROEM = Roem(0, ())


def trick_roem(trick: Collection[Card], trump: Suit, ruleset: Ruleset) -> list[Part]:
    """The parts of the roem in a trick of four different cards, or what lies of it.

    Four cards hold at most one run (with stuk inside it or on it), or stuk alone, or
    one quad: a quad has a single trump and so never combines (B5).
    """
    ordered = sorted(trick)
    rank = ordered[0] % 8
    if len(ordered) == 4 and all(card % 8 == rank for card in ordered):
        return _quad(tuple(ordered), rank, ruleset)
    parts: list[Part] = []
    run = _longest_run(ordered)
    if run:
        rule = f"KJ-ROEM-SEQ{len(run)}"
        parts.append(Part(rule, SEQUENCE_POINTS[len(run)], run))
    if ruleset.stuk_scope == "trick":
        parts += _stuk(ordered, run, trump, ruleset)
    return parts


def roem_points(parts: Iterable[Part]) -> int:
    """The roem of a trick, from its parts."""
    return sum(part.points for part in parts)


def roem_table(trump: Suit, ruleset: Ruleset) -> Mapping[Mask, Roem]:
    """Every trick that holds roem under these rules; all others hold none."""
    return _table(trump, ruleset.roem_only)


@lru_cache(maxsize=64)
def _table(trump: Suit, ruleset: Ruleset) -> Mapping[Mask, Roem]:
    """Roem needs four equal, or three cards of a run, or king and queen of trumps (B5)."""
    cores = [tuple(range(start, start + 3)) for start in DECK if start % 8 < 6]
    cores.append((trump * 8 + QUEEN, trump * 8 + KING))
    tricks = {tuple(range(rank, 32, 8)) for rank in range(8)}
    for core in cores:
        others = [card for card in DECK if card not in core]
        tricks |= {tuple(sorted(core + rest)) for rest in combinations(others, 4 - len(core))}
    table: dict[Mask, Roem] = {}
    for trick in tricks:
        parts = tuple(trick_roem(trick, trump, ruleset))
        if parts:
            table[mask(trick)] = Roem(roem_points(parts), parts)
    return table


def _quad(quad: tuple[Card, ...], rank: int, ruleset: Ruleset) -> list[Part]:
    points = ruleset.quads[rank]
    name = RANKS[rank]
    rule = f"KJ-ROEM-QUAD-{_QUAD_RULES.get(name, name)}"
    return [Part(rule, points, quad)] if points else []


def _longest_run(ordered: list[Card]) -> tuple[Card, ...] | None:
    """The run of four or three among sorted cards; suits are blocks of eight."""
    for length in (4, 3):
        for start in range(len(ordered) - length + 1):
            low, high = ordered[start], ordered[start + length - 1]
            if high - low == length - 1 and low >> 3 == high >> 3:
                return tuple(ordered[start : start + length])
    return None


def _stuk(ordered: list[Card], run: tuple[Card, ...] | None, trump: Suit, ruleset: Ruleset) -> list[Part]:
    king_queen = (trump * 8 + QUEEN, trump * 8 + KING)
    held = tuple(card for card in king_queen if card in ordered)
    in_run = run is not None and any(card in run for card in held)
    rule = "KJ-ROEM-STUK-SEQ" if in_run else "KJ-ROEM-STUK"
    if len(held) == 2 or (in_run and ruleset.run_bonus == "either"):
        return [Part(rule, STUK, held)]
    return []
