"""The front door: which club, and of a club its evenings and what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import Act, clubs_of, get_club_for_user
from tournaments.forms.club import ClubForm
from tournaments.models import Club, Evening, Role
from tournaments.services import audit, people
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

EVENINGS_SHOWN = 40


@login_not_required
def home(request: HttpRequest) -> HttpResponse:
    """Readers get the public clubs; who signs in gets the own club, or a choice when there are several."""
    if request.user.is_authenticated:
        clubs = list(clubs_of(request.user))
        if len(clubs) == 1:
            return redirect("club", slug=clubs[0].slug)
        return render(request, "club/choose.html", {"clubs": clubs})
    return render(request, "club/welcome.html", {"clubs": Club.objects.filter(public=True)})


def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The evenings of a club, the running or next one on top."""
    club = get_club_for_user(request.user, slug)
    evenings = list(
        Evening.objects.filter(competition__club=club)
        .select_related("competition")
        .order_by("-date", "-pk")[:EVENINGS_SHOWN]
    )
    for each in evenings:
        each.competition.club = club
    current = next((each for each in reversed(evenings) if not each.is_closed), None)
    return page(
        request,
        "club/club.html",
        club=club,
        current="club",
        evenings=evenings,
        running=current,
        competitions=club.competitions.all(),
        today=timezone.localdate(),
    )


def club_add(request: HttpRequest) -> HttpResponse:
    """Founds a club; whoever may do that becomes its administrator."""
    if not request.user.is_superuser:
        raise PermissionDenied
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            club = form.save()
            people.give_role(club, request.user, Role.Kind.ADMINISTRATOR, actor=request.user)
            audit.record(request.user, club, "found club", club, name=club.name)
        messages.success(
            request, _("%(club)s is founded. Add its members, then a competition.") % {"club": club}
        )
        return redirect("club", slug=club.slug)
    return render(request, "club/club_form.html", {"form": form}, status=422 if form.errors else 200)


def club_edit(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_club_for_user(request.user, slug, Act.ROLES)
    form = ClubForm(request.POST or None, instance=Club.objects.get(pk=club.pk))
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            club = form.save()
            audit.record(request.user, club, "change club", club, changed=form.changed_data)
        messages.success(request, _("The settings of %(club)s are saved.") % {"club": club})
        return redirect("club", slug=club.slug)
    return page(request, "club/club_form.html", club=club, form=form, status=422 if form.errors else 200)
