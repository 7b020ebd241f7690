"""The tables of a league: of a division, of clubs, of squads, and what every table of a match gave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.reports.documents import Column, Heading, Kind, TableReport

SIZE = 9.5
"""Points: many columns beside a name."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A line of the table of a division; `points` is what it is ordered by, of totals the score itself."""

    division: str
    rank: int
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    scored: int
    against: int
    points: int
    tables: int = 0
    by_hand: int = 0


def league_table(
    heading: Heading, rows: Sequence[TableRow], *, one: bool, totals: bool = False, notes: Sequence[str] = ()
) -> TableReport:
    """Lines in the given order. `one`: of one division, so that its name stands in no column; `totals`: no match
    points, the score counts. Columns of tables won and of points by hand only where there are any."""
    report = TableReport(
        heading=replace(heading, title=heading.title or _("League tables")),
        name=_("league tables"),
        columns=(
            Column("division", _("Division")),
            Column("rank", _("Place"), Kind.RANK),
            Column("name", _("Name")),
            Column("played", _("Played"), Kind.INT),
            Column("won", _("Won"), Kind.INT),
            Column("drawn", _("Equal"), Kind.INT),
            Column("lost", _("Lost"), Kind.INT),
            Column("tables", _("Tables won"), Kind.INT),
            Column("scored", _("Scored"), Kind.INT),
            Column("against", pgettext("score", "Against"), Kind.INT),
            Column("difference", _("Difference"), Kind.INT),
            Column("by_hand", _("By hand"), Kind.INT),
            Column("points", _("Total") if totals else _("Points"), Kind.INT, strong=True),
        ),
        rows=[
            (
                "" if one else row.division,
                row.rank,
                row.name,
                row.played,
                row.won,
                row.drawn,
                row.lost,
                row.tables or None,
                None if totals else row.scored,
                row.against,
                row.scored - row.against,
                row.by_hand or None,
                row.points,
            )
            for row in rows
        ],
        footnotes=tuple(notes),
        size=SIZE,
    )
    return report.without_empty("division", "tables", "scored", "by_hand")


@dataclass(frozen=True, slots=True)
class CupRow:
    """A match of a knock-out: its round, who meet, their scores, and who goes on."""

    division: str
    round: str
    number: int
    home: str
    away: str
    home_score: int | None
    away_score: int | None
    winner: str
    note: str


def cup_table(heading: Heading, rows: Sequence[CupRow], *, one: bool) -> TableReport:
    """The matches of a knock-out by round; `one` as in `league_table`."""
    report = TableReport(
        heading=replace(heading, title=heading.title or _("Knock-out")),
        name=_("league tables"),
        columns=(
            Column("division", _("Division")),
            Column("round", _("Round")),
            Column("number", _("No."), Kind.INT),
            Column("home", pgettext("match", "Home")),
            Column("home_score", _("Score home"), Kind.INT),
            Column("away", pgettext("match", "Away")),
            Column("away_score", _("Score away"), Kind.INT),
            Column("winner", _("Goes on"), strong=True),
            Column("note", _("Remark")),
        ),
        rows=[
            (
                "" if one else row.division,
                row.round,
                row.number,
                row.home,
                row.home_score,
                row.away,
                row.away_score,
                row.winner,
                row.note,
            )
            for row in rows
        ],
        size=SIZE,
    )
    return report.without_empty("division", "home_score", "away_score", "winner", "note")


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club with the sums of its teams or pairs."""

    rank: int
    name: str
    entries: int
    played: int
    won: int
    drawn: int
    lost: int
    scored: int
    points: int


def club_table(heading: Heading, rows: Sequence[ClubRow], *, teams: bool) -> TableReport:
    """Clubs in the given order."""
    return TableReport(
        heading=replace(heading, title=_("Clubs")),
        name=_("league tables"),
        columns=(
            Column("rank", _("Place"), Kind.RANK),
            Column("name", _("Club")),
            Column("entries", _("Teams") if teams else _("Pairs"), Kind.INT),
            Column("played", _("Played"), Kind.INT),
            Column("won", _("Won"), Kind.INT),
            Column("drawn", _("Equal"), Kind.INT),
            Column("lost", _("Lost"), Kind.INT),
            Column("scored", _("Scored"), Kind.INT),
            Column("points", _("Points"), Kind.INT, strong=True),
        ),
        rows=[
            (
                row.rank,
                row.name,
                row.entries,
                row.played,
                row.won,
                row.drawn,
                row.lost,
                row.scored,
                row.points,
            )
            for row in rows
        ],
        size=SIZE,
    )


@dataclass(frozen=True, slots=True)
class SquadRow:
    """Somebody who is in the squad of a team or sat for it, and what his side made at its tables."""

    team: str
    name: str
    rounds: int
    points: int
    average: Fraction | None
    remark: str = ""


def squad_table(heading: Heading, rows: Sequence[SquadRow]) -> TableReport:
    """Squads in the given order."""
    report = TableReport(
        heading=replace(heading, title=_("Squads")),
        name=_("league tables"),
        columns=(
            Column("team", _("Team")),
            Column("name", _("Name")),
            Column("rounds", _("Rounds"), Kind.INT),
            Column("points", _("Points"), Kind.INT),
            Column("average", _("Average"), Kind.DECIMAL, decimals=1, strong=True),
            Column("remark", _("Remark")),
        ),
        rows=[
            (
                row.team,
                row.name,
                row.rounds,
                row.points,
                row.average,
                row.remark,
            )
            for row in rows
        ],
        size=SIZE,
    )
    return report.without_empty("remark")


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A table of a match: who sat there for home and away, and what they made."""

    division: str
    number: int
    home: str
    away: str
    round: int
    table: int
    home_pair: str
    away_pair: str
    home_score: int | None
    away_score: int | None


def board_table(heading: Heading, rows: Sequence[BoardRow]) -> TableReport:
    """Tables of matches in the given order."""
    return TableReport(
        heading=replace(heading, title=_("Tables of the matches")),
        name=_("league tables"),
        columns=(
            Column("division", _("Division")),
            Column("number", _("No."), Kind.INT),
            Column("home", pgettext("match", "Home")),
            Column("away", pgettext("match", "Away")),
            Column("round", _("Round"), Kind.INT),
            Column("table", _("Table"), Kind.INT),
            Column("home_pair", _("For home")),
            Column("home_score", _("Score home"), Kind.INT),
            Column("away_pair", _("For away")),
            Column("away_score", _("Score away"), Kind.INT),
        ),
        rows=[
            (
                row.division,
                row.number,
                row.home,
                row.away,
                row.round,
                row.table,
                row.home_pair,
                row.home_score,
                row.away_pair,
                row.away_score,
            )
            for row in rows
        ],
        size=SIZE,
    )
