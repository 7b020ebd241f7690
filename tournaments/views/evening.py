"""The cockpit: one page for a whole evening, from check-in to prize-giving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import agenda, embargo, projection
from tournaments.access import Act, acts, get_evening_for_user
from tournaments.board import evening_board, fingerprint
from tournaments.forms.evening import EveningForm
from tournaments.models import Job
from tournaments.services import closing, evenings
from tournaments.services.errors import Refused
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest

    from tournaments.board import EveningBoard, RoundBoard
    from tournaments.models import Club, Evening


def evening(request: HttpRequest, pk: int) -> HttpResponse:
    """The cockpit. A poll names what it `seen`, and gets nothing as long as that is still so."""
    return cockpit(request, get_evening_for_user(request.user, pk))


def cockpit(request: HttpRequest, evening: Evening, *, refusal: str = "") -> HttpResponse:
    """The page, or for a poll its live part; with a refusal beside the next action when an act was refused."""
    club = evening.competition.club
    board = evening_board(evening)
    step = agenda.next_step(board, slips_made=_slips_made(club, board.current))
    seen = fingerprint(board, step, embargo.in_force(evening), get_language())
    context = {
        "evening": evening,
        "board": board,
        "step": step,
        "marks": agenda.line(board),
        "seen": seen,
        "refusal": refusal,
    }
    if request.htmx and "seen" in request.GET:
        if request.GET["seen"] == seen:
            return HttpResponse(status=204)
        context["podium"] = _podium(request, evening, board)
        allowed = {act.name for act in acts(request.user, club)}
        return render(request, "evening/_cockpit.html", context | {"club": club, "acts": allowed})
    context["podium"] = _podium(request, evening, board)
    status = 422 if refusal else 200
    return page(request, "evening/evening.html", club=club, current="club", status=status, **context)


def _podium(request: HttpRequest, evening: Evening, board: EveningBoard) -> list[projection.Place]:
    """The first three and the last, between rounds and at the end; read only when the page is made."""
    if board.current or not board.last_closed:
        return []
    if embargo.in_force(evening) and Act.TYPE not in acts(request.user, evening.competition.club):
        return []
    return [place for place in projection.stand(evening) if place.poedel or (place.rank and place.rank <= 3)]


def _slips_made(club: Club, current: RoundBoard | None) -> bool:
    """Were the paper sheets of this round asked for?"""
    return current is not None and Job.objects.filter(club=club, kind="slips", params__pk=current.pk).exists()


def evening_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """The date and the number of rounds; a closed evening has its date on a page of its own."""
    evening = get_evening_for_user(request.user, pk, Act.DRAW)
    if evening.is_closed and request.method != "POST":
        return redirect("evening_date", pk)
    planned = {"date": evening.date, "rounds_planned": evening.rounds_planned}
    form = EveningForm(request.POST or None, initial=planned)
    if request.method == "POST" and form.is_valid():
        try:
            evenings.change_evening(evening, **form.cleaned_data, actor=request.user)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, _("The evening is changed."))
            return redirect("evening", pk)
    return page(
        request,
        "evening/evening_edit.html",
        club=evening.competition.club,
        changes=evening.competition,
        current="club",
        status=422 if form.errors else 200,
        evening=evening,
        form=form,
    )


@require_POST
def evening_close(request: HttpRequest, pk: int) -> HttpResponse:
    evening = get_evening_for_user(request.user, pk, Act.DRAW)
    try:
        closing.close_evening(evening, actor=request.user)
    except Refused as refused:
        return cockpit(request, evening, refusal=refused.message)
    return redirect("evening", pk)


@require_POST
def evening_reopen(request: HttpRequest, pk: int) -> HttpResponse:
    evening = get_evening_for_user(request.user, pk, Act.DRAW)
    try:
        closing.reopen_evening(evening, actor=request.user)
    except Refused as refused:
        return cockpit(request, evening, refusal=refused.message)
    return redirect("evening", pk)


def projector(request: HttpRequest, pk: int) -> HttpResponse:
    """The beamer in the hall: where everybody sits, who is still playing, and the stand after each round."""
    evening = get_evening_for_user(request.user, pk)
    scene = projection.scene(evening)
    seen = fingerprint(scene, get_language())
    if request.htmx and request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    template = "evening/_screen.html" if request.htmx else "evening/projector.html"
    context = {"club": evening.competition.club, "evening": evening, "scene": scene, "seen": seen}
    return render(request, template, context)
