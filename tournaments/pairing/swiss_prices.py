"""What a meeting of two fixed pairs, and a rest, cost in a draw by standing: goal by goal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tournaments.pairing.field import sit_outs_so_far
from tournaments.pairing.limits import clashes
from tournaments.pairing.matching import Levels
from tournaments.pairing.model import Couple, DrawInput, couple
from tournaments.pairing.numbering import excess
from tournaments.pairing.ranks import doubled_ranks, score_groups

LEVELS = 6
REMATCH, OLDEST, APART, REST, DISTANCE, DIRECTIONS = range(LEVELS)
"""The levels, the most important first."""

_PLAIN = (0, 0, 0, 0)


class Prices:
    """The prices between these entries.

    ranks: of everybody, doubled. obstacles: how many others an entry would meet at a price other than by rank and
    direction, or cannot meet.
    """

    def __init__(self, given: DrawInput, entries: Sequence[int]) -> None:
        self.ranks = doubled_ranks(given)
        self._directions = given.rule.directions
        self._excess = {entry: excess(entry, given) for entry in entries}
        self._pattern = given.rule.pattern
        self._places = _places(given)
        self._special = _special(given, entries)
        self._impossible = clashes(given, entries)
        self._rests = _rest_order(given, entries, self.ranks)
        self.obstacles = dict.fromkeys(entries, 0)
        for pair in {*self._special, *self._impossible}:
            for entry in pair:
                self.obstacles[entry] += 1

    def meeting(self, one: int, other: int) -> Levels | None:
        """What it costs that these two meet; None where they cannot."""
        pair = couple(one, other)
        if pair in self._impossible:
            return None
        rematch, oldest, never, soft = self._special.get(pair, _PLAIN)
        turn = 0
        if self._directions:
            first, second = sorted((self._excess[one], self._excess[other]))
            turn = (first + 1) ** 2 + (second - 1) ** 2
        return rematch, oldest, never, 0, self._off(one, other) ** 2 + soft, turn

    def rest(self, entry: int) -> Levels:
        """What it costs that this entry rests."""
        return 0, 0, 0, self._rests[entry], 0, 0

    def _off(self, one: int, other: int) -> int:
        """How far apart in rank, doubled; among equal scores how far from what the pattern wants."""
        first, second = self.ranks[one], self.ranks[other]
        if self._pattern == "near":
            return abs(first - second)
        (start, size), place = self._places[one], self._places[other]
        if place != (start, size):
            return abs(first - second)
        even = size - size % 2  # of an odd group the last one floats
        if self._pattern == "fold":
            return abs(first + second - 2 * (2 * start + even + 1))
        return abs(abs(first - second) - even)


def _places(given: DrawInput) -> dict[int, tuple[int, int]]:
    """Of every entry: how many stand above its score group, and how many are in it."""
    places: dict[int, tuple[int, int]] = {}
    for group in score_groups(given):
        places.update(dict.fromkeys(group, (len(places), len(group))))
    return places


def _special(given: DrawInput, entries: Sequence[int]) -> dict[Couple, tuple[int, int, int, int]]:
    """The couples that met in this event, or share a group: rematch, its round, never-groups and squared worth."""
    free = set(entries)
    found: dict[Couple, tuple[int, int, int, int]] = {}
    for pair, times in given.evening.opponents.items():
        if times and free.issuperset(pair):
            found[pair] = (times**2, given.met_in_round.get(pair, 0), 0, 0)
    for group in given.apart:
        for pair in combinations(sorted(group.entries & free), 2):
            rematch, oldest, never, soft = found.get(pair, _PLAIN)
            if group.worth is None:
                never += 1
            else:
                soft += (2 * group.worth) ** 2  # ranks are doubled
            found[pair] = (rematch, oldest, never, soft)
    return found


def _rest_order(given: DrawInput, entries: Sequence[int], ranks: dict[int, int]) -> dict[int, int]:
    """Who rests before whom, 0 first: fewest times this event; named to; fewest this season; lowest in rank."""

    def turn(entry: int) -> tuple[int, bool, int, int]:
        evening, season = sit_outs_so_far(given, entry)
        return evening, entry not in given.sit_out_first, season, -ranks[entry]

    order = {key: at for at, key in enumerate(sorted({turn(entry) for entry in entries}))}
    return {entry: order[turn(entry)] for entry in entries}
