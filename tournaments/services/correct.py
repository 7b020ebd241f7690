"""Corrections: what changes a number that somebody may have read already.

By age: in a round that is being played a sheet is corrected at once; once the round or its evening is closed, or its
numbers stand in a publication, only with a reason and after a look at everything that moves with it
(`effects.of`, `effects.carry_out`); in a closed season not at all. Nothing is opened again for it: the rows of those
who did not play are made anew where they rest on the corrected score.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from scoring import sheets
from tournaments.models import Round
from tournaments.services import audit, posting, threes_list
from tournaments.services.errors import Refused
from tournaments.services.guards import needs_review, refuse_closed_season, refuse_unreviewed

if TYPE_CHECKING:
    import datetime

    from scoring.models import SheetVersion
    from tournaments.models import Table, User


def scored_at(table: Table) -> datetime.datetime | None:
    """When a table got the score that it has; None as long as it has none."""
    if table.sheet:
        newest = table.sheet.newest()
        return newest.created if newest else None
    rows = [row.created for row in threes_list.recorded(table).values()]
    return min(rows, default=None)


def takes_review(table: Table) -> bool:
    """Whether a change at this table shows its effects first."""
    return needs_review(table.round, scored_at(table))


# Sheets -----------------------------------------------------------------------------------------------------


def accept(table: Table, proposal: sheets.Proposal, *, actor: User, reviewed: bool = False) -> SheetVersion:
    """Accepts a sheet and books it. Raises as `scoring.sheets.accept` does, and as `book`."""
    return sheets.accept(
        table.sheet, actor, proposal, lambda version: book(table, version, actor, reviewed=reviewed)
    )


@transaction.atomic
def book(table: Table, version: SheetVersion, actor: User, *, reviewed: bool = False) -> None:
    """Books an accepted version for everybody at the table.

    Raises `scoring.sheets.Locked` in a closed season, and for a correction that takes a reason and a look at its
    effects (`reviewed`) without these. Asked inside the transaction, so that a round that is closed in the same
    instant stays as it is.
    """
    table.round = lock(table.round)
    before = table.sheet.versions.filter(number=version.number - 1).first()
    try:
        refuse_closed_season(table.round.evening.competition)
        since = before.created if before else None
        refuse_unreviewed(table.round, reason=version.reason, reviewed=reviewed, since=since)
    except Refused as refused:
        raise sheets.Locked(refused.message) from refused
    posting.post_table(table, version, actor)
    verb = "correct sheet" if before else "accept sheet"
    club = table.round.evening.competition.club
    audit.record(actor, club, verb, table, version=version.number, reason=version.reason, reviewed=reviewed)


def lock(round_: Round) -> Round:
    """The round with all around it, held until the end of the transaction."""
    rounds = Round.objects.select_for_update(of=("self",)).select_related("evening__competition__club")
    return rounds.get(pk=round_.pk)


def rebook(table: Table, actor: User) -> None:
    """Books what the table has again for who sits there now."""
    version = table.sheet.newest() if table.sheet else None
    if version:
        posting.post_table(table, version, actor)
    elif table.sheet is None:
        for seat in table.seats.select_related("table", "entry").prefetch_related("entry__members__person"):
            threes_list.rebook_substitute(seat)
