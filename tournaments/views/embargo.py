"""The embargo of an evening: its hours, and the button with which the prize-giving begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django.views.defaults import permission_denied

from tournaments.access import Act, get_evening_for_user
from tournaments.embargo import KeptBack
from tournaments.forms.embargo import EmbargoForm
from tournaments.services import embargo
from tournaments.services.errors import Refused
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


def evening_embargo(request: HttpRequest, pk: int) -> HttpResponse:
    """From when the standings are hidden, and when the prizes are given."""
    evening = get_evening_for_user(request.user, pk, Act.DRAW)
    form = EmbargoForm(request.POST or None, evening=evening)
    if request.method == "POST" and form.is_valid():
        hidden_from, prizes_at = form.moments()
        try:
            embargo.keep_back(evening, hidden_from, prizes_at, actor=request.user)
        except Refused as refused:
            form.add_error("prizes_at", refused.message)
        else:
            messages.success(request, _("Saved.") if hidden_from else _("Everybody sees the standings."))
            return redirect("evening", pk)
    return page(
        request,
        "embargo/evening_embargo.html",
        club=evening.competition.club,
        changes=evening.competition,
        current="club",
        status=422 if form.errors else 200,
        evening=evening,
        form=form,
    )


@require_http_methods(["GET", "POST"])
def embargo_lift(request: HttpRequest, pk: int) -> HttpResponse:
    """What is not in yet and what everybody will see; by POST everybody sees the scores."""
    evening = get_evening_for_user(request.user, pk, Act.DRAW)
    if request.method == "GET":
        return page(
            request,
            "embargo/lift.html",
            club=evening.competition.club,
            current="club",
            evening=evening,
            missing=embargo.not_in_yet(evening),
        )
    embargo.lift(evening, actor=request.user)
    messages.success(request, _("The prize-giving begins: everybody sees the scores now."))
    return redirect("evening", pk)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of the whole site for what somebody may not see; for scores before the prize-giving it says when."""
    if not isinstance(exception, KeptBack):
        return permission_denied(request, exception)
    context = {"kept_back": exception.evening, "club": exception.evening.competition.club}
    return render(request, "embargo/kept_back.html", context, status=403)
