"""What if? A season under other rules beside the real ones, for the members' meeting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.access import Act, get_comparison_for_user, get_competition_for_user
from tournaments.attendance import CHOICES
from tournaments.forms.attendance import AttendanceForm
from tournaments.forms.standing import StandingForm
from tournaments.forms.what_if import AlternativeForm, ComparisonForm
from tournaments.models import WhatIf
from tournaments.services import what_if as service
from tournaments.services.competitions import absence_in_words
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.standing.notes import translated
from tournaments.standing.presets import PRESETS
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Competition


def _page(
    request: HttpRequest, template: str, competition: Competition, *, invalid: bool = False, **context: Any
) -> HttpResponse:
    return page(
        request,
        template,
        club=competition.club,
        current="competitions",
        status=422 if invalid else 200,
        competition=competition,
        **context,
    )


def what_ifs(request: HttpRequest, pk: int) -> HttpResponse:
    """The comparisons of a season, and a new one."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    form = ComparisonForm(request.POST or None)
    if form.is_valid():
        data = form.cleaned_data
        try:
            made = service.start(competition, data["name"], actor=request.user, key=data["key"])
        except AlreadyDone:
            return redirect("what_if", pk)
        except Refused as refused:
            form.add_error("name", refused.message)
        else:
            return redirect("comparison", made.pk)
    known = competition.what_ifs.select_related("made_by")
    return _page(request, "what_if/list.html", competition, invalid=bool(form.errors), form=form, known=known)


def comparison(request: HttpRequest, pk: int) -> HttpResponse:
    """The real standing and the alternatives, a line for everybody."""
    what_if = get_comparison_for_user(request.user, pk, Act.COMPETITIONS)
    alternatives = service.alternatives_of(what_if)
    compared = service.compare(what_if.competition, alternatives)
    return _page(
        request,
        "what_if/comparison.html",
        what_if.competition,
        what_if=what_if,
        compared=compared,
        lines=[
            (line, [(place, each.decimals) for place, each in zip(line.others, compared.others, strict=True)])
            for line in compared.lines
        ],
        outcomes=[
            {
                "number": number,
                "outcome": outcome,
                "standing": [translated(sentence) for sentence in outcome.standing.sentences()],
                "absence": [] if outcome.same_attendance else absence_in_words(outcome.attendance),
            }
            for number, outcome in enumerate(compared.others, 1)
        ],
        may_add=len(alternatives) < WhatIf.MOST,
    )


def alternative(request: HttpRequest, pk: int, number: int | None = None) -> HttpResponse:
    """A new alternative, or the one of this number: the real rules, a preset or what is typed."""
    what_if = get_comparison_for_user(request.user, pk, Act.COMPETITIONS)
    competition, known = what_if.competition, service.alternatives_of(what_if)
    if number is not None and not 1 <= number <= len(known):
        raise Http404
    start = known[number - 1] if number else None
    standing = PRESETS.get(request.GET.get("standing", ""))
    attendance = CHOICES.get(request.GET.get("attendance", ""))
    posted = request.POST or None
    name = request.GET.get("name", "") or (start.name if start else "")
    form = AlternativeForm(posted, initial={"name": name, "seen": len(known)})
    standing_form = StandingForm(
        posted, competition=competition, rule=standing.rule if standing else start and start.standing
    )
    attendance_form = AttendanceForm(
        posted, competition=competition, rule=attendance.rule if attendance else start and start.attendance
    )
    forms = (form, standing_form, attendance_form)
    if posted and not any(each.errors for each in forms):
        wanted = service.Alternative(
            form.cleaned_data["name"].strip(), standing_form.rule(), attendance_form.rule()
        )
        try:
            service.set_alternative(
                what_if, number, wanted, actor=request.user, seen=form.cleaned_data["seen"]
            )
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            return redirect("comparison", pk)
    return _page(
        request,
        "what_if/alternative.html",
        competition,
        invalid=any(each.errors for each in forms),
        what_if=what_if,
        number=number,
        form=form,
        standing_form=standing_form,
        attendance_form=attendance_form,
        standings=PRESETS,
        attendances=CHOICES,
    )


@require_POST
def alternative_remove(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """An alternative away. `name`: what it is called, so that a second click takes no other."""
    what_if = get_comparison_for_user(request.user, pk, Act.COMPETITIONS)
    known = service.alternatives_of(what_if)
    if 1 <= number <= len(known) and known[number - 1].name == request.POST.get("name"):
        try:
            service.set_alternative(what_if, number, None, actor=request.user, seen=len(known))
        except Refused as refused:
            messages.warning(request, refused.message)
    return redirect("comparison", pk)


@require_POST
def comparison_remove(request: HttpRequest, pk: int) -> HttpResponse:
    found = WhatIf.objects.filter(pk=pk).first()
    if found is None:  # the second click
        return redirect("home")
    what_if = get_comparison_for_user(request.user, pk, Act.COMPETITIONS)
    service.remove(what_if, actor=request.user)
    messages.success(request, _("The comparison “%(name)s” is gone.") % {"name": what_if.name})
    return redirect("what_if", what_if.competition_id)
