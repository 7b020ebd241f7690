"""Who play together at a table: N and S against E and W, or at a table for two or three everybody for himself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.rules.family import positions, side_of_position, sides

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from scoring.rules.family import Position, Rules


THREE = {"N", "E", "S"}
"""The seats at a table of three."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of each side, in the order of the columns of the sheet."""

    sides: Mapping[str, tuple[Position, ...]]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every seat, partners beside each other."""
        return tuple(position for seats in self.sides.values() for position in seats)

    def side(self, position: Position) -> str:
        return next(side for side, seats in self.sides.items() if position in seats)

    def called(self, position: Position) -> str:
        """What a seat is called on paper and screens: in a game for two or three its column ("A"), else "N" to "W"."""
        side = self.side(position)
        return side if self.sides[side] == (position,) else position

    def partner(self, position: Position) -> Position:
        """The other seat of the side; empty where everybody plays for himself."""
        return next((other for other in self.sides[self.side(position)] if other != position), "")

    def opponents(self, position: Position) -> tuple[Position, ...]:
        return tuple(other for other in self.positions if other not in self.sides[self.side(position)])


def seating(rules: Rules, taken: Collection[Position] = ()) -> Seating:
    """The seats of a table of this game by side.

    `taken`: the seats in use, where a table for four may be played with three: then each plays for himself.
    """
    seats = positions(rules)
    if len(seats) == 4 and set(taken) == THREE:
        return Seating({seat: (seat,) for seat in seats if seat in THREE})
    return Seating(
        {side: tuple(one for one in seats if side_of_position(rules, one) == side) for side in sides(rules)}
    )
