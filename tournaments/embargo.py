"""Until the prize-giving nobody but the desk knows the standing: who sees what of an evening under embargo.

An embargo belongs to an evening. From its hour until it is lifted, the scores of that evening are hidden, and with
them every list that counts them: the standing of the season, the records, the stories. The draw, the tables and who
sits where stay visible, and typing goes on as always.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Evening

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from django.db.models import QuerySet

    from tournaments.models import Club, Competition


class KeptBack(PermissionDenied):
    """A page that shows scores of an evening under embargo was asked for by somebody who may not see them yet."""

    def __init__(self, evening: Evening) -> None:
        super().__init__(promise(evening))
        self.evening = evening


class Reads(Protocol):
    """Who reads: `desk` for organisers and secretaries on their own pages, never on a public page."""

    @property
    def desk(self) -> bool: ...


def in_force(evening: Evening, now: datetime | None = None) -> bool:
    """Are the scores of this evening to be kept back at `now` (by default this moment)?"""
    if evening.embargo_from is None or evening.embargo_lifted_at is not None:
        return False
    return evening.embargo_from <= (now or timezone.now())


def hidden(evening: Evening, now: datetime | None, reader: Reads) -> bool:
    """May this reader not see any score of this evening at `now`?"""
    return not reader.desk and in_force(evening, now)


def first_hidden(evenings: Iterable[Evening], now: datetime | None, reader: Reads) -> Evening | None:
    """The first of these evenings whose scores the reader may not see; a list that counts it stays hidden."""
    return next((evening for evening in evenings if hidden(evening, now, reader)), None)


def standing_hidden(competition: Competition, reader: Reads, now: datetime | None = None) -> Evening | None:
    """The evening that keeps the standing of a competition back for this reader; one query, none for the desk."""
    if reader.desk:
        return None
    found = evenings_in_force(now).filter(competition=competition).select_related("competition__club")
    return found.order_by("number").first()


def list_hidden(
    competition: Competition, numbers: Iterable[int], reader: Reads, now: datetime | None = None
) -> Evening | None:
    """The evening that keeps a list back that counts the evenings with these numbers; one query, none for the desk."""
    if reader.desk:
        return None
    found = evenings_in_force(now).filter(competition=competition, number__in=list(numbers))
    return found.select_related("competition__club").order_by("number").first()


def club_hidden(club: Club, reader: Reads, now: datetime | None = None) -> list[Evening]:
    """All evenings of a club that this reader may not see; one query, none for the desk."""
    if reader.desk:
        return []
    found = evenings_in_force(now).filter(competition__club=club).select_related("competition__club")
    return list(found.order_by("date", "pk"))


def evenings_in_force(now: datetime | None = None) -> QuerySet[Evening]:
    """Every evening under embargo at `now`."""
    return Evening.objects.filter(embargo_from__lte=now or timezone.now(), embargo_lifted_at=None)


def hour(evening: Evening, moment: datetime | None) -> str:
    """A moment of the evening as its club reads it from the clock: 22:30; empty for None."""
    if moment is None:
        return ""
    return f"{moment.astimezone(ZoneInfo(evening.competition.club.time_zone)):%H:%M}"


def promise(evening: Evening) -> str:
    """What is told instead of a standing that is kept back."""
    if evening.prizes_at is None:
        return _("The standing follows at the prize-giving.")
    return _("The standing follows at the prize-giving at %(hour)s.") % {
        "hour": hour(evening, evening.prizes_at)
    }
