"""An erratum in the words of the reader, with the names that he may read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from klaverclub.templatetags.figures import figure
from tournaments import errata, prize_words

Content = Mapping[str, Any]
Named = Callable[[Mapping[str, Any]], str]
"""The name that is shown for a line or a change."""


def sentences(changes: list[dict[str, Any]], content: Content, named: Named) -> list[str]:
    """A sentence for every change; `content` is that of the later publication."""
    return [_TOLD[change["what"]](change, content, named) for change in changes]


def _rule(change: Mapping[str, Any], _content: Content, _named: Named) -> str:
    language = get_language() or ""
    before, after = (" ".join(side.get(language, [])) for side in (change["before"], change["after"]))
    return _("The rule was: %(before)s It is now: %(after)s") % {"before": before, "after": after}


def _line(change: Mapping[str, Any], content: Content, named: Named) -> str:
    name = named(change)
    if change["how"] == "new":
        return _("%(name)s is new in the list, %(rank)s.") % {
            "name": name,
            "rank": _rank(change["rank"][1]),
        }
    if change["how"] == "gone":
        return _("%(name)s is no longer in the list, and was %(rank)s.") % {
            "name": name,
            "rank": _rank(change["rank"][0]),
        }
    parts = []
    if change["rank"]:
        before, after = map(_rank, change["rank"])
        parts.append(_("%(before)s → %(after)s") % {"before": before, "after": after})
    if change["value"]:
        measures = change.get("measures") or [errata.measure_of(content)] * 2
        before, after = map(value_of, measures, change["value"])
        parts.append(_("%(before)s → %(after)s") % {"before": before, "after": after})
    parts += [_cell(content, *cell) for cell in change["cells"]]
    return f"{name}: {'; '.join(parts)}."


def _rank(rank: int | None) -> str:
    return _("place %(rank)s") % {"rank": rank} if rank else _("not ranked")


def _cell(content: Content, number: int, before: int | None, after: int | None) -> str:
    text = _("round %(number)s: %(before)s → %(after)s")
    if content["kind"] == "standing":
        text = _("evening %(number)s: %(before)s → %(after)s")
    if content["kind"] == "division" and number > 0:
        text = _("match %(number)s: %(before)s → %(after)s")
    elif content["kind"] == "division":
        number, text = -number, _("by hand on evening %(number)s: %(before)s → %(after)s")
    return text % {"number": number, "before": figure(before), "after": figure(after)}


def value_of(measure: Mapping[str, Any], value: str | None) -> str:
    """What a list ranks, as it prints it: "5 012 points". `measure` is `errata.measure_of` its content."""
    if value is None:
        return "–"
    number = Fraction(value)
    if measure.get("counts") == "matches" or measure.get("measure") == "match_points":
        return _("%(points)s match points") % {"points": figure(number)}
    if measure.get("measure") == "average":
        return _("%(points)s on average") % {"points": figure(number, measure["decimals"])}
    return _("%(points)s points") % {"points": figure(number)}


def _prize(change: Mapping[str, Any], _content: Content, named: Named) -> str:
    before, after = _worth(change["before"]), _worth(change["after"])
    parts = []
    if before != after:
        parts.append(_("%(before)s → %(after)s") % {"before": before, "after": after})
    if "value" in change:
        parts.append(_result(change))
    return _("%(label)s, %(name)s: %(changes)s.") % {
        "label": prize_words.label(change["by"], change["place"]),
        "name": named(change),
        "changes": "; ".join(parts),
    }


def _result(change: Mapping[str, Any]) -> str:
    """With what a prize is won, before and after."""
    if change["by"] not in ("place", "last"):
        before, after = (prize_words.made(change["by"], int(value)) for value in change["value"])
    elif {} in change["measures"]:  # it was not kept by what rule: never tell a sum as an average
        return _("with another result")
    else:
        before, after = map(value_of, change["measures"], change["value"])
    return _("%(before)s → %(after)s") % {"before": before, "after": after}


def _evening(change: Mapping[str, Any], _content: Content, _named: Named) -> str:
    if change["how"] == "gone":
        return _("Evening %(number)s does not count any more.") % {"number": change["number"]}
    return _("Evening %(number)s counts now.") % {"number": change["number"]}


def _span(change: Mapping[str, Any], _content: Content, _named: Named) -> str:
    numbers = ", ".join(map(str, change["evenings"]))
    text = ngettext(
        "The standing over evening %(numbers)s alone, as it was published and as it is now:",
        "The standing over the evenings %(numbers)s alone, as it was published and as it is now:",
        len(change["evenings"]),
    )
    return text % {"numbers": numbers}


def _worth(worth: Mapping[str, Any] | None) -> str:
    return _("no prize") if worth is None else prize_words.won(worth["cents"], worth["goods"])


def _name(change: Mapping[str, Any], _content: Content, named: Named) -> str:
    if named(change) != change["name"]:  # who may not read the one name may not read the other
        return _("%(name)s is written otherwise.") % {"name": named(change)}
    return _("%(before)s is written %(after)s.") % {"before": change["before"], "after": change["after"]}


def _match(change: Mapping[str, Any], _content: Content, named: Named) -> str:
    before, after = (_told_match(change[side], named) for side in ("before", "after"))
    return _("Match %(number)s was: %(before)s. It is now: %(after)s.") % {
        "number": change["match"],
        "before": before,
        "after": after,
    }


def _told_match(line: Mapping[str, Any] | None, named: Named) -> str:
    """ "A – B 1 000 – 900, A goes on", as far as it is known."""
    if line is None:
        return _("not in the knock-out")
    sides = [line["home"], line["away"]]
    words = " – ".join(named(side) if side else _("open") for side in sides)
    if None not in line["score"]:
        words += " " + " – ".join(map(figure, line["score"]))
    winner = next((side for side in sides if side and side["entry"] == line["winner"]), None)
    return _("%(match)s, %(name)s goes on") % {"match": words, "name": named(winner)} if winner else words


_TOLD: dict[str, Callable[[Mapping[str, Any], Content, Named], str]] = {
    "rule": _rule,
    "evening": _evening,
    "span": _span,
    "line": _line,
    "prize": _prize,
    "name": _name,
    "match": _match,
}


def in_short(changes: list[dict[str, Any]]) -> str:
    """How much an erratum lists."""
    return ngettext("%(count)s change", "%(count)s changes", len(changes)) % {"count": len(changes)}
