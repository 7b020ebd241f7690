"""Who leaves a round that is drawn, and who comes into it: the fewest places change, and nobody else's."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st

from tests.pairing.evenings import random_history
from tournaments.pairing import (
    Apart,
    Draw,
    DrawError,
    DrawInput,
    PairingRule,
    Table,
    Unit,
    draw_round,
    repair_round,
    validate_draw,
)

SIZES: dict[Unit, int] = {"pairs": 2, "individuals": 4, "threes": 3}


def drawn(count: int, unit: Unit, method: str = "lot", **extra: object) -> tuple[DrawInput, Draw]:
    scores = {entry: Fraction(100 - entry) for entry in range(1, count + 1)} if method == "swiss" else {}
    given = DrawInput(tuple(range(1, count + 1)), 7, rule=PairingRule(method), scores=scores, **extra)  # type: ignore[arg-type]
    return given, draw_round(given, unit)


def table_of(draw: Draw, entry: int) -> Table:
    return next(table for table in draw.tables if entry in table.entries)


@pytest.mark.parametrize("method", ["lot", "swiss"])
def test_the_pair_that_rests_takes_the_place_of_the_pair_that_left(method: str) -> None:
    given, draw = drawn(9, "pairs", method)
    (rests,) = draw.sit_outs
    leaver = draw.tables[1].entries[0]
    after = repair_round(draw, given, gone={leaver})
    assert after.sit_outs == ()
    assert set(table_of(after, rests).entries) == {rests, *draw.tables[1].entries} - {leaver}
    assert table_of(after, rests).number == draw.tables[1].number
    assert len(set(after.tables) & set(draw.tables)) == 3


@pytest.mark.parametrize("method", ["lot", "swiss"])
def test_a_pair_whose_opponent_left_rests_when_nobody_is_free(method: str) -> None:
    given, draw = drawn(8, "pairs", method)
    leaver, left = draw.tables[2].entries
    after = repair_round(draw, given, gone={leaver})
    assert after.sit_outs == (left,)
    assert set(after.tables) == set(draw.tables) - {draw.tables[2]}


@pytest.mark.parametrize("method", ["lot", "swiss"])
def test_two_who_lost_their_opponents_meet(method: str) -> None:
    given, draw = drawn(8, "pairs", method)
    gone = {draw.tables[0].entries[0], draw.tables[3].entries[1]}
    left = {draw.tables[0].entries[1], draw.tables[3].entries[0]}
    after = repair_round(draw, given, gone=gone)
    assert set(draw.tables[1:3]) < set(after.tables)
    assert [set(table.entries) for table in after.tables if table not in draw.tables] == [left]


def test_a_late_pair_fills_the_rest_and_two_more_get_a_table() -> None:
    given, draw = drawn(7, "pairs", "swiss")
    after = repair_round(draw, given, arrivals={20, 21, 22})
    assert set(draw.tables) < set(after.tables)
    assert len(after.tables) == 5
    assert set(draw.sit_outs) <= {entry for table in after.tables[3:] for entry in table.entries}
    assert after.sit_outs == ()
    one = repair_round(draw, given, arrivals={20})
    assert set(one.tables[3].entries) == {20, *draw.sit_outs}


def test_at_a_table_of_four_the_three_who_stay_keep_their_seats() -> None:
    given, draw = drawn(14, "individuals")
    table = draw.tables[1]
    leaver = table.north_south[1]
    after = repair_round(draw, given, gone={leaver})
    changed = table_of(after, table.north_south[0])
    assert changed.number == table.number
    assert changed.east_west == table.east_west
    assert changed.north_south[0] == table.north_south[0]
    assert changed.north_south[1] in draw.sit_outs
    assert len(after.sit_outs) == 1


def test_who_waited_takes_the_chair_before_who_just_came() -> None:
    given, draw = drawn(13, "individuals")
    leaver = draw.tables[0].east_west[0]
    after = repair_round(draw, given, gone={leaver}, arrivals={30})
    assert after.sit_outs == (30,)


def test_the_chair_goes_to_who_did_not_sit_with_the_three_before() -> None:
    given, draw = drawn(14, "individuals")
    table = draw.tables[0]
    met, fresh = draw.sit_outs
    partner = table.north_south[0]
    played = {(min(met, partner), max(met, partner)): 1}
    given = replace(given, evening=replace(given.evening, partners=played))
    after = repair_round(draw, given, gone={table.north_south[1]})
    assert table_of(after, partner).north_south == (partner, fresh)


def test_a_table_is_broken_up_only_when_too_few_wait() -> None:
    given, draw = drawn(12, "individuals")
    gone = {draw.tables[0].north_south[0], draw.tables[1].north_south[0]}
    after = repair_round(draw, given, gone=gone)
    assert draw.tables[2] in after.tables
    assert len(after.tables) == 2
    assert len(after.sit_outs) == 2


def test_a_table_of_three_is_filled_too() -> None:
    given, draw = drawn(10, "threes")
    table = draw.tables[0]
    after = repair_round(draw, given, gone={table.third[0]})
    assert after.tables[0] == replace(table, third=draw.sit_outs)


def test_a_table_that_plays_needs_a_substitute() -> None:
    given, draw = drawn(8, "pairs")
    with pytest.raises(DrawError, match="Play has begun at table 2: who leaves there needs a substitute"):
        repair_round(draw, given, gone={draw.tables[1].entries[0]}, keep={2})
    assert repair_round(draw, given, gone={draw.tables[0].entries[0]}, keep={2}).tables[0] == draw.tables[1]


def test_everybody_gone_is_said() -> None:
    given, draw = drawn(2, "pairs")
    with pytest.raises(DrawError, match="A table needs two pairs; there are 1"):
        repair_round(draw, given, gone={1})


def test_somebody_late_who_cannot_move_waits_when_that_table_is_taken() -> None:
    given, draw = drawn(8, "pairs", "swiss", fixed_tables={20: 2, 21: 9})
    after = repair_round(draw, given, arrivals={20, 21, 22, 23})
    assert set(draw.tables) < set(after.tables)
    assert 20 in after.sit_outs
    assert table_of(after, 21).number == 9


@pytest.mark.parametrize("method", ["whist", "stay", "fixtures"])
def test_rounds_of_a_schedule_are_repaired_by_lot(method: str) -> None:
    given, draw = drawn(9, "individuals")
    given = replace(given, rule=PairingRule(method))
    after = repair_round(draw, given, arrivals={30, 31, 32})
    assert len(after.tables) == 3


@settings(max_examples=150, deadline=None)
@hypothesis_given(st.data())
def test_nobody_else_moves_and_nobody_who_could_play_waits(data: st.DataObject) -> None:
    unit: Unit = data.draw(st.sampled_from(["pairs", "individuals", "threes"]))
    size, count = SIZES[unit], data.draw(st.integers(6, 20))
    entries = list(range(1, count + 1))
    given = DrawInput(
        tuple(entries),
        data.draw(st.integers(0, 1000)),
        evening=random_history(count, 2, data.draw(st.integers(0, 1000))),
        rule=PairingRule(data.draw(st.sampled_from(["lot", "swiss"]))),
        scores={entry: Fraction(entry % 5) for entry in entries},
        apart=(
            Apart(frozenset(data.draw(st.permutations(entries))[:3]), data.draw(st.sampled_from([None, 3]))),
        ),
        rounds_after=data.draw(st.integers(0, 2)),
    )
    draw = draw_round(given, unit)
    gone = data.draw(st.frozensets(st.sampled_from(entries), max_size=count - size))
    arrivals = frozenset(range(100, 100 + data.draw(st.integers(0, 5))))
    after = repair_round(draw, given, gone=gone, arrivals=arrivals)
    whole = {table for table in draw.tables if not gone.intersection(table.entries)}
    assert whole <= set(after.tables)
    present = tuple(sorted({*entries, *arrivals} - gone))
    times = Counter([entry for table in after.tables for entry in table.entries] + list(after.sit_outs))
    assert times == Counter(present)
    assert len(after.sit_outs) < size
    assert len({table.number for table in after.tables}) == len(after.tables)
    assert repair_round(draw, given, gone=gone, arrivals=arrivals) == after
    if unit != "threes":
        now = replace(given, entries=present, sit_out_first=arrivals, locked=tuple(sorted(whole, key=hash)))
        assert validate_draw(after, now) == []
