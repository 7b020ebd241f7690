"""The pages of a sheet: typing it, reading it, comparing its versions."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.template.loader import render_to_string

from scoring import messages, sheets
from scoring.entry import words
from scoring.entry.cells import is_empty
from scoring.entry.compare import compare, from_hand, from_version
from scoring.entry.hand import Hand, take
from scoring.entry.posted import seen_revisions
from scoring.entry.remarks import Needs, answered, needs_of
from scoring.entry.twins import find_twins
from scoring.rules.rulesets import MOST_DEALS

if TYPE_CHECKING:
    from django.http import HttpRequest

    from scoring.entry.compare import Column
    from scoring.entry.context import SheetContext
    from scoring.entry.form import SheetForm
    from scoring.entry.judged import Judged
    from scoring.models import Sheet, SheetVersion
    from scoring.sheets import RowConflict


@dataclass(frozen=True)
class Attempt:
    """An acceptance that was not granted: what must be mended first, and what is still to be answered."""

    problem: str
    fields: list[str]
    """Names of the form fields to go to, the first one first."""
    conflicts: list[RowConflict] = field(default_factory=list)
    rows: dict[int, dict[str, str]] = field(default_factory=dict)
    """The rows as posted, where somebody else typed something else."""


def judge(hand: Hand, context: SheetContext | None = None) -> Judged:
    """The rows in hand; with a context also compared with the other tables of the round."""
    judged = hand.form.judge(hand.rows)
    if context is None or not judged.complete:
        return judged
    twins = find_twins(hand.form, judged.accepted_deals(), context.twins())
    return hand.form.judge(hand.rows, twins) if twins else judged


def sheet_page(
    request: HttpRequest,
    sheet: Sheet,
    context: SheetContext,
    attempt: Attempt | None = None,
    status: int = 200,
) -> HttpResponse:
    """The typing page for who may type now, else the sheet to read and to check."""
    hand = take(sheet, request.user)
    writable = context.rights.may_write(request.user, hand.newest) and not hand.form.blocked(context.names)
    wanted = hand.newest is None or "correct" in request.GET or attempt is not None
    if writable and wanted:
        return _typing_page(request, hand, context, attempt, status)
    return _reading_page(request, hand, context)


def _frame(request: HttpRequest, hand: Hand, context: SheetContext) -> dict[str, Any]:
    """What both pages show."""
    user = request.user
    return {
        "context": context,
        "sheet": hand.sheet,
        "form": hand.form,
        "newest": hand.newest,
        "hand": hand,
        "pile": context.pile(),
        "sides": [(side, hand.form.people(side.side, context.names)) for side in hand.form.side_heads],
        "blocked": hand.form.blocked(context.names),
        "may_write": context.rights.may_write(user, hand.newest),
        "may_check": context.rights.may_check(user, hand.newest),
    }


def _typing_page(
    request: HttpRequest, hand: Hand, context: SheetContext, attempt: Attempt | None, status: int
) -> HttpResponse:
    if attempt:
        hand.rows.update(attempt.rows)
        hand.revisions.update(
            {conflict.row.position: conflict.row.revision for conflict in attempt.conflicts}
        )
    judged = judge(hand, context)
    needs = needs_of(judged, change=hand.newest is not None)
    page = {
        **_frame(request, hand, context),
        **summary(judged, needs, context),
        "texts": words.texts(),
        "marks": hand.form.choice_words,
        "side_keys": messages.side_keys(hand.form.sides),
        "rows": [judged.row(n, hand.revisions.get(n, 0)) for n in range(1, hand.sheet.deals + 1)],
        "foot_revision": hand.revisions.get(0, 0),
        "others": sheets.other_drafts(hand.sheet, request.user),
        "key": uuid.uuid4().hex,
        "attempt": attempt,
    }
    return context.render(request, "typing/sheet.html", status=status, **page)


def _reading_page(request: HttpRequest, hand: Hand, context: SheetContext) -> HttpResponse:
    page = _frame(request, hand, context)
    if hand.newest:
        column = from_version(hand.form, hand.newest)
        page |= summary(column.judged, needs_of(column.judged), context) | {
            "rows": column.rows,
            "totals": [(side, column.judged.totals[side.side]) for side in hand.form.side_heads],
            "on_paper": [(side, (hand.newest.written or {}).get(side.side)) for side in hand.form.side_heads],
            "answered": answered(hand.newest, column.judged),
        }
    return context.render(request, "typing/read.html", status=200, **page)


def versions_page(
    request: HttpRequest, sheet: Sheet, context: SheetContext, *, mine: bool = False, status: int = 200
) -> HttpResponse:
    """All versions, and two of them side by side: `mine` beside the newest one, or two by `?a=1&b=2`."""
    hand = take(sheet, request.user)
    every = list(sheet.versions.select_related("author", "check_mark__by").order_by("-number"))
    page = _frame(request, hand, context)
    page["columns"] = len(hand.form.numbers) + 1
    page["versions"] = [(version, _score(hand.form, version)) for version in every]
    if pair := _pair(request, hand, every, mine):
        page |= {"left": pair[0], "right": pair[1], "lines": compare(*pair)}
        page["same"] = not any(line.differs for line in page["lines"])
        page["is_conflict"] = pair[1].version is None
    return context.render(request, "typing/versions.html", status=status, **page)


def _score(form: SheetForm, version: SheetVersion) -> str:
    return messages.score_line(version.result[side]["total"] for side in form.sides)


def _pair(
    request: HttpRequest, hand: Hand, every: list[SheetVersion], mine: bool
) -> tuple[Column, Column] | None:
    by_number = {str(version.number): version for version in every}
    left, right = by_number.get(request.GET.get("a", "")), by_number.get(request.GET.get("b", ""))
    if left and right:
        return from_version(hand.form, left), from_version(hand.form, right)
    if every and hand.draft and (mine or hand.is_overtaken):
        return from_version(hand.form, every[0]), from_hand(hand, request.user)
    if len(every) > 1:
        return from_version(hand.form, every[1]), from_version(hand.form, every[0])
    return None


def summary(judged: Judged, needs: Needs, context: SheetContext) -> dict[str, Any]:
    """Totals, check sum, what is missing, what is to be answered: everything below the rows."""
    return {
        "form": judged.form,
        "context": context,
        "judged": judged,
        "foot": judged.cells(0),
        "written": [(head, judged.cells(0).get(head.written, "")) for head in judged.form.side_heads],
        "needs": needs,
        "asked": [(need, judged.cells(0).get(need.name, "")) for need in needs.irregular],
        "against": judged.form.against(context.names),
        "other_deals": _other_deals(judged, context.printed),
    }


def _other_deals(judged: Judged, printed: int) -> dict[str, int]:
    """How many rows may be chosen while a match by points goes on: one more when all are full, one less again."""
    sheet = judged.form.sheet
    if judged.form.rules.end_kind != "points" or judged.ended:
        return {}
    if judged.complete and sheet.deals < MOST_DEALS:
        return {"more": sheet.deals + 1}
    if sheet.deals > printed and is_empty(judged.cells(sheet.deals)):
        return {"less": sheet.deals - 1}
    return {}


def answer(
    request: HttpRequest, hand: Hand, context: SheetContext, judged: Judged, positions: set[int]
) -> dict[str, Any]:
    """What our script needs to bring the page up to date; it never replaces a box that somebody types in."""
    needs = needs_of(judged, change=hand.newest is not None)
    seen = seen_revisions(request.POST)
    synced = {n: revision for n, revision in hand.revisions.items() if seen and seen.get(n, 0) != revision}
    below = summary(judged, needs, context)
    return {
        "rows": {n: _row_answer(judged, n) for n in sorted({*positions, *synced, *judged.redrawn} - {0})},
        "stands": [judged.stand(n) for n in range(1, hand.sheet.deals + 1)],
        "ended": judged.ended,
        "foot": render_to_string("typing/_foot_status.html", below),
        "summary": render_to_string("typing/_summary.html", below),
        "needs": render_to_string("typing/_needs.html", below),
        "mark": needs.mark,
        "ready": judged.can_accept,
        "synced": {n: {"revision": r, "cells": hand.rows[n]} for n, r in synced.items()},
        "overtaken": hand.is_overtaken,
    }


def _row_answer(judged: Judged, position: int) -> dict[str, Any]:
    row = judged.row(position)
    return {
        "state": row.state,
        "status": render_to_string("typing/_status.html", {"row": row}),
        "worked_out": row.worked_out,
        "declarer": row.declarer,
        "more": row.opens_more,
        "wrong": sorted(row.wrong_fields & {*judged.form.boxes, *judged.form.marks}),
    }
