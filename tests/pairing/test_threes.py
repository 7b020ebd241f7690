"""Tables of three: everybody meets two others, few of them again, rests in turn, and nothing cheaper exists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

import pytest

from tournaments.pairing import (
    Apart,
    DrawError,
    DrawInput,
    History,
    PairingRule,
    Table,
    draw_threes,
    seat_late,
)
from tournaments.pairing.certificate import certify
from tournaments.pairing.costs import pair_costs


def arrangements(people: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to divide people over tables of three."""
    if not people:
        yield []
        return
    first, *others = people
    for pair in combinations(others, 2):
        left = tuple(person for person in others if person not in pair)
        for tables in arrangements(left):
            yield [(first, *pair), *tables]


def price(given: DrawInput, tables: list[tuple[int, ...]]) -> int:
    return sum(pair_costs(pair, given)[1] for table in tables for pair in combinations(sorted(table), 2))


def history(count: int, rounds: int, seed: int) -> History:
    """What rounds at random tables of three leave behind."""
    random, tables = Random(seed), []
    for _ in range(rounds):
        people = random.sample(range(1, count + 1), count)
        tables += [
            Table(1, *((one,) for one in people[start : start + 3])) for start in range(0, count - 2, 3)
        ]
    return History.from_tables(tables)


def check(given: DrawInput) -> list[Table]:
    """Draws, and looks whether everybody present has one place and the figures count up."""
    drawn = draw_threes(given)
    seated = [entry for table in drawn.tables for entry in table.entries]
    assert sorted([*seated, *drawn.sit_outs]) == sorted(given.entries)
    assert all([len(side) for side in table.sides] == [1, 1, 1] for table in drawn.tables)
    assert len(drawn.sit_outs) == len(given.entries) % 3
    pairs = [pair for table in drawn.tables for pair in combinations(sorted(table.entries), 2)]
    assert drawn.quality.repeated_opponents == sum(pair in given.evening.opponents for pair in pairs)
    assert (drawn.quality.repeated_partners, drawn.quality.crossed) == (0, 0)
    assert drawn.quality.cost == price(given, [table.entries for table in drawn.tables])
    rested = [given.sit_outs_evening.get(entry, 0) for entry in drawn.sit_outs]
    assert drawn.quality.second_sit_outs == sum(map(bool, rested))
    assert max(rested, default=0) <= min(given.sit_outs_evening.get(entry, 0) for entry in seated)
    return list(drawn.tables)


def evening(count: int, rounds: int, seed: int = 0) -> tuple[Counter[tuple[int, int]], Counter[int]]:
    """Plays an evening: how often each couple met, and how often each rested."""
    tables: list[Table] = []
    rests: Counter[int] = Counter()
    for number in range(rounds):
        given = DrawInput(
            entries=tuple(range(1, count + 1)),
            seed=f"{seed} {number}",
            evening=History.from_tables(tables),
            sit_outs_evening=dict(rests),
        )
        drawn = check(given)
        tables += drawn
        rests.update(set(given.entries) - {entry for table in drawn for entry in table.entries})
    met = History.from_tables(tables).opponents
    return Counter(dict(met)), rests


@pytest.mark.parametrize("count", [3, 4, 6, 7, 8, 9, 10])
def test_nothing_cheaper_exists_in_a_small_field(count: int) -> None:
    for seed in range(12):
        given = DrawInput(
            tuple(range(1, count + 1)),
            seed,
            evening=history(count, 1 + seed % 4, seed),
            season=history(count, 5, seed + 100),
        )
        drawn = draw_threes(given)
        players = tuple(entry for entry in given.entries if entry not in drawn.sit_outs)
        assert drawn.quality.proven
        assert drawn.quality.cost == min(price(given, tables) for tables in arrangements(players))


def test_all_cheapest_arrangements_are_equally_likely() -> None:
    drawn = Counter(
        frozenset(frozenset(table.entries) for table in draw_threes(DrawInput(tuple(range(6)), seed)).tables)
        for seed in range(2000)
    )
    assert len(drawn) == 10
    assert all(150 < times < 250 for times in drawn.values())


def test_nine_people_meet_everybody_once_in_four_rounds_or_nearly() -> None:
    for seed in range(5):
        met, _rests = evening(9, 3, seed)
        assert sum(times > 1 for times in met.values()) <= 3


@pytest.mark.parametrize("count", [18, 24, 30, 47])
def test_a_large_field_has_no_meeting_again_in_four_rounds(count: int) -> None:
    met, rests = evening(count, 4)
    assert max(met.values()) == 1
    assert max(rests.values(), default=0) <= 1


def test_resting_goes_round() -> None:
    _met, rests = evening(8, 4)
    assert all(rests[entry] == 1 for entry in range(1, 9))


