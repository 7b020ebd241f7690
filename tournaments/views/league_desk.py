"""A league beyond its divisions: pools, finals, who goes up and down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.access import (
    Act,
    get_competition_for_user,
)
from tournaments.forms.leagues import (
    FinalsForm,
    PoolsForm,
)
from tournaments.services import league_seasons
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.services.leagues import Place
from tournaments.standing import queries
from tournaments.views.page import page

if TYPE_CHECKING:
    from django import forms
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Competition


def league_pools(request: HttpRequest, pk: int) -> HttpResponse:
    """Divides the entries over pools."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    entries = list(competition.entries.filter(active=True).prefetch_related("members__person"))
    entries.sort(key=lambda entry: (-(entry.strength or 0), entry.sort_key, entry.pk))
    form = PoolsForm(
        entries,
        queries.who_is_who(competition, queries.DESK),
        request.POST or None,
        places=[Place(entry) for entry in entries],
    )
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        wanted = {name: data[name] for name in ("count", "through", "legs", "key")}
        seeded = [place.entry for place in form.places()]
        try:
            league_seasons.make_pools(competition, seeded, actor=request.user, **wanted)
        except AlreadyDone:
            return redirect("league", pk)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("The pools are made. Now make the fixtures of each."))
            return redirect("league", pk)
    return _league_form(request, "leagues/pools.html", competition, form)


def league_finals(request: HttpRequest, pk: int) -> HttpResponse:
    """A knock-out of the best of the pools."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    form = FinalsForm(competition, request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            finals = league_seasons.make_finals(
                competition, data["pools"], data["name"], actor=request.user, key=data["key"]
            )
        except AlreadyDone:
            return redirect("league", pk)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            return redirect("division_fixtures", finals.pk)
    return _league_form(request, "leagues/finals.html", competition, form)


@require_safe
def league_next(request: HttpRequest, pk: int) -> HttpResponse:
    """Who would go up and down; the next season itself is started on a page of its own."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    boards, moves = league_seasons.movements(competition)
    by_key = {board.division.pk: board for board in boards}
    came = {move.entry: move for move in moves.moves}
    return page(
        request,
        "leagues/next_season.html",
        club=competition.club,
        current="competitions",
        competition=competition,
        boards=boards,
        unfinished=[board for board in boards if not board.finished],
        tied=[board for board in boards if board.ties],
        divisions=[
            (by_key[key].division, [(by_key[key].who[entry], came.get(entry)) for entry in members])
            for key, members in moves.divisions.items()
        ],
    )


def _league_form(
    request: HttpRequest, template: str, competition: Competition, form: forms.BaseForm, **context: object
) -> HttpResponse:
    return page(
        request,
        template,
        club=competition.club,
        current="competitions",
        status=422 if form.errors else 200,
        changes=competition,
        competition=competition,
        form=form,
        **context,
    )
