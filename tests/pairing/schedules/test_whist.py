"""Whist schedules, counted by the test itself: it trusts neither the starters nor the proof of the product."""

from __future__ import annotations

import copy
import json
import time
from collections import Counter
from itertools import combinations, product

import pytest

from tournaments.pairing.schedules import ScheduleError, count, kinds, starters, whist
from tournaments.pairing.schedules.whist import LARGER, most_rounds

SIZES = [*range(4, 41), *LARGER]
STORED = json.loads(starters.STORED.read_text())


class Tally:
    """Everything about some rounds that can be counted with two hands."""

    def __init__(self, rounds):
        self.partners, self.opponents, self.left, self.corner = Counter(), Counter(), Counter(), Counter()
        self.rested, self.chairs = Counter(), Counter()
        for planned in rounds:
            everybody = list(planned.sit_outs)
            self.rested.update(planned.sit_outs)
            for table in planned.tables:
                (north, south), (east, west) = table.north_south, table.east_west
                around = (north, east, south, west)
                everybody += around
                self.partners.update([frozenset((north, south)), frozenset((east, west))])
                self.opponents.update(frozenset(pair) for pair in product((north, south), (east, west)))
                self.corner.update([frozenset((north, east)), frozenset((south, west))])
                self.left.update((around[i], around[(i + 1) % 4]) for i in range(4))
                self.chairs.update((person, seat) for person, seat in zip(around, "NESW", strict=True))
            assert len(set(everybody)) == len(everybody), "somebody is in two places"
            self.everybody = sorted(everybody)


def test_every_size_from_4_to_40_is_what_it_promises_in_less_than_a_second():
    before = time.perf_counter()
    for size in range(4, 41):
        rounds = whist(size, most_rounds(size), kinds(size)[-1]).rounds
        tally = Tally(rounds)
        couples = [frozenset(pair) for pair in combinations(range(1, size + 1), 2)]
        assert tally.everybody == list(range(1, size + 1))
        if size % 4 in (0, 1):
            assert all(tally.partners[couple] == 1 and tally.opponents[couple] == 2 for couple in couples)
        else:
            assert all(tally.partners[couple] <= 1 and tally.opponents[couple] <= 2 for couple in couples)
        assert {tally.rested[number] for number in range(1, size + 1)} == {size % 4}
        assert len(rounds) == size - (size % 4 == 0)
    assert time.perf_counter() - before < 1


@pytest.mark.parametrize("size", SIZES)
def test_seat_fair_schedules_are_fair(size):
    for kind in set(kinds(size)) - {"near"}:
        tally = Tally(whist(size, most_rounds(size), kind).rounds)
        numbers = range(1, size + 1)
        assert set(tally.partners.values()) == {1}
        assert {tally.opponents[frozenset(pair)] for pair in combinations(numbers, 2)} == {2}
        if kind == "directed":
            assert {tally.left[one, other] for one in numbers for other in numbers if one != other} == {1}
        if kind == "triple":
            assert {tally.corner[frozenset(pair)] for pair in combinations(numbers, 2)} == {1}


def test_of_two_or_three_more_than_tables_nearly_everybody_meets():
    for size in (6, 14, 38):
        tally = Tally(whist(size, size).rounds)
        missed = {n: size - 1 - sum(n in pair for pair in tally.partners) for n in range(1, size + 1)}
        assert set(missed.values()) == {1}


@pytest.mark.parametrize("size", SIZES)
def test_fewer_rounds_keep_the_promise(size):
    for rounds in {1, 2, 3, 4, 5, 8, min(20, most_rounds(size))}:
        if rounds > most_rounds(size):
            continue
        schedule = whist(size, rounds)
        tally = Tally(schedule.rounds)
        assert len(schedule.rounds) == rounds
        assert max(tally.partners.values()) == 1
        assert max(tally.opponents.values()) <= 2
        assert count(schedule.rounds).is_sound


def test_fewer_rounds_are_chosen_well():
    """Sixteen people can play five rounds without meeting any opponent again, and so they do."""
    assert max(Tally(whist(16, 5).rounds).opponents.values()) == 1
    for size in (10, 14, 22, 26, 38):
        assert max(Tally(whist(size, 4).rounds).rested.values()) == 1, "nobody rests twice in four rounds"


def test_everybody_sits_on_every_chair_equally_often():
    for size in (5, 13, 26, 39):
        tally = Tally(whist(size, size).rounds)
        assert len({tally.chairs[number, seat] for number in range(1, size + 1) for seat in "NESW"}) == 1


@pytest.mark.parametrize("size", [12, 40])
def test_of_4n_players_the_last_stays_at_table_1(size):
    assert whist(size, most_rounds(size)).stationary == {size: 1}


@pytest.mark.parametrize("size", [0, 1, 3, 42, 45, 60, 98, 400])
def test_a_size_without_a_schedule_is_refused_with_what_fits(size):
    with pytest.raises(ScheduleError, match=rf"from 4 to 40.*41, 53.*not for {size}") as refusal:
        whist(size, 3)
    assert refusal.value.params["size"] == size


@pytest.mark.parametrize(("size", "rounds"), [(12, 12), (12, 0), (13, 14), (4, -1)])
def test_more_rounds_than_there_are_is_refused(size, rounds):
    with pytest.raises(ScheduleError, match=f"not {rounds}"):
        whist(size, rounds)


def test_a_kind_that_does_not_exist_for_a_size_is_refused():
    with pytest.raises(ScheduleError, match="directed"):
        whist(12, 3, "directed")


@pytest.mark.parametrize("size", range(4, 41))
def test_a_starter_with_two_people_exchanged_is_rejected(size):
    """Every exchange of two people at different sides: it is rejected, or the count shows that it is as good."""
    rejected = 0
    for kind, data in STORED[str(size)].items():
        chairs = [(t, side, i) for t in range(len(data["tables"])) for side in (0, 1) for i in (0, 1)]
        for (t, side, i), (u, other, j) in list(combinations(chairs, 2))[:60]:
            if (t, side) == (u, other):
                continue
            mutated = copy.deepcopy(data)
            one, two = mutated["tables"][t][side], mutated["tables"][u][other]
            one[i], two[j] = two[j], one[i]
            try:
                starter = starters.read(kind, mutated)
            except ValueError:
                rejected += 1
                continue
            moved = [whist_round(starter, by) for by in range(starter.rounds)]
            most = Counter()
            for n, s, e, w in (table for tables in moved for table in tables):
                most.update([("p", frozenset((n, s))), ("p", frozenset((e, w)))])
                most.update(("o", frozenset(pair)) for pair in product((n, s), (e, w)))
            assert all(times <= (1 if what == "p" else 2) for (what, _pair), times in most.items())
    assert rejected or size in (4, 5, 7)  # one table, at which everybody is as good as anybody


def whist_round(starter, by):
    return [tuple(starter.shifted(player, by) for player in table) for table in starter.tables]


@pytest.mark.parametrize(
    "change",
    [
        {"tables": [[["inf", 0], [1, 2]], [[2, 6], [4, 5]]]},
        {"tables": [[["inf", 0], [1, 3]]]},
        {"modulus": 8},
        {"tables": [[[0, "inf"], [1, 2]], [[3, 4], [5, 6]]]},
    ],
)
def test_a_damaged_starter_is_never_used(change):
    with pytest.raises(ValueError, match="starter"):
        starters.read("whist", STORED["8"]["whist"] | change)
