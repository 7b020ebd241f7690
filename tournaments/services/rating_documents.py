"""Ratings on paper, in a workbook and as text: the list of a club, now and on a day, and its pairs.

They hang where everybody reads them: names stand on them as on the public pages, and no evening that is kept back.
"""

from __future__ import annotations

import datetime
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from klaverclub.templatetags.figures import figure
from klaverclub.typed import whole_number
from tournaments.models import Club, Competition
from tournaments.players import words
from tournaments.players.lists import on_day, ratings, refused
from tournaments.players.pairs import pair_ratings
from tournaments.reports.documents import Column, Kind, TableReport
from tournaments.reports.figures import rounded
from tournaments.services import public_links
from tournaments.services.errors import Refused
from tournaments.services.headings import club_heading

if TYPE_CHECKING:
    from tournaments.players.lists import Rated, Then
    from tournaments.reports.documents import Cell, Heading


def _heading(club: Club, title: str, day: datetime.date, event: str = "") -> Heading:
    return replace(
        club_heading(club, title, day, event), status=_("as everybody may read it now"), under=event
    )


# The list ---------------------------------------------------------------------


def ratings_document(pk: int, *, on: str = "", competition: str = "") -> TableReport:
    """The rating list of a club, or of who takes part in a competition; with `on` (2026-11-30) that of a day.

    Raises `Refused` for a day that is none, and LookupError for a competition of another club.
    """
    club = Club.objects.get(pk=pk)
    chosen = _competition(club, competition)
    if on:
        return _on_day(club, chosen, on)
    found = ratings(club, public_links.READERS, competition=chosen)
    head = _heading(club, _("Rating list"), timezone.localdate(), str(chosen) if chosen else "")
    notes = [_("In order of strength, as far as it is known. Who share a place can hardly be told apart.")]
    if found.kept_back:
        notes.insert(0, _("An evening is kept back until the prize-giving: this is the list before it."))
    if found.provisional:
        notes.append(
            _("Fewer than 30 rated rounds, and therefore not listed: %(count)s.")
            % {"count": figure(found.provisional)}
        )
    return TableReport(
        heading=head,
        name=_("ratings"),
        columns=(
            Column("rank", _("Place"), Kind.RANK),
            Column("name", _("Name")),
            Column("rating", _("Rating"), Kind.INT, strong=True),
            Column("band", _("Band"), Kind.INT),
            Column("rounds", _("Rounds"), Kind.INT),
            Column("status", _("Status")),
        ),
        rows=[_list_row(row) for row in found.lines],
        footnotes=tuple(notes),
        link=public_links.ratings(club, chosen),
    )


def _list_row(row: Rated) -> tuple[Cell, ...]:
    line = row.line
    status = words.status_word(line.status)
    return row.rank, row.who.name, line.points, round(line.band), line.rounds, status


def _competition(club: Club, asked: str) -> Competition | None:
    if not asked:
        return None
    found = Competition.objects.filter(club=club, pk=whole_number(asked)).first()
    if found is None:
        raise LookupError(f"no competition {asked!r} in this club")
    return found


def _on_day(club: Club, competition: Competition | None, on: str) -> TableReport:
    """The list of a day, as it was made known beside what is known of that day now."""
    day = _day(on)
    then = on_day(club, public_links.READERS, day, competition=competition)
    return TableReport(
        heading=_heading(club, _("Rating list"), day, str(competition) if competition else ""),
        name=_("ratings"),
        columns=(
            Column("known_rank", _("Place"), Kind.RANK),
            Column("corrected_rank", _("Place now"), Kind.RANK),
            Column("name", _("Name")),
            Column("known", _("As made known"), Kind.INT),
            Column("known_band", _("Band"), Kind.INT),
            Column("corrected", _("As corrected since"), Kind.INT, strong=True),
            Column("corrected_band", _("Band"), Kind.INT),
            Column("difference", _("Difference"), Kind.INT),
            Column("rounds", _("Rounds"), Kind.INT),
            Column("status", _("Status")),
        ),
        rows=[_then_row(line) for line in then.lines],
        footnotes=(
            _(
                "As made known: by the end of that day. As corrected since: that day by all that is known now."
            ),
            _("Place: in the list as it was made known; place now: by all that is known now."),
        ),
    )


def _then_row(then: Then) -> tuple[Cell, ...]:
    known, corrected = then.known, then.corrected
    newest = corrected or known
    return (
        then.known_rank,
        then.corrected_rank,
        then.who.name,
        known.points if known else None,
        round(known.band) if known else None,
        corrected.points if corrected else None,
        round(corrected.band) if corrected else None,
        then.difference,
        newest.rounds if newest else None,
        words.status_word(then.section),
    )


def _day(on: str) -> datetime.date:
    """The day that is asked for. Raises `Refused` for what is no day, and for one that has not been."""
    try:
        day = datetime.date.fromisoformat(on)
    except ValueError:
        raise Refused(_("“%(date)s” is no date. Write it as 2026-11-30.") % {"date": on[:20]}) from None
    if why := refused(day):
        raise Refused(why)
    return day


# Pairs ------------------------------------------------------------------------


def pairs_document(pk: int) -> TableReport:
    """The ratings of who nearly always play together, as everybody may read them."""
    club = Club.objects.get(pk=pk)
    return TableReport(
        heading=_heading(club, _("Ratings of pairs"), timezone.localdate()),
        name=_("ratings of pairs"),
        columns=(
            Column("pair", _("Pair")),
            Column("rounds", _("Rounds together"), Kind.INT),
            Column("points", _("Points a round"), Kind.INT, strong=True),
            Column("band", _("Band"), Kind.INT),
        ),
        rows=[
            (
                f"{pair.one.name} + {pair.other.name}",
                pair.value.rounds,
                rounded(Fraction(pair.value.mean), 0),
                rounded(Fraction(pair.band), 0),
            )
            for pair in pair_ratings(club, public_links.READERS)
        ],
        footnotes=(
            _(
                "Who nearly always play together are known better as a pair than one by one. The figure: points a round against two average opponents."
            ),
        ),
        link=public_links.pair_ratings(club),
    )


BUILDERS = {"ratings": ratings_document, "pair-ratings": pairs_document}
OPTIONS = {"ratings": ("on", "competition")}
