"""Rules found at real clubs, by name. A round is 16 deals in all of them."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.attendance.amounts import Amount, Compensation
from tournaments.attendance.rule import LOWEST, AttendanceRule, Substitution
from tournaments.sentences import gettext_noop


def _fixed(value: int, pits: int = 0) -> Compensation:
    return Compensation("fixed", value, pits=pits)


def _falling(*percents: int) -> Compensation:
    """The own average, with a maximum that falls each time; in bridge an average is 50 per cent, here 100."""
    first, *later = (Amount("own_average", most_percent=percent) for percent in percents)
    return Compensation("own_average", most_percent=first.most_percent, later=tuple(later))


def _bridge(*percents: int) -> AttendanceRule:
    return AttendanceRule(
        sit_out=Compensation("round_average"),
        absent_with_notice=_falling(*percents),
        absent_without_notice=Compensation("evening_average", percent=50),
        own_average="given",
    )


_LOWEST_EVENING = Compensation("lowest_evening")


@dataclass(frozen=True, slots=True)
class Preset:
    """A rule with its title and one sentence on what is special in it, both to be translated."""

    title: str
    note: str
    rule: AttendanceRule


CHOICES: dict[str, Preset] = {
    "default": Preset(
        gettext_noop("Usual"),
        gettext_noop("Sitting out is worth the average of the evening; late and early the lowest score."),
        AttendanceRule(),
    ),
    "de_pitslag": Preset(
        "De Pitslag",
        gettext_noop("Sitting out 1600 points and a pit; late or left early 1450 a round."),
        AttendanceRule(sit_out=_fixed(1600, pits=1), late=_fixed(1450), left_early=_fixed(1450)),
    ),
    "aobk": Preset(
        "AOBK",
        gettext_noop("Sitting out 1600 points."),
        AttendanceRule(sit_out=_fixed(1600)),
    ),
    "de_daele": Preset(
        "De Daele",
        gettext_noop(
            "With notice 5000 for an evening of four rounds; without notice 0, and the evening counts."
        ),
        AttendanceRule(
            absent_with_notice=_fixed(1250),
            absent_without_notice=Compensation("zero"),
            left_early=_fixed(1250),
        ),
    ),
    "laarderwegkwartier": Preset(
        "Laarderwegkwartier",
        gettext_noop(
            "With notice the lowest score of the evening; who fills in may replace a lower round of his own."
        ),
        AttendanceRule(
            sit_out=_LOWEST_EVENING,
            absent_with_notice=_LOWEST_EVENING,
            late=LOWEST,
            left_early=_LOWEST_EVENING,
            inside=Substitution("nobody", may_replace=True),
            outside=Substitution("nobody"),
        ),
    ),
    "westerwolde": Preset(
        "Westerwolde",
        gettext_noop(
            "Sitting out is worth the average of the tables that play; an evening missed is nothing."
        ),
        AttendanceRule(sit_out=Compensation("round_average")),
    ),
    "bridge_105": Preset(
        gettext_noop("As bridge clubs, 52.5 % and falling"),
        gettext_noop(
            "An evening missed is the own average, the first time at most 105 per cent of the average of the "
            "evening, then 100, 95 and 90; without notice half the average."
        ),
        _bridge(105, 100, 95, 90),
    ),
    "bridge_100": Preset(
        gettext_noop("As bridge clubs, 50 % and falling"),
        gettext_noop(
            "An evening missed is the own average, the first time at most the average of the evening, then 90, "
            "80 and 70 per cent of it; without notice half the average."
        ),
        _bridge(100, 90, 80, 70),
    ),
}
PRESETS: dict[str, AttendanceRule] = {name: preset.rule for name, preset in CHOICES.items()}
