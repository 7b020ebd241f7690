"""Keeping ratings up to date: after an evening closes or a sheet is corrected, from the checkpoint before it.

What is stale follows from comparing: the version of its ledger and the place in the order of every closed evening with
those of what was rated. So it does not matter who changed what, and `refresh` may run at any time and any number of
times; `ask` has a job do so once the surrounding transaction is committed, and notes what became known then, so that
the official line is the same whenever that job runs.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.models import (
    Change,
    Club,
    Evening,
    Job,
    RatedClub,
    RatingEvening,
    RatingList,
    RatingPool,
    RatingValue,
)
from tournaments.rating import Checkpoint, RatedTable, State, Values, rate
from tournaments.rating import Evening as RatedEvening
from tournaments.services import jobs, rating_notes, rating_store
from tournaments.services.rating_lists import Lists, Step
from tournaments.services.rating_notes import Known, known_now
from tournaments.services.rating_sources import key_of, rated_evening

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

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
        rating_notes.note(club, lambda one: stale(one).evenings)
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
    """Brings the ratings of a club up to date, step by step as it became known; the number of evenings replayed.

    Does nothing where all is well.
    """
    pool = pool_of(club)
    replayed = 0
    for at, known in rating_notes.noted(club).items():
        replayed += _follow(pool, club, at, known)
    rating_notes.clear(club)
    if found := stale(club):
        known = [known_now(evening, rated_evening(evening)) for evening in found.evenings]
        replayed += _follow(pool, club, timezone.now(), known, found.gone)
    return replayed


def _follow(
    pool: RatingPool, club: int, at: datetime, known: Collection[Known], gone: Collection[int] = ()
) -> int:
    """Rates what became known at one moment: first what corrects evenings that were known, then what is new."""
    people, first = _joined(pool, {person for one in known for person in one.rated.people})
    old = list(RatingEvening.objects.filter(Q(evening__in=[one.evening for one in known]) | Q(pk__in=gone)))
    was_known = _were_known(known, old)
    corrected = [one for one in known if one.evening.pk in was_known]
    replayed = 0
    if corrected or gone:
        changed = sorted(_changed(corrected, old))
        step = Step(at, club, changed=tuple((day, evening or None) for day, _event, evening in changed))
        first = min([first, *((day, event) for day, event, _evening in changed)])
        replayed += _put(pool, corrected, old, first, people, step)
        people, first = None, NEVER
    fresh = [one for one in known if one.counts and one.evening.pk not in was_known]
    for run, late in _runs(pool, fresh):
        step = Step(at, club, {one.evening.pk: one.closed_at for one in run}, late)
        replayed += _put(pool, run, (), min(first, run[0].rated.key), people, step)
        people, first = None, NEVER
    return replayed


def _were_known(known: Collection[Known], old: Iterable[RatingEvening]) -> set[int]:
    """The evenings of these of which something was made known before, if only that they do not count."""
    found = {row.evening_id for row in old if row.evening_id}
    keys = [one.evening.pk for one in known if one.evening.pk not in found]
    lists = RatingList.objects.filter(kind=RatingList.Kind.EVENING, evening__in=keys)
    found.update(lists.values_list("evening", flat=True))
    fresh = {f"competition:{one.evening.competition_id}" for one in known if one.evening.pk not in found}
    switched = Change.objects.filter(subject__in=fresh, verb="change competition", detail__rated=True)
    began = {change.subject: change.at for change in switched.order_by("at")}
    for one in known:
        since = began.get(f"competition:{one.evening.competition_id}")
        if since and one.closed_at < since:
            found.add(one.evening.pk)
    return found


def _runs(pool: RatingPool, fresh: Iterable[Known]) -> Iterator[tuple[list[Known], bool]]:
    """New evenings in the order in which they were closed: those that follow all that is known together, and each that
    does not (True) alone."""
    row = pool.evenings.order_by("day", "event").only("day", "event").last()
    last = (row.day, row.event) if row else BEGINNING
    run: list[Known] = []
    for one in sorted(fresh, key=lambda each: (each.closed_at, each.rated.key)):
        if one.rated.key > last:
            run.append(one)
            last = one.rated.key
            continue
        if run:
            yield run, False
        yield [one], True
        run = []
    if run:
        yield run, False


def _put(
    pool: RatingPool,
    known: Iterable[Known],
    old: Sequence[RatingEvening],
    first: Key,
    people: Values | None,
    step: Step,
) -> int:
    """Puts these evenings in the place of the old rows, and replays from `first`. people: all that were rated before."""
    state, known = known_before(pool, first), list(known)
    RatingEvening.objects.filter(pk__in=[row.pk for row in old]).delete()
    RatingEvening.objects.bulk_create(
        RatingEvening(
            pool=pool,
            evening=one.evening,
            day=one.rated.key[0],
            event=one.rated.key[1],
            version=one.version,
            rounds=one.rated.pack(),
            before=_before(old, one.evening),
        )
        for one in known
        if one.counts
    )
    return _replay(pool, first, state, Lists(pool, people or rated_people(pool), step))


def _before(old: Iterable[RatingEvening], evening: Evening) -> bytes:
    """The checkpoint that stood before an evening; a replay puts another where it is another."""
    return next((bytes(row.before) for row in old if row.evening_id == evening.pk), b"")


def _changed(known: Iterable[Known], old: Iterable[RatingEvening]) -> Iterator[tuple[int, int, int]]:
    """The places in the order (day, event) at which something is another than it was, and which evening (0: gone)."""
    was = {row.evening_id: row for row in old if row.evening_id}
    for one in known:
        row = was.get(one.evening.pk)
        if row is None:
            if one.counts:
                yield *one.rated.key, one.evening.pk
        elif (row.day, row.event) != one.rated.key or bytes(row.rounds) != one.rated.pack() or not one.counts:
            yield *min(one.rated.key, (row.day, row.event)), one.evening.pk
    for row in old:
        if row.evening_id is None:
            yield row.day, row.event, 0


def pool_of(club: int) -> RatingPool:
    """The pool of a club, made where it has none; nobody else changes it until we are done."""
    Club.objects.select_for_update(no_key=True).get(pk=club)  # two first evenings make one pool
    rated = RatedClub.objects.filter(club=club).first()
    if rated is None:
        rated = RatedClub.objects.create(club_id=club, pool=RatingPool.objects.create())
    return RatingPool.objects.select_for_update().get(pk=rated.pool_id)


def _joined(pool: RatingPool, people: set[int]) -> tuple[Values | None, Key]:
    """Takes into the pool all others in which one of these people is rated; everybody who was rated in any of them (None
    where nothing was joined), and from where it must be replayed.

    Who plays in two clubs ties them together: then all of both is replayed, once.
    """
    others = RatingValue.objects.filter(person__in=people).exclude(pool=pool).values_list("pool", flat=True)
    found = list(RatingPool.objects.select_for_update().filter(pk__in=set(others)).order_by("pk"))
    if not found:
        return None, NEVER
    rated = rated_people(pool, *found)
    for related in (RatedClub, RatingEvening, RatingValue):
        related.objects.filter(pool__in=found).update(pool=pool)
    pool.lists.model.objects.filter(pool__in=found).update(pool=pool)
    pool.parameters = sorted(
        [*pool.parameters, *(one for other in found for one in other.parameters)], key=lambda one: one["from"]
    )
    RatingPool.objects.filter(pk__in=[other.pk for other in found]).delete()
    return rated, BEGINNING


def rated_people(*pools: RatingPool) -> Values:
    """Everybody's rating as it is known now in these pools."""
    found = Values()
    for pool in pools:
        if pool.state:
            found.add(State.thaw(Checkpoint.unpack(bytes(pool.state))).people)
    return found


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
    return _replay(pool, BEGINNING, State(), Lists(pool, rated_people(pool), Step(timezone.now())))


def _replay(pool: RatingPool, first: Key, state: State, lists: Lists) -> int:
    """Replays from a place in the order and keeps what comes of it."""
    periods, store = pool.get_periods(), rating_store.Store(pool, first)
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
