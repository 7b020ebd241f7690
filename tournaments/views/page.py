"""What every page of the club desk has: the club, the main menu, and what the reader may do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.access import Act, acts
from tournaments.services.guards import closed_season

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Club, Competition


def page(
    request: HttpRequest,
    template: str,
    *,
    club: Club,
    current: str = "",
    status: int = 200,
    changes: Competition | None = None,
    **context: Any,
) -> HttpResponse:
    """Renders a desk page; `current` names the entry of the main menu that it belongs to.

    changes: the season that the forms of this page change. When that is closed the page says so at its top, and its
    forms can be read but not filled in.
    """
    allowed = acts(request.user, club)
    if changes is not None and changes.is_closed:
        context |= {"closed_season": closed_season(changes), "closed": changes}
    context |= {"club": club, "nav": _menu(club, current, allowed), "acts": {act.name for act in allowed}}
    return render(request, template, context, status=status)


def _menu(club: Club, current: str, allowed: frozenset[Act]) -> list[dict[str, object]]:
    entries = [
        ("club", Act.LOOK, "club", _("Evenings")),
        ("people", Act.PEOPLE, "people", _("People")),
        ("competitions", Act.LOOK, "competitions", _("Competitions")),
        ("documents", Act.REPORTS, "documents", _("Documents")),
    ]
    menu = [
        {"url": reverse(url, args=[club.slug]), "label": label, "current": key == current}
        for key, act, url, label in entries
        if act in allowed
    ]
    if club.public:
        menu.append(
            {"url": reverse("public_club", args=[club.slug]), "label": _("Public page"), "current": False}
        )
    return menu
