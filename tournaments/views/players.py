"""The page of a player, all players of a club, and two against each other; at the desk and for readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.urls import reverse

from tournaments.players import words
from tournaments.players.career import Career, number_of
from tournaments.players.graph import history_graph
from tournaments.players.kept import look_of_club
from tournaments.players.pairs import pair_of
from tournaments.players.running import running_of, sentence, why_provisional
from tournaments.players.seasons import season_places, season_rates, written_scores
from tournaments.players.versus import versus
from tournaments.players.who import found_person, search, shown_people, somebodies
from tournaments.rating import band
from tournaments.standing.notes import why_question
from tournaments.views.audiences import for_both
from tournaments.views.public import Moved
from tournaments.views.statistics import DRAWN

if TYPE_CHECKING:
    from django.http import HttpRequest

    from tournaments.models import Club, Competition, Person
    from tournaments.players.career import CompanyLine, RoundLine
    from tournaments.players.seasons import SeasonPlace
    from tournaments.standing.queries import Reader

Context = dict[str, Any]
ON_A_PAGE = 100
COMPANY = 5
"""So many partners and opponents stand on the page at once; the others are a tap away."""


def _person(club: Club, pk: int, reader: Reader) -> Person:
    """Somebody with a page; 404 for who is hidden or of another club, Moved for who turned out to be another."""
    found = found_person(club, reader, pk)
    if found is None:
        raise Http404("nobody with a page")
    if found.pk != pk:
        raise Moved(reverse("public_person" if reader.public else "person", args=[club.slug, found.pk]))
    return found


# One player -------------------------------------------------------------------


def person_context(request: HttpRequest, club: Club, reader: Reader, pk: int) -> Context:
    """Everything about one player in this club."""
    career = Career(club, _person(club, pk, reader), reader)
    places = season_places(club, career.person, reader)
    season = _season(request, career, places)
    running = running_of(club, reader).get(career.person.pk)
    return {
        "career": career,
        "who": career.who,
        "line": career.line,
        "says": words.status_sentence(career.line) if career.line else "",
        "meaning": words.meaning(career.line) if career.line else "",
        "band": words.band_sentence(career.line) if career.line else "",
        "pair": pair_of(career),
        "running_rating": (sentence(running), why_provisional(running)) if running else None,
        "running": [_asked(place, reader, pk) for place in places if place.running and place.row],
        "kept_back": next((place.kept_back for place in places if place.kept_back), None),
        "places": [place for place in places if place.row],
        "moments": career.moments(),
        "now": "now" in request.GET,
        "corrections": career.corrections(),
        "season": season,
        "rounds": _rounds(career, season) if season else [],
        "form": career.form,
        "best": career.best() if len(career.rounds) > 1 else [],
        "worst": career.worst() if len(career.rounds) > 1 else [],
        "partners": _first(request, career.partners()),
        "opponents": _first(request, career.opponents()),
        "rates": season_rates(season, pk, reader) if season else None,
    }


def _first(request: HttpRequest, lines: list[CompanyLine]) -> Context:
    """Those who were met most, or with `?all` everybody."""
    shown = lines if "all" in request.GET else lines[:COMPANY]
    return {"first": shown, "others": len(lines) - len(shown)}


def _asked(place: SeasonPlace, reader: Reader, person: int) -> Context:
    """A place with the question that goes with it."""
    own = person in reader.people and place.row
    return {"place": place, "question": why_question(place.row.line.rank) if own and place.row else ""}


def _season(request: HttpRequest, career: Career, places: list[SeasonPlace]) -> Competition | None:
    """The one asked for, or the last with rounds; 404 for one in which this player has none."""
    known = {str(one.pk): one for one in career.seasons}
    known |= {str(place.competition.pk): place.competition for place in places if place.row and not known}
    if asked := request.GET.get("season"):
        if asked not in known:
            raise Http404("no rounds in this competition")
        return known[asked]
    return next(iter(known.values()), None)


def _rounds(career: Career, season: Competition) -> list[tuple[RoundLine, tuple[int, int] | None]]:
    """The rounds of a season, the newest first, with what the player and the opponents wrote."""
    played = career.of_season(season)[::-1]
    scores = written_scores(career.person, season)
    found = [scores.get((number_of(one), one.change.round, one.change.table)) for one in played]
    return list(zip(career.lines(played), found, strict=True))


person = for_both("players/person", person_context, look=look_of_club)


# All players ------------------------------------------------------------------


def players_context(request: HttpRequest, club: Club, reader: Reader) -> Context:
    """Everybody with a page, by name; with `?q=` who is looked for."""
    query = request.GET.get("q", "").strip()
    if query:
        found = search(club, reader, query)
        return {"query": query, "people": found[:ON_A_PAGE], "all_rows": len(found), "pager": None}
    people = list(somebodies(shown_people(club, reader), club, reader).values())
    this = Paginator(people, ON_A_PAGE).get_page(request.GET.get("page"))
    return {"query": "", "people": this.object_list, "all_rows": len(people), "pager": this}


players = for_both("players/players", players_context)


# Two players ------------------------------------------------------------------


def versus_context(request: HttpRequest, club: Club, reader: Reader, pk: int, other: int) -> Context:
    """Two players, seen from the first."""
    if pk == other:
        raise Http404("nobody plays against himself")
    career = Career(club, _person(club, pk, reader), reader)
    second = somebodies([_person(club, other, reader)], club, reader)[other]
    found = versus(career, second)
    this = Paginator(found.rounds, ON_A_PAGE).get_page(request.GET.get("page"))
    pair = found.pair
    return {
        "versus": found,
        "rounds": this.object_list,
        "pager": this,
        "lines": {"one": career.line, "other": Career(club, _person(club, other, reader), reader).line},
        "pair_band": band(pair.variance) if pair else None,
    }


two = for_both("players/versus", versus_context)


# The graph --------------------------------------------------------------------


def graph_of(request: HttpRequest, club: Club, reader: Reader, pk: int) -> HttpResponse:
    """The rating of a player as an image; with `?now` also the line of what is known now, with `?narrow` for a phone."""
    graph = history_graph(Career(club, _person(club, pk, reader), reader), now="now" in request.GET)
    if graph is None:
        raise Http404("nothing rated yet")
    return HttpResponse(graph.svg(narrow="narrow" in request.GET), content_type="image/svg+xml")


graph = for_both("", graph_of, look=look_of_club, wrap=DRAWN)
