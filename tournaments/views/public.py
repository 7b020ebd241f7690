"""Pages for readers without a login: no cookie, names as far as their owners allow, nothing when asked again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page, require_safe

from tournaments.models import Club, Competition, Evening
from tournaments.standing import facts, notes, queries
from tournaments.views.results import evening_context, season_context

FRESH = 15  # seconds a reader's browser need not ask again
TOP = 10


def readers_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorator: a page of a club that is public (404 otherwise), without login, packed, answered with 304 when the same.

    The view gets the club and the reader. Who is signed in gets a page of his own, which no cache shares.
    """

    @login_not_required
    @require_safe
    @gzip_page
    @conditional_page
    @wraps(view)
    def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        club = get_object_or_404(Club, slug=slug, public=True)
        reader = queries.reader_for(request.user, club, public=True)
        response = view(request, club, reader, **kwargs)
        patch_vary_headers(response, ["Cookie"])
        if request.user.is_authenticated:
            patch_cache_control(response, private=True, no_cache=True)
        else:
            patch_cache_control(response, public=True, max_age=FRESH)
        return response

    return page


@readers_page
def club(request: HttpRequest, club: Club, reader: queries.Reader) -> HttpResponse:
    """The front page: the latest evening, the standing, the calendar and the records."""
    latest = queries.latest_evening(club)
    coming = Evening.objects.filter(competition__club=club, date__gte=timezone.localdate(), closed_at=None)
    context: dict[str, Any] = {
        "public": True,
        "here": "club",
        "club": club,
        "others": club.competitions.exclude(pk=latest.competition_id) if latest else club.competitions.all(),
        "coming": [each for each in coming.select_related("competition").order_by("date") if each != latest][
            :TOP
        ],
    }
    if latest:
        listed = queries.evening_list(latest, reader)
        season = queries.season_list(latest.competition, reader)
        context |= {
            "latest": listed,
            "winners": [row for row in listed.rows if row.line.rank is not None and row.line.rank <= 3],
            "waiting": notes.waiting_notes(listed),
            "season": season,
            "competition": season.competition,
            "leaders": season.rows[:TOP],
            "own": [row for row in season.rows[TOP:] if row.who.own],
            "decimals": season.rule.decimals,
            "by_average": season.rule.measure == "average",
            "gap_decimals": season.rule.printed_decimals,
            "records": facts.season_records(season),
            "evenings": [(each, *facts.winners(season, each)) for each in reversed(season.evenings)],
        }
    return render(request, "public/club.html", context)


@readers_page
def evening(request: HttpRequest, club: Club, reader: queries.Reader, pk: int) -> HttpResponse:
    evenings = queries.with_scores(Evening.objects.filter(competition__club=club))
    context = evening_context(request, get_object_or_404(evenings, pk=pk), reader)
    return render(request, "public/story.html" if "story" in context else "public/evening.html", context)


@readers_page
def season(request: HttpRequest, club: Club, reader: queries.Reader, pk: int) -> HttpResponse:
    competition = get_object_or_404(Competition.objects.select_related("club"), club=club, pk=pk)
    context = season_context(request, competition, reader)
    return render(
        request, "public/season_story.html" if "story" in context else "public/season.html", context
    )
