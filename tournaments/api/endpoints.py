"""What can be asked: clubs, competitions, standings, results and dates, as the public pages show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Path, Query, Router, Status

from tournaments import embargo, league_board
from tournaments.api import schemas
from tournaments.models import Club, Competition, Evening, Posting, Round, Table
from tournaments.seating import seating
from tournaments.services.competitions import rules_in_words
from tournaments.standing import periods, queries
from tournaments.standing.notes import translated
from tournaments.standing.rules import rounded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

READER = queries.Reader(public=True)
"""Names as their owners allow, nothing under embargo."""
MOST_LINES = 500


router = Router()
Slug = Annotated[str, Path(description="The short name of the club in addresses.")]
Key = Annotated[int, Path(description="The `id` in an answer of this interface.")]
Failures = {404: schemas.Problem, 422: schemas.Problem, 429: schemas.Problem}


@router.get("/clubs/{slug}/", response={200: schemas.ClubAnswer} | Failures, summary="A club")
def club(request: HttpRequest, slug: Slug) -> Any:
    found = _club(slug)
    return {
        "name": found.name,
        "town": found.town,
        "slug": found.slug,
        "time_zone": found.time_zone,
        "competitions": [_link(each) for each in found.competitions.all()],
    }


@router.get(
    "/clubs/{slug}/calendar/",
    response={200: list[schemas.Date]} | Failures,
    summary="Evenings and matches by date",
)
def calendar(request: HttpRequest, slug: Slug) -> Any:
    found = _club(slug)
    evenings = Evening.objects.filter(competition__club=found).select_related("competition")
    dates = [*map(_evening_date, evenings), *_matches(found)]
    return sorted(dates, key=lambda each: (each["date"], each["title"]))


@router.get(
    "/competitions/{pk}/",
    response={200: schemas.CompetitionAnswer} | Failures,
    summary="A season or tournament",
)
def competition(request: HttpRequest, pk: Key) -> Any:
    found = public_competition(pk)
    words = rules_in_words(found)
    return _link(found) | {
        "club": found.club.slug,
        "titles": list(found.get_titles()),
        "periods": [{"first": each.first, "last": each.last} for each in found.get_standing().periods],
        "evenings": [_evening(each) for each in found.evenings.order_by("number")],
        "rules": [{"subject": subject, "sentences": sentences} for subject, sentences in words.items()],
    }


@router.get(
    "/competitions/{pk}/standing/",
    response={200: schemas.Standing} | Failures,
    summary="A standing, page by page",
)
def standing(
    request: HttpRequest,
    pk: Key,
    title: Annotated[
        str, Query(description="One of the `titles` of the competition; empty: the official one.")
    ] = "",
    period: Annotated[
        int | None,
        Query(ge=1, description="One of the `periods` of the competition, from 1; without a title."),
    ] = None,
    offset: Annotated[int, Query(ge=0, description="Lines to pass over.")] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_LINES, description="At most so many lines.")] = 100,
) -> Any:
    found = public_competition(pk)
    if period and (title or period > len(found.get_standing().periods)):
        detail = _("This competition has no such period; the competition lists its periods.")
        return Status(404, {"detail": detail})
    if title and title not in found.get_titles():
        detail = _("This competition has no standing of that title; the competition lists its titles.")
        return Status(404, {"detail": detail})
    answer = {"competition": found.pk, "title": title, "period": period, "offset": offset}
    if embargo.standing_hidden(found, READER):
        nothing = {"provisional": True, "hidden": True, "rule": [], "count": 0, "lines": []}
        return answer | nothing
    listed = queries.season_list(found, READER, title=periods.name_of(period) if period else title)
    decimals = listed.rule.printed_decimals
    return answer | {
        "provisional": listed.provisional,
        "hidden": False,
        "rule": [translated(sentence) for sentence in listed.rule.sentences()],
        "count": len(listed.rows),
        "lines": [_standing_line(row, decimals) for row in listed.rows[offset : offset + limit]],
    }


@router.get(
    "/evenings/{pk}/result/", response={200: schemas.EveningResult} | Failures, summary="Who scored what"
)
def result(request: HttpRequest, pk: Key) -> Any:
    found = _public_evening(pk)
    answer = _evening(found)
    if answer["hidden"]:
        return {"evening": answer, "provisional": True, "lines": []}
    listed = queries.evening_list(found, READER)
    return {
        "evening": answer,
        "provisional": listed.provisional,
        "lines": [_evening_line(row, listed.rounds) for row in listed.rows],
    }


@router.get(
    "/evenings/{pk}/rounds/",
    response={200: list[schemas.RoundAnswer]} | Failures,
    summary="Who sat where, and scored",
)
def rounds(request: HttpRequest, pk: Key) -> Any:
    found = _public_evening(pk)
    secret = embargo.hidden(found, None, READER)
    drawn = found.rounds.exclude(state=Round.State.DRAFT).order_by("number")
    return [_round(each, secret=secret) for each in drawn.prefetch_related(*ROUND)]


# Look-ups: what is not public does not exist ---------------------------------------


def _club(slug: str) -> Club:
    return get_object_or_404(Club, slug=slug, public=True)


def public_competition(pk: int) -> Competition:
    return get_object_or_404(Competition.objects.select_related("club"), pk=pk, club__public=True)


def _public_evening(pk: int) -> Evening:
    evenings = Evening.objects.select_related("competition__club").filter(competition__club__public=True)
    return get_object_or_404(evenings, pk=pk)


# Values ----------------------------------------------------------------------------


def _link(found: Competition) -> dict[str, Any]:
    return {
        "id": found.pk,
        "name": found.name,
        "season": found.season,
        "kind": found.kind,
        "closed": found.is_closed,
    }


def _evening(found: Evening) -> dict[str, Any]:
    return {
        "id": found.pk,
        "number": found.number,
        "name": found.name,
        "date": found.date,
        "counts": found.counts,
        "closed": found.is_closed,
        "hidden": embargo.hidden(found, None, READER),
    }


def _printed(value: Fraction | int | None, decimals: int) -> str | None:
    return None if value is None else str(rounded(value, decimals))


def _standing_line(row: queries.SeasonRow, decimals: int) -> dict[str, Any]:
    line = row.line
    return {
        "id": row.who.entry,
        "rank": line.rank,
        "name": row.who.name,
        "guest": row.who.guest,
        "value": _printed(line.value, decimals),
        "gap": _printed(line.gap, decimals),
        "moved": line.moved,
        "total": line.total,
        "evenings": line.evenings_attended,
        "rounds": line.tally.rounds_played,
        "pits": line.tally.pits,
        "nats": line.tally.nats,
        "roem": line.tally.roem,
        "why_no_rank": row.why,
    }


def _evening_line(row: queries.EveningRow, numbers: tuple[int, ...]) -> dict[str, Any]:
    scores = zip(numbers, row.scores, strict=True)
    return {
        "id": row.who.entry,
        "rank": row.line.rank,
        "name": row.who.name,
        "guest": row.who.guest,
        "rounds": [
            {"round": number, "points": score.points, "kinds": score.kinds}
            for number, score in scores
            if score
        ],
        "total": row.line.total,
        "pits": row.line.tally.pits,
        "nats": row.line.tally.nats,
        "roem": row.line.tally.roem,
    }


ROUND = ("tables__seats__person", "sit_outs__entry__members__person", "postings")


def _round(found: Round, *, secret: bool) -> dict[str, Any]:
    scored = {
        (posting.entry_id, posting.board): posting.total
        for posting in found.postings.all()
        if posting.kind in Posting.FROM_SHEET and not secret
    }
    rests = [sit_out.entry.public_name() for sit_out in found.sit_outs.all()]
    return {
        "number": found.number,
        "closed": found.state == Round.State.CLOSED,
        "tables": [_table(table, found, scored) for table in found.tables.all()],
        "rests": sorted(rests),
    }


def _table(table: Table, found: Round, scored: dict[tuple[int, int], int]) -> dict[str, Any]:
    rules = found.evening.competition.get_rules()
    seats = {seat.position: seat for seat in table.seats.all()}
    board = table.number if found.evening.competition.is_teams else 0
    sides = []
    for positions in seating(rules, seats).sides.values():
        taken = [seats[position] for position in positions if position in seats]
        points = [scored.get((seat.entry_id, board)) for seat in taken]
        sides.append(
            {
                "names": [READER.name_of(seat.person) for seat in taken],
                "points": points[0] if points else None,
            }
        )
    return {"number": table.number, "sides": sides}


def _evening_date(found: Evening) -> dict[str, Any]:
    return {
        "kind": "evening",
        "date": found.date,
        "title": f"{found.competition}, {found.name or found.number}",
        "competition": found.competition_id,
        "place": found.competition.club.town,
        "cancelled": False,
    }


def _matches(found: Club) -> Iterator[dict[str, Any]]:
    leagues = found.competitions.filter(divisions__isnull=False).distinct().select_related("club")
    for each in leagues:
        for board in league_board.load(each, READER):
            for match in board.matches:
                if match.date:
                    yield {
                        "kind": "match",
                        "date": match.date,
                        "title": f"{match.home.name} - {match.away.name}",
                        "competition": each.pk,
                        "place": match.fixture.venue.name if match.fixture.venue else "",
                        "cancelled": match.state == league_board.State.CANCELLED,
                    }
