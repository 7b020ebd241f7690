"""What the cockpit and the board of a round show, read at once in a fixed number of queries.

Everything here is plain values, so that two moments can be compared: `fingerprint` is the same as long as
the screen would be.
"""

from __future__ import annotations

import enum
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import Draft, DraftRow, Sheet, SheetVersion
from tournaments import hall
from tournaments.excused import excused
from tournaments.models import Posting, Round, Schedule, Seat, SitOut, Table
from tournaments.pairing import schedules
from tournaments.seating import seating

if TYPE_CHECKING:
    import datetime

    from tournaments.hall import Attendance
    from tournaments.models import Evening, User


class Stage(enum.StrEnum):
    """How far the sheet of a table is; excused: none comes, for a match decided without play or scores by hand."""

    DRAWN = "drawn"
    WAITING = "waiting"
    TYPING = "typing"
    TYPED = "typed"
    CHECKED = "checked"
    EXCUSED = "excused"


@dataclass(frozen=True, slots=True)
class Place:
    """One seat: what it is `called`, who sits there, for which team, and for whom it counts when that is somebody else."""

    seat: int
    position: str
    called: str
    entry: int
    person: int
    name: str
    list_name: str
    sort: str
    instead_of: str
    team: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    """A table of a round. `typed` of `deals` rows are in the furthest draft; `done`: it holds nothing up.

    `sides` are those who play together, in the order of the columns of the sheet.
    """

    table: int
    number: int
    sides: tuple[tuple[Place, ...], ...]
    stage: Stage
    done: bool = False
    code: str = ""
    deals: int = 0
    typists: tuple[str, ...] = ()
    typed: int = 0
    author: str = ""

    @property
    def places(self) -> list[Place]:
        """Everybody at the table, partners beside each other."""
        return [place for side in self.sides for place in side]

    @property
    def names(self) -> str:
        return ", ".join(place.name for place in self.places)

    @property
    def teams(self) -> list[str]:
        """The teams that meet here; empty where people or pairs play."""
        return [side[0].team for side in self.sides if side and side[0].team]


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody in the hall without a seat this round."""

    entry: int
    name: str
    list_name: str
    sort: str
    late: bool


@dataclass(frozen=True, slots=True)
class RoundBoard:
    """A round with its tables, and everybody in the hall without one."""

    pk: int
    number: int
    state: str
    tiles: tuple[Tile, ...]
    waiting: tuple[Waiting, ...]

    @property
    def missing(self) -> list[Tile]:
        """Tables whose sheet is not in."""
        return [tile for tile in self.tiles if tile.stage in {Stage.WAITING, Stage.TYPING}]

    @property
    def unchecked(self) -> list[Tile]:
        """Tables whose sheet is in and waits for its second look."""
        return [tile for tile in self.tiles if tile.stage == Stage.TYPED and not tile.done]

    @property
    def untouched(self) -> bool:
        """Is nothing typed at any table?"""
        return all(tile.stage in {Stage.DRAWN, Stage.WAITING} for tile in self.tiles)

    @property
    def touched(self) -> str:
        """The tables at which something is typed, in words."""
        return table_list([tile for tile in self.tiles if tile.stage not in {Stage.DRAWN, Stage.WAITING}])

    @property
    def waiting_names(self) -> str:
        return ", ".join(waiting.name for waiting in self.waiting)

    @property
    def is_done(self) -> bool:
        return all(tile.done for tile in self.tiles)

    @property
    def progress(self) -> str:
        counts = {"done": sum(tile.done for tile in self.tiles), "count": len(self.tiles)}
        return _("%(done)s of %(count)s sheets in") % counts

    @property
    def still_playing(self) -> str:
        """The tables that everybody waits for, in words; empty for none."""
        return table_list(self.missing)

    @property
    def by_name(self) -> list[tuple[str, Tile | None, Place | None, Waiting | None]]:
        """Everybody in the order of the list: the name, and either table and place, or why there is none."""
        seated = [
            (place.sort, place.list_name, tile, place, None) for tile in self.tiles for place in tile.places
        ]
        rest = [(waiting.sort, waiting.list_name, None, None, waiting) for waiting in self.waiting]
        return [row[1:] for row in sorted([*seated, *rest], key=lambda row: row[:2])]


def table_list(tiles: list[Tile]) -> str:
    """The tables by number: "table 3", "tables 3, 7"; empty for none."""
    if not tiles:
        return ""
    numbers = ", ".join(str(tile.number) for tile in tiles)
    return ngettext("table %(numbers)s", "tables %(numbers)s", len(tiles)) % {"numbers": numbers}


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in the line of steps; `pk` is None for one that is planned and not drawn."""

    number: int
    pk: int | None
    state: str
    tables: int


