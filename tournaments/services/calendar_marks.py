"""How often an event of a calendar has moved, and when it last changed: found when the calendar is asked for."""

from __future__ import annotations

import hashlib
import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import DatabaseError, transaction
from django.utils import timezone

from tournaments.models import CalendarMark
from tournaments.reports.feed import Revision

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.models import Club
    from tournaments.reports.feed import Event

logger = logging.getLogger(__name__)
SECOND = timedelta(seconds=1)  # a calendar knows no smaller part of time


def revised(club: Club, events: Iterable[Event]) -> list[tuple[Event, Revision]]:
    """The events, each with its revision; what is another than when it was last sent is marked so from now on.

    Nobody subscribes to what was never sent, so it is early enough to look when somebody asks. `changed` only rises.
    """
    stored = {mark.key: mark for mark in CalendarMark.objects.filter(club=club)}
    now = timezone.now().replace(microsecond=0)
    found, moved = [], []
    for event in events:
        earlier = stored.get(event.key)
        mark = _mark(club, event, earlier)
        if earlier is None or (mark.fingerprint, mark.detail) != (earlier.fingerprint, earlier.detail):
            mark.changed_at = now if earlier is None else max(now, earlier.changed_at + SECOND)
            moved.append((earlier, mark))
        found.append((event, Revision(mark.sequence, mark.changed_at)))
    if moved:
        _store(moved)
    return found


def _mark(club: Club, event: Event, earlier: CalendarMark | None) -> CalendarMark:
    fingerprint = _digest((event.day, event.cancelled, *event.rests_on))
    detail = _digest(event.told)
    mark = CalendarMark(club=club, key=event.key, fingerprint=fingerprint, detail=detail)
    if earlier:
        mark.pk, mark.changed_at = earlier.pk, earlier.changed_at
        mark.sequence = earlier.sequence + (fingerprint != earlier.fingerprint)
    return mark


def _digest(values: tuple[object, ...]) -> str:
    return hashlib.sha256(repr(values).encode()).hexdigest()


def _store(moved: Iterable[tuple[CalendarMark | None, CalendarMark]]) -> None:
    """Keeps the marks; who asks at the same moment finds the same. A calendar is sent even when that cannot be done."""
    try:
        with transaction.atomic():
            new = [mark for earlier, mark in moved if earlier is None]
            CalendarMark.objects.bulk_create(new, ignore_conflicts=True)
            for earlier, mark in moved:
                if earlier:
                    # Only over what was read: of two that ask at once the later must not set the earlier back.
                    CalendarMark.objects.filter(
                        pk=mark.pk, sequence=earlier.sequence, changed_at=earlier.changed_at
                    ).update(
                        sequence=mark.sequence,
                        fingerprint=mark.fingerprint,
                        detail=mark.detail,
                        changed_at=mark.changed_at,
                    )
    except DatabaseError:
        logger.warning("the marks of a calendar could not be stored", exc_info=True)
