"""What a competition gives for not playing, and whose score a substitute makes: the rule, ready-made ones, figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import Act, get_competition_for_user
from tournaments.attendance import CHOICES
from tournaments.forms.attendance import AttendanceForm
from tournaments.services import attendance_rules
from tournaments.services.begun import begins_with
from tournaments.services.competitions import absence_in_words
from tournaments.services.errors import Refused
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


def attendance_rule(request: HttpRequest, pk: int) -> HttpResponse:
    """The form, filled in with the rule or with a ready-made one, and beside it what that gives.

    "look" shows what is typed without saving it.
    """
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    if competition.is_teams:
        messages.info(request, _("Teams name a line-up for every match: nothing is given for not playing."))
        return redirect("competition", pk)
    chosen = CHOICES.get(request.GET.get("preset", ""))
    form = AttendanceForm(request.POST or None, competition=competition, rule=chosen.rule if chosen else None)
    shown = chosen.rule if chosen else competition.get_attendance()
    began, told = request.POST.get("began", ""), False
    if form.is_valid():
        shown = form.rule()
        if "look" not in request.POST:
            told = True
            try:
                attendance_rules.save_rule(competition, shown, actor=request.user, began=began)
            except Refused as refused:
                form.add_error(None, refused.message)
            else:
                text = _("Saved. Evenings that are not closed go by it; closed ones stay as they are.")
                messages.success(request, text)
                return redirect("attendance_rule", pk)
    return page(
        request,
        "competitions/attendance_rule.html",
        club=competition.club,
        changes=competition,
        current="competitions",
        status=422 if form.errors else 200,
        competition=competition,
        form=form,
        began=begins_with(competition.attendance, began, told=told),
        presets=CHOICES,
        chosen=chosen,
        unsaved=shown != competition.get_attendance(),
        preview=None if form.errors else attendance_rules.preview(competition, shown),
        words=absence_in_words(shown),
    )
