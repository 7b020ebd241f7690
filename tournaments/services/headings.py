"""What stands above every document of a club."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.reports.documents import Heading

if TYPE_CHECKING:
    from datetime import date

    from tournaments.models import Club, Competition, Evening


def heading(
    competition: Competition, event: str, day: date, *, title: str = "", provisional: bool = False
) -> Heading:
    """The heading of a document of a competition, printed now by the clock of the club."""
    club = competition.club
    now = timezone.localtime(timezone=ZoneInfo(club.time_zone))
    return Heading(
        club=club.name, event=event, date=day, printed_at=now, title=title, provisional=provisional
    )


def evening_heading(evening: Evening, *, provisional: bool = False) -> Heading:
    """The heading of a document of one evening."""
    competition = evening.competition
    event = gettext("%(competition)s, evening %(number)s") % {
        "competition": competition,
        "number": evening.number,
    }
    return heading(competition, event, evening.date, provisional=provisional)


def club_heading(club: Club, title: str, day: date, event: str = "") -> Heading:
    """The heading of a document of a club as a whole, or of `event` in it, printed now by the clock of the club."""
    now = timezone.localtime(timezone=ZoneInfo(club.time_zone))
    return Heading(club=club.name, event=event or club.name, date=day, printed_at=now, title=title)
