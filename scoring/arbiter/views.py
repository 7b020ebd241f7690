"""The questions of an arbiter. Anybody may ask: no login, no cookie, everything in the address."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from scoring import messages
from scoring.arbiter import answers, auction, examples, options, relative_answers, relative_forms
from scoring.arbiter.deck import deck, writing
from scoring.arbiter.forms import AuctionForm, DealForm, PlayForm, RowForm, RulesForm, TrickForm
from scoring.rules.relatives import GAMES

if TYPE_CHECKING:
    from django import forms
    from django.http import HttpRequest, HttpResponse

OF_RELATIVES = ("legal", "melds", "record")
"""The questions that only relatives know; making trump is asked of every game."""

Answer = Callable[[Any, Any], object]
"""What is said to a form that is filled in, under a ruleset or a game."""


@login_not_required
@require_safe
def play(request: HttpRequest) -> HttpResponse:
    """Which card may be played."""
    return _page(request, "play", PlayForm, answers.may_be_played)


@login_not_required
@require_safe
def trick(request: HttpRequest) -> HttpResponse:
    """What a trick is worth, and who wins it."""
    return _page(request, "trick", TrickForm, answers.what_is_it_worth)


@login_not_required
@require_safe
def deal(request: HttpRequest) -> HttpResponse:
    """A whole deal, from the cards as they were played."""
    return _page(request, "deal", DealForm, answers.how_did_it_end)


@login_not_required
@require_safe
def trump(request: HttpRequest) -> HttpResponse:
    """Who made trump, who may speak, and what may be said, in klaverjassen or a relative."""
    if request.GET.get("preset") in GAMES:
        form, answer = relative_forms.BiddingForm, relative_answers.who_made_trump
        return _relative_page(request, "trump", form, answer, shown=relative_forms.OF_BIDDING)
    return _page(request, "trump", AuctionForm, auction.who_made_trump, shown=options.OF_TRUMP)


@login_not_required
@require_safe
def row(request: HttpRequest) -> HttpResponse:
    """A deal as it is written on a score sheet."""
    return _page(request, "row", RowForm, answers.what_does_it_book)


@login_not_required
@require_safe
def legal(request: HttpRequest) -> HttpResponse:
    """Which card may be played, in a relative."""
    return _relative_page(request, "legal", relative_forms.LegalForm, relative_answers.may_be_played)


@login_not_required
@require_safe
def melds(request: HttpRequest) -> HttpResponse:
    """Whose melds count, in a relative."""
    return _relative_page(request, "melds", relative_forms.MeldsForm, relative_answers.whose_melds_count)


@login_not_required
@require_safe
def record(request: HttpRequest) -> HttpResponse:
    """A whole deal of a relative, from the cards as they were played."""
    return _relative_page(request, "record", relative_forms.RecordForm, relative_answers.how_did_it_end)


def _relative_page(
    request: HttpRequest,
    name: str,
    form_class: type[relative_forms.SeatedForm],
    answer: Answer,
    *,
    shown: tuple[str, ...] = relative_forms.OF_PLAY,
) -> HttpResponse:
    rules = relative_forms.GameForm(request.GET, shown=shown)
    game = rules.game() if rules.is_valid() else GAMES[relative_forms.USUAL]
    asked = any(field.html_name in request.GET for field in form_class(game=game))
    form = form_class(request.GET if asked else None, game=game)
    found = answer(form, game) if asked and rules.is_valid() and form.is_valid() else None
    context = {
        **_frame(request, name, rules, form, asked=asked, answer=found),
        "game": game,
        "rules_key": game.name,
        "ruleset_name": messages.game_name(game),
        "deck": deck(game.deck.ranks),
    }
    return render(request, f"arbiter/{name}.html", context)


def _page(
    request: HttpRequest,
    name: str,
    form_class: type[forms.Form],
    answer: Answer,
    *,
    shown: tuple[str, ...] = options.DISPUTED,
) -> HttpResponse:
    """The form, and the answer once the form was sent and can be read."""
    rules = RulesForm(request.GET, shown=shown)
    # Every text field is sent, also when empty: their names tell a question from a plain visit.
    asked = any(field.html_name in request.GET for field in form_class())
    form = form_class(request.GET if asked else None)
    ruleset = rules.ruleset() if rules.is_valid() else None
    found = answer(form, ruleset) if ruleset and asked and form.is_valid() else None
    context = {
        **_frame(request, name, rules, form, asked=asked, answer=found),
        "ruleset": ruleset,
        "rules_key": ruleset.preset if ruleset else "",
        "ruleset_name": messages.ruleset_name(ruleset) if ruleset else "",
        "house_rules": [options.say(one, ruleset) for one in ruleset.differences()] if ruleset else [],
        "deck": deck() if name != "row" else [],
    }
    return render(request, f"arbiter/{name}.html", context)


def _frame(
    request: HttpRequest,
    name: str,
    rules: RulesForm | relative_forms.GameForm,
    form: forms.Form,
    *,
    asked: bool,
    answer: object,
) -> dict[str, object]:
    """What every question shows."""
    if name == "trump":
        rules.fields["preset"].choices = relative_forms.every_game()
    return {
        "name": name,
        "tabs": _tabs(name, rules.query(), of_relative=isinstance(rules, relative_forms.GameForm)),
        "again": f"{request.path}?{urlencode(rules.query())}",
        "rules_form": rules,
        "changed": [field for field in rules.options() if field.value()],
        "form": form,
        "asked": asked,
        "answer": answer,
        "writing": writing(),
        "examples": examples.of(name),
    }


def _tabs(current: str, query: dict[str, str], *, of_relative: bool) -> list[dict[str, object]]:
    """All questions; the chosen rules go along to those that know them."""
    tabs = [
        ("play", "arbiter", gettext("A card")),
        ("trick", "arbiter_trick", gettext("A trick")),
        ("deal", "arbiter_deal", gettext("A deal")),
        ("trump", "arbiter_trump", gettext("Making trump")),
        ("row", "arbiter_row", gettext("A row")),
        ("legal", "arbiter_legal", gettext("A card (Klaberjass …)")),
        ("melds", "arbiter_melds", gettext("Melds (Klaberjass …)")),
        ("record", "arbiter_record", gettext("A deal (Klaberjass …)")),
    ]
    kept = f"?{urlencode(query)}" if query else ""
    return [
        {
            "url": reverse(url) + (kept if name == "trump" or (name in OF_RELATIVES) == of_relative else ""),
            "label": label,
            "current": name == current,
        }
        for name, url, label in tabs
    ]
