"""The way to everybody's own page as a code for phones: cards to hand out, and a list for the wall."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import names
from tournaments.models import Club, Person
from tournaments.players.who import shown_people
from tournaments.reports.documents import CardsReport, CodesReport, LabelledCode, PaperCard
from tournaments.services import public_links
from tournaments.services.errors import Refused
from tournaments.services.headings import club_heading


def cards_document(pk: int) -> CardsReport:
    """A card for everybody with a page, to be cut out and handed over: the way to that page, for a phone.

    Raises `Refused` for a club that is not public, and where nobody knows the address of this site.
    """
    club, people = _with_a_page(pk)
    return CardsReport(
        heading=club_heading(club, _("Cards with the way to everybody's page"), timezone.localdate()),
        name=_("cards"),
        cards=tuple(
            PaperCard(
                title=person.name,
                note=_("Your place, your rating, and why."),
                link=public_links.person(club, person.pk),
            )
            for person in people
        ),
    )


def members_document(pk: int) -> CodesReport:
    """A list for the wall with a code for everybody with a page. Raises `Refused` as the cards do.

    It hangs where everybody reads it: in the order of surnames, but no name says more than the public pages do.
    """
    club, people = _with_a_page(pk)
    return CodesReport(
        heading=club_heading(club, _("Everybody's own page"), timezone.localdate()),
        name=_("wall list of members"),
        intro=_("Scan the code beside your name: your place, your rating, and why."),
        codes=tuple(
            LabelledCode(label, public_links.person(club, pk))
            for _key, label, pk in sorted(map(_listed, people))
        ),
    )


def _listed(person: Person) -> tuple[str, str, int]:
    """Where somebody stands on the list, by which name, and the key."""
    if person.visibility == Person.Visibility.SHOWN:
        return person.sort_key, person.list_name, person.pk
    name = person.public_name()
    return names.sort_key(names.Name("", "", name)), name, person.pk


def _with_a_page(pk: int) -> tuple[Club, list[Person]]:
    """A club and who of it may be found in public, in the order of their names."""
    club = Club.objects.get(pk=pk)
    if not club.public:
        raise Refused(
            _("The results of this club may not be read without signing in: a code would lead nowhere.")
        )
    if unknown := public_links.how_to_get_codes():
        raise Refused(unknown)
    people = list(shown_people(club, public_links.READERS))
    if not people:
        raise Refused(_("There are no players yet: there is nothing to print."))
    return club, people


BUILDERS = {"player-cards": cards_document, "player-wall": members_document}
"""By kind, what makes a document from the key of a club."""
