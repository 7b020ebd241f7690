"""The official line: everybody's rating as it was made known when an evening was closed, or a correction was done.

Lists are added and never changed. Every step of what became known has its own: an evening that is closed gets one, one
that was entered after later evenings too (made known when it was closed, with all that followed), and so does a
correction as soon as it makes anybody's rating another.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from django.utils import timezone

from tournaments.models import RatingList, RatingMark
from tournaments.rating import Value, Values

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from tournaments.models import RatingEvening, RatingPool
    from tournaments.rating import State

BATCH = 500


@dataclass(frozen=True, slots=True)
class Step:
    """One step of what became known, and when.

    club: whose evenings; None for a whole replay. closed: the evenings that are new, and when each was closed; none for
    a correction. late: the new evening has others behind it. changed: ordinal days and keys of the evenings that are
    another than they were (None for one that has gone), in order.
    """

    at: datetime
    club: int | None = None
    closed: Mapping[int, datetime] = field(default_factory=dict)
    late: bool = False
    changed: tuple[tuple[int, int | None], ...] = ()


class Lists:
    """Makes the lists of one step; known: everybody's rating before it."""

    def __init__(self, pool: RatingPool, known: Values, step: Step) -> None:
        self.pool, self.step = pool, step
        self._known = known
        self._newest = RatingList.objects.filter(pool=pool).defer("keys", "numbers").last()

    def after(self, row: RatingEvening, state: State) -> None:
        """What is known after an evening of the replay."""
        if row.evening_id in self.step.closed and not self.step.late:
            self._evening(row, state)

    def finish(self, state: State, replayed: list[RatingEvening]) -> None:
        """After the last evening."""
        if self.step.late:
            for row in replayed:
                if row.evening_id in self.step.closed:
                    self._evening(row, state)
        elif not self.step.closed and self._known.freeze() != state.people.freeze():
            self._correction(state)

    def _evening(self, row: RatingEvening, state: State) -> None:
        closed = self.step.closed[row.evening_id] if row.evening_id else self.step.at
        # What was closed before the newest list, and is rated only now, is made known now.
        in_order = self._newest is None or closed >= self._newest.at
        self._publish(
            state,
            kind=RatingList.Kind.EVENING,
            evening_id=row.evening_id,
            day=date.fromordinal(row.day),
            at=closed if in_order else self.step.at,
        )

    def _correction(self, state: State) -> None:
        """Of an evening, where only one is another than it was."""
        changed = self.step.changed
        self._publish(
            state,
            kind=RatingList.Kind.CORRECTION,
            evening_id=changed[0][1] if len(changed) == 1 else None,
            day=date.fromordinal(changed[0][0]) if changed else timezone.localdate(self.step.at),
            at=self.step.at,
        )

    def _publish(self, state: State, *, kind: str, evening_id: int | None, day: date, at: datetime) -> None:
        frozen = state.people.freeze()
        self._newest = RatingList.objects.create(
            pool=self.pool,
            kind=kind,
            club_id=self.step.club,
            evening_id=evening_id,
            day=day,
            at=max(at, self._newest.at) if self._newest else at,
            keys=frozen.keys,
            numbers=frozen.numbers,
        )
        RatingMark.objects.bulk_create(
            (
                RatingMark(
                    person_id=person, list=self._newest, mean=v.mean, variance=v.variance, rounds=v.rounds
                )
                for person, v in _moved(self._known, state.people)
            ),
            batch_size=BATCH,
        )
        self._known = Values.thaw(frozen)


def _moved(before: Values, now: Values) -> list[tuple[int, Value]]:
    """Who is rated otherwise than before, and how."""
    found = []
    for person in sorted(now.place):
        value = now.get(person)
        if value is not None and value != before.get(person):
            found.append((person, value))
    return found
