"""Changing a draw by hand: two who change places, a table that stays, somebody who leaves."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import draw_quality
from tournaments.access import Act, get_round_for_user
from tournaments.forms.key import key_of
from tournaments.forms.pairing import LeaveForm, SwapForm
from tournaments.models import Presence, Round, Seat
from tournaments.services import check_in, draw_changes, draw_tables
from tournaments.services.draw_input import as_drawn, given_of, unit_of
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.views.page import page
from tournaments.views.rounds import round_answer

if TYPE_CHECKING:
    from typing import Any

    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Entry


# Every swap of one name is worked out to find the cheapest, which takes a moment at this many names.
MOST_TRIED = 64
SHOWN = 5


def swap(request: HttpRequest, pk: int) -> HttpResponse:
    """Two who change places: choose them, see what it costs, then do it."""
    round_ = get_round_for_user(request.user, pk, Act.DRAW)
    if round_.state == Round.State.CLOSED:
        refusal = _("Round %(number)s is closed. Open it again first.")
        return round_answer(request, round_, refusal=refusal % {"number": round_.number})
    if request.method == "POST":
        return _swap(request, round_)
    asked = "other" in request.GET
    form = SwapForm(
        request.GET if asked else None, round_=round_, initial={"one": request.GET.get("one", "")}
    )
    context: dict[str, Any] = {}
    if not asked and (chosen := form.chosen()):
        context = {"chosen_one": chosen, "cheapest": _cheapest(round_, form, chosen)}
    elif asked and form.is_valid():
        try:
            context = _preview(round_, form.cleaned_data["one"], form.cleaned_data["other"])
        except Refused as refused:
            form.add_error("other", refused.message)
    return _swap_page(request, round_, form, **context)


def _swap(request: HttpRequest, round_: Round) -> HttpResponse:
    form = SwapForm(request.POST, round_=round_)
    if not form.is_valid():
        return _swap_page(request, round_, form)
    one, other = form.cleaned_data["one"], form.cleaned_data["other"]
    try:
        draw_changes.swap(
            round_,
            one,
            other,
            actor=request.user,
            seen=request.POST.get("seen"),
            key=key_of(request.POST),
        )
    except Refused as refused:
        return round_answer(request, round_, refusal=refused.message)
    except AlreadyDone:  # the second click
        return redirect("round", round_.pk)
    messages.success(
        request, _("%(one)s and %(other)s have changed places.") % {"one": one.name, "other": other.name}
    )
    return redirect("round", round_.pk)


def _cheapest(round_: Round, form: SwapForm, one: Entry) -> list[dict[str, Any]]:
    """With whom the chosen one can be swapped at the least cost, with how good the draw then is."""
    names = draw_changes.names_in(round_)
    if len(names) > MOST_TRIED:
        return []
    before, given, unit = as_drawn(round_), given_of(round_), unit_of(round_.evening.competition)
    found = draw_changes.cheapest_swaps(before, given, unit, one.pk, form.offered())
    return [
        {
            "entry": other,
            "name": names[other],
            "verdict": draw_quality.compare(before, after, given, unit).verdict,
        }
        for other, after in found[:SHOWN]
    ]


def _preview(round_: Round, one: Entry, other: Entry) -> dict[str, Any]:
    """The tables of these two before and after, and every goal at which that makes a difference."""
    before, given, unit = as_drawn(round_), given_of(round_), unit_of(round_.evening.competition)
    after, names = draw_changes.swapped(before, given, one.pk, other.pk), draw_changes.names_in(round_)
    changed = [table for table in after.tables if table not in before.tables]
    numbers = {table.number for table in changed}
    return {
        "one": one,
        "other": other,
        "before": [draw_quality.named(table, names) for table in before.tables if table.number in numbers],
        "after": [draw_quality.named(table, names) for table in changed],
        "comparison": draw_quality.compare(before, after, given, unit),
        "breaks": [line for line in draw_quality.judge(after, given, unit, names) if numbers & line.tables],
        "seen": draw_tables.look_of(round_),
        "key": uuid.uuid4().hex,
    }


def _swap_page(request: HttpRequest, round_: Round, form: SwapForm, **context: Any) -> HttpResponse:
    return page(
        request,
        "evening/swap.html",
        club=round_.evening.competition.club,
        changes=round_.evening.competition,
        current="club",
        status=422 if form.errors else 200,
        round=round_,
        evening=round_.evening,
        form=form,
        **context,
    )


@require_POST
def pin(request: HttpRequest, pk: int, table_pk: int) -> HttpResponse:
    """Pins a table of a draft, or lets it go."""
    round_ = get_round_for_user(request.user, pk, Act.DRAW)
    table = round_.tables.filter(pk=table_pk).select_related("round__evening__competition__club").first()
    if table is None:  # drawn again by somebody else
        return redirect("round", round_.pk)
    try:
        draw_changes.pin(table, pinned=request.POST.get("pinned") == "1", actor=request.user)
    except Refused as refused:
        return round_answer(request, round_, refusal=refused.message)
    return redirect("round", round_.pk)


def leave(request: HttpRequest, pk: int, entry_pk: int) -> HttpResponse:
    """Somebody in this round goes home: before it, or after it."""
    round_ = get_round_for_user(request.user, pk, Act.DRAW)
    entries = round_.evening.competition.entries.prefetch_related("members__person")
    entry = get_object_or_404(entries, pk=entry_pk)
    preview = _leave_preview(round_, entry)
    form = LeaveForm(
        request.POST or None, initial={"when": LeaveForm.AFTER if "refusal" in preview else LeaveForm.NOW}
    )
    if request.method == "POST" and form.is_valid():
        try:
            _leave(request, round_, entry, form.cleaned_data["when"])
        except Refused as refused:
            form.add_error("when", refused.message)
        else:
            return redirect("round", round_.pk)
    return page(
        request,
        "evening/leave.html",
        club=round_.evening.competition.club,
        changes=round_.evening.competition,
        current="club",
        status=422 if form.errors else 200,
        round=round_,
        evening=round_.evening,
        entry=entry,
        form=form,
        seat=Seat.objects.filter(round=round_, entry=entry).first(),
        **preview,
    )


def _leave(request: HttpRequest, round_: Round, entry: Entry, when: str) -> None:
    params = {"name": entry.name, "number": round_.number}
    if when == LeaveForm.AFTER:
        presence = get_object_or_404(Presence, evening=round_.evening, entry=entry)
        check_in.set_presence(
            round_.evening,
            entry,
            Presence.State.PRESENT,
            actor=request.user,
            from_round=presence.from_round,
            until_round=round_.number,
        )
        messages.success(request, _("%(name)s plays round %(number)s and then goes home.") % params)
        return
    before = as_drawn(round_)
    changed = draw_changes.withdraw(round_, entry, actor=request.user)
    said = [_("%(name)s is out of round %(number)s.") % params]
    after, names = as_drawn(round_), draw_changes.names_in(round_)
    stayed = {table.number for table in after.tables}
    if changed:
        said.append(_("Changed: table %(tables)s.") % {"tables": draw_tables.numbers_of(changed)})
    if cancelled := [table for table in before.tables if table.number not in stayed]:
        said.append(_("Cancelled: table %(tables)s.") % {"tables": draw_tables.numbers_of(cancelled)})
    if resting := [names[pk] for pk in after.sit_outs if pk not in before.sit_outs]:
        said.append(_("Without a seat now: %(names)s.") % {"names": ", ".join(resting)})
    messages.success(request, " ".join(said))


def _leave_preview(round_: Round, entry: Entry) -> dict[str, Any]:
    """What becomes of the others at the table, or why it cannot be."""
    try:
        draw_changes.refuse_typed_seat(round_, entry)
        before = as_drawn(round_)
        after, _given = draw_changes.repaired(round_, before, gone=[entry])
    except Refused as refused:
        return {"refusal": refused.message}
    names = draw_changes.names_in(round_)
    broken = [table for table in before.tables if entry.pk in table.entries]
    resting = set(after.sit_outs) - set(before.sit_outs)
    return {
        "broken": broken,
        "new": [draw_quality.named(table, names) for table in after.tables if table not in before.tables],
        "resting": [names[pk] for pk in sorted(resting)],
    }
