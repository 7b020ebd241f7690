"""The cells of a deal of klaverjassen as they are typed, and what the rules engine makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.entry.cells import NOTHING
from scoring.rules.declared import DeclaredDeal
from scoring.rules.entry import EntryError, parse_points, parse_roem
from scoring.rules.findings import SIDES

POINTS = ("we_points", "they_points")
ROEM = ("we_roem", "they_roem")
NUMBERS = ("we_points", "we_roem", "they_points", "they_roem")
"""The four boxes of a row in the order of the paper."""

MARKS = {
    "declarer": ("", "we", "they"),
    "nat": ("", "nat", "we", "they"),
    "pit": ("", "we", "they"),
    "verzaakt": ("", "we", "they"),
}
"""What is chosen rather than typed, with the allowed values."""


def to_deal(cells: Mapping[str, str]) -> tuple[DeclaredDeal, list[EntryError]]:
    """The declared deal, and the cells that cannot be read (left None in the deal)."""
    numbers: dict[str, int | None] = {}
    unreadable = []
    for name in NUMBERS:
        read = parse_points if name in POINTS else _read_roem
        try:
            numbers[name] = read(cells.get(name, ""), name)
        except EntryError as error:
            unreadable.append(error)
    return DeclaredDeal(cells.get("declarer") or None, marks=_marks(cells), **numbers), unreadable


def _read_roem(typed: str, name: str) -> int | None:
    """Roem as the engine reads it; a single digit stands for tens, since no roem is below 20."""
    return int(typed) * 10 if typed in set("23456789") else parse_roem(typed, name)


def _marks(cells: Mapping[str, str]) -> frozenset[str]:
    marks = {f"{name}-{side}" for name in ("nat", "pit", "verzaakt") if (side := cells.get(name)) in SIDES}
    return frozenset(marks | ({"nat"} if cells.get("nat") == "nat" else set()))


def from_deal(deal: DeclaredDeal) -> dict[str, str]:
    """The cells that somebody would have typed for this deal."""
    cells = {name: _text(name, getattr(deal, name)) for name in NUMBERS}
    return cells | {"declarer": deal.declarer or ""} | _mark_cells(deal.marks)


def patch(fields: Mapping[str, Any]) -> dict[str, str]:
    """A suggestion of the engine as cells to put into a row."""
    cells: dict[str, str] = {}
    for name, value in fields.items():
        if name == "marks":
            cells |= _mark_cells(frozenset(value))
        elif name == "declarer":
            cells[name] = value or ""
        else:
            cells[name] = _text(name, value)
    return cells


def _text(name: str, value: int | None) -> str:
    if value is None:
        return ""
    return NOTHING if value == 0 and name in ROEM else str(value)


def _mark_cells(marks: frozenset[str]) -> dict[str, str]:
    cells = {}
    for name in ("nat", "pit", "verzaakt"):
        cells[name] = next((side for side in SIDES if f"{name}-{side}" in marks), "")
    if "nat" in marks:
        cells["nat"] = "nat"
    return cells
