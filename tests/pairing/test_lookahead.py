"""Leaving room for the rounds that are announced."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.pairing.evenings import play
from tournaments.pairing import DrawInput, History, couple, draw_individuals, draw_pairs
from tournaments.pairing.lookahead import Evening, can_finish, find_way
from tournaments.pairing.lot import Lot

# Six after 14 15 16, 24 25 26, 34 35 36: nobody of 1 2 3 met another of them, nor of 4 5 6: two triangles.
TWO_TRIANGLES = {(one, other) for one in (1, 2, 3) for other in (4, 5, 6)}


def evening(count: int, used: set[tuple[int, int]], sit_outs: int = 0) -> Evening:
    entries = tuple(range(1, count + 1))
    return Evening(entries, used, rested={}, turns={}, step=1, sit_outs=sit_outs)


def test_two_triangles_are_a_dead_end() -> None:
    assert not can_finish(evening(6, TWO_TRIANGLES), 1, Lot(0))
    assert can_finish(evening(6, TWO_TRIANGLES - {(1, 4)}), 1, Lot(0))


def test_six_pairs_do_not_walk_into_two_triangles() -> None:
    """After 15 26 34 and 16 24 35, the cheapest third round could be 14 25 36; then two triangles are left."""
    played = [(1, 5), (2, 6), (3, 4), (1, 6), (2, 4), (3, 5)]
    met = History(opponents=dict.fromkeys(played, 1))
    for seed in range(30):
        draw = draw_pairs(DrawInput(tuple(range(1, 7)), seed, evening=met, rounds_after=2))
        third = {couple(*table.entries) for table in draw.tables}
        assert third != {(1, 4), (2, 5), (3, 6)}
        assert draw.quality.completable
    without = {
        frozenset(
            couple(*table.entries)
            for table in draw_pairs(DrawInput(tuple(range(1, 7)), seed, evening=met)).tables
        )
        for seed in range(60)
    }
    assert frozenset({(1, 4), (2, 5), (3, 6)}) in without


def test_a_way_is_what_it_says() -> None:
    way = find_way(evening(9, set(), sit_outs=1), 9, Lot(3))
    assert way is not None
    assert len(way) == 9
    assert sorted(pair for step in way for pair in step.couples) == sorted(combinations(range(1, 10), 2))
    assert sorted(entry for step in way for entry in step.resting) == list(range(1, 10))


def test_rounds_that_cannot_exist_are_not_asked_for() -> None:
    """Four people have three rounds of partners; a club that plays ten knows that partners come again."""
    evening = play(range(4), 10, seed=1)
    assert evening.total("repeated_partners") == 14  # the last seven rounds, two sides each
    assert all(draw.quality.completable is not False for draw in evening.draws)
    # Spread evenly: each of the six couples 3 or 4 times.
    times = History.from_tables(evening.tables).partners
    assert sorted(times.values()) == [3, 3, 3, 3, 4, 4]


@pytest.mark.parametrize(("people", "rounds"), [(9, 8), (10, 9), (11, 11), (12, 11), (13, 12), (16, 15)])
def test_evenings_of_nearly_everybody_with_everybody(people: int, rounds: int) -> None:
    for seed in range(2 if people < 16 else 1):
        played = play(range(1, people + 1), rounds, seed)
        assert played.total("repeated_partners") == 0
        assert max(played.rests.values(), default=0) - min(
            (played.rests[entry] for entry in range(1, people + 1)), default=0
        ) in (0, 1)


def test_a_dead_end_that_is_there_already_is_said() -> None:
    """Six pairs left as two triangles but for one couple, and two rounds to go: it cannot be done."""
    met = History(opponents=dict.fromkeys(TWO_TRIANGLES - {(1, 4)}, 1))
    draw = draw_pairs(DrawInput(tuple(range(1, 7)), 0, evening=met, rounds_after=1))
    assert draw.quality.repeated_opponents == 0
    assert draw.quality.completable is False


def test_without_announced_rounds_nothing_is_claimed() -> None:
    assert draw_individuals(DrawInput(tuple(range(8)), 0)).quality.completable is None
