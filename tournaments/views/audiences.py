"""Pages of a club that are the same for the desk and for readers, but for who may see what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.access import get_club_for_user
from tournaments.standing import queries
from tournaments.views.page import page
from tournaments.views.public import Moved, readers_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

    from tournaments.models import Club
    from tournaments.views.public import Look


@dataclass(frozen=True, slots=True)
class Pages:
    """One page, for readers without a login and for who is signed in."""

    public: Callable[..., HttpResponse]
    desk: Callable[..., HttpResponse]


def for_both(
    template: str,
    make: Callable[..., dict[str, Any] | HttpResponse],
    *,
    look: Look | None = None,
    wrap: Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]] = lambda view: view,
) -> Pages:
    """Both pages of what `make(request, club, reader, …)` gives: a context for the template, or a whole answer.

    The template extends `layout`. `look` is that of `readers_page`; `wrap` decorates both.
    """

    def public(request: HttpRequest, club: Club, reader: queries.Reader, **kwargs: Any) -> HttpResponse:
        made = make(request, club, reader, **kwargs)
        if isinstance(made, HttpResponse):
            return made
        context = {"club": club, "public": True, "layout": "public/_base.html", "here": "players"} | made
        return render(request, f"{template}.html", context)

    @require_safe
    def desk(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        club = get_club_for_user(request.user, slug)
        try:
            made = make(request, club, queries.reader_for(request.user, club), **kwargs)
        except Moved as moved:
            return redirect(moved.address)
        if isinstance(made, HttpResponse):
            return made
        context = {"public": False, "layout": "base.html"} | made
        return page(request, f"{template}.html", club=club, current="competitions", **context)

    return Pages(wrap(readers_page(public, look=look)), wrap(desk))
