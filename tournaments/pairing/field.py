"""Who plays, who rests, at which table numbers: what comes before and after the choice of tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tournaments.pairing.lot import Lot
from tournaments.pairing.model import DrawError, DrawInput, Table
from tournaments.pairing.sizes import table_sizes
from tournaments.sentences import gettext_noop


@dataclass(frozen=True, slots=True)
class Field:
    """free: who is to be seated or rests by lot, in order of number. resting: who cannot be seated."""

    free: tuple[int, ...]
    resting: tuple[int, ...]
    numbers: tuple[int, ...]


def prepare(given: DrawInput, side: int, sides: int = 2) -> Field:
    """Checks the input and sorts out who is to be drawn, with `side` entries to each of the `sides` of a table.

    Individuals (side 2) may also sit at tables of three, as the rule has it for who is left over.

    Raises DrawError for an entry named twice or unknown, locked tables that cannot stand, too few entries for one
    table, or too few table numbers.
    """
    _check_entries(given, side, sides)
    seated = {entry for table in given.locked for entry in table.entries}
    free = tuple(sorted(set(given.entries) - seated - given.must_sit_out))
    resting = tuple(sorted(given.must_sit_out & set(given.entries)))
    individuals = (side, sides) == (2, 2)
    tables = table_sizes(len(free), given.rule).tables if individuals else len(free) // (sides * side)
    if not given.locked and not tables:
        raise _too_few(len(free), side, 3 if individuals and given.rule.leftovers == "three" else sides)
    return Field(free, resting, _numbers(given, tables))


def choose_sit_outs(given: DrawInput, free: tuple[int, ...], count: int, lot: Lot) -> frozenset[int]:
    """Who rests: who was named first, then fewest times this evening, this season, then the lot."""

    def turn(entry: int) -> tuple[bool, int, int]:
        return (entry not in given.sit_out_first, *sit_outs_so_far(given, entry))

    return frozenset(sorted(lot.shuffled(free), key=turn)[:count])


def sit_outs_so_far(given: DrawInput, entry: int) -> tuple[int, int]:
    """How often it rested this evening and this season, the latter 0 when the rule does not look at it."""
    season = given.sit_outs_season.get(entry, 0) if given.rule.sit_out == "season" else 0
    return given.sit_outs_evening.get(entry, 0), season


def _check_entries(given: DrawInput, side: int, sides: int) -> None:
    twice = [entry for entry, times in Counter(given.entries).items() if times > 1]
    if twice:
        raise DrawError(
            gettext_noop("Entry %(entry)s is on the list of those present twice."), entry=twice[0]
        )
    if given.rounds_after < 0:
        raise DrawError(gettext_noop("The number of rounds still to come cannot be negative."))
    seated: set[int] = set()
    for table in given.locked:
        shape = [len(one) for one in table.sides]
        if shape != [side] * sides and (side, shape) != (2, [1, 1, 1]):
            raise DrawError(
                gettext_noop("Locked table %(table)s has not %(size)s entries."),
                table=table.number,
                size=sides * side,
            )
        for entry in table.entries:
            _check_locked(given, table, entry, seated)
            seated.add(entry)
    numbers = Counter(table.number for table in given.locked)
    if numbers and max(numbers.values()) > 1:
        raise DrawError(
            gettext_noop("Table number %(table)s is locked twice."), table=numbers.most_common(1)[0][0]
        )


def _check_locked(given: DrawInput, table: Table, entry: int, seated: set[int]) -> None:
    params = {"entry": entry, "table": table.number}
    if entry not in given.entries:
        raise DrawError(gettext_noop("Entry %(entry)s at locked table %(table)s is not present."), **params)
    if entry in given.must_sit_out:
        raise DrawError(gettext_noop("Entry %(entry)s at locked table %(table)s cannot be seated."), **params)
    if entry in seated:
        raise DrawError(
            gettext_noop("Entry %(entry)s sits at two locked tables, one is %(table)s."), **params
        )


def _too_few(count: int, side: int, sides: int) -> DrawError:
    if sides == 3:
        return DrawError(
            gettext_noop("A table needs three people; there are %(count)s to be seated."), count=count
        )
    if side == 1:
        return DrawError(
            gettext_noop("A table needs two pairs; there are %(count)s to be seated."), count=count
        )
    if count == 3:
        return DrawError(
            gettext_noop(
                "A table needs four people; there are 3 to be seated. Wait for a fourth, choose tables of three in the way of drawing, or plan fewer rounds."
            )
        )
    return DrawError(
        gettext_noop("A table needs four people; there are %(count)s to be seated."), count=count
    )


def _numbers(given: DrawInput, count: int) -> tuple[int, ...]:
    """The lowest numbers that no locked table has."""
    taken = {table.number for table in given.locked}
    enough = range(1, len(taken) + count + 1)
    offered = sorted(enough if given.table_numbers is None else set(given.table_numbers))
    numbers = [number for number in offered if number not in taken][:count]
    if len(numbers) < count:
        raise DrawError(
            gettext_noop("%(tables)s tables are needed and only %(numbers)s table numbers are free."),
            tables=count,
            numbers=len(numbers),
        )
    return tuple(numbers)
