"""What can happen to a sheet: rows are kept while they are typed, versions are accepted, checked, compared.

Every function says what it does in one transaction. No lock is held between two requests: a row is saved by
a conditional UPDATE on the revision that the typist saw, a version by the unique pair (sheet, number).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.models import Draft, DraftRow, Sheet, SheetCheck, SheetVersion

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

Cells = Mapping[str, str]


class RowConflict(Exception):
    """Somebody (or another tab of the same typist) saved this row after it was read; `row` is what is there."""

    def __init__(self, row: DraftRow) -> None:
        super().__init__(f"row {row.position} is at revision {row.revision}")
        self.row = row


class VersionConflict(Exception):
    """The sheet was accepted by somebody else since it was read; `newest` is that version."""

    def __init__(self, newest: SheetVersion) -> None:
        super().__init__(str(newest))
        self.newest = newest


class Locked(Exception):
    """Whoever handed out the sheet allows no change any more; `reason` is a sentence for the reader."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class AlreadyChecked(Exception):
    """Somebody else was first to check this version."""


@dataclass(frozen=True)
class TypedRow:
    """A row as a typist sends it: the cells, and the revision of the row that he saw (0: none)."""

    position: int
    cells: Cells
    revision: int


@dataclass(frozen=True)
class Saved:
    """A draft after a save: all its rows by position, and the rows that somebody else had changed."""

    draft: Draft
    rows: dict[int, DraftRow]
    conflicts: list[RowConflict]


@dataclass(frozen=True)
class Proposal:
    """A whole sheet that somebody wants to have accepted, on top of version `base` (0: none)."""

    base: int
    key: str
    deals: Sequence[Mapping[str, Any]]
    written: Mapping[str, int | None] | None
    remarks: Mapping[str, Any]
    reason: str
    result: Mapping[str, Any]


def draft_of(sheet: Sheet, author: AbstractBaseUser) -> Draft | None:
    return Draft.objects.filter(sheet=sheet, author=author).first()


def rows_of(draft: Draft | None) -> dict[int, DraftRow]:
    """The typed rows by position; 0 is the foot of the paper."""
    return {row.position: row for row in draft.rows.all()} if draft else {}


def other_drafts(sheet: Sheet, author: AbstractBaseUser) -> list[Draft]:
    """Who else is typing this sheet."""
    return list(Draft.objects.filter(sheet=sheet).exclude(author=author).select_related("author"))


def save_rows(sheet: Sheet, author: AbstractBaseUser, base: int, typed: Sequence[TypedRow]) -> Saved:
    """Keeps rows in the author's draft; each is saved or, when it was changed meanwhile, reported.

    `base` is the version that the typist started from; it counts only when his draft begins here. A row that
    arrives a second time is the same row, not a conflict.
    """
    conflicts = []
    with transaction.atomic():
        # Locked where the database can, so that an acceptance in the same instant cannot take the draft away.
        drafts = Draft.objects.select_for_update()
        draft, _ = drafts.get_or_create(sheet=sheet, author=author, defaults={"base_number": base})
        rows = rows_of(draft)
        for row in typed:
            try:
                if kept := _save_row(draft, rows.get(row.position), row):
                    rows[row.position] = kept
            except RowConflict as conflict:
                conflicts.append(conflict)
    return Saved(draft, rows, conflicts)


def _save_row(draft: Draft, stored: DraftRow | None, typed: TypedRow) -> DraftRow | None:
    """The row as it is kept now; None for an empty row that was never typed in.

    Raises RowConflict when the row there is newer and different.
    """
    if stored is None:
        if not any(typed.cells.values()):
            return None
        stored, created = DraftRow.objects.get_or_create(
            draft=draft, position=typed.position, defaults={"cells": dict(typed.cells)}
        )
        if created:
            return stored
    if stored.cells == typed.cells:
        return stored
    changed = DraftRow.objects.filter(pk=stored.pk, revision=typed.revision).update(
        cells=dict(typed.cells), revision=typed.revision + 1, saved=timezone.now()
    )
    if changed:
        stored.cells, stored.revision = dict(typed.cells), typed.revision + 1
        return stored
    stored.refresh_from_db()
    if stored.cells != typed.cells:
        raise RowConflict(stored)
    return stored


def accept(
    sheet: Sheet,
    author: AbstractBaseUser,
    proposal: Proposal,
    on_accept: Callable[[SheetVersion], None],
) -> SheetVersion:
    """Makes the next version, runs `on_accept` in the same transaction and clears the author's draft.

    The same proposal a second time (same key, same deals) is the same version. Raises VersionConflict when
    `base` is no longer the newest; `on_accept` may raise Locked, and then nothing has happened.
    """
    try:
        with transaction.atomic():
            version = _create(sheet, author, proposal)
            on_accept(version)
            drop_draft(sheet, author)
    except (IntegrityError, VersionConflict):
        # Somebody was first: an earlier copy of this proposal, or another typist.
        if repeated := _same(sheet, author, proposal):
            return repeated
        newest = sheet.newest()
        if newest is None or newest.number <= proposal.base:
            raise
        raise VersionConflict(newest) from None
    return version


def _create(sheet: Sheet, author: AbstractBaseUser, proposal: Proposal) -> SheetVersion:
    newest = sheet.newest()
    if proposal.base != (newest.number if newest else 0):
        raise VersionConflict(newest)
    return SheetVersion.objects.create(
        sheet=sheet,
        number=proposal.base + 1,
        key=proposal.key,
        author=author,
        deals=list(proposal.deals),
        written=proposal.written,
        remarks=proposal.remarks,
        reason=proposal.reason,
        result=proposal.result,
    )


def _same(sheet: Sheet, author: AbstractBaseUser, proposal: Proposal) -> SheetVersion | None:
    """The version that this very proposal made before. A used key with other deals is another proposal."""
    version = SheetVersion.objects.filter(sheet=sheet, key=proposal.key).first()
    if version and version.deals == list(proposal.deals) and version.written == proposal.written:
        drop_draft(sheet, author)  # the second copy of the page left its rows here
        return version
    return None


def check(
    version: SheetVersion, by: AbstractBaseUser, on_check: Callable[[SheetVersion], None]
) -> SheetCheck:
    """Marks the newest version as compared with the paper. The same person twice is once.

    Raises VersionConflict when the sheet has a newer version, AlreadyChecked when somebody else was first.
    """
    with transaction.atomic():
        newest = version.sheet.newest()
        if newest.pk != version.pk:
            raise VersionConflict(newest)
        mark, created = SheetCheck.objects.get_or_create(version=version, defaults={"by": by})
        if mark.by_id != by.pk:
            raise AlreadyChecked
        if created:
            on_check(version)
    return mark


def drop_draft(sheet: Sheet, author: AbstractBaseUser) -> None:
    """Takes over what was accepted: what this typist typed beside it is thrown away."""
    Draft.objects.filter(sheet=sheet, author=author).delete()


def rebase(draft: Draft, rows: Mapping[int, Cells], number: int) -> None:
    """Keeps the author's rows, all of them, as a correction of version `number`."""
    with transaction.atomic():
        stored = rows_of(draft)
        for position, cells in rows.items():
            if position not in stored:
                DraftRow.objects.create(draft=draft, position=position, cells=dict(cells))
        Draft.objects.filter(pk=draft.pk).update(base_number=number)
        draft.base_number = number
