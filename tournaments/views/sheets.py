"""The sheet of a table: looked up with the rights of the asker, then handed to the typing page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.entry import actions
from scoring.entry.context import CHECKED, OPEN, TYPED, TYPING, PileItem, Rights, SheetContext, Twin, Urls
from scoring.entry.page import sheet_page
from scoring.entry.posted import BadRequest, number
from scoring.models import Draft, Sheet, SheetVersion
from scoring.sheets import Locked
from tournaments.access import Act, acts, clubs_of, get_table_for_user
from tournaments.models import Round, Table
from tournaments.services import audit, correct, paper
from tournaments.services.errors import Refused
from tournaments.services.guards import closed_season, refuse_closed_season
from tournaments.views.page import page

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest


@require_GET
def sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """The typing page, or the accepted sheet to read and check; a table without a sheet says why."""
    try:
        table = get_table_for_user(request.user, pk)
    except Http404:
        return _no_sheet(request, pk)
    return sheet_page(request, table.sheet, sheet_context(request, table))


def _no_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """A table of three has a list; of a draw that is not published nobody knows yet who sits there."""
    tables = Table.objects.select_related("round__evening__competition__club")
    table = get_object_or_404(tables, pk=pk, round__evening__competition__club__in=clubs_of(request.user))
    if table.round.state != Round.State.DRAFT:
        return redirect("threes_list", pk)
    return page(
        request,
        "typing/no_sheet.html",
        club=table.round.evening.competition.club,
        current="club",
        status=409,
        table=table,
        round=table.round,
    )


@login_not_required
@require_POST
def sheet_row(request: HttpRequest, pk: int) -> HttpResponse:
    """Keeps one row. A lost login is told in so many words, because no redirect can keep what was typed."""
    if not request.user.is_authenticated:
        return JsonResponse({"problem": _("You are no longer logged in.")}, status=401)
    table = get_table_for_user(request.user, pk)
    return actions.save_row(request, table.sheet, sheet_context(request, table))


@require_POST
def sheet_accept(request: HttpRequest, pk: int) -> HttpResponse:
    table = get_table_for_user(request.user, pk)

    def on_accept(version: SheetVersion) -> None:
        correct.book(table, version, request.user)

    review = reverse("sheet_review", args=[pk]) if correct.takes_review(table) else ""
    return actions.accept(request, table.sheet, sheet_context(request, table, review), on_accept)


@require_POST
def sheet_check(request: HttpRequest, pk: int) -> HttpResponse:
    table = get_table_for_user(request.user, pk, Act.CHECK)

    def on_check(version: SheetVersion) -> None:
        competition = table.round.evening.competition
        try:
            refuse_closed_season(competition)
        except Refused as refused:
            raise Locked(refused.message) from refused
        audit.record(request.user, competition.club, "check sheet", table, version=version.number)

    return actions.check(request, table.sheet, sheet_context(request, table), on_check)


@require_POST
def sheet_deals(request: HttpRequest, pk: int) -> HttpResponse:
    """Another number of rows, for a match that goes on beyond the paper."""
    table = get_table_for_user(request.user, pk)
    context, newest = sheet_context(request, table), table.sheet.newest()
    if not context.rights.may_write(request.user, newest):
        messages.warning(request, context.rights.locked or _("You may not type sheets here."))
        return redirect(context.urls.sheet)
    try:
        paper.set_deals(table, number(request.POST, "deals"), actor=request.user)
    except BadRequest as error:
        return HttpResponseBadRequest(str(error))
    except Refused as refused:
        messages.warning(request, refused.message)
    return redirect(context.urls.sheet + ("?correct" if newest else ""))


def sheet_versions(request: HttpRequest, pk: int) -> HttpResponse:
    table = get_table_for_user(request.user, pk)
    return actions.versions(request, table.sheet, sheet_context(request, table))


@require_GET
def find_sheet(request: HttpRequest) -> HttpResponse:
    """From the code on the paper to its sheet; the paper writes it in capitals, the typist need not."""
    code = request.GET.get("code", "").strip().upper()
    tables = Table.objects.filter(round__evening__competition__club__in=clubs_of(request.user))
    if table := tables.filter(sheet__code=code).first():
        return redirect("sheet", table.pk)
    club = clubs_of(request.user).first()
    if club is None:
        raise Http404
    status = 404 if code else 200
    return page(request, "typing/find.html", club=club, current="club", status=status, code=code)


# What the typing page must know ------------------------------------------------------------------------


def sheet_context(request: HttpRequest, table: Table, review: str = "") -> SheetContext:
    """What the typing page must know of the table of a sheet; `review` is where an acceptance is looked at first."""
    round_ = table.round
    return SheetContext(
        round=round_.number,
        table=table.number,
        event=str(round_.evening.competition),
        date=round_.evening.date,
        printed=round_.evening.competition.deals_per_round,
        rights=_rights(request, table),
        urls=_urls(table, review),
        seating=partial(_seating, table),
        pile=partial(_pile, table),
        twins=partial(_twins, table),
        render=_renderer(table),
    )


def _seating(table: Table) -> dict[str, str]:
    return {seat.position: seat.person.name for seat in table.seats.select_related("person")}


def _renderer(table: Table) -> Callable[..., HttpResponse]:
    return partial(page, club=table.round.evening.competition.club, current="club")


def _rights(request: HttpRequest, table: Table) -> Rights:
    """By the age of the round: a closed one only the organiser changes, a closed season nobody."""
    competition = table.round.evening.competition
    allowed = acts(request.user, competition.club)
    is_open = table.round.state != Round.State.CLOSED
    return Rights(
        type=Act.TYPE in allowed and is_open,
        check=Act.CHECK in allowed and not competition.is_closed,
        needs_check=competition.require_check,
        correct=Act.CORRECT in allowed,
        locked=_locked(table.round, allowed),
    )


def _locked(round_: Round, allowed: frozenset[Act]) -> str:
    competition = round_.evening.competition
    if competition.is_closed:
        return closed_season(competition)
    if round_.state == Round.State.CLOSED and Act.CORRECT not in allowed:
        return _("Round %(round)d is closed. An organiser can still correct its sheets, with a reason.") % {
            "round": round_.number
        }
    return ""


def _urls(table: Table, review: str) -> Urls:
    own = {name: reverse(view, args=[table.pk]) for name, view in _OWN_PAGES.items()}
    return Urls(**own, back=reverse("round", args=[table.round_id]), review=review)


_OWN_PAGES = {
    "sheet": "sheet",
    "row": "sheet_row",
    "accept": "sheet_accept",
    "check": "sheet_check",
    "versions": "sheet_versions",
    "deals": "sheet_deals",
}


def _pile(table: Table) -> list[PileItem]:
    """The sheets of the round in the order of the tables."""
    sheets = Sheet.objects.filter(table__round=table.round_id).with_state().select_related("table")
    typists = _typists(table.round_id)
    items = [_pile_item(one, table, typists.get(one.pk, "")) for one in sheets]
    return sorted(items, key=lambda item: item.table)


def _typists(round_pk: int) -> dict[int, str]:
    """Who has typed something of a sheet that is not accepted, by sheet."""
    drafts = Draft.objects.filter(sheet__table__round=round_pk, rows__isnull=False).select_related("author")
    return {
        draft.sheet_id: draft.author.get_full_name() or draft.author.username for draft in drafts.distinct()
    }


def _pile_item(sheet: Sheet, current: Table, typist: str) -> PileItem:
    state = TYPING if typist else OPEN
    if sheet.latest is not None:
        state = CHECKED if sheet.checked else TYPED
    url = reverse("sheet", args=[sheet.table.pk])
    return PileItem(
        sheet.table.number, state, url, sheet.table.pk == current.pk, typist if state == TYPING else ""
    )


def _twins(table: Table) -> list[Twin]:
    """The newest accepted deals of the other tables of the round."""
    sheets = Sheet.objects.filter(table__round=table.round_id).exclude(pk=table.sheet_id).with_state()
    newest = {sheet.latest_id for sheet in sheets if sheet.latest_id}
    versions = SheetVersion.objects.filter(pk__in=newest).select_related("sheet__table")
    return [Twin(version.sheet.table.number, version.deals) for version in versions]
