"""The filled-in paper sheets of the running demo evening, for somebody new to type over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from scoring.rules import judge_sheet
from scoring.rules.relatives import Game
from tournaments.demo import cast
from tournaments.demo.season import declared_deals, skills_of
from tournaments.models import Job, Role, Round
from tournaments.reports.documents import FilledDeal, FilledSheet, FilledSide, SlipsReport
from tournaments.reports.render import Format
from tournaments.reports.slips import tally
from tournaments.services import jobs, reports, round_documents
from tournaments.services.errors import Refused

if TYPE_CHECKING:
    from scoring.rules import DeclaredDeal
    from tournaments.models import Table

KIND = "practice"


def order_practice_sheets(round_: Round) -> Job:
    """Asks the worker for the filled-in sheets of this round of the demo club."""
    club = round_.evening.competition.club
    author = Role.objects.filter(club=club, kind=Role.Kind.SECRETARY).select_related("user").get().user
    return reports.order(KIND, round_.pk, Format.PDF, club=club, author=author)


def practice_document(pk: int) -> SlipsReport:
    """The sheets of a round as they come back from the tables, those that wait to be typed.

    On the last of them the writer swapped two figures of a total, as happens. Raises `Refused` outside the
    demo club, where nobody knows what was played.
    """
    round_ = Round.objects.select_related("evening__competition__club").get(pk=pk)
    club = round_.evening.competition.club
    if club.slug != cast()["club"]["slug"]:
        raise Refused(_("Filled-in sheets to practise with exist only in the demo club."))
    blank = round_documents.slips_document(pk)
    skills = skills_of(club)
    tables = {table.number: table for table in _waiting(round_)}
    slips = [
        replace(slip, filled=_handwriting(tables[slip.table], skills))
        for slip in blank.slips
        if slip.table in tables
    ]
    if not slips:
        raise Refused(_("Every sheet of this round is typed: there is nothing left to practise with."))
    slips[-1] = replace(slips[-1], filled=_with_slip_of_the_pen(slips[-1].filled))
    heading = replace(
        blank.heading, title=_("Filled-in sheets of round %(number)d, to type") % {"number": round_.number}
    )
    return replace(blank, heading=heading, name=_("practice-sheets"), slips=tuple(slips))


def _waiting(round_: Round) -> list[Table]:
    if isinstance(round_.evening.competition.get_rules(), Game):
        return []
    tables = round_.tables.filter(sheet__versions=None).select_related("sheet", "round__evening")
    return list(tables.prefetch_related("seats").order_by("number"))


def _handwriting(table: Table, skills: dict[int, float]) -> FilledSheet:
    deals = declared_deals(table, skills)
    verdict = judge_sheet(deals, table.sheet.get_ruleset(), first_dealer=table.sheet.first_dealer)
    sides = {
        side: FilledSide(total.points, total.roem, total.pit_points, total.total)
        for side, total in verdict.totals.items()
    }
    return FilledSheet(tuple(_written(deal) for deal in deals), we=sides["we"], they=sides["they"])


def _written(deal: DeclaredDeal) -> FilledDeal:
    return FilledDeal(
        declarer=deal.declarer,
        we_points=deal.we_points,
        they_points=deal.they_points,
        we_roem=tally(deal.we_roem or 0),
        they_roem=tally(deal.they_roem or 0),
        nat="nat" in deal.marks,
        pit=any(mark.startswith("pit") for mark in deal.marks),
    )


def _with_slip_of_the_pen(sheet: FilledSheet) -> FilledSheet:
    """The same sheet with the tens and units of one total swapped."""
    hundreds, rest = divmod(sheet.they.total, 100)
    swapped = 100 * hundreds + 10 * (rest % 10) + rest // 10
    if swapped == sheet.they.total:
        swapped += 10
    return replace(sheet, they=replace(sheet.they, total=swapped))


reports.BUILDERS[KIND] = practice_document
jobs.register(KIND)(reports.make)
