"""What card points and roem can occur in a deal: exact sets, as computed once.

The joint table holds, for the default roem values, every (card points of a side, its
roem, roem of the other side) that some split of the 32 cards into eight tricks gives:
an exact dynamic program over card subsets, its 2,152 open cases decided one by one by
a complete solver (119,677 triples, 1,420 roem pairs). Beside it stand the triples for
which a deal, legal card by card, has been exhibited, for each system of play. Outside
the first set a row cannot happen; inside it but outside the second it has never been
seen, which proves nothing. The sets do not depend on which suit is trump.
"""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

POINTS = frozenset({0, 162, *range(2, 161)})
"""Card points a side can have in a deal (I2): 1 and 161 never."""

MOST_ROEM_ON_NO_POINTS = 40  # I5: eleven cards are worth 0, so two 7-8-9 at most

POINTS_BY_TRICKS: tuple[frozenset[int], ...] = tuple(
    frozenset().union(*(range(low, high + 1) for low, high in spans))
    for spans in (
        [(0, 0)],
        [(0, 0), (2, 66)],
        [(0, 0), (2, 104), (106, 108)],
        [(2, 136)],
        [(12, 150)],
        [(26, 160)],
        [(54, 56), (58, 160), (162, 162)],
        [(96, 160), (162, 162)],
        [(162, 162)],
    )
)
"""Card points a side can have with 0 to 8 tricks; exact, also for legal play."""

Mask = int
"""A set of card points, bit p for p points."""

JointTable = Mapping[tuple[int, int], tuple[Mask, Mask]]
"""(own roem, other roem) -> points that are possible, points seen in legal play."""

_TABLE_FILE = Path(__file__).with_name("joint_default.bin")
_MASK_BYTES = 21
_ENTRY_BYTES = 2 + 3 * _MASK_BYTES
_DEFAULT_QUADS: tuple[int, ...] = (0, 0, 0, 100, 200, 100, 100, 100)
_KO_QUADS: tuple[int, ...] = (0, 0, 150, 0, 200, 100, 100, 100)
_KO_TOTALS = frozenset({0, 20, *range(40, 521, 10), *range(540, 621, 10)}) | {*(640, 650, 700)}
_NKU_QUADS: tuple[int, ...] = (100,) * 8
_NKU_TOTALS = frozenset({0, 20, *range(40, 601, 10), 620, 700, 800})


@dataclass(frozen=True)
class RoemReach:
    """Roem that one side and both sides together can have in a deal.

    ``joint`` is the table of the default roem values, or None when the ruleset has
    other values; then the sets are upper bounds. ``proven`` is False where roem that
    nobody announced is lost: a row may then hold less than lay on the table, and the
    table only tells what is odd.
    """

    one_side: frozenset[int]
    total: frozenset[int]
    joint: JointTable | None
    proven: bool = True


@cache
def joint_table(system: str) -> JointTable:
    """The joint table with the deals seen in "amsterdam" or "rotterdam" play."""
    data = zlib.decompress(_TABLE_FILE.read_bytes())
    column = {"amsterdam": 1, "rotterdam": 2}[system]
    table: dict[tuple[int, int], tuple[Mask, Mask]] = {}
    for start in range(0, len(data), _ENTRY_BYTES):
        entry = data[start : start + _ENTRY_BYTES]
        own, other = entry[0] * 10, entry[1] * 10
        possible, unseen = _mask(entry, 0), _mask(entry, column)
        table[own, other] = possible, possible & ~unseen
        table[other, own] = _mirrored(possible), _mirrored(possible & ~unseen)
    return table


def _mask(entry: bytes, place: int) -> Mask:
    start = 2 + place * _MASK_BYTES
    return int.from_bytes(entry[start : start + _MASK_BYTES], "little")


def _mirrored(mask: Mask) -> Mask:
    """The points of the other side: 162 - p for each p."""
    return int(f"{mask:0163b}"[::-1], 2)


@cache
def roem_reach(
    quads: tuple[int, ...], *, every_run_counts: bool, may_go_unsaid: bool, system: str
) -> RoemReach:
    """The reach of roem for these values of four equal (7 8 9 T J Q K A).

    ``every_run_counts``: runs and stuk as in the default rules.
    """
    bound = _upper_bound(quads)
    if not every_run_counts:
        return RoemReach(bound, bound, None)
    if quads == _DEFAULT_QUADS:
        table = joint_table(system)
        if may_go_unsaid:
            return RoemReach(bound, bound, table, proven=False)
        own = frozenset(own for own, _ in table)
        return RoemReach(own, frozenset(map(sum, table)), table)
    known = {_KO_QUADS: _KO_TOTALS, _NKU_QUADS: _NKU_TOTALS}.get(quads)
    return RoemReach(bound, bound if may_go_unsaid or not known else known, None)


def _upper_bound(quads: tuple[int, ...]) -> frozenset[int]:
    """Multiples of ten but 10 and 30, up to what eight tricks could hold at best.

    Runs are worth 50 at most and stuk 20, once; quads are counted best first as if
    they took no cards from the runs. A bound, not a proof that a value occurs.
    """
    best = sorted(quads, reverse=True)
    most = max(sum(best[:q]) + (8 - q) * 50 + (20 if q < 8 else 0) for q in range(9))
    return frozenset({0, 20, *range(40, most + 1, 10)})
