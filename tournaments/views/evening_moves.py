"""The date of a closed evening put right: the date and why, what moves with it, and then the act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import Act, get_evening_for_user
from tournaments.forms.evening import MoveForm
from tournaments.services import evening_moves
from tournaments.services.effects import OtherEffects
from tournaments.services.errors import Refused
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Evening
    from tournaments.services.effects import Effects


def evening_date(request: HttpRequest, pk: int) -> HttpResponse:
    """A POST looks at the effects, a second one that has seen them does it. An open evening has its date elsewhere."""
    evening = get_evening_for_user(request.user, pk, Act.CORRECT)
    if not evening.is_closed:
        return redirect("evening_edit", pk)
    form = MoveForm(request.POST or None, initial={"date": evening.date})
    found: Effects | None = None
    if request.method == "POST" and form.is_valid():
        try:
            if seen := request.POST.get("effects", ""):
                return _move(request, evening, form, seen)
            found = evening_moves.effects_of(evening, form.cleaned_data["date"])
        except OtherEffects as other:
            found = other.effects
        except Refused as refused:
            form.add_error("date", refused.message)
    return page(
        request,
        "evening/evening_date.html",
        club=evening.competition.club,
        changes=evening.competition,
        current="club",
        status=422 if form.errors else 200,
        evening=evening,
        form=form,
        effects=found,
        changed=bool(found and request.POST.get("effects")),
    )


def _move(request: HttpRequest, evening: Evening, form: MoveForm, seen: str) -> HttpResponse:
    found = evening_moves.carry_out(evening, **form.cleaned_data, actor=request.user, seen=seen)
    messages.success(request, _("The date of the evening is put right."))
    for warning in found.to_do:
        messages.warning(request, warning)
    return redirect("evening", evening.pk)
