"""Everything about the rating of one player on paper, in a workbook and as text, and of two beside each other.

A document goes from hand to hand: who it is about stands on it by his name, everybody else as the public pages show him.
No evening that is kept back is in it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from klaverclub.templatetags.figures import figure
from klaverclub.typed import whole_number
from tournaments.models import Club
from tournaments.players import words
from tournaments.players.career import Career
from tournaments.players.graph import history_graph
from tournaments.players.pairs import pair_of
from tournaments.players.seasons import season_rates
from tournaments.players.who import people_of
from tournaments.reports.booklet import Booklet, Paragraph, chapter
from tournaments.reports.documents import TableReport
from tournaments.services import player_tables as tables_of
from tournaments.services import public_links
from tournaments.services.errors import Refused
from tournaments.services.headings import club_heading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.models import Person
    from tournaments.players.seasons import SeasonRates
    from tournaments.reports.booklet import Block
    from tournaments.reports.documents import Heading


def person_of(pk: int, club: Club | None) -> Person:
    person = people_of(club).filter(pk=pk).first() if club else None
    if person is None:
        raise LookupError(f"{pk} is not of this club")
    return person


# One player -------------------------------------------------------------------


def player_document(pk: int, *, club: str) -> Booklet:
    """Everything about the rating of one player in a club. Raises LookupError for who is not of it, `Refused` unrated."""
    owner = Club.objects.filter(pk=whole_number(club)).first()
    person = person_of(pk, owner)
    career = Career(owner, person, public_links.READERS)
    if career.line is None:
        raise Refused(_("%(name)s has no rating yet: there is nothing to print.") % {"name": person.name})
    head = club_heading(owner, _("Rating"), timezone.localdate())
    head = replace(head, under=person.name, status=words.status_word(career.line.status))
    rates = _known_rates(career)
    tables = _tables(head, career, rates)
    return Booklet(
        heading=head,
        name=_("player"),
        chapters=(
            chapter(Paragraph(person.name, "title"), _about(career), _first_page(career, rates, tables)),
            chapter(
                Paragraph(_("Round by round"), "title"),
                Paragraph(
                    _("Change = share × surprise; surprise = result − expected. All in points of a round."),
                    "small",
                ),
                tables["rounds"],
            ),
        ),
        tables=tuple(table for name, table in tables.items() if table.rows or name == "rounds"),
    )


def _known_rates(career: Career) -> list[SeasonRates]:
    """How the player did in each season, as far as that may be known, the last played first."""
    found = (season_rates(one, career.person.pk, career.reader) for one in career.seasons)
    return [one for one in found if one]


def _tables(head: Heading, career: Career, rates: list[SeasonRates]) -> dict[str, TableReport]:
    """Everything that is listed, in the order of the sheets of a workbook."""
    many = len(career.rounds) > 1
    return {
        "rounds": tables_of.rounds(head, career),
        "days": tables_of.history(_titled(head, _("Rating day by day")), career),
        "partners": tables_of.company(_titled(head, _("Partners")), career.partners()),
        "opponents": tables_of.company(_titled(head, _("Opponents")), career.opponents()),
        "seasons": tables_of.seasons(_titled(head, _("Seasons")), career),
        "form": tables_of.form(_titled(head, _("Form: the last evenings")), career),
        "best": tables_of.extremes(_titled(head, _("Best rounds")), career.best() if many else []),
        "worst": tables_of.extremes(_titled(head, _("Worst rounds")), career.worst() if many else []),
        "corrections": tables_of.corrections(_titled(head, _("Moved by corrections")), career),
        "rates": tables_of.rates(_titled(head, _("Nat, pit and roem")), rates),
        "places": tables_of.places(_titled(head, _("Place after each evening")), rates),
    }


def _first_page(career: Career, rates: list[SeasonRates], tables: dict[str, TableReport]) -> list[Block]:
    """All but the rounds, each part under its heading; what is empty is left out."""
    graph = history_graph(career, now=True)
    blocks: list[Block] = [graph] if graph else []
    for name in ("form", "corrections", "seasons", "rates", "best", "worst"):
        if tables[name].rows:
            blocks += [Paragraph(tables[name].heading.title, "heading"), tables[name]]
    if rates and (drawn := rates[0].own.graphs.get("places")):
        blocks += [Paragraph(str(rates[0].competition), "heading"), drawn]
    blocks += [Paragraph(_("With whom"), "heading"), tables["partners"]]
    blocks += [Paragraph(_("Against whom"), "heading"), tables["opponents"]]
    return blocks


def _about(career: Career) -> list[Paragraph]:
    line = career.line
    if line is None:
        return []
    rating = f"{figure(line.points)} ± {figure(round(line.band))}"
    return [
        Paragraph(f"{rating}, {words.status_word(line.status)}", "strong"),
        Paragraph(words.status_sentence(line)),
        Paragraph(f"{words.meaning(line)} {words.band_sentence(line)}"),
        *(Paragraph(text) for text in _regular_partner(career, line.partner)),
    ]


def _regular_partner(career: Career, partner: int | None) -> Iterator[str]:
    """Why the band is wider, and what is known of the two together."""
    if partner is None:
        return
    yield _(
        "The band is wider because nearly all rounds were with the same partner: who of the two is the better cannot be seen."
    )
    if pair := pair_of(career):
        yield _(
            "With %(name)s: %(points)s points a round against two average opponents, ± %(band)s in 8 of 10 cases."
        ) % {
            "name": pair.other.name,
            "points": words.signed_real(pair.value.mean),
            "band": words.real(pair.band),
        }


def _titled(head: Heading, title: str) -> Heading:
    return replace(head, title=title)


BUILDERS = {"player": player_document}
OPTIONS = {"player": ("club",)}
