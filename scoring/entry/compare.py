"""Two versions of a sheet beside each other, deal by deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring import messages
from scoring.entry import cells as c
from scoring.entry.hand import rows_of_version
from scoring.entry.judging import Judged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.contrib.auth.models import AbstractBaseUser

    from scoring.entry.hand import Hand
    from scoring.entry.judging import RowView
    from scoring.models import SheetVersion


@dataclass(frozen=True)
class Column:
    """One of the two: an accepted version, or (`version` None) what somebody has in hand."""

    version: SheetVersion | None
    author: AbstractBaseUser
    judged: Judged

    @property
    def rows(self) -> list[RowView]:
        return [self.judged.row(n) for n in range(1, self.judged.sheet.deals + 1)]

    @property
    def check_line(self) -> str:
        return self.judged.check_line

    @property
    def totals(self) -> Mapping[str, Any]:
        return self.judged.verdict.totals

    @property
    def foot(self) -> Mapping[str, str]:
        return self.judged.cells(0)


@dataclass(frozen=True)
class Cell:
    """What stands in a box on both sides."""

    left: str
    right: str

    @property
    def differs(self) -> bool:
        return self.left != self.right


@dataclass(frozen=True)
class Line:
    """A deal (or, with `position` 0, the written totals) on both sides."""

    position: int
    cells: list[Cell]

    @property
    def differs(self) -> bool:
        return any(cell.differs for cell in self.cells)


def from_version(version: SheetVersion) -> Column:
    return Column(version, version.author, Judged(version.sheet, rows_of_version(version)))


def from_hand(hand: Hand, author: AbstractBaseUser) -> Column:
    return Column(None, author, Judged(hand.sheet, hand.rows))


def compare(left: Column, right: Column) -> list[Line]:
    """Every deal in the order of the paper, then the written totals."""
    lines = [
        Line(one.position, [Cell(a, b) for a, b in zip(_texts(one), _texts(other), strict=True)])
        for one, other in zip(left.rows, right.rows, strict=True)
    ]
    foot = [Cell(left.foot.get(name, ""), right.foot.get(name, "")) for name in c.WRITTEN]
    return [*lines, Line(0, foot)]


def _texts(row: RowView) -> list[str]:
    """The boxes of a row as full values: 67 is the same whether typed or worked out."""
    numbers = [row.worked_out.get(name) or row.cells.get(name, "") for name in c.NUMBERS]
    return [*numbers, row.booked or _marks(row)]


def _marks(row: RowView) -> str:
    return ", ".join(
        str(messages.STATUSES[name]) for name in ("nat", "pit", "verzaakt") if row.cells.get(name)
    )
