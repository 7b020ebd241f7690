"""Whether the rounds still announced can be played without pairing anybody twice.

Near the end of a small field the couples that have not met may no longer cover everybody: six pairs after
three rounds can be left with two triangles. So a draw is taken only when a way through the rest of the evening
is found with it. The way is a certificate; it is not the draw of those rounds.

Three means, the cheap one first: a theorem that says yes for most of every evening; a search of all ways, which alone
can say no for certain, while it takes few steps; and a search for a way by lot.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.lot import Lot
from tournaments.pairing.matching import cheapest_matching
from tournaments.pairing.model import Couple, couple
from tournaments.pairing.packing import rounds_fit

# Fresh starts of the search, matchings tried from one state, and matchings tried in all after one start.
STARTS = 8
WIDTH = 3
MATCHINGS = 60
# Couples tried by the search of all ways: a few milliseconds, enough for the ten pairs of a club evening.
STEPS = 5_000
# Evenings played by lot to learn what cannot be avoided.
HARM_TRIES = 4
# Couples priced in one search for a way, and in one search for the least harm: bounds both in a large field.
WORK = 200_000
# More entries are not searched at all: only the theorem speaks for them.
MOST_SEARCHED = 120


@dataclass(frozen=True, slots=True)
class Evening:
    """The state of an evening.

    used: couples that may not come again. rested: how often each entry rested tonight. turns: who rests next, least
    first, ties by lot; it grows by `step` with every rest. sit_outs: how many rest in each later round.
    never: couples that may not come at all, whoever met: groups that are kept apart.
    """

    entries: Sequence[int]
    used: Collection[Couple]
    rested: Mapping[int, int]
    turns: Mapping[int, int]
    step: int
    sit_outs: int
    never: Collection[Couple] = frozenset()


@dataclass(frozen=True, slots=True)
class Step:
    """One round of a way through the evening: who are coupled, and who rest."""

    couples: tuple[Couple, ...]
    resting: frozenset[int]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the rounds to come look like.

    possible: True with a way found, False when there certainly is none, None when none was found. rematches, broken:
    couples that come again, and never-couples that meet, in the best way found; 0 and 0 where nothing need go wrong.
    """

    possible: bool | None
    rematches: int = 0
    broken: int = 0

    @property
    def order(self) -> tuple[bool, int, int]:
        """The better outlook first."""
        return self.possible is not True, self.rematches, self.broken


def can_finish(evening: Evening, rounds: int, lot: Lot) -> bool:
    """Is a way known to play `rounds` more rounds without a used couple, everybody resting in turn?

    Rounds beyond what can exist at all are not asked for.
    """
    return _possibly(evening, _possible(evening, rounds), lot) is True


def outlook(evening: Evening, rounds: int, lot: Lot) -> Outlook:
    """What `rounds` more rounds look like; those beyond what can exist at all are not asked for."""
    rounds = _possible(evening, rounds)
    possible = _possibly(evening, rounds, lot)
    if possible:
        return Outlook(True)
    return Outlook(possible, *_least_harm(evening, rounds, lot))


def _possibly(evening: Evening, rounds: int, lot: Lot) -> bool | None:
    """True or False for certain, None when no way was found within the search."""
    if _surely(evening, rounds):
        return True
    if len(evening.entries) > MOST_SEARCHED:
        return None
    certain = _fits(evening, rounds)
    if certain is not None:
        return certain
    return True if find_way(evening, rounds, lot) else None


def _surely(evening: Evening, rounds: int) -> bool:
    """Dirac: a graph in which everybody has at least half of the others left has a perfect matching, and each round
    takes one neighbour of everybody away."""
    count = len(evening.entries)
    unusable = _met(evening, {*evening.used, *evening.never})
    fewest_left = count - 1 - evening.sit_outs - max(unusable.values()) - (rounds - 1)
    return 2 * fewest_left >= count - evening.sit_outs


def find_way(evening: Evening, rounds: int, lot: Lot) -> list[Step] | None:
    """A way to play the rounds, as far as they can exist; None when none is found within the search."""
    rounds = _possible(evening, rounds)
    left = WORK // _couples(evening)
    for _ in range(STARTS):
        way: list[Step] = []
        search = _Search(evening, lot, min(MATCHINGS, left))
        if search.extend(way, rounds):
            return way
        left -= min(MATCHINGS, left) - max(0, search.budget)
    return None


