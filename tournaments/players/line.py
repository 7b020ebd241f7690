"""The official line of one person: which marks are told, and on which day each stands.

A mark is told when the person played, or when it printed another rating. Ratings are printed to a tenth of a point at
the finest, and the look ahead before a correction tells tenths too. A sheet corrected by 10 points moves who sat there
by some 0.07 (a share of 0.6 to 1.1 %), and so mostly prints another tenth; with everybody who met them later it is a
hundredth of that, and after two evenings only the last bits differ. That is nothing to tell anybody.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils import timezone

from tournaments.models import RatingList
from tournaments.rating.shown import ZERO

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable

    from tournaments.models import RatingMark

TENTHS = 10


def printed(mean: float) -> Fraction:
    """A rating as it is printed at the finest: to a tenth of a point, rounded half up."""
    return Fraction(math.floor((ZERO + mean) * TENTHS + 0.5), TENTHS)


@dataclass(frozen=True, slots=True)
class Told:
    """A mark that is told, and where: before is the mean that was known until then, None for who had none."""

    mark: RatingMark
    day: datetime.date
    before: float | None

    @property
    def is_correction(self) -> bool:
        return self.mark.list.kind == RatingList.Kind.CORRECTION


def told(marks: Iterable[RatingMark]) -> list[Told]:
    """The marks of one person, in the order in which they were made known, that are told."""
    found: list[Told] = []
    rounds = 0
    for mark in marks:
        before = found[-1].mark.mean if found else None
        played = mark.rounds != rounds and mark.list.kind == RatingList.Kind.EVENING
        rounds = mark.rounds
        if played or before is None or printed(mark.mean) != printed(before):
            found.append(Told(mark, _day(mark.list, found[-1].day if found else None), before))
    return found


def _day(list_: RatingList, last: datetime.date | None) -> datetime.date:
    """An evening in its order stands on its own day, also when its sheets were typed later. What was known only after
    later evenings (one that was entered late, a correction) stands on the day on which it was made known."""
    if list_.kind == RatingList.Kind.EVENING and (last is None or list_.day >= last):
        return list_.day
    made_known = timezone.localdate(list_.at)
    return max(made_known, last) if last else made_known
