"""A deal as the paper sheet declares it, and what its marks say."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from scoring.rules.entry import (
    POINTS_UNREADABLE,
    ROEM_UNREADABLE,
    EntryError,
    parse_points,
    parse_roem,
)
from scoring.rules.findings import SIDES, Side

MARKS = frozenset(
    {
        *("nat", "nat-we", "nat-they", "not-nat"),
        *("pit-we", "pit-they", "verzaakt-we", "verzaakt-they", "no-roem"),
    }
)


@dataclass(frozen=True, slots=True)
class DeclaredDeal:
    """One row of a sheet. None is "not filled in", which is never zero.

    Card points are as counted, or as written after nat (0 and 162 with the mark). The
    pit bonus is never inside the roem.
    """

    declarer: Side | None = None
    we_points: int | None = None
    we_roem: int | None = None
    they_points: int | None = None
    they_roem: int | None = None
    marks: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if not self.marks <= MARKS:
            unknown = ", ".join(sorted(self.marks - MARKS))
            raise ValueError(f"mark {unknown} is not known; allowed are {', '.join(sorted(MARKS))}")
        if self.declarer is not None and self.declarer not in SIDES:
            raise ValueError(f"declarer {self.declarer!r}: allowed are we, they, null")

    def to_json(self) -> dict[str, Any]:
        """A plain dict that ``from_json`` reads back."""
        return {
            "declarer": self.declarer,
            "we": {"points": self.we_points, "roem": self.we_roem},
            "they": {"points": self.they_points, "roem": self.they_roem},
            "marks": sorted(self.marks),
        }

    @classmethod
    def from_json(cls, data: object) -> "DeclaredDeal":
        """Read ``to_json``. Raises ValueError (EntryError for a single cell)."""
        deal, unreadable = read_deal(data)
        if unreadable:
            raise unreadable[0]
        return deal


def read_deal(data: object) -> tuple[DeclaredDeal, list[EntryError]]:
    """A declared deal from JSON, and the cells that could not be read (left None).

    A cell is a whole number, null, or text as a typist may put it. Raises ValueError
    when the object itself has another shape.
    """
    if not isinstance(data, Mapping):
        raise ValueError("a deal is an object with declarer, we, they and marks")  # noqa: TRY004
    cells: dict[str, int | None] = {}
    unreadable: list[EntryError] = []
    for side in SIDES:
        column = data.get(side)
        column = {} if column is None else column
        if not isinstance(column, Mapping):
            raise ValueError(f"{side} is an object with points and roem")  # noqa: TRY004
        for kind in ("points", "roem"):
            try:
                cells[f"{side}_{kind}"] = _cell(column.get(kind), f"{side}_{kind}")
            except EntryError as error:
                unreadable.append(error)
    marks = data.get("marks")
    marks = [] if marks is None else marks
    if not isinstance(marks, list | tuple | set | frozenset) or not all(
        isinstance(mark, str) for mark in marks
    ):
        raise ValueError("marks is a list of words")
    deal = DeclaredDeal(data.get("declarer"), marks=frozenset(marks), **cells)
    return deal, unreadable


def _cell(value: object, field: str) -> int | None:
    is_points = field.endswith("points")
    if value is None or type(value) is int:
        return value
    if isinstance(value, str):
        return (parse_points if is_points else parse_roem)(value, field)
    raise EntryError(field, value, POINTS_UNREADABLE if is_points else ROEM_UNREADABLE)


@dataclass(frozen=True)
class Marks:
    """The marks of a row, read: who is nat, has a pit, revoked."""

    nat: bool
    nat_side: Side | None
    not_nat: bool
    pit: Side | None
    verzaakt: Side | None
    no_roem: bool
    contradictions: tuple[str, ...]
    """Codes of the findings on marks that exclude each other."""


@cache
def read_marks(marks: frozenset[str]) -> Marks:
    """Read the marks of a row; contradictions are listed, not raised."""

    def side(kind: str) -> Side | None:
        sides = [one for one in SIDES if f"{kind}-{one}" in marks]
        return sides[0] if len(sides) == 1 else None

    nat = bool(marks & {"nat", "nat-we", "nat-they"})
    both = [f"{kind}_both" for kind in ("nat", "pit", "verzaakt") if {f"{kind}-we", f"{kind}-they"} <= marks]
    if nat and "not-nat" in marks:
        both.append("nat_and_not_nat")
    return Marks(
        nat=nat,
        nat_side=side("nat"),
        not_nat="not-nat" in marks,
        pit=side("pit"),
        verzaakt=side("verzaakt"),
        no_roem="no-roem" in marks,
        contradictions=tuple(both),
    )
