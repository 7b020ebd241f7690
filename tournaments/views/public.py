"""Pages for readers without a login: no cookie, names as far as their owners allow, nothing when asked again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page, require_safe

from tournaments import embargo
from tournaments.models import Club, Competition, Evening
from tournaments.standing import notes, queries
from tournaments.standing.kept import kept, look_of
from tournaments.views import season
from tournaments.views.results import evening_context

FRESH = 15  # seconds a reader's browser need not ask again
KNOWN = {
    "title",
    "by",
    "of",
    "page",
    "entry",
    "season",
    "now",
    "narrow",
    "all",
}  # of pages that are kept: what anybody types is not
TOP = 10


Look = Callable[..., "str | None"]


class Moved(Exception):
    """What is asked for has another address."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


def readers_page(view: Callable[..., HttpResponse], look: Look | None = None) -> Callable[..., HttpResponse]:
    """Decorator: a page of a club that is public (404 otherwise), without login, packed, answered with 304 when the same.

    The view gets the club and the reader. Who is signed in gets a page of his own, which no cache shares. `look` tells
    from the parts of the address what the page rests on: while that is the same, other readers get what one has got,
    for a few seconds at most; None for a page that each is to get made anew.
    """

    @login_not_required
    @require_safe
    @gzip_page
    @conditional_page
    @wraps(view)
    def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        def make() -> HttpResponse:
            club = get_object_or_404(Club, slug=slug, public=True)
            return view(request, club, queries.reader_for(request.user, club, public=True), **kwargs)

        signed_in = request.user.is_authenticated
        seen = look(slug, **kwargs) if look and not signed_in and KNOWN.issuperset(request.GET) else None
        try:
            response = make() if seen is None else _kept_answer(request, seen, make)
        except Moved as moved:
            response = redirect(moved.address)
        patch_vary_headers(response, ["Cookie"])
        if signed_in:
            patch_cache_control(response, private=True, no_cache=True)
        else:
            patch_cache_control(response, public=True, max_age=FRESH)
        return response

    return page


def _kept_answer(request: HttpRequest, seen: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """What another reader got of this address while what it rests on was the same, or else made now."""
    text = f"{seen}:{get_language()}:{request.get_full_path()}"
    name = f"answer:{hashlib.sha256(text.encode()).hexdigest()}"
    content, kind, tag = kept(name, lambda: _content_and_tag(make()), FRESH)
    return HttpResponse(content, content_type=kind, headers={"ETag": tag})


def _content_and_tag(response: HttpResponse) -> tuple[bytes, str, str]:
    tag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    return response.content, response["Content-Type"], tag


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
        context |= {"latest_evening": latest, "competition": latest.competition}
        context |= _latest(latest, reader) | _standing(request, latest.competition, reader)
    return render(request, "public/club.html", context)


def _latest(evening: Evening, reader: queries.Reader) -> dict[str, Any]:
    if embargo.hidden(evening, None, reader):
        return {"evening_kept_back": evening}
    listed = queries.evening_list(evening, reader)
    return {
        "latest": listed,
        "winners": [row for row in listed.rows if row.line.rank is not None and row.line.rank <= 3],
        "waiting": notes.waiting_notes(listed),
    }


def _standing(request: HttpRequest, competition: Competition, reader: queries.Reader) -> dict[str, Any]:
    what = season.asked(request, competition, reader)
    if what.kept_back:
        return {"standing_kept_back": what.kept_back}
    standing = what.standing
    summary = standing.summary
    rows = standing.page(1)
    return {
        "summary": summary,
        "leaders": rows[:TOP],
        "own": standing.rows_at([at for at in standing.own() if at >= TOP]),
        "decimals": summary.rule.decimals,
        "by_average": summary.rule.measure == "average",
        "by_match_points": summary.rule.measure == "match_points",
        "gap_decimals": summary.rule.printed_decimals,
        "records": summary.records,
        "evenings": summary.evenings,
    }


@readers_page
def evening(request: HttpRequest, club: Club, reader: queries.Reader, pk: int) -> HttpResponse:
    evenings = queries.with_scores(Evening.objects.filter(competition__club=club))
    context = evening_context(request, get_object_or_404(evenings, pk=pk), reader)
    return render(request, "public/story.html" if "story" in context else "public/evening.html", context)


def season_page(template: str, context_of: Callable[..., dict[str, Any]]) -> Callable[..., HttpResponse]:
    """A page of a season for readers."""

    def view(
        request: HttpRequest, club: Club, reader: queries.Reader, pk: int, **kwargs: Any
    ) -> HttpResponse:
        competition = get_object_or_404(Competition, club=club, pk=pk)
        competition.club = club
        context = context_of(request, season.asked(request, competition, reader), **kwargs)
        name = "season_story" if "story" in context else template
        return render(request, f"public/{name}.html", context)

    return readers_page(view, look=lambda slug, pk, **_rest: look_of(slug, pk))


season_standing = season_page("season", season.season_context)
season_why = season_page("season_why", season.why_context)
season_matrix = season_page("season_matrix", season.matrix_context)
season_cross = season_page("season_cross", season.cross_context)
