"""Keeping ratings up to date: after an evening closes or a sheet is corrected, from the checkpoint before it.

What is stale follows from comparing: the version of its ledger and the place in the order of every closed evening with
those of what was rated. So it does not matter who changed what, and `refresh` may run at any time and any number of
times; `ask` has a job do so once the surrounding transaction is committed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q

from tournaments.models import Club, Evening, Job, RatedClub, RatingEvening, RatingPool, RatingValue
from tournaments.rating import Checkpoint, RatedTable, State, rate
from tournaments.rating import Evening as RatedEvening
from tournaments.services import jobs, rating_store
from tournaments.services.rating_lists import Lists
from tournaments.services.rating_sources import key_of, rated_evening

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet

    from tournaments.models import Competition
    from tournaments.rating import Key

KIND = "rating"
BEGINNING = (0, 0)
NEVER = (date.max.toordinal() + 1, 0)
BATCH = 200
NEVER_READ = 2**62
"""No ledger has this version."""


@dataclass(frozen=True, slots=True)
class Stale:
    """The closed evenings of a club that are to be rated anew, and the keys in `RatingEvening` of what has gone."""

    evenings: tuple[Evening, ...]
    gone: tuple[int, ...]

    def __bool__(self) -> bool:
        return bool(self.evenings or self.gone)

    @property
    def fingerprint(self) -> str:
        told = [(evening.pk, evening.ledger_version, key_of(evening)) for evening in self.evenings]
        return hashlib.sha256(repr((told, self.gone)).encode()).hexdigest()[:24]


# Asking -------------------------------------------------------------------------------------------------------


def ask(competition: Competition) -> None:
    """Has the ratings of a club brought up to date in the background, where the commit leaves anything stale."""
    transaction.on_commit(lambda: _ask(competition.club_id), robust=True)


def _ask(club: int) -> None:
    if found := stale(club):
        job = jobs.enqueue(KIND, {"club": club}, key=f"{KIND}:{club}:{found.fingerprint}")
        if job.state == Job.State.DONE:
            jobs.retry(job)  # the same was stale before, and is again


@jobs.register(KIND)
def run(job: jobs.JobRun) -> None:
    """The handler: brings the ratings of a club, and of whoever is rated with it, up to date."""
    refresh(job.params["club"])


def stale(club: int) -> Stale:
    """What differs between the closed evenings of a club and what was rated of them."""
    closed = Evening.objects.filter(competition__club=club, closed_at__isnull=False)
    closed = closed.select_related("competition", "rated").defer("rated__rounds", "rated__before")
    gone = RatingEvening.objects.filter(evening=None, pool__clubs__club=club)
    return Stale(
        tuple(evening for evening in closed.order_by("date", "number", "pk") if _is_stale(evening)),
        tuple(gone.order_by("pk").values_list("pk", flat=True)),
    )


def _is_stale(evening: Evening) -> bool:
    rated = getattr(evening, "rated", None)
    if rated is None or not evening.competition.rated:
        return evening.competition.rated or rated is not None
    return (rated.version, rated.day, rated.event) != (evening.ledger_version, *key_of(evening))


def forget(evenings: Iterable[Evening]) -> None:
    """Has evenings read from their sheets again, whatever their versions say: after people were merged or split."""
    RatingEvening.objects.filter(evening__in=list(evenings)).update(version=NEVER_READ)


# Doing --------------------------------------------------------------------------------------------------------


@transaction.atomic
def refresh(club: int) -> int:
    """Brings the ratings of a club up to date; the number of evenings replayed. Does nothing where all is well."""
    pool = pool_of(club)
    found = stale(club)
    if not found:
        return 0
    made = {evening: rated_evening(evening) for evening in found.evenings}
    people = {person for rated in made.values() for person in rated.people}
    pool, first = _joined(pool, people)
    old = list(RatingEvening.objects.filter(Q(evening__in=made) | Q(pk__in=found.gone)))
    first = min([first, *_differing(made, old)])
    state = known_before(pool, first)
    RatingEvening.objects.filter(pk__in=[row.pk for row in old]).delete()
    RatingEvening.objects.bulk_create(
        RatingEvening(
            pool=pool,
            evening=evening,
            day=rated.key[0],
            event=rated.key[1],
            version=evening.ledger_version,
            rounds=rated.pack(),
            before=_before(old, evening),
        )
        for evening, rated in made.items()
        if evening.competition.rated
    )
    return _replay(pool, first, state)


def _before(old: Iterable[RatingEvening], evening: Evening) -> bytes:
    """The checkpoint that stood before an evening; a replay puts another where it is another."""
    return next((bytes(row.before) for row in old if row.evening_id == evening.pk), b"")


def _differing(made: dict[Evening, RatedEvening], old: list[RatingEvening]) -> Iterable[Key]:
    """The places in the order at which something is another than it was."""
    was = {row.evening_id: row for row in old if row.evening_id}
    for evening, rated in made.items():
        row = was.get(evening.pk)
        if row is None:
            yield rated.key
        elif (
            (row.day, row.event) != rated.key
            or bytes(row.rounds) != rated.pack()
            or not evening.competition.rated
        ):
            yield min(rated.key, (row.day, row.event))
    for row in old:
        if row.evening_id is None:
            yield row.day, row.event


def pool_of(club: int) -> RatingPool:
    """The pool of a club, made where it has none; nobody else changes it until we are done."""
    Club.objects.select_for_update(no_key=True).get(pk=club)  # two first evenings make one pool
    rated = RatedClub.objects.filter(club=club).first()
    if rated is None:
        rated = RatedClub.objects.create(club_id=club, pool=RatingPool.objects.create())
    return RatingPool.objects.select_for_update().get(pk=rated.pool_id)


def _joined(pool: RatingPool, people: set[int]) -> tuple[RatingPool, Key]:
    """The pool with all others in which one of these people is rated, and from where it must be replayed.

    Who plays in two clubs ties them together: then all of both is replayed, once.
    """
    others = RatingValue.objects.filter(person__in=people).exclude(pool=pool).values_list("pool", flat=True)
    found = list(RatingPool.objects.select_for_update().filter(pk__in=set(others)).order_by("pk"))
    if not found:
        return pool, NEVER
    for related in (RatedClub, RatingEvening, RatingValue):
        related.objects.filter(pool__in=found).update(pool=pool)
    pool.lists.model.objects.filter(pool__in=found).update(pool=pool)
    pool.parameters = sorted(
        [*pool.parameters, *(one for other in found for one in other.parameters)], key=lambda one: one["from"]
    )
    RatingPool.objects.filter(pk__in=[other.pk for other in found]).delete()
    return pool, BEGINNING


def known_before(pool: RatingPool, key: Key) -> State:
    """What is known before a place in the order, by the checkpoint of the first evening from there on."""
    if key == BEGINNING:
        return State()
    following = evenings_from(pool, key).only("before").first()
    packed = bytes(following.before if following else pool.state)
    return State.thaw(Checkpoint.unpack(packed)) if packed else State()


def evenings_from(pool: RatingPool, key: Key) -> QuerySet[RatingEvening]:
    day, event = key
    return pool.evenings.filter(Q(day__gt=day) | Q(day=day, event__gte=event)).order_by("day", "event")


@transaction.atomic
def replay(pool: RatingPool) -> int:
    """Replays everything from the rounds that are kept; the number of evenings. Gives the same bits as before."""
    return _replay(pool, BEGINNING, State())


def _replay(pool: RatingPool, first: Key, state: State) -> int:
    """Replays from a place in the order and keeps what comes of it."""
    periods, store, lists = pool.get_periods(), rating_store.Store(pool, first), Lists(pool)
    rows = list(evenings_from(pool, first).select_related("evening"))
    for row in rows:
        evening, told = RatedEvening.unpack(row.rounds), list[RatedTable]()
        row.before = state.freeze().pack()
        rate(state, evening, periods.on(evening.day), told)
        store.add(evening, told)
        lists.after(row, state)
    RatingEvening.objects.bulk_update(rows, ["before"], batch_size=BATCH)
    store.finish(state)
    pool.state = state.freeze().pack()
    pool.version += 1
    pool.save()
    lists.finish(state, rows)
    return len(rows)
