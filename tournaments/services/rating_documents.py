"""Ratings on paper, in a workbook and as text: the list of a club, and everything about one player."""

from __future__ import annotations

import datetime
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from klaverclub.templatetags.figures import figure
from klaverclub.typed import whole_number
from tournaments.models import Club, Competition
from tournaments.players import words
from tournaments.players.career import Career
from tournaments.players.graph import history_graph
from tournaments.players.lists import on_day, ratings
from tournaments.players.seasons import season_places
from tournaments.players.who import people_of
from tournaments.rating.shown import ZERO
from tournaments.reports.booklet import Booklet, Paragraph, chapter
from tournaments.reports.documents import Column, Heading, Kind, TableReport
from tournaments.services import public_links
from tournaments.services.errors import Refused
from tournaments.services.headings import club_heading
from tournaments.standing import queries

if TYPE_CHECKING:
    from tournaments.players.career import CompanyLine
    from tournaments.players.lists import Rated
    from tournaments.reports.documents import Cell

SIZE = 9.5
"""Points: many columns beside a name."""


def _real(value: float | None) -> Fraction | None:
    return None if value is None else Fraction(value)


# The list ---------------------------------------------------------------------


def ratings_document(pk: int, *, on: str = "", competition: str = "") -> TableReport:
    """The rating list of a club, or of who takes part in a competition; with `on` (2026-11-30) that of a day.

    Raises `Refused` for a day that is none, and LookupError for a competition of another club.
    """
    club = Club.objects.get(pk=pk)
    chosen = _competition(club, competition)
    if on:
        return _on_day(club, chosen, on)
    found = ratings(club, queries.DESK, competition=chosen)
    head = club_heading(club, _("Rating list"), timezone.localdate(), str(chosen) if chosen else "")
    notes = [_("In order of strength, as far as it is known. Who share a place can hardly be told apart.")]
    if found.provisional:
        notes.append(
            _("Fewer than 30 rated rounds, and therefore not listed: %(count)s.")
            % {"count": figure(found.provisional)}
        )
    report = TableReport(
        heading=head,
        name=_("ratings"),
        columns=(
            Column("rank", _("Place"), Kind.RANK),
            Column("name", _("Name")),
            Column("number", _("No."), on_paper=False),
            Column("rating", _("Rating"), Kind.INT, strong=True),
            Column("band", _("Band"), Kind.INT),
            Column("rounds", _("Rounds"), Kind.INT),
            Column("status", _("Status")),
        ),
        rows=[_list_row(row) for row in found.lines],
        footnotes=tuple(notes),
        link=public_links.ratings(club, chosen),
    )
    return report.without_empty("number")


def _list_row(row: Rated) -> tuple[Cell, ...]:
    line = row.line
    status = words.status_word(line.status)
    return row.rank, row.who.name, row.who.number, line.points, round(line.band), line.rounds, status


def _competition(club: Club, asked: str) -> Competition | None:
    if not asked:
        return None
    found = Competition.objects.filter(club=club, pk=whole_number(asked)).first()
    if found is None:
        raise LookupError(f"no competition {asked!r} in this club")
    return found


def _on_day(club: Club, competition: Competition | None, on: str) -> TableReport:
    """The list of a day, as it was made known beside what is known of that day now."""
    try:
        day = datetime.date.fromisoformat(on)
    except ValueError:
        raise Refused(_("“%(date)s” is no date. Write it as 2026-11-30.") % {"date": on[:20]}) from None
    then = on_day(club, queries.DESK, day, competition=competition)
    report = TableReport(
        heading=club_heading(club, _("Rating list"), day, str(competition) if competition else ""),
        name=_("ratings"),
        columns=(
            Column("name", _("Name")),
            Column("number", _("No."), on_paper=False),
            Column("known", _("As made known"), Kind.INT),
            Column("corrected", _("As corrected since"), Kind.INT, strong=True),
            Column("difference", _("Difference"), Kind.INT),
            Column("rounds", _("Rounds"), Kind.INT),
        ),
        rows=[
            (
                line.who.name,
                line.who.number,
                line.known.points if line.known else None,
                line.corrected.points if line.corrected else None,
                line.difference,
                (line.corrected or line.known).rounds if line.corrected or line.known else None,
            )
            for line in then.lines
        ],
        footnotes=(
            _(
                "As made known: by the end of that day. As corrected since: that day by all that is known now."
            ),
        ),
    )
    return report.without_empty("number")


# One player -------------------------------------------------------------------


