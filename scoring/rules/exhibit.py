"""A split of the deck with given points and roem, as a proof that it can occur.

The bound of ``bounds.py`` is walked back to a choice of cores and owners with exactly
these points and roem; then the cards beside the cores are laid into tricks until they
bring no roem of their own. What is found can be counted by anybody; when nothing is
found, that proves nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

from scoring.rules.bounds import (
    NOBODY,
    STRIDE,
    A,
    B,
    Choice,
    Owners,
    State,
    States,
    after,
    start,
    suits,
)
from scoring.rules.cards import (
    KING,
    LAST_TRICK,
    POINTS,
    QUEEN,
    SUITS,
    TOTAL,
    Card,
    Mask,
    from_mask,
    mask,
    names,
)
from scoring.rules.findings import SIDES, Side
from scoring.rules.roem import NO_ROEM, STUK, Roem, roem_table
from scoring.rules.rulesets import Ruleset

TRUMP = 3
WALKS = 6
EXCHANGES = 60
_STUK_CARDS: Mask = 1 << TRUMP * 8 + KING | 1 << TRUMP * 8 + QUEEN
_SIDE_OF: dict[int, Side] = {A: "we", B: "they"}


class Split(NamedTuple):
    """Eight tricks by side; ``last`` is the side that has the last one."""

    tricks: Mapping[Side, tuple[Mask, ...]]
    last: Side

    def points(self, side: Side) -> int:
        """Card points of a side, the last trick inside."""
        cards = sum(POINTS[TRUMP][card] for trick in self.tricks[side] for card in from_mask(trick))
        return cards + (LAST_TRICK if self.last == side else 0)

    def to_json(self) -> dict[str, Any]:
        """The split as ``judge`` prints it."""
        data: dict[str, Any] = {"trump": SUITS[TRUMP], "last_trick": self.last}
        return data | {side: [names(from_mask(trick)) for trick in self.tricks[side]] for side in SIDES}


def exhibit(
    points: int, roem: Mapping[Side, int], ruleset: Ruleset, tricks: int | None = None
) -> Split | None:
    """A split in which "we" has these card points (and so many tricks), both sides this roem.

    None when none was found, which proves nothing. The same question gets the same answer.
    """
    rng = Random(f"{points} {roem['we']} {roem['they']} {tricks}")
    numbers = sorted(range(9), key=lambda number: abs(number * TOTAL - points * 8))
    for owners, left in _quads(ruleset.quads, roem):
        walk = _Walk(owners, left, ruleset.roem_mode)
        for number in numbers if tricks is None else [tricks]:
            for last in (A, B):
                if number == (0 if last == A else 8):
                    continue
                for _walk in range(WALKS):
                    choices = walk.back(number, points - (LAST_TRICK if last == A else 0), rng)
                    if choices is None:
                        break
                    laid = _laid(owners, choices, ruleset, rng)
                    if laid:
                        return Split(laid, _SIDE_OF[last])
    return None


def _quads(quads: Sequence[int], roem: Mapping[Side, int]) -> Iterator[tuple[Owners, tuple[int, int]]]:
    """Every way to give quads away, few first, and the roem that is then left for runs and stuk."""
    ways = product(*[(NOBODY, A, B) if worth else (NOBODY,) for worth in quads])
    for owners in sorted(ways, key=lambda some: 8 - some.count(NOBODY)):
        of_a = sum(worth for worth, owner in zip(quads, owners, strict=True) if owner == A)
        of_b = sum(worth for worth, owner in zip(quads, owners, strict=True) if owner == B)
        left = roem["we"] - of_a, roem["they"] - of_b
        # Each trick left holds a run of four at best, one of them with stuk.
        if min(left) >= 0 and sum(left) <= 50 * owners.count(NOBODY) + STUK:
            yield owners, left


class Taken(NamedTuple):
    """How a suit was treated: the choice, and the free ranks that A has."""

    choice: Choice
    ranks: tuple[int, ...]


class _Walk:
    """The outcomes suit by suit, kept to the wanted roem, and the way back through them."""

    def __init__(self, owners: Owners, roem: tuple[int, int], mode: str) -> None:
        self.roem = roem
        self.choices = [
            [one for one in some if self._fits(one.roem_a, one.roem_b)] for some in suits(owners, mode)
        ]
        self.states: list[States] = [start(owners)]
        for choices in self.choices:
            reached = after(self.states[-1], choices)
            self.states.append({key: cards for key, cards in reached.items() if self._fits(*key[:2])})

    def _fits(self, roem_a: int, roem_b: int) -> bool:
        return roem_a <= self.roem[0] and roem_b <= self.roem[1]

    def back(self, tricks: int, points: int, rng: Random) -> list[Taken] | None:
        """A random way to this outcome, suit by suit; None when there is none."""
        if points < 0:
            return None
        outcome = STRIDE * 4 * tricks + points
        ends = [
            key
            for key, cards in self.states[4].items()
            if key[:2] == self.roem and key[2] <= tricks <= 8 - key[3] and cards >> outcome & 1
        ]
        if not ends:
            return None
        state, taken = rng.choice(ends), []
        for suit in (3, 2, 1, 0):
            state, outcome, one = next(self._before(suit, state, outcome, rng))
            taken.append(one)
        return taken[::-1]

    def _before(
        self, suit: int, state: State, outcome: int, rng: Random
    ) -> Iterator[tuple[State, int, Taken]]:
        """The ways in which this suit may have led to the outcome, in random order."""
        choices = self.choices[suit]
        for choice in rng.sample(choices, len(choices)):
            before = (
                *(state[0] - choice.roem_a, state[1] - choice.roem_b),
                *(state[2] - choice.tricks_a, state[3] - choice.tricks_b),
            )
            cards = self.states[suit].get(before, 0)
            places = range(len(choice.free))
            for some in rng.sample(range(1 << len(places)), 1 << len(places)) if cards else ():
                mine = [at for at in places if some >> at & 1]
                rest = outcome - choice.shift - sum(choice.free[at] for at in mine)
                if rest >= 0 and cards >> rest & 1:
                    yield before, rest, Taken(choice, tuple(choice.free_ranks[at] for at in mine))


class _Check(NamedTuple):
    """Tells whether a trick holds the roem that is due in it, and no more."""

    table: Mapping[Mask, Roem]
    may_go_unsaid: bool
    stuk_in_hand: bool

    def wrong(self, trick: Mask, due: int) -> bool:
        if self.stuk_in_hand and trick & _STUK_CARDS == _STUK_CARDS:
            return True  # one hand plays them in two tricks
        return not self.may_go_unsaid and self.table.get(trick, NO_ROEM).points != due


def _laid(
    owners: Owners, taken: Sequence[Taken], ruleset: Ruleset, rng: Random
) -> dict[Side, tuple[Mask, ...]] | None:
    """The cards of both sides laid into tricks, if that can be found."""
    cores = [(suit, core, owner) for suit, one in enumerate(taken) for core, owner in one.choice.cores]
    check = _Check(
        roem_table(TRUMP, ruleset),
        may_go_unsaid=ruleset.roem_declare == "required",
        stuk_in_hand=any(not core.ranks for _suit, core, _owner in cores),
    )
    laid: dict[Side, tuple[Mask, ...]] = {}
    for owner, side in _SIDE_OF.items():
        mine = [
            (mask(suit * 8 + rank for rank in core.ranks), core.roem)
            for suit, core, whose in cores
            if whose == owner and core.ranks
        ]
        mine += [
            (mask(range(rank, 32, 8)), ruleset.quads[rank]) for rank in range(8) if owners[rank] == owner
        ]
        beside = [
            suit * 8 + rank
            for suit, one in enumerate(taken)
            for rank in one.choice.free_ranks
            if (rank in one.ranks) == (owner == A)
        ]
        tricks = _tricks(mine, beside, check, rng)
        if tricks is None:
            return None
        laid[side] = tricks
    return laid


def _tricks(
    cores: Sequence[tuple[Mask, int]], beside: list[Card], check: _Check, rng: Random
) -> tuple[Mask, ...] | None:
    """Tricks of these cores (and the roem due in them) filled up with the cards beside them."""
    number = (sum(core.bit_count() for core, _roem in cores) + len(beside)) // 4
    begun = [*cores, *[(0, 0)] * (number - len(cores))]
    slots = [at for at, (core, _roem) in enumerate(begun) for _slot in range(4 - core.bit_count())]

    def filled(cards: Sequence[Card]) -> tuple[list[Mask], set[int]]:
        """The tricks with these cards in the slots, and the slots of those that are wrong."""
        tricks = [core for core, _roem in begun]
        for at, card in zip(slots, cards, strict=True):
            tricks[at] |= 1 << card
        wrong = [check.wrong(trick, due) for trick, (_core, due) in zip(tricks, begun, strict=True)]
        return tricks, {slot for slot, at in enumerate(slots) if wrong[at]}

    rng.shuffle(beside)
    tricks, wrong = filled(beside)
    for _exchange in range(EXCHANGES):
        if not wrong:
            return tuple(tricks)
        one, other = rng.choice(sorted(wrong)), rng.randrange(len(slots))
        changed = beside[:]
        changed[one], changed[other] = changed[other], changed[one]
        after_it, still = filled(changed)
        if len(still) <= len(wrong):
            beside, tricks, wrong = changed, after_it, still
    return None
