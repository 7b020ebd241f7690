"""What was made at the tables of a season, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Side:
    """Who played together at a table, and what their column of the sheet came to.

    people: keys, in the order of the seats; who really sat there, for whomever it counted. total: cards, roem and
    pits together, in points; roem in points, pits and nats counted. declared: the deals this side played (was the
    declarer of), None where the sheet does not say so for every deal.
    """

    people: tuple[int, ...]
    total: int
    roem: int = 0
    pits: int = 0
    nats: int = 0
    declared: int | None = None


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """One accepted sheet: a table in a round of an evening (numbers that sort in the order of play).

    deals: how many were played. A table whose scores came on a list without deals has 0 deals and no sides; it only
    says who was there (`people`).
    """

    evening: int
    round: int
    table: int
    deals: int
    sides: tuple[Side, ...]
    listed: tuple[int, ...] = ()

    @property
    def people(self) -> Iterator[int]:
        yield from self.listed
        for side in self.sides:
            yield from side.people

    def against(self, side: Side) -> int:
        """The total of the opponents, of the best of them where there are more sides."""
        return max(other.total for other in self.sides if other is not side)

    def pits_against(self, side: Side) -> int:
        return sum(other.pits for other in self.sides if other is not side)


def in_order(tables: Iterable[PlayedTable]) -> list[PlayedTable]:
    """In the order of play."""
    return sorted(tables, key=lambda table: (table.evening, table.round, table.table))


def of_person(tables: Iterable[PlayedTable], person: int) -> list[tuple[PlayedTable, Side]]:
    """The tables at which this person sat, with the own side, in the order of play."""
    return [(table, side) for table in in_order(tables) for side in table.sides if person in side.people]
