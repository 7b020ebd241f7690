"""Competitions with their rules, entries and evenings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.access import Act, get_club_for_user, get_competition_for_user
from tournaments.forms.competitions import CompetitionForm, EntryForm, EveningForm
from tournaments.models import Competition, Entry, Evening, Membership
from tournaments.services import competitions as service
from tournaments.services import leaving, people
from tournaments.services.errors import Refused
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


def competitions(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club_for_user(request.user, slug)
    return page(
        request,
        "competitions/competitions.html",
        club=club,
        current="competitions",
        competitions=club.competitions.all(),
    )


def competition_add(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club_for_user(request.user, slug, Act.COMPETITIONS)
    form = _form(request, Competition(club=club))
    if form.is_bound and form.is_valid():
        try:
            competition = service.save_competition(form.save(commit=False), form.rules(), actor=request.user)
        except Refused as refusal:
            form.add_error("name", refusal.message)
        else:
            messages.success(
                request, _("%(competition)s is made. Now say who takes part.") % {"competition": competition}
            )
            return redirect("entries", pk=competition.pk)
    return page(
        request,
        "competitions/competition_form.html",
        club=club,
        current="competitions",
        form=form,
        status=422 if form.errors else 200,
    )


def _form(request: HttpRequest, competition: Competition) -> CompetitionForm:
    """The form as posted. Who chose another game gets it back with the options of that game, unsaved."""
    form = CompetitionForm(request.POST or None, instance=competition)
    if not form.is_bound or not (form.is_switched or "choose" in request.POST):
        return form
    again = CompetitionForm(instance=competition, initial=form.typed())
    again.just_switched = form.is_switched
    return again


def competition(request: HttpRequest, pk: int) -> HttpResponse:
    """One competition: its rules in plain words, its evenings, its entries."""
    competition = get_competition_for_user(request.user, pk)
    entries = competition.entries.filter(active=True).prefetch_related("members__person")
    return page(
        request,
        "competitions/competition.html",
        club=competition.club,
        current="competitions",
        competition=competition,
        evenings=competition.evenings.order_by("-number"),
        entries=sorted(entries, key=lambda entry: entry.sort_key),
        rules=service.rules_in_words(competition),
    )


def competition_edit(request: HttpRequest, pk: int) -> HttpResponse:
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    form = _form(request, competition)
    if form.is_bound and form.is_valid():
        try:
            service.save_competition(form.save(commit=False), form.rules(), actor=request.user)
        except Refused as refusal:
            form.add_error("name", refusal.message)
        else:
            messages.success(request, _("%(competition)s is saved.") % {"competition": competition})
            return redirect("competition", pk=pk)
    return page(
        request,
        "competitions/competition_form.html",
        club=competition.club,
        current="competitions",
        form=form,
        changes=competition,
        competition=competition,
        status=422 if form.errors else 200,
    )


def entries(request: HttpRequest, pk: int) -> HttpResponse:
    """Who takes part; one more, or everybody at once."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    form = EntryForm(competition)
    if (
        request.method == "POST"
        and "everybody" in request.POST
        and competition.kind == Competition.Kind.INDIVIDUAL
    ):
        count = service.enter_members(competition, actor=request.user)
        messages.success(request, _("%(count)s members are entered.") % {"count": count})
        return redirect("entries", pk=pk)
    if request.method == "POST" and not competition.is_teams:
        form = EntryForm(competition, request.POST)
        if form.is_valid():
            try:
                entry = people.add_entry(
                    competition, form.people(), represents=form.represents(), actor=request.user
                )
            except Refused as refusal:
                form.add_error(None, refusal.message)
            else:
                messages.success(request, _("%(name)s takes part.") % {"name": entry.name})
                return redirect("entries", pk=pk)
    known = competition.entries.filter(active=True).prefetch_related("members__person")
    members = Membership.objects.filter(club=competition.club, kind=Membership.Kind.MEMBER)
    return page(
        request,
        "competitions/entries.html",
        club=competition.club,
        changes=competition,
        current="competitions",
        competition=competition,
        form=form,
        entries=sorted(known, key=lambda entry: entry.sort_key),
        missing=members.exclude(person__entries__competition=competition).count(),
        status=422 if form.errors else 200,
    )


@require_POST
def entry_remove(request: HttpRequest, pk: int, entry_pk: int) -> HttpResponse:
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    entry = get_object_or_404(Entry, competition=competition, pk=entry_pk)
    name = entry.name
    people.remove_entry(entry, actor=request.user)
    messages.success(request, _("%(name)s no longer takes part; what was played stays.") % {"name": name})
    if entry.pk and leaving.open_matches(entry):
        return redirect("entry_left", pk, entry.pk)
    return redirect("entries", pk=pk)


def evening_add(request: HttpRequest, pk: int) -> HttpResponse:
    competition = get_competition_for_user(request.user, pk, Act.DRAW)
    blank = Evening(
        competition=competition, date=timezone.localdate(), rounds_planned=competition.rounds_per_evening
    )
    form = EveningForm(request.POST or None, instance=blank)
    if request.method == "POST" and form.is_valid():
        try:
            evening = service.add_evening(
                competition,
                form.cleaned_data["date"],
                form.cleaned_data["rounds_planned"],
                actor=request.user,
            )
        except Refused as refusal:
            form.add_error("date", refusal.message)
        else:
            return redirect("evening", pk=evening.pk)
    return page(
        request,
        "competitions/evening_form.html",
        club=competition.club,
        changes=competition,
        current="competitions",
        form=form,
        competition=competition,
        status=422 if form.errors else 200,
    )
