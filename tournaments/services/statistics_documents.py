"""The statistics of a season on paper and in a workbook."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from klaverclub.templatetags.figures import figure
from tournaments import games
from tournaments.models import Competition
from tournaments.reports.booklet import Booklet, Paragraph, chapter
from tournaments.reports.documents import Column, Kind, TableReport
from tournaments.services.headings import heading
from tournaments.standing import notes, queries
from tournaments.statistics import players, summaries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.games import Terms
    from tournaments.models import Evening
    from tournaments.reports.documents import Cell, Heading
    from tournaments.statistics.summaries import SeasonStatistics
    from tournaments.statistics.tallies import Tally

SIZE = 9.5
"""Points: many columns beside a name."""


def statistics_document(pk: int) -> Booklet:
    """The season in figures and graphs, its evenings, players and partners; a workbook has a sheet of each."""
    competition = Competition.objects.select_related("club").get(pk=pk)
    found = summaries.season_statistics(competition, queries.DESK)
    terms = games.terms(competition.get_rules())
    head = _heading(competition, found.evenings[-1].evening if found.evenings else None)
    head = replace(head, provisional=found.played.provisional)
    people = _people(_titled(head, _("Players")), found, terms)
    partners = _partners(_titled(head, _("Partners")), found, terms)
    evenings = _evenings(_titled(head, _("Evenings")), found, terms)
    remarks = [Paragraph(note, "small") for note in _notes(found)]
    season = chapter(
        Paragraph(_("The season"), "title"),
        [Paragraph(text) for text in _whole(found, terms)],
        remarks,
        Paragraph(_("Evenings"), "heading"),
        evenings,
        list(found.graphs.values()),
    )
    nothing = chapter(
        Paragraph(_("No statistics yet: they begin with the first sheet of the first evening."))
    )
    together = [chapter(Paragraph(_("Partners"), "title"), partners)] if partners.rows else []
    parts = [season, chapter(Paragraph(_("Players"), "title"), people), *together]
    return Booklet(
        heading=head,
        name=_("statistics"),
        chapters=tuple(parts) if found.figures.whole.deals else (nothing,),
        tables=(people, *([partners] if partners.rows else []), evenings),
    )


def statistics_outline(pk: int) -> tuple[Heading, str]:
    """The heading of that document, and a text that changes with anything in it; made without the statistics."""
    competition = Competition.objects.select_related("club").get(pk=pk)
    last = competition.evenings.order_by("number").last()
    return _heading(competition, last), queries.standing_key(competition)


def _heading(competition: Competition, last: Evening | None) -> Heading:
    day = last.date if last else timezone.localdate()
    return heading(competition, str(competition), day, title=_("Statistics"))


def _titled(head: Heading, title: str) -> Heading:
    return replace(head, title=title)


def _whole(found: SeasonStatistics, terms: Terms) -> Iterator[str]:
    """The season as a whole in sentences."""
    whole = found.figures.whole
    yield _("%(people)s players on %(evenings)s evenings, %(average)s on average.") % {
        "people": figure(len(whole.people)),
        "evenings": figure(len(found.evenings)),
        "average": figure(found.figures.average_people, 1),
    }
    yield _("%(deals)s deals; a round came to %(average)s points on average, from %(low)s to %(high)s.") % {
        "deals": figure(whole.deals),
        "average": figure(whole.average),
        "low": figure(whole.lowest),
        "high": figure(whole.highest),
    }
    yield f"{terms.melds}: " + _("%(points)s a deal, all sides together.") % {
        "points": figure(whole.roem_per_deal, 1)
    }
    if terms.pits:
        yield _("Pits: %(count)s, in %(share)s %% of the deals.") % {
            "count": figure(whole.pits),
            "share": figure(_percent(whole.pit_rate), 1),
        }
    if whole.nat_rate is not None:
        yield f"{terms.lost}: " + _("in %(share)s %% of the deals.") % {
            "share": figure(_percent(whole.nat_rate), 1)
        }
    if found.everywhere:
        yield _("Came to every evening: %(names)s.") % {
            "names": ", ".join(one.name for one in found.everywhere)
        }


def _notes(found: SeasonStatistics) -> Iterator[str]:
    if not found.played.tells_declarer:
        yield _(
            "The sheets of this season do not say who played each deal, so nobody can tell how often that went nat."
        )
    if found.played.lists:
        yield _("Tables of three that kept a list without deals only count for who was there: %(count)s.") % {
            "count": found.played.lists
        }
    if found.evenings and summaries.has_two_averages(found.played.competition, queries.DESK):
        yield notes.table_average_note()


def _enough() -> str:
    return _("Partners are compared from %(count)s rounds together.") % {"count": players.ENOUGH}


def _percent(share: Fraction | None) -> Fraction | None:
    return None if share is None else share * 100


def _tally_columns(found: SeasonStatistics, terms: Terms) -> tuple[Column, ...]:
    return (
        Column("rounds", _("Rounds"), Kind.INT),
        Column("deals", _("Deals"), Kind.INT, on_paper=False),
        Column("average", _("Average"), Kind.DECIMAL, decimals=1, strong=True),
        Column("per_deal", _("Average a deal"), Kind.DECIMAL, decimals=2, on_paper=False),
        Column("best", _("Best"), Kind.INT),
        Column("worst", _("Worst"), Kind.INT),
        Column("roem", _("Roem a round") if terms.pits else _("Melds a round"), Kind.DECIMAL, decimals=1),
        Column("pits", _("Pits"), Kind.INT),
        Column("pits_against", _("Pits against"), Kind.INT, on_paper=False),
        Column("won", _("Won"), Kind.INT, on_paper=False),
        Column("drawn", _("Drawn"), Kind.INT, on_paper=False),
        Column("lost", _("Lost"), Kind.INT, on_paper=False),
        Column("played", _("Deals as who played"), Kind.INT, on_paper=False),
        Column("made", _("Made"), Kind.INT, on_paper=False),
        Column(
            "nat",
            _("Nat when playing, %") if terms.pits else _("Bete when playing, %"),
            Kind.DECIMAL,
            decimals=1,
        ),
    )


def _tally_cells(tally: Tally, terms: Terms) -> tuple[Cell, ...]:
    told = tally.told > 0
    return (
        tally.rounds,
        tally.deals,
        tally.per_round,
        tally.per_deal,
        tally.best,
        tally.worst,
        tally.roem_per_round,
        tally.pits if terms.pits else None,
        tally.pits_against if terms.pits else None,
        tally.wins,
        tally.draws,
        tally.losses,
        tally.declared if told else None,
        tally.made if told else None,
        _percent(tally.nat_rate),
    )


EMPTY = ("pits", "pits_against", "played", "made", "nat")
"""Columns that are left out where nothing is known."""


def _people(head: Heading, found: SeasonStatistics, terms: Terms) -> TableReport:
    shared = len({line.who.name for line in found.people}) < len(found.people)
    report = TableReport(
        heading=head,
        name=_("statistics"),
        columns=(
            Column("name", _("Name")),
            Column("number", _("No."), on_paper=shared),
            Column("evenings", _("Evenings"), Kind.INT),
            *_tally_columns(found, terms),
            Column("partner", _("Best partner"), on_paper=False),
            Column("together", _("Average together"), Kind.DECIMAL, decimals=1, on_paper=False),
            Column("rounds_together", _("Rounds together"), Kind.INT, on_paper=False),
        ),
        rows=[
            (
                line.who.name,
                line.who.number,
                line.evenings,
                *_tally_cells(line.tally, terms),
                line.partner.name if line.partner else "",
                line.together.per_round if line.together else None,
                line.together.rounds if line.together else None,
            )
            for line in found.people
        ],
        size=SIZE,
    )
    return report.without_empty("number", *EMPTY, "partner", "together", "rounds_together")


def _partners(head: Heading, found: SeasonStatistics, terms: Terms) -> TableReport:
    report = TableReport(
        heading=head,
        name=_("statistics"),
        columns=(Column("names", _("Name")), *_tally_columns(found, terms)),
        rows=[(line.names, *_tally_cells(line.tally, terms)) for line in found.partners],
        footnotes=(_enough(),),
        size=SIZE,
    )
    return report.without_empty(*EMPTY)


def _evenings(head: Heading, found: SeasonStatistics, terms: Terms) -> TableReport:
    report = TableReport(
        heading=head,
        name=_("statistics"),
        columns=(
            Column("number", _("Evening"), Kind.INT),
            Column("date", _("Date"), Kind.DATE),
            Column("people", _("Players"), Kind.INT),
            Column("deals", _("Deals"), Kind.INT),
            Column("average", _("Average of a round"), Kind.DECIMAL, decimals=1, strong=True),
            Column("highest", _("Highest"), Kind.INT),
            Column("lowest", _("Lowest"), Kind.INT),
            Column("roem", _("Roem a deal") if terms.pits else _("Melds a deal"), Kind.DECIMAL, decimals=1),
            Column("pits", _("Pits"), Kind.INT),
            Column("nats", terms.lost, Kind.INT),
        ),
        rows=[
            (
                line.evening.number,
                line.evening.date,
                len(line.figures.people),
                line.figures.deals,
                line.figures.average,
                line.figures.highest,
                line.figures.lowest,
                line.figures.roem_per_deal,
                line.figures.pits if terms.pits else None,
                line.figures.nats,
            )
            for line in found.evenings
        ],
        size=SIZE,
    )
    return report.without_empty("pits")