def player_document(pk: int, *, club: str) -> Booklet:
    """Everything about the rating of one player in a club. Raises LookupError for who is not of it, `Refused` unrated."""
    owner = Club.objects.filter(pk=whole_number(club)).first()
    person = people_of(owner).filter(pk=pk).first() if owner else None
    if owner is None or person is None:
        raise LookupError(f"{pk} is not of club {club!r}")
    career = Career(owner, person, queries.DESK)
    if career.line is None:
        raise Refused(_("%(name)s has no rating yet: there is nothing to print.") % {"name": person.name})
    head = club_heading(owner, _("Rating"), timezone.localdate(), person.name)
    rounds = _rounds(head, career)
    tables = (
        rounds,
        _history(_titled(head, _("Rating day by day")), career),
        _company(_titled(head, _("Partners")), career.partners()),
        _company(_titled(head, _("Opponents")), career.opponents()),
        _seasons(_titled(head, _("Seasons")), career),
    )
    graph = history_graph(career, now=True)
    return Booklet(
        heading=head,
        name=_("player"),
        chapters=(
            chapter(
                Paragraph(person.name, "title"),
                [Paragraph(text, look) for text, look in _about(career)],
                [graph] if graph else [],
                Paragraph(_("Seasons"), "heading"),
                tables[4],
                Paragraph(_("With whom"), "heading"),
                tables[2],
                Paragraph(_("Against whom"), "heading"),
                tables[3],
            ),
            chapter(
                Paragraph(_("Round by round"), "title"),
                Paragraph(
                    _("Change = share × surprise; surprise = result − expected. All in points of a round."),
                    "small",
                ),
                rounds,
            ),
        ),
        tables=tables,
    )


def _titled(head: Heading, title: str) -> Heading:
    return replace(head, title=title)


def _about(career: Career) -> list[tuple[str, str]]:
    line = career.line
    if line is None:
        return []
    rating = f"{figure(line.points)} ± {figure(round(line.band))}"
    return [
        (f"{rating}, {words.status_word(line.status)}", "strong"),
        (words.status_sentence(line), "text"),
        (f"{words.meaning(line)} {words.band_sentence(line)}", "text"),
    ]


def _rounds(head: Heading, career: Career) -> TableReport:
    return TableReport(
        heading=head,
        name=_("player"),
        columns=(
            Column("date", _("Date"), Kind.DATE),
            Column("round", _("Round"), Kind.INT),
            Column("partner", _("Partner")),
            Column("opponents", _("Opponents")),
            Column("expected", _("Expected"), Kind.INT),
            Column("chance", _("Chance, %"), Kind.INT, on_paper=False),
            Column("result", _("Result"), Kind.INT),
            Column("surprise", _("Surprise"), Kind.INT),
            Column("share", _("Share, %"), Kind.DECIMAL, decimals=2),
            Column("change", pgettext("of a rating", "Change"), Kind.DECIMAL, decimals=1, strong=True),
            Column("after", _("Rating"), Kind.INT),
            Column("why", _("Why"), on_paper=False),
        ),
        rows=[
            (
                line.day,
                line.change.round,
                line.partner.name,
                " + ".join(one.name for one in line.opponents),
                _whole(line.change.expected),
                _whole(100 * line.change.chance),
                line.change.result,
                _whole(line.change.surprise),
                _real(100 * line.change.share),
                _real(line.change.change),
                line.after,
                line.explained,
            )
            for line in career.lines(career.rounds[::-1])
        ],
        size=8.5,
    )


def _whole(value: float) -> int:
    """Rounded half up, as a page prints it."""
    size = int(Fraction(abs(value)) + Fraction(1, 2))
    return -size if value < 0 else size


def _history(head: Heading, career: Career) -> TableReport:
    return TableReport(
        heading=head,
        name=_("player"),
        columns=(
            Column("date", _("Date"), Kind.DATE),
            Column("known", _("As made known"), Kind.DECIMAL, decimals=1, strong=True),
            Column("band", _("Band"), Kind.DECIMAL, decimals=1),
            Column("now", _("As known now"), Kind.DECIMAL, decimals=1),
            Column("remark", _("Remark")),
        ),
        rows=[
            (
                moment.day,
                None if moment.mean is None else ZERO + Fraction(moment.mean),
                _real(moment.band),
                None if moment.now is None else ZERO + Fraction(moment.now),
                _("correction") if moment.corrected else "",
            )
            for moment in career.moments()
        ],
    )


def _company(head: Heading, lines: list[CompanyLine]) -> TableReport:
    return TableReport(
        heading=head,
        name=_("player"),
        columns=(
            Column("name", _("Name")),
            Column("rounds", _("Rounds"), Kind.INT),
            Column("won", _("Won"), Kind.INT),
            Column("ahead", _("Points ahead"), Kind.INT),
            Column("above", _("Above expectation"), Kind.INT, strong=True),
            Column("error", _("Standard error"), Kind.INT, on_paper=False),
            Column("word", _("Says")),
        ),
        rows=[
            (
                line.who.name,
                line.company.rounds,
                line.company.won,
                line.company.difference,
                _whole(line.company.above),
                _whole(line.company.error),
                line.word,
            )
            for line in lines
        ],
        size=SIZE,
    )


def _seasons(head: Heading, career: Career) -> TableReport:
    places = [place for place in season_places(career.club, career.person, career.reader) if place.row]
    return TableReport(
        heading=head,
        name=_("player"),
        columns=(
            Column("competition", _("Competition")),
            Column("place", _("Place"), Kind.RANK),
            Column("of", _("Of"), Kind.INT),
            Column("points", _("Points"), Kind.DECIMAL, decimals=1, strong=True),
            Column("titles", _("Titles")),
        ),
        rows=[
            (
                str(place.competition),
                place.row.line.rank,
                place.count,
                place.row.line.value,
                ", ".join(title or _("champion") for title in place.titles),
            )
            for place in places
            if place.row
        ],
        size=SIZE,
    )


BUILDERS = {"ratings": ratings_document, "player": player_document}
OPTIONS = {"ratings": ("on", "competition"), "player": ("club",)}
