"""The constants of the rating: how far people differ, how fast they change, how much is luck.

All strengths are in points of a whole round, variances in points squared. Every number that the filter keeps is a
multiple of 1/2**20 point (`snap`): sums of such numbers are exact in any order, so that the parts of an explanation
add up to the last bit, and the seats of a table or the order of tables in a round make no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date

from tournaments.sentences import RuleError, check_version, gettext_noop

_VERSION = 1

SNAP = 1.5 * 2.0**32
"""Adding and taking away this rounds a number below 2**31 to the nearest multiple of 1/2**20."""

PRIOR_ROUNDS = 200
"""A new estimate of luck weighs the old one as heavily as so many rounds."""
_STEP = 4.0
"""A new estimate of luck is at most so many times the old one, or one in so many."""


def snap(value: float) -> float:
    """The nearest multiple of 1/2**20, ties to even; for numbers between -2**31 and 2**31."""
    return (value + SNAP) - SNAP


@dataclass(frozen=True, slots=True)
class Parameters:
    """One version of the constants; the defaults were found by simulation (README of this folder).

    `newcomer_mean` and `newcomer_variance`: who has not played yet. `drift`: variance added a week without play.
    `hand_variance`: luck in the difference of one deal. `club_variance` and `club_drift`: levels of clubs, which
    count only where clubs meet.
    """

    newcomer_mean: float = -12.2
    newcomer_variance: float = 59.2 * 59.2
    drift: float = 2.84 * 2.84
    hand_variance: float = 546.6 * 546.6 / 16
    club_variance: float = 25.0 * 25.0
    club_drift: float = 0.5

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            lowest = -1e4 if field.name == "newcomer_mean" else 0.0
            if type(value) not in (int, float) or not lowest <= value <= 1e7:
                raise RuleError(
                    gettext_noop("%(name)s of the rating cannot be %(value)s."),
                    name=field.name,
                    value=str(value),
                )
            object.__setattr__(self, field.name, snap(float(value)))
        if not self.hand_variance or not self.newcomer_variance:
            raise RuleError(gettext_noop("Without luck or without differences there is nothing to rate."))

    def noise(self, deals: int) -> float:
        """The variance that luck gives to the difference of so many deals."""
        return self.hand_variance * deals

    def to_json(self) -> dict[str, object]:
        return {"version": _VERSION} | {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Parameters:
        check_version(data, _VERSION)
        names = {field.name for field in fields(cls)}
        if set(data) != names | {"version"}:
            raise RuleError(
                gettext_noop("Parameters of the rating are incomplete, or have a field that is unknown.")
            )
        return cls(**{name: data[name] for name in names})  # type: ignore[arg-type]

    def estimated_again(self, lucks: Iterable[float]) -> Parameters:
        """The same with luck estimated anew from rounds that were rated with these.

        `lucks` are `RatedTable.luck`: per round surprise² less what was unknown about the people, per deal.
        """
        found = list(lucks)
        total = PRIOR_ROUNDS * self.hand_variance
        for luck in found:
            total = total + luck
        estimate = total / (PRIOR_ROUNDS + len(found))
        lowest, highest = self.hand_variance / _STEP, self.hand_variance * _STEP
        return replace(self, hand_variance=max(lowest, min(highest, estimate)))


class Periods:
    """Which parameters hold from which day on; the first hold from the beginning."""

    def __init__(
        self, first: Parameters | None = None, later: Mapping[date, Parameters] | None = None
    ) -> None:
        following = sorted((later or {}).items())
        self.days: Sequence[int] = [day.toordinal() for day, _parameters in following]
        self.parameters: Sequence[Parameters] = [
            first or Parameters(),
            *(parameters for _day, parameters in following),
        ]

    def on(self, day: int) -> Parameters:
        """The parameters of a day, given as its ordinal."""
        at = sum(begin <= day for begin in self.days)
        return self.parameters[at]
