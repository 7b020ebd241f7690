"""What pages, documents and files read of ratings. Nothing here looks at who may see whom: that is for the reader.

`until` is a place in the canonical order: with it nothing is known from there on, as while an evening is kept back.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils import timezone

from tournaments.models import Membership, RatingList, RatingMark, RatingPool, RatingValue, RatingYear
from tournaments.rating import (
    Checkpoint,
    Company,
    PairValue,
    Parameters,
    Played,
    State,
    Status,
    Values,
    band,
    earlier,
    opponents,
    pair_value,
    partners,
    points,
    status,
    unpack_history,
)

if TYPE_CHECKING:
    import datetime as dates
    from collections.abc import Iterable, Mapping

    from django.db.models import QuerySet

    from tournaments.models import Club, Person, RatingEvening
    from tournaments.rating import Key


@dataclass(frozen=True, slots=True)
class Line:
    """A person in a list of ratings. `partner` is the regular one, whose presence widens the band."""

    person: int
    mean: float
    variance: float
    rounds: int
    partner: int | None = None

    @property
    def points(self) -> int:
        return points(self.mean)

    @property
    def band(self) -> float:
        """Half the width of the 80 % band, in points."""
        return band(self.variance, regular=self.partner is not None)

    @property
    def status(self) -> Status:
        return status(self.rounds)


def pool_of(club: Club) -> RatingPool | None:
    """The pool in which a club is rated; None while nothing of it is."""
    return RatingPool.objects.filter(clubs__club=club).first()


def key_of(club: Club) -> str:
    """Changes when any rating of the club does: for caches."""
    pool = pool_of(club)
    return f"{pool.pk}.{pool.version}" if pool else ""


# Lists --------------------------------------------------------------------------------------------------------


def club_list(club: Club, on: dates.date | None = None, until: Key | None = None) -> list[Line]:
    """Everybody who belongs or belonged to a club and is rated, from high to low; a few queries, whatever its size.

    `on`: the day of which the bands are (today): what is known fades while somebody does not play.
    """
    day = on or timezone.localdate()
    values = RatingValue.objects.filter(person__in=_people(club))
    if until:
        regular = dict(values.values_list("person", "partner"))
        return _lines(club, known_before(pool_of(club), until), day, regular)
    parameters = _parameters(club, day)
    return _ordered(
        Line(
            value.person_id,
            value.mean,
            _faded(value.variance, _week(day) - _week(value.last_day), parameters),
            value.rounds,
            value.partner_id,
        )
        for value in values
    )


def list_as_made_known(club: Club, day: dates.date, until: Key | None = None) -> list[Line]:
    """The official line at the end of a day: what had been made known by then, mistakes of that time included."""
    newest = known_lists(pool_of(club), until).filter(at__lt=end_of(day)).last()
    return _lines(club, Values.thaw(newest.frozen), day) if newest else []


def end_of(day: dates.date) -> datetime:
    """The first moment that is no longer of a day."""
    return timezone.make_aware(datetime.combine(day + timedelta(days=1), time.min))


def list_as_corrected(club: Club, day: dates.date, until: Key | None = None) -> list[Line]:
    """How people stood at the end of a day by all that is known now."""
    place = (day.toordinal() + 1, 0)
    return _lines(club, known_before(pool_of(club), min(place, until) if until else place), day)


def known_before(pool: RatingPool | None, place: Key) -> Values:
    """What is known of people before a place in the canonical order."""
    if pool is None:
        return Values()
    following = _from(pool.evenings.all(), place).only("before").first()
    packed = bytes(following.before if following else pool.state)
    return State.thaw(Checkpoint.unpack(packed)).people if packed else Values()


def known_lists(pool: RatingPool | None, until: Key | None = None) -> QuerySet[RatingList]:
    """The lists that were made known, the oldest first; until a place in the order without those that hold more."""
    lists = RatingList.objects.filter(pool=pool).order_by("at", "pk")
    if until and pool:
        later = lists.filter(
            kind=RatingList.Kind.EVENING, evening__in=_from(pool.evenings.all(), until).values("evening")
        )
        first = later.first()
        return lists.filter(Q(at__lt=first.at) | Q(at=first.at, pk__lt=first.pk)) if first else lists
    return lists


def _from(evenings: QuerySet[RatingEvening], place: Key) -> QuerySet[RatingEvening]:
    day, event = place
    return evenings.filter(Q(day__gt=day) | Q(day=day, event__gte=event)).order_by("day", "event")


def _lines(
    club: Club, values: Values, day: dates.date, regular: Mapping[int, int | None] | None = None
) -> list[Line]:
    parameters, regular, found = _parameters(club, day), regular or {}, []
    for person in _people(club):
        value = values.get(person)
        if value:
            variance = _faded(value.variance, _week(day) - value.week, parameters)
            found.append(Line(person, value.mean, variance, value.rounds, regular.get(person)))
    return _ordered(found)


def _people(club: Club) -> list[int]:
    return list(Membership.objects.filter(club=club).values_list("person", flat=True))


def _ordered(lines: Iterable[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: (-line.mean, line.person))


def _parameters(club: Club, day: dates.date) -> Parameters:
    pool = pool_of(club)
    return pool.get_periods().on(day.toordinal()) if pool else Parameters()


def _faded(variance: float, weeks: int, known: Parameters) -> float:
    return min(known.newcomer_variance, variance + known.drift * max(0, weeks))


def _week(day: dates.date) -> int:
    return (day.toordinal() - 1) // 7


# One person ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Player:
    """A person's rating: now, round by round as corrected since, and as it was made known (`marks`, with their list)."""

    line: Line
    rounds: list[Played]
    marks: list[RatingMark]

    def partners(self) -> list[Company]:
        return partners(one.change for one in self.rounds)

    def opponents(self) -> list[Company]:
        return opponents(one.change for one in self.rounds)

    def with_partner(self, person: int) -> list[Played]:
        return [one for one in self.rounds if one.change.others[0] == person]

    def against(self, person: int) -> list[Played]:
        return [one for one in self.rounds if person in one.change.others[1:]]

    def pair(self, person: int, parameters: Parameters | None = None) -> PairValue | None:
        """How strong the two are together; None when they never were partners."""
        together = ((one.week, one.change) for one in self.with_partner(person))
        return pair_value(together, parameters or Parameters())


def player(person: Person, on: dates.date | None = None, until: Key | None = None) -> Player | None:
    """Everything about a person's rating; None for who has no rated round. A few queries, whatever the career."""
    value = RatingValue.objects.filter(person=person).select_related("pool").first()
    if value is None:
        return None
    day = on or timezone.localdate()
    years = RatingYear.objects.filter(person=person).order_by("year").values_list("rounds", flat=True)
    rounds = [
        one
        for packed in years
        for one in unpack_history(earlier(bytes(packed), until) if until else bytes(packed))
    ]
    if not rounds:
        return None
    last, parameters = rounds[-1], value.pool.get_periods().on(day.toordinal())
    variance = _faded(last.change.variance, _week(day) - last.week, parameters)
    marks = RatingMark.objects.filter(person=person, list__pool=value.pool)
    if until:
        marks = marks.filter(list__in=known_lists(value.pool, until).values("pk"))
    return Player(
        Line(person.pk, last.change.after, variance, len(rounds), value.partner_id),
        rounds,
        list(
            marks.order_by("list__at", "list")
            .select_related("list", "list__evening")
            .defer("list__keys", "list__numbers")
        ),
    )
