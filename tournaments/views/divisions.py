"""Making a division: what it is, who is in it, shared places, its fixtures."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.contrib import messages
from django.db.models import Q
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments import league_board, league_words
from tournaments.access import (
    Act,
    get_competition_for_user,
    get_division_for_user,
)
from tournaments.forms.divisions import DivisionForm
from tournaments.forms.fixtures import FixturesForm
from tournaments.forms.leagues import (
    PlacesForm,
    PlacesOfEqualsForm,
)
from tournaments.models import Division
from tournaments.services import league_ties, leagues
from tournaments.services.begun import begins_with
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.services.leagues import Place
from tournaments.standing import queries
from tournaments.views.leagues import troubles_in_words
from tournaments.views.page import page
from tournaments.views.standing_rule import looked

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournaments.services.effects import Effects

# Divisions ----------------------------------------------------------------------


def division_add(request: HttpRequest, pk: int) -> HttpResponse:
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    return _division_form(request, Division(competition=competition))


def division_edit(request: HttpRequest, pk: int) -> HttpResponse:
    return _division_form(request, get_division_for_user(request.user, pk, Act.COMPETITIONS))


def _division_form(request: HttpRequest, division: Division) -> HttpResponse:
    is_new = division.pk is None
    form = DivisionForm(request.POST or None, instance=division)
    found = None
    if valid := form.is_valid():
        try:
            found = _looked_or_saved(request, form)
        except AlreadyDone:
            return redirect("league", division.competition_id)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            if found is None:
                messages.success(request, _("%(division)s is saved.") % {"division": division.name})
                return redirect("division_entries" if is_new else "division", division.pk)
    return page(
        request,
        "leagues/division_form.html",
        club=division.competition.club,
        changes=division.competition,
        current="competitions",
        status=422 if form.errors else 200,
        competition=division.competition,
        division=None if is_new else division,
        name=Division.objects.get(pk=division.pk).name if not is_new else "",
        form=form,
        began=begins_with(leagues.stored_rules(division), request.POST.get("began", ""), told=valid),
        effects=None if form.errors else found,
    )


def _looked_or_saved(request: HttpRequest, form: DivisionForm) -> Effects | None:
    """Saves a division; where matches that are drawn would be worth something else, only once it was seen who moves:
    until then what would change. Raises as `leagues.save_division` does."""
    division, data = form.save(commit=False), form.cleaned_data

    def save() -> None:
        leagues.save_division(
            division,
            actor=request.user,
            reason=data.get("reason", ""),
            key=data["key"],
            began=request.POST.get("began", ""),
        )

    if not leagues.changes_worth(division):
        save()
        return None
    return looked(request, division.competition, form, save)


@require_POST
def division_remove(request: HttpRequest, pk: int) -> HttpResponse:
    division = get_division_for_user(request.user, pk, Act.COMPETITIONS)
    competition, name = division.competition_id, division.name
    try:
        leagues.remove_division(division, actor=request.user)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("division", pk)
    messages.success(request, _("%(division)s is removed.") % {"division": name})
    return redirect("league", competition)


def division_entries(request: HttpRequest, pk: int) -> HttpResponse:
    """Who is in a division, in the order of the seeding, with homes and dates on which they cannot play."""
    division = get_division_for_user(request.user, pk, Act.COMPETITIONS)
    competition = division.competition
    known = competition.entries.filter(Q(active=True) | Q(divisions__division=division)).distinct()
    entries = list(known.prefetch_related("members__person"))
    form = PlacesForm(
        entries,
        queries.who_is_who(competition, queries.DESK),
        request.POST or None,
        venues=competition.club.venues.all(),
        places=[
            Place(member.entry, member.venue, leagues.blocked_dates(member))
            for member in division.members.select_related("entry", "venue")
        ],
    )
    if request.method == "POST" and form.is_valid():
        try:
            leagues.set_places(division, form.places(), actor=request.user)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            count = division.members.count()
            words = ngettext(
                "%(division)s has %(count)s entry.", "%(division)s has %(count)s entries.", count
            )
            messages.success(request, words % {"division": division.name, "count": count})
            return redirect("division", pk)
    return page(
        request,
        "leagues/division_entries.html",
        club=competition.club,
        changes=competition,
        current="competitions",
        status=422 if form.errors else 200,
        competition=competition,
        division=division,
        form=form,
    )


def division_places(request: HttpRequest, pk: int, rank: int) -> HttpResponse:
    """Who comes first of those who share a place after the last match: by lot, or as the organiser says."""
    division = get_division_for_user(request.user, pk, Act.COMPETITIONS)
    board = league_board.load_division(division, queries.DESK)
    tied = dict(board.ties).get(rank)
    if tied is None:
        messages.info(request, _("Nobody shares place %(rank)s.") % {"rank": rank})
        return redirect("division", pk)
    form = PlacesOfEqualsForm(tied, rank, request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        wanted = {"key": data["key"], "by_lot": data["way"] == "lot"}
        try:
            league_ties.decide(division, form.order(), data["reason"], actor=request.user, **wanted)
        except AlreadyDone:
            return redirect("division", pk)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, _("The shared place is decided."))
            return redirect("division", pk)
    return page(
        request,
        "leagues/division_places.html",
        club=division.competition.club,
        changes=division.competition,
        current="competitions",
        status=422 if form.errors else 200,
        competition=division.competition,
        division=division,
        rank=rank,
        tied=tied,
        form=form,
    )


@require_POST
def division_places_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Takes the last decision about a shared place back."""
    division = get_division_for_user(request.user, pk, Act.COMPETITIONS)
    try:
        league_ties.take_back(division, actor=request.user)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("The decision is taken back."))
    return redirect("division", pk)


