"""Who rests at tables of four, in the order in which the goals of a draw by standing would have it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, islice
from math import comb

from tournaments.pairing.field import sit_outs_so_far
from tournaments.pairing.lot import Lot
from tournaments.pairing.matching import MatchingProblem
from tournaments.pairing.model import DrawError, DrawInput, couple
from tournaments.pairing.ranks import doubled_ranks
from tournaments.sentences import gettext_noop

Turn = tuple[int, int, int, int]
"""Not named first while others are; rests in this event, squared; rests before it; twice the ranks above the last."""

MOST_CHOICES = 455
"""Three of fifteen, who leave twelve to be seated: looked at one by one."""


def who_may_rest(free: Sequence[int], wanted: Collection[int], count: int) -> tuple[int, ...]:
    """Those of whom nobody waits at a table; raises DrawError when `count` of them must rest and they are fewer."""
    found = tuple(entry for entry in free if entry not in wanted)
    if len(found) < count:
        raise DrawError(
            gettext_noop(
                "Of those who may rest there are %(others)s, and %(count)s must. Take a wish for partners or opponents back."
            ),
            count=count,
            others=len(found),
        )
    return found


class Turns:
    """Whose turn it is to rest, by standing."""

    def __init__(self, given: DrawInput, may_rest: Sequence[int], lot: Lot) -> None:
        self.given, self.lot = given, lot
        ranks = doubled_ranks(given)
        last = max(ranks.values())
        self._turns = {}
        for entry in lot.shuffled(may_rest):
            evening, season = sit_outs_so_far(given, entry)
            unnamed = int(bool(given.sit_out_first) and entry not in given.sit_out_first)
            self._turns[entry] = (unnamed, evening**2, season, last - ranks[entry])

    def of(self, resting: Collection[int]) -> Turn:
        """What it counts that these rest; less is better, the first number before the next."""
        turns = [self._turns[entry] for entry in resting]
        unnamed, evening, season, above = (sum(turn[at] for turn in turns) for at in range(4))
        return unnamed, evening, season, above

    def all_in_order(self, count: int) -> list[frozenset[int]]:
        """Every choice of who rest, the best first, equals in an order by lot; none when there are too many."""
        if comb(len(self._turns), count) > MOST_CHOICES:
            return []
        return sorted(map(frozenset, combinations(self._turns, count)), key=self.of)

    def first(self, count: int) -> frozenset[int]:
        return frozenset(self._in_turn()[:count])

    def with_one_of(self, members: Collection[int], count: int, most: int) -> Iterator[frozenset[int]]:
        """Choices in which one of these rests whose turn it is not yet, at most so many."""
        *first, _last = (order := self._in_turn())[:count]
        for entry in islice((entry for entry in order[count:] if entry in members), most):
            yield frozenset([*first, entry])

    def _in_turn(self) -> list[int]:
        return sorted(self._turns, key=self._turns.__getitem__)

    def sparing_partners(self, free: Sequence[int], count: int) -> tuple[frozenset[int], int]:
        """Who rest so that the others repeat the fewest partners of this event, and how many, by the square of how often.

        One matching: of the players with each other, and of who rest with a chair at the side.
        """
        met = self.given.evening.partners
        edges = [
            (i, j, (met.get(couple(one, other), 0) ** 2, 0, 0, 0, 0))
            for (i, one), (j, other) in combinations(enumerate(free), 2)
        ]
        for i, entry in enumerate(free):
            if entry in self._turns:
                edges += [(i, len(free) + chair, (0, *self._turns[entry])) for chair in range(count)]
        matching = MatchingProblem(len(free) + count, edges, self.lot).cheapest()
        assert matching is not None, "every two people may be partners, and enough may rest"
        return frozenset(free[i] for i, j in matching.couples if j >= len(free)), matching.levels[0]
