"""Which way of drawing suits so many people and so many rounds? A few events of each, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.access import Act, get_competition_for_user
from tournaments.forms.draw_rule import METHODS
from tournaments.forms.formats import FormatsForm
from tournaments.pairing.formats import Figures, Plan, compare, least_again
from tournaments.services.draw_input import unit_of
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournaments.pairing import Unit
    from tournaments.sentences import Sentence

KEPT = 24 * 3600
"""Seconds that a comparison is kept: the same numbers give the same events."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A way of drawing and what came of it; or `refusal`, why it does not fit."""

    method: str
    title: object
    what: object
    whom: object
    figures: dict[str, float]
    best: frozenset[str]
    refusal: str = ""


@require_safe
def draw_formats(request: HttpRequest, pk: int) -> HttpResponse:
    """The ways of drawing for the numbers asked for; at first for those of the competition."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    unit = unit_of(competition)
    context: dict[str, Any] = {"competition": competition, "threes": unit == "threes"}
    if unit != "threes":
        entries = competition.entries.filter(active=True).count()
        own = FormatsForm.numbers_of(unit, entries, competition.rounds_per_evening)
        form = FormatsForm(request.GET if "players" in request.GET else own)
        context["form"] = form
        if form.is_valid():
            asked = form.cleaned_data
            context |= asked | _comparison(asked["unit"], asked["players"], asked["rounds"])
    return page(request, "draws/formats.html", club=competition.club, current="competitions", **context)


def _comparison(unit: Unit, players: int, rounds: int) -> dict[str, Any]:
    found = cache.get_or_set(
        f"formats-{unit}-{players}-{rounds}", lambda: compare(unit, players, rounds), KEPT
    )
    played = {method: one.summary() for method, one in found.items() if isinstance(one, Figures)}
    rows = [_row(method, played.get(method, {}), _best(method, played), one) for method, one in found.items()]
    return {
        "rows": [row for row in rows if not row.refusal],
        "unfit": [row for row in rows if row.refusal],
        "least": least_again(Plan("lot", unit, players, rounds)),
        "most_events": max((one.events for one in found.values() if isinstance(one, Figures)), default=0),
    }


def _row(method: str, figures: dict[str, float], best: frozenset[str], found: Figures | Sentence) -> Compared:
    refusal = "" if isinstance(found, Figures) else _(found.msgid) % dict(found.params)
    return Compared(method, *METHODS[method], figures, best, refusal)


def _best(method: str, played: dict[str, dict[str, float]]) -> frozenset[str]:
    """The figures in which no other way does better, and some do worse."""
    if method not in played:
        return frozenset()
    found = set()
    for name in ("partners_again", "opponents_again", "second_rests", "spread"):
        values = [figures[name] for figures in played.values()]
        if played[method][name] == min(values) < max(values):
            found.add(name)
    return frozenset(found)
