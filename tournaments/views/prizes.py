"""Prizes: the plan of a competition, the list of an evening and of the season, and the prize-giving on the big screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from klaverclub.typed import whole_number
from tournaments import access, prize_words
from tournaments.access import Act
from tournaments.embargo import KeptBack, standing_hidden
from tournaments.forms.prizes import PRESETS, PrizePlanForm, of_choices
from tournaments.services import prizes
from tournaments.services.begun import begins_with
from tournaments.services.errors import Refused
from tournaments.standing import periods, queries
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Competition, Evening
    from tournaments.prizes import PrizePlan
    from tournaments.services.prizes import PrizeList


def prize_plan(request: HttpRequest, pk: int) -> HttpResponse:
    """The prizes as a form; "look" shows who would have won on the last evening, without saving."""
    competition = access.get_competition_for_user(request.user, pk, Act.COMPETITIONS)
    posted = request.POST if request.method == "POST" else None
    preset = request.GET.get("preset", "")
    form = PrizePlanForm(competition.get_prizes(), posted, preset, of_choices(competition))
    looked: PrizePlan | None = None
    began, told = request.POST.get("began", ""), False
    if posted is not None and form.is_valid():
        looked = form.plan()
        if "look" not in posted:
            told = True
            try:
                prizes.save_plan(competition, looked, actor=request.user, began=began)
            except Refused as refused:
                form.general.add_error(None, refused.message)
            else:
                messages.success(request, _("The prizes are saved. What is published stays as it was."))
                return redirect("prize_plan", pk)
    return page(
        request,
        "prizes/prize_plan.html",
        club=competition.club,
        changes=competition,
        current="competitions",
        status=422 if form.has_errors else 200,
        competition=competition,
        form=form,
        presets={key: title for key, (title, _rows) in PRESETS.items()},
        began=begins_with(competition.prizes, began, told=told),
        looked=_look(competition, looked or competition.get_prizes()),
        asked=looked is not None,
    )


def _look(competition: Competition, plan: PrizePlan) -> dict[str, object]:
    """The plan in sentences, and whom it would have made happy on the newest evening with scores."""
    evenings = queries.with_scores(competition.evenings.all())
    newest = evenings.order_by("-number").first() if plan.of("evening") else None
    return {
        "evening": prize_words.plan_lines(plan, "evening"),
        "season": prize_words.plan_lines(plan, "season"),
        "period": prize_words.plan_lines(plan, "period"),
        "titles": [(title, prize_words.plan_lines(plan, "title", title)) for title in plan.titles],
        "newest": newest,
        "listed": prizes.evening_prizes(newest, plan=plan) if newest else None,
    }


@require_safe
def evening_prizes(request: HttpRequest, pk: int) -> HttpResponse:
    """Who wins what on an evening."""
    evening = _evening(request, pk)
    return _list_page(request, evening.competition, prizes.evening_prizes(evening), evening)


@require_safe
def season_prizes(request: HttpRequest, pk: int) -> HttpResponse:
    """Who wins what in the season; `?title=` by a title or in a period."""
    competition = _season(request, pk)
    return _list_page(request, competition, _by_standing(request, competition))


@require_safe
def evening_prize_giving(request: HttpRequest, pk: int) -> HttpResponse:
    """The prize-giving of an evening on the big screen, prize by prize."""
    evening = _evening(request, pk)
    return _screen(request, evening.competition, prizes.evening_prizes(evening), evening)


@require_safe
def season_prize_giving(request: HttpRequest, pk: int) -> HttpResponse:
    """The prize-giving of a season on the big screen, prize by prize; `?title=` by a title or of a period."""
    competition = _season(request, pk)
    return _screen(request, competition, _by_standing(request, competition))


def _by_standing(request: HttpRequest, competition: Competition) -> PrizeList:
    """The list that is asked for, or else the first one that has prizes; 404 for a title or period that is not there."""
    first = next(iter(prizes.standings_with_prizes(competition)), "")
    try:
        return prizes.season_prizes(competition, title=request.GET.get("title", first))
    except queries.NoSuchTitle as missing:
        raise Http404("no such title") from missing


def _evening(request: HttpRequest, pk: int) -> Evening:
    evening = access.get_evening_for_user(request.user, pk)
    access.refuse_kept_back(request.user, evening)
    return evening


def _season(request: HttpRequest, pk: int) -> Competition:
    competition = access.get_competition_for_user(request.user, pk)
    reader = queries.reader_for(request.user, competition.club)
    if kept := standing_hidden(competition, reader):
        raise KeptBack(kept)
    return competition


def _list_page(
    request: HttpRequest, competition: Competition, listed: PrizeList, evening: Evening | None = None
) -> HttpResponse:
    return page(
        request,
        "prizes/prize_list.html",
        club=competition.club,
        current="club" if evening else "competitions",
        competition=competition,
        evening=evening,
        listed=listed,
        heading="" if evening else prize_words.list_title(listed.title),
        lists=[] if evening else _lists(competition, listed),
    )


def _lists(competition: Competition, listed: PrizeList) -> list[dict[str, object]]:
    """The lists of prizes of a season: its own, that of each period and title; none where there is only this one."""
    titles = prizes.standings_with_prizes(competition, listed.plan)
    shown = [
        {"title": title, "label": periods.label(title) or _("Season"), "current": title == listed.title}
        for title in titles
    ]
    return [] if titles in ([], [listed.title]) else shown


def _screen(
    request: HttpRequest, competition: Competition, listed: PrizeList, evening: Evening | None = None
) -> HttpResponse:
    """`?shown=` so many prizes are given; the one that is given now stands on top, the first place comes last."""
    to_give = listed.to_give
    shown = min(whole_number(request.GET.get("shown")) or 0, len(to_give))
    context = {
        "club": competition.club,
        "competition": competition,
        "evening": evening,
        "listed": listed,
        "now": to_give[shown - 1] if shown else None,
        "before": list(reversed(to_give[: max(shown - 1, 0)])),
        "back": shown - 1 if shown else None,
        "next": shown + 1 if shown < len(to_give) else None,
    }
    return render(request, "prizes/prize_giving.html", context)
