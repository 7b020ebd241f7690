"""Who went from one team to another during the season, and letting somebody go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments import league_words
from tournaments.access import Act, get_competition_for_user
from tournaments.forms.key import key_of
from tournaments.forms.transfers import TransferForm
from tournaments.models import EntryMember
from tournaments.services import transfers as service
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.views.page import page
from tournaments.views.standing_rule import looked

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Competition
    from tournaments.services.effects import Effects


def transfers(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody who changed teams; at the desk somebody goes to another, once it was seen what that does."""
    competition = _teams(request, pk)
    asked = {"person": request.GET.get("person", "")}
    form = TransferForm(competition, request.POST or None, initial=asked)
    found: Effects | None = None
    lines: list[str] = []
    if request.method == "POST" and form.is_valid():
        person, team, day, reason = form.wanted()

        def act() -> None:
            service.transfer(person, team, day, reason, actor=request.user, key=form.cleaned_data["key"])

        try:
            lines = service.in_words(person, team, day)
            found = looked(request, competition, form, act)
        except AlreadyDone:
            return redirect("transfers", pk)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            if found is None:
                messages.success(
                    request, _("%(name)s goes to %(team)s.") % {"name": person.name, "team": team.name}
                )
                return redirect("transfers", pk)
    return page(
        request,
        "leagues/transfers.html",
        club=competition.club,
        changes=competition,
        current="competitions",
        status=422 if form.errors else 200,
        competition=competition,
        form=form,
        effects=None if form.errors else found,
        lines=lines,
        found=service.of(competition),
        rules=[
            (division, words)
            for division in competition.divisions.all()
            if (words := league_words.transfers_in_words(division.get_transfers()))
        ],
    )


@require_POST
def transfer_back(request: HttpRequest, pk: int, member: int) -> HttpResponse:
    """Takes the last transfer of somebody back."""
    competition = _teams(request, pk)
    known = EntryMember.objects.filter(competition=competition).exclude(since=None)
    came = get_object_or_404(known.select_related("person", "entry"), pk=member)
    try:
        service.take_back(came, actor=request.user, key=key_of(request.POST))
    except AlreadyDone:
        return redirect("transfers", pk)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        told = {"name": came.person.name, "team": came.entry.name}
        messages.success(request, _("The transfer of %(name)s to %(team)s is taken back.") % told)
    return redirect("transfers", pk)


def _teams(request: HttpRequest, pk: int) -> Competition:
    """404 where no teams play."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    if not competition.is_teams:
        raise Http404
    return competition
