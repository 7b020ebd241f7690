"""What card points and roem can occur in a deal, by ruleset: tables computed once.

**Default roem values: exact.** ``joint_default.bin`` holds every (card points of a side,
its roem, roem of the other side) that some split of the 32 cards into eight tricks
gives: 119,677 triples in 1,420 roem pairs. It lies between two sets: the bound of
``bounds.py`` (120,773 triples), outside which nothing can be, and the triples for which
such a split was exhibited; the 2,152 open cases of (tricks, points, roem, roem) were
decided one by one by a complete solver. Beside it stand the triples for which a deal,
legal card by card, has been exhibited in Amsterdam and in Rotterdam play. What was never
exhibited there proves nothing.

**Other roem values: bounded.** ``bounds.bin`` holds the bound of every combination of
roem options, computed by ``bounds.py`` and written by ``manage.py tables``. What lies
outside cannot occur; what lies inside may or may not, until a split is exhibited
(``exhibit.py``). For four nines 150, tens nothing, the totals were decided one by one.

**Roem that must be announced: exact again.** Any choice of cores within the bound is a
deal: fill the tricks up as you like, and announce the cores and nothing else.

The sets do not depend on which suit is trump.
"""

import lzma
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from scoring.rules.bounds import MODES, QUAD_VALUES, JointBound, Mask, mirrored, points_by_tricks


def members(mask: Mask) -> frozenset[int]:
    """The numbers in a set of bits."""
    return frozenset(number for number in range(mask.bit_length()) if mask >> number & 1)


POINTS_WITHOUT_LAST, POINTS_WITH_LAST = (
    tuple(map(members, masks)) for masks in zip(*points_by_tricks(), strict=True)
)
"""Card points a side can have with 0 to 8 tricks, the last not among them, or among them."""

POINTS_BY_TRICKS: tuple[frozenset[int], ...] = tuple(
    without | with_last for without, with_last in zip(POINTS_WITHOUT_LAST, POINTS_WITH_LAST, strict=True)
)
"""Card points a side can have with 0 to 8 tricks; exact, also for legal play."""

POINTS: frozenset[int] = frozenset().union(*POINTS_BY_TRICKS)
"""Card points a side can have in a deal (I2): 1 and 161 never."""

JointTable = Mapping[tuple[int, int], tuple[Mask, Mask]]
"""(own roem, other roem) -> points that are possible, points seen in legal play."""

_DEFAULT_FILE = Path(__file__).with_name("joint_default.bin")
BOUNDS_FILE = Path(__file__).with_name("bounds.bin")
_MASK_BYTES = 21
_SIZE_BYTES = 4
_DEFAULT_QUADS: tuple[int, ...] = (0, 0, 0, 100, 200, 100, 100, 100)
_DECIDED_TOTALS: dict[tuple[tuple[int, ...], str], frozenset[int]] = {
    ((0, 0, 150, 0, 200, 100, 100, 100), "both"): frozenset(
        {0, 20, *range(40, 521, 10), *range(540, 621, 10), 640, 650, 700}
    )
}
"""Roem of both sides together, decided value by value where the joint table is a bound."""


@dataclass(frozen=True)
class RoemReach:
    """What roem and points the two sides can have in a deal.

    ``joint`` is exact where ``exact`` says so, otherwise a bound: what lies outside it
    cannot occur. Its second sets are what was seen in legal play; without
    ``knows_seen`` they equal the first. ``exact_total``: every total of both sides occurs.
    """

    joint: JointTable
    one_side: frozenset[int]
    total: frozenset[int]
    without_a_trick: frozenset[int]
    on_no_points: int
    """The most roem that a side with 0 card points can have (I5)."""
    exact: bool
    exact_total: bool
    knows_seen: bool


