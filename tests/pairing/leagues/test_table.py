"""The table of a division and what follows from it, against sums made in the test."""

from itertools import combinations
from random import Random

import pytest

from tournaments.pairing.leagues import Finish, Result, next_season, table


def test_points_then_the_matches_among_equals_then_the_difference():
    results = [
        Result(1, 2, 1500, 1400),  # 1 beats 2
        Result(2, 3, 1700, 1200),
        Result(3, 1, 1450, 1440),
        Result(1, 4, 1600, 1500),
        Result(2, 4, 1300, 1300),
        Result(3, 4, 1000, 1900),
    ]
    lines = table([1, 2, 3, 4], results)
    assert [(line.entry, line.points) for line in lines] == [(1, 4), (4, 3), (2, 3), (3, 2)]
    assert [line.decided for line in lines] == ["points", "difference", "points", ""]
    assert [line.rank for line in lines] == [1, 2, 3, 4]
    first = lines[0]
    assert (first.played, first.won, first.drawn, first.lost) == (3, 2, 0, 1)
    assert (first.scored, first.against) == (1500 + 1440 + 1600, 1400 + 1450 + 1500)


def test_among_equal_points_the_matches_among_themselves_come_first():
    results = [
        Result(1, 2, 10, 9),
        Result(2, 3, 90, 1),
        Result(3, 4, 50, 0),
        Result(4, 1, 10, 9),
        Result(3, 1, 1, 2),
        Result(4, 2, 0, 1),
    ]
    lines = table([1, 2, 3, 4], results)
    assert [(line.entry, line.points, line.decided) for line in lines] == [
        (1, 4, "among"),  # 1 beat 2, whose difference is far better
        (2, 4, "points"),
        (3, 2, "among"),
        (4, 2, ""),
    ]


def test_the_matches_among_equals_wait_until_all_of_them_have_met():
    results = [Result(1, 2, 10, 9), Result(3, 4, 50, 0), Result(2, 4, 30, 0)]
    lines = table([1, 2, 3, 4], results)
    assert [(line.entry, line.decided) for line in lines] == [
        (3, "difference"),  # 1 beat 2, but neither has met 3
        (2, "difference"),
        (1, "points"),
        (4, ""),
    ]


def test_who_is_equal_in_everything_shares_the_place():
    lines = table([1, 2, 3], [Result(1, 2, 100, 100), Result(3, 1, 100, 100), Result(2, 3, 100, 100)])
    assert [line.rank for line in lines] == [1, 1, 1]
    assert [line.decided for line in lines] == ["equal", "equal", ""]
    assert [line.entry for line in lines] == [1, 2, 3]


def test_an_awarded_match_counts_without_a_score():
    lines = table([1, 2], [Result(1, 2, awarded=2)])
    assert (lines[0].entry, lines[0].points, lines[0].won, lines[0].scored) == (2, 2, 1, 0)
    assert (lines[1].lost, lines[1].played) == (1, 1)


def test_totals_may_count_instead_of_match_points():
    results = [Result(1, 2, 1500, 1400), Result(1, 3, 1500, 1400), Result(2, 3, 1700, 900)]
    assert [line.entry for line in table([1, 2, 3], results)] == [1, 2, 3]
    assert [(line.entry, line.points) for line in table([1, 2, 3], results, totals=True)] == [
        (2, 3100),
        (1, 3000),
        (3, 2300),
    ]


def test_before_the_first_match_all_are_equal_and_strangers_do_not_count():
    lines = table([5, 6], [Result(5, 9, 100, 0)])
    assert [(line.rank, line.played) for line in lines] == [(1, 0), (1, 0)]


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_results_and_entries_changes_no_rank(seed):
    luck = Random(seed)
    results = [Result(*pair, luck.choice([1, 2]), luck.choice([1, 2])) for pair in combinations(range(6), 2)]
    ranks = {line.entry: line.rank for line in table(range(6), results)}
    shuffled, entries = list(results), list(range(6))
    luck.shuffle(shuffled)
    luck.shuffle(entries)
    turned = [Result(one.away, one.home, one.away_score, one.home_score) for one in shuffled]
    assert {line.entry: line.rank for line in table(entries, turned)} == ranks


def finish(division, level, entries, **fields):
    return Finish(division, level, tuple(entries), tuple(range(1, len(entries) + 1)), **fields)


def test_the_best_go_up_and_the_last_go_down():
    found = next_season(
        [
            finish(1, 1, "abcd", promoted=1, relegated=1),
            finish(2, 2, "efgh", promoted=1, relegated=1),
            finish(3, 3, "ijk", promoted=1, relegated=1),
        ]
    )
    assert found.divisions == {1: tuple("abce"), 2: tuple("dfgi"), 3: tuple("hjk")}
    assert [(move.entry, move.origin, move.target, move.way) for move in found.moves] == [
        ("d", 1, 2, "down"),
        ("e", 2, 1, "up"),
        ("h", 2, 3, "down"),
        ("i", 3, 2, "up"),
    ]


def test_two_divisions_below_one_keep_about_the_same_size():
    found = next_season(
        [
            finish(1, 1, "abcdef", relegated=2),
            finish(2, 2, "ghij", promoted=1),
            finish(3, 2, "klmn", promoted=1),
        ]
    )
    assert {key: len(entries) for key, entries in found.divisions.items()} == {1: 6, 2: 4, 3: 4}
    assert sorted(entry for entries in found.divisions.values() for entry in entries) == list(
        "abcdefghijklmn"
    )


def test_a_shared_place_at_the_line_is_said():
    shared = Finish(2, 2, ("x", "y", "z"), (1, 1, 3), promoted=1)
    (move,) = next_season([finish(1, 1, "ab"), shared]).moves
    assert move.tied
    (clear,) = next_season([finish(1, 1, "ab"), finish(2, 2, "xyz", promoted=1)]).moves
    assert not clear.tied


def test_nobody_goes_up_and_down_at_once():
    found = next_season([finish(1, 1, "a"), finish(2, 2, "b", promoted=1, relegated=1), finish(3, 3, "c")])
    assert [(move.entry, move.way) for move in found.moves] == [("b", "up")]
