"""Rules of seasons as clubs really play them, to choose from and to change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.sentences import gettext_noop
from tournaments.standing.rules import Band, MatchPoints, Period, StandingRule


@dataclass(frozen=True, slots=True)
class Preset:
    """A rule to begin with.

    title, note: msgids. planned: the number of evenings it is made for, None for any. titles: other titles over the
    same evenings, by msgid of their name.
    """

    title: str
    rule: StandingRule
    note: str
    planned: int | None = None
    titles: Mapping[str, StandingRule] = field(default_factory=dict)


def _periods(count: int, evenings: int) -> tuple[Period, ...]:
    """So many periods of so many evenings, one after the other."""
    return tuple(Period(first, first + evenings - 1) for first in range(1, count * evenings, evenings))


PRESETS: dict[str, Preset] = {
    "sum": Preset(
        gettext_noop("Sum of all points"),
        StandingRule(),
        gettext_noop("Every evening counts. The list shows how far everybody is behind the leader."),
    ),
    "average_round": Preset(
        gettext_noop("Average per round"),
        StandingRule(measure="average"),
        gettext_noop(
            "For seasons in which not everybody comes every time: over the rounds played, with two decimals."
        ),
    ),
    "average_evening": Preset(
        gettext_noop("Average per evening"),
        StandingRule(measure="average", unit="evening"),
        gettext_noop("Over the evenings played, with two decimals."),
    ),
    "best_5_of_7": Preset(
        gettext_noop("Best 5 of 7 evenings, at least 5 attended"),
        StandingRule(unit="evening", best=5, minimum_attendance=5, interim="sum"),
        gettext_noop("Until the last evening everything is added up; then the best five count."),
        planned=7,
    ),
    "best_5_of_7_points_champion": Preset(
        gettext_noop("Best 5 of 7 evenings, with a title for all points"),
        StandingRule(unit="evening", best=5),
        gettext_noop(
            "Beside the champion over the best five there is a points champion over all evenings, also those that do "
            "not count for the official standing, such as a free evening or the closing evening."
        ),
        titles={gettext_noop("Points champion"): StandingRule(all_evenings=True)},
    ),
    "best_4_of_6_in_7_periods": Preset(
        gettext_noop("Best 4 of 6 weeks in each period, best 5 of 7 periods"),
        StandingRule(unit="evening", best=4, periods=_periods(7, 6), best_periods=5),
        gettext_noop(
            "The season has seven periods of six weeks; each has a standing of its own, and can have prizes of its own."
        ),
        planned=42,
    ),
    "average_best_6_of_8": Preset(
        gettext_noop("Average of the best 6 of 8 evenings, at least 6 attended"),
        StandingRule(measure="average", unit="evening", best=6, minimum_attendance=6),
        gettext_noop("For an open competition of one round an evening."),
        planned=8,
    ),
    "best_7_of_14": Preset(
        gettext_noop("Best 7 of 14 evenings"),
        StandingRule(unit="evening", best=7),
        gettext_noop("Half of the evenings count, so nobody has to come every time."),
        planned=14,
    ),
    "best_9_of_11": Preset(
        gettext_noop("Best 9 of 11 evenings, absence without notice cannot be dropped"),
        StandingRule(unit="evening", best=9, undroppable=("absent",)),
        gettext_noop(
            "Who stays away without a word keeps that evening, with what the attendance rule gives for it."
        ),
        planned=11,
    ),
    "drop_2": Preset(
        gettext_noop("Sum without the two lowest evenings"),
        StandingRule(unit="evening", drop=2),
        gettext_noop("Evenings missed are dropped first."),
    ),
    "half_or_last": Preset(
        gettext_noop("Average per evening; below half of the evenings comes last"),
        StandingRule(measure="average", unit="evening", minimum_attendance=7, below_minimum="last"),
        gettext_noop("As bridge clubs do it, for a season of fourteen evenings."),
        planned=14,
    ),
    "match_points": Preset(
        gettext_noop("Match points: 2 for a win, at most 6 an evening"),
        StandingRule(measure="match_points", match=MatchPoints(most_an_evening=6)),
        gettext_noop("As in Belgian competitions: a round won is worth two points, whatever the difference."),
    ),
    "match_points_by_margin": Preset(
        gettext_noop("Match points by the difference"),
        StandingRule(
            measure="match_points",
            match=MatchPoints(2, 1, 0, bands=(Band(250, 3, 0), Band(500, 4, 0))),
            ties=("head_to_head", "wins"),
        ),
        gettext_noop("A win by 250 points or more is worth three, by 500 or more four match points."),
    ),
    "ladder": Preset(
        gettext_noop("Ladder over the last 6 evenings"),
        StandingRule(measure="average", last=6),
        gettext_noop("The average per round over the last six evenings that somebody attended."),
    ),
    "ties_broken": Preset(
        gettext_noop("Sum of all points, ties broken"),
        StandingRule(ties=("pits", "nats", "best_round", "lot")),
        gettext_noop("Between equals: most pits, fewest nats, the best round and at last a lot."),
    ),
}
