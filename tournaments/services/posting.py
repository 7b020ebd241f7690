"""From accepted sheets and the attendance rule to the ledger.

Nothing is counted up: the rows of a table, and all rows that the rule gives for an evening, are made again from their
sources, so the ledger can never drift from the sheets. Only what differs is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from tournaments.models import Competition, Evening, Posting
from tournaments.services import rating
from tournaments.services.absences import rows_by_rule
from tournaments.services.guards import refuse_closed_season
from tournaments.services.ledger_rows import BY_RULE, replace_rows
from tournaments.services.seat_scores import kept_kinds, rows_of_table

if TYPE_CHECKING:
    from scoring.models import SheetVersion
    from tournaments.models import Table, User


@transaction.atomic
def post_table(table: Table, version: SheetVersion, author: User) -> None:
    """Books a sheet for everyone who gets its score (a fixed pair or team once), and what follows from it.

    A score that somebody decided stands, whatever the sheet says; only what it is against goes by it. The first accepted sheet freezes the rules of the
    competition. Raises `Refused` in a closed season.
    """
    evening = _locked(table.round.evening_id)
    refuse_closed_season(evening.competition)
    _book(table, version, author, evening)
    freeze(evening.competition)
    post_absences(evening)


@transaction.atomic
def post_evening(evening: Evening) -> None:
    """Books all sheets of an evening anew, by the rule of now, and what follows from them."""
    _book_all(_locked(evening.pk))
    post_absences(evening)


@transaction.atomic
def post_season(competition: Competition) -> None:
    """Books every evening anew by its rule, in the order of play, so that each rests on those before it."""
    for number in competition.evenings.order_by("number").values_list("pk", flat=True):
        evening = _locked(number)
        _book_all(evening)
        _post_rule(evening)


def _book_all(evening: Evening) -> None:
    tables = [
        table
        for round_ in evening.rounds.all()
        for table in round_.tables.exclude(sheet=None).select_related("sheet")
    ]
    for table in tables:
        if version := table.sheet.newest():
            _book(table, version, version.author, evening)


def _locked(evening: int) -> Evening:
    """The evening as it is now. Nobody else books in it until we are done."""
    evenings = Evening.objects.select_for_update(of=("self",)).select_related("competition")
    return evenings.get(pk=evening)


def _book(table: Table, version: SheetVersion, author: User, evening: Evening) -> None:
    board = table.number if evening.competition.is_teams else 0
    rows = rows_of_table(table, version, author, evening=evening, kinds=kept_kinds(table, evening))
    in_round = Posting.objects.filter(round=table.round_id, board=board)
    decided = {row.entry_id: row for row in in_round.filter(kind=Posting.Kind.ARBITRARY)}
    wanted = [row for row in rows if row.entry_id not in decided]
    for row in rows:
        score = decided.get(row.entry_id)
        if score and score.against != row.against:
            in_round.filter(pk=score.pk).update(against=row.against)
    # Who has a score now has no row of absence in the round any more.
    given = in_round.filter(BY_RULE, entry__in=[row.entry_id for row in wanted])
    given.exclude(kind=Posting.Kind.FILLED_IN).delete()
    replace_rows(Posting.objects.filter(sheet_version__sheet=version.sheet_id), wanted)


def freeze(competition: Competition) -> None:
    """Fixes the rules of play; once is enough."""
    Competition.objects.filter(pk=competition.pk, frozen_at=None).update(frozen_at=timezone.now())


@transaction.atomic
def post_absences(evening: Evening) -> None:
    """Makes the rows that the rule gives, for the closed rounds of this evening and of later ones.

    Later evenings only where the rule looks back, because what it gives there may rest on this one.
    """
    evening = _locked(evening.pk)
    _post_rule(evening)
    if evening.is_closed:
        rating.ask(evening.competition)
    later = Evening.objects.filter(competition=evening.competition, number__gt=evening.number)
    for following in later.select_related("competition").order_by("number"):
        if following.get_attendance().looks_back:
            _post_rule(_locked(following.pk))


def _post_rule(evening: Evening) -> None:
    replace_rows(Posting.objects.filter(BY_RULE, round__evening=evening), rows_by_rule(evening))