@dataclass(frozen=True, slots=True)
class EveningBoard:
    """Everything the cockpit shows. `current` is the round that is drafted or played, None between rounds.

    `way`: how the next round comes about, "draw", or from a "schedule" that is still to be made, or by choosing
    "fixtures".
    """

    pk: int
    closed: bool
    pairs: bool
    require_check: bool
    attendance: Attendance
    rounds: tuple[RoundLine, ...]
    current: RoundBoard | None
    way: str = "draw"

    @property
    def printable(self) -> list[RoundLine]:
        """Rounds of which there is something to print, the newest first."""
        return [
            line for line in self.rounds[::-1] if line.state in {Round.State.PUBLISHED, Round.State.CLOSED}
        ]

    @property
    def last_closed(self) -> RoundLine | None:
        closed = [line for line in self.rounds if line.state == Round.State.CLOSED]
        return closed[-1] if closed else None


def fingerprint(*shown: object) -> str:
    """Short text that changes as soon as anything shown does."""
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def evening_board(evening: Evening) -> EveningBoard:
    """The cockpit of an evening: fifteen queries at most, however many are in the hall."""
    rounds = list(evening.rounds.annotate(table_count=Count("tables")).order_by("number"))
    lines = [RoundLine(round_.number, round_.pk, round_.state, round_.table_count) for round_ in rounds]
    planned = range(len(rounds) + 1, evening.rounds_planned + 1)
    lines += [RoundLine(number, None, "", 0) for number in planned]
    current = next((round_ for round_ in rounds if round_.state != Round.State.CLOSED), None)
    competition = evening.competition
    return EveningBoard(
        pk=evening.pk,
        closed=evening.is_closed,
        pairs=competition.is_pairs,
        require_check=competition.require_check,
        attendance=hall.attendance(evening, rounds),
        rounds=tuple(lines),
        current=current and round_board(current, require_check=competition.require_check),
        way=_way(evening, rounds),
    )


def _way(evening: Evening, rounds: list[Round]) -> str:
    method = evening.competition.get_pairing().method
    if method == "fixtures":
        return "fixtures"
    unscheduled = method in schedules.METHODS and not rounds
    return "schedule" if unscheduled and not Schedule.objects.filter(evening=evening).exists() else "draw"


def round_board(round_: Round, *, require_check: bool) -> RoundBoard:
    """The tables of a round and how far each is: eleven queries, however many tables there are."""
    sides = _sides(round_)
    sheets = {sheet.pk: sheet for sheet in Sheet.objects.filter(table__round=round_).with_state()}
    authors = _authors([sheet.latest_id for sheet in sheets.values() if sheet.latest_id])
    drafts = _drafts(round_)
    tables = list(Table.objects.filter(round=round_).annotate(excused=excused()).order_by("number"))
    without_sheet = round_.state != Round.State.DRAFT and any(table.sheet_id is None for table in tables)
    lists = _lists(round_) if without_sheet else {}
    tiles = [
        _list_tile(table, sides.get(table.pk, ()), lists)
        if without_sheet and table.sheet_id is None
        else _tile(table, sides.get(table.pk, ()), sheets.get(table.sheet_id), authors, drafts, require_check)
        for table in tables
    ]
    return RoundBoard(round_.pk, round_.number, round_.state, tuple(tiles), _waiting(round_))


def _sides(round_: Round) -> dict[int, tuple[tuple[Place, ...], ...]]:
    """Who play together, for each table."""
    seats = (
        Seat.objects.filter(round=round_)
        .select_related("person", "entry")
        .prefetch_related("entry__members__person")
        .order_by("table", "pk")
    )
    tables: dict[int, dict[str, Seat]] = {}
    for seat in seats:
        tables.setdefault(seat.table_id, {})[seat.position] = seat
    rules, day = round_.evening.competition.get_rules(), round_.evening.date
    sides = {}
    for table, at in tables.items():
        at_table = seating(rules, at)
        sides[table] = tuple(
            tuple(_place(at[position], at_table.called(position), day) for position in side if position in at)
            for side in at_table.sides.values()
        )
    return sides


