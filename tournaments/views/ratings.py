"""Lists of ratings: now, on a day as it was made known beside what is known now, of pairs; and luck estimated anew."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from klaverclub.typed import whole_number
from tournaments.access import Act, get_club_for_user, may
from tournaments.forms.key import key_of
from tournaments.models import Competition
from tournaments.players.kept import look_of_club
from tournaments.players.lists import on_day, ratings, refused
from tournaments.players.pairs import pair_ratings
from tournaments.players.running import running_of
from tournaments.services import rating_periods
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.views.audiences import for_both
from tournaments.views.page import page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Club
    from tournaments.services.rating_periods import Estimate
    from tournaments.standing.queries import Reader

Context = dict[str, Any]
ON_A_PAGE = 100
LISTS = ("known", "corrected")
"""The two lists of a day, to be asked for by `?list=`; without it they stand side by side."""


def list_context(request: HttpRequest, club: Club, reader: Reader) -> Context:
    """The list now, or with `?on=` as it was on a day: the two lists of it side by side, or one of them."""
    competition = _competition(request, club)
    asked = request.GET.get("on", "").strip()
    context: Context = {
        "competition": competition,
        "competitions": club.competitions.filter(rated=True),
        "asked": asked,
        "today": timezone.localdate(),
    }
    day, trouble = _day(asked)
    context["trouble"] = trouble
    which = request.GET.get("list", "")
    if day and which not in LISTS:
        then = on_day(club, reader, day, competition=competition)
        this = Paginator(then.established, ON_A_PAGE).get_page(request.GET.get("page"))
        return context | {"day": day, "then": then, "rows": this.object_list, "pager": this}
    found = ratings(club, reader, on=day, known=which == "known", competition=competition)
    this = Paginator(found.established, ON_A_PAGE).get_page(request.GET.get("page"))
    context |= {"ratings": found, "rows": this.object_list, "pager": this}
    return context | ({"day": day, "which": which} if day else {"running": running_of(club, reader)})


def _competition(request: HttpRequest, club: Club) -> Competition | None:
    asked = request.GET.get("competition", "")
    if not asked:
        return None
    found = Competition.objects.filter(club=club, pk=whole_number(asked)).first()
    if found is None:
        raise Http404("no such competition")
    found.club = club
    return found


def _day(asked: str) -> tuple[datetime.date | None, str]:
    """The day in the past that is asked for, and else what is wrong with it."""
    day, trouble = _date(asked)
    if day and (why := refused(day)):
        return None, why
    return day, trouble


def pairs_context(request: HttpRequest, club: Club, reader: Reader) -> Context:
    """Who nearly always play together, rated as one: now, or with `?on=` at the end of a day by all that is known now."""
    asked = request.GET.get("on", "").strip()
    day, trouble = _day(asked)
    found = pair_ratings(club, reader, on=day)
    this = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    return {
        "pairs": this.object_list,
        "pager": this,
        "asked": asked,
        "day": day,
        "trouble": trouble,
        "today": timezone.localdate(),
    }


# Luck, once a season -----------------------------------------------------------


def period(request: HttpRequest, slug: str) -> HttpResponse:
    """Luck estimated anew: with `?from=` what it would come to; by POST it holds from that day on."""
    club = get_club_for_user(request.user, slug, Act.COMPETITIONS)
    others = rating_periods.others(club)
    context: Context = {
        "club": club,
        "history": rating_periods.history(club),
        "others": others,
        "theirs": [each for each in others if not may(request.user, each, Act.COMPETITIONS)],
        "key": uuid4().hex,
    }
    if not context["theirs"] and request.method == "POST":
        return _start(request, club, context)
    return _period_page(request, context, request.GET.get("from", "").strip())


def _start(request: HttpRequest, club: Club, context: Context) -> HttpResponse:
    asked = request.POST.get("from", "").strip()
    day, _trouble = _date(asked)
    if day is None:
        return _period_page(request, context, asked)
    try:
        rating_periods.start_period(
            club.pk,
            day,
            actor=request.user,
            seen=request.POST.get("seen") or "nothing",
            key=key_of(request.POST),
        )
    except AlreadyDone:
        return redirect("rating_period", club.slug)
    except Refused as refused:
        return _period_page(request, context, asked, trouble=refused.message)
    told = _("From %(date)s on evenings are rated with the new estimate.")
    messages.success(request, told % {"date": date_format(day, "DATE_FORMAT")})
    return redirect("rating_period", club.slug)


def _period_page(request: HttpRequest, context: Context, asked: str, trouble: str = "") -> HttpResponse:
    """The page for a day that is asked for, with what it would come to or why it cannot be."""
    day, wrong = _date(asked)
    try:
        found = rating_periods.estimate(context["club"], day) if day and not context["theirs"] else None
    except Refused as refused:
        found, wrong = None, refused.message
    told = [trouble] if trouble and trouble != wrong else []
    return page(
        request,
        "players/rating_period.html",
        current="competitions",
        status=422 if wrong or trouble else 200,
        asked=asked or timezone.localdate().isoformat(),
        trouble=wrong,
        told=told,
        found=found,
        shown=_shown(found) if found else {},
        **context,
    )


def _shown(found: Estimate) -> Context:
    """An estimate in the figures of the page: luck of a round, and what a surprise of 100 points does."""
    return {
        when: {"spread": rating_periods.spread(luck), "moved": rating_periods.moved(luck, found.variance)}
        for when, luck in (("before", found.before), ("after", found.after))
    }


def _date(asked: str) -> tuple[datetime.date | None, str]:
    """A date as the form sends it, and else what is wrong with it."""
    if not asked:
        return None, ""
    try:
        return datetime.date.fromisoformat(asked), ""
    except ValueError:
        return None, _("“%(date)s” is no date. Write it as 2026-11-30.") % {"date": asked[:20]}


lists = for_both("players/ratings", list_context, look=look_of_club)
pairs = for_both("players/pairs", pairs_context, look=look_of_club)
