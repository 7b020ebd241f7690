"""Addresses of public pages for paper: of what everybody may read there now, where the address of this site is known.

A code on a wall is scanned by anybody. So there is none for a club that is not public, none for a list that an embargo
keeps back, and none for who does not want to be found; whoever prints gets the same list without a code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import embargo, errata
from tournaments.models import Entry, Person, Schedule
from tournaments.reports.documents import Link
from tournaments.standing.queries import Reader
from tournaments.timetable import is_public

if TYPE_CHECKING:
    from tournaments.models import Club, Competition, Evening, Publication

READERS = Reader(public=True)


def site() -> str:
    """The address of this site without a slash at its end; empty where nobody has told it."""
    return settings.CSRF_TRUSTED_ORIGINS[0].rstrip("/") if settings.CSRF_TRUSTED_ORIGINS else ""


def how_to_get_codes() -> str:
    """What to do for lists with codes; empty where they have them already."""
    if site():
        return ""
    return _(
        "The address of this site is not known. Whoever runs it writes it in KLAVERCLUB_ORIGINS, as"
        " https://klaverjas.example."
    )


def _page(club: Club, name: str, *parts: int, **query: str) -> str:
    if not site() or not club.public:
        return ""
    asked = urlencode({key: value for key, value in query.items() if value})
    return site() + reverse(name, args=[club.slug, *parts]) + (f"?{asked}" if asked else "")


def _link(address: str, says: str) -> Link | None:
    return Link(address, says) if address else None


def drawn(evening: Evening) -> Link | None:
    """From a list of who sits where to the result that comes of it."""
    return _of_evening(evening, _("The result of this evening on your phone, as it comes in"))


def result(evening: Evening) -> Link | None:
    """To the result of an evening."""
    return _of_evening(evening, _("This result on your phone, with what is behind every score"))


def _of_evening(evening: Evening, says: str) -> Link | None:
    if embargo.in_force(evening):
        return None
    return _link(_page(evening.competition.club, "public_evening", evening.pk), says)


def season(competition: Competition, title: str = "", of: str = "entries") -> Link | None:
    """To a standing, as long as no evening keeps it back."""
    if embargo.standing_hidden(competition, READERS):
        return None
    whose = "" if of == "entries" else of
    address = _page(competition.club, "public_season", competition.pk, title=title, of=whose)
    return _link(address, _("This standing on your phone, and why everybody has his place"))


def league(competition: Competition, division: int | None = None) -> Link | None:
    """To how a league stands, or one division of it, as long as no evening keeps it back."""
    if embargo.standing_hidden(competition, READERS):
        return None
    name, pk = ("public_league", competition.pk) if division is None else ("public_division", division)
    return _link(_page(competition.club, name, pk), _("This table on your phone, with every match behind it"))


def ratings(club: Club, competition: Competition | None = None) -> Link | None:
    """To the rating list; while an evening is kept back that page shows the list before it."""
    address = _page(club, "public_ratings", competition=str(competition.pk) if competition else "")
    return _link(address, _("This list on your phone; a name leads to everything behind it"))


def pair_ratings(club: Club) -> Link | None:
    """To the ratings of pairs."""
    return _link(
        _page(club, "public_pair_ratings"), _("This list on your phone; a name leads to everything behind it")
    )


def schedule(evening: Evening) -> Link | None:
    """To all rounds of a schedule, once readers may see it."""
    if not is_public(evening):
        return None
    address = _page(evening.competition.club, "public_schedule", evening.pk)
    return _link(address, _("This schedule on your phone: tap your name for your own card"))


def cards(evening: Evening) -> dict[int, str]:
    """To the cards of a public schedule by entry, but for who does not want to be found."""
    made = Schedule.objects.filter(evening=evening).first()
    if made is None or not is_public(evening):
        return {}
    shown = Entry.objects.filter(pk__in=made.entries).exclude(
        members__person__visibility=Person.Visibility.HIDDEN
    )
    club = evening.competition.club
    found = {
        pk: _page(club, "public_schedule", evening.pk, entry=str(pk))
        for pk in shown.values_list("pk", flat=True)
    }
    return {entry: address for entry, address in found.items() if address}


def publication(found: Publication) -> Link | None:
    """To the page of a publication, as long as no evening in it is kept back."""
    competition = found.competition
    if embargo.list_hidden(competition, errata.spans(found.content), READERS):
        return None
    return _link(_page(competition.club, "public_publication", found.pk), _("This publication on your phone"))


def person(club: Club, pk: int) -> str:
    """To the page of a player, of whom the caller knows that he has one."""
    return _page(club, "public_person", pk)
