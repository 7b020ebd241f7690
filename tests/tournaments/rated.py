"""Careers for tests: evenings of which the rated rounds are given, rated as always, without a card being played."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING
from unittest import mock

from django.utils import timezone

from tests import factories
from tournaments.models import Competition, Evening, Person
from tournaments.rating import Evening as RatedEvening
from tournaments.rating import RatedRound
from tournaments.services import rating
from tournaments.services.rating_sources import key_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def career(
    competition: Competition,
    people: Sequence[Person],
    *,
    evenings: int = 2,
    rounds: int = 3,
    best: int = 0,
    pairs: bool = False,
    seed: int = 1,
) -> list[Evening]:
    """Closed evenings of these people, mixed anew every round (with `pairs` partners stay), and rated.

    Everybody scores by chance; `people[0]` makes `best` points a round more.
    """
    random = Random(seed)
    made = [
        factories.make_evening(competition, rounds_planned=rounds, closed_at=timezone.now())
        for _number in range(evenings)
    ]
    given = {
        evening.pk: RatedEvening(*key_of(evening), _rounds(people, rounds, best, random, pairs=pairs))
        for evening in made
    }
    known = rating.rated_evening

    def rated_evening(evening: Evening) -> RatedEvening:
        return given.get(evening.pk) or known(evening)

    with mock.patch.object(rating, "rated_evening", rated_evening):
        rating.refresh(competition.club_id)
    return made


def _rounds(
    people: Sequence[Person], rounds: int, best: int, random: Random, *, pairs: bool
) -> list[RatedRound]:
    keys, found = [person.pk for person in people], []
    units = [keys[at : at + 2] for at in range(0, len(keys), 2)] if pairs else [[key] for key in keys]
    for number in range(1, rounds + 1):
        random.shuffle(units)
        seated = [key for unit in units for key in unit]
        for table in range(len(seated) // 4):
            four = tuple(seated[4 * table : 4 * table + 4])
            luck = random.gauss(0, 540)
            skill = best if keys[0] in four[:2] else -best if keys[0] in four[2:] else 0
            found.append(RatedRound(number, table + 1, four, round(luck + skill), 16, 0, None))
    return found
