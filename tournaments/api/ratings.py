"""What can be asked about ratings and players, as the public pages show them."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Query, Router
from pydantic import AfterValidator

from tournaments.api import rating_schemas
from tournaments.api.endpoints import MOST_LINES, READER, Failures, Key, Slug
from tournaments.models import Club, Competition
from tournaments.players.career import Career, competition_of, number_of
from tournaments.players.lists import ratings, refused
from tournaments.players.pairs import pair_of, pair_ratings
from tournaments.players.running import running_of
from tournaments.players.versus import versus
from tournaments.players.who import found_person, search, secret_from, shown_people, somebodies
from tournaments.players.words import whole
from tournaments.rating import band, points
from tournaments.rating.shown import ZERO

if TYPE_CHECKING:
    from tournaments.players.career import Moment, RoundLine
    from tournaments.players.lists import Rated
    from tournaments.players.who import Somebody
    from tournaments.rating import Company, PairValue, Played
    from tournaments.rating_queries import Line
    from tournaments.services.rating_preview import Provisional

router = Router()
Offset = Annotated[int, Query(ge=0, description="Lines to pass over.")]
Limit = Annotated[int, Query(ge=1, le=MOST_LINES, description="At most so many lines.")]


def _that_has_been(day: datetime.date) -> datetime.date:
    """The day; ValueError for one of which there is no list."""
    if why := refused(day):
        raise ValueError(why)
    return day


Day = Annotated[
    Annotated[datetime.date, AfterValidator(_that_has_been)] | None,
    Query(description="A day that has been, such as 2026-11-30: the list at its end."),
]

# Lists ------------------------------------------------------------------------


@router.get(
    "/clubs/{slug}/ratings/",
    response={200: rating_schemas.RatingListAnswer} | Failures,
    summary="The rating list of a club, page by page",
)
def rating_list(
    request: HttpRequest,
    slug: Slug,
    on: Day = None,
    which: Annotated[
        Literal["corrected", "known"],
        Query(
            alias="list",
            description="With on: as that day is known now (corrected), or as it had been made known by then (known).",
        ),
    ] = "corrected",
    competition: Annotated[
        int | None, Query(description="The `id` of a competition of the club: only who takes part in it.")
    ] = None,
    offset: Offset = 0,
    limit: Limit = 100,
) -> Any:
    club = get_object_or_404(Club, slug=slug, public=True)
    chosen = get_object_or_404(Competition, pk=competition, club=club) if competition is not None else None
    found = ratings(club, READER, on=on, known=which == "known", competition=chosen)
    running = {} if on else running_of(club, READER)
    return {
        "club": club.slug,
        "on": on,
        "which": which if on else None,
        "competition": competition,
        "hidden": found.kept_back,
        "provisional": found.provisional,
        "count": len(found.lines),
        "offset": offset,
        "lines": [_line(row, running.get(row.who.person)) for row in found.lines[offset : offset + limit]],
    }


@router.get(
    "/clubs/{slug}/ratings/pairs/",
    response={200: rating_schemas.PairListAnswer} | Failures,
    summary="The ratings of regular partners, page by page",
)
def pair_list(
    request: HttpRequest, slug: Slug, on: Day = None, offset: Offset = 0, limit: Limit = 100
) -> Any:
    club = get_object_or_404(Club, slug=slug, public=True)
    found = pair_ratings(club, READER, on=on)
    return {
        "club": club.slug,
        "on": on,
        "hidden": secret_from(club, READER) is not None,
        "count": len(found),
        "offset": offset,
        "lines": [
            {"players": [_name(one.one), _name(one.other)]} | _pair(one.value)
            for one in found[offset : offset + limit]
        ],
    }


# Players ----------------------------------------------------------------------


@router.get(
    "/clubs/{slug}/players/",
    response={200: rating_schemas.PlayersAnswer} | Failures,
    summary="The players of a club, page by page, or who is looked for",
)
def players(
    request: HttpRequest,
    slug: Slug,
    q: Annotated[str, Query(max_length=100, description="What words of the name begin with.")] = "",
    offset: Offset = 0,
    limit: Limit = 100,
) -> Any:
    club = get_object_or_404(Club, slug=slug, public=True)
    everybody = shown_people(club, READER)
    found = search(club, READER, q) if q.strip() else [*somebodies(everybody, club, READER).values()]
    return {
        "club": club.slug,
        "count": len(found),
        "offset": offset,
        "players": [_name(one) for one in found[offset : offset + limit]],
    }


@router.get(
    "/clubs/{slug}/players/{pk}/",
    response={200: rating_schemas.PlayerAnswer} | Failures,
    summary="A player: rating, its history, and the rounds behind it",
)
def player(request: HttpRequest, slug: Slug, pk: Key, offset: Offset = 0, limit: Limit = 100) -> Any:
    club = get_object_or_404(Club, slug=slug, public=True)
    career = _career(club, pk)
    played = career.rounds[::-1]
    page = played[offset : offset + limit]
    pair = pair_of(career)
    return {
        "id": career.who.person,
        "name": career.who.name,
        "club": club.slug,
        "rating": _value(career.line) if career.line else None,
        "pair": {"partner": _name(pair.other)} | _pair(pair.value) if pair else None,
        "running": _running(running_of(club, READER).get(career.person.pk)),
        "history": [_moment(one) for one in career.moments()],
        "count": len(played),
        "offset": offset,
        "rounds": [_round(one, line) for one, line in zip(page, career.lines(page), strict=True)],
    }


@router.get(
    "/clubs/{slug}/players/{pk}/and/{other}/",
    response={200: rating_schemas.VersusAnswer} | Failures,
    summary="Two players: together, and against each other",
)
def two_players(
    request: HttpRequest,
    slug: Slug,
    pk: Key,
    other: Annotated[int, Path(description="The `id` of the second player.")],
    offset: Offset = 0,
    limit: Limit = 100,
) -> Any:
    club = get_object_or_404(Club, slug=slug, public=True)
    career, second = _career(club, pk), _career(club, other)
    if career.person == second.person:
        raise Http404("nobody plays against himself")
    found = versus(career, second.who)
    played = [one for one in career.rounds[::-1] if second.person.pk in one.change.others]
    page = slice(offset, offset + limit)
    return {
        "club": club.slug,
        "players": [_name(found.one), _name(found.other)],
        "against": _meeting(found.against),
        "together": _meeting(found.together),
        "pair": _pair(found.pair) if found.pair else None,
        "count": len(played),
        "offset": offset,
        "rounds": [_round(*one) for one in zip(played[page], found.rounds[page], strict=True)],
    }


def _career(club: Club, pk: int) -> Career:
    """Everything about somebody with a public page in the club; 404 for anybody else."""
    person = found_person(club, READER, pk)
    if person is None:
        raise Http404("nobody with a page")
    return Career(club, person, READER)


# Values -----------------------------------------------------------------------


def _name(who: Somebody) -> dict[str, Any]:
    return {"id": who.person, "name": who.name}


def _pair(value: PairValue) -> dict[str, Any]:
    return {"value": whole(value.mean), "band": whole(band(value.variance)), "rounds": value.rounds}


def _meeting(one: Company | None) -> dict[str, Any] | None:
    if one is None:
        return None
    figures = ("rounds", "won", "difference", "above", "reach", "clear")
    return {figure: getattr(one, figure) for figure in figures}


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