# Fixtures -----------------------------------------------------------------------


def division_fixtures(request: HttpRequest, pk: int) -> HttpResponse:
    """Makes fixtures: shows a draft with its quality in words, and stores it when that is asked for."""
    division = get_division_for_user(request.user, pk, Act.COMPETITIONS)
    who = queries.who_is_who(division.competition, queries.DESK)
    days = leagues.days_needed(division)
    if not days:
        messages.info(
            request, _("Say first who is in %(division)s: at least two.") % {"division": division.name}
        )
        return redirect("division_entries", pk)
    data = request.POST.copy() if request.method == "POST" else None
    if data is not None and "again" in data:
        data["seed"] = str(secrets.randbits(40))
    form = FixturesForm(division, who, days, data)
    board, draft = None, None
    if data is not None and form.is_valid():
        try:
            if "make" in data:
                leagues.make_fixtures(division, form.wanted(), actor=request.user)
                messages.success(
                    request, _("The fixtures of %(division)s are made.") % {"division": division.name}
                )
                return redirect("division", pk)
            draft = leagues.draft(division, form.wanted())
            division.plan = form.wanted().to_json()
            board = league_board.preview(division, draft.fixtures, queries.DESK)
        except Refused as refusal:
            form.add_error(None, refusal.message)
    context = {}
    if draft and draft.quality and board:
        context = {
            "quality": league_words.quality_in_words(
                draft.quality, division, len(board.members), proven=draft.proven
            ),
            "troubles": troubles_in_words(board, draft.quality.troubles),
        }
    return page(
        request,
        "leagues/division_fixtures.html",
        club=division.competition.club,
        changes=division.competition,
        current="competitions",
        status=422 if form.errors else 200,
        competition=division.competition,
        division=division,
        form=form,
        needed=days,
        board=board,
        days=[(day, matches, board.resting(day)) for day, matches in board.days] if board else [],
        preview=True,
        **context,
    )


@require_POST
def fixtures_remove(request: HttpRequest, pk: int) -> HttpResponse:
    division = get_division_for_user(request.user, pk, Act.COMPETITIONS)
    try:
        leagues.remove_fixtures(division, actor=request.user)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("The fixtures of %(division)s are gone.") % {"division": division.name})
    return redirect("division", pk)
