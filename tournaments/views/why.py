"""Why a round is as it is: the reasons of a table, "why not those two?", and the second opinion on the whole draw."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.core.cache import cache
from django.http import Http404
from django.views.decorators.http import require_safe

from tournaments import draw_reasons
from tournaments.access import Act, acts, get_round_for_user
from tournaments.draw_quality import named
from tournaments.forms.why import REST, WhyNotForm
from tournaments.models import Round
from tournaments.pairing.certificate import certify
from tournaments.pairing.explain import why_not, why_not_rest, why_rests, why_table
from tournaments.services.draw_changes import names_in
from tournaments.services.draw_input import as_drawn, given_of, unit_of
from tournaments.services.draw_tables import look_of
from tournaments.views.page import page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest, HttpResponse

    from tournaments.pairing import Draw, DrawInput, Unit

WEIGHED = ("lot", "swiss")
"""Methods that choose among many draws; other rounds are taken from a schedule or were chosen."""
KEPT = 3600
"""Seconds that a second opinion is kept: it is the same as long as the draw is."""


@require_safe
def round_why(request: HttpRequest, pk: int) -> HttpResponse:
    """`?table=`: why these; `?one=&other=`: why not those two, or why not rest; `?check=1`: the second opinion."""
    round_ = get_round_for_user(request.user, pk)
    club = round_.evening.competition.club
    context: dict[str, Any] = {"round": round_, "evening": round_.evening}
    if round_.state == Round.State.DRAFT and Act.CHECK_IN not in acts(request.user, club):
        return page(request, "evening/not_published.html", club=club, current="club", **context)
    draw, names = as_drawn(round_), names_in(round_)
    context["tables"] = [named(table, names) for table in draw.tables]
    context["by_hand"] = draw_reasons.changed_by_hand(round_)
    if round_.given is not None:
        given, unit = _as_it_is(given_of(round_), draw), unit_of(round_.evening.competition)
        context |= _reasons(request, round_, draw, given, names)
        context["weighed"], context["stay"] = given.rule.method in WEIGHED, given.rule.method == "stay"
        if context["weighed"]:
            context |= _weighed(request, round_, draw, given, unit, names, by_hand=context["by_hand"])
    return page(request, "draws/why.html", club=club, current="club", **context)


def _as_it_is(given: DrawInput, draw: Draw) -> DrawInput:
    """What the draw was made from, with who left and who came since: of them nothing is to be weighed any more."""
    seated = [entry for table in draw.tables for entry in table.entries]
    return replace(
        given,
        entries=tuple(sorted([*seated, *draw.sit_outs])),
        locked=tuple(table for table in given.locked if table in draw.tables),
        must_sit_out=given.must_sit_out.intersection(draw.sit_outs),
    )


def _reasons(
    request: HttpRequest, round_: Round, draw: Draw, given: DrawInput, names: Mapping[int, str]
) -> dict[str, Any]:
    """What is said of the table that is asked for."""
    number = request.GET.get("table", "")
    if not number:
        return {}
    found = {str(table.number): table for table in draw.tables}
    if number not in found:
        raise Http404(f"no table {number} in this round")
    reasons = why_table(draw, given, found[number].number)
    return {
        "table": named(found[number], names),
        "lines": draw_reasons.table_lines(reasons, names),
        "nearer": draw_reasons.nearer_lines(reasons, names),
        "before": draw_reasons.met_before(round_, found[number], names),
    }


def _weighed(
    request: HttpRequest,
    round_: Round,
    draw: Draw,
    given: DrawInput,
    unit: Unit,
    names: Mapping[int, str],
    *,
    by_hand: bool,
) -> dict[str, Any]:
    """The question about two, and the second opinion where it is asked for."""
    asked = "other" in request.GET
    people = sorted(names.items(), key=lambda item: item[1].casefold())
    initial = {"one": request.GET.get("one", "")}
    form = WhyNotForm(
        request.GET if asked else None, names=people, partners=unit == "individuals", initial=initial
    )
    context: dict[str, Any] = {"form": form}
    if asked and form.is_valid():
        one, other = form.cleaned_data["one"], form.cleaned_data["other"]
        context |= _answer(draw, given, unit, names, one, other, form.as_partners, by_hand=by_hand)
    if request.GET.get("check"):
        key = f"second-opinion-{round_.pk}-{look_of(round_)}"
        found = cache.get_or_set(key, lambda: certify(draw, given, unit), KEPT)
        context["opinion"] = draw_reasons.opinion(found, given, names, by_hand=by_hand)
    return context


def _answer(
    draw: Draw,
    given: DrawInput,
    unit: Unit,
    names: Mapping[int, str],
    one: int,
    other: str,
    as_partners: bool | None,
    *,
    by_hand: bool,
) -> dict[str, Any]:
    if other != REST:
        found = why_not(draw, given, unit, one, int(other), as_partners=as_partners)
        return {"answer": draw_reasons.answer(found, given, names, by_hand=by_hand)}
    if one in draw.sit_outs:
        said = why_rests(draw, given, unit, one)
        return {"rest_reasons": [draw_reasons.say(each, names) for each in said], "resting": names[one]}
    found = why_not_rest(draw, given, unit, one)
    return {"answer": draw_reasons.answer(found, given, names, by_hand=by_hand)}
