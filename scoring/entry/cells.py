"""The cells of a sheet as they are typed: a row is a dict of texts, kept exactly as typed.

What cannot be read yet is kept too. Row 0 is the foot of the paper: the written totals, and the reasons that
belong to the sheet. The boxes of a deal differ by game and are in `klaverjas` and `relative`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from scoring.rules.entry import EntryError
from scoring.rules.findings import gettext_noop

REASON = "reason"
REMARK = re.compile(r"remark-[0-9a-f]{16}")
"""The reason for one finding; the name is bound to what it is about (see remarks.py)."""

NOTHING = "–"
"""As typed for: no roem, no melds."""
LONGEST_NUMBER = 12
LONGEST_REASON = 500
_TOTAL = re.compile(r"[0-9]{1,5}", re.ASCII)
_THOUSANDS = re.compile(r"(?<=\d)[ .\u00a0\u2009\u202f](?=\d{3}$)")
TOTAL_UNREADABLE = gettext_noop(
    "“%(typed)s” cannot be read as a total. Type a whole number, digits only, or leave the box empty."
)

TOTAL_TOO_LARGE = gettext_noop("“%(typed)s” is too large for a total. Look at the paper again.")


def read_cells(
    data: Mapping[str, str], numbers: Iterable[str], marks: Mapping[str, Iterable[str]], prefix: str = ""
) -> dict[str, str]:
    """The cells of a deal out of posted data; an unknown mark counts as none."""
    cells = {name: data.get(prefix + name, "").strip()[:LONGEST_NUMBER] for name in numbers}
    for name, allowed in marks.items():
        value = data.get(prefix + name, "")
        cells[name] = value if value in allowed else ""
    return cells


def read_foot(data: Mapping[str, str], written: Iterable[str], prefix: str = "") -> dict[str, str]:
    """The cells of row 0 out of posted data; remarks that say nothing are left out."""
    cells = {name: data.get(prefix + name, "").strip()[:LONGEST_NUMBER] for name in written}
    cells[REASON] = data.get(prefix + REASON, "").strip()[:LONGEST_REASON]
    for name, value in data.items():
        own = name.removeprefix(prefix)
        if value.strip() and REMARK.fullmatch(own):
            cells[own] = value.strip()[:LONGEST_REASON]
    return cells


def is_empty(cells: Mapping[str, str]) -> bool:
    return not any(cells.values())


def written_box(side: str) -> str:
    """The name of the box for the total of this side on the paper."""
    return f"written_{side}"


def read_written(
    cells: Mapping[str, str], sides: Iterable[str]
) -> tuple[dict[str, int | None], list[EntryError]]:
    """The totals on the paper, with or without a sign between the thousands."""
    totals: dict[str, int | None] = {}
    unreadable = []
    for side in sides:
        typed = cells.get(written_box(side), "")
        text = _THOUSANDS.sub("", typed)
        if text and not _TOTAL.fullmatch(text):
            problem = TOTAL_TOO_LARGE if text.isascii() and text.isdigit() else TOTAL_UNREADABLE
            unreadable.append(EntryError(written_box(side), typed, problem))
            text = ""
        totals[side] = int(text) if text else None
    return totals, unreadable


def from_written(written: Mapping[str, int | None] | None, sides: Iterable[str]) -> dict[str, str]:
    totals = {written_box(side): (written or {}).get(side) for side in sides}
    return {name: "" if value is None else str(value) for name, value in totals.items()} | {REASON: ""}
