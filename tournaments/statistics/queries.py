"""The tables of a season as `statistics` calculates with them, read from the sheets that the ledger rests on.

The number of queries does not depend on how many played.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.db import transaction

from scoring.models import SheetVersion
from tournaments import embargo, names
from tournaments.models import Competition, Evening, Membership, Person, Posting, Round, Seat, Table
from tournaments.seating import seating
from tournaments.standing.verified import unsettled
from tournaments.statistics.tables import PlayedTable, Side

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tournaments.models import Club
    from tournaments.standing.queries import Reader


KEPT = 7 * 24 * 3600  # seconds
MOST_KEPT = 500
"""Tables of an evening that are kept; a larger league makes its statistics as a document."""


@dataclass(frozen=True, slots=True)
class Played:
    """The tables of a competition, its evenings by number, and how many sheets came as a list without deals.

    kept_back: the evening under embargo for whose sake a reader gets no tables at all.
    """

    competition: Competition
    evenings: Mapping[int, Evening]
    tables: tuple[PlayedTable, ...]
    kept_back: Evening | None = None

    @property
    def provisional(self) -> bool:
        shown = {table.evening for table in self.tables}
        return bool(unsettled(self.competition, [self.evenings[number] for number in sorted(shown)]))

    @property
    def lists(self) -> int:
        """Tables of three: on their list stand totals but no deals."""
        return sum(not table.sides for table in self.tables)

    @property
    def tells_declarer(self) -> bool:
        """Is there a sheet that says who played each deal?"""
        return any(side.declared is not None for table in self.tables for side in table.sides)


def count_tables(competition: Competition) -> int:
    """How many tables a competition has had so far."""
    return Table.objects.filter(round__evening__competition=competition).count()


def played(competition: Competition, reader: Reader, person: int | None = None) -> Played:
    """What was played in a competition as far as this reader may know; of one person, only those tables."""
    evenings = {evening.number: evening for evening in competition.evenings.order_by("number")}
    for evening in evenings.values():
        evening.competition = competition
    if kept_back := embargo.first_hidden(evenings.values(), None, reader):
        return Played(competition, evenings, (), kept_back)
    if person is None:
        found = _kept(competition, evenings.values())
    else:
        found = _read(competition, list(evenings.values()), person)
    return Played(competition, evenings, tuple(table for evening in evenings for table in found[evening]))


def _kept(competition: Competition, evenings: Iterable[Evening]) -> dict[int, list[PlayedTable]]:
    """The tables of evenings by number. Reading every deal of a season takes long: what is read is kept by evening
    until its ledger changes, so that a correction costs no more than its own evening."""
    keys = {f"tables-{one.pk}-{one.number}-{one.ledger_version}": one for one in evenings}
    kept = cache.get_many(keys)
    found = {keys[key].number: tables for key, tables in kept.items()}
    missing = {key: one for key, one in keys.items() if key not in kept}
    if missing:
        found |= _read(competition, list(missing.values()))
        fresh = {
            key: found[one.number] for key, one in missing.items() if len(found[one.number]) <= MOST_KEPT
        }
        # A preview rolls its changes back, and then the same version is given out again to other rows.
        transaction.on_commit(lambda: cache.set_many(fresh, KEPT))
    return found


def _read(
    competition: Competition, evenings: list[Evening], person: int | None = None
) -> dict[int, list[PlayedTable]]:
    """Every table with a result by evening, in the order of play; with `person` only where this one sat."""
    at_tables = Table.objects.filter(round__evening__in=evenings).exclude(round__state=Round.State.DRAFT)
    seated = Seat.objects.filter(round__evening__in=evenings)
    if person is not None:
        at_tables = at_tables.filter(seats__person=person)
        seated = seated.filter(table__seats__person=person)
    seats: dict[int, dict[str, int]] = defaultdict(dict)
    for table, position, sitter in seated.order_by("pk").values_list("table_id", "position", "person_id"):
        seats[table][position] = sitter
    booked, listed = _booked(evenings, person), _listed(evenings)
    at_table = seating(competition.get_rules())
    found: dict[int, list[PlayedTable]] = {evening.number: [] for evening in evenings}
    columns = ("pk", "sheet_id", "number", "round_id", "round__number", "round__evening__number")
    for pk, sheet, number, round_pk, round_number, evening in at_tables.order_by(
        "round__number", "number"
    ).values_list(*columns):
        people = seats[pk]
        if sheet in booked:
            deals, result = booked[sheet]
            sides = tuple(
                _side(side, [people[seat] for seat in positions if seat in people], deals, result)
                for side, positions in at_table.sides.items()
            )
            found[evening].append(PlayedTable(evening, round_number, number, len(result["deals"]), sides))
        elif sheet is None and any((round_pk, sitter) in listed for sitter in people.values()):
            found[evening].append(PlayedTable(evening, round_number, number, 0, (), tuple(people.values())))
    return found


def _booked(evenings: list[Evening], person: int | None) -> dict[int, tuple[list[Any], dict[str, Any]]]:
    """By sheet the rows as typed and the result of the version that the ledger rests on."""
    postings = Posting.objects.filter(round__evening__in=evenings, sheet_version__isnull=False)
    if person is not None:
        postings = postings.filter(sheet_version__sheet__table__seats__person=person)
    versions = SheetVersion.objects.filter(pk__in=postings.values("sheet_version"))
    return {
        sheet: (deals, result) for sheet, deals, result in versions.values_list("sheet_id", "deals", "result")
    }


def _listed(evenings: list[Evening]) -> set[tuple[int, int]]:
    """Who has a score from a list, by round and person."""
    rows = Posting.objects.filter(
        round__evening__in=evenings, kind__in=Posting.FROM_SHEET, sheet_version=None
    )
    return set(rows.values_list("round_id", "person_id"))


def _side(side: str, people: list[int], deals: list[Any], result: dict[str, Any]) -> Side:
    declarers = [row.get("declarer") for row in deals]
    made = result[side]
    return Side(
        people=tuple(people),
        total=made["total"],
        roem=made["roem"],
        pits=made["pits"],
        nats=made["nats"],
        declared=declarers.count(side) if declarers and all(declarers) else None,
    )


@dataclass(frozen=True, slots=True)
class Named:
    """A person as the reader may see it; `number` is the member number, empty in public. hidden: has no page."""

    person: int
    name: str
    number: str
    own: bool
    sort_key: str
    hidden: bool = False


def who(people: Iterable[int], club: Club, reader: Reader) -> dict[int, Named]:
    """These people by key, in the order of the names that are shown."""
    found = Person.objects.in_bulk(set(people))
    numbers: dict[int, str] = {}
    if not reader.public:
        numbers = dict(Membership.objects.filter(club=club).values_list("person_id", "number"))
    named = [
        Named(
            person=pk,
            name=reader.name_of(person),
            number=numbers.get(pk, ""),
            own=pk in reader.people,
            sort_key=names.search_key(reader.name_of(person)) if reader.public else person.sort_key,
            hidden=reader.public and person.visibility == Person.Visibility.HIDDEN,
        )
        for pk, person in found.items()
    ]
    return {one.person: one for one in sorted(named, key=lambda one: (one.sort_key, one.person))}
