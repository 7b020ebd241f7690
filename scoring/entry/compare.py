"""Two versions of a sheet beside each other, deal by deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.entry.hand import rows_of_version

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.contrib.auth.models import AbstractBaseUser

    from scoring.entry.form import SheetForm
    from scoring.entry.hand import Hand
    from scoring.entry.judged import Judged
    from scoring.entry.shown import RowView
    from scoring.models import SheetVersion


@dataclass(frozen=True)
class Column:
    """One of the two: an accepted version, or (`version` None) what somebody has in hand."""

    version: SheetVersion | None
    author: AbstractBaseUser
    judged: Judged

    @property
    def rows(self) -> list[RowView]:
        """The deals that the sheet has."""
        return [self.judged.row(n) for n in range(1, len(self.judged.deals) + 1)]

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


def from_version(form: SheetForm, version: SheetVersion) -> Column:
    return Column(version, version.author, form.judge(rows_of_version(form, version)))


def from_hand(hand: Hand, author: AbstractBaseUser) -> Column:
    return Column(None, author, hand.form.judge(hand.rows))


def compare(left: Column, right: Column) -> list[Line]:
    """Every deal in the order of the paper, then the written totals."""
    form = left.judged.form
    deals = max(len(left.judged.deals), len(right.judged.deals))
    lines = [
        Line(n, [Cell(*both) for both in zip(left.judged.texts(n), right.judged.texts(n), strict=True)])
        for n in range(1, deals + 1)
    ]
    foot = [Cell(left.foot.get(name, ""), right.foot.get(name, "")) for name in form.written]
    return [*lines, Line(0, foot)]