@cache
def roem_reach(quads: tuple[int, ...], mode: str, seen_in: str | None) -> RoemReach:
    """The reach of roem for these values of four equal (7 8 9 T J Q K A).

    ``mode`` is one of ``bounds.MODES``; ``seen_in`` the system, "amsterdam" or
    "rotterdam", whose exhibited deals are legal by these rules, if any.
    """
    has_table = (quads, mode) == (_DEFAULT_QUADS, "both")
    exact = has_table or mode.endswith("-unsaid")
    decided = _DECIDED_TOTALS.get((quads, mode))
    if has_table:
        joint = joint_table(seen_in)
    else:
        joint = {
            pair: (points, points)
            for pair, points in joint_bounds(quads, mode).items()
            if decided is None or sum(pair) in decided
        }
    return RoemReach(
        joint,
        one_side=frozenset(own for own, _ in joint),
        total=frozenset(map(sum, joint)),
        without_a_trick=frozenset({0, 20} if mode == "hand" else {0}),
        on_no_points=max(own for (own, _), (points, _seen) in joint.items() if points & 1),
        exact=exact,
        exact_total=exact or decided is not None,
        knows_seen=has_table and seen_in is not None,
    )


@cache
def joint_table(seen_in: str | None) -> JointTable:
    """The exact table of the default roem values, with the deals seen in this system."""
    column = {"amsterdam": 1, "rotterdam": 2}.get(seen_in or "")
    table: dict[tuple[int, int], tuple[Mask, Mask]] = {}
    for own, other, masks in _entries(zlib.decompress(_DEFAULT_FILE.read_bytes()), columns=3):
        possible = masks[0]
        seen = possible & ~masks[column] if column else possible
        table[own, other] = possible, seen
        table[other, own] = mirrored(possible), mirrored(seen)
    return table


@cache
def joint_bounds(quads: tuple[int, ...], mode: str) -> JointBound:
    """The stored bound of these roem values."""
    table: dict[tuple[int, int], Mask] = {}
    for own, other, (points,) in _entries(_stored(mode)[quads], columns=1):
        table[own, other], table[other, own] = points, mirrored(points)
    return table


@cache
def _stored(mode: str) -> dict[tuple[int, ...], bytes]:
    """The bounds of one mode, still packed, by the values of four equal."""
    blocks = dict(zip(MODES, _blocks(BOUNDS_FILE.read_bytes()), strict=True))
    return dict(zip(product(*QUAD_VALUES), _blocks(lzma.decompress(blocks[mode])), strict=True))


def _blocks(data: bytes) -> Iterator[bytes]:
    """The pieces of data that ``_sized`` put together."""
    start = 0
    while start < len(data):
        end = start + _SIZE_BYTES
        start = end + int.from_bytes(data[start:end], "little")
        yield data[end:start]


def packed(modes: Iterable[Iterable[JointBound]]) -> bytes:
    """The contents of ``bounds.bin``: for each mode the bounds of all quad values."""
    return b"".join(
        _sized(lzma.compress(b"".join(_sized(_packed(bound)) for bound in bounds))) for bounds in modes
    )


def _sized(data: bytes) -> bytes:
    return len(data).to_bytes(_SIZE_BYTES, "little") + data


def _packed(bound: JointBound) -> bytes:
    """The pairs with the higher roem first; the others are their mirror images."""
    return b"".join(
        bytes((own // 10, other // 10)) + points.to_bytes(_MASK_BYTES, "little")
        for (own, other), points in sorted(bound.items())
        if own >= other
    )


def _entries(data: bytes, columns: int) -> Iterable[tuple[int, int, tuple[Mask, ...]]]:
    """Own roem, other roem, and the sets of points of a stored table."""
    step = 2 + columns * _MASK_BYTES
    for start in range(0, len(data), step):
        entry = data[start : start + step]
        masks = tuple(
            int.from_bytes(entry[at : at + _MASK_BYTES], "little") for at in range(2, step, _MASK_BYTES)
        )
        yield entry[0] * 10, entry[1] * 10, masks
