"""The fixtures of a league or cup as one list."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from klaverclub.templatetags.figures import figure
from tournaments.reports.documents import Column, Heading, Kind, TableReport

SIZE = 9
"""Points: two pairs by name beside each other."""


@dataclass(frozen=True, slots=True)
class FixtureRow:
    """A match: where in the league, when and where, who, and what became of it (`note`: postponed, awarded …)."""

    division: str
    day: int
    number: int
    date: date | None
    home: str
    away: str
    venue: str = ""
    home_score: int | None = None
    away_score: int | None = None
    note: str = ""


def fixture_list(heading: Heading, rows: Sequence[FixtureRow]) -> TableReport:
    """All matches in the given order; columns in which nothing stands are left out."""
    report = TableReport(
        heading=replace(heading, title=heading.title or _("Fixtures")),
        name=_("fixtures"),
        columns=(
            Column("division", _("Division")),
            Column("day", pgettext("match day", "Day"), Kind.INT),
            Column("number", _("No."), Kind.INT, on_paper=False),
            Column("date", _("Date"), Kind.DATE),
            Column("home", pgettext("match", "Home")),
            Column("away", pgettext("match", "Away")),
            Column("result", _("Result"), strong=True),
            Column("home_score", _("Score home"), Kind.INT, on_paper=False),
            Column("away_score", _("Score away"), Kind.INT, on_paper=False),
            Column("venue", _("Where")),
            Column("note", _("Remark")),
        ),
        rows=[
            (
                row.division,
                row.day,
                row.number,
                row.date,
                row.home,
                row.away,
                "" if row.home_score is None else f"{figure(row.home_score)} – {figure(row.away_score)}",
                row.home_score,
                row.away_score,
                row.venue,
                row.note,
            )
            for row in rows
        ],
        size=SIZE,
    )
    return report.without_empty("date", "result", "home_score", "away_score", "venue", "note")
