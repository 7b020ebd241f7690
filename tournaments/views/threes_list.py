"""The list of a table of three: what each of the three made, typed in one form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.access import Act, acts, clubs_of
from tournaments.forms.threes_list import ThreesListForm
from tournaments.models import Round, Table
from tournaments.services import correct
from tournaments.services import threes_list as service
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.views import corrections
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


def threes_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Typing a list for who types sheets; changing one that is recorded for who corrects them; reading for others."""
    table = _table(request, pk)
    seats = sorted(table.seats.select_related("person", "entry"), key=lambda seat: "NES".index(seat.position))
    rows = service.recorded(table)
    allowed = acts(request.user, table.round.evening.competition.club)
    may = _may_write(table, allowed, changes=bool(rows))
    form = ThreesListForm(request.POST or None, seats=seats, rows=rows)
    if request.method == "POST":
        if (Act.CORRECT if rows else Act.TYPE) not in allowed:
            raise PermissionDenied
        if form.is_valid() and (answer := _answer(request, table, form)):
            return answer
    return page(
        request,
        "evening/threes_list.html",
        club=table.round.evening.competition.club,
        current="club",
        status=422 if form.errors else 200,
        round=table.round,
        table=table,
        form=form,
        rows=rows,
        writable=may,
    )


def _table(request: HttpRequest, pk: int) -> Table:
    tables = Table.objects.select_related("round__evening__competition__club").prefetch_related("seats")
    club = clubs_of(request.user)
    found = get_object_or_404(tables, pk=pk, round__evening__competition__club__in=club)
    if found.round.state == Round.State.DRAFT or not service.is_list(found):
        raise Http404("no list is kept at this table")
    return found


def _may_write(table: Table, allowed: frozenset[Act], *, changes: bool) -> bool:
    """By the age of the round: once it is closed the organiser changes a list, in a closed season nobody."""
    if table.round.evening.competition.is_closed:
        return False
    return (Act.CORRECT if changes or table.round.state == Round.State.CLOSED else Act.TYPE) in allowed


def _answer(request: HttpRequest, table: Table, form: ThreesListForm) -> HttpResponse | None:
    """Keeps the list, or shows first what moves with it; None when it was refused, which the form then says."""
    done = reverse("round", args=[table.round_id])

    data = form.cleaned_data

    def act(reason: str, *, reviewed: bool = True) -> None:
        service.record(
            table,
            form.typed(),
            actor=request.user,
            reason=reason,
            seen=data["seen"],
            reviewed=reviewed,
            key=data["key"],
        )

    try:
        if correct.takes_review(table):
            line = _("The list of table %(table)s is changed.") % {"table": table.number}
            back, own = reverse("threes_list", args=[table.pk]), corrections.hidden(request)
            change = corrections.Change(table, act, [line], own, back, done, data.get("reason", ""))
            return corrections.answer(request, change)
        act(data.get("reason", ""), reviewed=False)
    except AlreadyDone:
        return redirect(done)  # the second click: the first one did it
    except Refused as refused:
        form.add_error(None, refused.message)
        return None
    messages.success(request, _("The list of table %(table)s is kept.") % {"table": table.number})
    return redirect(done)
