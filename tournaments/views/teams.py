"""Teams of a competition with their squads, and who plays for them in a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.access import Act, get_competition_for_user, get_round_for_user
from tournaments.forms.key import key_of
from tournaments.forms.teams import LineUpForm, TeamForm
from tournaments.models import Entry
from tournaments.services import audit, line_ups, squads
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Competition


def team_add(request: HttpRequest, pk: int) -> HttpResponse:
    """A new team with its squad."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    return _team(request, competition, None)


def team_edit(request: HttpRequest, pk: int, entry_pk: int) -> HttpResponse:
    """Another name, squad or order of the line-up."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    known = Entry.objects.filter(competition=competition).prefetch_related("members__person")
    return _team(request, competition, get_object_or_404(known, pk=entry_pk))


def _team(request: HttpRequest, competition: Competition, entry: Entry | None) -> HttpResponse:
    if not competition.is_teams:
        raise Http404
    if audit.was_done(key_of(request.POST)):
        return redirect(
            "entries", competition.pk
        )  # the same form a second time: its people are in the team now
    form = TeamForm(competition, entry, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            name = _save(request, competition, entry, form)
        except AlreadyDone:
            return redirect("entries", competition.pk)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": name})
            again = "another" in request.POST
            return redirect("team_add" if again else "entries", competition.pk)
    return page(
        request,
        "competitions/team.html",
        club=competition.club,
        changes=competition,
        current="competitions",
        competition=competition,
        entry=entry,
        form=form,
        status=422 if form.errors else 200,
    )


def _save(request: HttpRequest, competition: Competition, entry: Entry | None, form: TeamForm) -> str:
    data = form.cleaned_data
    wanted = {
        "represents": data["represents"].strip(),
        "newcomers": data["newcomers"],
        "actor": request.user,
    }
    if entry:
        squads.change_team(entry, data["name"], form.squad(), **wanted)
    else:
        squads.add_team(competition, data["name"], form.squad(), key=data["key"], **wanted)
    return str(data["name"])


def line_up(request: HttpRequest, pk: int, entry_pk: int) -> HttpResponse:
    """Who plays for a team at which table of a round that is not published yet."""
    round_ = get_round_for_user(request.user, pk, Act.DRAW)
    competition = round_.evening.competition
    known = Entry.objects.filter(competition=competition).select_related("competition__club")
    entry = get_object_or_404(known.prefetch_related("members__person"), pk=entry_pk)
    seats = line_ups.seats_of(round_, entry)
    if not competition.is_teams or not seats:
        raise Http404
    if round_.state != round_.State.DRAFT:
        messages.info(request, _("The draw is published: change a seat at its table."))
        return redirect("round", pk)
    match = line_ups.match_of(round_, entry)
    bound = line_ups.bound_elsewhere(match, entry) if match else {}
    form = LineUpForm(seats, entry, round_.evening.date, bound, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            line_ups.change(round_, entry, form.line_up(), actor=request.user)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("The line-up of %(name)s is saved.") % {"name": entry.name})
            return redirect("round", pk)
    return page(
        request,
        "evening/line_up.html",
        club=competition.club,
        changes=round_.evening.competition,
        current="club",
        evening=round_.evening,
        round=round_,
        entry=entry,
        form=form,
        bound=bound.values(),
        status=422 if form.errors else 200,
    )
