"""The door: who is there, who is not, and the guest who came along."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments import hall
from tournaments.access import Act, get_evening_for_user
from tournaments.forms.evening import GuestForm, PresenceForm
from tournaments.models import Change, Entry, Presence
from tournaments.services import check_in as door
from tournaments.services import evenings, people
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.views.page import page

if TYPE_CHECKING:
    from typing import Any

    from django.http import HttpRequest

    from tournaments.hall import Row
    from tournaments.models import Evening, Person, User

_ABSENCES = {Presence.State.EXCUSED, Presence.State.ABSENT}


def check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """The list at the door; a POST is for everybody who was not asked yet."""
    evening = get_evening_for_user(request.user, pk, Act.CHECK_IN)
    if request.method == "POST":
        return _mark_rest(request, evening)
    if request.htmx and request.GET.get("poll"):
        return _changes(request, evening)
    return _page(request, evening)


def _page(request: HttpRequest, evening: Evening, *, status: int = 200, **context: Any) -> HttpResponse:
    rows = hall.door_list(evening)
    query = request.GET.get("q", "").strip()
    guest = context.pop("guest", None) or _empty_guest_form(evening, name=request.GET.get("guest", ""))
    return page(
        request,
        "evening/check_in.html",
        club=evening.competition.club,
        current="club",
        status=status,
        **_context(evening),
        rows=rows,
        unasked=[row for row in rows if row.ranked and row.state == hall.UNASKED],
        query=query,
        hidden={row.entry for row in rows if not row.matches(query)},
        guest=guest,
        guest_open=guest.is_bound or "guest" in request.GET,
        **context,
    )


def _context(evening: Evening) -> dict[str, Any]:
    """What every part of this page knows."""
    rounds = list(evening.rounds.order_by("number"))
    return {
        "evening": evening,
        "attendance": hall.attendance(evening, rounds),
        "numbers": range(1, evening.rounds_planned + 1),
        "states": [*Presence.State.choices, (hall.UNASKED, _("not yet asked"))],
    }


def _changes(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Rows that differ from what the page says it shows; nothing when none does."""
    shown = dict.fromkeys(request.GET.getlist("r"))
    rows = hall.door_list(evening)
    changed = [row for row in rows if row.seen not in shown]
    known = {seen.partition(".")[0] for seen in shown}
    gone = known - {str(row.entry) for row in rows}
    if not changed and not gone:
        return HttpResponse(status=204)
    return render(
        request,
        "evening/_check_in_changes.html",
        _context(evening)
        | {
            "changed": [row for row in changed if str(row.entry) in known],
            "added": [(row, _next_known(rows, row, known)) for row in changed if str(row.entry) not in known],
            "gone": sorted(pk for pk in gone if pk.isdecimal()),
        },
    )


def _next_known(rows: list[Row], row: Row, known: set[str]) -> int | None:
    """The first entry behind this row that the page has, to set the new row before; None for the end."""
    behind = rows[rows.index(row) + 1 :]
    return next((other.entry for other in behind if str(other.entry) in known), None)


@require_POST
def presence(request: HttpRequest, pk: int, entry_pk: int) -> HttpResponse:
    """Says of one entry whether it is there. The form names the wanted state, so twice is once."""
    evening = get_evening_for_user(request.user, pk, Act.CHECK_IN)
    entry = get_object_or_404(Entry.objects.filter(competition=evening.competition_id), pk=entry_pk)
    before = hall.door_row(evening, entry.pk)
    form = PresenceForm(request.POST, evening=evening)
    error = ""
    if form.is_valid():
        try:
            _set_presence(evening, entry, form, request.user)
        except Refused as refused:
            error = refused.message
    else:
        error = _("Choose one of the states, and rounds of this evening.")
    if not request.htmx:
        return _plain_answer(request, evening, entry, error)
    row = hall.door_row(evening, entry.pk)
    context = _context(evening) | {
        "row": row,
        "error": error,
        "open": bool(error) and "from_round" in request.POST,
    }
    if not error:
        context |= {"just": row, "before": before}
    return render(request, "evening/_check_in_answer.html", context, status=422 if error else 200)


def _set_presence(evening: Evening, entry: Entry, form: PresenceForm, actor: User) -> None:
    wanted = form.cleaned_data
    if wanted["state"] == hall.UNASKED:
        door.clear_presence(evening, entry, actor=actor)
        return
    rounds: dict[str, Any] = {}
    if wanted["state"] == Presence.State.PRESENT:
        now = hall.round_of_arrival(evening, evening.rounds.order_by("number"))
        rounds = {
            "from_round": wanted["from_round"] or now,
            "until_round": wanted["until_round"],
            "breaks": form.breaks_kept,
        }
    door.set_presence(evening, entry, wanted["state"], actor=actor, **rounds)


