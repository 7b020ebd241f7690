"""Consequences in the lists: scores, results of evenings, standings under every title, prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from klaverclub.templatetags.figures import figure
from tournaments import prize_words
from tournaments.models import Posting
from tournaments.services import prizes
from tournaments.services.watching import Part, Watcher, list_part, only
from tournaments.standing import periods, queries
from tournaments.standing.notes import kind_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.models import Competition
    from tournaments.services.watching import Look


# Scores ---------------------------------------------------------------------------------------------------


def _scores(competition: Competition, since: int) -> Look:
    """Every score of a round from this evening on, and every row beside it, with the name of who has it.

    A score that somebody decided is the same score as the one of the sheet: one line tells from what to what.
    """
    who = queries.who_is_who(competition, queries.DESK)
    rows = Posting.objects.filter(round__evening__competition=competition, round__evening__number__gte=since)
    columns = ("round__evening__number", "round__number", "entry_id", "board", "kind")
    ordered = rows.order_by(*columns, "pk").values_list(
        *columns, "total", "roem", "pits", "nats", "match_points"
    )
    scores: dict[Any, Any] = {}
    for *key, kind, total, roem, pits, nats, match_points in ordered:
        beside = kind if kind in Posting.BESIDE else ""
        scores.setdefault((*key, beside), [who[key[2]].name]).append(
            (kind, total, roem, pits, nats, match_points)
        )
    return scores


def _tell_scores(before: Look, after: Look) -> Iterator[Part]:
    """First what the sheets say and what is decided instead, then what moves along with it."""
    changed = sorted(key for key in {*before, *after} if before.get(key) != after.get(key))
    own = {*Posting.FROM_SHEET, Posting.Kind.ARBITRARY}
    at_table = [key for key in changed if own & {*_kinds(before.get(key)), *_kinds(after.get(key))}]
    others = [key for key in changed if key not in at_table]
    for title, keys in ((_("Scores"), at_table), (_("Scores that go by those of others"), others)):
        if keys:
            yield Part(title, lines=tuple(_score_line(key, before.get(key), after.get(key)) for key in keys))


def _kinds(rows: list[Any] | None) -> list[str]:
    return [row[0] for row in rows[1:]] if rows else []


def _score_line(key: tuple[Any, ...], before: list[Any] | None, after: list[Any] | None) -> str:
    evening, round_, *_entry = key
    kinds = {*_kinds(before), *_kinds(after)}
    told = {
        "evening": evening,
        "round": round_,
        "name": (before or after or [""])[0],
        "before": _score(before),
        "after": _score(after),
    }
    if len(kinds) > 1:
        told |= {"before": _score_of_kind(before), "after": _score_of_kind(after)}
    elif told["before"] == told["after"]:
        return _("Evening %(evening)s, round %(round)s: %(name)s, other roem, pits or nats.") % told
    if len(kinds) > 1 or kinds == {Posting.Kind.PLAYED}:
        return _("Evening %(evening)s, round %(round)s: %(name)s %(before)s → %(after)s") % told
    told["kind"] = kind_word(kinds.pop())
    return _("Evening %(evening)s, round %(round)s: %(name)s (%(kind)s) %(before)s → %(after)s") % told


def _score(rows: list[Any] | None) -> str:
    """What is given in all; of match points given or taken by hand these, with points only where there are any."""
    if not rows:
        return _("no score")
    points, match_points = (sum(row[at] for row in rows[1:]) for at in (1, 5))
    if not match_points:
        return figure(points)
    text = ngettext("%(count)s match point", "%(count)s match points", abs(match_points))
    told = text % {"count": figure(match_points)}
    return f"{figure(points)}, {told}" if points else told


def _score_of_kind(rows: list[Any] | None) -> str:
    """A score with how it came to be, unless it was simply played."""
    words = [kind_word(kind) for kind in dict.fromkeys(_kinds(rows)) if kind != Posting.Kind.PLAYED]
    return f"{_score(rows)} ({', '.join(words)})" if words else _score(rows)


# Lists ----------------------------------------------------------------------------------------------------


def _evenings(competition: Competition, since: int) -> Look:
    """The ranks and totals of every evening from this one on."""
    season = queries.season_list(competition, queries.DESK)
    played = sorted(evening.number for evening in (*season.evenings, *season.others))
    return {
        (number, line.entry): (season.who[line.entry].name, line.rank, line.total)
        for number in played
        if number >= since
        for line in season.results[number].lines
        if queries.counts(line)
    }


def _tell_evenings(before: Look, after: Look) -> Iterator[Part]:
    for number in sorted({key[0] for key in {**before, **after}}):
        title = _("Result of evening %(number)s") % {"number": number}
        yield from list_part(title, only(before, number), only(after, number), 0)


def _standings(competition: Competition, since: int) -> Look:
    """Ranks and values under every title, by its name ("" is the official one) and number of decimals."""
    lists = {}
    for title in ("", *competition.get_titles()):
        season = queries.season_list(competition, queries.DESK, title=title)
        decimals = season.rule.printed_decimals
        for entry, rank, value in season.table.lines.ranked_values():
            lists[(title, decimals), entry] = (season.who[entry].name, rank, value)
    return lists


def _tell_standings(before: Look, after: Look) -> Iterator[Part]:
    for title, decimals in dict.fromkeys(key[0] for key in {**before, **after}):
        heading = _("Standing: %(title)s") % {"title": title} if title else _("Standing")
        key = (title, decimals)
        yield from list_part(heading, only(before, key), only(after, key), decimals)


# Prizes ---------------------------------------------------------------------------------------------------


def _prizes(competition: Competition, since: int) -> Look:
    """Who wins what on the evenings from this one on, and in the season, its periods and titles."""
    evenings = list(competition.evenings.filter(number__gte=since).order_by("number"))
    for evening in evenings:
        evening.competition = competition
    won = prizes.current_awards(competition, evenings)
    who = queries.who_is_who(competition, queries.DESK) if won else {}
    return {key: (who[key[4]].name, *worth) for key, worth in sorted(won.items())}


def _tell_prizes(before: Look, after: Look) -> Iterator[Part]:
    """A line for every prize that goes to somebody else or becomes another one."""
    places = sorted({key[:4] for key in {*before, *after}}, key=lambda place: (place[0] != "evening", *place))
    lines = []
    for place in places:
        then, now = (
            {key[4]: won for key, won in look.items() if key[:4] == place} for look in (before, after)
        )
        if then != now:
            of, number, by, rank = place
            own = _("Evening %(number)s") % {"number": number} if of == "evening" else periods.label(number)
            event = own or _("Season")
            label = prize_words.label(by, rank)
            lines.append(f"{event}, {label}: {_winners(then)} → {_winners(now)}")
    yield Part(_("Prizes"), lines=tuple(lines))


def _winners(won: Look) -> str:
    named = (f"{name} ({prize_words.won(cents, goods)})" for name, cents, goods in won.values())
    return ", ".join(named) or _("nobody")


WATCHERS = (
    Watcher("scores", _scores, _tell_scores),
    Watcher("evenings", _evenings, _tell_evenings),
    Watcher("standings", _standings, _tell_standings),
    Watcher("prizes", _prizes, _tell_prizes),
)
