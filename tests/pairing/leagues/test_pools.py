"""Pools: sizes, the snake, and groups spread over them."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import DrawError
from tournaments.pairing.leagues import snake


@pytest.mark.parametrize("pools", range(1, 9))
@pytest.mark.parametrize("count", range(4, 41))
def test_sizes_differ_by_one_at_most_and_everybody_has_a_pool(count, pools):
    if count < 2 * pools:
        with pytest.raises(DrawError):
            snake(range(count), pools)
        return
    found = snake(range(count), pools).pools
    sizes = [len(pool) for pool in found]
    assert max(sizes) - min(sizes) <= 1
    assert sorted(entry for pool in found for entry in pool) == list(range(count))


def test_the_snake_goes_to_and_fro():
    assert snake(range(1, 9), 2).pools == ((1, 4, 5, 8), (2, 3, 6, 7))


def test_fourteen_in_four_pools_are_three_three_four_four():
    assert sorted(len(pool) for pool in snake(range(14), 4).pools) == [3, 3, 4, 4]


@settings(max_examples=80, deadline=None)
@given(
    st.integers(2, 6).flatmap(
        lambda pools: st.tuples(
            st.just(pools), st.integers(2 * pools, 30), st.lists(st.integers(0, 4), min_size=30, max_size=30)
        )
    )
)
def test_groups_are_spread_and_the_count_is_honest(case):
    pools, count, colours = case
    groups = [[entry for entry in range(count) if colours[entry] == colour] for colour in range(1, 5)]
    found = snake(range(count), pools, groups)
    together = sum(
        colours[one] == colours[other] != 0 for pool in found.pools for one, other in combinations(pool, 2)
    )
    assert found.together == together >= found.fewest
    pots = Counter((at, pool) for pool in range(pools) for at in range(len(found.pools[pool])))
    assert set(pots.values()) == {1}
    for pool in found.pools:
        assert [entry // pools for entry in pool] == list(range(len(pool)))  # one of every pot


def test_a_club_of_as_many_as_there_are_pools_is_spread_completely():
    found = snake(range(16), 4, [[0, 1, 2, 3], [4, 8, 12, 15], [5, 6, 9, 10]])
    assert found.together == found.fewest == 0


def test_a_club_too_large_shares_as_little_as_can_be():
    found = snake(range(12), 3, [range(5)])
    assert found.together == found.fewest == 2