def _plain_answer(request: HttpRequest, evening: Evening, entry: Entry, error: str) -> HttpResponse:
    """Without script: back to the list, at the row."""
    if error:
        return _page(request, evening, status=422, error=error, error_entry=entry.pk)
    row = hall.door_row(evening, entry.pk)
    states = dict(Presence.State.choices) | {hall.UNASKED: _("not yet asked")}
    messages.success(request, _("%(name)s: %(state)s.") % {"name": row.name, "state": states[row.state]})
    return redirect(f"{reverse('check_in', args=[evening.pk])}#entry-{entry.pk}")


def _mark_rest(request: HttpRequest, evening: Evening) -> HttpResponse:
    state = request.POST.get("rest", "")
    if state not in _ABSENCES:
        return _page(request, evening, status=422, rest_error=_("Choose with or without notice."))
    try:
        marked = evenings.mark_rest(evening, state, actor=request.user)
    except Refused as refused:
        return _page(request, evening, status=422, rest_error=refused.message)
    text = ngettext(
        "%(count)s person noted as %(state)s.", "%(count)s people noted as %(state)s.", len(marked)
    )
    messages.success(request, text % {"count": len(marked), "state": Presence.State(state).label})
    return redirect("check_in", evening.pk)


def _empty_guest_form(evening: Evening, name: str = "") -> GuestForm:
    now = hall.round_of_arrival(evening, evening.rounds.order_by("number"))
    return GuestForm(evening=evening, initial={"name": name, "from_round": now, "key": uuid.uuid4().hex})


@require_POST
def guest_add(request: HttpRequest, pk: int) -> HttpResponse:
    """A guest at the door; a name that is known in the club is asked about first."""
    evening = get_evening_for_user(request.user, pk, Act.CHECK_IN)
    form = GuestForm(request.POST, evening=evening)
    if not form.is_valid():
        return _guest_refused(request, evening, form)
    listed = {row.entry for row in hall.door_list(evening)}
    entry = _added_before(evening, form.cleaned_data["key"])
    if entry is None and (namesakes := _to_ask_about(evening, form)):
        return _guest_refused(request, evening, form, namesakes)
    try:
        entry = entry or _add(evening, form.cleaned_data, request.user)
    except Refused as refused:
        form.add_error("name", refused.message)
        return _guest_refused(request, evening, form)
    if not request.htmx:
        messages.success(request, _("%(name)s: present.") % {"name": entry.name})
        return redirect(f"{reverse('check_in', args=[evening.pk])}#entry-{entry.pk}")
    return _guest_answer(request, evening, entry, listed)


def _to_ask_about(evening: Evening, form: GuestForm) -> list[Person]:
    """People of the club with the typed name, unless the form says which of them it is, or that it is none."""
    if form.cleaned_data["existing"] or form.cleaned_data["twin"]:
        return []
    return people.namesakes(evening.competition.club, form.cleaned_data["name"])


def _added_before(evening: Evening, key: str) -> Entry | None:
    """The entry that the same form made when it arrived for the first time."""
    change = Change.objects.filter(key=key, club=evening.competition.club_id, verb="add person").first()
    if change is None:
        return None
    person = change.subject.partition(":")[2]
    return Entry.objects.filter(competition=evening.competition_id, members__person=person).first()


def _add(evening: Evening, wanted: dict[str, Any], actor: User) -> Entry:
    if person := wanted["existing"]:
        return _enter(evening, person, wanted["from_round"], actor)
    try:
        return door.add_guest(
            evening,
            wanted["name"],
            actor=actor,
            from_round=wanted["from_round"],
            key=wanted["key"],
            twin=wanted["twin"],
        )
    except (AlreadyDone, IntegrityError):  # the same form, in the same instant
        if entry := _added_before(evening, wanted["key"]):
            return entry
        raise


@transaction.atomic
def _enter(evening: Evening, person: Person, from_round: int, actor: User) -> Entry:
    """Somebody the club knows: enters him where that is needed, and ticks him."""
    entry = Entry.objects.filter(
        competition=evening.competition_id, active=True, members__in=person.entries.on(evening.date)
    ).first()
    if entry is None:
        entry = people.add_entry(evening.competition, [person], actor=actor)
    door.set_presence(evening, entry, Presence.State.PRESENT, actor=actor, from_round=from_round)
    return entry


def _guest_answer(request: HttpRequest, evening: Evening, entry: Entry, listed: set[int]) -> HttpResponse:
    """An empty form for the next guest, with the new row at its place in the list."""
    rows = hall.door_list(evening)
    row = next(row for row in rows if row.entry == entry.pk)
    context = _context(evening) | {"just": row, "guest": _empty_guest_form(evening)}
    if entry.pk in listed:
        context["changed"] = [row]
    else:
        context["added"] = [(row, _next_known(rows, row, {str(pk) for pk in listed}))]
    return render(request, "evening/_guest_answer.html", context)


def _guest_refused(
    request: HttpRequest, evening: Evening, form: GuestForm, namesakes: list[Person] | None = None
) -> HttpResponse:
    """The form again, with what was typed and what is wrong or asked."""
    context = {"guest": form, "namesakes": namesakes}
    if request.htmx:
        return render(request, "evening/_guest_form.html", _context(evening) | context, status=422)
    return _page(request, evening, status=422, **context)
