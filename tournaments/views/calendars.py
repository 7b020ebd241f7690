"""Calendars to subscribe to: all evenings and matches of a club, or of one season."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import get_object_or_404

from tournaments import calendar_events, embargo, league_board
from tournaments.models import Competition, Evening
from tournaments.reports import feed
from tournaments.services import calendar_marks
from tournaments.standing import queries
from tournaments.views.public import readers_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from django.http import HttpRequest

    from tournaments.models import Club
    from tournaments.reports.feed import Event

ANYBODY = queries.Reader(public=True)
"""Whoever subscribes: the program that asks is nobody in particular."""


@readers_page
def club_calendar(request: HttpRequest, club: Club, reader: queries.Reader) -> HttpResponse:
    evenings = Evening.objects.filter(competition__club=club).order_by("date", "pk")
    leagues = club.competitions.filter(divisions__isnull=False).distinct()
    return answer(club.name, club, _events(evenings, leagues))


@readers_page
def season_calendar(request: HttpRequest, club: Club, reader: queries.Reader, pk: int) -> HttpResponse:
    competition = get_object_or_404(Competition, club=club, pk=pk)
    leagues = Competition.objects.filter(pk=pk, divisions__isnull=False).distinct()
    events = _events(competition.evenings.order_by("date", "pk"), leagues)
    return answer(f"{club.name}: {competition}", club, events)


def _events(evenings: Iterable[Evening], leagues: Iterable[Competition]) -> Iterator[Event]:
    yield from calendar_events.evening_events(evenings.select_related("competition__club"))
    for competition in leagues:
        scores = embargo.standing_hidden(competition, ANYBODY) is None
        for board in league_board.load(competition, ANYBODY):
            matches = ((board.division.name, match) for match in board.matches)
            yield from calendar_events.match_events(matches, scores=scores)


def answer(name: str, club: Club, events: Iterable[Event]) -> HttpResponse:
    """The calendar as it is sent, every event with how often it has moved."""
    origin = f"{club.slug}.{club.created:%Y%m%d%H%M%S%f}"
    events = calendar_marks.revised(club, events)
    body = feed.calendar(name, events, origin=origin, time_zone=club.time_zone)
    return HttpResponse(body, content_type="text/calendar; charset=utf-8")
