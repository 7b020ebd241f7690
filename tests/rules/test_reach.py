"""The sets of what can occur, against the figures they were published with and real deals."""

from itertools import product
from random import Random

import pytest

from scoring.rules.cards import DECK, trick_points
from scoring.rules.reach import POINTS, POINTS_BY_TRICKS, joint_table
from scoring.rules.roem import roem_points, trick_roem
from scoring.rules.rulesets import make_ruleset


@pytest.mark.parametrize(
    ("system", "seen_triples", "seen_pairs"), [("amsterdam", 118_301, 1_420), ("rotterdam", 100_067, 1_179)]
)
def test_the_joint_table_is_whole(system, seen_triples, seen_pairs):
    table = joint_table(system)
    assert len(table) == 1_420
    assert sum(possible.bit_count() for possible, _ in table.values()) == 119_677
    assert sum(seen.bit_count() for _, seen in table.values()) == seen_triples
    assert sum(seen > 0 for _, seen in table.values()) == seen_pairs
    assert all(not seen & ~possible for possible, seen in table.values())


def test_the_table_is_the_same_from_both_sides():
    table = joint_table("rotterdam")
    for (own, other), masks in table.items():
        for mine, theirs in zip(masks, table[other, own], strict=True):
            assert all(mine >> points & 1 == theirs >> 162 - points & 1 for points in range(163))


def test_known_corners():
    table = joint_table("amsterdam")
    assert max(min(pair) for pair in table) == 350
    assert table[700, 0][0] == 1 << 162
    assert [own for own in range(0, 710, 10) if (own, 0) in table and table[own, 0][0] & 1] == [0, 20, 40]
    lowest = {own: (table[own, 0][0] & -table[own, 0][0]).bit_length() - 1 for own in (50, 60, 70, 80, 100)}
    assert lowest == {50: 10, 60: 2, 70: 10, 80: 13, 100: 12}


def test_roem_sets_of_the_default():
    reach = make_ruleset("amsterdam").reach
    assert sorted(reach.total) == [0, 20, *range(40, 521, 10), *range(540, 621, 10), 640, 660, 700]
    assert reach.one_side == reach.total | {650}


def test_points_by_tricks():
    assert [len(some) for some in POINTS_BY_TRICKS] == [1, 66, 107, 135, 139, 135, 107, 66, 1]
    assert frozenset().union(*POINTS_BY_TRICKS) == POINTS == set(range(163)) - {1, 161}
    for tricks, some in enumerate(POINTS_BY_TRICKS):
        assert {162 - points for points in some} == POINTS_BY_TRICKS[8 - tricks]


def random_splits(number):
    """Ways to split the deck into eight tricks: all runs or all quads, then a few cards exchanged."""
    rng = Random("splits")
    orders = (list(DECK), sorted(DECK, key=lambda card: card % 8))
    for _ in range(number):
        deck = rng.choice(orders)[:]
        for _exchange in range(rng.randrange(12)):
            one, other = rng.sample(range(32), 2)
            deck[one], deck[other] = deck[other], deck[one]
        tricks = [deck[at : at + 4] for at in range(0, 32, 4)]
        yield tricks, [rng.randrange(2) for _ in tricks], rng.randrange(8)


def test_no_split_of_the_deck_is_called_impossible():
    ruleset = make_ruleset("amsterdam")
    rich = 0
    for tricks, owners, last in random_splits(3_000):
        points, roem = [0, 0], [0, 0]
        for at, (trick, owner) in enumerate(zip(tricks, owners, strict=True)):
            points[owner] += trick_points(trick, 2, last=at == last)
            roem[owner] += roem_points(trick_roem(trick, 2, ruleset))
        rich += sum(roem) > 200
        assert points[0] in POINTS_BY_TRICKS[owners.count(0)]
        possible, _ = ruleset.reach.joint[roem[0], roem[1]]
        assert possible >> points[0] & 1
    assert rich > 1_000


def test_bounds_hold_for_other_values():
    for nines, tens in product((0, 100, 150), (0, 100)):
        reach = make_ruleset("amsterdam", {"quad.9": nines, "quad.T": tens, "run_bonus": "either"}).reach
        assert reach.joint is None
        assert not reach.one_side & {10, 30}
        assert max(reach.one_side) >= 700
