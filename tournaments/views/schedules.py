"""The schedule of an evening: choose and look at one, give it up, take a number over, and everybody's own card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from klaverclub.typed import whole_number
from tournaments.access import Act, acts, get_evening_for_user
from tournaments.forms.schedules import NumbersForm
from tournaments.models import Evening
from tournaments.services import schedules
from tournaments.services.draw_input import present_entries
from tournaments.services.errors import Refused
from tournaments.standing import queries
from tournaments.timetable import Timetable, is_public, method_how, method_name, said, timetable
from tournaments.views.page import page
from tournaments.views.public import readers_page

if TYPE_CHECKING:
    from django.http import HttpRequest

    from tournaments.models import Club, Schedule


def schedule(request: HttpRequest, pk: int) -> HttpResponse:
    """The schedule, or the choice of one; a POST makes what was chosen."""
    act = Act.DRAW if request.method == "POST" else Act.LOOK
    evening = get_evening_for_user(request.user, pk, act)
    if request.method != "POST":
        return _page(request, evening)
    method, _dash, kind = request.POST.get("choice", "").partition("-")
    try:
        schedules.make(
            evening,
            method=method,
            kind=kind,
            order=request.POST.get("order", schedules.LOT),
            actor=request.user,
            seen=_number(request.POST.get("seen")) or None,
        )
    except Refused as refused:
        return _page(request, evening, refusal=refused.message)
    return redirect("evening_schedule", evening.pk)


def _page(request: HttpRequest, evening: Evening, *, refusal: str = "") -> HttpResponse:
    club = evening.competition.club
    made = schedules.of(evening)
    allowed = acts(request.user, club)
    if made and not (Act.CHECK_IN in allowed or is_public(evening)):
        made = None
    context: dict[str, Any] = {"evening": evening, "made": made, "refusal": refusal}
    context["begun"] = evening.rounds.exists()
    if made:
        context |= _made(request, evening, made)
    if Act.DRAW in allowed and not context["begun"] and not evening.is_closed:
        context |= _choices(request, evening)
    template = "schedules/schedule.html" if made else "schedules/choose.html"
    return page(request, template, club=club, current="club", status=422 if refusal else 200, **context)


def _choices(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    """The schedules that exist for who is there, each with its quality in words; or why there is none."""
    context: dict[str, Any] = {
        "present": len(schedules.coming(evening)),
        "later": len(schedules.coming(evening)) - len(present_entries(evening, 1)),
        "order": request.POST.get("order", schedules.LOT),
    }
    try:
        found = schedules.options(evening)
    except Refused as refused:
        return context | {"none": refused.message}
    choices = [
        {
            "key": option.key,
            "name": method_name(option.schedule.method, option.schedule.kind),
            "how": method_how(option.schedule.method),
            "praise": said(option.proof.praise),
        }
        for option in found
    ]
    usual = evening.competition.get_pairing().method
    if reason := schedules.why_not_the_usual(evening):
        unfit = {"name": method_name(usual, ""), "how": method_how(usual), "reason": reason}
        # What was announced cannot be: nothing else is chosen unasked.
        return context | {"choices": choices, "chosen": request.POST.get("choice", ""), "unfit": unfit}
    first = usual if usual in {choice["key"] for choice in choices} else choices[0]["key"]
    return context | {"choices": choices, "chosen": request.POST.get("choice", first)}


def _made(request: HttpRequest, evening: Evening, made: Schedule) -> dict[str, Any]:
    """The schedule, and who is missing from it or came in beside it for the next round."""
    shown = timetable(evening, made, queries.reader_for(request.user, evening.competition.club))
    number = evening.rounds.count() + 1
    context: dict[str, Any] = {"timetable": shown, "next": number}
    if number > len(shown.rounds) or evening.is_closed:
        return context
    present = present_entries(evening, number)
    there = {entry.pk for entry in present}
    numbered = set(made.entries)
    context["gone"] = [who for who in shown.by_name if who.entry not in there]
    context["came"] = [entry for entry in present if entry.pk not in numbered]
    context["moving"] = _moving(present, shown)
    return context


def _moving(present: list[Any], shown: Timetable) -> list[str]:
    """Who cannot move but has to in this schedule."""
    staying = {
        shown.people[number - 1].entry
        for number, person in shown.proof.people.items()
        if len(person.tables) == 1
    }
    return [entry.name for entry in present if entry.fixed_table is not None and entry.pk not in staying]


@require_POST
def drop(request: HttpRequest, pk: int) -> HttpResponse:
    """Gives the schedule up."""
    evening = get_evening_for_user(request.user, pk, Act.DRAW)
    try:
        schedules.drop(evening, actor=request.user)
    except Refused as refused:
        return _page(request, evening, refusal=refused.message)
    messages.success(request, _("The schedule is given up: the next rounds are drawn one by one."))
    return redirect("evening", evening.pk)


def numbers(request: HttpRequest, pk: int) -> HttpResponse:
    """The numbers as they were drawn by hand, or as the organiser wants them; typed values stay until they are right."""
    evening = get_evening_for_user(request.user, pk, Act.DRAW)
    made = schedules.of(evening)
    if made is None:
        return redirect("evening_schedule", evening.pk)
    shown = timetable(evening, made, queries.Reader())
    form = NumbersForm(request.POST or None, timetable=shown)
    if request.method == "POST" and form.is_valid():
        try:
            seen = _number(request.POST.get("seen"))
            schedules.renumber(evening, form.numbers, actor=request.user, seen=seen)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, _("The numbers are as you typed them."))
            return redirect("evening_schedule", evening.pk)
    return page(
        request,
        "schedules/numbers.html",
        club=evening.competition.club,
        current="club",
        status=422 if form.errors else 200,
        evening=evening,
        made=made,
        form=form,
    )


@require_POST
def take_over(request: HttpRequest, pk: int) -> HttpResponse:
    """Somebody who came late takes the number of somebody who left."""
    evening = get_evening_for_user(request.user, pk, Act.DRAW)
    leaving, coming = (
        get_object_or_404(evening.competition.entries, pk=_number(request.POST.get(name)))
        for name in ("leaving", "coming")
    )
    try:
        schedules.take_over(evening, leaving, coming, actor=request.user)
    except Refused as refused:
        return _page(request, evening, refusal=refused.message)
    text = _("%(coming)s plays on with the number of %(leaving)s.")
    messages.success(request, text % {"coming": coming.name, "leaving": leaving.name})
    return redirect("evening_schedule", evening.pk)


def _number(text: str | None) -> int:
    """A key out of a form, 0 for anything else."""
    return whole_number(text) or 0


@require_safe
def card(request: HttpRequest, pk: int, entry_pk: int) -> HttpResponse:
    """All rounds of one person or pair: table, partner, opponents."""
    evening = get_evening_for_user(request.user, pk)
    club = evening.competition.club
    made = schedules.of(evening)
    if made is None or not (Act.CHECK_IN in acts(request.user, club) or is_public(evening)):
        raise Http404("no schedule to show")
    shown = timetable(evening, made, queries.reader_for(request.user, club))
    return page(
        request,
        "schedules/card.html",
        club=club,
        current="club",
        evening=evening,
        timetable=shown,
        card=_card_or_404(shown, entry_pk),
    )


def _card_or_404(shown: Timetable, entry: int) -> Any:
    found = shown.card(entry)
    if found is None:
        raise Http404("no such number")
    return found


@readers_page
def public(request: HttpRequest, club: Club, reader: queries.Reader, pk: int) -> HttpResponse:
    """The schedule for readers once the first round is published; `?entry=` is the card of one name in it."""
    evening = get_object_or_404(Evening.objects.select_related("competition"), competition__club=club, pk=pk)
    if not is_public(evening):
        raise Http404("no schedule to show")
    shown = timetable(evening, schedules.of(evening), reader)
    context: dict[str, Any] = {
        "public": True,
        "here": "schedule",
        "club": club,
        "competition": evening.competition,
        "evening": evening,
        "timetable": shown,
    }
    if "entry" in request.GET:
        context["card"] = _card_or_404(shown, _number(request.GET["entry"]))
    return render(request, "schedules/public.html", context)
