"""Proof that what is kept of ratings is what a whole recomputation gives, bit for bit.

An evening that was rated and is open again counts as it was when it was closed, until it is closed again: its sheets are
being changed. So its rounds are taken as they are kept, and the verdict names it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.models import Evening, RatingValue, RatingYear
from tournaments.rating import Book, Checkpoint, Played, digest, unpack_history
from tournaments.rating import Evening as RatedEvening
from tournaments.services.rating_sources import rated_evening

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.models import RatingPool


@dataclass(frozen=True)
class Verdict:
    """The digests of what is kept and of the whole recomputation, and whose rounds or rating is another.

    open_again: evenings whose sheets were not looked at, because they are open again.
    """

    kept: str
    whole: str
    people: tuple[int, ...]
    open_again: tuple[Evening, ...] = ()

    @property
    def is_right(self) -> bool:
        return self.kept == self.whole and not self.people


def check(pool: RatingPool) -> Verdict:
    """Works everything out again, from the sheets, and compares."""
    closed = Evening.objects.filter(competition__club__rated__pool=pool, closed_at__isnull=False)
    evenings = [rated_evening(evening) for evening in closed.select_related("competition")]
    reopened = list(
        pool.evenings.filter(evening__closed_at=None, evening__isnull=False)
        .select_related("evening__competition")
        .order_by("day", "event")
    )
    evenings += [RatedEvening.unpack(row.rounds) for row in reopened]
    book = Book((one for one in evenings if len(one)), pool.get_periods())
    rows = [row for row in pool.evenings.all() if len(RatedEvening.unpack(row.rounds))]
    kept = [Checkpoint.unpack(row.before) for row in rows] + (
        [Checkpoint.unpack(pool.state)] if pool.state else []
    )
    whole = book.digest() if len(book) else digest([])
    return Verdict(
        digest(kept) if rows else digest([]),
        whole,
        tuple(_differing(pool, book)),
        tuple(row.evening for row in reopened if row.evening),
    )


def _differing(pool: RatingPool, book: Book) -> Iterable[int]:
    rounds = defaultdict[int, list[Played]](list)
    for evening in book:
        for table in book.tell(evening.key):
            for person in table.people:
                rounds[person].append(Played(*evening.key, table.of(person)))
    kept = defaultdict[int, list[Played]](list)
    for row in RatingYear.objects.filter(person__rating__pool=pool).order_by("year"):
        kept[row.person_id] += unpack_history(bytes(row.rounds))
    values = {value.person_id: value for value in RatingValue.objects.filter(pool=pool)}
    for person in sorted({*rounds, *kept, *values}):
        known, value = book.state.people.get(person), values.get(person)
        same = (
            known is not None
            and value is not None
            and (known.mean, known.variance, known.rounds) == (value.mean, value.variance, value.rounds)
        )
        if not same or rounds[person] != kept[person]:
            yield person
