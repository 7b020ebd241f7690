"""The results that are rated, an evening at a time: who sat where, and by how much one side won.

An evening is all rated rounds of one event on one date, as columns in canonical order (round, table, sheet). Only
rounds of two against two whose result comes from a sheet belong here: who rested, was absent or got points from the
organiser is not in it, and so is not moved by it.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import NamedTuple, TypeAlias

from tournaments.rating.columns import narrow, pack, unpack
from tournaments.sentences import RefusalError, gettext_noop

Four: TypeAlias = tuple[int, int, int, int]
Key: TypeAlias = tuple[int, int]
"""Day (ordinal) and event: what evenings are ordered by."""
Weights: TypeAlias = tuple[tuple[int, int], ...]
"""Clubs with their players for minus against; empty where no clubs meet."""

MOST_POINTS = 1_000_000
_MAGIC = b"KRE\x01"
_WITHOUT_CLUBS, _WITH_CLUBS = 13, 17  # columns


class RatedRound(NamedTuple):
    """One table of one round. `people` are north, south, east and west; `difference` is what north and south had
    more, in points; `clubs` for whom each played, or None where nobody played for a club."""

    round: int
    table: int
    people: Four
    difference: int
    deals: int
    sheet: int = 0
    clubs: Four | None = None


class Evening:
    """The rated rounds of one event on one date. Never changed; equal when all of it is equal."""

    def __init__(self, day: int, event: int, rounds: Iterable[RatedRound]) -> None:
        """`day` is the ordinal of the date. The rounds may come in any order."""
        ordered = sorted(rounds, key=lambda one: (one.round, one.table, one.sheet))
        _check(ordered)
        played = Counter(chain.from_iterable(one.people for one in ordered))
        people = array("q", sorted(played))
        clubs = array("q", sorted({club for one in ordered for club in one.clubs or ()}))
        place = {person: at for at, person in enumerate(people)}
        club_place = {club: at for at, club in enumerate(clubs)}
        self._columns: list[array[int]] = [
            array("q", [day, event]),
            people,
            narrow([played[person] for person in people]),
            *(narrow([place[one.people[seat]] for one in ordered]) for seat in range(4)),
            narrow([one.difference for one in ordered]),
            narrow([one.deals for one in ordered]),
            narrow([one.round for one in ordered]),
            narrow([one.table for one in ordered]),
            narrow([one.sheet for one in ordered]),
            clubs,
        ]
        if clubs:
            lost = len(clubs)  # stands for: plays for no club
            self._columns += (
                narrow([club_place[one.clubs[seat]] if one.clubs else lost for one in ordered])
                for seat in range(4)
            )

    @classmethod
    def unpack(cls, data: bytes | memoryview) -> Evening:
        """The evening of these bytes; refuses others."""
        evening = cls.__new__(cls)
        evening._columns = unpack(_MAGIC, data, (_WITHOUT_CLUBS, _WITH_CLUBS))
        return evening

    def pack(self) -> bytes:
        """All of it as bytes, the same for the same rounds whatever the order they came in."""
        return pack(_MAGIC, self._columns)

    @property
    def key(self) -> Key:
        day, event = self._columns[0]
        return day, event

    @property
    def day(self) -> int:
        return self._columns[0][0]

    @property
    def week(self) -> int:
        """Weeks from Monday to Sunday, counted from the year 1."""
        return (self.day - 1) // 7

    @property
    def people(self) -> array[int]:
        """Everybody who played, ascending."""
        return self._columns[1]

    @property
    def counts(self) -> array[int]:
        """Rounds played, by person."""
        return self._columns[2]

    @property
    def seats(self) -> list[array[int]]:
        """North, south, east and west by round, as places in `people`."""
        return self._columns[3:7]

    @property
    def differences(self) -> array[int]:
        return self._columns[7]

    @property
    def deals(self) -> array[int]:
        return self._columns[8]

    def place(self, at: int) -> tuple[int, int, int, Four]:
        """Round, table and sheet of a row, and who sat there."""
        people = self.people
        north, south, east, west = (people[column[at]] for column in self.seats)
        round_, table, sheet = (column[at] for column in self._columns[9:12])
        return round_, table, sheet, (north, south, east, west)

    @cached_property
    def clubs(self) -> array[int]:
        """The clubs that met each other, ascending."""
        return array("q", sorted({club for weights in self._balances for club, _weight in weights}))

    @cached_property
    def meetings(self) -> list[Weights]:
        """What the levels of `clubs` weigh, by round; an empty list where no clubs meet all evening."""
        place = {club: at for at, club in enumerate(self.clubs)}
        known = {
            balance: tuple((place[club], weight) for club, weight in balance)
            for balance in set(self._balances)
        }
        return [known[balance] for balance in self._balances] if place else []

    @property
    def meeting_counts(self) -> array[int]:
        """Rounds against other clubs, by club."""
        met = Counter(club for weights in self.meetings for club, _weight in weights)
        return narrow([met[at] for at in range(len(self.clubs))])

    @cached_property
    def _balances(self) -> list[Weights]:
        """By round, of each club its players for minus against, where that is not 0."""
        known: dict[tuple[int, ...], Weights] = {}
        found = []
        for four in zip(*self._columns[13:17], strict=True):
            if four not in known:
                known[four] = self._balance(*four)
            found.append(known[four])
        return found

    def _balance(self, north: int, south: int, east: int, west: int) -> Weights:
        played_for = self._columns[12]
        balance = Counter((north, south))
        balance.subtract((east, west))
        balance.pop(len(played_for), None)
        return tuple(sorted((played_for[club], weight) for club, weight in balance.items() if weight))

    def __len__(self) -> int:
        return len(self.differences)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Evening) and self._columns == other._columns

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[RatedRound]:
        """The rounds in canonical order, as they were given."""
        people, clubs = self.people, [*self._columns[12], None]
        for at, (difference, deals, round_, table, sheet) in enumerate(
            zip(*self._columns[7:12], strict=True)
        ):
            north, south, east, west = (people[column[at]] for column in self.seats)
            played_for = (
                _four(clubs[column[at]] for column in self._columns[13:17]) if self._columns[13:] else None
            )
            yield RatedRound(round_, table, (north, south, east, west), difference, deals, sheet, played_for)

    def renamed(self, names: Mapping[int, int]) -> Evening:
        """The same evening with some people known by another number, after a merge."""
        rounds = (one._replace(people=_known_as(one.people, names)) for one in self)
        return Evening(self.day, self._columns[0][1], rounds)

    def moved(self, day: int) -> Evening:
        """The same evening on another date."""
        return Evening(day, self._columns[0][1], self)


def _known_as(people: Four, names: Mapping[int, int]) -> Four:
    north, south, east, west = (names.get(person, person) for person in people)
    return north, south, east, west


def _four(clubs: Iterable[int | None]) -> Four | None:
    north, south, east, west = clubs
    if north is None or south is None or east is None or west is None:
        return None
    return north, south, east, west


def _check(rounds: list[RatedRound]) -> None:
    """Refuses what no sheet can be: somebody twice at a table, no deals, numbers out of range.

    At two tables of one round somebody may be: who fills in at a second table plays both.
    """
    for one in rounds:
        fits = 1 <= one.deals <= 255 and 0 <= one.round <= 255 and 0 <= one.table <= 65_535
        if not fits or abs(one.difference) > MOST_POINTS:
            raise RefusalError(
                gettext_noop("Round %(round)d, table %(table)d: these numbers cannot be rated."),
                round=one.round,
                table=one.table,
            )
        if len(set(one.people)) < 4:
            raise RefusalError(
                gettext_noop("Round %(round)d, table %(table)d: the same person sits there twice."),
                round=one.round,
                table=one.table,
            )