def _couples(evening: Evening) -> int:
    count = len(evening.entries)
    return max(1, count * (count - 1) // 2)


def _fits(evening: Evening, rounds: int) -> bool | None:
    """Looks at all ways, when at most one rests and nobody needs to rest a second time in these rounds."""
    entries = sorted(evening.entries)
    least = min(evening.turns.get(entry, 0) for entry in entries)
    fresh = [at for at, entry in enumerate(entries) if evening.turns.get(entry, 0) == least]
    if evening.sit_outs > 1 or (evening.sit_outs and rounds > len(fresh)):
        return None
    unusable = {*evening.used, *evening.never}
    neighbours = [0] * (len(entries) + evening.sit_outs)
    for i, one in enumerate(entries):
        for j, other in enumerate(entries):
            if i != j and couple(one, other) not in unusable:
                neighbours[i] |= 1 << j
    if evening.sit_outs:
        for at in fresh:
            neighbours[at] |= 1 << len(entries)
            neighbours[-1] |= 1 << at
    return rounds_fit(neighbours, rounds, STEPS)


def _least_harm(evening: Evening, rounds: int, lot: Lot) -> tuple[int, int]:
    """The fewest rematches, then never-couples, of a few ways in which every round avoids what it can; none where even one
    way is too long to play."""
    tries = min(HARM_TRIES, WORK // (_couples(evening) * max(1, rounds)))
    return min((_Search(evening, lot, MATCHINGS).harm(rounds) for _ in range(tries)), default=(0, 0))


def _possible(evening: Evening, rounds: int) -> int:
    """As many of the rounds as everybody has others left for, resting no more than the rest."""
    met = _met(evening, evening.used)
    rests = sum(evening.rested.get(entry, 0) for entry in met) + evening.sit_outs * rounds
    most = -(-rests // len(met))
    left = [len(met) - 1 - times + most - evening.rested.get(entry, 0) for entry, times in met.items()]
    return max(0, min([rounds, *left]))


def _met(evening: Evening, couples: Collection[Couple]) -> dict[int, int]:
    """In how many of the couples each entry is."""
    met = dict.fromkeys(evening.entries, 0)
    for pair in couples:
        if pair[0] in met and pair[1] in met:
            met[pair[0]] += 1
            met[pair[1]] += 1
    return met


class _Search:
    """Draws round after round by lot among the couples left, and goes back a round at a dead end."""

    def __init__(self, evening: Evening, lot: Lot, budget: int) -> None:
        self.entries = sorted(evening.entries)
        self.sit_outs = evening.sit_outs
        self.step = evening.step
        self.used = set(evening.used)
        self.never = frozenset(evening.never)
        self.turns = {entry: evening.turns.get(entry, 0) for entry in self.entries}
        self.lot = lot
        self.budget = budget

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

    def harm(self, rounds: int) -> tuple[int, int]:
        """Plays the rounds, each with as few used couples, then never-couples, as it can; counts both."""
        again = broken = 0
        for _ in range(rounds):
            step = self._matched(self._harm_of)
            assert step is not None, "every two may meet at a price"
            again += len(self.used.intersection(step.couples))
            broken += len(self.never.intersection(step.couples))
            self.used.update(step.couples)
            self._rest(step, self.step)
        return again, broken

    def _harm_of(self, pair: Couple) -> int:
        return (len(self.entries) if pair in self.used else 0) + (pair in self.never)

    def _round(self) -> Step | None:
        step = self._matched(lambda pair: None if pair in self.used or pair in self.never else 0)
        if step is None:
            return None
        in_turn = sorted(self.turns.values())[: self.sit_outs]
        return step if sum(self.turns[entry] for entry in step.resting) == sum(in_turn) else None

    def _matched(self, price_of: Callable[[Couple], int | None]) -> Step | None:
        """Resting is one more point to be coupled with, cheapest for whose turn it is."""
        entries, count = self.entries, len(self.entries)
        # What a couple costs weighs more than whose turn it is to rest.
        unit = sum(self.turns.values()) + 1

        def price(i: int, j: int) -> int | None:
            if j >= count:
                return self.turns[entries[i]] if i < count else None
            cost = price_of(couple(entries[i], entries[j]))
            return None if cost is None else cost * unit

        matching = cheapest_matching(count + self.sit_outs, price, self.lot)
        if matching is None:
            return None
        couples = tuple(couple(entries[i], entries[j]) for i, j in matching if j < count)
        return Step(couples, frozenset(entries[i] for i, j in matching if j >= count))

    def _rest(self, step: Step, change: int) -> None:
        for entry in step.resting:
            self.turns[entry] += change
