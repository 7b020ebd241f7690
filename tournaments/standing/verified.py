"""What can still change in an evening: the sheets that are not in, or not checked where the club wants that.

Every list asks this one: the result of an evening, a standing, what is made of them, and what is published.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Exists, Max, OuterRef, Q

from scoring.models import Sheet, SheetCheck, SheetVersion
from tournaments.excused import excused
from tournaments.models import Posting, Round, Table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from django.db.models import QuerySet

    from tournaments.models import Competition, Evening


@dataclass(frozen=True, slots=True)
class Waiting:
    """A sheet that is not in, or (`typed`) not checked although the competition wants that."""

    round: int
    table: int
    typed: bool


def waiting_sheets(evening: Evening) -> list[Waiting]:
    """The sheets of drawn rounds that are not in or not checked yet, by round and table; none in a closed season."""
    if evening.competition.is_closed:
        return []
    return sorted([*_sheets(evening), *_lists_of_three(evening)], key=lambda each: (each.round, each.table))


def unverified(competition: Competition, evenings: Iterable[Evening]) -> frozenset[int]:
    """The numbers of those among these evenings that wait for a sheet or for its check. One query.

    Of a closed evening that is so when a sheet was corrected since, or the check is wanted only since then. None in a
    closed season: nothing changes in that, whatever was not checked.
    """
    among = [] if competition.is_closed else [evening.pk for evening in evenings]
    return unverified_in(among, require_check=competition.require_check)


def unverified_in(evenings: Collection[int], *, require_check: bool) -> frozenset[int]:
    """The same for evenings by their keys, of a season that is not closed."""
    if not evenings:
        return frozenset()
    waiting = _waiting(evenings, require_check=require_check)
    return frozenset(waiting.values_list("round__evening__number", flat=True).order_by().distinct())


def waiting_tables(competition: Competition, evenings: Collection[int]) -> frozenset[int]:
    """The keys of the tables of evenings (by their keys) whose sheet is not in, or not checked where that is wanted."""
    if competition.is_closed or not evenings:
        return frozenset()
    waiting = _waiting(evenings, require_check=competition.require_check)
    return frozenset(waiting.values_list("pk", flat=True))


def unsettled(competition: Competition, evenings: Collection[Evening]) -> frozenset[int]:
    """The numbers of those among these evenings that can still change: not closed, or not verified."""
    still_open = {evening.number for evening in evenings if not evening.is_closed}
    closed = [evening for evening in evenings if evening.is_closed]
    return unverified(competition, closed) | still_open


def newest_check() -> int:
    """Another number as soon as any sheet anywhere is checked: for caches of who wants checks. One quick query."""
    newest: int | None = SheetCheck.objects.aggregate(newest=Max("pk"))["newest"]
    return newest or 0


def _waiting(evenings: Collection[int], *, require_check: bool) -> QuerySet[Table]:
    """The tables that wait. First the sheets, which are hardly ever any, for what excuses a table takes long to ask."""
    sheets = Sheet.objects.filter(table__round__evening__in=evenings)
    if require_check:
        sheets = sheets.with_state().filter(Q(latest=None) | Q(checked=False))
    else:
        sheets = sheets.filter(versions=None)
    return Table.objects.filter(sheet__in=sheets.values("pk")).exclude(excused())


def _sheets(evening: Evening) -> Iterator[Waiting]:
    tables = _waiting([evening.pk], require_check=evening.competition.require_check)
    typed = Exists(SheetVersion.objects.filter(sheet=OuterRef("sheet")))
    for waiting in tables.annotate(typed=typed).values_list("round__number", "number", "typed"):
        yield Waiting(*waiting)


def _lists_of_three(evening: Evening) -> Iterator[Waiting]:
    """Tables of three whose list is not recorded."""
    booked = Posting.objects.filter(round__evening=evening, kind__in=Posting.FROM_SHEET)
    tables = Table.objects.filter(round__evening=evening, sheet=None).exclude(round__state=Round.State.DRAFT)
    missing = tables.exclude(
        Exists(booked.filter(round=OuterRef("round"), entry__seats__table=OuterRef("pk")))
    )
    for round_number, table_number in missing.values_list("round__number", "number"):
        yield Waiting(round_number, table_number, typed=False)
