"""What a replay leaves behind for pages: everybody's rating now, and everybody's rounds, a row a year."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import TYPE_CHECKING

from tournaments.models import RatingValue, RatingYear
from tournaments.rating import Played, earlier, regular_partner
from tournaments.rating_queries import last_rounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.models import RatingPool
    from tournaments.rating import Evening, Key, RatedTable, State

BATCH = 500


class Store:
    """Takes the evenings of a replay in order, and puts them in the place of what was kept from `first` on."""

    def __init__(self, pool: RatingPool, first: Key) -> None:
        self.pool = pool
        self._affected = set[int]()
        self._rounds: dict[int, bytearray] = defaultdict(bytearray)
        self._year = _year_of(first[0])
        kept = RatingYear.objects.filter(person__rating__pool=pool, year__gte=self._year)
        for row in kept.order_by("pk").iterator(BATCH):
            before = earlier(bytes(row.rounds), first) if row.year == self._year else b""
            if before:
                self._rounds[row.person_id] += before
            if len(before) < len(row.rounds):
                self._affected.add(row.person_id)
        RatingYear.objects.filter(pk__in=kept.values("pk")).delete()

    def add(self, evening: Evening, told: list[RatedTable]) -> None:
        """An evening of the replay."""
        if (year := _year_of(evening.day)) != self._year:
            self._flush()
            self._year = year
        day, event = evening.key
        for table in told:
            for person in table.people:
                self._rounds[person] += Played(day, event, table.of(person)).pack()
        self._affected.update(evening.people)

    def finish(self, state: State) -> None:
        """After the last evening."""
        self._flush()
        affected = sorted(self._affected)
        for at in range(0, len(affected), BATCH):
            people = affected[at : at + BATCH]
            RatingValue.objects.filter(person__in=people).delete()
            RatingValue.objects.bulk_create(self._values(people, state))

    def _flush(self) -> None:
        RatingYear.objects.bulk_create(
            (
                RatingYear(person_id=person, year=self._year, rounds=bytes(rounds))
                for person, rounds in self._rounds.items()
            ),
            batch_size=BATCH,
        )
        self._rounds.clear()

    def _values(self, people: list[int], state: State) -> Iterator[RatingValue]:
        last = last_rounds(people)
        for person in people:
            value = state.people.get(person)
            if value is None:
                continue  # all rounds of this person have gone
            rounds = last[person]
            yield RatingValue(
                person_id=person,
                pool=self.pool,
                mean=value.mean,
                variance=value.variance,
                rounds=value.rounds,
                last_day=date.fromordinal(rounds[-1].day),
                partner_id=regular_partner([one.change.others[0] for one in rounds]),
            )


def _year_of(day: int) -> int:
    return date.fromordinal(min(max(day, 1), date.max.toordinal())).year