def _place(seat: Seat, called: str, day: datetime.date) -> Place:
    own = any(person.pk == seat.person_id for person in seat.entry.people_on(day))
    return Place(
        seat=seat.pk,
        position=seat.position,
        called=called,
        entry=seat.entry_id,
        person=seat.person_id,
        name=seat.person.name,
        list_name=seat.person.list_name,
        sort=seat.person.sort_key,
        instead_of="" if own else seat.entry.name,
        team=seat.entry.team_name,
    )


def _waiting(round_: Round) -> tuple[Waiting, ...]:
    sit_outs = SitOut.objects.filter(round=round_).select_related("entry")
    rows = [
        Waiting(
            out.entry_id,
            out.entry.name,
            out.entry.list_name,
            out.entry.sort_key,
            out.reason == SitOut.Reason.LATE,
        )
        for out in sit_outs.prefetch_related("entry__members__person")
    ]
    return tuple(sorted(rows, key=lambda row: row.sort))


def _authors(versions: list[int]) -> dict[int, str]:
    """Who accepted these versions, by version."""
    rows = SheetVersion.objects.filter(pk__in=versions).select_related("author")
    return {version.pk: user_name(version.author) for version in rows}


def _drafts(round_: Round) -> dict[int, list[tuple[str, int]]]:
    """For each sheet who is typing it, and how many rows of it: furthest first."""
    drafts = {
        draft.pk: draft for draft in Draft.objects.filter(sheet__table__round=round_).select_related("author")
    }
    rows: dict[int, int] = {}
    for draft, cells in DraftRow.objects.filter(draft__in=drafts, position__gt=0).values_list(
        "draft_id", "cells"
    ):
        rows[draft] = rows.get(draft, 0) + any(cells.values())
    found: dict[int, list[tuple[str, int]]] = {}
    for pk, draft in drafts.items():
        if rows.get(pk):
            found.setdefault(draft.sheet_id, []).append((user_name(draft.author), rows[pk]))
    return {sheet: sorted(typists, key=lambda typist: -typist[1]) for sheet, typists in found.items()}


def _lists(round_: Round) -> dict[int, str]:
    """Who recorded the line of each entry at tables that keep a list instead of a sheet."""
    rows = Posting.objects.filter(round=round_, kind__in=Posting.FROM_SHEET, sheet_version=None)
    return {row.entry_id: user_name(row.author) for row in rows.select_related("author") if row.author}


def _list_tile(table: Table, sides: tuple[tuple[Place, ...], ...], lists: dict[int, str]) -> Tile:
    authors = [lists.get(place.entry, "") for side in sides for place in side]
    done = all(authors)
    stage = Stage.TYPED if done else Stage.WAITING
    return Tile(table.pk, table.number, sides, stage, done=done, author=authors[0] if done else "")


def _tile(
    table: Table,
    sides: tuple[tuple[Place, ...], ...],
    sheet: Sheet | None,
    authors: dict[int, str],
    drafts: dict[int, list[tuple[str, int]]],
    require_check: bool,
) -> Tile:
    if sheet is None:
        return Tile(table.pk, table.number, sides, Stage.DRAWN)
    typing = drafts.get(sheet.pk, [])
    if sheet.latest:
        stage = Stage.CHECKED if sheet.checked else Stage.TYPED
    elif table.excused:
        stage = Stage.EXCUSED
    else:
        stage = Stage.TYPING if typing else Stage.WAITING
    return Tile(
        table=table.pk,
        number=table.number,
        sides=sides,
        stage=stage,
        done=stage in {Stage.CHECKED, Stage.EXCUSED} or (stage == Stage.TYPED and not require_check),
        code=sheet.code,
        deals=sheet.deals,
        typists=tuple(name for name, _rows in typing),
        typed=max((rows for _name, rows in typing), default=0),
        author=authors.get(sheet.latest_id, ""),
    )


def user_name(user: User) -> str:
    return user.get_full_name() or user.username
