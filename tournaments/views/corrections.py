"""What a correction brings about, shown before it is made: of a sheet, of a list, of who sat where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring import sheets
from scoring.entry import actions
from scoring.entry.posted import LONGEST_KEY
from tournaments.access import Act, get_table_for_user
from tournaments.forms.corrections import SeatsForm
from tournaments.services import correct, effects, reseat
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.views.page import page
from tournaments.views.sheets import sheet_context

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Table

LONGEST_REASON = 200


@dataclass(frozen=True)
class Change:
    """A correction that waits for its confirmation.

    `act` does it, given the reason; `hidden` is what its form sends again; `lines` say it in words. `reason` is known
    already where it stands on the sheet itself. `back` is where one goes on typing, `done` where one goes afterwards.
    """

    table: Table
    act: Callable[[str], object]
    lines: list[str]
    hidden: Mapping[str, str]
    back: str
    done: str
    reason: str = ""


def answer(request: HttpRequest, change: Change) -> HttpResponse:
    """Shows the effects, or makes the correction when those were the effects that the reader saw.

    Raises what the act raises.
    """
    evening = change.table.round.evening
    competition, since = evening.competition, evening.number
    reason = change.reason or request.POST.get("why", "").strip()[:LONGEST_REASON]
    seen = request.POST.get("effects", "")
    if request.method == "POST" and seen and reason:
        try:
            found = effects.carry_out(competition, lambda: change.act(reason), seen, since=since)
        except effects.OtherEffects as other:
            return _page(request, change, other.effects, status=409, changed=True)
        return _corrected(request, change, found)
    found = effects.of(competition, lambda: change.act(reason or "…"), since=since)
    return _page(request, change, found, status=422 if seen else 200, no_reason=bool(seen))


def _page(
    request: HttpRequest, change: Change, found: effects.Effects, *, status: int, **context: Any
) -> HttpResponse:
    round_ = change.table.round
    return page(
        request,
        "corrections/review.html",
        club=round_.evening.competition.club,
        current="club",
        status=status,
        round=round_,
        table=change.table,
        change=change,
        effects=found,
        **context,
    )


def _corrected(request: HttpRequest, change: Change, found: effects.Effects) -> HttpResponse:
    text = _("Table %(table)s of round %(round)s is corrected.")
    at = {"table": change.table.number, "round": change.table.round.number}
    messages.success(request, text % at)
    for warning in found.to_do:
        messages.warning(request, warning)
    return redirect(change.done)


def sheet_review(request: HttpRequest, pk: int) -> HttpResponse:
    """A corrected sheet before it is accepted: it stands in the draft of who typed it."""
    table = get_table_for_user(request.user, pk, Act.CORRECT)
    context = sheet_context(request, table)
    sent = request.POST if request.method == "POST" else request.GET
    key, confirmed = sent.get("key", ""), sent.get("confirmed", "")
    if table.sheet.versions.filter(key=key).exists():
        return redirect(context.urls.sheet)  # the second click: the first one did it
    proposed = actions.proposed(request.user, table.sheet, context, key, confirmed)
    if not key or len(key) > LONGEST_KEY or proposed is None:
        return redirect(context.urls.sheet + "?correct")
    judged, proposal = proposed
    newest = table.sheet.newest()
    before = " – ".join(str(newest.result[side]["total"]) for side in judged.form.sides)

    def act(_reason: str) -> None:
        if table.sheet.versions.filter(key=key).exists():
            raise AlreadyDone(key)
        correct.accept(table, proposal, actor=request.user, reviewed=True)

    change = Change(
        table,
        act,
        lines=[_("The sheet: %(before)s becomes %(after)s.") % {"before": before, "after": judged.score}],
        hidden={"key": key, "confirmed": confirmed},
        back=context.urls.sheet + "?correct",
        done=context.urls.sheet,
        reason=proposal.reason,
    )
    try:
        return answer(request, change)
    except AlreadyDone:
        return redirect(context.urls.sheet)
    except sheets.VersionConflict:
        return redirect(context.urls.versions + "?mine")
    except sheets.Locked as locked:
        messages.warning(request, locked.reason)
        return redirect(context.urls.sheet)


def seats(request: HttpRequest, pk: int) -> HttpResponse:
    """Who really sat where at a table, said afterwards: one form, one act, whoever moves."""
    table = get_table_for_user(request.user, pk, Act.DRAW)
    form = SeatsForm(request.POST or None, table=table)
    if request.method == "POST" and form.is_valid():
        try:
            return _reseated(request, table, form)
        except AlreadyDone:
            return redirect("round", table.round_id)
        except Refused as refused:
            form.add_error(None, refused.message)
    return page(
        request,
        "corrections/seats.html",
        club=table.round.evening.competition.club,
        changes=table.round.evening.competition,
        current="club",
        status=422 if form.errors else 200,
        round=table.round,
        table=table,
        form=form,
        takes_review=correct.takes_review(table),
    )


def _reseated(request: HttpRequest, table: Table, form: SeatsForm) -> HttpResponse:
    places, key = form.places(), form.cleaned_data["key"]
    done = reverse("round", args=[table.round_id])

    def act(reason: str) -> None:
        reseat.reseat(table, places, actor=request.user, reason=reason, reviewed=True, key=key)

    if not form.has_moved:
        return redirect(done)
    if not correct.takes_review(table):
        reseat.reseat(table, places, actor=request.user, key=key)
        messages.success(request, _("Table %(table)s: the seats are changed.") % {"table": table.number})
        return redirect(done)
    back = reverse("table_seats", args=[table.pk])
    return answer(request, Change(table, act, form.in_words(), hidden(request), back, done))


def hidden(request: HttpRequest) -> dict[str, str]:
    """The form as it was posted, to be sent again with the confirmation."""
    own = {"csrfmiddlewaretoken", "effects", "why"}
    return {name: value for name, value in request.POST.items() if name not in own}
