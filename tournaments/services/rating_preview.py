"""Ratings that are not kept: during an evening, and what a correction would change before it is done."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from tournaments.models import Evening, Person, Posting, RatingEvening, RatingPool, RatingValue
from tournaments.rating import Evening as RatedEvening
from tournaments.rating import RatedTable, State, rate
from tournaments.rating.shown import ZERO
from tournaments.services import rating
from tournaments.services.rating_sources import key_of, rated_evening, rounds_of
from tournaments.services.watching import Watcher, list_part

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from datetime import date

    from django.db.models import QuerySet

    from tournaments.models import Competition
    from tournaments.services.watching import Look, Part

TENTHS = 10
NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Provisional:
    """A rating while an evening is played: what is counted of it (None: nothing yet), and what it would become.

    rounds: played so far in the evenings that are not closed. day: of the last of them. again: one of them was closed,
    and counts as it was then, until it is closed again.
    """

    before: float | None
    after: float
    rounds: int
    day: date
    again: bool


def explained(evening: Evening) -> list[RatedTable]:
    """The rounds of an evening so far, explained by what was known before it, also where they do not count."""
    pool = RatingPool.objects.filter(clubs__club=evening.competition.club_id).first()
    state = rating.known_before(pool, key_of(evening)) if pool else State()
    told = list[RatedTable]()
    rounds = RatedEvening(*key_of(evening), rounds_of(evening))
    rate(state, rounds, (pool or RatingPool()).get_periods().on(rounds.day), told)
    return told


def running(club: int) -> list[Evening]:
    """The evenings of a club that are not closed, and have accepted sheets that will count for the rating."""
    scores = Posting.objects.filter(round__evening=OuterRef("pk"), kind__in=Posting.FROM_SHEET)
    found = Evening.objects.filter(
        Exists(scores),
        competition__club=club,
        competition__rated=True,
        competition__closed_at=None,
        closed_at=None,
    )
    return list(found.select_related("competition", "rated").defer("rated__rounds", "rated__before"))


def provisional(club: int, evenings: Collection[Evening]) -> dict[int, Provisional]:
    """The rating of everybody who plays in these evenings, as if they were closed now. Nothing is kept.

    Without who is rated with another club: only when an evening is closed it is known what he brings from there.
    """
    pool = RatingPool.objects.filter(clubs__club=club).first()
    made = {evening: rated_evening(evening) for evening in evenings}
    if not any(map(len, made.values())):
        return {}
    again = {evening.pk for evening in evenings if hasattr(evening, "rated")}
    old = RatingEvening.objects.filter(evening__in=again)
    state = _replayed(pool or RatingPool(), made.values(), old)
    rounds = Counter[int]()
    for one in made.values():
        rounds.update(dict(zip(one.people, one.counts, strict=True)))
    values = {value.person_id: value for value in RatingValue.objects.filter(person__in=rounds)}
    elsewhere = {person for person, value in values.items() if pool is None or value.pool_id != pool.pk}
    played = [(evening, set(one.people)) for evening, one in made.items()]
    return {
        person: Provisional(
            before=values[person].mean if person in values else None,
            after=state.people.means[state.people.place[person]],
            rounds=rounds[person],
            day=max(evening.date for evening, people in played if person in people),
            again=any(evening.pk in again for evening, people in played if person in people),
        )
        for person in rounds
        if person not in elsewhere
    }


def foreseen(club: int) -> State | None:
    """What would be known after a refresh of the ratings of a club; None where nothing is stale or rated yet.

    Somebody who plays in another club too is seen as this club knows him.
    """
    found = rating.stale(club)
    pool = RatingPool.objects.filter(clubs__club=club).first()
    if not found or pool is None:
        return None
    replaced = Q(evening__in=[evening.pk for evening in found.evenings]) | Q(pk__in=found.gone)
    return _replayed(
        pool, [rated_evening(evening) for evening in found.evenings], pool.evenings.filter(replaced)
    )


def _replayed(pool: RatingPool, made: Collection[RatedEvening], old: QuerySet[RatingEvening]) -> State:
    """What would be known after all evenings of a pool, with these in the place of what is kept of them."""
    first = min([one.key for one in made] + list(old.values_list("day", "event")))
    state, periods, following = State(), pool.get_periods(), list[RatedEvening]()
    if pool.pk:
        state = rating.known_before(pool, first)
        kept = rating.evenings_from(pool, first).exclude(pk__in=old.values("pk"))
        following = [RatedEvening.unpack(rounds) for rounds in kept.values_list("rounds", flat=True)]
    for one in sorted([*following, *made], key=lambda each: each.key):
        rate(state, one, periods.on(one.day))
    return state


# What a correction would change -------------------------------------------------------------------------------


def _look(competition: Competition, since: int) -> Look:
    return ratings_of(competition.club_id)


def ratings_of(club: int) -> dict[int, tuple[str, None, Fraction]]:
    """Everybody's name and rating to a tenth of a point, best first, by all that is in the ledger now."""
    state = foreseen(club)
    if state is None:
        values = RatingValue.objects.filter(pool__clubs__club=club)
        means = dict(values.values_list("person", "mean"))
    else:
        means = dict(zip(state.people.place, state.people.means, strict=True))
    names = {person.pk: person.name for person in Person.objects.filter(pk__in=means)}
    ordered = sorted(names, key=lambda person: (-means[person], person))
    return {person: (names[person], None, _printed(means[person])) for person in ordered}


def _printed(mean: float) -> Fraction:
    return Fraction(math.floor((ZERO + mean) * TENTHS + 0.5), TENTHS)


def _tell(before: Look, after: Look) -> Iterator[Part]:
    yield from list_part(_("Ratings"), before, after, 1, of=_("Rating"))


WATCHERS = (Watcher("ratings", _look, _tell),)
