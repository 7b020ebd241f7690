"""A standing rule in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tournaments.sentences import Sentence, counted, gettext_noop, ngettext_noop

if TYPE_CHECKING:
    from tournaments.standing.rules import StandingRule

_ALL = {
    ("sum", "round"): gettext_noop("The standing is the sum of all points."),
    ("sum", "evening"): gettext_noop("The standing is the sum of all points."),
    ("average", "round"): gettext_noop("The standing is the average number of points per round."),
    ("average", "evening"): gettext_noop("The standing is the average number of points per evening."),
    ("match_points", "round"): gettext_noop("The standing is the sum of all match points."),
    ("match_points", "evening"): gettext_noop("The standing is the sum of all match points."),
}
_BEST = {
    ("sum", "round"): ngettext_noop(
        "The standing is the best round.", "The standing is the sum of the best %(best)s rounds."
    ),
    ("sum", "evening"): ngettext_noop(
        "The standing is the best evening.", "The standing is the sum of the best %(best)s evenings."
    ),
    ("average", "round"): ngettext_noop(
        "The standing is the average over the best round.",
        "The standing is the average of the best %(best)s rounds.",
    ),
    ("average", "evening"): ngettext_noop(
        "The standing is the average over the best evening.",
        "The standing is the average of the best %(best)s evenings.",
    ),
    ("match_points", "round"): ngettext_noop(
        "The standing is the match points of the best round.",
        "The standing is the sum of the match points of the best %(best)s rounds.",
    ),
    ("match_points", "evening"): ngettext_noop(
        "The standing is the match points of the best evening.",
        "The standing is the sum of the match points of the best %(best)s evenings.",
    ),
}
_PERIOD_BEST = {
    ("sum", "round"): ngettext_noop(
        "The result of a period is its best round.",
        "The result of a period is the sum of its best %(best)s rounds.",
    ),
    ("sum", "evening"): ngettext_noop(
        "The result of a period is its best evening.",
        "The result of a period is the sum of its best %(best)s evenings.",
    ),
    ("average", "round"): ngettext_noop(
        "The result of a period is the average over its best round.",
        "The result of a period is the average of its best %(best)s rounds.",
    ),
    ("average", "evening"): ngettext_noop(
        "The result of a period is the average over its best evening.",
        "The result of a period is the average of its best %(best)s evenings.",
    ),
    ("match_points", "round"): ngettext_noop(
        "The result of a period is the match points of its best round.",
        "The result of a period is the sum of the match points of its best %(best)s rounds.",
    ),
    ("match_points", "evening"): ngettext_noop(
        "The result of a period is the match points of its best evening.",
        "The result of a period is the sum of the match points of its best %(best)s evenings.",
    ),
}
_PERIOD_ALL = {
    ("sum", "round"): gettext_noop("The result of a period is the sum of all its points."),
    ("sum", "evening"): gettext_noop("The result of a period is the sum of all its points."),
    ("average", "round"): gettext_noop("The result of a period is its average per round."),
    ("average", "evening"): gettext_noop("The result of a period is its average per evening."),
    ("match_points", "round"): gettext_noop("The result of a period is the sum of its match points."),
    ("match_points", "evening"): gettext_noop("The result of a period is the sum of its match points."),
}
_DROP = {
    ("round", False): ngettext_noop(
        "The lowest round is dropped; a round missed is dropped first.",
        "The lowest %(drop)s rounds are dropped; a round missed is dropped first.",
    ),
    ("evening", False): ngettext_noop(
        "The lowest evening is dropped; an evening missed is dropped first.",
        "The lowest %(drop)s evenings are dropped; an evening missed is dropped first.",
    ),
    ("round", True): ngettext_noop(
        "In each period the lowest round is dropped; a round missed is dropped first.",
        "In each period the lowest %(drop)s rounds are dropped; a round missed is dropped first.",
    ),
    ("evening", True): ngettext_noop(
        "In each period the lowest evening is dropped; an evening missed is dropped first.",
        "In each period the lowest %(drop)s evenings are dropped; an evening missed is dropped first.",
    ),
}
"""By the unit, and whether there are periods."""
_UNDROPPABLE = {
    "excused": gettext_noop("Absence with notice cannot be dropped: it takes one of the places that count."),
    "absent": gettext_noop(
        "Absence without notice cannot be dropped: it takes one of the places that count."
    ),
    "late": gettext_noop("Coming late cannot be dropped: it takes one of the places that count."),
    "left": gettext_noop("Leaving early cannot be dropped: it takes one of the places that count."),
    "sit_out": gettext_noop("Sitting out cannot be dropped: it takes one of the places that count."),
}
"""Where the best of a number count."""
_NEVER_DROPPED = {
    "excused": gettext_noop("Absence with notice is never dropped: something else is dropped instead."),
    "absent": gettext_noop("Absence without notice is never dropped: something else is dropped instead."),
    "late": gettext_noop("Coming late is never dropped: something else is dropped instead."),
    "left": gettext_noop("Leaving early is never dropped: something else is dropped instead."),
    "sit_out": gettext_noop("Sitting out is never dropped: something else is dropped instead."),
}
"""Where the lowest of a number are dropped."""
CRITERIA = {
    "head_to_head": gettext_noop("the result of the rounds against each other, when all of them have met"),
    "wins": gettext_noop("most rounds won"),
    "pits": gettext_noop("most pits"),
    "nats": gettext_noop("fewest nats"),
    "roem": gettext_noop("most roem"),
    "best_round": gettext_noop("the best round"),
    "best_evening": gettext_noop("the best evening"),
    "lot": gettext_noop("a lot, drawn once and kept"),
}
"""What breaks ties, to stand after "1." and in other sentences."""
_TIES = {
    "head_to_head": gettext_noop(
        "Equal results, step %(step)s: the result of the rounds against each other, when all of them have met."
    ),
    "wins": gettext_noop("Equal results, step %(step)s: most rounds won."),
    "pits": gettext_noop("Equal results, step %(step)s: most pits."),
    "nats": gettext_noop("Equal results, step %(step)s: fewest nats."),
    "roem": gettext_noop("Equal results, step %(step)s: most roem."),
    "best_round": gettext_noop("Equal results, step %(step)s: the best round."),
    "best_evening": gettext_noop("Equal results, step %(step)s: the best evening."),
    "lot": gettext_noop("Equal results, step %(step)s: a lot, drawn once and kept."),
}


REACHABLE = Sentence(gettext_noop("As long as somebody can still reach that, he is ranked as if he had."))
"""Of a minimum attendance; it says nothing any more once the season is over."""


def sentences(rule: StandingRule) -> list[Sentence]:
    """The rule in the order in which one tells it: what counts, what does not, who is ranked, what breaks ties."""
    return [*_what_counts(rule), *_match(rule), *_who(rule), *_ties(rule)]


def _what_counts(rule: StandingRule) -> Iterator[Sentence]:
    key = (rule.measure, rule.unit)
    if rule.periods:
        yield from _periods(rule)
    else:
        yield counted(_BEST[key], rule.best, best=rule.best) if rule.best else Sentence(_ALL[key])
    if rule.drop:
        yield counted(_DROP[rule.unit, bool(rule.periods)], rule.drop, drop=rule.drop)
    if rule.best or rule.drop:
        kept = _UNDROPPABLE if rule.best else _NEVER_DROPPED
        for kind in rule.undroppable:
            yield Sentence(kept[kind])
    if rule.last:
        texts = ngettext_noop(
            "Only the last evening that somebody attended counts.",
            "Only the last %(last)s evenings that somebody attended count.",
        )
        yield counted(texts, rule.last, last=rule.last)
    if rule.all_evenings:
        yield Sentence(gettext_noop("Evenings that do not count for the official standing count here too."))
    if rule.interim == "sum" and rule.chooses:
        text = gettext_noop(
            "Until the season is over everything counts: the interim standing is a plain sum."
        )
        yield Sentence(text)
    if rule.measure == "average":
        text = gettext_noop("Decimals of an average in print: %(decimals)s. Ranks follow the exact value.")
        yield Sentence(text, {"decimals": rule.decimals})


def _periods(rule: StandingRule) -> Iterator[Sentence]:
    key = (rule.measure, rule.unit)
    spans = ", ".join(f"{period.first}–{period.last}" for period in rule.periods)
    yield Sentence(gettext_noop("The season has periods of these evenings: %(spans)s."), {"spans": spans})
    yield (counted(_PERIOD_BEST[key], rule.best, best=rule.best) if rule.best else Sentence(_PERIOD_ALL[key]))
    average = rule.measure == "average"
    if rule.best_periods:
        texts = (
            ngettext_noop(
                "The standing is the average over the best of %(periods)s periods.",
                "The standing is the average of the results of the best %(best)s of %(periods)s periods.",
            )
            if average
            else ngettext_noop(
                "The standing is the result of the best of %(periods)s periods.",
                "The standing is the sum of the results of the best %(best)s of %(periods)s periods.",
            )
        )
        yield counted(texts, rule.best_periods, best=rule.best_periods, periods=len(rule.periods))
    else:
        text = (
            gettext_noop("The standing is the average of the results of all periods.")
            if average
            else gettext_noop("The standing is the sum of the results of all periods.")
        )
        yield Sentence(text)


def _match(rule: StandingRule) -> Iterator[Sentence]:
    if rule.measure != "match_points":
        return
    match = rule.match
    text = gettext_noop(
        "Match points of a round: %(win)s for a win, %(draw)s for a draw, %(loss)s for a loss."
    )
    yield Sentence(text, {"win": match.win, "draw": match.draw, "loss": match.loss})
    for band in match.bands:
        texts = ngettext_noop(
            "With a difference of %(margin)s point or more: %(win)s for a win, %(loss)s for a loss.",
            "With a difference of %(margin)s points or more: %(win)s for a win, %(loss)s for a loss.",
        )
        yield counted(texts, band.margin, margin=band.margin, win=band.win, loss=band.loss)
    if match.most_an_evening:
        text = gettext_noop("The most match points that can be won on one evening: %(most)s.")
        yield Sentence(text, {"most": match.most_an_evening})


def _who(rule: StandingRule) -> Iterator[Sentence]:
    minimum = {
        ("evening", "unranked"): ngettext_noop(
            "To be ranked one attends at least %(evenings)s evening.",
            "To be ranked one attends at least %(evenings)s evenings.",
        ),
        ("round", "unranked"): ngettext_noop(
            "To be ranked one plays at least %(evenings)s round.",
            "To be ranked one plays at least %(evenings)s rounds.",
        ),
        ("evening", "last"): ngettext_noop(
            "Who attends fewer than %(evenings)s evening comes after everybody else.",
            "Who attends fewer than %(evenings)s evenings comes after everybody else.",
        ),
        ("round", "last"): ngettext_noop(
            "Who plays fewer than %(evenings)s round comes after everybody else.",
            "Who plays fewer than %(evenings)s rounds comes after everybody else.",
        ),
    }
    if rule.minimum_attendance:
        texts = minimum[rule.minimum_unit, rule.below_minimum]
        yield counted(texts, rule.minimum_attendance, evenings=rule.minimum_attendance)
        yield REACHABLE
    ranked = gettext_noop("Guests are ranked like members.")
    shown = gettext_noop("Guests are shown but not ranked.")
    yield Sentence(ranked if rule.guests_ranked else shown)


def _ties(rule: StandingRule) -> Iterator[Sentence]:
    for step, criterion in enumerate(rule.ties, start=1):
        yield Sentence(_TIES[criterion], {"step": step})
    if not rule.ties:
        yield Sentence(gettext_noop("Equal results share a rank."))
    elif rule.ties[-1] != "lot":
        yield Sentence(gettext_noop("What is still equal after that shares a rank."))
