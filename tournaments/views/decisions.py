"""Points by hand: what was decided on an evening or in a season, one more, and one taken back.

Whatever is decided is shown first with everything that moves with it; it is done when that is still so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from klaverclub.typed import whole_number
from tournaments.access import Act, get_competition_for_user, get_evening_for_user
from tournaments.forms.decisions import DecisionForm, WithdrawForm
from tournaments.models import Change, Posting, Round
from tournaments.services import decisions, effects
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.views.page import page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from django import forms
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Competition, Evening


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A decision that was taken back, as the log tells it."""

    change: Change

    @property
    def detail(self) -> dict[str, Any]:
        told: dict[str, Any] = self.change.detail["decision"]
        return told

    @property
    def words(self) -> str:
        return Posting(reason=self.detail["reason"]).reason_in_words()

    @property
    def why(self) -> str:
        return str(self.change.detail["reason"])


def competition_decisions(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that was decided in a season, the newest evening first."""
    competition = get_competition_for_user(request.user, pk, Act.CORRECT)
    evenings = list(competition.evenings.order_by("-number"))
    played = competition.evenings.filter(rounds__state__in=(Round.State.PUBLISHED, Round.State.CLOSED))
    return page(
        request,
        "decisions/competition.html",
        club=competition.club,
        current="competitions",
        competition=competition,
        evenings=played.distinct().order_by("-number"),
        **_decided(competition, evenings),
    )


def _decided(competition: Competition, evenings: Iterable[Evening]) -> dict[str, Any]:
    """The rows that stand and those that were withdrawn."""
    rows = Posting.objects.filter(kind__in=Posting.DECIDED, round__evening__in=evenings)
    rows = rows.select_related("round__evening", "entry", "author").prefetch_related("entry__members__person")
    subjects = [f"evening:{evening.pk}" for evening in evenings]
    gone = Change.objects.filter(club=competition.club_id, verb=decisions.WITHDRAWN, subject__in=subjects)
    return {
        "decided": rows.order_by("-round__evening__number", "-round__number", "pk"),
        "withdrawn": [Withdrawn(change) for change in gone.select_related("actor")],
    }


def evening_decisions(request: HttpRequest, pk: int) -> HttpResponse:
    """What was decided on an evening, and the form for one more; a POST looks at the effects, a second one does it."""
    evening = get_evening_for_user(request.user, pk, Act.CORRECT)
    entry = whole_number(request.GET.get("entry"))
    form = DecisionForm(request.POST or None, evening=evening, entry=entry)
    found = None
    if request.method == "POST" and form.is_valid():
        done, found = _look_or_do(request, evening, form, lambda: form.decide(request.user))
        if done:
            row = form.cleaned_data
            messages.success(request, _("Decided for %(name)s.") % {"name": row["entry"].name})
            return redirect("evening_decisions", pk)
    return page(
        request,
        "decisions/evening.html",
        club=evening.competition.club,
        changes=evening.competition,
        current="club",
        status=_status(form, found),
        evening=evening,
        competition=evening.competition,
        form=form,
        effects=found,
        changed=bool(found and request.POST.get("effects")),
        **_decided(evening.competition, [evening]),
    )


def decision_withdraw(request: HttpRequest, pk: int, decision_pk: int) -> HttpResponse:
    """Takes a decision back: the reason, the effects, and then the act."""
    evening = get_evening_for_user(request.user, pk, Act.CORRECT)
    rows = Posting.objects.filter(kind__in=Posting.DECIDED, round__evening=evening)
    if request.method == "POST" and not rows.filter(pk=decision_pk).exists():
        return redirect("evening_decisions", pk)  # the second click
    row = get_object_or_404(rows.select_related("round__evening", "entry", "author"), pk=decision_pk)
    form = WithdrawForm(request.POST or None)
    found = None
    if request.method == "POST" and form.is_valid():

        def act() -> None:
            decisions.withdraw(row, actor=request.user, **form.cleaned_data)

        done, found = _look_or_do(request, evening, form, act)
        if done:
            messages.success(request, _("Withdrawn: the decision for %(name)s.") % {"name": row.entry.name})
            return redirect("evening_decisions", pk)
    return page(
        request,
        "decisions/withdraw.html",
        club=evening.competition.club,
        changes=evening.competition,
        current="club",
        status=_status(form, found),
        evening=evening,
        decision=row,
        form=form,
        effects=found,
        changed=bool(found and request.POST.get("effects")),
    )


def _look_or_do(
    request: HttpRequest, evening: Evening, form: forms.Form, act: Callable[[], object]
) -> tuple[bool, effects.Effects | None]:
    """Does the act when its effects are those that the form has seen, else looks at them. Was it done, and what it does."""
    seen = request.POST.get("effects", "")
    try:
        if seen:
            effects.carry_out(evening.competition, act, seen, since=evening.number)
            return True, None
        return False, effects.of(evening.competition, act, since=evening.number)
    except effects.OtherEffects as other:
        return False, other.effects
    except AlreadyDone:
        return True, None
    except Refused as refused:
        form.add_error(None, refused.message)
        return False, None


def _status(form: forms.Form, found: effects.Effects | None) -> int:
    return 422 if form.errors and not found else 200
