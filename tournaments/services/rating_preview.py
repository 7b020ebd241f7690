"""Ratings that are not kept: during an evening, and what a correction would change before it is done."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.models import Person, RatingPool, RatingValue
from tournaments.rating import Evening as RatedEvening
from tournaments.rating import RatedTable, State, rate
from tournaments.rating.shown import ZERO
from tournaments.services import rating
from tournaments.services.rating_sources import key_of, rated_evening
from tournaments.services.watching import Watcher, list_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.models import Competition, Evening
    from tournaments.services.watching import Look, Part

TENTHS = 10
NOTHING = Fraction(0)


def provisional(evening: Evening) -> tuple[list[RatedTable], State]:
    """The rounds of an evening so far, explained, and everybody's rating after them. Nothing is kept."""
    pool = RatingPool.objects.filter(clubs__club=evening.competition.club_id).first()
    state = rating.known_before(pool, key_of(evening)) if pool else State()
    told = list[RatedTable]()
    rated = rated_evening(evening)
    rate(state, rated, (pool or RatingPool()).get_periods().on(rated.day), told)
    return told, state


def foreseen(club: int) -> State | None:
    """What would be known after a refresh of the ratings of a club; None where nothing is stale or rated yet.

    Somebody who plays in another club too is seen as this club knows him.
    """
    found = rating.stale(club)
    pool = RatingPool.objects.filter(clubs__club=club).first()
    if not found or pool is None:
        return None
    made = [rated_evening(evening) for evening in found.evenings]
    replaced = {evening.pk for evening in found.evenings}
    old = pool.evenings.filter(evening__in=replaced) | pool.evenings.filter(pk__in=found.gone)
    first = min([one.key for one in made] + list(old.values_list("day", "event")))
    kept = rating.evenings_from(pool, first).exclude(pk__in=old.values("pk"))
    following = [RatedEvening.unpack(rounds) for rounds in kept.values_list("rounds", flat=True)]
    state, periods = rating.known_before(pool, first), pool.get_periods()
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
    yield from list_part(_("Ratings"), before, after, 1)


WATCHERS = (Watcher("ratings", _look, _tell),)
