"""Who gets which number of a schedule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.pairing.schedules.model import PlannedRound, Schedule


def numbered(
    schedule: Schedule, entries: Sequence[int], fixed_tables: Mapping[int, int]
) -> tuple[Schedule, tuple[int, ...]]:
    """The schedule for these entries, and the entries in the order of their numbers.

    Entries get the numbers 1, 2, 3 … in their order, but who cannot move (`fixed_tables`: entry to table) gets a
    number that stays at one table, as long as there is one; at his own table where possible, for which two tables
    of the schedule may change names.
    """
    staying = schedule.stationary
    places: dict[int, int] = {}
    for entry in entries:
        wanted = fixed_tables.get(entry)
        if wanted is None or not staying:
            continue
        number = min(staying, key=lambda each: (staying[each] != wanted, each))
        table = staying.pop(number)
        if table != wanted <= schedule.tables and not places:
            schedule = _exchanged(schedule, table, wanted)
            staying = {each: {table: wanted, wanted: table}.get(at, at) for each, at in staying.items()}
        places[number] = entry
    others = iter([entry for entry in entries if entry not in places.values()])
    numbers = range(1, schedule.size + 1)
    order = tuple(places[number] if number in places else next(others) for number in numbers)
    return schedule, order


def _exchanged(schedule: Schedule, one: int, other: int) -> Schedule:
    """The same schedule, two tables under each other's name."""
    names = {one: other, other: one}

    def renamed(planned: PlannedRound) -> PlannedRound:
        tables = [replace(table, number=names.get(table.number, table.number)) for table in planned.tables]
        return replace(planned, tables=tuple(sorted(tables, key=lambda table: table.number)))

    return replace(schedule, rounds=tuple(map(renamed, schedule.rounds)))
