"""Why a standing rule cannot be, in sentences: values out of range, contradictions, what the season does not have."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tournaments.sentences import RuleError, gettext_noop

if TYPE_CHECKING:
    from tournaments.standing.rules import MatchPoints, Period, StandingRule


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    if value not in choices:
        raise RuleError(
            gettext_noop("“%(field)s” is one of %(choices)s, not “%(value)s”."),
            field=name,
            choices=", ".join(choices),
            value=value,
        )


def check_number(name: str, value: object, most: int, least: int = 0) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RuleError(
            gettext_noop("“%(field)s” is a whole number from %(least)s to %(most)s, not %(value)s.")
            if least
            else gettext_noop("“%(field)s” is a whole number from 0 to %(most)s, not %(value)s."),
            field=name,
            least=least,
            most=most,
            value=value,
        )


def check_words(name: str, words: object, choices: Sequence[str]) -> None:
    """A tuple of different words out of `choices`."""
    if not isinstance(words, tuple):
        raise RuleError(gettext_noop("“%(field)s” of a standing rule cannot be read."), field=name)
    for word in words:
        check_choice(name, word, choices)
    for word in words:
        if words.count(word) > 1:
            raise RuleError(
                gettext_noop("“%(value)s” stands more than once in “%(field)s”."), value=word, field=name
            )


def check_periods(periods: object, most: int) -> None:
    if not isinstance(periods, tuple):
        raise RuleError(gettext_noop("“%(field)s” of a standing rule cannot be read."), field="periods")
    for period in periods:
        check_number("first", period.first, most, 1)
        check_number("last", period.last, most, 1)
        if period.first > period.last:
            raise RuleError(
                gettext_noop("A period from evening %(first)s to %(last)s ends before it begins."),
                first=period.first,
                last=period.last,
            )
    for before, after in pairwise(periods):
        if after.first <= before.last:
            raise RuleError(
                gettext_noop(
                    "The period of evenings %(first)s to %(last)s begins before the one of %(before_first)s to "
                    "%(before_last)s is over; periods follow each other."
                ),
                first=after.first,
                last=after.last,
                before_first=before.first,
                before_last=before.last,
            )


def check_match_points(match: MatchPoints, most: int, most_margin: int) -> None:
    for name in ("win", "draw", "loss", "most_an_evening"):
        check_number(name, getattr(match, name), most)
    if not match.win >= match.draw >= match.loss or match.win == match.loss:
        raise RuleError(
            gettext_noop(
                "A win is worth more match points than a loss and a draw is between them, not %(win)s, %(draw)s and "
                "%(loss)s."
            ),
            win=match.win,
            draw=match.draw,
            loss=match.loss,
        )
    for band in match.bands:
        check_number("margin", band.margin, most_margin, 1)
        check_number("win", band.win, most)
        check_number("loss", band.loss, most)
    _check_bands(match)
    highest = max([match.win, *(band.win for band in match.bands)])
    if 0 < match.most_an_evening < highest:
        raise RuleError(
            gettext_noop(
                "One win is worth %(win)s match points; the maximum for an evening, %(most)s, is less than that."
            ),
            win=highest,
            most=match.most_an_evening,
        )


def _check_bands(match: MatchPoints) -> None:
    for before, after in pairwise(match.bands):
        if after.margin <= before.margin:
            raise RuleError(
                gettext_noop(
                    "The margins of match points rise: after %(before)s comes more than that, not %(after)s."
                ),
                before=before.margin,
                after=after.margin,
            )
    steps = [(match.win, match.loss), *((band.win, band.loss) for band in match.bands)]
    for band, (less, more) in zip(match.bands, pairwise(steps), strict=True):
        if more[0] < less[0] or more[1] > less[1]:
            raise RuleError(
                gettext_noop(
                    "Winning by %(margin)s points or more cannot be worth less than winning by fewer, nor losing by it "
                    "worth more."
                ),
                margin=band.margin,
            )


def check_alone(rule: StandingRule) -> None:
    """What contradicts itself, whatever the season."""
    if rule.best and rule.drop:
        raise RuleError(
            gettext_noop(
                "Say how many best results count or how many lowest are dropped, not both; now it is %(best)s and %(drop)s."
            ),
            best=rule.best,
            drop=rule.drop,
        )
    if rule.best_periods and not rule.periods:
        raise RuleError(gettext_noop("The best periods cannot count while the season has no periods."))
    if rule.best_periods > len(rule.periods):
        raise RuleError(
            gettext_noop(
                "The best %(best)s of %(periods)s periods cannot count: there are only %(periods)s."
            ),
            best=rule.best_periods,
            periods=len(rule.periods),
        )
    if rule.unit == "evening":
        for period in rule.periods:
            _check_choice_in(rule, period.last - period.first + 1, period)
    _check_ladder(rule)
    if rule.interim == "sum" and rule.measure == "average":
        raise RuleError(
            gettext_noop(
                "A plain sum cannot stand in for an average until the season is over; show the rule itself."
            )
        )
    if (
        rule.measure == "match_points"
        and rule.match.most_an_evening
        and rule.unit == "round"
        and rule.chooses
    ):
        raise RuleError(
            gettext_noop(
                "With a maximum of match points for an evening the best evenings are chosen, not the best rounds."
            )
        )
    if "lot" in rule.ties[:-1]:
        raise RuleError(
            gettext_noop("The lot always decides, so it comes last; nothing after it could decide.")
        )


def _check_ladder(rule: StandingRule) -> None:
    if not rule.last:
        return
    if rule.periods:
        raise RuleError(
            gettext_noop("The last evenings of everybody are not those of a period: choose one of the two.")
        )
    if rule.drop:
        raise RuleError(
            gettext_noop("Of the last %(last)s evenings say how many best count, not how many are dropped."),
            last=rule.last,
        )
    if rule.unit == "evening" and rule.best > rule.last:
        raise RuleError(
            gettext_noop("The best %(best)s of the last %(last)s evenings cannot count."),
            best=rule.best,
            last=rule.last,
        )
    if {"excused", "absent"} & set(rule.undroppable):
        raise RuleError(
            gettext_noop(
                "Only evenings that somebody attended are taken, so an absence cannot be what always counts."
            )
        )


def _check_choice_in(rule: StandingRule, units: int, period: Period | None = None) -> None:
    """There are as many units to choose from as the choice needs: `units` in the season, or in this period."""
    params = {"best": rule.best, "drop": rule.drop, "units": units}
    if period is not None:
        params |= {"first": period.first, "last": period.last}
    if rule.best > units:
        by_evening = (
            gettext_noop(
                "The best %(best)s of %(units)s evenings cannot count: the season has only %(units)s."
            )
            if period is None
            else gettext_noop(
                "The best %(best)s evenings cannot count in the period of evenings %(first)s to %(last)s: it has only %(units)s."
            )
        )
        by_round = (
            gettext_noop("The best %(best)s of %(units)s rounds cannot count: the season has only %(units)s.")
            if period is None
            else gettext_noop(
                "The best %(best)s rounds cannot count in the period of evenings %(first)s to %(last)s: it has only %(units)s."
            )
        )
        raise RuleError(by_evening if rule.unit == "evening" else by_round, **params)
    if rule.drop and rule.drop >= units:
        if period is None:
            text = gettext_noop("When %(drop)s of %(units)s results are dropped, nothing is left.")
        else:
            text = gettext_noop(
                "When %(drop)s of the %(units)s results in the period of evenings %(first)s to %(last)s are dropped, nothing is left."
            )
        raise RuleError(text, **params)


def check_in_season(rule: StandingRule, planned: int | None, rounds: int | None) -> None:
    """What the number of evenings and rounds does not allow."""
    for period in rule.periods:
        if planned is not None and period.last > planned:
            raise RuleError(
                gettext_noop(
                    "The period of evenings %(first)s to %(last)s lies outside the season of %(planned)s evenings."
                ),
                first=period.first,
                last=period.last,
                planned=planned,
            )
        if rule.unit == "round" and rounds is not None:
            _check_choice_in(rule, (period.last - period.first + 1) * rounds, period)
    if planned is None:
        return
    in_season = {"evening": planned, "round": planned * rounds if rounds is not None else None}
    units = in_season[rule.unit]
    if not rule.periods and units is not None:
        _check_choice_in(rule, units)
    if rule.last > planned:
        raise RuleError(
            gettext_noop("The last %(last)s evenings cannot count: the season has only %(planned)s."),
            last=rule.last,
            planned=planned,
        )
    most = in_season[rule.minimum_unit]
    if most is not None and rule.minimum_attendance > most:
        raise RuleError(
            gettext_noop("Nobody can attend %(minimum)s evenings: the season has only %(most)s.")
            if rule.minimum_unit == "evening"
            else gettext_noop("Nobody can play %(minimum)s rounds: the season has only %(most)s."),
            minimum=rule.minimum_attendance,
            most=most,
        )


def check_sheets(rule: StandingRule, has: Collection[str]) -> None:
    """What the sheets would have to tell and do not."""
    if rule.measure == "match_points" and "against" not in has:
        raise RuleError(gettext_noop("Match points need two sides at a table; here everybody plays alone."))
    refusals = {
        "head_to_head": (
            "against",
            gettext_noop(
                "The result against each other cannot break ties: at these tables there are no two sides."
            ),
        ),
        "wins": (
            "against",
            gettext_noop("Rounds won cannot break ties: at these tables there are no two sides."),
        ),
        "pits": ("pits", gettext_noop("Pits cannot break ties: the sheets do not have them.")),
        "nats": ("nats", gettext_noop("Nats cannot break ties: the sheets do not have them.")),
        "roem": ("roem", gettext_noop("Roem cannot break ties: the sheets do not have it.")),
    }
    for criterion in rule.ties:
        needed, text = refusals.get(criterion, ("", ""))
        if needed and needed not in has:
            raise RuleError(text)
