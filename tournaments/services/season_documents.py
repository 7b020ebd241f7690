"""What is printed of a season: its standing under any title, evening by evening, who met whom, records, the calendar."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from klaverclub.templatetags.figures import figure
from tournaments.reports import recount as counts
from tournaments.reports import results, seasons
from tournaments.reports.documents import Dropped, MatrixReport, Partly
from tournaments.services import (
    player_statistics_documents,
    public_links,
    season_lists,
    statistics_documents,
    why_documents,
)
from tournaments.services.errors import Refused
from tournaments.services.headings import heading
from tournaments.services.season_lists import competition_of, season_heading
from tournaments.standing import facts, grids, notes, queries, two_averages
from tournaments.standing.counting import in_force

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tournaments.models import Competition
    from tournaments.reports.booklet import Booklet
    from tournaments.reports.documents import Document, Heading, TableReport
    from tournaments.standing.queries import Reader, SeasonList, SeasonRow


MOST_CROSSED = 200
"""Names in a printed cross table: five pages across and down."""


# The standing -------------------------------------------------------------------


def season_document(pk: int, *, title: str = "", of: str = "entries") -> TableReport:
    """The standing under a title ("" for that of the competition itself), with what it is counted from.

    On paper with the way to its public page.
    """
    competition = competition_of(pk)
    report = season_report(competition, queries.DESK, title, of=of, counted=True)
    return replace(report, link=public_links.season(competition, title, of))


def season_report(
    competition: Competition, reader: Reader, title: str = "", *, of: str = "entries", counted: bool = False
) -> TableReport:
    """The standing as a reader may see it, a row for each of the list; `counted`: with what it is counted from."""
    listed = queries.season_list(competition, reader, title, of=of)
    rule = listed.rule
    remarks = (
        notes.average_note(listed),
        *notes.guest_notes(row.who for row in listed.rows),
        *notes.below_minimum_notes(listed),
        *_league_notes(competition),
        *notes.season_notes(listed),
        *([notes.other_average_note()] if two_averages.differ(listed) else []),
    )
    recount = recount_of(listed) if counted else None
    return results.season_table(
        season_heading(listed),
        [_season_row(row) for row in listed.rows],
        rule.measure == "average",
        rule.decimals,
        notes=remarks,
        value=value_title(listed),
        recount=recount,
        no_recount=recount_left_out() if counted and not recount else "",
    )


def _league_notes(competition: Competition) -> Iterator[str]:
    """That the points of a league added up are not its tables."""
    if competition.divisions.exists():
        yield _(
            "This adds up the points of all matches in all divisions; who is first of a division stands in its table."
        )


def value_title(listed: SeasonList) -> str:
    """What the ranked figure is called where it is neither the sum nor the average of everything; else empty."""
    rule = listed.rule
    if rule.measure == "match_points":
        return _("Match points")
    if rule.chooses or rule.last:
        return _("Counted average") if rule.measure == "average" else _("Counts")
    return ""


def _season_row(row: SeasonRow) -> results.SeasonRow:
    return results.SeasonRow(
        rank=row.line.rank,
        name=row.who.name,
        number=row.who.number,
        evenings=row.line.evenings_attended,
        rounds=row.line.rounds_counted,
        total=row.line.total,
        average=row.average,
        last_evening=row.last,
        gap=row.line.gap,
        trend=row.line.moved,
        value=row.line.value,
        remark=row.remark,
    )


def recount_left_out() -> str:
    """Why a standing has no count: the only reason there is."""
    return _("No sheet counts the totals again: with more than %(most)s results it would not open.") % {
        "most": figure(counts.MOST_CELLS)
    }


def rule_in_force(listed: SeasonList) -> list[str]:
    """The rule by which a standing is counted at this moment, in the active language."""
    rule = in_force(listed.rule, listed.season, listed.evenings_to_come)
    return [notes.translated(sentence) for sentence in rule.sentences()]


def recount_of(listed: SeasonList) -> counts.Recount | None:
    """What a standing is counted from, for a workbook; None where that would be too large."""
    rule = in_force(listed.rule, listed.season, listed.evenings_to_come)
    lines = [(row.who.entry, row.line.rank, row.who.name, row.line.value) for row in listed.rows]
    return counts.recount(listed.season, rule, lines, rule_in_force(listed))


# Evening by evening ---------------------------------------------------------------


def matrix_document(pk: int, *, title: str = "", of: str = "entries") -> TableReport:
    """What everybody made on each evening, with what the rule leaves out in brackets."""
    listed = season_lists.listed(pk, title, of)
    rows = [_matrix_row(row, listed) for row in grids.matrix(listed, 0, len(listed.rows)).rows]
    head = season_heading(listed, _("Evening by evening"))
    numbers = [evening.number for evening in listed.evenings]
    return seasons.evening_matrix(
        head, numbers, rows, decimals=listed.rule.printed_decimals, notes=notes.season_notes(listed)
    )


def _matrix_row(row: grids.MatrixRow, listed: SeasonList) -> seasons.MatrixRow:
    line = listed.table.lines.of(row.who.entry)
    assert line is not None
    return seasons.MatrixRow(row.rank, row.who.name, tuple(map(_cell, row.cells)), line.total, row.value)


def _cell(cell: grids.MatrixCell | None) -> int | None:
    if cell is None:
        return None
    if cell.dropped:
        return Dropped(cell.points)
    return Partly(cell.points) if cell.rounds_dropped else cell.points


def cross_document(pk: int, *, title: str = "", of: str = "entries") -> MatrixReport:
    """By how many points everybody was ahead of everybody else when they met. Raises `Refused` for too many, or none."""
    listed = season_lists.listed(pk, title, of)
    count = len(listed.rows)
    if not count:
        raise Refused(_("There is no standing yet: nobody has met."))
    if count > MOST_CROSSED:
        raise Refused(
            _("A cross table holds at most %(most)s names, and this standing has %(count)s.")
            % {"most": MOST_CROSSED, "count": figure(count)}
        )
    return MatrixReport(
        heading=season_heading(listed, _("Who met whom")),
        name=_("cross table"),
        people=tuple((place, row.who.name) for place, row in enumerate(listed.rows, 1)),
        cells=tuple(
            tuple(met.difference if met and met.met else None for met in row.cells)
            for row in grids.cross(listed).rows
        ),
        legend=_(
            "By how many points the name at the left was ahead of the other, over all their rounds; empty: never."
        ),
        signed=True,
    )


# Records and the calendar ---------------------------------------------------------


def records_document(pk: int, *, title: str = "") -> TableReport:
    """The best of the season so far, and who won each evening."""
    listed = season_lists.listed(pk, title)
    return seasons.records(season_heading(listed, _("Records")), list(_records(listed)))


def _records(listed: SeasonList) -> Iterator[seasons.Record]:
    found = facts.season_records(listed)
    for label, marks in ((_("Highest round"), found.rounds), (_("Highest evening"), found.evenings)):
        for mark in marks:
            names = ", ".join(mark.names)
            yield seasons.Record(
                label, mark.points, names, mark.evening.number, mark.evening.date, mark.round
            )
    for evening in listed.evenings:
        total, first = facts.winners(listed, evening)
        if total is not None:
            names = ", ".join(who.name for who in first)
            yield seasons.Record(_("Winner of the evening"), total, names, evening.number, evening.date)


def calendar_document(pk: int) -> TableReport:
    """All evenings of the season with their dates."""
    competition = competition_of(pk)
    now = timezone.localdate()
    rows = [
        seasons.CalendarRow(
            number=evening.number,
            date=evening.date,
            name=evening.name,
            rounds=evening.rounds_planned,
            counts=evening.counts,
            state=_("played") if evening.is_closed else _("to come") if evening.date > now else _("running"),
        )
        for evening in competition.evenings.order_by("number")
    ]
    return seasons.calendar(heading(competition, str(competition), now), rows)


BUILDERS: dict[str, Callable[..., Document | Booklet]] = {
    "season": season_document,
    "season-evenings": matrix_document,
    "cross": cross_document,
    "why": why_documents.why_document,
    "why-all": why_documents.why_all_document,
    "records": records_document,
    "calendar": calendar_document,
    "statistics": statistics_documents.statistics_document,
    "player-statistics": player_statistics_documents.player_statistics_document,
}
"""By kind, what makes a document of a season from the key of its competition and the options of that kind."""


OUTLINES: dict[str, Callable[..., tuple[Heading, str]]] = {
    "why-all": why_documents.why_all_outline,
    "statistics": statistics_documents.statistics_outline,
}
"""Of what takes long to make: the heading, and a text that changes with anything in it."""


def options_of(kind: str) -> list[str]:
    """The names of the options of a kind; none for what is no document of a season."""
    builder = BUILDERS.get(kind)
    return [name for name in inspect.signature(builder).parameters if name != "pk"] if builder else []
