"""Two players of a club on paper, in a workbook and as text: together, and against each other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from klaverclub.templatetags.figures import figure
from klaverclub.typed import whole_number
from tournaments.models import Club
from tournaments.players import words
from tournaments.players.career import Career
from tournaments.players.versus import versus
from tournaments.players.who import somebodies
from tournaments.rating import band
from tournaments.reports.booklet import Booklet, Paragraph, chapter
from tournaments.reports.documents import Column, Kind, TableReport
from tournaments.services import public_links
from tournaments.services.errors import Refused
from tournaments.services.headings import club_heading
from tournaments.services.player_documents import person_of
from tournaments.services.player_tables import SIZE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.players.versus import Versus
    from tournaments.rating import Company
    from tournaments.reports.documents import Heading


def versus_document(pk: int, *, one: str = "", other: str = "") -> Booklet:
    """Two players of a club: what they did together and against each other, seen from the first.

    Raises LookupError for who is not of the club, `Refused` where they were never at one table.
    """
    club = Club.objects.get(pk=pk)
    first, second = (person_of(whole_number(each) or 0, club) for each in (one, other))
    if first == second:
        raise LookupError("nobody plays against himself")
    career = Career(club, first, public_links.READERS)
    found = versus(career, somebodies([second], club, career.reader)[second.pk])
    if not found.rounds:
        raise Refused(_("These two have not been at the same table in a rated round yet."))
    names = f"{found.one.name} – {found.other.name}"
    head = replace(
        club_heading(club, _("At the same table"), timezone.localdate()),
        under=names,
        status=_("as everybody may read it now"),
    )
    rounds = _together(head, found)
    return Booklet(
        heading=head,
        name=_("two players"),
        chapters=(
            chapter(
                Paragraph(names, "title"),
                [Paragraph(text) for text in _of_two(found)],
                rounds,
                Paragraph(_("Results are seen from %(name)s.") % {"name": found.one.name}, "small"),
            ),
        ),
        tables=(rounds,),
    )


def _of_two(found: Versus) -> Iterator[str]:
    if found.against:
        yield f"{_('Against each other')}: {_company_words(found.against)}"
    if found.together:
        yield f"{_('Together')}: {_company_words(found.together)}"
    if found.pair:
        yield _(
            "As a pair: %(points)s points a round against two average opponents, ± %(band)s in 8 of 10 cases."
        ) % {
            "points": words.signed_real(found.pair.mean),
            "band": words.real(band(found.pair.variance)),
        }


def _company_words(company: Company) -> str:
    played = ngettext(
        "%(count)s round, %(won)s won, %(ahead)s points.",
        "%(count)s rounds, %(won)s won, %(ahead)s points.",
        company.rounds,
    ) % {
        "count": figure(company.rounds),
        "won": figure(company.won),
        "ahead": words.signed_real(company.difference),
    }
    return f"{played} {words.company_sentence(company)}"


def _together(head: Heading, found: Versus) -> TableReport:
    other = found.other.person
    return TableReport(
        heading=head,
        name=_("two players"),
        columns=(
            Column("date", _("Date"), Kind.DATE),
            Column("round", _("Round"), Kind.INT),
            Column("how", _("Together or against")),
            Column("expected", _("Expected"), Kind.INT),
            Column("result", _("Result"), Kind.INT, strong=True),
            Column("surprise", _("Surprise"), Kind.INT),
        ),
        rows=[
            (
                line.day,
                line.change.round,
                _("together") if line.partner.person == other else _("against"),
                words.whole(line.change.expected),
                line.change.result,
                words.whole(line.change.surprise),
            )
            for line in found.rounds
        ],
        size=SIZE,
    )


BUILDERS = {"versus": versus_document}
OPTIONS = {"versus": ("one", "other")}
