"""What to do with the matches of who stopped in mid-season."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.access import Act, get_competition_for_user
from tournaments.forms.leagues import LeavingForm
from tournaments.models import Entry
from tournaments.services import leaving
from tournaments.services.errors import AlreadyDone
from tournaments.views.page import page
from tournaments.views.standing_rule import looked

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournaments.services.effects import Effects


def entry_left(request: HttpRequest, pk: int, entry_pk: int) -> HttpResponse:
    """The open matches of an entry that no longer takes part, with the choice what becomes of them; what moves is
    shown before it is done."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    entry = get_object_or_404(Entry, competition=competition, pk=entry_pk)
    form = LeavingForm(request.POST or None)
    found = [] if entry.active else leaving.open_matches(entry)
    seen: Effects | None = None
    if request.method == "POST" and form.is_valid():
        try:
            seen = looked(request, competition, form, lambda: _settle(request, entry, form))
        except AlreadyDone:
            return redirect("league", pk)
        if seen is None:
            words = ngettext(
                "%(count)s match of %(name)s is settled.",
                "%(count)s matches of %(name)s are settled.",
                len(found),
            )
            messages.success(request, words % {"count": len(found), "name": entry.name})
            return redirect("league", pk)
    if not found:
        messages.info(request, _("No match waits for %(name)s.") % {"name": entry.name})
        return redirect("entries", pk)
    return page(
        request,
        "leagues/entry_left.html",
        club=competition.club,
        changes=competition,
        current="competitions",
        status=422 if form.errors else 200,
        competition=competition,
        entry=entry,
        matches=found,
        form=form,
        effects=None if form.errors else seen,
    )


def _settle(request: HttpRequest, entry: Entry, form: LeavingForm) -> None:
    data = form.cleaned_data
    leaving.settle(entry, data["way"], data["reason"], actor=request.user, key=data["key"])
