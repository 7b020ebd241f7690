"""What can be asked about ratings and players, as the public pages show them."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Annotated, Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Query, Router

from tournaments.api import rating_schemas
from tournaments.api.endpoints import MOST_LINES, READER, Failures, Key, Slug
from tournaments.models import Club
from tournaments.players.career import Career, competition_of, number_of
from tournaments.players.lists import ratings
from tournaments.players.running import running_of
from tournaments.players.who import found_person
from tournaments.rating import points
from tournaments.rating.shown import ZERO

if TYPE_CHECKING:
    from tournaments.players.career import Moment, RoundLine
    from tournaments.players.lists import Rated
    from tournaments.rating import Played
    from tournaments.rating_queries import Line
    from tournaments.services.rating_preview import Provisional

router = Router()
Offset = Annotated[int, Query(ge=0, description="Lines to pass over.")]
Limit = Annotated[int, Query(ge=1, le=MOST_LINES, description="At most so many lines.")]


@router.get(
    "/clubs/{slug}/ratings/",
    response={200: rating_schemas.RatingListAnswer} | Failures,
    summary="The rating list of a club, page by page",
)
def rating_list(
    request: HttpRequest,
    slug: Slug,
    on: Annotated[
        datetime.date | None, Query(description="A day, such as 2026-11-30: the list at its end.")
    ] = None,
    offset: Offset = 0,
    limit: Limit = 100,
) -> Any:
    club = get_object_or_404(Club, slug=slug, public=True)
    found = ratings(club, READER, on=on)
    running = {} if on else running_of(club, READER)
    return {
        "club": club.slug,
        "on": on,
        "hidden": found.kept_back,
        "provisional": found.provisional,
        "count": len(found.lines),
        "offset": offset,
        "lines": [_line(row, running.get(row.who.person)) for row in found.lines[offset : offset + limit]],
    }


@router.get(
    "/clubs/{slug}/players/{pk}/",
    response={200: rating_schemas.PlayerAnswer} | Failures,
    summary="A player: rating, its history, and the rounds behind it",
)
def player(request: HttpRequest, slug: Slug, pk: Key, offset: Offset = 0, limit: Limit = 100) -> Any:
    club = get_object_or_404(Club, slug=slug, public=True)
    person = found_person(club, READER, pk)
    if person is None:
        raise Http404("nobody with a page")
    career = Career(club, person, READER)
    played = career.rounds[::-1]
    page = played[offset : offset + limit]
    return {
        "id": career.who.person,
        "name": career.who.name,
        "club": club.slug,
        "rating": _value(career.line) if career.line else None,
        "running": _running(running_of(club, READER).get(person.pk)),
        "history": [_moment(one) for one in career.moments()],
        "count": len(played),
        "offset": offset,
        "rounds": [_round(one, line) for one, line in zip(page, career.lines(page), strict=True)],
    }


def _value(line: Line) -> dict[str, Any]:
    return {
        "rating": line.points,
        "band": round(line.band),
        "status": line.status.value,
        "rounds": line.rounds,
    }


def _line(row: Rated, running: Provisional | None) -> dict[str, Any]:
    told = {"id": row.who.person, "name": row.who.name, "rank": row.rank, "running": _running(running)}
    return told | _value(row.line)


def _running(one: Provisional | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {"rating": points(one.after), "rounds": one.rounds, "date": one.day, "again": one.again}


def _moment(one: Moment) -> dict[str, Any]:
    return {
        "date": one.day,
        "known": None if one.mean is None else ZERO + one.mean,
        "band": one.band,
        "now": None if one.now is None else ZERO + one.now,
        "corrected": one.corrected,
    }


def _round(played: Played, line: RoundLine) -> dict[str, Any]:
    change = played.change
    return {
        "date": line.day,
        "competition": competition_of(played),
        "evening": number_of(played),
        "round": change.round,
        "partner": line.partner.name,
        "opponents": [one.name for one in line.opponents],
        "result": change.result,
        "expected": change.expected,
        "chance": change.chance,
        "surprise": change.surprise,
        "share": change.share,
        "change": change.change,
        "after": ZERO + change.after,
    }
