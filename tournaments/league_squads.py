"""What everybody who sat for a team made: the same sheets, told by person."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments import embargo
from tournaments.league_scores import SCORED
from tournaments.models import Entry, Posting, Round, Seat

if TYPE_CHECKING:
    from tournaments.models import Person
    from tournaments.standing.queries import Reader


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """Somebody of a squad, or who sat for it from outside (`outside`), with the tables played and what was made there.

    `points` is the total of the pair at these tables.
    """

    name: str
    outside: bool
    own: bool
    rounds: int
    points: int

    @property
    def average(self) -> Fraction | None:
        return Fraction(self.points, self.rounds) if self.rounds else None


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who sat at a table of a match: home and away by name, North or East first."""

    number: int
    round_number: int
    home: tuple[str, ...]
    away: tuple[str, ...]


def squad_lines(entry: Entry, reader: Reader) -> list[PlayerLine]:
    """The squad in its order, then who came from outside by name; three queries, the squad given."""
    seats = Seat.objects.filter(entry=entry).exclude(round__state=Round.State.DRAFT)
    rows = Posting.objects.filter(entry=entry, kind__in=SCORED)
    if not reader.desk:
        rows = rows.exclude(round__evening__in=embargo.evenings_in_force())
    scores = {
        (round_, board): total for round_, board, total in rows.values_list("round_id", "board", "total")
    }
    made: defaultdict[int, list[int]] = defaultdict(list)
    people: dict[int, Person] = {}
    for seat in seats.select_related("person", "table"):
        people[seat.person_id] = seat.person
        total = scores.get((seat.round_id, seat.table.number if entry.team_name else 0))
        if total is not None:
            made[seat.person_id].append(total)
    squad = entry.people
    own = {person.pk for person in squad}
    outside = sorted((one for one in people.values() if one.pk not in own), key=lambda one: one.sort_key)
    return [
        PlayerLine(
            name=reader.name_of(person),
            outside=person.pk not in own,
            own=person.pk in reader.people,
            rounds=len(made[person.pk]),
            points=sum(made[person.pk]),
        )
        for person in (*squad, *outside)
    ]


def who_sat(entries: tuple[int | None, int | None], tables: list[int], reader: Reader) -> dict[int, Pairing]:
    """The people at these tables for home and away, by table; one query."""
    found: defaultdict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=tables).select_related("person", "table__round"):
        found[seat.table_id].append(seat)
    pairings = {}
    for table, seats in found.items():
        seats.sort(key=lambda seat: "NESW".index(seat.position))
        home, away = (
            tuple(reader.name_of(seat.person) for seat in seats if seat.entry_id == entry)
            for entry in entries
        )
        pairings[table] = Pairing(seats[0].table.number, seats[0].table.round.number, home, away)
    return pairings
