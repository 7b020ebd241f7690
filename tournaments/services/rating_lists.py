"""The official line: everybody's rating as it was made known when an evening was closed, or a correction was done.

Lists are added and never changed. A replay makes a list of every evening that had none, and one of a correction when
ratings are other than the newest list says and no evening was closed.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from django.utils import timezone

from tournaments.models import RatingList, RatingMark
from tournaments.rating import Value, Values

if TYPE_CHECKING:
    from datetime import datetime

    from tournaments.models import RatingEvening, RatingPool
    from tournaments.rating import State

BATCH = 500


class Lists:
    """Makes the lists of one replay."""

    def __init__(self, pool: RatingPool) -> None:
        self.pool = pool
        known = RatingList.objects.filter(pool=pool)
        self._newest = known.last()
        evenings = known.filter(kind=RatingList.Kind.EVENING, evening__isnull=False)
        self._listed = set(evenings.values_list("evening", flat=True))
        last = pool.evenings.filter(evening__in=self._listed).order_by("day", "event").last()
        self._after = (last.day, last.event) if last else (0, 0)
        self._late: list[RatingEvening] = []

    def after(self, row: RatingEvening, state: State) -> None:
        """What is known after an evening of the replay."""
        if row.evening_id in self._listed:
            return
        if (row.day, row.event) > self._after:
            self._publish(RatingList.Kind.EVENING, row, state, row.evening.closed_at)
        else:
            self._late.append(row)  # entered after later ones: made known with all that is known now

    def finish(self, state: State, replayed: list[RatingEvening]) -> None:
        """After the last evening."""
        for row in self._late:
            self._publish(RatingList.Kind.EVENING, row, state, row.evening.closed_at)
        if self._newest and self._newest.frozen != state.people.freeze():
            self._publish(
                RatingList.Kind.CORRECTION, replayed[0] if replayed else None, state, timezone.now()
            )

    def _publish(self, kind: str, row: RatingEvening | None, state: State, at: datetime) -> None:
        before = Values.thaw(self._newest.frozen) if self._newest else Values()
        frozen = state.people.freeze()
        list_ = RatingList.objects.create(
            pool=self.pool,
            kind=kind,
            evening=row.evening if row else None,
            day=date.fromordinal(row.day) if row else timezone.localdate(),
            at=max(at, self._newest.at) if self._newest else at,
            keys=frozen.keys,
            numbers=frozen.numbers,
        )
        RatingMark.objects.bulk_create(
            (
                RatingMark(person_id=person, list=list_, mean=v.mean, variance=v.variance, rounds=v.rounds)
                for person, v in _moved(before, state.people)
            ),
            batch_size=BATCH,
        )
        self._newest = list_


def _moved(before: Values, now: Values) -> list[tuple[int, Value]]:
    """Who is rated otherwise than before, and how."""
    found = []
    for person in sorted(now.place):
        value = now.get(person)
        if value is not None and value != before.get(person):
            found.append((person, value))
    return found
