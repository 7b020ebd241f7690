"""Why a correction of ratings was made: the acts of the organisers between it and the list before it, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import Change, Evening, Posting, Seat, Table

if TYPE_CHECKING:
    from tournaments.models import Club

Span = tuple[datetime, datetime]
"""After the first moment, until and with the second."""

MOST = 5
"""So many are told of one correction."""

_AT_TABLE = {
    "correct sheet": gettext_noop(
        "evening %(evening)s, round %(round)s, table %(table)s: the sheet was corrected"
    ),
    "correct seats": gettext_noop("evening %(evening)s, round %(round)s, table %(table)s: others sat there"),
    "substitute": gettext_noop(
        "evening %(evening)s, round %(round)s, table %(table)s: somebody else sat there"
    ),
}
_BY_HAND = {
    f"decide {Posting.Kind.ARBITRARY}": gettext_noop(
        "evening %(evening)s, round %(round)s: the organiser decided a score, so that table no longer counts"
    ),
    "withdraw decision": gettext_noop(
        "evening %(evening)s, round %(round)s: a decided score was taken back, so that table counts again"
    ),
}
_PEOPLE = {
    "merge people": gettext_noop("two names turned out to be one person"),
    "undo merge": gettext_noop("one name turned out to be two people"),
    "split person": gettext_noop("one name turned out to be two people"),
}


def causes(club: Club, spans: Sequence[Span], *, reasons: bool) -> list[tuple[str, ...]]:
    """For every span what was done to results that had been rated, oldest first; three queries at most.

    reasons: with why, as it was typed; that is for the desk.
    """
    if not spans:
        return []
    verbs = [*_AT_TABLE, *_BY_HAND, *_PEOPLE]
    log = Change.objects.filter(
        club=club, verb__in=verbs, at__gt=min(spans)[0], at__lte=max(s[1] for s in spans)
    )
    told = list(_told(list(log.order_by("at", "pk")), reasons=reasons))
    found = []
    for after, until in spans:
        texts = dict.fromkeys(text for at, text in told if after < at <= until)
        found.append(tuple(texts)[:MOST])
    return found


def _told(log: Sequence[Change], *, reasons: bool) -> Iterable[tuple[datetime, str]]:
    places, evenings = _tables(log), _evenings(log)
    for change in log:
        text = _sentence(change, places, evenings)
        reason = str(change.detail.get("reason") or "").strip() if reasons else ""
        if text:
            yield change.at, f"{text} ({reason})" if reason else text


def _sentence(change: Change, places: dict[str, Table], evenings: dict[str, Evening]) -> str:
    """What was done; "" for what was not rated yet when it was done."""
    if change.verb in _PEOPLE:
        return _(_PEOPLE[change.verb])
    if change.verb in _AT_TABLE:
        table = places.get(change.subject)
        if table is None or not _was_closed(table.round.evening, change):
            return ""
        told = {"evening": table.round.evening.number, "round": table.round.number, "table": table.number}
        return _(_AT_TABLE[change.verb]) % told
    evening = evenings.get(change.subject)
    decided = change.detail.get("decision", change.detail)
    if evening is None or decided["kind"] != Posting.Kind.ARBITRARY or not _was_closed(evening, change):
        return ""
    return _(_BY_HAND[change.verb]) % {"evening": evening.number, "round": decided["round"]}


def _was_closed(evening: Evening, change: Change) -> bool:
    return evening.closed_at is not None and evening.closed_at <= change.at


def _keys(log: Sequence[Change], model: str) -> list[int]:
    found = (change.subject.partition(":") for change in log)
    return [int(key) for name, _colon, key in found if name == model]


def _tables(log: Sequence[Change]) -> dict[str, Table]:
    """The tables that were changed, by what the log calls them: themselves, or one of their seats."""
    seats = Seat.objects.filter(pk__in=_keys(log, "seat")).select_related("table__round__evening")
    tables = Table.objects.filter(pk__in=_keys(log, "table")).select_related("round__evening")
    return {f"seat:{seat.pk}": seat.table for seat in seats} | {
        f"table:{table.pk}": table for table in tables
    }


def _evenings(log: Sequence[Change]) -> dict[str, Evening]:
    found = Evening.objects.filter(pk__in=_keys(log, "evening"))
    return {f"evening:{evening.pk}": evening for evening in found}
