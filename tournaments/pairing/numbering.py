"""Which table number a table gets, and which side sits North-South."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from scipy.optimize import linear_sum_assignment

from tournaments.pairing.lot import Lot
from tournaments.pairing.model import Couple, DrawInput, Table

Group = tuple[tuple[int, ...], ...]
"""The sides of one table."""

_TICKETS = 1 << 20


def numbered(
    groups: Sequence[Group],
    given: DrawInput,
    numbers: Sequence[int],
    lot: Lot,
    ranks: Mapping[int, int] | None = None,
) -> list[tuple[int, Group]]:
    """Every table with its number.

    Who cannot move has the own table. The others get the lowest of `numbers`, as many as there are tables: by rank the
    best table first, in other draws by lot; among tables that are equal in that, so that nobody comes back to a table
    where another could sit. Equal chances are left to the lot.
    """
    fixed = {number: group for group in groups if (number := _fixed(group, given)) is not None}
    moving = [group for group in groups if _fixed(group, given) is None]
    left = [number for number in sorted(_offered(given, numbers)) if number not in fixed][: len(moving)]
    found = list(fixed.items())
    for equals in _by_rank(lot.shuffled(moving), ranks):
        block, left = left[: len(equals)], left[len(equals) :]
        found += _spread(equals, block, given.tables_before, lot)
    return found


def pair_tables(
    couples: Sequence[Couple],
    given: DrawInput,
    numbers: Sequence[int],
    lot: Lot,
    ranks: Mapping[int, int] | None = None,
) -> tuple[Table, ...]:
    """Tables of two fixed pairs; who sat North-South least sits there now, if the rule looks at it, else the lot."""
    tables = []
    for number, sides in numbered([((one,), (other,)) for one, other in couples], given, numbers, lot, ranks):
        one, other = lot.shuffled(sides)
        if given.rule.directions and excess(one[0], given) > excess(other[0], given):
            one, other = other, one
        tables.append(Table(number, one, other))
    return tuple(tables)


def excess(entry: int, given: DrawInput) -> int:
    """How often an entry sat North-South more than East-West in earlier rounds of the event."""
    seats = given.seats_before.get(entry, {})
    return seats.get("N", 0) + seats.get("S", 0) - seats.get("E", 0) - seats.get("W", 0)


def _fixed(group: Group, given: DrawInput) -> int | None:
    tables = [given.fixed_tables[entry] for side in group for entry in side if entry in given.fixed_tables]
    return tables[0] if tables else None


def _offered(given: DrawInput, numbers: Sequence[int]) -> set[int]:
    """The lowest numbers that are free, and those after them that come free when a fixed table takes another."""
    taken = {table.number for table in given.locked}
    beyond = range(1, len(numbers) + len(taken) + len(given.fixed_tables) + 1)
    return {number for number in (given.table_numbers or beyond) if number not in taken}


def _by_rank(groups: Sequence[Group], ranks: Mapping[int, int] | None) -> list[list[Group]]:
    """The tables in order of their best entry, then the next; those that are equal together."""
    if ranks is None:
        return [list(groups)]

    def standing(group: Group) -> list[int]:
        return sorted(ranks[entry] for side in group for entry in side)

    return [list(equals) for _key, equals in groupby(sorted(groups, key=standing), key=standing)]


def _spread(
    groups: Sequence[Group],
    numbers: Sequence[int],
    before: Mapping[int, Mapping[int, int]],
    lot: Lot,
) -> list[tuple[int, Group]]:
    """The fewest returns to a table, a second before a third; then the order given, which is by lot."""
    if not before or len(groups) < 2:
        return list(zip(numbers, groups, strict=True))
    prices = [
        [
            sum(before.get(entry, {}).get(number, 0) for side in group for entry in side) * _TICKETS
            + lot.below(_TICKETS)
            for number in numbers
        ]
        for group in groups
    ]
    _rows, columns = linear_sum_assignment(prices)
    return [(numbers[column], group) for group, column in zip(groups, columns.tolist(), strict=True)]
