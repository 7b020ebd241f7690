"""Whether the rounds still announced can be played without pairing anybody twice.

Near the end of a small field the couples that have not met may no longer cover everybody: six pairs after
three rounds can be left with two triangles. So a draw is taken only when a way through the rest of the evening
is found with it. The way is a certificate; it is not the draw of those rounds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.lot import Lot
from tournaments.pairing.matching import cheapest_matching
from tournaments.pairing.model import Couple, couple

# Fresh starts of the search, matchings tried from one state, and matchings tried in all after one start.
STARTS = 8
WIDTH = 3
MATCHINGS = 60


@dataclass(frozen=True, slots=True)
class Evening:
    """The state of an evening.

    used: couples that may not come again. rested: how often each entry rested tonight. turns: who rests next, least
    first, ties by lot; it grows by `step` with every rest. sit_outs: how many rest in each later round.
    """

    entries: Sequence[int]
    used: Collection[Couple]
    rested: Mapping[int, int]
    turns: Mapping[int, int]
    step: int
    sit_outs: int


@dataclass(frozen=True, slots=True)
class Step:
    """One round of a way through the evening: who are coupled, and who rest."""

    couples: tuple[Couple, ...]
    resting: frozenset[int]


def can_finish(evening: Evening, rounds: int, lot: Lot) -> bool:
    """Is there a way to play `rounds` more rounds without a used couple, everybody resting in turn?

    Rounds beyond what can exist at all are not asked for.
    """
    count = len(evening.entries)
    rounds = _possible(evening, rounds)
    # Dirac: a graph in which everybody has at least half of the others left has a perfect matching, and each
    # round takes one neighbour of everybody away.
    fewest_left = count - 1 - evening.sit_outs - max(_met(evening).values()) - (rounds - 1)
    if 2 * fewest_left >= count - evening.sit_outs:
        return True
    return find_way(evening, rounds, lot) is not None


def find_way(evening: Evening, rounds: int, lot: Lot) -> list[Step] | None:
    """A way to play the rounds, as far as they can exist; None when none is found within the search."""
    rounds = _possible(evening, rounds)
    for _ in range(STARTS):
        way: list[Step] = []
        if _Search(evening, lot).extend(way, rounds):
            return way
    return None


def _possible(evening: Evening, rounds: int) -> int:
    """As many of the rounds as everybody has others left for, resting no more than the rest."""
    met = _met(evening)
    rests = sum(evening.rested.get(entry, 0) for entry in met) + evening.sit_outs * rounds
    most = -(-rests // len(met))
    left = [len(met) - 1 - times + most - evening.rested.get(entry, 0) for entry, times in met.items()]
    return max(0, min([rounds, *left]))


def _met(evening: Evening) -> dict[int, int]:
    """How many of the others each entry met already."""
    met = dict.fromkeys(evening.entries, 0)
    for pair in evening.used:
        if pair[0] in met and pair[1] in met:
            met[pair[0]] += 1
            met[pair[1]] += 1
    return met


class _Search:
    """Draws round after round by lot among the couples left, and goes back a round at a dead end."""

    def __init__(self, evening: Evening, lot: Lot) -> None:
        self.entries = sorted(evening.entries)
        self.sit_outs = evening.sit_outs
        self.step = evening.step
        self.used = set(evening.used)
        self.turns = {entry: evening.turns.get(entry, 0) for entry in self.entries}
        self.lot = lot
        self.budget = MATCHINGS

    def extend(self, way: list[Step], rounds: int) -> bool:
        """Adds `rounds` rounds to `way`; leaves it as it was when no way is found."""
        if rounds == 0:
            return True
        for _ in range(WIDTH):
            self.budget -= 1
            step = self._round() if self.budget >= 0 else None
            if step is None:
                return False
            self.used.update(step.couples)
            self._rest(step, self.step)
            way.append(step)
            if self.extend(way, rounds - 1):
                return True
            way.pop()
            self._rest(step, -self.step)
            self.used.difference_update(step.couples)
        return False

    def _round(self) -> Step | None:
        """Resting is one more point to be coupled with, cheapest for whose turn it is."""
        entries, count = self.entries, len(self.entries)

        def price(i: int, j: int) -> int | None:
            if j >= count:
                return self.turns[entries[i]] if i < count else None
            return None if couple(entries[i], entries[j]) in self.used else 0

        matching = cheapest_matching(count + self.sit_outs, price, self.lot)
        if matching is None:
            return None
        couples = tuple(couple(entries[i], entries[j]) for i, j in matching if j < count)
        resting = frozenset(entries[i] for i, j in matching if j >= count)
        in_turn = sorted(self.turns.values())[: self.sit_outs]
        return Step(couples, resting) if sum(self.turns[e] for e in resting) == sum(in_turn) else None

    def _rest(self, step: Step, change: int) -> None:
        for entry in step.resting:
            self.turns[entry] += change
