"""A table as JSON and back, value for value: what was published is printed from that, whatever the program does by then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tournaments.reports.documents import Awarded, Cell, Column, Dropped, Heading, Kind, Partly, TableReport


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
