"""What can be asked about leagues and cups, as the public pages show them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router

from tournaments import league_board
from tournaments.api import league_schemas as schemas
from tournaments.api.endpoints import READER, Failures, Key, public_competition

router = Router()


@router.get(
    "/competitions/{pk}/divisions/",
    response={200: list[schemas.DivisionAnswer]} | Failures,
    summary="The divisions of a league: tables and matches",
)
def divisions(request: HttpRequest, pk: Key) -> Any:
    return [_division(board) for board in league_board.load(public_competition(pk), READER)]


def _division(board: league_board.DivisionBoard) -> dict[str, Any]:
    division = board.division
    return {
        "id": division.pk,
        "name": division.name,
        "level": division.level,
        "kind": division.kind,
        "hidden": board.kept_back is not None,
        "promoted": division.promoted,
        "relegated": division.relegated,
        "lines": [] if board.is_bracket else [_line(line, who.name) for line, who in board.rows],
        "matches": [_match(match) for match in board.matches],
    }


def _line(line: league_board.leagues.Line, name: str) -> dict[str, Any]:
    figures = ("rank", "played", "won", "drawn", "lost", "scored", "against", "points", "by_hand")
    return {"id": line.entry, "name": name} | {figure: getattr(line, figure) for figure in figures}


def _match(match: league_board.Match) -> dict[str, Any]:
    fixture = match.fixture
    return {
        "id": fixture.pk,
        "day": fixture.match_day,
        "date": match.date,
        "place": fixture.venue.name if fixture.venue else "",
        "state": match.state,
        "home": _side(match.home),
        "away": _side(match.away),
    }


def _side(side: league_board.Side) -> dict[str, Any]:
    return {"id": side.entry, "name": side.name, "score": side.score, "won": side.won}
