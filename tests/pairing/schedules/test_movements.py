"""Movements of pairs, counted by the test itself."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from tournaments.pairing.schedules import ScheduleError, count, movement
from tournaments.pairing.schedules.movements import most_rounds

ALL = ("mitchell", "howell", "move_up")


def meetings(schedule):
    return Counter(
        frozenset(table.entries) for planned in schedule.rounds for table in planned.tables if table.entries
    )


@pytest.mark.parametrize("method", ALL)
@pytest.mark.parametrize("pairs", range(4, 41))
def test_nobody_meets_again_and_everybody_has_one_place(method, pairs):
    rounds = most_rounds(method, pairs)
    schedule = movement(method, pairs, rounds)
    assert len(schedule.rounds) == rounds
    assert max(meetings(schedule).values()) == 1
    for planned in schedule.rounds:
        places = [*planned.sit_outs, *(pair for table in planned.tables for pair in table.entries)]
        assert sorted(places) == list(range(1, pairs + 1))
        numbers = [table.number for table in planned.tables]
        assert len(set(numbers)) == len(numbers) == pairs // 2
    rests = Counter(pair for planned in schedule.rounds for pair in planned.sit_outs)
    assert (max(rests.values()) if pairs % 2 else len(rests)) == pairs % 2
    assert count(schedule.rounds).is_sound


@pytest.mark.parametrize("tables", range(2, 21))
def test_mitchell_lets_even_pairs_sit_and_odd_pairs_see_every_table(tables):
    schedule = movement("mitchell", 2 * tables, tables)
    assert schedule.stationary == {2 * table: table for table in range(1, tables + 1)}
    for odd in range(1, 2 * tables, 2):
        visits = [t.number for planned in schedule.rounds for t in planned.tables if odd in t.entries]
        assert sorted(visits) == list(range(1, tables + 1))
        assert all(after == before % tables + 1 for before, after in pairwise(visits))


@pytest.mark.parametrize("pairs", range(4, 41))
def test_howell_lets_everybody_meet_everybody(pairs):
    schedule = movement("howell", pairs, most_rounds("howell", pairs))
    everybody = {frozenset(pair) for pair in combinations(range(1, pairs + 1), 2)}
    assert set(meetings(schedule)) == everybody


@pytest.mark.parametrize("pairs", range(6, 41, 2))
def test_all_pairs_move_when_all_move(pairs):
    """Nobody stays anywhere, and each next table is a neighbour, but for the skip halfway."""
    tables = pairs // 2
    schedule = movement("move_up", pairs, tables)
    assert schedule.stationary == {}
    for pair in range(1, pairs + 1):
        visits = [t.number for planned in schedule.rounds for t in planned.tables if pair in t.entries]
        steps = {(after - before) % tables for before, after in pairwise(visits)}
        assert steps <= ({1} if pair % 2 else {tables - 1, (tables - 2) % tables})


@pytest.mark.parametrize(
    ("method", "pairs", "rounds", "words"),
    [
        ("mitchell", 10, 6, "Howell"),
        ("move_up", 11, 7, "Howell"),
        ("howell", 10, 10, "every other"),
        ("mitchell", 10, 0, "not 0"),
        ("mitchell", 3, 2, "not 3"),
        ("howell", 201, 2, "not 201"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(method, pairs, rounds, words):
    with pytest.raises(ScheduleError, match=words):
        movement(method, pairs, rounds)
