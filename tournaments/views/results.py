"""Results at the desk: the evening and the season, and the story behind one name in either."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments import games
from tournaments.access import get_competition_for_user, get_evening_for_user
from tournaments.standing import facts, notes, queries, stories
from tournaments.views.page import page

if TYPE_CHECKING:
    from tournaments.models import Competition, Evening

Context = dict[str, Any]


@require_safe
def evening_result(request: HttpRequest, pk: int) -> HttpResponse:
    evening = get_evening_for_user(request.user, pk)
    context = evening_context(request, evening, queries.reader_for(request.user, evening.competition.club))
    template = "results/story.html" if "story" in context else "results/evening.html"
    return page(request, template, current="club", **context)


@require_safe
def season(request: HttpRequest, pk: int) -> HttpResponse:
    competition = get_competition_for_user(request.user, pk)
    context = season_context(request, competition, queries.reader_for(request.user, competition.club))
    template = "results/season_story.html" if "story" in context else "results/season.html"
    return page(request, template, current="competitions", **context)


def evening_context(request: HttpRequest, evening: Evening, reader: queries.Reader) -> Context:
    """What the pages of an evening show: the list, or with `?entry=` the story of one name in it."""
    listed = queries.evening_list(evening, reader)
    context: Context = {
        "public": reader.public,
        "here": "evening",
        "club": evening.competition.club,
        "competition": evening.competition,
        "evening": evening,
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


def season_context(request: HttpRequest, competition: Competition, reader: queries.Reader) -> Context:
    """What the pages of a season show: the table, or with `?entry=` the evenings of one name in it."""
    measure = request.GET.get("by", "")
    official = competition.get_standing()
    rule = (
        queries.plain_rule(official, measure)
        if measure in ("sum", "average") and measure != official.measure
        else None
    )
    listed = queries.season_list(competition, reader, rule=rule)
    context: Context = {
        "public": reader.public,
        "here": "season",
        "club": competition.club,
        "competition": competition,
        "season": listed,
        "terms": games.terms(competition.get_rules()),
        "by_average": listed.rule.measure == "average",
        "decimals": listed.rule.decimals,
        "gap_decimals": listed.rule.printed_decimals,
        "open_evenings": notes.provisional_notes(listed),
    }
    if "entry" in request.GET:
        row = _asked(request, listed)
        return context | {
            "row": row,
            "story": stories.season_evenings(listed, row.who.entry),
            "place": notes.place_note(
                stories.season_place(listed, row.who.entry), listed.rule.printed_decimals
            ),
        }
    return (
        context
        | _found(request, listed.rows)
        | {
            "rule_notes": notes.season_notes(listed),
            "records": facts.season_records(listed),
            "evenings": [(evening, *facts.winners(listed, evening)) for evening in reversed(listed.evenings)],
        }
    )


def _asked(request: HttpRequest, listed: queries.EveningList | queries.SeasonList) -> Any:
    """The row of `?entry=`, or 404."""
    asked = request.GET["entry"]
    row = listed.row_of(int(asked)) if asked.isascii() and asked.isdigit() else None
    if row is None:
        raise Http404("no such row in this list")
    return row


def _found(request: HttpRequest, rows: tuple[Any, ...]) -> Context:
    """The rows that match `?q=`, accents and case aside; all without it."""
    query = request.GET.get("q", "").strip()
    return {"query": query, "rows": [row for row in rows if row.who.matches(query)], "all_rows": len(rows)}
