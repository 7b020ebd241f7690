"""What a typist has in hand: the version he started from, with his own typed rows laid over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring import sheets
from scoring.entry import cells as c
from scoring.entry.form import SheetForm, form_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.contrib.auth.models import AbstractBaseUser

    from scoring.models import Draft, DraftRow, Sheet, SheetVersion


@dataclass(frozen=True)
class Hand:
    """`rows` are cells by position, `revisions` how often each was saved; `base` is the version under them."""

    form: SheetForm
    newest: SheetVersion | None
    draft: Draft | None
    base: int
    rows: dict[int, dict[str, str]]
    revisions: dict[int, int]

    @property
    def sheet(self) -> Sheet:
        return self.form.sheet

    @property
    def is_overtaken(self) -> bool:
        """Was the sheet accepted by somebody else since this draft was begun?"""
        return self.newest is not None and self.draft is not None and self.base < self.newest.number


def take(sheet: Sheet, user: AbstractBaseUser) -> Hand:
    """The draft of this user, or else the newest version to begin from."""
    draft = sheets.draft_of(sheet, user)
    return hold(form_of(sheet), sheet.newest(), draft, sheets.rows_of(draft))


def hold(
    form: SheetForm, newest: SheetVersion | None, draft: Draft | None, typed: Mapping[int, DraftRow]
) -> Hand:
    """These typed rows over the version that the draft was begun from."""
    base = draft.base_number if draft else (newest.number if newest else 0)
    version = newest if newest and newest.number == base else None
    if version is None and base:
        version = form.sheet.versions.filter(number=base).first()
    rows = rows_of_version(form, version) if version else {}
    rows |= {position: row.cells for position, row in typed.items()}
    revisions = {position: row.revision for position, row in typed.items()}
    return Hand(form, newest, draft, base, rows, revisions)


def rows_of_version(form: SheetForm, version: SheetVersion) -> dict[int, dict[str, str]]:
    """An accepted version as cells: what was typed, without what followed from it."""
    foot = c.from_written(version.written, form.sides)
    foot |= {one["name"]: one["reason"] for one in version.remarks.get("reasons", ())}
    return {0: foot} | {position: form.cells_of(deal) for position, deal in enumerate(version.deals, 1)}
