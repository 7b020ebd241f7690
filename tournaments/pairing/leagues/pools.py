"""Pools by snake seeding, with those who belong together spread over them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy.optimize import linear_sum_assignment

from tournaments.pairing.model import DrawError
from tournaments.sentences import gettext_noop


@dataclass(frozen=True, slots=True)
class Pools:
    """The pools, best seed first in each. `together`: couples of one group that share a pool; `fewest`: the
    fewest that can share one whatever the seeding, by counting the groups alone."""

    pools: tuple[tuple[int, ...], ...]
    together: int
    fewest: int


def snake(entries: Sequence[int], count: int, groups: Collection[Collection[int]] = ()) -> Pools:
    """Deals the entries, best first, over so many pools to and fro: 1 to A, 2 to B, 3 to B, 4 to A …

    Sizes differ by one at most. Members of a group are spread: each pot (as many entries as there are pools) is dealt
    anew so that fewest of a group share a pool, as close to the snake as that allows, and entries of one pot then
    change places as long as that helps.

    Raises DrawError when a pool would have fewer than two entries.
    """
    if count < 1 or len(entries) < 2 * count:
        raise DrawError(
            gettext_noop("%(entries)s entries do not fill %(pools)s pools: a pool has at least 2."),
            entries=len(entries),
            pools=count,
        )
    friends = _friends(groups)
    pools: list[list[int]] = [[] for _pool in range(count)]
    for pot, first in enumerate(range(0, len(entries), count)):
        _deal(entries[first : first + count], pools, friends, forth=pot % 2 == 0)
    _swap(pools, friends)
    fewest = sum(_fewest(len(set(group) & set(entries)), count) for group in groups)
    return Pools(tuple(map(tuple, pools)), _together(pools, friends), fewest)


def _friends(groups: Collection[Collection[int]]) -> dict[int, set[int]]:
    friends: dict[int, set[int]] = {}
    for group in groups:
        for entry in group:
            friends.setdefault(entry, set()).update(set(group) - {entry})
    return friends


def _deal(pot: Sequence[int], pools: list[list[int]], friends: dict[int, set[int]], *, forth: bool) -> None:
    """The cheapest way to give each of the pot a pool of his own: friends first, then the distance to the snake."""
    count = len(pools)
    snake_place = [at if forth else count - 1 - at for at in range(len(pot))]
    costs = np.array(
        [
            [
                len(friends.get(entry, set()) & set(pool)) * count**3 + abs(place - snake_place[at]) ** 2
                for place, pool in enumerate(pools)
            ]
            for at, entry in enumerate(pot)
        ]
    )
    for at, place in zip(*linear_sum_assignment(costs), strict=True):
        pools[place].append(pot[at])


def _swap(pools: list[list[int]], friends: dict[int, set[int]]) -> None:
    """Two of the same pot change places as long as fewer friends then share a pool."""
    together = _together(pools, friends)
    better = True
    while together and better:
        better = False
        for one, other in combinations(pools, 2):
            for pot in range(min(len(one), len(other))):
                one[pot], other[pot] = other[pot], one[pot]
                now = _together(pools, friends)
                if now < together:
                    together, better = now, True
                else:
                    one[pot], other[pot] = other[pot], one[pot]


def _together(pools: Sequence[Sequence[int]], friends: dict[int, set[int]]) -> int:
    return sum(other in friends.get(one, ()) for pool in pools for one, other in combinations(pool, 2))


def _fewest(members: int, pools: int) -> int:
    """The fewest couples of so many that share a pool when they are spread evenly."""
    each, more = divmod(members, pools)
    return pools * (each * (each - 1) // 2) + more * each
