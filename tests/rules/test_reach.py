"""The sets of what can occur, against the figures they were published with and real deals."""

from itertools import product

import pytest

from scoring.rules.reach import POINTS, POINTS_BY_TRICKS, joint_table
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


def test_every_other_ruleset_has_a_bound():
    for nines, tens in product((0, 100, 150), (0, 100)):
        reach = make_ruleset("amsterdam", {"quad.9": nines, "quad.T": tens, "run_bonus": "either"}).reach
        assert (reach.exact, reach.knows_seen) == (False, False)
        assert all(possible == seen for possible, seen in reach.joint.values())
        assert not reach.one_side & {10, 30}
        assert max(reach.one_side) >= 700


def test_totals_that_were_decided_one_by_one():
    reach = make_ruleset("rotterdam-ko").reach
    assert (reach.exact, reach.exact_total) == (False, True)
    assert sorted(reach.total) == [0, 20, *range(40, 521, 10), *range(540, 621, 10), 640, 650, 700]
    assert len(reach.total) == 63


def test_roem_on_no_points():
    assert make_ruleset("amsterdam").reach.on_no_points == 40  # two runs 7-8-9
    assert make_ruleset("nku").reach.on_no_points == 200  # four sevens, four eights
    assert make_ruleset("amsterdam", {"stuk_scope": "hand"}).reach.on_no_points == 60


def test_where_roem_may_go_unsaid_the_set_is_exact():
    reach = make_ruleset("amsterdam", {"roem_declare": "required"}).reach
    assert (reach.exact, reach.exact_total, reach.knows_seen) == (True, True, False)
