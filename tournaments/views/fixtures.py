"""One match: what became of it and what the organiser decides; and the choice of matches for an evening."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from klaverclub.typed import whole_number
from tournaments import league_board, league_squads
from tournaments.access import Act, get_evening_for_user, get_fixture_for_user
from tournaments.forms.fixtures import MoveForm, PostponeForm, ReasonForm, WinnerForm
from tournaments.models import Division, Entry
from tournaments.services import fixtures, league_quality, leagues_play
from tournaments.services.errors import Refused
from tournaments.standing import queries
from tournaments.standing.notes import translated
from tournaments.views.leagues import troubles_in_words
from tournaments.views.page import page

if TYPE_CHECKING:
    from collections.abc import Callable

    from django import forms
    from django.http import HttpRequest, HttpResponse

    from tournaments.league_matches import TableScore
    from tournaments.models import Evening, Fixture, User

Deed = tuple["Callable[..., forms.Form]", "Callable[[Fixture, dict[str, Any], User], None]"]


def _winner(fixture: Fixture, data: dict[str, Any]) -> Entry:
    return get_object_or_404(Entry, competition=fixture.division.competition, pk=data["winner"])


def _deeds(match: league_board.Match) -> dict[str, Deed]:
    """By name what can be done with this match: how it is asked, and how it is done."""
    fixture = match.fixture
    sides = [(side.entry, side.name) for side in (match.home, match.away)]

    def winner_form(*args: Any, **kwargs: Any) -> WinnerForm:
        return WinnerForm(sides, *args, **kwargs)

    if match.undecided and fixture.table_id:
        return {
            "decide": (
                winner_form,
                lambda one, data, user: fixtures.decide(one, _winner(one, data), data["reason"], actor=user),
            )
        }
    if match.state in (league_board.State.AWARDED, league_board.State.CANCELLED):
        return {}
    if fixture.table_id and not (match.stands_still or match.between_rounds):
        return {}
    return _ended(match) | _without_a_table(fixture) | _without_play(match, winner_form)


def _ended(match: league_board.Match) -> dict[str, Deed]:
    if not match.between_rounds:
        return {}
    return {
        "end": (
            ReasonForm,
            lambda one, data, user: fixtures.end_early(one, data["reason"], actor=user),
        )
    }


def _without_a_table(fixture: Fixture) -> dict[str, Deed]:
    if fixture.table_id:
        return {}
    return {
        "move": (
            lambda *args, **kwargs: MoveForm(fixture, *args, **kwargs),
            lambda one, data, user: fixtures.move(one, **data, actor=user),
        ),
        "postpone": (PostponeForm, lambda one, data, user: fixtures.postpone(one, **data, actor=user)),
    }


def _without_play(match: league_board.Match, winner_form: Callable[..., forms.Form]) -> dict[str, Deed]:
    deeds: dict[str, Deed] = {}
    if None not in (match.home.entry, match.away.entry):
        deeds["award"] = (
            winner_form,
            lambda one, data, user: fixtures.award(one, _winner(one, data), data["reason"], actor=user),
        )
    if match.fixture.division.kind != Division.Kind.KNOCK_OUT:
        deeds["cancel"] = (
            ReasonForm,
            lambda one, data, user: fixtures.cancel(one, data["reason"], actor=user),
        )
    return deeds


def fixture(request: HttpRequest, pk: int) -> HttpResponse:
    """A match; every decision is a form of its own, named by the button that sends it."""
    asked = request.POST.get("deed", "")
    found = get_fixture_for_user(request.user, pk, Act.DRAW if request.method == "POST" else Act.LOOK)
    reader = queries.reader_for(request.user, found.division.competition.club)
    board = league_board.load_division(found.division, reader)
    match = next(match for match in board.matches if match.fixture.pk == pk)
    refusal, forms_of = "", {}
    if asked == "restore":
        try:
            fixtures.restore(found, actor=request.user)
        except Refused as refused:
            refusal = refused.message
        else:
            return _done(request, found, board)
    deeds = _deeds(match)
    for name, (make_form, _do) in deeds.items():
        forms_of[name] = make_form(request.POST if name == asked else None, prefix=name)
    if asked in deeds and forms_of[asked].is_valid():
        try:
            deeds[asked][1](found, forms_of[asked].cleaned_data, request.user)
        except Refused as refused:
            refusal = refused.message
        else:
            return _done(request, found, board)
    elif asked and asked != "restore" and asked not in deeds:
        refusal = _("This match has changed in the meantime. Look again.")
    wrong = refusal or any(form.errors for form in forms_of.values())
    return page(
        request,
        "leagues/fixture.html",
        club=found.division.competition.club,
        changes=found.division.competition,
        current="competitions",
        status=422 if wrong else 200,
        competition=found.division.competition,
        division=found.division,
        board=board,
        match=match,
        at_tables=_at_tables(match, reader),
        awarded=translated(board.rule.sentences()[-1]),
        forms=forms_of,
        asked=asked,
        refusal=refusal,
    )


def _at_tables(
    match: league_board.Match, reader: queries.Reader
) -> list[tuple[TableScore, league_squads.Pairing]]:
    """The tables of a match with who sat there, where there are more than one."""
    decided = match.state in (league_board.State.AWARDED, league_board.State.CANCELLED)
    if len(match.tables) < 2 or decided:
        return []
    sat = league_squads.who_sat(
        (match.home.entry, match.away.entry), [table.table for table in match.tables], reader
    )
    return [(table, sat[table.table]) for table in match.tables]


def _done(request: HttpRequest, found: Fixture, board: league_board.DivisionBoard) -> HttpResponse:
    messages.success(request, _("Match %(number)s is changed.") % {"number": found.number})
    if troubles := league_quality.collisions(found):
        words = " ".join(troubles_in_words(board, troubles))
        messages.warning(request, _("It collides: %(what)s") % {"what": words})
    return redirect("fixture", found.pk)


def evening_fixtures(request: HttpRequest, pk: int) -> HttpResponse:
    """Which matches are played in the next round of this evening."""
    evening = get_evening_for_user(request.user, pk, Act.DRAW)
    refusal = ""
    if request.method == "POST":
        chosen = _ticked(request)
        try:
            round_ = leagues_play.draw_fixtures(
                evening, chosen, actor=request.user, number=whole_number(request.POST.get("number"))
            )
        except Refused as refused:
            refusal = refused.message
        else:
            return redirect("round", round_.pk)
    return _choose(request, evening, refusal)


def _ticked(request: HttpRequest) -> list[int]:
    """The keys of the matches that were ticked."""
    return [key for typed in request.POST.getlist("match") if (key := whole_number(typed)) is not None]


def _choose(request: HttpRequest, evening: Evening, refusal: str) -> HttpResponse:
    club = evening.competition.club
    choices = leagues_play.choices(evening, queries.reader_for(request.user, club))
    ticked = set(_ticked(request)) if request.method == "POST" else leagues_play.proposed(evening, choices)
    return page(
        request,
        "leagues/evening_fixtures.html",
        club=club,
        changes=evening.competition,
        current="club",
        status=422 if refusal else 200,
        evening=evening,
        number=evening.rounds.count() + 1,
        groups=[
            (_("Planned for this evening"), [choice for choice in choices if choice.today]),
            (_("Other matches that can be played"), [choice for choice in choices if not choice.today]),
        ],
        ticked=ticked,
        refusal=refusal,
    )
