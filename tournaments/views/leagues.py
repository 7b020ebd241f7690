"""Leagues and cups to read: at the desk and for readers, with the calendar of one entry and a feed of dates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import calendar_events, embargo, league_board, league_clubs, league_squads, league_words
from tournaments.access import get_competition_for_user, get_division_for_user
from tournaments.models import Competition, Division, Venue
from tournaments.services import draw, league_quality, leagues
from tournaments.standing import queries
from tournaments.standing.notes import translated
from tournaments.views import calendars
from tournaments.views.page import page
from tournaments.views.public import readers_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest

    from tournaments.models import Club

Context = dict[str, Any]


# What a page shows --------------------------------------------------------------


def _league(competition: Competition, reader: queries.Reader) -> Context:
    boards = league_board.load(competition, reader)
    return {
        "competition": competition,
        "club": competition.club,
        "boards": boards,
        "clubs": league_clubs.club_table(competition, boards),
        "kept_back": boards[0].kept_back if boards else None,
        "drawn_otherwise": any(board.matches for board in boards)
        and competition.get_pairing().method != draw.FIXTURES,
        "public": reader.public,
        "here": "league",
    }


def division_context(board: league_board.DivisionBoard, reader: queries.Reader) -> Context:
    """The table, matches and cross table of one division, or its bracket."""
    competition = board.division.competition
    return {
        "competition": competition,
        "club": competition.club,
        "board": board,
        "division": board.division,
        "days": [(day, matches, board.resting(day)) for day, matches in board.days],
        "cross": [] if board.is_bracket else _cross(board),
        "rule": _rule_in_words(board),
        "transfers": league_words.transfers_in_words(board.division.get_transfers()),
        "kept_back": board.kept_back,
        "public": reader.public,
        "here": "league",
    }


def _cross(board: league_board.DivisionBoard) -> list[tuple[queries.Who, list[list[league_board.Match]]]]:
    """Per entry at home, in the order of the seeding, its matches against each of the others."""
    meetings: dict[tuple[int | None, int | None], list[league_board.Match]] = {}
    for match in board.matches:
        meetings.setdefault((match.home.entry, match.away.entry), []).append(match)
    return [
        (board.who[home], [meetings.get((home, away), []) for away in board.entries])
        for home in board.entries
    ]


def _rule_in_words(board: league_board.DivisionBoard) -> list[str]:
    """How a match is played and what it is worth; of totals there is nothing to say but the rounds."""
    sentences = board.rule.sentences()
    if board.counts_totals:
        sentences = [sentence for sentence in sentences if "rounds" in sentence.params]
    words = [translated(sentence) for sentence in sentences]
    if not board.is_bracket and board.rule.ties:
        ties = ", ".join(_(word) for word in board.rule.tie_words())
        words.append(_("With equal points: %(ties)s.") % {"ties": ties})
    return words


def quality_context(board: league_board.DivisionBoard) -> Context:
    """How good the calendar is, in words, for who makes it."""
    quality = league_quality.quality(board)
    if quality is None:
        return {}
    proven = bool(board.division.plan.get("proven"))
    return {
        "quality": league_words.quality_in_words(quality, board.division, len(board.members), proven=proven),
        "troubles": troubles_in_words(board, quality.troubles),
    }


def troubles_in_words(board: league_board.DivisionBoard, troubles: Sequence[leagues.Trouble]) -> list[str]:
    venues = Venue.objects.in_bulk([one.venue for one in troubles if one.venue])
    return [league_words.trouble_in_words(trouble, board.who, venues) for trouble in troubles]


def _entry(competition: Competition, entry: int, reader: queries.Reader) -> Context:
    """Everything that one entry plays, in all divisions."""
    boards = league_board.load(competition, reader)
    mine = [(board, board.of(entry), _rests(board, entry)) for board in boards if entry in board.entries]
    if not mine:
        raise Http404
    team = competition.entries.prefetch_related("members__person").get(pk=entry)
    return {
        "competition": competition,
        "club": competition.club,
        "who": mine[0][0].who[entry],
        "squad": league_squads.squad_lines(team, reader) if competition.is_teams else [],
        "represents": team.represents,
        "kept_back": mine[0][0].kept_back,
        "parts": mine,
        "public": reader.public,
        "here": "league",
    }


def _rests(board: league_board.DivisionBoard, entry: int) -> list[int]:
    """The match days on which this entry has no match."""
    return [day for day, _matches in board.days if board.who[entry] in board.resting(day)]


# At the desk --------------------------------------------------------------------


@require_safe
def league(request: HttpRequest, pk: int) -> HttpResponse:
    """All divisions of a competition: tables, brackets, what is played next."""
    competition = get_competition_for_user(request.user, pk)
    reader = queries.reader_for(request.user, competition.club)
    return page(request, "leagues/league.html", current="competitions", **_league(competition, reader))


@require_safe
def division(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_division_for_user(request.user, pk)
    reader = queries.reader_for(request.user, found.competition.club)
    board = league_board.load_division(found, reader)
    context = division_context(board, reader) | quality_context(board)
    return page(request, "leagues/division.html", current="competitions", **context)


@require_safe
def league_entry(request: HttpRequest, pk: int, entry_pk: int) -> HttpResponse:
    competition = get_competition_for_user(request.user, pk)
    reader = queries.reader_for(request.user, competition.club)
    context = _entry(competition, entry_pk, reader)
    return page(request, "leagues/entry.html", current="competitions", **context)


# For readers --------------------------------------------------------------------


def _public(club: Club, pk: int) -> Competition:
    return get_object_or_404(Competition.objects.select_related("club"), club=club, pk=pk)


@readers_page
def public_league(request: HttpRequest, club: Club, reader: queries.Reader, pk: int) -> HttpResponse:
    return render(request, "leagues/public_league.html", _league(_public(club, pk), reader))


@readers_page
def public_division(request: HttpRequest, club: Club, reader: queries.Reader, pk: int) -> HttpResponse:
    found = get_object_or_404(
        Division.objects.select_related("competition__club"), competition__club=club, pk=pk
    )
    board = league_board.load_division(found, reader)
    return render(request, "leagues/public_division.html", division_context(board, reader))


@readers_page
def public_entry(
    request: HttpRequest, club: Club, reader: queries.Reader, pk: int, entry_pk: int
) -> HttpResponse:
    return render(request, "leagues/public_entry.html", _entry(_public(club, pk), entry_pk, reader))


@readers_page
def league_feed(request: HttpRequest, club: Club, reader: queries.Reader, pk: int) -> HttpResponse:
    """The matches of a whole league as a calendar to subscribe to."""
    competition = _public(club, pk)
    boards = league_board.load(competition, queries.Reader(public=True))
    matches = [(board.division.name, match) for board in boards for match in board.matches]
    return _calendar(f"{club.name}: {competition}", matches, competition)


@readers_page
def entry_feed(
    request: HttpRequest, club: Club, reader: queries.Reader, pk: int, entry_pk: int
) -> HttpResponse:
    """The matches of one entry as a calendar to subscribe to."""
    competition = _public(club, pk)
    shown = _entry(competition, entry_pk, queries.Reader(public=True))
    matches = [(board.division.name, match) for board, own, _rests in shown["parts"] for match in own]
    return _calendar(f"{shown['who'].name}, {competition}", matches, competition)


def _calendar(
    name: str, matches: Sequence[tuple[str, league_board.Match]], competition: Competition
) -> HttpResponse:
    scores = embargo.standing_hidden(competition, queries.Reader(public=True)) is None
    events = calendar_events.match_events(matches, scores=scores)
    return calendars.answer(name, competition.club, events)
