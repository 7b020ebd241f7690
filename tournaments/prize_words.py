"""Prizes in the words of the reader: what is won, for what, and with how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from klaverclub.templatetags.figures import figure
from tournaments.prizes import money
from tournaments.standing import periods
from tournaments.standing.notes import translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.prizes import PrizePlan
    from tournaments.standing.rules import StandingRule

FIRST = {
    "place": gettext_noop("Place %(place)s"),
    "last": gettext_noop("Poedel"),
    "pits": gettext_noop("Most pits"),
    "roem": gettext_noop("Most roem"),
    "best_round": gettext_noop("Highest round"),
    "worst_round": gettext_noop("Lowest round"),
    "fewest_nats": gettext_noop("Fewest nats"),
}
LATER = {
    "last": gettext_noop("%(place)s from below"),
    "pits": gettext_noop("Most pits, no. %(place)s"),
    "roem": gettext_noop("Most roem, no. %(place)s"),
    "best_round": gettext_noop("Highest round, no. %(place)s"),
    "worst_round": gettext_noop("Lowest round, no. %(place)s"),
    "fewest_nats": gettext_noop("Fewest nats, no. %(place)s"),
}


def mark() -> str:
    """What stands before the cents in the active language."""
    return str(formats.get_format("DECIMAL_SEPARATOR"))


def amount(cents: int) -> str:
    """750 as "€ 7,50" in Dutch; empty for nothing."""
    return money(cents, mark()) if cents else ""


def label(by: str, place: int) -> str:
    """What a prize is given for: "Place 3", "Most pits", "Most pits, no. 2"."""
    text = FIRST[by] if by == "place" or place == 1 else LATER[by]
    return _(text) % {"place": place}


def made(by: str, value: object, rule: StandingRule | None = None) -> str:
    """What it was won with: "5 012 points", "3 pits". `rule` of a season says in what and how exactly."""
    if by == "pits":
        return ngettext("%(count)s pit", "%(count)s pits", value) % {"count": value}
    if by == "fewest_nats":
        return ngettext("%(count)s nat", "%(count)s nats", value) % {"count": value}
    if by == "roem":
        return _("%(points)s roem") % {"points": figure(value)}
    if by in ("best_round", "worst_round") or rule is None or rule.measure == "sum":
        return _("%(points)s points") % {"points": figure(value)}
    if rule.measure == "match_points":
        return _("%(points)s match points") % {"points": figure(value)}
    return _("%(points)s on average") % {"points": figure(value, rule.printed_decimals)}


def goods(names: Sequence[str]) -> str:
    """The same thing twice is "2 × worst"."""
    counted = {name: names.count(name) for name in names}
    return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in counted.items())


def won(cents: int, names: Sequence[str], shared: Sequence[str] = ()) -> str:
    """The prize itself; what is no money is won together with the others of `shared`."""
    text = goods(names)
    if text and len(shared) > 2:
        text = _("%(goods)s (shared by %(count)s)") % {"goods": text, "count": len(shared) + 1}
    elif text and shared:
        text = _("%(goods)s (together with %(names)s)") % {"goods": text, "names": ", ".join(shared)}
    return " + ".join(filter(None, (text, amount(cents))))


def won_by_all(shares: Sequence[tuple[str, int]], names: Sequence[str], *, together: bool) -> str:
    """What equals win: (name, cents) of each, and the goods, of each or all `together`."""
    text = goods(names)
    if text:
        text = (_("%(prize)s together") if together else _("%(prize)s each")) % {"prize": text}
    if len({cents for _name, cents in shares}) == 1:
        each = shares[0][1]
        paid = _("%(prize)s each") % {"prize": amount(each)} if each else ""
    else:
        paid = ", ".join(f"{name} {amount(cents)}" for name, cents in shares)
    return " + ".join(filter(None, (text, paid)))


def plan_lines(plan: PrizePlan, what: str, title: str = "") -> list[str]:
    """The prizes of an "evening", the "season", each "period" or the "title" of this name in sentences."""
    return [translated(sentence) for sentence in plan.sentences(what, title, mark())]


def list_title(standing: str) -> str:
    """What the list of prizes by a standing is called: of the season (""), a period or a title."""
    if not standing:
        return _("Prizes of the season")
    return _("Prizes: %(title)s") % {"title": periods.label(standing)}
