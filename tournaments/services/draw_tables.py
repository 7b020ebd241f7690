"""Tables, seats and sheets of a round as they are stored: putting a draw down and changing a part of it."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from scoring.models import DraftRow, Sheet, SheetVersion
from tournaments import pairing
from tournaments.models import Entry, Round, Seat, SitOut, Table
from tournaments.services import threes_list
from tournaments.services.draw_input import pure_table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from tournaments.models import Person

# No letters or digits that are mistaken for one another on paper.
_CODE_ALPHABET = "ABCDEFGHJKLMNPRSTUVWXYZ2346789"
_CODE_LENGTH = 5


def lock(round_: Round) -> Round:
    """Reads the round again and holds it until the end of the transaction: who changes its seats goes one by one."""
    round_.refresh_from_db(from_queryset=Round.objects.select_for_update())
    return round_


def look_of(round_: Round) -> str:
    """What somebody who looks at the round sees of its draw: another text as soon as the lot or a seat is another."""
    seats = Seat.objects.filter(round=round_).order_by("table__number", "position")
    seen = repr(
        (
            round_.seed,
            list(seats.values_list("table__number", "position", "entry_id", "person_id", "table__pinned")),
        )
    )
    return hashlib.sha256(seen.encode()).hexdigest()[:16]


def store(
    round_: Round,
    tables: Iterable[pairing.Table],
    *,
    people: Mapping[int, list[Person]] | None = None,
    line_ups: Mapping[tuple[int, int], list[Person]] | None = None,
    pinned: Collection[int] = (),
) -> list[Table]:
    """Puts these tables down with everybody in his seat; `pinned` are their numbers that stay in a new draw.

    `people`: who sits there for an entry, when that is not its own people; of a fixed pair the first sits North or
    East, the second opposite. `line_ups`: the pair of a team at a table, by the number of the table and the entry.
    """
    tables = list(tables)
    line_ups = line_ups or {}
    own = _own_people({entry for table in tables for entry in table.entries}) | dict(people or {})
    positions = round_.evening.competition.positions
    stored = Table.objects.bulk_create(
        Table(round=round_, number=drawn.number, pinned=drawn.number in pinned) for drawn in tables
    )
    Seat.objects.bulk_create(
        Seat(
            table=table,
            round=round_,
            position=position,
            entry_id=entry,
            person=line_ups.get((drawn.number, entry), own[entry])[-1 if position in "SW" else 0],
        )
        for table, drawn in zip(stored, tables, strict=True)
        for position, entry in _seats(drawn, positions).items()
    )
    return stored


def _own_people(entries: set[int]) -> dict[int, list[Person]]:
    found = Entry.objects.filter(pk__in=entries).prefetch_related("members__person")
    return {entry.pk: entry.people for entry in found}


def _seats(drawn: pairing.Table, positions: tuple[str, ...]) -> dict[str, int]:
    """Who sits where; at a table for two or three everybody plays for himself, in this order."""
    if len(drawn.entries) == 3 or len(positions) < 4:
        return dict(zip(positions, drawn.entries, strict=False))
    return drawn.seats


def replace_tables(
    round_: Round, draw: pairing.Draw, *, reasons: Mapping[int, str] | None = None
) -> list[Table]:
    """Makes the round what `draw` says; a table that it leaves as it was keeps its seats and its sheet.

    The sheets of other tables, on which nothing may be typed, are thrown away; new tables of a published round get
    one. `reasons`: why somebody without a seat has none, if not by the lot. Returns the new tables.
    """
    stored = {
        pure_table(table): table
        for table in round_.tables.prefetch_related("seats__person").order_by("number")
    }
    broken = [table for drawn, table in stored.items() if drawn not in draw.tables]
    people = _sitting(broken)
    pinned = {table.number for table in broken if table.pinned}
    remove(broken)
    new = [drawn for drawn in draw.tables if drawn not in stored]
    tables = store(round_, new, people=people, pinned=pinned)
    if round_.state != Round.State.DRAFT:
        for table in tables:
            hand_out_sheet(table)
    _replace_sit_outs(round_, draw.sit_outs, reasons or {})
    return tables


def _sitting(tables: Iterable[Table]) -> dict[int, list[Person]]:
    """Who really sits there for each entry, substitutes too, North and East first."""
    people: dict[int, list[Person]] = {}
    for table in tables:
        for seat in sorted(table.seats.all(), key=lambda seat: "NESW".index(seat.position)):
            people.setdefault(seat.entry_id, []).append(seat.person)
    return people


def remove(tables: Collection[Table]) -> None:
    """Takes tables away, with their sheets."""
    sheets = [table.sheet_id for table in tables if table.sheet_id]
    Table.objects.filter(pk__in=[table.pk for table in tables]).delete()
    Sheet.objects.filter(pk__in=sheets).delete()


def _replace_sit_outs(round_: Round, wanted: Collection[int], reasons: Mapping[int, str]) -> None:
    round_.sit_outs.exclude(entry__in=wanted).delete()
    known = set(round_.sit_outs.values_list("entry_id", flat=True))
    SitOut.objects.bulk_create(
        SitOut(round=round_, entry_id=entry, reason=reasons.get(entry, SitOut.Reason.LOT))
        for entry in wanted
        if entry not in known
    )


def hand_out_sheet(table: Table) -> None:
    """Gives a table its sheet, by the rules of its competition; three at a table for four keep a list instead."""
    competition = table.round.evening.competition
    if threes_list.is_list(table):
        return
    table.sheet = Sheet.objects.create(
        code=_free_code(),
        deals=competition.deals_per_round,
        ruleset=competition.ruleset,
        first_dealer=competition.first_dealer,
        records_declarer=competition.records_declarer,
    )
    table.save()


def _free_code() -> str:
    while True:
        code = "".join(secrets.choice(_CODE_ALPHABET) for _place in range(_CODE_LENGTH))
        if not Sheet.objects.filter(code=code).exists():
            return code


def typed_tables(round_: Round) -> list[Table]:
    """Tables of which something is typed, be it a draft, an accepted sheet or a list."""
    if round_.state == Round.State.DRAFT:
        return []
    typed = set(SheetVersion.objects.filter(sheet__table__round=round_).values_list("sheet_id", flat=True))
    typed |= set(
        DraftRow.objects.filter(draft__sheet__table__round=round_).values_list("draft__sheet_id", flat=True)
    )
    tables = round_.tables.prefetch_related("seats").order_by("number")
    return [
        table
        for table in tables
        if table.sheet_id in typed or (table.sheet_id is None and threes_list.recorded(table))
    ]


def numbers_of(tables: Iterable[Table | pairing.Table]) -> str:
    """ "3", "3, 7": for a sentence."""
    return ", ".join(str(table.number) for table in tables)
