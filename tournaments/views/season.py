"""The season: its standing, the evenings side by side, who met whom, and why somebody has a place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from klaverclub.typed import whole_number
from tournaments import embargo, games
from tournaments.access import get_competition_for_user
from tournaments.models import Competition, MergedEntry
from tournaments.standing import grids, notes, periods, queries, stories
from tournaments.standing.kept import ON_A_PAGE, PLAIN, Standing, View, kept
from tournaments.standing.season_lists import Of
from tournaments.standing.why import why
from tournaments.views.page import page

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, HttpResponse

    from tournaments.models import Evening
    from tournaments.standing.kept import Summary
    from tournaments.standing.marks import Marks
    from tournaments.standing.rules import StandingRule
    from tournaments.standing.season_lists import SeasonRow

Context = dict[str, Any]
WHOSE = {
    Competition.Kind.INDIVIDUAL: (Of.ENTRIES,),
    Competition.Kind.PAIRS: (Of.ENTRIES, Of.PEOPLE),
    Competition.Kind.TEAMS: (Of.ENTRIES, Of.PEOPLE, Of.PARTNERS),
}
"""Whose standings are offered."""


@dataclass(frozen=True)
class Asked:
    """What a page of a season is asked for: of which competition, by whom, which standing.

    marks: of its evenings, as they were when it was asked.
    """

    competition: Competition
    reader: queries.Reader
    view: View
    marks: Marks

    @cached_property
    def kept_back(self) -> Evening | None:
        """The evening whose scores this reader may not see yet, and the standing with them."""
        *_, embargo_from, lifted = zip(*self.marks, strict=True) if self.marks else ((), ())
        if not any(moment and not over for moment, over in zip(embargo_from, lifted, strict=True)):
            return None
        return embargo.standing_hidden(self.competition, self.reader)

    @cached_property
    def standing(self) -> Standing:
        return Standing(self.competition, self.reader, self.view, self.marks)


def asked(request: HttpRequest, competition: Competition, reader: queries.Reader) -> Asked:
    """Reads the address; 404 for a title that is not there, and for people of another kind than there are."""
    of = request.GET.get("of", Of.ENTRIES)
    by = request.GET.get("by", "")
    view = View(request.GET.get("title", ""), by if by in PLAIN else "", of)
    if of not in Of.values:
        raise Http404("a season knows entries, people and partners")
    try:
        rule = view.rule(competition)
    except queries.NoSuchTitle as missing:
        raise Http404("no such title") from missing
    if view.by and rule == competition.get_standing():
        view = replace(view, by="")
    return Asked(competition, reader, view, queries.marks_of(competition))


# The desk -----------------------------------------------------------------------


def desk_page(template: str, context_of: Callable[..., Context]) -> Callable[..., HttpResponse]:
    """A page of the season for who is signed in."""

    @require_safe
    def view(request: HttpRequest, pk: int, **kwargs: Any) -> HttpResponse:
        competition = get_competition_for_user(request.user, pk)
        reader = queries.reader_for(request.user, competition.club)
        context = context_of(request, asked(request, competition, reader), **kwargs)
        name = "season_story" if "story" in context else template
        return page(request, f"results/{name}.html", current="competitions", **context)

    return view


def season_context(request: HttpRequest, what: Asked) -> Context:
    """The standing, or with `?entry=` the evenings of one name in it."""
    context = _about(request, what)
    if what.kept_back:
        return context
    standing = what.standing
    summary = standing.summary
    context |= _ranked_by(summary.rule) | {
        "summary": summary,
        "open_evenings": notes.can_change(summary.open_evenings),
    }
    if "entry" in request.GET:
        return context | _story(request, standing)
    query = request.GET.get("q", "").strip()
    pages = Paginator(range(summary.count), ON_A_PAGE)
    this = pages.get_page(request.GET.get("page"))
    return context | {
        "query": query,
        "rows": standing.found(query) if query else standing.page(this.number),
        "pager": None if query else this,
        "all_rows": summary.count,
        "own_rows": standing.rows_at(standing.own()),
        "rule_notes": _rule_notes(summary),
        "records": summary.records,
        "evenings": summary.evenings,
    }


def why_context(request: HttpRequest, what: Asked, entry: int) -> Context:
    """Why somebody has a place."""
    context = _about(request, what)
    if what.kept_back:
        return context
    standing = what.standing
    row = _row(standing, entry)
    found = kept(f"{standing.key}:why:{entry}", lambda: why(standing.listed, row, standing.reader))
    summary = standing.summary
    return (
        context
        | _ranked_by(summary.rule)
        | {
            "row": row,
            "why": found,
            "summary": summary,
            "place": notes.place_among(found),
            "attendance": notes.attendance_note(found),
            "more_shared": notes.more_shared_note(found),
            "rule_notes": _rule_notes(summary),
            "open_evenings": notes.can_change(summary.open_evenings),
            "story_of": what.view.of == Of.ENTRIES,
            "question": notes.why_question(row.line.rank) if row.who.own else "",
        }
    )


def matrix_context(request: HttpRequest, what: Asked) -> Context:
    """Everybody's evenings side by side."""
    context = _about(request, what)
    if what.kept_back:
        return context
    standing = what.standing
    summary = standing.summary
    this = Paginator(range(summary.count), ON_A_PAGE).get_page(request.GET.get("page"))
    matrix = kept(
        f"{standing.key}:matrix:{this.number}",
        lambda: grids.matrix(standing.listed, (this.number - 1) * ON_A_PAGE, ON_A_PAGE),
    )
    return (
        context
        | _ranked_by(summary.rule)
        | {
            "summary": summary,
            "matrix": matrix.seen_by(what.reader),
            "pager": this,
            "open_evenings": notes.can_change(summary.open_evenings),
        }
    )


