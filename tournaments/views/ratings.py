"""Lists of ratings: now, on a day as it was made known beside what is known now, and of pairs."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Competition
from tournaments.players.kept import look_of_club
from tournaments.players.lists import on_day, ratings
from tournaments.players.pairs import pair_ratings
from tournaments.views.audiences import for_both

if TYPE_CHECKING:
    from django.http import HttpRequest

    from tournaments.models import Club
    from tournaments.standing.queries import Reader

Context = dict[str, Any]
ON_A_PAGE = 100
FIRST_DAY = datetime.date(1900, 1, 1)


def list_context(request: HttpRequest, club: Club, reader: Reader) -> Context:
    """The list now, or with `?on=` as it was on a day beside what is known of that day now."""
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
    if day:
        then = on_day(club, reader, day, competition=competition)
        this = Paginator(then.lines, ON_A_PAGE).get_page(request.GET.get("page"))
        return context | {"then": then, "rows": this.object_list, "pager": this}
    found = ratings(club, reader, competition=competition)
    this = Paginator(found.established, ON_A_PAGE).get_page(request.GET.get("page"))
    return context | {"ratings": found, "rows": this.object_list, "pager": this}


def _competition(request: HttpRequest, club: Club) -> Competition | None:
    asked = request.GET.get("competition", "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdigit()):
        raise Http404("no such competition")
    found = Competition.objects.filter(club=club, pk=asked).first()
    if found is None:
        raise Http404("no such competition")
    found.club = club
    return found


def _day(asked: str) -> tuple[datetime.date | None, str]:
    """The day that is asked for, and else what is wrong with it."""
    if not asked:
        return None, ""
    try:
        day = datetime.date.fromisoformat(asked)
    except ValueError:
        return None, _("“%(date)s” is no date. Write it as 2026-11-30.") % {"date": asked[:20]}
    if not FIRST_DAY <= day <= timezone.localdate():
        return None, _("Choose a day that has been: today at the latest.")
    return day, ""


def pairs_context(request: HttpRequest, club: Club, reader: Reader) -> Context:
    """Who nearly always play together, rated as one."""
    found = pair_ratings(club, reader)
    this = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    return {"pairs": this.object_list, "pager": this}


lists = for_both("players/ratings", list_context, look=look_of_club)
pairs = for_both("players/pairs", pairs_context, look=look_of_club)
