"""How a season is ranked: its rule, its titles and its evenings; each with a look at who moves before it is saved."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.access import Act, get_competition_for_user
from tournaments.forms.season_evenings import EveningsForm
from tournaments.forms.standing import StandingForm, TitleForm
from tournaments.services import effects, standing_rules
from tournaments.services.begun import begins_with, refuse_changed
from tournaments.services.errors import Refused
from tournaments.standing.notes import translated
from tournaments.standing.presets import PRESETS
from tournaments.views.page import page

if TYPE_CHECKING:
    from collections.abc import Callable

    from django import forms
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Competition
    from tournaments.standing.rules import StandingRule


def looked(
    request: HttpRequest, competition: Competition, form: forms.Form, act: Callable[[], object]
) -> effects.Effects | None:
    """What the filled-in form would change; None once it is saved, because these were the effects that were seen.

    A refusal is said in the form. What was typed is part of what was seen: another form is looked at first.
    """
    sent = {name: request.POST.getlist(name) for name in request.POST if name not in _BESIDE}
    key, seen = json.dumps(sent, sort_keys=True), request.POST.get("effects", "")
    nothing = effects.Effects((), "")
    try:
        if "save" not in request.POST or not seen:
            return effects.of(competition, act, key=key)
        effects.carry_out(competition, act, seen, key=key)
    except effects.OtherEffects as other:
        return other.effects
    except Refused as refused:
        form.add_error(None, refused.message)
        return nothing
    return None


_BESIDE = {"csrfmiddlewaretoken", "key", "effects", "save", "look"}


def _page(
    request: HttpRequest, template: str, competition: Competition, form: forms.Form, **context: Any
) -> HttpResponse:
    return page(
        request,
        template,
        club=competition.club,
        current="competitions",
        status=422 if form.errors else 200,
        changes=competition,
        competition=competition,
        form=form,
        **context,
    )


def _of_rule(
    request: HttpRequest,
    competition: Competition,
    form: StandingForm,
    save: Callable[[StandingRule], object],
    saved: str,
    *,
    stored: object,
    **context: Any,
) -> HttpResponse:
    """The form of a rule: filled in, looked at, saved. `stored`: what it is filled in from, as JSON."""
    preset = PRESETS.get(request.GET.get("preset", ""))
    found = None
    if valid := form.is_valid():
        found = looked(request, competition, form, lambda: save(form.rule()))
        if found is None:
            messages.success(request, saved)
            return redirect("standing_rule", competition.pk)
    shown = form.rule() if form.is_bound and not form.errors else context.pop("shown")
    context.pop("shown", None)
    return _page(
        request,
        "standing_rule/rule.html",
        competition,
        form,
        presets=PRESETS,
        preset=preset,
        preset_key=request.GET.get("preset", ""),
        effects=None if form.errors else found,
        began=begins_with(stored, request.POST.get("began", ""), told=valid),
        words=[translated(sentence) for sentence in shown.sentences()],
        **context,
    )


def standing_rule(request: HttpRequest, pk: int) -> HttpResponse:
    """The rule of the season itself, with links to its titles and evenings."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    preset = PRESETS.get(request.GET.get("preset", ""))
    start = preset.rule if preset else competition.get_standing()
    form = StandingForm(request.POST or None, competition=competition, rule=start)

    def save(rule: StandingRule) -> None:
        began = request.POST.get("began", "")
        standing_rules.save_rule(competition, rule, actor=request.user, began=began)

    return _of_rule(
        request,
        competition,
        form,
        save,
        _("The standing goes by this rule from now on. What was published stays as it was."),
        shown=start,
        stored=competition.standing,
        titles=standing_rules.titles_of(competition),
        evenings=competition.evenings.count(),
    )


def title(request: HttpRequest, pk: int, number: int | None = None) -> HttpResponse:
    """A new title, or the title of this number, from 1."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    titles = standing_rules.titles_of(competition)
    if number is not None and not 1 <= number <= len(titles):
        raise Http404
    name, rule = titles[number - 1] if number else ("", competition.get_standing())
    preset = PRESETS.get(request.GET.get("preset", ""))
    start = preset.rule if preset else rule
    if preset and (of_preset := request.GET.get("title", "")) in preset.titles:
        start, name = preset.titles[of_preset], _(of_preset)
    form = TitleForm(request.POST or None, competition=competition, rule=start, initial={"name": name})

    stored = competition.titles[number - 1] if number else None

    def save(rule: StandingRule) -> None:
        changed = (form.cleaned_data["name"], rule)
        if changed != (name, start):
            refuse_changed(stored, request.POST.get("began", ""))
        place = number - 1 if number else len(titles)
        wanted = [*titles[:place], changed, *titles[place + 1 :]]
        standing_rules.save_titles(competition, wanted, actor=request.user, seen=titles)

    saved = _("The title is saved.")
    return _of_rule(
        request,
        competition,
        form,
        save,
        saved,
        shown=start,
        title=name,
        is_title=True,
        stored=stored,
    )


@require_POST
def title_move(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """A title one place up, or away. `name`: what it is called, so that a second click moves no other."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    titles = standing_rules.titles_of(competition)
    place = number - 1
    if 0 <= place < len(titles) and titles[place][0] == request.POST.get("name"):
        name, _rule = titles[place]
        rest = [*titles[:place], *titles[place + 1 :]]
        if request.POST.get("action") == "up":
            rest.insert(max(place - 1, 0), titles[place])
        try:
            standing_rules.save_titles(competition, rest, actor=request.user, seen=titles)
        except Refused as refused:
            messages.warning(request, refused.message)
        else:
            if request.POST.get("action") != "up":
                messages.success(request, _("The title “%(name)s” is gone.") % {"name": name})
    return redirect("standing_rule", pk)


def evenings(request: HttpRequest, pk: int) -> HttpResponse:
    """How many evenings the season has, and which of them count."""
    competition = get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    form = EveningsForm(request.POST or None, competition=competition)
    found = None
    if valid := form.is_valid():

        def act() -> None:
            standing_rules.save_evenings(
                competition,
                form.cleaned_data["planned"],
                form.counts(),
                actor=request.user,
                began=request.POST.get("began", ""),
            )

        found = looked(request, competition, form, act)
        if found is None:
            messages.success(request, _("The evenings of the season are saved."))
            return redirect("standing_rule", pk)
    return _page(
        request,
        "standing_rule/evenings.html",
        competition,
        form,
        effects=None if form.errors else found,
        began=begins_with(
            standing_rules.evenings_now(competition), request.POST.get("began", ""), told=valid
        ),
        back=reverse("standing_rule", args=[pk]),
    )
