"""Who sits on which chair: North-South or East-West, and who deals first."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product

from tournaments.pairing.lot import Lot
from tournaments.pairing.model import DrawInput, Table
from tournaments.pairing.numbering import Group, excess


def seat(numbered: Iterable[tuple[int, Group]], given: DrawInput, lot: Lot) -> tuple[Table, ...]:
    """The tables with everybody on a chair.

    Where the rule looks at it, North-South and East-West come out as even as they can for the people of each table,
    the sum of squares over the rounds so far; then whoever dealt first least sits North. For the rest the lot.
    """
    return tuple(_seated(number, sides, given, lot) for number, sides in numbered)


def _seated(number: int, sides: Group, given: DrawInput, lot: Lot) -> Table:
    ways = [
        Table(number, *chairs)
        for order in permutations(sides)
        for chairs in product(*(permutations(side) for side in order))
    ]
    if not given.rule.directions:
        return lot.choice(ways)
    return min(lot.shuffled(ways), key=lambda table: _uneven(table, given))


def _uneven(table: Table, given: DrawInput) -> tuple[int, int]:
    directions = [
        *(excess(entry, given) + 1 for entry in table.north_south),
        *(excess(entry, given) - 1 for entry in table.east_west),
    ]
    dealt_first = given.seats_before.get(table.north_south[0], {}).get("N", 0)
    return sum(times**2 for times in directions), dealt_first
