"""A season as a grid: everybody's evenings side by side, and who met whom."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tournaments.standing.ledger import AWAY
from tournaments.standing.meetings import meetings, records
from tournaments.standing.notes import kind_word

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from tournaments.models import Evening
    from tournaments.standing.ledger import EveningRows
    from tournaments.standing.lines import SeasonLine
    from tournaments.standing.meetings import Meeting, Record
    from tournaments.standing.readers import Reader, Who
    from tournaments.standing.season_lists import SeasonList

MOST_CROSSED = 40
"""Names in a cross table; of more, one at a time can be read."""


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """The points of an evening.

    dropped: it does not count. rounds_dropped: so many of its rounds do not. best: nobody had more that evening,
    shared: somebody had as much. word: why he was not there.
    """

    points: int
    dropped: bool
    rounds_dropped: int
    best: bool
    shared: bool
    word: str


@dataclass(frozen=True, slots=True)
class MatrixRow:
    who: Who
    rank: int | None
    value: Fraction | None
    cells: tuple[MatrixCell | None, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """evenings: the columns. rows: some of a standing, in its order; cells are None where there is nothing."""

    evenings: tuple[Evening, ...]
    rows: tuple[MatrixRow, ...]

    def seen_by(self, reader: Reader) -> Matrix:
        """The same, with the reader's own rows marked."""
        if not reader.people:
            return self
        return replace(self, rows=tuple(replace(row, who=row.who.seen_by(reader)) for row in self.rows))

    @property
    def marks(self) -> frozenset[str]:
        """Which signs occur, for the legend."""
        cells = [cell for row in self.rows for cell in row.cells if cell]
        return frozenset(
            name
            for name in ("dropped", "rounds_dropped", "best", "shared", "word")
            if any(getattr(cell, name) for cell in cells)
        )


def matrix(listed: SeasonList, first: int, count: int) -> Matrix:
    """The evenings of `count` rows of a list, from row `first`."""
    lines = listed.table.lines[first : first + count]
    columns = [_column(listed, evening, lines) for evening in listed.evenings]
    return Matrix(
        evenings=listed.evenings,
        rows=tuple(
            MatrixRow(listed.who[line.entry], line.rank, line.value, tuple(cells))
            for line, *cells in zip(lines, *columns, strict=True)
        ),
    )


def _column(listed: SeasonList, evening: Evening, lines: Sequence[SeasonLine]) -> list[MatrixCell | None]:
    rows = listed.rows_on(evening)
    winners = frozenset(listed.totals_on(evening).winners)
    return [_cell(rows, winners, line) if evening.number in line.evenings else None for line in lines]


def _cell(rows: EveningRows, winners: frozenset[int], line: SeasonLine) -> MatrixCell:
    kinds = {row.kind for row in rows.posted(line.entry)}
    out = [round_ for number, round_ in line.left_out if number == rows.evening]
    best = line.entry in winners
    return MatrixCell(
        points=line.evenings[rows.evening],
        dropped=0 in out or len(out) == len({row.round for row in rows.posted(line.entry)}),
        rounds_dropped=0 if 0 in out else len(out),
        best=best,
        shared=best and len(winners) > 1,
        word=kind_word(min(kinds)) if kinds <= AWAY else "",
    )


@dataclass(frozen=True, slots=True)
class CrossRow:
    """What somebody did against everybody in the columns; None who were never met, and for himself."""

    who: Who
    rank: int | None
    cells: tuple[Record | None, ...]


@dataclass(frozen=True, slots=True)
class Cross:
    """Rows and columns are the same names, in the order of the standing."""

    rows: tuple[CrossRow, ...]


def cross(listed: SeasonList) -> Cross:
    """Everybody against everybody."""
    found = records(meetings(listed.season.seen(all_evenings=listed.rule.all_evenings)))
    lines = list(listed.table.lines)
    return Cross(
        tuple(
            CrossRow(
                who=listed.who[line.entry],
                rank=line.rank,
                cells=tuple(found.get((line.entry, other.entry)) for other in lines),
            )
            for line in lines
        )
    )


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody who was met at a table: against each other, together, or both."""

    who: Who
    record: Record
    meetings: tuple[tuple[Evening, Meeting], ...]


def opponents(listed: SeasonList, entry: int) -> tuple[Opponent, ...]:
    """Everybody somebody sat at a table with; the most often first, then by name."""
    view = listed.season.seen(all_evenings=listed.rule.all_evenings)
    evening = {each.number: each for each in listed.evenings}
    found = [
        Opponent(
            who=listed.who[other],
            record=record,
            meetings=tuple((evening[meeting.evening], meeting) for meeting in record.meetings),
        )
        for (_, other), record in records(meetings(view, entry)).items()
    ]
    found.sort(key=lambda each: (-each.record.met, -each.record.together, listed.order[each.who.entry]))
    return tuple(found)
