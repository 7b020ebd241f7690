"""Two versions of a sheet beside each other, deal by deal."""

from __future__ import annotations

from dataclasses import dataclass, replace
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

    def texts(self, position: int) -> list[str]:
        """The boxes of a row as full values: 67 is the same typed or worked out, and so are II and 40."""
        verdict = self.judged.verdict.deals[position - 1]
        typed, row = self.judged.cells(position), self.judged.row(position)
        full = c.from_deal(replace(verdict.deal, **verdict.completed))
        numbers = [full[name] or typed.get(name, "") for name in c.NUMBERS]
        marks = [str(messages.STATUSES[name]) for name in ("nat", "pit", "verzaakt") if typed.get(name)]
        return [*numbers, row.booked or ", ".join(marks)]

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
        Line(n, [Cell(a, b) for a, b in zip(left.texts(n), right.texts(n), strict=True)])
        for n in range(1, left.judged.sheet.deals + 1)
    ]
    foot = [Cell(left.foot.get(name, ""), right.foot.get(name, "")) for name in c.WRITTEN]
    return [*lines, Line(0, foot)]
