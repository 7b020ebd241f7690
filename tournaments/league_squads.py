"""What everybody who sat for a team made: the same sheets, told by person."""

from __future__ import annotations

import datetime
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments import embargo
from tournaments.league_scores import SCORED
from tournaments.models import Entry, EntryMember, Posting, Round, Seat

if TYPE_CHECKING:
    from tournaments.models import Person
    from tournaments.standing.queries import Reader


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """Somebody of a squad, or who sat for it from outside (`outside`), with the tables played and what was made there.

    `points` is the total of the pair at these tables. `moves`: in words when he came from or went to another team.
    """

    name: str
    outside: bool
    moves: str
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
    """The squad in its order, then who went to another team, then who came from outside by name; four queries, the
    squad given."""
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
    squad = list(dict.fromkeys((*entry.people, *(member.person for member in entry.members.all()))))
    own = {person.pk for person in squad}
    moves = _moves(entry)
    outside = sorted((one for one in people.values() if one.pk not in own), key=lambda one: one.sort_key)
    return [
        PlayerLine(
            name=reader.name_of(person),
            outside=person.pk not in own,
            moves=" ".join(moves[person.pk]),
            own=person.pk in reader.people,
            rounds=len(made[person.pk]),
            points=sum(made[person.pk]),
        )
        for person in (*squad, *outside)
    ]


def _moves(entry: Entry) -> defaultdict[int, list[str]]:
    """When people of a squad came from another team or went to one, in words by person."""
    moves: defaultdict[int, list[str]] = defaultdict(list)
    mine = [member for member in entry.members.all() if member.since or member.until]
    if not mine:
        return moves
    people = [member.person_id for member in mine]
    others = EntryMember.objects.filter(competition=entry.competition_id, person__in=people)
    others = list(others.select_related("entry"))
    came_from = {(one.person_id, one.until): one.entry.name for one in others if one.until}
    went_to = {(one.person_id, one.since): one.entry.name for one in others if one.since}
    for member in sorted(mine, key=lambda one: one.since or datetime.date.min):
        for day, teams, words in (
            (member.since, came_from, _("from %(day)s on, before that %(team)s")),
            (member.until, went_to, _("until %(day)s, then %(team)s")),
        ):
            if day and (team := teams.get((member.person_id, day))):
                moves[member.person_id].append(words % {"day": date_format(day, "j F Y"), "team": team})
    return moves


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
