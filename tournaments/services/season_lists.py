"""The list that a document of a season is made of, and its heading."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils import timezone

from tournaments.models import Competition
from tournaments.services.headings import heading
from tournaments.standing import periods, queries

if TYPE_CHECKING:
    from tournaments.reports.documents import Heading
    from tournaments.standing.queries import SeasonList


def competition_of(pk: int) -> Competition:
    return Competition.objects.select_related("club").get(pk=pk)


def listed(pk: int, title: str = "", of: str = "entries") -> SeasonList:
    """The standing of a competition under a title, for the desk. Raises `queries.NoSuchTitle`."""
    return queries.season_list(competition_of(pk), queries.DESK, title, of=of)


def season_heading(listed: SeasonList, title: str = "") -> Heading:
    """The heading of a list of a season: of the day of its last evening, provisional while one is not closed."""
    competition = listed.competition
    day = listed.evenings[-1].date if listed.evenings else timezone.localdate()
    under = periods.label(listed.title)
    event = f"{competition}, {under}" if under else str(competition)
    return replace(heading(competition, event, day, title=title, provisional=listed.provisional), under=under)