def cross_context(request: HttpRequest, what: Asked) -> Context:
    """Who met whom; with `?entry=`, or where there are too many for a table, one name at a time."""
    context = _about(request, what)
    if what.kept_back:
        return context
    standing = what.standing
    summary = standing.summary
    context |= {"summary": summary, "pairs": what.competition.kind != Competition.Kind.INDIVIDUAL}
    if "entry" in request.GET:
        row = _row(standing, _number(request.GET["entry"]))
        entry = row.who.entry
        found = kept(f"{standing.key}:met:{entry}", lambda: grids.opponents(standing.listed, entry))
        return context | {"row": row, "opponents": found}
    if summary.count <= grids.MOST_CROSSED:
        cross = kept(f"{standing.key}:cross", lambda: grids.cross(standing.listed))
        return context | {"cross": cross}
    query = request.GET.get("q", "").strip()
    this = Paginator(range(summary.count), ON_A_PAGE).get_page(request.GET.get("page"))
    return context | {
        "query": query,
        "rows": standing.found(query) if query else standing.page(this.number),
        "pager": None if query else this,
        "all_rows": summary.count,
    }


season = desk_page("season", season_context)
season_why = desk_page("season_why", why_context)
season_matrix = desk_page("season_matrix", matrix_context)
season_cross = desk_page("season_cross", cross_context)


# What the pages share -----------------------------------------------------------


def _about(request: HttpRequest, what: Asked) -> Context:
    competition, view, public = what.competition, what.view, what.reader.public
    query = {name: value for name, value in _query(view).items() if value}
    suffix = f"?{urlencode(query)}" if query else ""
    return {
        "public": public,
        "here": "season",
        "club": competition.club,
        "competition": competition,
        "kept_back": what.kept_back,
        "view": view,
        "query_string": suffix,
        "more": f"{suffix}&" if suffix else "?",
        "tabs": _tabs(competition, view),
        "periods": _periods(competition, view),
        "whose": _whose(competition, view),
        "terms": games.terms(competition.get_rules()),
    }


def _query(view: View) -> dict[str, str]:
    return {"title": view.title, "by": view.by, "of": "" if view.of == Of.ENTRIES else view.of}


