"""The house rules in plain words: of a competition, of a preset, and two of them side by side."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.arbiter.options import DISPUTED
from scoring.rules import Ruleset, make_ruleset
from scoring.rules.relatives import Game
from tournaments import games
from tournaments.access import clubs_of, get_competition_for_user
from tournaments.models import Club, Competition
from tournaments.reports import house_rules
from tournaments.views.page import page
from tournaments.views.public import readers_page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from scoring.rules.family import Rules
    from tournaments.standing import queries

COMPETITION = re.compile(r"c[0-9]{1,9}", re.ASCII)
"""How the rules of a competition are named in an address."""


@require_safe
def competition(request: HttpRequest, pk: int) -> HttpResponse:
    """The house rules of a competition, for who belongs to the club."""
    found = get_competition_for_user(request.user, pk)
    context = _of_competition(found)
    return page(request, "rules/competition.html", club=found.club, current="competitions", **context)


@readers_page
def public(request: HttpRequest, club: Club, _reader: queries.Reader, pk: int) -> HttpResponse:
    """The same, for readers without a login."""
    found = get_object_or_404(Competition.objects.select_related("club"), club=club, pk=pk)
    context = {"club": club, "public": True, "here": "rules", **_of_competition(found)}
    return render(request, "rules/public.html", context)


@login_not_required
@require_safe
def preset(request: HttpRequest, preset: str) -> HttpResponse:
    """One of the rulesets that everybody can choose, or a relative as it is usually played."""
    if not games.is_known(preset):
        raise Http404(f"no rules are called {preset}")
    return render(request, "rules/preset.html", _in_words(games.rules_of(preset), preset))


def _of_competition(competition: Competition) -> dict[str, Any]:
    rules = _as_played(competition)
    return {"competition": competition, **_in_words(rules, f"c{competition.pk}")}


def _as_played(competition: Competition) -> Rules:
    return house_rules.as_played(competition.get_rules(), competition.deals_per_round)


def _in_words(rules: Rules, key: str) -> dict[str, Any]:
    """What the pages of one ruleset show; `arbiter` is the query that asks an arbiter under these rules."""
    return {
        "rules_name": games.full_name(rules),
        "sections": house_rules.sections(rules),
        "legend": house_rules.legend(rules),
        "mark": house_rules.MARK,
        "key": key,
        "other": _usual_beside(rules, key),
        "arbiter": "" if isinstance(rules, Game) else _to_the_arbiter(rules),
    }


def _usual_beside(rules: Rules, key: str) -> str:
    """With what these rules are compared first: the usual ones of the family, or the next best."""
    usual = ["klaberjass", "zensa"] if isinstance(rules, Game) else ["amsterdam", "rotterdam"]
    return next(preset for preset in usual if preset != key)


def _to_the_arbiter(ruleset: Ruleset) -> str:
    preset = make_ruleset(ruleset.preset).options()
    own = {
        name: value for name, value in ruleset.options().items() if name in DISPUTED and value != preset[name]
    }
    return urlencode({"preset": ruleset.preset, **own})


@login_not_required
@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Two rulesets side by side: presets, and competitions that the reader may see."""
    keys = [request.GET.get(name, default) for name, default in (("a", "amsterdam"), ("b", "nku"))]
    seen = Competition.objects.select_related("club").filter(
        Q(club__public=True) | Q(club__in=clubs_of(request.user))
    )
    chosen = {f"c{one.pk}": one for one in seen.filter(pk__in=_numbers(keys))}
    rules = []
    for key in keys:
        if games.is_known(key):
            rules.append(games.rules_of(key))
        elif key in chosen:
            rules.append(_as_played(chosen[key]))
        else:
            raise Http404(f"no rules are called {key}")
    parts = list(house_rules.compare(*rules))
    presets = dict(preset for _label, group in games.choices() for preset in group)
    names = [presets.get(key) or str(chosen[key]) for key in keys]
    context = {
        "a": keys[0],
        "b": keys[1],
        "first": names[0],
        "second": names[1],
        "choices": _choices(request, seen, chosen),
        "parts": parts,
        "two_games": isinstance(rules[0], Game) != isinstance(rules[1], Game),
        "differences": sum(not row.same for _title, rows in parts for row in rows),
    }
    return render(request, "rules/compare.html", context)


def _numbers(keys: list[str]) -> list[int]:
    """The competitions that are asked for."""
    return [int(key[1:]) for key in keys if COMPETITION.fullmatch(key)]


def _choices(
    request: HttpRequest, seen: Any, chosen: dict[str, Competition]
) -> list[tuple[str, list[tuple[str, str]]]]:
    """In groups: every game, the competitions of the reader's clubs, and those of the clubs that are looked at."""
    near = Q(club__in=clubs_of(request.user)) | Q(club__in=[one.club_id for one in chosen.values()])
    own = [(f"c{one.pk}", f"{one.club.name}: {one}") for one in seen.filter(near)]
    return [*games.choices(), *([(_("Competitions"), own)] if own else [])]
