"""The result of an evening at the desk, and the story behind one name in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from klaverclub.typed import whole_number
from tournaments import embargo, games
from tournaments.access import get_evening_for_user
from tournaments.standing import facts, notes, queries, stories
from tournaments.views.page import page

if TYPE_CHECKING:
    from tournaments.models import Evening

Context = dict[str, Any]


@require_safe
def evening_result(request: HttpRequest, pk: int) -> HttpResponse:
    evening = get_evening_for_user(request.user, pk)
    context = evening_context(request, evening, queries.reader_for(request.user, evening.competition.club))
    template = "results/story.html" if "story" in context else "results/evening.html"
    return page(request, template, current="club", **context)


def evening_context(request: HttpRequest, evening: Evening, reader: queries.Reader) -> Context:
    """What the pages of an evening show: the list, or with `?entry=` the story of one name in it.

    Who may not see its scores yet is told when, and nothing else.
    """
    about: Context = {
        "public": reader.public,
        "here": "evening",
        "club": evening.competition.club,
        "competition": evening.competition,
        "evening": evening,
    }
    if embargo.hidden(evening, None, reader):
        return about | {"kept_back": evening}
    listed = queries.evening_list(evening, reader)
    context = about | {
        "listed": listed,
        "terms": games.terms(evening.competition.get_rules()),
        "waiting": notes.waiting_notes(listed),
    }
    if "entry" in request.GET:
        row = _asked(request, listed)
        story = stories.told(evening, row.who.entry, reader)
        return context | {
            "row": row,
            "story": story,
            "place": notes.place_note(stories.evening_place(listed, row.who.entry)),
            "scores": [told.posting.total for told in story if told.posting],
        }
    return (
        context
        | _found(request, listed.rows)
        | {
            "facts": facts.evening_facts(listed, reader),
            "legend": notes.kind_notes(listed),
            "away": notes.away_notes(listed),
        }
    )


def _asked(request: HttpRequest, listed: queries.EveningList) -> queries.EveningRow:
    """The row of `?entry=`, or 404."""
    entry = whole_number(request.GET["entry"])
    row = listed.row_of(entry) if entry is not None else None
    if row is None:
        raise Http404("no such row in this list")
    return row


def _found(request: HttpRequest, rows: tuple[Any, ...]) -> Context:
    """The rows that match `?q=`, accents and case aside; all without it."""
    query = request.GET.get("q", "").strip()
    return {"query": query, "rows": [row for row in rows if row.who.matches(query)], "all_rows": len(rows)}
