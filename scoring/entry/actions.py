"""What a typist does with a sheet: keeps a row, accepts the whole, checks it, chooses between two versions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.contrib import messages as notices
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring import messages, sheets
from scoring.entry import cells as c
from scoring.entry.form import form_of
from scoring.entry.hand import Hand, hold, rows_of_version, take
from scoring.entry.page import Attempt, answer, judge, sheet_page, versions_page
from scoring.entry.posted import BadRequest, Posted, number, read_page, read_single, wants_json
from scoring.entry.remarks import Needs, needs_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.contrib.auth.models import AbstractBaseUser
    from django.http import HttpRequest

    from scoring.entry.context import SheetContext
    from scoring.entry.form import SheetForm
    from scoring.entry.judged import Judged
    from scoring.models import Sheet, SheetVersion

    Callback = Callable[[SheetVersion], None]


def save_row(request: HttpRequest, sheet: Sheet, context: SheetContext) -> HttpResponse:
    """Keeps one row in the typist's draft and answers what the engine thinks of the sheet now (JSON).

    409 with what is there when the row was changed elsewhere. Without a position it only answers.
    """
    if request.POST.get("user") != str(request.user.pk):
        return JsonResponse({"problem": _("Somebody else has logged in on this computer.")}, status=401)
    if problem := _may_not_type(context):
        return _forbid(request, problem)
    if "position" not in request.POST:
        hand = take(sheet, request.user)
        return JsonResponse(answer(request, hand, context, judge(hand), set()))
    try:
        form = form_of(sheet)
        row, base = read_single(request.POST, form)
    except BadRequest as error:
        return HttpResponseBadRequest(str(error))
    newest = sheet.newest()
    if _is_accepted(form, newest, base, row) and not sheets.draft_of(sheet, request.user):
        hand, conflicts = hold(form, newest, None, {}), []
    else:
        saved = sheets.save_rows(sheet, request.user, base, [row])
        hand, conflicts = hold(form, newest, saved.draft, saved.rows), saved.conflicts
    body = answer(request, hand, context, judge(hand), {row.position})
    body |= {"position": row.position, "revision": hand.revisions.get(row.position, 0)}
    return JsonResponse(body | _conflict_body(conflicts), status=409 if conflicts else 200)


def _may_not_type(context: SheetContext) -> str:
    """Why this user may type nothing here; rows of his own may be kept even when he may not accept them."""
    rights = context.rights
    if rights.locked:
        return rights.locked
    return "" if rights.type or rights.correct else _("You may not type sheets here.")


def _is_accepted(form: SheetForm, newest: SheetVersion | None, base: int, row: sheets.TypedRow) -> bool:
    """Is this a late copy of a row that is already part of a newer version? Then nothing is to be kept."""
    if newest is None or newest.number <= base:
        return False
    accepted = rows_of_version(form, newest).get(row.position, {})
    if row.position == 0:
        return c.read_written(accepted, form.sides) == c.read_written(row.cells, form.sides)
    return form.meaning(accepted) == form.meaning(row.cells)


def _conflict_body(conflicts: list[sheets.RowConflict]) -> dict[str, Any]:
    rows = [conflict.row for conflict in conflicts]
    return {"conflicts": {row.position: {"revision": row.revision, "cells": row.cells} for row in rows}}


def accept(request: HttpRequest, sheet: Sheet, context: SheetContext, on_accept: Callback) -> HttpResponse:
    """Keeps all rows, and makes them the next version when nothing stands in the way.

    Answers 422 with every field that must be mended or answered, 409 when a row or the sheet was changed by
    somebody else; what was typed is kept in each case. The button "judge" of the page without script keeps
    and judges only.
    """
    form = form_of(sheet)
    if problem := form.blocked(context.names) or _may_not_type(context):
        return _forbid(request, problem)
    try:
        posted = read_page(request.POST, form)
    except BadRequest as error:
        return HttpResponseBadRequest(str(error))
    if _was_accepted(request, form, posted):
        return _accepted(request, context)
    saved = sheets.save_rows(sheet, request.user, posted.base, posted.typed)
    hand = replace(hold(form, sheet.newest(), saved.draft, saved.rows), rows=posted.rows)
    if saved.conflicts:
        return _row_conflicts(request, hand, context, posted, saved.conflicts)
    if request.POST.get("action") == "judge":
        return redirect(context.urls.sheet + ("?correct" if hand.newest else ""))
    if posted.base != (hand.newest.number if hand.newest else 0):
        if _was_accepted(request, form, posted):  # the other copy was a moment faster
            return _accepted(request, context)
        return _version_conflict(request, sheet, context)
    if not context.rights.may_write(request.user, hand.newest):
        return _forbid(request, _("This sheet has been accepted; only an organiser may change it now."))
    return _accept(request, hand, context, posted, on_accept)


def _accept(
    request: HttpRequest, hand: Hand, context: SheetContext, posted: Posted, on_accept: Callback
) -> HttpResponse:
    judged = judge(hand, context)
    needs = needs_of(judged, change=hand.newest is not None)
    if attempt := _objection(judged, needs, posted):
        return _refused(request, hand, context, judged, attempt)
    if context.urls.review:
        return _review(request, context, posted)
    try:
        sheets.accept(hand.sheet, request.user, _proposal(judged, needs, posted), on_accept)
    except sheets.VersionConflict:
        return _version_conflict(request, hand.sheet, context)
    except sheets.Locked as locked:
        return _forbid(request, locked.reason)
    accepted = {"table": context.table, "score": judged.score}
    notice = _("Table %(table)d accepted: %(score)s.") % accepted
    notices.success(request, f"{notice} {judged.end_line}".strip())
    return _accepted(request, context)


def _review(request: HttpRequest, context: SheetContext, posted: Posted) -> HttpResponse:
    """To the page that shows what this correction brings about; the rows are kept, the rest goes along."""
    url = f"{context.urls.review}?{urlencode({'key': posted.key, 'confirmed': posted.confirmed})}"
    return JsonResponse({"next": url}) if wants_json(request) else redirect(url)


def proposed(
    user: AbstractBaseUser, sheet: Sheet, context: SheetContext, key: str, confirmed: str
) -> tuple[Judged, sheets.Proposal] | None:
    """The correction that this user has in hand, with the answers to `confirmed`, as a page would send it.

    None when there is none any more (it was accepted, or somebody else was first), and when something stands in the
    way of accepting it.
    """
    hand = take(sheet, user)
    if hand.draft is None or hand.newest is None or hand.is_overtaken:
        return None
    posted = Posted(hand.rows, hand.revisions, hand.base, key, confirmed)
    judged = judge(hand, context)
    needs = needs_of(judged, change=True)
    if _objection(judged, needs, posted):
        return None
    return judged, _proposal(judged, needs, posted)


def _forbid(request: HttpRequest, problem: str) -> HttpResponse:
    """A refusal that our script can show beside what was typed."""
    if not wants_json(request):
        raise PermissionDenied(problem)
    return JsonResponse({"problem": problem}, status=403)


def _proposal(judged: Judged, needs: Needs, posted: Posted) -> sheets.Proposal:
    foot = posted.rows[0]
    return sheets.Proposal(
        base=posted.base,
        key=posted.key,
        deals=judged.accepted_deals(),
        written=judged.accepted_written(),
        remarks=needs.remarks(foot),
        reason=foot[c.REASON] if needs.change else "",
        result=judged.result(),
    )


def _was_accepted(request: HttpRequest, form: SheetForm, posted: Posted) -> bool:
    """Is this another copy of a page that was accepted before? Then the rows it left behind go."""
    if not (version := form.sheet.versions.filter(key=posted.key).first()):
        return False
    judged = form.judge(posted.rows)
    is_same = version.deals == judged.accepted_deals() and version.written == judged.accepted_written()
    if is_same:
        sheets.drop_draft(form.sheet, request.user)
    return is_same


def _objection(judged: Judged, needs: Needs, posted: Posted) -> Attempt | None:
    """What stands in the way of accepting, with the fields in the order of the paper."""
    if not judged.can_accept:
        where = [messages.where(one) for one in judged.impossible if messages.where(one)]
        # What is wrong with the sheet as a whole has no box: its sentence stands for itself.
        parts = [messages.say_finding(one) for one in judged.impossible if not messages.where(one)]
        if where:
            parts.append(_("Cannot be right: %(where)s.") % {"where": "; ".join(dict.fromkeys(where))})
        if missing := judged.missing:
            parts.append(_("Not filled in: %(what)s.") % {"what": "; ".join(missing)})
        return Attempt(" ".join(parts), judged.fields_to_mend())
    if fields := needs.open(posted.rows[0], posted.confirmed):
        names = [name if name == "confirmed" else f"r0-{name}" for name in fields]
        return Attempt(_("Answer what is asked below the sheet, then accept again."), names)
    return None


def _refused(
    request: HttpRequest,
    hand: Hand,
    context: SheetContext,
    judged: Judged,
    attempt: Attempt,
    status: int = 422,
) -> HttpResponse:
    if not wants_json(request):
        return sheet_page(request, hand.sheet, context, attempt, status=status)
    body = answer(request, hand, context, judged, set(range(1, hand.sheet.deals + 1)))
    body |= {"problem": attempt.problem, "fields": attempt.fields}
    return JsonResponse(body | _conflict_body(attempt.conflicts), status=status)


def _row_conflicts(
    request: HttpRequest,
    hand: Hand,
    context: SheetContext,
    posted: Posted,
    conflicts: list[sheets.RowConflict],
) -> HttpResponse:
    """Rows that another tab changed: both values are shown, and the next attempt says which one holds."""
    positions = [conflict.row.position for conflict in conflicts]
    deals = ", ".join(str(position) for position in positions if position) or _("the written totals")
    attempt = Attempt(
        _("Typed elsewhere in the meantime: deal %(deals)s. Look which is right, then accept again.")
        % {"deals": deals},
        [
            f"r{position}-{(hand.form.numbers if position else hand.form.written)[0]}"
            for position in positions
        ],
        conflicts,
        {position: posted.rows[position] for position in positions},
    )
    return _refused(request, hand, context, judge(hand), attempt, 409)


def _version_conflict(request: HttpRequest, sheet: Sheet, context: SheetContext) -> HttpResponse:
    """Somebody else was first: the page with both versions. What was typed is kept as a draft."""
    url = context.urls.versions + "?mine"
    if wants_json(request):
        return JsonResponse({"next": url}, status=409)
    return versions_page(request, sheet, context, status=409, mine=True)


def _accepted(request: HttpRequest, context: SheetContext) -> HttpResponse:
    url = context.next_open()
    return JsonResponse({"accepted": True, "next": url}) if wants_json(request) else redirect(url)


def check(request: HttpRequest, sheet: Sheet, context: SheetContext, on_check: Callback) -> HttpResponse:
    """A second look at the newest version; says so when that is no longer the one that was looked at."""
    newest = sheet.newest()
    try:
        looked_at = number(request.POST, "version")
    except BadRequest as error:
        return HttpResponseBadRequest(str(error))
    if newest is None or newest.number != looked_at:
        notices.warning(
            request, _("The sheet was changed while you looked at it. Compare it with the paper again.")
        )
        return redirect(context.urls.sheet)
    if hasattr(newest, "check_mark"):
        return redirect(context.urls.sheet)
    if not context.rights.may_check(request.user, newest):
        notices.warning(
            request, context.rights.locked or _("Who typed a sheet cannot check it; somebody else must.")
        )
        return redirect(context.urls.sheet)
    try:
        sheets.check(newest, request.user, on_check)
    except sheets.Locked as locked:
        notices.warning(request, locked.reason)
        return redirect(context.urls.sheet)
    except (sheets.VersionConflict, sheets.AlreadyChecked):
        notices.warning(request, _("Somebody else was just before you with this sheet."))
        return redirect(context.urls.sheet)
    notices.success(request, _("Table %(table)d checked.") % {"table": context.table})
    return redirect(context.next_unchecked())


def versions(request: HttpRequest, sheet: Sheet, context: SheetContext) -> HttpResponse:
    """Shows the versions; by POST takes over the newest one, or keeps one's own rows as a correction of it."""
    if request.method != "POST":
        return versions_page(request, sheet, context, mine="mine" in request.GET)
    if request.POST.get("action") == "theirs":
        sheets.drop_draft(sheet, request.user)
        return redirect(context.urls.sheet)
    hand = take(sheet, request.user)
    if hand.draft is None or hand.newest is None:
        return redirect(context.urls.sheet)
    if not context.rights.may_write(request.user, hand.newest):
        raise PermissionDenied(_("This sheet has been accepted; only an organiser may change it now."))
    sheets.rebase(hand.draft, hand.rows, hand.newest.number)
    return redirect(context.urls.sheet + "?correct")
