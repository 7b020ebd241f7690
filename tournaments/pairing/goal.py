"""What a goal of a draw is: whole numbers that are added over the couples, the tables and the rests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.pairing.model import Draw, DrawInput, Table
from tournaments.sentences import Sentence

Words = Callable[[Draw], Sentence]
Price = Callable[[int, int], int]
SEATS = "NESW"


def _no_price(one: int, other: int) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal, as whole numbers that are added over a draw; lower is better.

    partner, opponent: for two people who are that. rest: for who rests. three: for who sits at a table of three. tilt: a number for each entry; a table counts
    the difference between its two sides. seat: for an entry in a seat; a pair counts by North or East.
    parts: a goal that is a weighted sum of others, which say in words what it is made of.
    """

    name: str
    words: Words
    partner: Price = _no_price
    opponent: Price = _no_price
    rest: Callable[[int], int] | None = None
    three: Callable[[int], int] = lambda _entry: 0
    tilt: Callable[[int], int] | None = None
    seat: Callable[[int, str], int] | None = None
    parts: tuple[tuple[int, Goal], ...] = ()

    def at(self, table: Table) -> int:
        """What one table counts."""
        if self.parts:
            return sum(weight * part.at(table) for weight, part in self.parts)
        found = sum(self.partner(*pair) for pair in table.partners)
        found += sum(self.opponent(*pair) for pair in table.opponents)
        if table.third:
            found += sum(map(self.three, table.entries))
        elif self.tilt:
            found += abs(sum(map(self.tilt, table.north_south)) - sum(map(self.tilt, table.east_west)))
        if self.seat:
            found += sum(self.seat(entry, seat) for entry, seat in seats_of(table))
        return found

    def value(self, draw: Draw, given: DrawInput) -> int:
        """What a whole draw counts."""
        rests = map(self.rest, resting(draw, given)) if self.rest else ()
        return sum(map(self.at, draw.tables)) + sum(rests)


def seats_of(table: Table) -> list[tuple[int, str]]:
    """Each entry and its seat: a pair North or East, and clockwise from North at a table of three."""
    if table.third or len(table.north_south) == 1:
        return list(zip(table.entries, SEATS, strict=False))
    return [(entry, seat) for seat, entry in table.seats.items()]


def resting(draw: Draw, given: DrawInput) -> list[int]:
    """Who rests and could have been seated."""
    return [entry for entry in draw.sit_outs if entry not in given.must_sit_out]
