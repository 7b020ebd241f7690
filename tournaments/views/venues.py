"""Places to play: where home matches are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.access import (
    Act,
    get_club_for_user,
)
from tournaments.forms.leagues import (
    VenueForm,
)
from tournaments.models import Venue
from tournaments.services import leagues
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


def venues(request: HttpRequest, slug: str) -> HttpResponse:
    """Where home matches are played; one more at the foot."""
    club = get_club_for_user(request.user, slug, Act.COMPETITIONS)
    return _venue_form(request, Venue(club=club))


def venue_edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = get_club_for_user(request.user, slug, Act.COMPETITIONS)
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
        current="competitions",
        status=422 if form.errors else 200,
        venues=venue.club.venues.all(),
        venue=None if is_new else venue,
        form=form,
    )
