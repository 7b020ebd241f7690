"""Tables that stay as they are, and people who come when the round is drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.pairing import DrawError, DrawInput, History, Table, draw_individuals, draw_pairs, seat_late
from tournaments.pairing import validate_draw as validate


def test_locked_tables_stay_and_the_rest_is_drawn() -> None:
    locked = (Table(2, (1, 5), (9, 12)), Table(5, (3, 4), (6, 7)))
    given = DrawInput(entries=tuple(range(1, 18)), seed=1, locked=locked)
    draw = draw_individuals(given)
    assert set(locked) < set(draw.tables)
    assert [table.number for table in draw.tables] == [1, 2, 3, 5]
    assert len(draw.sit_outs) == 1
    assert validate(draw, given) == []


def test_redrawing_with_everything_locked_changes_nothing() -> None:
    given = DrawInput(entries=tuple(range(9)), seed=1)
    draw = draw_individuals(given)
    again = draw_individuals(replace(given, locked=draw.tables))
    assert (again.tables, again.sit_outs) == (draw.tables, draw.sit_outs)


def test_quality_counts_locked_tables_too() -> None:
    met = History.from_tables([Table(1, (1, 2), (3, 4))])
    locked = (Table(1, (1, 2), (3, 4)),)
    draw = draw_individuals(DrawInput(entries=tuple(range(1, 9)), seed=1, evening=met, locked=locked))
    assert (draw.quality.repeated_partners, draw.quality.repeated_opponents) == (2, 4)
    assert draw.quality.cost == 2 * 10_000_000 + 4 * 10_000


def test_table_numbers_are_those_of_the_hall() -> None:
    given = DrawInput(entries=tuple(range(8)), seed=1, table_numbers=(7, 3, 12))
    assert [table.number for table in draw_individuals(given).tables] == [3, 7]
    with pytest.raises(DrawError, match="2 tables are needed and only 1 table numbers are free"):
        draw_individuals(replace(given, table_numbers=(7,)))


@pytest.mark.parametrize(
    ("entries", "locked", "sentence"),
    [
        ((1, 2, 3, 4, 4), (), "Entry 4 is on the list of those present twice."),
        ((1, 2, 3), (Table(1, (1, 2), (3, 4)),), "Entry 4 at locked table 1 is not present."),
        (
            (1, 2, 3, 4, 5, 6, 7),
            (Table(1, (1, 2), (3, 4)), Table(2, (5, 6), (7, 1))),
            "Entry 1 sits at two locked tables, one is 2.",
        ),
        ((1, 2, 3, 4), (Table(1, (1, 1), (3, 4)),), "Entry 1 sits at two locked tables, one is 1."),
        ((1, 2, 3, 4), (Table(6, (1,), (3, 4)),), "Locked table 6 has not 4 entries."),
        (
            tuple(range(1, 9)),
            (Table(1, (1, 2), (3, 4)), Table(1, (5, 6), (7, 8))),
            "Table number 1 is locked twice.",
        ),
    ],
)
def test_bad_input_is_refused_in_words(
    entries: tuple[int, ...], locked: tuple[Table, ...], sentence: str
) -> None:
    with pytest.raises(DrawError) as refused:
        draw_individuals(DrawInput(entries=entries, seed=0, locked=locked))
    assert str(refused.value) == sentence
    assert refused.value.msgid % refused.value.params == sentence


def test_somebody_at_a_locked_table_who_cannot_be_seated_is_refused() -> None:
    given = DrawInput((1, 2, 3, 4), 0, locked=(Table(1, (1, 2), (3, 4)),), must_sit_out=frozenset({2}))
    with pytest.raises(DrawError, match="Entry 2 at locked table 1 cannot be seated"):
        draw_individuals(given)


def test_rounds_to_come_cannot_be_negative() -> None:
    with pytest.raises(DrawError, match="cannot be negative"):
        draw_individuals(DrawInput((1, 2, 3, 4), 0, rounds_after=-1))


def test_too_few_because_some_cannot_be_seated() -> None:
    with pytest.raises(DrawError, match="there are 3 to be seated"):
        draw_individuals(DrawInput((1, 2, 3, 4), 0, must_sit_out=frozenset({1})))


def test_late_arrivals_and_the_resting_make_a_table() -> None:
    given = DrawInput(entries=tuple(range(1, 11)), seed=4)  # two rest
    draw = draw_individuals(given)
    late = seat_late(draw, given, arrivals=[21, 22])
    assert set(draw.tables) < set(late.tables)
    (new,) = set(late.tables) - set(draw.tables)
    assert set(new.entries) == {*draw.sit_outs, 21, 22}
    assert new.number == 3
    assert late.sit_outs == ()


def test_late_arrivals_who_make_no_table_rest() -> None:
    given = DrawInput(entries=tuple(range(1, 11)), seed=4)
    draw = draw_individuals(given)
    late = seat_late(draw, given, arrivals=[21])
    assert late.tables == draw.tables
    assert late.sit_outs == (*draw.sit_outs, 21)


def test_who_waited_goes_before_who_just_came() -> None:
    given = DrawInput(entries=tuple(range(1, 12)), seed=4)  # three rest
    draw = draw_individuals(given)
    late = seat_late(draw, given, arrivals=[21, 22])
    assert set(draw.sit_outs) <= {entry for table in late.tables for entry in table.entries}
    assert len(late.sit_outs) == 1
    assert late.sit_outs[0] in (21, 22)


def test_who_was_held_back_may_be_seated_late() -> None:
    """Four people were announced for later; now they are there."""
    held = frozenset({9, 10, 11, 12})
    given = DrawInput(entries=tuple(range(1, 13)), seed=4, must_sit_out=held)
    draw = draw_individuals(given)
    assert draw.sit_outs == (9, 10, 11, 12)
    late = seat_late(draw, given, arrivals=held)
    assert late.sit_outs == ()
    assert len(late.tables) == 3


def test_a_late_pair_meets_the_pair_that_rests() -> None:
    given = DrawInput(entries=(1, 2, 3, 4, 5), seed=4)
    draw = draw_pairs(given)
    late = seat_late(draw, given, arrivals=[6])
    (new,) = set(late.tables) - set(draw.tables)
    assert set(new.entries) == {6, *draw.sit_outs}