def test_a_third_meeting_comes_after_every_second_that_is_possible() -> None:
    met, _rests = evening(6, 5)
    assert max(met.values()) <= 3


def test_earlier_evenings_count_lightly_or_not_at_all() -> None:
    season = history(9, 1, 5)
    remembered = draw_threes(DrawInput(tuple(range(1, 10)), 1, season=season))
    assert remembered.quality.cost == 0
    forgotten = DrawInput(tuple(range(1, 10)), 1, season=season, rule=PairingRule(season_memory=False))
    assert draw_threes(forgotten).tables == draw_threes(DrawInput(tuple(range(1, 10)), 1)).tables


def test_the_same_input_gives_the_same_draw_in_any_order() -> None:
    met = history(30, 3, 1)
    one = DrawInput(tuple(range(1, 31)), 4, evening=met)
    other = DrawInput(tuple(range(30, 0, -1)), 4, evening=met)
    assert draw_threes(one) == draw_threes(other)
    assert len({draw_threes(DrawInput(tuple(range(15)), seed)).tables for seed in range(30)}) == 30


def test_late_arrivals_sit_with_who_waited_and_touch_no_table() -> None:
    given = DrawInput(tuple(range(1, 9)), 3)
    before = draw_threes(given)
    after = seat_late(before, given, [20, 21])
    assert [table for table in after.tables if table in before.tables] == list(before.tables)
    assert len(after.tables) == 3
    assert set(before.sit_outs) <= set(after.tables[-1].entries)
    assert len(after.sit_outs) == 1


def test_two_people_are_too_few_for_a_table() -> None:
    with pytest.raises(DrawError, match="three people; there are 2"):
        draw_threes(DrawInput((1, 2), 1))


def test_a_locked_table_has_three() -> None:
    with pytest.raises(DrawError, match="not 3 entries"):
        draw_threes(DrawInput((1, 2, 3, 4), 1, locked=(Table(1, (1,), (2,)),)))


def together(tables: Iterable[Table], *people: int) -> bool:
    return any(set(people) <= set(table.entries) for table in tables)


@pytest.mark.parametrize("count", [9, 11, 24])
def test_who_is_wanted_to_meet_does_and_who_cannot_move_keeps_his_table(count: int) -> None:
    for seed in range(10):
        given = DrawInput(
            tuple(range(1, count + 1)),
            seed,
            evening=history(count, 2, seed),
            opponents_wanted=frozenset({(1, 4), (5, 2)}),
            fixed_tables={7: 3, 8: 1},
        )
        drawn = draw_threes(given)
        assert together(drawn.tables, 1, 4)
        assert together(drawn.tables, 2, 5)
        at = {entry: table.number for table in drawn.tables for entry in table.entries}
        assert at.get(7, 3) == 3
        assert at.get(8, 1) == 1
        assert not {1, 2, 4, 5} & set(drawn.sit_outs)


@pytest.mark.parametrize("count", [9, 24])
def test_a_family_never_sits_together_and_clubmates_rather_not(count: int) -> None:
    family, club = frozenset({1, 2, 3}), frozenset({4, 5, 6, 7})
    for seed in range(10):
        given = DrawInput(
            tuple(range(1, count + 1)),
            seed,
            evening=history(count, 3, seed),
            apart=(Apart(family), Apart(club, worth=1)),
        )
        drawn = draw_threes(given)
        assert not any(len(family & set(table.entries)) > 1 for table in drawn.tables)
        if count == 24:
            assert not any(len(club & set(table.entries)) > 1 for table in drawn.tables)


@pytest.mark.parametrize(
    "wish",
    [
        {"partners_wanted": frozenset({(1, 2)})},
        {"opponents_wanted": frozenset({(1, 2), (1, 3), (1, 4)})},
        {"opponents_wanted": frozenset({(1, 99)})},
        {"fixed_tables": {1: 1, 2: 1, 3: 1, 4: 1}},
    ],
)
def test_what_no_table_of_three_can_give_is_refused(wish: dict[str, object]) -> None:
    with pytest.raises(DrawError):
        draw_threes(DrawInput(tuple(range(1, 10)), 1, **wish))


@pytest.mark.parametrize("count", [7, 12, 24])
def test_a_second_opinion_finds_no_better_draw(count: int) -> None:
    for seed in range(4):
        given = DrawInput(
            tuple(range(1, count + 1)),
            seed,
            evening=history(count, 1 + seed, seed),
            season=history(count, 3, seed + 50),
            sit_outs_evening={1: 1, 2: 1},
            apart=(Apart(frozenset({1, 2, 3})), Apart(frozenset({4, 5, 6}), worth=2)),
        )
        assert certify(draw_threes(given), given, "threes").verdict == "best"
