"""What somebody who did not play a round gets for it, and whose score it is when somebody sits in for him.

Clubs differ in this more than in anything else, so it is data: for each reason of not playing (sitting out, absent
with or without notice, late, left early) one `Compensation`, and two `Substitution`s. Pure.
"""

from tournaments.attendance.amounts import (
    COMPENSATIONS,
    MOST_PERCENT,
    MOST_PITS,
    MOST_POINTS,
    MOST_TIMES,
    Amount,
    Compensation,
)
from tournaments.attendance.award import Award, Known, Scores, Swap, award, best_swaps, worth
from tournaments.attendance.presets import CHOICES, PRESETS, Preset
from tournaments.attendance.rule import FIELD_OF_KIND, SCORE_TO, AttendanceRule, Substitution

__all__ = [
    "CHOICES",
    "COMPENSATIONS",
    "FIELD_OF_KIND",
    "MOST_PERCENT",
    "MOST_PITS",
    "MOST_POINTS",
    "MOST_TIMES",
    "PRESETS",
    "SCORE_TO",
    "Amount",
    "AttendanceRule",
    "Award",
    "Compensation",
    "Known",
    "Preset",
    "Scores",
    "Substitution",
    "Swap",
    "award",
    "best_swaps",
    "worth",
]
