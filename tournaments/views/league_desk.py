"""Making a league: divisions, who is in them, fixtures, pools, finals, the next season, places to play."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.contrib import messages
from django.db.models import Q
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments import league_board, league_words
from tournaments.access import (
    Act,
    get_club_for_user,
    get_competition_for_user,
    get_division_for_user,
)
from tournaments.forms.divisions import DivisionForm
from tournaments.forms.leagues import (
    FinalsForm,
    FixturesForm,
    PlacesForm,
    PlacesOfEqualsForm,
    PoolsForm,
    VenueForm,
)
from tournaments.models import Division, Venue
from tournaments.services import league_seasons, league_ties, leagues
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.services.leagues import Place
from tournaments.standing import queries
from tournaments.views.leagues import troubles_in_words
from tournaments.views.page import page
from tournaments.views.standing_rule import looked

if TYPE_CHECKING:
    from django import forms
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Competition
    from tournaments.services.effects import Effects

MENU = "competitions"
WATCHED = Act.COMPETITIONS


def _status(form: forms.BaseForm) -> int:
    return 422 if form.errors else 200


# Divisions ----------------------------------------------------------------------


def division_add(request: HttpRequest, pk: int) -> HttpResponse:
    competition = get_competition_for_user(request.user, pk, WATCHED)
    return _division_form(request, Division(competition=competition))


def division_edit(request: HttpRequest, pk: int) -> HttpResponse:
    return _division_form(request, get_division_for_user(request.user, pk, WATCHED))


def _division_form(request: HttpRequest, division: Division) -> HttpResponse:
    is_new = division.pk is None
    form = DivisionForm(request.POST or None, instance=division)
    found = None
    if request.method == "POST" and form.is_valid():
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
        current=MENU,
        status=_status(form),
        competition=division.competition,
        division=None if is_new else division,
        name=Division.objects.get(pk=division.pk).name if not is_new else "",
        form=form,
        effects=None if form.errors else found,
    )


def _looked_or_saved(request: HttpRequest, form: DivisionForm) -> Effects | None:
    """Saves a division; where matches that are drawn would be worth something else, only once it was seen who moves:
    until then what would change. Raises as `leagues.save_division` does."""
    division, data = form.save(commit=False), form.cleaned_data

    def save() -> None:
        leagues.save_division(division, actor=request.user, reason=data.get("reason", ""), key=data["key"])

    if not leagues.changes_worth(division):
        save()
        return None
    return looked(request, division.competition, form, save)


@require_POST
def division_remove(request: HttpRequest, pk: int) -> HttpResponse:
    division = get_division_for_user(request.user, pk, WATCHED)
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
    division = get_division_for_user(request.user, pk, WATCHED)
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
        current=MENU,
        status=_status(form),
        competition=competition,
        division=division,
        form=form,
    )


def division_places(request: HttpRequest, pk: int, rank: int) -> HttpResponse:
    """Who comes first of those who share a place after the last match: by lot, or as the organiser says."""
    division = get_division_for_user(request.user, pk, WATCHED)
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
        current=MENU,
        status=_status(form),
        competition=division.competition,
        division=division,
        rank=rank,
        tied=tied,
        form=form,
    )


@require_POST
def division_places_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Takes the last decision about a shared place back."""
    division = get_division_for_user(request.user, pk, WATCHED)
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
    division = get_division_for_user(request.user, pk, WATCHED)
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
        current=MENU,
        status=_status(form),
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
    division = get_division_for_user(request.user, pk, WATCHED)
    try:
        leagues.remove_fixtures(division, actor=request.user)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("The fixtures of %(division)s are gone.") % {"division": division.name})
    return redirect("division", pk)


# Pools, finals, the next season -------------------------------------------------


def league_pools(request: HttpRequest, pk: int) -> HttpResponse:
    """Divides the entries over pools."""
    competition = get_competition_for_user(request.user, pk, WATCHED)
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
    competition = get_competition_for_user(request.user, pk, WATCHED)
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
    competition = get_competition_for_user(request.user, pk, WATCHED)
    boards, moves = league_seasons.movements(competition)
    by_key = {board.division.pk: board for board in boards}
    came = {move.entry: move for move in moves.moves}
    return page(
        request,
        "leagues/next_season.html",
        club=competition.club,
        current=MENU,
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
        current=MENU,
        status=_status(form),
        changes=competition,
        competition=competition,
        form=form,
        **context,
    )


# Places to play -----------------------------------------------------------------


def venues(request: HttpRequest, slug: str) -> HttpResponse:
    """Where home matches are played; one more at the foot."""
    club = get_club_for_user(request.user, slug, WATCHED)
    return _venue_form(request, Venue(club=club))


def venue_edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = get_club_for_user(request.user, slug, WATCHED)
    return _venue_form(request, get_object_or_404(Venue, club=club, pk=pk))


def _venue_form(request: HttpRequest, venue: Venue) -> HttpResponse:
    is_new = venue.pk is None
    form = VenueForm(request.POST or None, instance=venue)
    if request.method == "POST" and form.is_valid():
        try:
            leagues.save_venue(form.save(commit=False), actor=request.user, key=form.cleaned_data["key"])
        except AlreadyDone:
            return redirect("venues", venue.club.slug)
        except Refused as refusal:
            form.add_error("name", refusal.message)
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": venue.name})
            return redirect("venues", venue.club.slug)
    return page(
        request,
        "leagues/venues.html",
        club=venue.club,
        current=MENU,
        status=_status(form),
        venues=venue.club.venues.all(),
        venue=None if is_new else venue,
        form=form,
    )
