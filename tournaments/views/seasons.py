"""The life of a season: closing it, opening it again, starting the next one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.access import Act, get_competition_for_user, may
from tournaments.forms.what_if import NextSeasonForm
from tournaments.services import seasons, what_if
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Competition


def _page(request: HttpRequest, template: str, competition: Competition, **context: Any) -> HttpResponse:
    return page(
        request,
        template,
        club=competition.club,
        current="competitions",
        competition=competition,
        **context,
    )


def season_close(request: HttpRequest, pk: int) -> HttpResponse:
    """What closing a season means and what stands in the way; by POST it is closed. A closed one can be opened."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    if request.method == "POST":
        try:
            seasons.close(competition, actor=request.user)
        except Refused as refused:
            messages.warning(request, refused.message)
            return redirect("season_close", pk)
        messages.success(request, _("The season %(season)s is closed.") % {"season": competition})
        return redirect("season_close", pk)
    blockers = [] if competition.is_closed else seasons.blockers(competition)
    may_close = not competition.is_closed and not blockers and competition.evenings.exists()
    return _page(
        request,
        "seasons/close.html",
        competition,
        blockers=blockers,
        may_close=may_close,
        told=seasons.what_closing_means(competition) if may_close else [],
        may_reopen=may(request.user, competition.club, Act.SEASONS),
    )


@require_POST
def season_reopen(request: HttpRequest, pk: int) -> HttpResponse:
    competition = get_competition_for_user(request.user, pk, Act.SEASONS)
    try:
        seasons.reopen(competition, actor=request.user, reason=request.POST.get("reason", "")[:200])
    except Refused as refused:
        messages.warning(request, refused.message)
    else:
        messages.success(request, _("The season %(season)s is open again.") % {"season": competition})
    return redirect("season_close", pk)


def season_next(request: HttpRequest, pk: int) -> HttpResponse:
    """A new season as a copy of this one, under the same rules or those of an alternative that was compared."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    alternatives = {
        f"{each.pk}-{number}": alternative
        for each in competition.what_ifs.all()
        for number, alternative in enumerate(what_if.alternatives_of(each), 1)
    }
    form = NextSeasonForm(
        request.POST or None,
        competition=competition,
        alternatives=alternatives,
        chosen=request.GET.get("rules", ""),
    )
    if form.is_valid():
        data = form.cleaned_data
        wanted = replace(
            seasons.as_it_was(competition, data["season"]),
            entries=frozenset(data["entries"]),
            planned=data["planned"],
            prizes=data.get("prizes", False),
        )
        if chosen := alternatives.get(data["rules"]):
            wanted = replace(wanted, standing=chosen.standing, attendance=chosen.attendance)
        if not data.get("titles"):
            wanted = replace(wanted, titles={})
        try:
            following = seasons.start_next(competition, wanted, actor=request.user, key=data["key"])
        except AlreadyDone:
            return redirect("competitions", competition.club.slug)
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, _("%(competition)s is made.") % {"competition": following})
            return redirect("competition", following.pk)
    return _page(
        request,
        "seasons/next.html",
        competition,
        form=form,
        status=422 if form.errors else 200,
        leagues=competition.divisions.exists(),
    )
