"""Who gets the score that was made at a table: whose seat it is, who sat there for him, both or neither."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_noop

from scoring.rules.family import side_of_position, sides
from tournaments.models import EntryMember, Posting, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scoring.models import SheetVersion
    from tournaments.attendance import AttendanceRule, Substitution
    from tournaments.models import Competition, Evening, Table, User

PLAYED_FOR = gettext_noop("played at table %(table)s in the place of somebody else")
BOOKED = ("points", "roem", "bonus", "total", "pits", "nats")


@dataclass(frozen=True, slots=True)
class Replaced:
    """A seat on which somebody sits for an entry that he is not in; `own`: his own entry, None without one."""

    seat: Seat
    own: int | None

    def rule(self, rule: AttendanceRule, competition: Competition) -> Substitution:
        """What goes for this substitute; where pairs or teams play he never has a score of his own."""
        individual = not (competition.is_pairs or competition.is_teams)
        return rule.inside if individual and self.own is not None else rule.outside


def replaced_seats(evening: Evening, seats: Iterable[Seat] | None = None) -> dict[int, Replaced]:
    """The seats of an evening, or of `seats`, on which a substitute sits, by seat; with its entry and its people."""
    known = Seat.objects.filter(round__evening=evening)
    if seats is not None:
        known = known.filter(pk__in=[seat.pk for seat in seats])
    there = EntryMember.objects.on(evening.date)
    own_seat = there.filter(entry=OuterRef("entry"), person=OuterRef("person"))
    found = known.exclude(Exists(own_seat)).select_related("entry", "round", "table__sheet")
    found = found.prefetch_related("entry__members__person").order_by("round__number", "table__number", "pk")
    found = list(found)
    own = own_entries(evening, [seat.person_id for seat in found])
    return {seat.pk: Replaced(seat, own.get(seat.person_id)) for seat in found}


def own_entries(evening: Evening, people: Iterable[int]) -> dict[int, int | None]:
    """The entries that these people had on this evening; of a closed one as it was when it was closed."""
    people = list(people)
    members = EntryMember.objects.on(evening.date).filter(
        competition=evening.competition_id, person__in=people
    )
    then = {int(person): entry for person, entry in (evening.frozen or {}).get("substitutes", {}).items()}
    now = dict(members.values_list("person_id", "entry_id"))
    return {person: then.get(person, now.get(person)) for person in people}


def rows_of_table(
    table: Table, version: SheetVersion, author: User, *, evening: Evening, kinds: Mapping[int, str]
) -> list[Posting]:
    """The rows of a sheet: one an entry (a fixed pair, a team: once), for who gets the score by the rule.

    kinds: of the rows that stand already, by entry, which are kept (`kept_kinds`).
    """
    competition, rule = evening.competition, evening.get_attendance()
    seats = list(table.seats.select_related("entry").prefetch_related("entry__members__person"))
    replaced = {each.seat.entry_id: each for each in replaced_seats(evening, seats).values()}
    rows = []
    for entry, seat in {seat.entry_id: seat for seat in seats}.items():
        made = {
            **booked(version, side_of_position(version.sheet.get_rules(), seat.position)),
            "board": table.number if competition.is_teams else 0,
            "round_id": table.round_id,
            "author": author,
            "sheet_version": version,
        }
        substitute = replaced.get(entry)
        if kinds.get(entry) == Posting.Kind.PLAYED or substitute is None:
            rows.append(Posting(**made, entry=seat.entry, person_id=seat.person_id, kind=Posting.Kind.PLAYED))
            continue
        gets = substitute.rule(rule, competition)
        person = substitute.seat.person_id
        if gets.to_absent:
            rows.append(Posting(**made, entry=seat.entry, person_id=person, kind=Posting.Kind.SUBSTITUTE))
        if gets.to_substitute:
            rows.append(_own_row(substitute, made, person=None if gets.to_absent else person))
    return rows


def _own_row(substitute: Replaced, made: Mapping[str, Any], person: int | None) -> Posting:
    """The score for the entry of who sits in. Without `person` it is the copy of a row that has him already."""
    params = {"table": substitute.seat.table.number}  # no name: the reason is read in public
    return Posting(
        **made,
        entry_id=substitute.own,
        person_id=person,
        kind=Posting.Kind.PLAYED,
        reason={"msgid": PLAYED_FOR, "params": params},
    )


def kept_kinds(table: Table, evening: Evening) -> dict[int, str]:
    """Of a closed evening: who sat there for himself then, whatever team or pair he is in now."""
    if not evening.is_closed:
        return {}
    rows = Posting.objects.filter(sheet_version__sheet=table.sheet_id, kind=Posting.Kind.PLAYED)
    was = {(row.entry_id, row.person_id): row.kind for row in rows}
    return {
        seat.entry_id: was[seat.entry_id, seat.person_id]
        for seat in table.seats.all()
        if (seat.entry_id, seat.person_id) in was
    }


def booked(version: SheetVersion, side: str) -> dict[str, int]:
    """What a sheet books for a side, with the total of the best of the others."""
    others = [version.result[other]["total"] for other in sides(version.sheet.get_rules()) if other != side]
    return {name: version.result[side][name] for name in BOOKED} | {"against": max(others)}
