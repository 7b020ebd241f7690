"""A table, and what it is counted from, as JSON and back, value for value: what was published is printed from that, whatever the program does by then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tournaments.reports.documents import Awarded, Cell, Column, Dropped, Heading, Kind, Partly, TableReport
from tournaments.reports.recount import Recount, RecountRow, Result, Unit
from tournaments.standing.rules import StandingRule


def freeze(report: TableReport) -> dict[str, Any]:
    """Everything that is printed but the identity of club, date and time of printing."""
    return {
        "title": report.heading.title,
        "event": report.heading.event,
        "name": report.name,
        "columns": [asdict(column) for column in report.columns],
        "rows": [freeze_row(row) for row in report.rows],
        "totals": freeze_row(report.totals) if report.totals is not None else None,
        "footnotes": list(report.footnotes),
        **({"status": report.heading.status} if report.heading.status else {}),
    }


def freeze_row(row: tuple[Cell, ...]) -> list[Any]:
    return [_freeze(cell) for cell in row]


def thaw(data: dict[str, Any], heading: Heading) -> TableReport:
    """The table again, under this heading."""
    return TableReport(
        heading=heading,
        name=data["name"],
        columns=tuple(Column(**column | {"kind": Kind(column["kind"])}) for column in data["columns"]),
        rows=[thaw_row(row) for row in data["rows"]],
        totals=thaw_row(data["totals"]) if data["totals"] is not None else None,
        footnotes=tuple(data["footnotes"]),
    )


def thaw_row(row: list[Any]) -> tuple[Cell, ...]:
    return tuple(_thaw(cell) for cell in row)


def _freeze(cell: Cell) -> Any:
    """What JSON cannot tell from a number or a text is an object of one member."""
    if isinstance(cell, int) and type(cell) in _MARKED:
        return {_MARKED[type(cell)]: int(cell)}
    if isinstance(cell, Fraction):
        return {"fraction": str(cell)}
    if isinstance(cell, Decimal):
        return {"decimal": str(cell)}
    if isinstance(cell, date):
        return {"date": cell.isoformat()}
    return cell


_MARKED: dict[type, str] = {Awarded: "awarded", Dropped: "dropped", Partly: "partly"}
_THAW: dict[str, Callable[[Any], Cell]] = {
    **{word: kind for kind, word in _MARKED.items()},
    "fraction": Fraction,
    "decimal": Decimal,
    "date": date.fromisoformat,
}


def _thaw(cell: Any) -> Cell:
    if isinstance(cell, dict):
        ((kind, value),) = cell.items()
        return _THAW[kind](value)
    return cell


# What a standing is counted from --------------------------------------------------

Line = tuple[int | None, str, Fraction | None]
"""Rank, name and value of a line of the standing: they stand in the list that is published, and only there."""


def freeze_recount(recount: Recount) -> dict[str, Any]:
    """The count of a standing without the lines of its list and the words of its rule, in as little as it takes."""
    return {
        "rule": recount.rule.to_json(),
        "units": [[unit.evening, unit.round, unit.period] for unit in recount.units],
        "keep": list(recount.keep),
        "rows": [[[_freeze_result(result) for result in row.results], row.loose] for row in recount.rows],
    }


def thaw_recount(data: dict[str, Any], lines: Iterable[Line], sentences: Sequence[str]) -> Recount:
    """The count again, for the lines of its list, in their order, and the rule in the words of the reader."""
    rows = [
        RecountRow(rank, name, tuple(_thaw_result(result) for result in results), loose, value)
        for (rank, name, value), (results, loose) in zip(lines, data["rows"], strict=True)
    ]
    return Recount(
        rule=StandingRule.from_json(data["rule"]),
        sentences=tuple(sentences),
        units=tuple(Unit(*unit) for unit in data["units"]),
        keep=tuple(data["keep"]),
        rows=tuple(rows),
    )


def _freeze_result(result: Result | None) -> Any:
    """Mostly a number is all there is."""
    if result is None or result == Result(result.points):
        return None if result is None else result.points
    meetings = [list(meeting) for meeting in result.meetings]
    return [result.points, result.chosen_from, result.fixed, result.by_hand, meetings]


def _thaw_result(data: Any) -> Result | None:
    if data is None:
        return None
    if isinstance(data, int):
        return Result(data)
    *values, meetings = data
    return Result(*values, meetings=tuple((own, other) for own, other in meetings))
