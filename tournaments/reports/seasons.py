"""The other lists of a season: evening by evening, records, the calendar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from django.utils import dateformat
from django.utils.translation import gettext as _

from tournaments.reports.documents import Cell, Column, Dropped, Heading, Kind, Partly, TableReport
from tournaments.reports.figures import PARTLY_MARK

SIZE = 9.5
"""Points: a column for every evening."""


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One entry: its points on each evening (None: nothing), all of them together, and what is ranked."""

    rank: int | None
    name: str
    evenings: tuple[int | None, ...]
    total: int
    value: Fraction | None


def evening_matrix(
    heading: Heading,
    evenings: Sequence[int],
    rows: Sequence[MatrixRow],
    *,
    decimals: int = 0,
    notes: Sequence[str] = (),
) -> TableReport:
    """What everybody made on each evening, given by number; `Dropped` and `Partly` are marked and explained."""
    cells = [cell for row in rows for cell in row.evenings]
    marks = []
    if any(type(cell) is Dropped for cell in cells):
        marks.append(_("( ) does not count under the rule."))
    if any(type(cell) is Partly for cell in cells):
        marks.append(_("%(mark)s some rounds of that evening do not count.") % {"mark": PARTLY_MARK})
    return TableReport(
        heading=replace(heading, title=heading.title or _("Evening by evening")),
        name=_("evenings"),
        columns=(
            Column("rank", _("Place"), Kind.RANK),
            Column("name", _("Name")),
            *(Column(f"evening_{number}", str(number), Kind.INT) for number in evenings),
            Column("total", _("Total"), Kind.INT),
            Column("value", _("Ranked by"), Kind.DECIMAL if decimals else Kind.INT, decimals, strong=True),
        ),
        rows=[(row.rank, row.name, *row.evenings, row.total, row.value) for row in rows],
        footnotes=(*marks, *notes),
        size=SIZE,
    )


@dataclass(frozen=True, slots=True)
class Record:
    """Something worth remembering: what, how many points, who, and when; `round` None for a whole evening."""

    label: str
    points: int
    names: str
    evening: int
    date: date
    round: int | None = None


def records(heading: Heading, rows: Sequence[Record]) -> TableReport:
    """Records in the given order."""
    report = TableReport(
        heading=replace(heading, title=heading.title or _("Records")),
        name=_("records"),
        columns=(
            Column("label", _("Record")),
            Column("points", _("Points"), Kind.INT, strong=True),
            Column("names", _("Name")),
            Column("evening", _("Evening"), Kind.INT),
            Column("round", _("Round"), Kind.INT),
            Column("date", _("Date"), Kind.DATE),
        ),
        rows=[(row.label, row.points, row.names, row.evening, row.round, row.date) for row in rows],
    )
    return report.without_empty("round")


@dataclass(frozen=True, slots=True)
class CalendarRow:
    """An evening: its number in the season, day, name if it has one, how many rounds, and in what state it is."""

    number: int
    date: date
    name: str
    rounds: int
    counts: bool
    state: str


def calendar(heading: Heading, rows: Sequence[CalendarRow]) -> TableReport:
    """The evenings of a season in the given order."""
    report = TableReport(
        heading=replace(heading, title=heading.title or _("Calendar")),
        name=_("calendar"),
        columns=(
            Column("number", _("Evening"), Kind.INT),
            Column("day", _("Day")),
            Column("date", _("Date"), Kind.DATE),
            Column("name", _("Name")),
            Column("rounds", _("Rounds"), Kind.INT),
            Column("state", _("State")),
            Column("remark", _("Remark")),
        ),
        rows=[_calendar_cells(row) for row in rows],
    )
    return report.without_empty("name", "remark")


def _calendar_cells(row: CalendarRow) -> tuple[Cell, ...]:
    remark = "" if row.counts else _("does not count for the standing")
    day = dateformat.format(row.date, "l")
    return row.number, day, row.date, row.name, row.rounds, row.state, remark
