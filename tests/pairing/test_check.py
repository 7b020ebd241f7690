"""The independent check finds every kind of fault, and nothing in a sound draw."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.pairing.evenings import random_history
from tournaments.pairing import Draw, DrawInput, Table, draw_individuals, draw_pairs, validate_draw

GIVEN = DrawInput(
    entries=tuple(range(1, 11)),
    seed=1,
    evening=random_history(10, 2, 3),
    sit_outs_evening={1: 1, 2: 1, 3: 1, 4: 1},
    table_numbers=(1, 2, 5),
)
SOUND = draw_individuals(GIVEN)


def with_table(index: int, table: Table) -> Draw:
    tables = list(SOUND.tables)
    tables[index] = table
    return replace(SOUND, tables=tuple(tables))


def faults(draw: Draw, given: DrawInput = GIVEN) -> set[str]:
    return {str(sentence) for sentence in validate_draw(draw, given)}


def test_a_sound_draw_has_no_faults() -> None:
    assert faults(SOUND) == set()
    pairs = DrawInput(entries=tuple(range(9)), seed=1)
    assert faults(draw_pairs(pairs), pairs) == set()


def test_people_twice_missing_and_absent() -> None:
    first, second = SOUND.tables
    twice = second.north_south[0]
    gone = first.north_south[0]
    changed = replace(first, north_south=(twice, first.north_south[1]))
    found = faults(with_table(0, changed))
    assert f"Entry {twice} is in the draw 2 times." in found
    assert f"Entry {gone} is present but not in the draw." in found
    stranger = replace(first, north_south=(99, first.north_south[1]))
    assert "Entry 99 is not present." in faults(with_table(0, stranger))


def test_a_table_of_three() -> None:
    first = SOUND.tables[0]
    three = replace(first, north_south=first.north_south[:1])
    draw = replace(with_table(0, three), sit_outs=(*SOUND.sit_outs, first.north_south[1]))
    assert f"Table {first.number} has 3 entries, which is not a full table." in faults(draw)


def test_table_numbers() -> None:
    first, second = SOUND.tables
    assert "Table number 1 is used 2 times." in faults(with_table(1, replace(second, number=1)))
    assert "Table number 3 is not among those to be used." in faults(with_table(0, replace(first, number=3)))


def test_a_locked_table_that_moved() -> None:
    locked = replace(GIVEN, locked=(SOUND.tables[0],))
    swapped = replace(SOUND.tables[0], north_south=SOUND.tables[0].north_south[::-1])
    assert faults(with_table(0, swapped), locked) == {f"Locked table {SOUND.tables[0].number} was changed."}


def test_people_who_cannot_be_seated() -> None:
    seated = SOUND.tables[0].east_west[0]
    assert f"Entry {seated} has a seat but cannot be seated." in faults(
        SOUND, replace(GIVEN, must_sit_out=frozenset({seated}))
    )


def test_more_rest_than_needed() -> None:
    draw = replace(SOUND, tables=SOUND.tables[:1], sit_outs=(*SOUND.sit_outs, *SOUND.tables[1].entries))
    assert "6 entries rest although they could fill a table." in faults(draw)


def test_resting_out_of_turn() -> None:
    """1 rested already tonight and rests again, in the place of somebody who did not."""
    fresh = SOUND.sit_outs[0]
    assert fresh > 4
    tables = tuple(
        Table(
            table.number,
            tuple(fresh if entry == 1 else entry for entry in table.north_south),
            tuple(fresh if entry == 1 else entry for entry in table.east_west),
        )
        for table in SOUND.tables
    )
    draw = replace(SOUND, tables=tables, sit_outs=(1, *SOUND.sit_outs[1:]))
    assert "Entry 1 rests again this evening while others have rested less." in faults(draw)


@pytest.mark.parametrize("figure", ["repeated_partners", "repeated_opponents", "crossed", "second_sit_outs"])
def test_figures_that_do_not_add_up(figure: str) -> None:
    stated = getattr(SOUND.quality, figure) + 1
    draw = replace(SOUND, quality=replace(SOUND.quality, **{figure: stated}))
    assert faults(draw) == {f"The figure {figure} is {stated} but counts to {stated - 1}."}
