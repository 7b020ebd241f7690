"""A league in words: how good its calendar is, what could not be kept, what put one above another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from klaverclub.templatetags.figures import signed
from tournaments.in_words import translated
from tournaments.pairing.leagues import tie_word

if TYPE_CHECKING:
    import datetime
    from collections.abc import Mapping, Sequence

    from tournaments.league_scores import ByHand
    from tournaments.models import Division, Venue
    from tournaments.pairing import leagues
    from tournaments.standing.queries import Who


def round_name(last: int, part: str = "main") -> str:
    """What a round of a knock-out is called, by how many are left in it."""
    if part == "third":
        return _("Third place")
    names = {2: _("Final"), 4: _("Semi-finals"), 8: _("Quarter-finals")}
    name = names.get(last) or _("Last %(count)s") % {"count": last}
    return name if part == "main" else _("Consolation: %(round)s") % {"round": name[:1].lower() + name[1:]}


def origin_in_words(origin: str) -> str:
    """ "W3" as "winner of match 3"."""
    words = _("winner of match %(number)s") if origin.startswith("W") else _("loser of match %(number)s")
    return words % {"number": origin[1:]}


def quality_in_words(
    quality: leagues.Quality, division: Division, entries: int, *, proven: bool
) -> list[str]:
    """What the figures of a calendar mean."""
    fewest = 0 if entries % 2 else entries - 2
    breaks = ngettext(
        "Twice in a row at home or away: %(count)s time.",
        "Twice in a row at home or away: %(count)s times.",
        quality.breaks,
    ) % {"count": quality.breaks}
    if division.legs == 1 and quality.breaks == fewest:
        breaks += " " + _("Fewer is not possible.")
    words = [
        breaks,
        _("Nobody plays more than %(count)s in a row at home or away.") % {"count": quality.run},
        _("Home and away are equal for everybody.")
        if quality.imbalance == 0
        else _("Home and away differ by %(count)s at most.") % {"count": quality.imbalance},
    ]
    if quality.troubles and proven:
        words.append(
            _("No other calendar of this kind keeps more of the venues, dates and wishes: that is proven.")
        )
    elif quality.troubles:
        words.append(_("A better calendar may exist: the search ended before it was proven."))
    return words


def trouble_in_words(trouble: leagues.Trouble, who: Mapping[int, Who], venues: Mapping[int, Venue]) -> str:
    """What could not be kept, where and when."""
    names = [who[entry].name for entry in trouble.entries]
    day = trouble.match_day
    when = _short(trouble.date) if trouble.date else _("match day %(day)s") % {"day": day}
    if trouble.kind == "venue":
        venue = venues[trouble.venue] if trouble.venue is not None else None
        return ngettext(
            "%(when)s: %(count)s matches at %(venue)s, which has %(tables)s table (at home: %(names)s).",
            "%(when)s: %(count)s matches at %(venue)s, which has %(tables)s tables (at home: %(names)s).",
            venue.tables or 0 if venue else 0,
        ) % {
            "when": when,
            "count": len(names),
            "venue": venue,
            "tables": venue.tables if venue else 0,
            "names": ", ".join(names),
        }
    if trouble.kind == "blocked":
        return _("%(when)s: %(name)s cannot play (against %(other)s).") % {
            "when": when,
            "name": names[0],
            "other": names[1],
        }
    if trouble.kind == "twice":
        return _("%(when)s: %(name)s plays twice.") % {"when": when, "name": names[0]}
    if trouble.kind == "home":
        return _("Wish not kept: %(name)s at home on match day %(day)s.") % {"name": names[0], "day": day}
    return _("Wish not kept: %(name)s against %(other)s on match day %(day)s.") % {
        "name": names[0],
        "other": names[1],
        "day": day,
    }


def transfers_in_words(rule: leagues.TransferRule) -> list[str]:
    """When somebody may go to another team; of the usual rule there is nothing to say."""
    words = [translated(sentence) for sentence in rule.sentences()]
    if rule.allowed and rule.until:
        day = formats.date_format(rule.until, "j F Y")
        words.insert(0, _("Somebody begins for another team on %(day)s at the latest.") % {"day": day})
    return words


def _short(day: datetime.date) -> str:
    return formats.date_format(day, "j F")


def deciders(rows: Sequence[tuple[leagues.Line, Who]], lots: Sequence[Mapping[str, Any]]) -> list[str]:
    """Where equal points do not mean an equal place: what put the one above the next."""
    words = []
    for at, (line, who) in enumerate(rows):
        unplayed = not line.played and line.decided != "decided"
        if unplayed or line.decided in ("", "points", "equal"):
            continue
        names = {"one": who.name, "other": rows[at + 1][1].name}
        if line.decided == "decided":
            both = {line.entry, rows[at + 1][0].entry}
            lot = next(lot for lot in reversed(lots) if both <= set(lot["entries"]))
            words.append(_lot_in_words(lot, names))
        else:
            reason = _(tie_word(line.decided))
            words.append(_("%(one)s stands above %(other)s by %(reason)s.") % {**names, "reason": reason})
    return words


def _lot_in_words(lot: Mapping[str, Any], names: Mapping[str, str]) -> str:
    by_lot = _("%(one)s stands above %(other)s by lot (number %(seed)s): %(why)s")
    by_choice = _("%(one)s stands above %(other)s by decision of the organiser: %(why)s")
    said = by_choice if lot["seed"] is None else by_lot
    return said % {**names, "seed": lot["seed"], "why": lot["reason"]}


def by_hand_in_words(given: ByHand, name: str, *, public: bool) -> str:
    """What the organiser gave or took, on which evening and why; the reason is for the club alone, as with matches."""
    parts = []
    if given.match_points:
        text = ngettext("%(count)s match point", "%(count)s match points", abs(given.match_points))
        parts.append(text % {"count": signed(given.match_points)})
    if given.points:
        text = ngettext("%(count)s point", "%(count)s points", abs(given.points))
        parts.append(text % {"count": signed(given.points)})
    return _("%(name)s: %(what)s (evening %(evening)s), %(why)s.") % {
        "name": name,
        "what": ", ".join(parts),
        "evening": given.evening,
        "why": _("decided by the organiser") if public else given.reason,
    }
