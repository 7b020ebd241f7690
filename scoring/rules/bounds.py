"""Upper bounds on points and roem, by exact dynamic programming over the 32 cards.

**What is computed.** For a set of roem values: every (card points of side A, roem of A,
roem of side B) that could come from sharing the deck between two sides in eight tricks.

**Method.** A trick scores roem through a *core*: four equal cards, a run of three or
four, or king and queen of trumps. Choose for each rank whether its four cards are a
quad of A, a quad of B or no quad; choose in each suit, among the cards left, any family
of disjoint runs (and stuk, in trumps) and give each to A or to B; let every other card
go to A or B as it likes. Keep the outcomes in which A has 4k cards for some k from 0 to
8, holds at most k scoring tricks, and B at most 8 - k. The last trick adds 10 to either
side that has a trick.

**Proof that nothing is left out.** Take any eight tricks, shared out and played in any
way, legally or not. Its scoring tricks hold disjoint cores whose values add up to the
roem of each side; A owns four cards for each of its k tricks; its scoring tricks are
among its k, those of B among the other 8 - k. So the choice of exactly these cores, and
of the real owner for every other card, is one of those listed, and its points are
counted. What is *not* listed therefore cannot occur. The reverse does not hold: the
cards beside the cores need not be able to fill tricks without roem of their own.

The points of all choices are found at once. A set of outcomes is one integer, in which
bit ``STRIDE * n + p`` stands for "n cards of A, worth p": a card of A shifts it, a free
card is the set joined with its shift. Trump is one suit for all: renaming suits changes
nothing.

Where roem must be announced, a core may also count for less (a run without its stuk) or
not at all; the bounds named "unsaid" allow for that. Where stuk belongs to who holds
king and queen in hand, it goes with no trick: the bounds named "hand" give it to A, to B
or to nobody, never beside a run that holds both cards, for one hand plays them in two
tricks.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

from scoring.rules.cards import KING, LAST_TRICK, POINTS, QUEEN, TOTAL

Mask = int
"""A set of card points, bit p for p points."""

NOBODY, A, B = range(3)
QUAD_VALUES = ((0, 100), (0, 100), (0, 100, 150), (0, 100), (100, 200), (100,), (100,), (100,))
"""What four equal of each rank (7 8 9 T J Q K A) may be worth."""

MODES = ("both", "either", "both-unsaid", "either-unsaid", "hand")
"""When a run of trumps earns stuk, or the hand that holds it does."""

STRIDE = 160
_POINTS_OF_A_TRICK = (1 << STRIDE) - 1
_PLAIN, _TRUMP = POINTS[3][:8], POINTS[3][24:]

Owners = tuple[int, ...]
"""Who has the four cards of each rank in one trick: nobody, A or B."""

RoemPair = tuple[int, int]
JointBound = Mapping[RoemPair, Mask]
"""(roem of A, roem of B) -> points that A may have."""


class Core(NamedTuple):
    """Cards of one suit that score in one trick; stuk in hand takes no trick."""

    ranks: tuple[int, ...]
    roem: int
    tricks: int = 1


class Choice(NamedTuple):
    """One way to treat a suit: what its cores bring, and what its cards do to the outcomes."""

    roem_a: int
    roem_b: int
    tricks_a: int
    tricks_b: int
    shift: int  # the cards that A certainly has
    free: tuple[int, ...]  # the shift of each card that may be anybody's
    cores: tuple[tuple[Core, int], ...]  # each with its owner
    free_ranks: tuple[int, ...]


def joint_bound(quads: tuple[int, ...], mode: str, tricks: int | None = None) -> dict[RoemPair, Mask]:
    """The bound for these values of four equal, by the roem of both sides.

    With ``tricks``: for the outcomes in which A has so many.
    """
    ranks = [(NOBODY, A, B) if worth else (NOBODY,) for worth in quads]
    bound: dict[RoemPair, Mask] = defaultdict(int)
    for owners in product(*ranks):
        more_a = sum(worth for worth, owner in zip(quads, owners, strict=True) if owner == A)
        more_b = sum(worth for worth, owner in zip(quads, owners, strict=True) if owner == B)
        for (number, roem_a, roem_b), points in _outcomes(owners, mode).items():
            if tricks in (None, number):
                bound[roem_a + more_a, roem_b + more_b] |= points
    return dict(bound)


def bounds_of(mode: str) -> Iterator[tuple[tuple[int, ...], dict[RoemPair, Mask]]]:
    """The bound of every combination of quad values, in the order of ``QUAD_VALUES``."""
    for quads in product(*QUAD_VALUES):
        yield quads, joint_bound(quads, mode)


@cache
def _outcomes(owners: Owners, mode: str) -> dict[tuple[int, int, int], Mask]:
    """(tricks of A, roem of A, roem of B) -> points, roem of the quads themselves left out."""
    states = start(owners)
    for choices in suits(owners, mode):
        states = after(states, choices)
    found: dict[tuple[int, int, int], Mask] = defaultdict(int)
    for (roem_a, roem_b, tricks_a, tricks_b), cards in states.items():
        for tricks in range(tricks_a, 9 - tricks_b):
            points = cards >> STRIDE * 4 * tricks & _POINTS_OF_A_TRICK
            if points:
                found[tricks, roem_a, roem_b] |= with_last_trick(points, tricks)
    return dict(found)


def with_last_trick(points: Mask, tricks: int) -> Mask:
    """The last trick is with the other side, or with this one, if each has a trick."""
    lost = points if tricks < 8 else 0
    return lost | (points << LAST_TRICK if tricks else 0)


State = tuple[int, int, int, int]
"""Roem of A, of B, scoring tricks of A, of B."""

States = dict[State, int]
"""The outcomes of each state."""


def start(owners: Owners) -> States:
    """The outcomes before any suit is shared out."""
    return {(0, 0, owners.count(A), owners.count(B)): 1}


def suits(owners: Owners, mode: str) -> tuple[list[Choice], ...]:
    """The choices in each suit beside these quads, the trumps last."""
    plain = _choices(owners, _PLAIN, _families(owners, None))
    return plain, plain, plain, _choices(owners, _TRUMP, _families(owners, mode))


def after(states: States, choices: list[Choice]) -> States:
    """The outcomes when one more suit is shared out."""
    new: States = defaultdict(int)
    for (roem_a, roem_b, tricks_a, tricks_b), before in states.items():
        for choice in choices:
            if tricks_a + tricks_b + choice.tricks_a + choice.tricks_b > 8:
                continue
            cards = before << choice.shift
            for shift in choice.free:
                cards |= cards << shift
            key = (
                *(roem_a + choice.roem_a, roem_b + choice.roem_b),
                *(tricks_a + choice.tricks_a, tricks_b + choice.tricks_b),
            )
            new[key] |= cards
    return dict(new)


def _choices(owners: Owners, worth: tuple[int, ...], families: list[tuple[Core, ...]]) -> list[Choice]:
    """Every family of cores of a suit, shared out in every way."""
    shifts = [STRIDE + points for points in worth]
    quads_of_a = sum(shift for shift, owner in zip(shifts, owners, strict=True) if owner == A)
    choices: list[Choice] = []
    for family in families:
        in_cores = {rank for core in family for rank in core.ranks}
        ranks = tuple(rank for rank in range(8) if owners[rank] == NOBODY and rank not in in_cores)
        free = tuple(shifts[rank] for rank in ranks)
        for sides in product((A, B), repeat=len(family)):
            cores = tuple(zip(family, sides, strict=True))
            mine = [core for core, side in cores if side == A]
            roem_a, tricks_a = sum(core.roem for core in mine), sum(core.tricks for core in mine)
            roem_b = sum(core.roem for core in family) - roem_a
            tricks_b = sum(core.tricks for core in family) - tricks_a
            shift = quads_of_a + sum(shifts[rank] for core in mine for rank in core.ranks)
            choices.append(Choice(roem_a, roem_b, tricks_a, tricks_b, shift, free, cores, ranks))
    return choices


def _families(owners: Owners, mode: str | None) -> list[tuple[Core, ...]]:
    """All families of disjoint cores in one suit; ``mode`` is None for a plain suit."""
    cores = [core for core in _cores(mode) if all(owners[rank] == NOBODY for rank in core.ranks)]
    families: list[tuple[Core, ...]] = [()]
    for core in cores:
        families += [
            (*family, core)
            for family in families
            if all(set(core.ranks).isdisjoint(other.ranks) for other in family)
        ]
    if mode == "hand":
        families += [
            (*family, Core((), 20, tricks=0))
            for family in families
            if not any({QUEEN, KING} <= set(core.ranks) for core in family)
        ]
    return families


def _cores(mode: str | None) -> list[Core]:
    """The runs and stuk of a suit, with what they may count for."""
    cores: list[Core] = []
    for length, roem in ((3, 20), (4, 50)):
        for low in range(9 - length):
            run = tuple(range(low, low + length))
            held = {QUEEN, KING} & set(run)
            bonus = {"both": len(held) == 2, "either": bool(held)}.get((mode or "").split("-")[0])
            if not bonus or (mode or "").endswith("unsaid"):
                cores.append(Core(run, roem))
            if bonus:
                cores.append(Core(run, roem + 20))
    if mode not in (None, "hand"):
        cores.append(Core((QUEEN, KING), 20))
    return cores


def points_by_tricks() -> tuple[tuple[Mask, Mask], ...]:
    """For 0 to 8 tricks: the card points of a side without and with the last trick.

    Exact: a side with k tricks may own any 4k cards, and the last trick or not; both
    sides of an "or" over all 32 cards.
    """
    cards = 1
    for points in POINTS[3]:
        cards |= cards << STRIDE + points
    found: list[tuple[Mask, Mask]] = []
    for tricks in range(9):
        points = cards >> STRIDE * 4 * tricks & _POINTS_OF_A_TRICK
        found.append((points if tricks < 8 else 0, points << LAST_TRICK if tricks else 0))
    return tuple(found)


def mirrored(points: Mask) -> Mask:
    """The points of the other side: 162 - p for each p."""
    return int(f"{points:0{TOTAL + 1}b}"[::-1], 2)
