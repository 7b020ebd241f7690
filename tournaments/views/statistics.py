"""Statistics of a season, of one player in it and of a club over its seasons; at the desk and for readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from csp.decorators import csp_replace
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments import games
from tournaments.access import get_club_for_user, get_competition_for_user
from tournaments.embargo import KeptBack, standing_hidden
from tournaments.models import Competition
from tournaments.standing import queries
from tournaments.statistics import summaries
from tournaments.statistics.queries import count_tables
from tournaments.views.page import page
from tournaments.views.public import readers_page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest

    from tournaments.models import Club
    from tournaments.reports.plots import Graph

Context = dict[str, Any]
ON_A_PAGE = 100
MOST_TABLES = 10_000
"""Tables of which the statistics are still made while somebody waits; of more they are a document."""
PAIRS_SHOWN = 20
"""So many partners stand on the page; all of them are in the workbook."""
DRAWN = csp_replace({"style-src": ["'unsafe-inline'"], "default-src": ["'none'"]})
"""An image may look as it was drawn; it holds nothing that runs."""


# What a page shows --------------------------------------------------------------


def _season(request: HttpRequest, competition: Competition, reader: queries.Reader) -> Context:
    about = _about(competition, reader)
    if count_tables(competition) > MOST_TABLES:
        return about | {"too_large": True}
    found = summaries.season_statistics(competition, reader)
    people = Paginator(found.people, ON_A_PAGE).get_page(request.GET.get("page"))
    return about | {
        "statistics": found,
        "people": people,
        "pager": people if people.has_other_pages() else None,
        "whole": found.figures.whole,
        "kept_back": found.played.kept_back,
        "partners": found.partners[:PAIRS_SHOWN],
        "more_partners": len(found.partners) - PAIRS_SHOWN,
        "open_evenings": found.played.provisional,
        "two_averages": bool(found.evenings) and summaries.has_two_averages(competition, reader),
    }


def _player(competition: Competition, person: int, reader: queries.Reader) -> Context:
    found = summaries.player_statistics(competition, person, reader)
    if found is None:
        _say_when(competition, reader)
    if found is None or found.who.hidden:
        raise Http404("nobody who played in this season and may be shown")
    return _about(competition, reader) | {
        "statistics": found,
        "player": found.player,
        "tally": found.player.tally,
    }


def _about(competition: Competition, reader: queries.Reader) -> Context:
    return {
        "competition": competition,
        "club": competition.club,
        "terms": games.terms(competition.get_rules()),
        "public": reader.public,
        "here": "statistics",
    }


def _club(club: Club, reader: queries.Reader) -> Context:
    return {
        "club": club,
        "seasons": summaries.club_statistics(club, reader),
        "public": reader.public,
        "here": "club_statistics",
    }


def _image(graphs: Mapping[str, Graph], kind: str) -> HttpResponse:
    if kind not in graphs:
        raise Http404("no such graph")
    return HttpResponse(graphs[kind].svg(), content_type="image/svg+xml")


def _graphs(competition: Competition, person: int | None, reader: queries.Reader) -> Mapping[str, Graph]:
    if person is None and count_tables(competition) > MOST_TABLES:
        return {}
    if person is None:
        graphs = summaries.season_statistics(competition, reader).graphs
    else:
        found = summaries.player_statistics(competition, person, reader)
        graphs = found.graphs if found and not found.who.hidden else {}
    if not graphs:
        _say_when(competition, reader)
    return graphs


def _say_when(competition: Competition, reader: queries.Reader) -> None:
    """Raises `KeptBack` where there is nothing to show because of an embargo: it is told when there will be."""
    if kept := standing_hidden(competition, reader):
        raise KeptBack(kept)


# At the desk --------------------------------------------------------------------


@require_safe
def statistics(request: HttpRequest, pk: int) -> HttpResponse:
    competition = get_competition_for_user(request.user, pk)
    reader = queries.reader_for(request.user, competition.club)
    return page(
        request, "statistics/season.html", current="competitions", **_season(request, competition, reader)
    )


@require_safe
def player(request: HttpRequest, pk: int, person: int) -> HttpResponse:
    competition = get_competition_for_user(request.user, pk)
    reader = queries.reader_for(request.user, competition.club)
    context = _player(competition, person, reader)
    return page(request, "statistics/player.html", current="competitions", **context)


@require_safe
@DRAWN
def graph(request: HttpRequest, pk: int, kind: str, person: int | None = None) -> HttpResponse:
    """A graph as an image."""
    competition = get_competition_for_user(request.user, pk)
    reader = queries.reader_for(request.user, competition.club)
    return _image(_graphs(competition, person, reader), kind)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """All seasons of a club."""
    found = get_club_for_user(request.user, slug)
    context = _club(found, queries.reader_for(request.user, found))
    return page(request, "statistics/club.html", current="competitions", **context)


# For readers --------------------------------------------------------------------


def _of_club(club: Club, pk: int) -> Competition:
    return get_object_or_404(Competition.objects.select_related("club"), club=club, pk=pk)


@readers_page
def public_statistics(request: HttpRequest, club: Club, reader: queries.Reader, pk: int) -> HttpResponse:
    return render(request, "statistics/public_season.html", _season(request, _of_club(club, pk), reader))


@readers_page
def public_player(
    request: HttpRequest, club: Club, reader: queries.Reader, pk: int, person: int
) -> HttpResponse:
    return render(request, "statistics/public_player.html", _player(_of_club(club, pk), person, reader))


@DRAWN
@readers_page
def public_graph(
    request: HttpRequest, club: Club, reader: queries.Reader, pk: int, kind: str, person: int | None = None
) -> HttpResponse:
    return _image(_graphs(_of_club(club, pk), person, reader), kind)


@readers_page
def public_club(request: HttpRequest, club: Club, reader: queries.Reader) -> HttpResponse:
    return render(request, "statistics/public_club.html", _club(club, reader))
