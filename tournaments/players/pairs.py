"""Ratings of pairs: of two who nearly always play together the pair is known better than each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone

from tournaments import rating_queries
from tournaments.models import RatingValue
from tournaments.players.who import named, people_of, secret_from, shown_people, somebodies
from tournaments.rating import band, pair_value
from tournaments.rating.shown import DEVELOPING

if TYPE_CHECKING:
    import datetime

    from tournaments.models import Club
    from tournaments.players.career import Career
    from tournaments.players.who import Somebody
    from tournaments.rating import Key, PairValue
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


def pair_of(career: Career) -> RatedPair | None:
    """Somebody with the regular partner, for beside the rating; None without one who has a page for this reader."""
    player, line = career.player, career.line
    if player is None or line is None or line.partner is None:
        return None
    partners = somebodies(
        shown_people(career.club, career.reader).filter(pk=line.partner), career.club, career.reader
    )
    partner, value = partners.get(line.partner), player.pair(line.partner)
    return RatedPair(career.who, partner, value) if partner and value else None


def pair_ratings(club: Club, reader: Reader, *, on: datetime.date | None = None) -> list[RatedPair]:
    """Regular partners of a club with enough rounds together, the best first; a few queries.

    `on`: at the end of that day, by all that is known now.
    """
    day = on or timezone.localdate()
    until = _until(club, reader, on)
    couples = _couples(club, until)
    people = named((person for couple in couples for person in couple), club, reader)
    couples = {(one, other) for one, other in couples if not (people[one].hidden or people[other].hidden)}
    rounds = rating_queries.rounds_of({one for one, _other in couples}, until)
    parameters = rating_queries.parameters_of(rating_queries.pool_of(club), day)
    week, found = rating_queries.week_of(day), []
    for one, other in sorted(couples):
        together = [each for each in rounds[one] if each.change.others[0] == other]
        value = pair_value(((each.week, each.change) for each in together), parameters, week=week)
        if value and value.rounds >= DEVELOPING:
            first, second = sorted((people[one], people[other]), key=lambda who: (who.sort_key, who.person))
            found.append(RatedPair(first, second, value))
    return sorted(found, key=lambda pair: (-pair.value.mean, pair.one.person))


def _until(club: Club, reader: Reader, on: datetime.date | None) -> Key | None:
    """From which place in the order of evenings nothing is known: behind the day, or where all is kept back."""
    secret = secret_from(club, reader)
    places = [rating_queries.after(on)] if on else []
    return min([*places, secret] if secret else places, default=None)


def _couples(club: Club, until: Key | None) -> set[tuple[int, int]]:
    """Who has whom as the regular partner, the lower key first."""
    people = set(people_of(club).values_list("pk", flat=True))
    if until:
        regular = rating_queries.regular_partners(people, until)
    else:
        values = RatingValue.objects.filter(person__in=people)
        regular = dict(values.values_list("person", "partner"))
    return {
        (min(one, other), max(one, other))
        for one, other in regular.items()
        if other is not None and other in people
    }
