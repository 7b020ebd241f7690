"""A standing rule in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tournaments.sentences import Sentence, gettext_noop

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
    ("sum", "round"): gettext_noop("The standing is the sum of the best %(best)s rounds."),
    ("sum", "evening"): gettext_noop("The standing is the sum of the best %(best)s evenings."),
    ("average", "round"): gettext_noop("The standing is the average of the best %(best)s rounds."),
    ("average", "evening"): gettext_noop("The standing is the average of the best %(best)s evenings."),
    ("match_points", "round"): gettext_noop(
        "The standing is the sum of the match points of the best %(best)s rounds."
    ),
    ("match_points", "evening"): gettext_noop(
        "The standing is the sum of the match points of the best %(best)s evenings."
    ),
}
_PERIOD_BEST = {
    ("sum", "round"): gettext_noop("The result of a period is the sum of its best %(best)s rounds."),
    ("sum", "evening"): gettext_noop("The result of a period is the sum of its best %(best)s evenings."),
    ("average", "round"): gettext_noop("The result of a period is the average of its best %(best)s rounds."),
    ("average", "evening"): gettext_noop(
        "The result of a period is the average of its best %(best)s evenings."
    ),
    ("match_points", "round"): gettext_noop(
        "The result of a period is the sum of the match points of its best %(best)s rounds."
    ),
    ("match_points", "evening"): gettext_noop(
        "The result of a period is the sum of the match points of its best %(best)s evenings."
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
    "round": gettext_noop("Rounds dropped, the lowest: %(drop)s. A round missed is dropped first."),
    "evening": gettext_noop("Evenings dropped, the lowest: %(drop)s. An evening missed is dropped first."),
}
_UNDROPPABLE = {
    "excused": gettext_noop("Absence with notice cannot be dropped: it takes one of the places that count."),
    "absent": gettext_noop(
        "Absence without notice cannot be dropped: it takes one of the places that count."
    ),
    "late": gettext_noop("Coming late cannot be dropped: it takes one of the places that count."),
    "left": gettext_noop("Leaving early cannot be dropped: it takes one of the places that count."),
    "sit_out": gettext_noop("Sitting out cannot be dropped: it takes one of the places that count."),
}
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


def sentences(rule: StandingRule) -> list[Sentence]:
    """The rule in the order in which one tells it: what counts, what does not, who is ranked, what breaks ties."""
    return [*_what_counts(rule), *_match(rule), *_who(rule), *_ties(rule)]


def _what_counts(rule: StandingRule) -> Iterator[Sentence]:
    key = (rule.measure, rule.unit)
    best = {"best": rule.best}
    if rule.periods:
        yield from _periods(rule)
    else:
        yield Sentence(_BEST[key], best) if rule.best else Sentence(_ALL[key])
    if rule.drop:
        yield Sentence(_DROP[rule.unit], {"drop": rule.drop})
    if rule.best or rule.drop:
        for kind in rule.undroppable:
            yield Sentence(_UNDROPPABLE[kind])
    if rule.last:
        text = gettext_noop("Evenings that count, the last that somebody attended: %(last)s.")
        yield Sentence(text, {"last": rule.last})
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
    yield Sentence(_PERIOD_BEST[key], {"best": rule.best}) if rule.best else Sentence(_PERIOD_ALL[key])
    average = rule.measure == "average"
    if rule.best_periods:
        text = (
            gettext_noop(
                "The standing is the average of the results of the best %(best)s of %(periods)s periods."
            )
            if average
            else gettext_noop(
                "The standing is the sum of the results of the best %(best)s of %(periods)s periods."
            )
        )
        yield Sentence(text, {"best": rule.best_periods, "periods": len(rule.periods)})
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
        text = gettext_noop(
            "With a difference of %(margin)s points or more: %(win)s for a win, %(loss)s for a loss."
        )
        yield Sentence(text, {"margin": band.margin, "win": band.win, "loss": band.loss})
    if match.most_an_evening:
        text = gettext_noop("The most match points that can be won on one evening: %(most)s.")
        yield Sentence(text, {"most": match.most_an_evening})


def _who(rule: StandingRule) -> Iterator[Sentence]:
    minimum = {
        ("evening", "unranked"): gettext_noop("To be ranked one attends at least %(evenings)s evenings."),
        ("round", "unranked"): gettext_noop("To be ranked one plays at least %(evenings)s rounds."),
        ("evening", "last"): gettext_noop(
            "Who attends fewer than %(evenings)s evenings comes after everybody else."
        ),
        ("round", "last"): gettext_noop(
            "Who plays fewer than %(evenings)s rounds comes after everybody else."
        ),
    }
    if rule.minimum_attendance:
        text = minimum[rule.minimum_unit, rule.below_minimum]
        yield Sentence(text, {"evenings": rule.minimum_attendance})
        yield Sentence(gettext_noop("As long as somebody can still reach that, he is ranked as if he had."))
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