def _tab(view: View, current: View, label: str) -> dict[str, object]:
    query = {name: value for name, value in _query(view).items() if value}
    return {"url": f"?{urlencode(query)}", "label": label, "current": view == current}


def _tabs(competition: Competition, current: View) -> list[dict[str, object]]:
    """The official standing, the other titles, and the plain sum and average where these are something else."""
    official = competition.get_standing()
    average = _("Average a round") if official.unit == "round" else _("Average an evening")
    plain = {"sum": _("Sum of points"), "average": average}
    own = next((plain[by] for by in PLAIN if queries.plain_rule(official, by) == official), _("Standing"))
    tabs = [_tab(View(of=current.of), current, own)]
    tabs += [_tab(View(title=title, of=current.of), current, title) for title in competition.get_titles()]
    tabs += [
        _tab(View(by=by, of=current.of), current, plain[by])
        for by in PLAIN
        if queries.plain_rule(official, by) != official
    ]
    return tabs


def _periods(competition: Competition, current: View) -> list[dict[str, object]]:
    """The season and each of its periods, of the same names; none for a season without periods."""
    names = periods.names_of(competition.get_standing())
    tabs = [_tab(View(title=name, of=current.of), current, periods.label(name)) for name in names]
    return [_tab(View(of=current.of), current, _("Season")), *tabs] if tabs else []


def _whose(competition: Competition, current: View) -> list[dict[str, object]]:
    """Entries, people and partners, where there is more than one of these."""
    kinds = WHOSE[Competition.Kind(competition.kind)]
    entries = {
        Competition.Kind.INDIVIDUAL: pgettext("standing", "Players"),
        Competition.Kind.PAIRS: pgettext("standing", "Pairs"),
        Competition.Kind.TEAMS: pgettext("standing", "Teams"),
    }
    labels = {
        Of.ENTRIES: entries[Competition.Kind(competition.kind)],
        Of.PEOPLE: pgettext("standing", "Players"),
        Of.PARTNERS: pgettext("standing", "Pairs"),
    }
    return [_tab(replace(current, of=of), current, labels[of]) for of in kinds] if len(kinds) > 1 else []


def _rule_notes(summary: Summary) -> list[str]:
    told = notes.standing_notes(
        summary.rule,
        interim=summary.interim,
        others=summary.others,
        over=summary.over,
        nobody=summary.nobody,
    )
    return [*told, notes.other_average_note()] if summary.two_averages else told


def _ranked_by(rule: StandingRule) -> Context:
    return {
        "rule": rule,
        "by_average": rule.measure == "average",
        "by_match_points": rule.measure == "match_points",
        "choosing": bool(rule.best or rule.drop or rule.periods or rule.last),
        "decimals": rule.decimals,
        "gap_decimals": rule.printed_decimals,
    }


def _story(request: HttpRequest, standing: Standing) -> Context:
    row = _row(standing, _number(request.GET["entry"]))
    entry = row.who.entry
    story, place = kept(
        f"{standing.key}:story:{entry}",
        lambda: (
            stories.season_evenings(standing.listed, entry),
            stories.season_place(standing.listed, entry),
        ),
    )
    return {
        "row": row,
        "story": story,
        "place": notes.place_note(place, standing.summary.rule.printed_decimals),
        "story_of": standing.view.of == Of.ENTRIES,
        "question": notes.why_question(row.line.rank) if row.who.own else "",
    }


def _number(asked: str) -> int:
    """A key out of an address; 404 for anything else."""
    number = whole_number(asked)
    if number is None:
        raise Http404("no such row in this list")
    return number


def _row(standing: Standing, entry: int) -> SeasonRow:
    """The row of somebody, or 404."""
    place = standing.place_of(entry)
    if place is None and standing.view.of == Of.ENTRIES:  # an address of before two turned out to be one
        now = MergedEntry.objects.filter(key=entry, entry__competition=standing.competition).first()
        place = standing.place_of(now.entry_id) if now else None
    if place is None:
        raise Http404("no such row in this list")
    return standing.rows_at([place])[0]
