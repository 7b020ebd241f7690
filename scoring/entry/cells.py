"""The cells of a row as they are typed, and what the rules engine makes of them.

A row is a dict of texts, kept exactly as typed: what cannot be read yet is kept too. Row 0 is the foot of the
paper: the written totals, and the reasons that belong to the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scoring.rules.declared import DeclaredDeal
from scoring.rules.entry import EntryError, parse_points, parse_roem
from scoring.rules.findings import SIDES, gettext_noop

if TYPE_CHECKING:
    from scoring.rules.findings import Side

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

ROW = (*NUMBERS, *MARKS)
WRITTEN = ("written_we", "written_they")
REASON = "reason"
REMARK = re.compile(r"remark-[0-9a-f]{16}")
"""The reason for one finding; the name is bound to what it is about (see remarks.py)."""

NO_ROEM = "–"
LONGEST_NUMBER = 12
LONGEST_REASON = 500
_TOTAL = re.compile(r"[0-9]{1,5}", re.ASCII)
_THOUSANDS = re.compile(r"(?<=\d)[ .\u00a0\u2009\u202f](?=\d{3}$)")
TOTAL_UNREADABLE = gettext_noop(
    "“%(typed)s” cannot be read as a total. Type a whole number, digits only, or leave the box empty."
)


def read_row(data: Mapping[str, str], prefix: str = "") -> dict[str, str]:
    """The cells of a deal out of posted data; an unknown mark counts as none."""
    cells = {name: data.get(prefix + name, "").strip()[:LONGEST_NUMBER] for name in NUMBERS}
    for name, allowed in MARKS.items():
        value = data.get(prefix + name, "")
        cells[name] = value if value in allowed else ""
    return cells


def read_foot(data: Mapping[str, str], prefix: str = "") -> dict[str, str]:
    """The cells of row 0 out of posted data; remarks that say nothing are left out."""
    cells = {name: data.get(prefix + name, "").strip()[:LONGEST_NUMBER] for name in WRITTEN}
    cells[REASON] = data.get(prefix + REASON, "").strip()[:LONGEST_REASON]
    for name, value in data.items():
        own = name.removeprefix(prefix)
        if value.strip() and REMARK.fullmatch(own):
            cells[own] = value.strip()[:LONGEST_REASON]
    return cells


def is_empty(cells: Mapping[str, str]) -> bool:
    return not any(cells.values())


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
    return NO_ROEM if value == 0 and name in ROEM else str(value)


def _mark_cells(marks: frozenset[str]) -> dict[str, str]:
    cells = {}
    for name in ("nat", "pit", "verzaakt"):
        cells[name] = next((side for side in SIDES if f"{name}-{side}" in marks), "")
    if "nat" in marks:
        cells["nat"] = "nat"
    return cells


def read_written(cells: Mapping[str, str]) -> tuple[dict[Side, int | None], list[EntryError]]:
    """The totals on the paper, with or without a sign between the thousands."""
    totals: dict[Side, int | None] = {}
    unreadable = []
    for side in SIDES:
        typed = cells.get(f"written_{side}", "")
        text = _THOUSANDS.sub("", typed)
        if text and not _TOTAL.fullmatch(text):
            unreadable.append(EntryError(f"written_{side}", typed, TOTAL_UNREADABLE))
            text = ""
        totals[side] = int(text) if text else None
    return totals, unreadable


def from_written(written: Mapping[str, int | None] | None) -> dict[str, str]:
    totals = {f"written_{side}": (written or {}).get(side) for side in SIDES}
    return {name: "" if value is None else str(value) for name, value in totals.items()} | {REASON: ""}
