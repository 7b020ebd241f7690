"""Report files of pair events (TRF): ours to take away, and one of another program to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access import Act, get_club_for_user, get_competition_for_user, get_evening_for_user
from tournaments.forms.trf import TrfForm
from tournaments.services import trf
from tournaments.services.errors import Refused
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest


@require_safe
def evening(request: HttpRequest, pk: int) -> HttpResponse:
    """The rounds of an evening so far, to save."""
    evening = get_evening_for_user(request.user, pk, Act.REPORTS)
    try:
        text = trf.evening_report(evening)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("evening", pk)
    return _file(f"{slugify(str(evening.competition))}-{evening.date:%Y-%m-%d}", text)


@require_safe
def season(request: HttpRequest, pk: int) -> HttpResponse:
    """All rounds of a season so far, to save."""
    competition = get_competition_for_user(request.user, pk, Act.REPORTS)
    try:
        text = trf.season_report(competition)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("competition", pk)
    return _file(slugify(str(competition)), text)


def _file(name: str, text: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name or "report"}.trf"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest, slug: str) -> HttpResponse:
    """A report of another program: its standing, its last round beside our draw, and our next round."""
    club = get_club_for_user(request.user, slug, Act.DRAW)
    form = TrfForm(request.POST, request.FILES) if request.method == "POST" else TrfForm()
    reading = None
    if form.is_valid():
        try:
            reading = trf.read(form.cleaned_data["text"])
        except Refused as refusal:
            form.add_error(None, refusal.message)
    status = 422 if form.errors else 200
    return page(
        request,
        "draws/report.html",
        club=club,
        current="competitions",
        status=status,
        form=form,
        reading=reading,
    )
