"""What the typing page must be told about the sheet by whoever handed it out.

A sheet knows no club, no round and no names; the tournament knows no cells. This is where they meet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import datetime

    from django.contrib.auth.models import AbstractBaseUser
    from django.http import HttpResponse

    from scoring.models import SheetVersion

OPEN, TYPING, TYPED, CHECKED = "open", "typing", "typed", "checked"


@dataclass(frozen=True)
class PileItem:
    """A sheet of the same round: its table, its state (`open`, `typing`, `typed`, `checked`) and by whom."""

    table: int
    state: str
    url: str
    current: bool = False
    by: str = ""


@dataclass(frozen=True)
class Twin:
    """The accepted deals of another table of the round, to find one sheet that was typed twice."""

    table: int
    deals: Sequence[Mapping[str, object]]


@dataclass(frozen=True)
class Rights:
    """What the reader may do with this sheet; `locked` says in a sentence why this reader may not change it now.

    `needs_check`: every sheet must be compared with its paper by a second person.
    """

    type: bool = False
    check: bool = False
    needs_check: bool = False
    correct: bool = False
    locked: str = ""

    def may_write(self, user: AbstractBaseUser, newest: SheetVersion | None) -> bool:
        """Who types may also mend his own sheet until somebody has checked it."""
        if self.locked:
            return False
        if newest is None:
            return self.type
        own = newest.author_id == user.pk and not hasattr(newest, "check_mark")
        return self.correct or (self.type and own)

    def may_check(self, user: AbstractBaseUser, newest: SheetVersion | None) -> bool:
        """A second look at a sheet that has none, always by a second person."""
        if newest is None or hasattr(newest, "check_mark"):
            return False
        return self.check and newest.author_id != user.pk


@dataclass(frozen=True)
class Urls:
    """Where the parts of the page live; `deals` changes the number of rows, `back` is the round the table belongs to.

    `review` shows what a correction brings about before it is accepted; empty where it is accepted at once.
    """

    sheet: str
    row: str
    accept: str
    check: str
    versions: str
    deals: str
    back: str
    review: str = ""


@dataclass(frozen=True)
class SheetContext:
    """Everything around the sheet.

    `printed` is the number of rows that the paper was handed out with. `seating`, `pile` and `twins` are looked up only when a page needs them: names by seat (those of
    `family.positions`), the sheets of the round, the accepted deals of its other tables. `render` is `django.shortcuts.render` with the frame
    of the club around it, called with (request, template, status, **context).
    """

    round: int
    table: int
    event: str
    date: datetime.date
    printed: int
    rights: Rights
    urls: Urls
    seating: Callable[[], Mapping[str, str]]
    pile: Callable[[], list[PileItem]]
    twins: Callable[[], list[Twin]]
    render: Callable[..., HttpResponse]

    @cached_property
    def names(self) -> Mapping[str, str]:
        return self.seating()

    def next_open(self) -> str:
        """The next sheet of the pile that nobody has typed yet; the round when there is none."""
        return self._next(OPEN)

    def next_unchecked(self) -> str:
        """The next sheet of the pile that is typed and waits for a second look; the round when there is none."""
        return self._next(TYPED)

    def _next(self, state: str) -> str:
        """After this table, and then from the first one again."""
        pile = self.pile()
        ahead = [item for item in pile if item.table > self.table] + pile
        fitting = (item.url for item in ahead if item.state == state and item.table != self.table)
        return next(fitting, self.urls.back)
