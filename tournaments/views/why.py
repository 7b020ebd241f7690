"""Why a round is as it is: the reasons of a table, "why not those two?", and the second opinion on the whole draw."""

from __future__ import annotations

from dataclasses import dataclass, replace
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

    from django.http import HttpRequest, HttpResponse, QueryDict

    from tournaments.pairing import Draw, DrawInput, Unit

WEIGHED = ("lot", "swiss")
"""Methods that choose among many draws; other rounds are taken from a schedule or were chosen."""
KEPT = 3600
"""Seconds that a second opinion is kept: it is the same as long as the draw is."""


@dataclass(frozen=True, slots=True)
class Question:
    """A round that is asked about. by_hand: it was changed after its draw."""

    round: Round
    draw: Draw
    given: DrawInput
    unit: Unit
    names: Mapping[int, str]
    by_hand: bool


@require_safe
def round_why(request: HttpRequest, pk: int) -> HttpResponse:
    """`?table=`: why these; `?one=&other=`: why not those two, or why not rest; `?check=1`: the second opinion."""
    round_ = get_round_for_user(request.user, pk)
    club = round_.evening.competition.club
    context: dict[str, Any] = {"round": round_, "evening": round_.evening}
    if round_.state == Round.State.DRAFT and Act.CHECK_IN not in acts(request.user, club):
        return page(request, "evening/not_published.html", club=club, current="club", **context)
    if round_.given is not None:
        context |= _answers(request.GET, round_)
    return page(request, "draws/why.html", club=club, current="club", **context)


def _answers(asked: QueryDict, round_: Round) -> dict[str, Any]:
    draw, names = as_drawn(round_), names_in(round_)
    given, by_hand = _as_it_is(given_of(round_), draw), draw_reasons.changed_by_hand(round_)
    question = Question(round_, draw, given, unit_of(round_.evening.competition), names, by_hand)
    method = given.rule.method
    context: dict[str, Any] = {
        "tables": [named(table, names) for table in draw.tables],
        "by_hand": by_hand,
        "weighed": method in WEIGHED,
        "stay": method == "stay",
        **_table(asked, question),
    }
    if method in WEIGHED:
        context |= _why_not(asked, question)
        if asked.get("check"):
            context["opinion"] = _opinion(question)
    return context


def _as_it_is(given: DrawInput, draw: Draw) -> DrawInput:
    """What the draw was made from, with who left and who came since: of them nothing is to be weighed any more."""
    seated = [entry for table in draw.tables for entry in table.entries]
    return replace(
        given,
        entries=tuple(sorted([*seated, *draw.sit_outs])),
        locked=tuple(table for table in given.locked if table in draw.tables),
        must_sit_out=given.must_sit_out.intersection(draw.sit_outs),
    )


def _table(asked: QueryDict, question: Question) -> dict[str, Any]:
    """What is said of the table that is asked for."""
    number = asked.get("table", "")
    if not number:
        return {}
    found = {str(table.number): table for table in question.draw.tables}
    if number not in found:
        raise Http404(f"no table {number} in this round")
    reasons, names = why_table(question.draw, question.given, found[number].number), question.names
    return {
        "table": named(found[number], names),
        "lines": draw_reasons.table_lines(reasons, names),
        "nearer": draw_reasons.nearer_lines(reasons, names),
        "before": draw_reasons.met_before(question.round, found[number], names),
    }


def _why_not(asked: QueryDict, question: Question) -> dict[str, Any]:
    """The form for two, and the answer where they are chosen."""
    people = sorted(question.names.items(), key=lambda item: item[1].casefold())
    form = WhyNotForm(
        asked if "other" in asked else None,
        names=people,
        partners=question.unit == "individuals",
        initial={"one": asked.get("one", "")},
    )
    if not form.is_valid():
        return {"form": form}
    one, other, (draw, given, unit) = form.cleaned_data["one"], form.cleaned_data["other"], _drawn(question)
    if other == REST and one in draw.sit_outs:
        said = [draw_reasons.say(each, question.names) for each in why_rests(draw, given, unit, one)]
        return {"form": form, "rest_reasons": said, "resting": question.names[one]}
    if other == REST:
        found = why_not_rest(draw, given, unit, one)
    else:
        found = why_not(draw, given, unit, one, int(other), as_partners=form.as_partners)
    return {
        "form": form,
        "answer": draw_reasons.answer(found, given, question.names, by_hand=question.by_hand),
    }


def _opinion(question: Question) -> draw_reasons.Opinion:
    key = f"second-opinion-{question.round.pk}-{look_of(question.round)}"
    found = cache.get_or_set(key, lambda: certify(*_drawn(question)), KEPT)
    return draw_reasons.opinion(found, question.given, question.names, by_hand=question.by_hand)


def _drawn(question: Question) -> tuple[Draw, DrawInput, Unit]:
    return question.draw, question.given, question.unit
