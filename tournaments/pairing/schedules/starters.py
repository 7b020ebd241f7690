"""Starters: the one round from which a whole whist schedule follows.

The players of a starter are the elements of an Abelian group, numbered from 0, and for 4n players one more, the
fixed point, numbered after them. Adding the same element to every player of the starter gives another round. What
makes that a whist schedule can be read off the differences within the starter (I. Anderson, "Combinatorial
Designs and Tournaments", 1997), so that is how the stored ones are checked.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

KINDS = ("directed", "triple", "whist", "near")
"""Fairest seats first.

"whist": everybody partners everybody once and opposes everybody twice. "directed": so, and everybody has everybody
once at his left and once at his right. "triple": so, and of the two times against somebody one is across the North-East
or South-West corner of the table and one across another corner. "near": for 2 or 3 more than a multiple of four;
nobody is twice the same one's partner or three times his opponent, and all rest equally often.
"""

STORED = Path(__file__).with_name("whist_starters.json")

Four = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Group:
    """The whole numbers modulo each of `moduli`, side by side; elements go by their place in counting order."""

    moduli: tuple[int, ...]

    @property
    def order(self) -> int:
        return prod(self.moduli)

    def parts(self, element: int) -> tuple[int, ...]:
        parts = []
        for modulus in reversed(self.moduli):
            element, part = divmod(element, modulus)
            parts.append(part)
        return tuple(reversed(parts))

    def element(self, parts: Sequence[int]) -> int:
        element = 0
        for part, modulus in zip(parts, self.moduli, strict=True):
            element = element * modulus + part % modulus
        return element

    def plus(self, one: int, other: int, times: int = 1) -> int:
        """`one` and `times` × `other` added."""
        pairs = zip(self.parts(one), self.parts(other), strict=True)
        return self.element([a + times * b for a, b in pairs])

    def automorphisms(self) -> Iterator[tuple[int, ...]]:
        """The ways to rename the elements that leave addition as it is, the identity first where it is cyclic."""
        for images in product(range(1, self.order), repeat=len(self.moduli)):
            renamed = []
            for element in range(self.order):
                image = 0
                for part, base in zip(self.parts(element), images, strict=True):
                    image = self.plus(image, base, part)
                renamed.append(image)
            if len(set(renamed)) == self.order:
                yield tuple(renamed)


@dataclass(frozen=True, slots=True)
class Starter:
    """The first round: tables as (North, South, East, West), and who rests. `order` of the group is the fixed point.

    Raises ValueError when no schedule of its kind follows from it.
    """

    kind: str
    group: Group
    tables: tuple[Four, ...]
    sit_out: tuple[int, ...]

    def __post_init__(self) -> None:
        players = sorted([player for table in self.tables for player in table] + list(self.sit_out))
        if players not in (list(range(self.group.order)), list(range(self.group.order + 1))):
            raise ValueError("not everybody has exactly one place in this starter")
        if wrong := _wrong(self):
            raise ValueError(f"this is no {self.kind} starter: {wrong}")

    @property
    def size(self) -> int:
        return 4 * len(self.tables) + len(self.sit_out)

    @property
    def rounds(self) -> int:
        """How many rounds follow from it."""
        return self.group.order

    def shifted(self, player: int, by: int) -> int:
        """Who sits on the chair of `player` when the starter is moved on by an element; the fixed point stays."""
        return player if player == self.group.order else self.group.plus(player, by)


def _wrong(starter: Starter) -> str:
    """What is wrong with the differences of a starter, or nothing."""
    tables = starter.tables
    partners = [pair for n, s, e, w in tables for pair in ((n, s), (e, w))]
    first = [pair for n, s, e, w in tables for pair in ((n, e), (s, w))]
    second = [pair for n, s, e, w in tables for pair in ((e, s), (w, n))]
    lefts = [pair for n, s, e, w in tables for pair in ((n, e), (e, s), (s, w), (w, n))]
    if starter.kind == "near":
        most = (
            max(_differences(starter, partners).values()),
            max(_differences(starter, first + second).values()),
        )
        return "" if most[0] <= 1 and most[1] <= 2 else "a difference comes back too often"
    if len(starter.sit_out) > 1:
        return "more than one rests"
    if not _each(starter, partners, 1):
        return "not every difference is once between partners"
    if not _each(starter, first + second, 2):
        return "not every difference is twice between opponents"
    if starter.kind == "triple" and not (_each(starter, first, 1) and _each(starter, second, 1)):
        return "not every difference is once at either kind of corner"
    if starter.kind == "directed" and not _each(starter, lefts, 1, both_ways=False):
        return "not every difference is once from left to right"
    return ""


def _differences(
    starter: Starter, pairs: list[tuple[int, int]], *, both_ways: bool = True
) -> Counter[int | None]:
    """How often each difference comes, either way round or from first to second; None is with the fixed point."""
    counted: Counter[int | None] = Counter()
    group = starter.group
    for one, other in pairs:
        if group.order in (one, other):
            counted[None] += 1
            continue
        counted[group.plus(other, one, -1)] += 1
        if both_ways:
            counted[group.plus(one, other, -1)] += 1
    return counted


def _each(starter: Starter, pairs: list[tuple[int, int]], times: int, *, both_ways: bool = True) -> bool:
    """Does every difference but 0 come exactly so often, and the fixed point if there is one?"""
    wanted: dict[int | None, int] = dict.fromkeys(range(1, starter.group.order), times)
    if starter.size > starter.group.order:
        wanted[None] = times
    return dict(_differences(starter, pairs, both_ways=both_ways)) == wanted


@cache
def starters_of(size: int) -> dict[str, Starter]:
    """The starters for so many players by kind, fairest seats first; empty when there is none."""
    stored = _stored().get(str(size), {})
    found = {kind: read(kind, stored[kind]) for kind in KINDS if kind in stored}
    if not found and _is_prime(size) and size % 4 == 1:
        found["directed"] = _of_prime(size)
    return found


@cache
def _stored() -> Mapping[str, Mapping[str, Any]]:
    data: Mapping[str, Mapping[str, Any]] = json.loads(STORED.read_text(encoding="utf-8"))
    return data


def read(kind: str, data: Mapping[str, Any]) -> Starter:
    """A starter from its JSON: the `modulus` (a list for a group of several), `tables` as pairs of partners with
    "inf" for the fixed point, and who sits out.

    Raises ValueError when it is none.
    """
    modulus = data["modulus"]
    group = Group(tuple(modulus) if isinstance(modulus, list) else (modulus,))
    tables = tuple(
        (_player(n, group), _player(s, group), _player(e, group), _player(w, group))
        for (n, s), (e, w) in data["tables"]
    )
    seated = {player for table in tables for player in table}
    # Of 4n + 1 players the one who is not seated rests.
    resting = data.get("sit_out", sorted(set(range(group.order)) - seated))
    return Starter(kind, group, tables, tuple(resting))


def _player(value: int | str, group: Group) -> int:
    return group.order if value == "inf" else int(value)


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def _of_prime(size: int) -> Starter:
    """The classical starter for a prime of 4n + 1 players: quarters of the powers of a primitive root."""
    quarter = (size - 1) // 4
    root = next(
        base for base in range(2, size) if len({pow(base, e, size) for e in range(size - 1)}) == size - 1
    )
    power = [pow(root, exponent, size) for exponent in range(size - 1)]
    tables = tuple(
        (power[i], power[i + 2 * quarter], power[i + quarter], power[i + 3 * quarter]) for i in range(quarter)
    )
    return Starter("directed", Group((size,)), tables, (0,))
