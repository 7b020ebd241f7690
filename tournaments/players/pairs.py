"""Ratings of pairs: of two who nearly always play together the pair is known better than each of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.models import RatingValue, RatingYear
from tournaments.players.who import named, people_of, secret_from
from tournaments.rating import Parameters, band, earlier, pair_value, unpack_history
from tournaments.rating.shown import DEVELOPING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.models import Club
    from tournaments.players.who import Somebody
    from tournaments.rating import Key, PairValue, Played
    from tournaments.standing.queries import Reader


@dataclass(frozen=True, slots=True)
class RatedPair:
    """Two who play together; `value` in points of a round against two average opponents."""

    one: Somebody
    other: Somebody
    value: PairValue

    @property
    def band(self) -> float:
        """Half the width of the 80 % band, in points."""
        return band(self.value.variance)

    @property
    def own(self) -> bool:
        return self.one.own or self.other.own


def pair_ratings(club: Club, reader: Reader) -> list[RatedPair]:
    """Regular partners of a club with enough rounds together, the best first; a few queries."""
    couples = _couples(club)
    people = named((person for couple in couples for person in couple), club, reader)
    couples = {(one, other) for one, other in couples if not (people[one].hidden or people[other].hidden)}
    rounds = _rounds((one for one, _other in couples), secret_from(club, reader))
    found = []
    for one, other in sorted(couples):
        together = [each for each in rounds[one] if each.change.others[0] == other]
        value = pair_value(((each.week, each.change) for each in together), Parameters())
        if value and value.rounds >= DEVELOPING:
            first, second = sorted((people[one], people[other]), key=lambda who: (who.sort_key, who.person))
            found.append(RatedPair(first, second, value))
    return sorted(found, key=lambda pair: (-pair.value.mean, pair.one.person))


def _couples(club: Club) -> set[tuple[int, int]]:
    """Who has whom as the regular partner, the lower key first."""
    values = RatingValue.objects.filter(person__in=people_of(club), partner__in=people_of(club))
    return {
        (min(one, other), max(one, other))
        for one, other in values.values_list("person_id", "partner_id")
        if other is not None
    }


def _rounds(people: Iterable[int], secret: Key | None) -> dict[int, list[Played]]:
    """Everybody's rounds, as far as they may be known."""
    years = RatingYear.objects.filter(person__in=set(people)).order_by("person", "year")
    found: dict[int, list[Played]] = defaultdict(list)
    for person, packed in years.values_list("person_id", "rounds"):
        data = bytes(packed)
        found[person] += unpack_history(earlier(data, secret) if secret else data)
    return found
