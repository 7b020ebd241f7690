"""What pages, documents and files read of ratings. Nothing here looks at who may see whom: that is for the reader.

`until` is a place in the canonical order: with it nothing is known from there on, as while an evening is kept back.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils import timezone

from tournaments.models import Membership, Person, RatingList, RatingMark, RatingPool, RatingValue, RatingYear
from tournaments.rating import (
    Checkpoint,
    Company,
    PairValue,
    Parameters,
    Played,
    State,
    Status,
    Value,
    Values,
    band,
    earlier,
    opponents,
    pair_value,
    partners,
    points,
    regular_partner,
    status,
    unpack_history,
)
from tournaments.rating.columns import from_bytes
from tournaments.rating.shown import LAST_ROUNDS, LEAST_ROUNDS

if TYPE_CHECKING:
    import datetime as dates
    from collections.abc import Callable, Collection, Iterable, Mapping

    from django.db.models import QuerySet

    from tournaments.models import Club, RatingEvening
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
    """Everybody who belongs or belonged to a club, or plays in it, and is rated, from high to low; a few queries.

    `on`: the day of which the bands are (today): what is known fades while somebody does not play.
    """
    day = on or timezone.localdate()
    if until:
        return _before(club, until, day)
    values = RatingValue.objects.filter(person__in=people_of(club))
    parameters = parameters_of(pool_of(club), day)
    return _ordered(
        Line(
            value.person_id,
            value.mean,
            _faded(value.variance, week_of(day) - week_of(value.last_day), parameters),
            value.rounds,
            value.partner_id if value.rounds >= LEAST_ROUNDS else None,  # older values asked for no minimum
        )
        for value in values
    )


def list_as_made_known(club: Club, day: dates.date, until: Key | None = None) -> list[Line]:
    """The official list at the end of a day: what had been made known by then, mistakes of that time included.

    Who is a regular partner is seen from the rounds of the evenings that had been made known, as they stand now: a
    seat that was corrected since can widen a band, nothing else of the list ever changes.
    """
    pool = pool_of(club)
    if pool is None:
        return []
    lists = known_lists(pool, until).filter(at__lt=end_of(day))
    listed = lists.filter(kind=RatingList.Kind.EVENING, evening__isnull=False).values("evening")
    evenings = set(pool.evenings.filter(evening__in=listed).values_list("day", "event"))
    values, people = made_known(lists), people_of(club)
    known = {person: values[person] for person in people if person in values}
    return _lines(pool, known, day, regular_partners(known, among=evenings.__contains__))


def made_known(lists: QuerySet[RatingList]) -> dict[int, Value]:
    """What the newest of these lists of a pool say of everybody.

    Clubs that are rated together now may have been apart: before, each had lists of its own, in which nobody of the
    others stood. Those of one and the same pool of then have people in common, hence the newest of each is found.
    """
    found: dict[int, Value] = {}
    read, seen = set[bytes](), set[int]()
    for pk, packed in lists.order_by("-at", "-pk").values_list("pk", "keys"):
        keys = bytes(packed)
        if keys in read:
            continue
        people = from_bytes("q", keys)
        if seen.isdisjoint(people):
            values = Values.thaw(lists.get(pk=pk).frozen)
            found |= {person: value for person in people if (value := values.get(person))}
        read.add(keys)
        seen.update(people)
    return found


def end_of(day: dates.date) -> datetime:
    """The first moment that is no longer of a day."""
    return timezone.make_aware(datetime.combine(day + timedelta(days=1), time.min))


def list_as_corrected(club: Club, day: dates.date, until: Key | None = None) -> list[Line]:
    """How people stood at the end of a day by all that is known now."""
    place = after(day)
    return _before(club, min(place, until) if until else place, day)


def after(day: dates.date) -> Key:
    """The place in the canonical order behind everything of a day."""
    return day.toordinal() + 1, 0


def _before(club: Club, place: Key, day: dates.date) -> list[Line]:
    """How people stood before a place in the order, with the bands of a day."""
    pool = pool_of(club)
    values = known_before(pool, place)
    known = {person: value for person in people_of(club) if (value := values.get(person))}
    return _lines(pool, known, day, regular_partners(known, place))


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
    pool: RatingPool | None, values: Mapping[int, Value], day: dates.date, regular: Mapping[int, int | None]
) -> list[Line]:
    parameters, week = parameters_of(pool, day), week_of(day)
    return _ordered(
        Line(
            person,
            value.mean,
            _faded(value.variance, week - value.week, parameters),
            value.rounds,
            regular.get(person),
        )
        for person, value in values.items()
    )


def people_of(club: Club) -> list[int]:
    """Who is listed in a club: who belongs or belonged to it, and who takes part in what counts for the rating."""
    members = Membership.objects.filter(club=club).values("person")
    entered = Person.objects.filter(entries__competition__club=club, entries__competition__rated=True).values(
        "pk"
    )
    people = Person.objects.filter(Q(pk__in=members) | Q(pk__in=entered), merged_into=None)
    return list(people.order_by("pk").values_list("pk", flat=True))


def _ordered(lines: Iterable[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: (-line.mean, line.person))


def parameters_of(pool: RatingPool | None, day: dates.date) -> Parameters:
    """The constants that hold on a day."""
    return pool.get_periods().on(day.toordinal()) if pool else Parameters()


def _faded(variance: float, weeks: int, known: Parameters) -> float:
    return min(known.newcomer_variance, variance + known.drift * max(0, weeks))


def week_of(day: dates.date) -> int:
    """The number of a week, as rated rounds have it."""
    return (day.toordinal() - 1) // 7


# Rounds -------------------------------------------------------------------------------------------------------


def regular_partners(
    people: Collection[int], until: Key | None = None, among: Callable[[Key], bool] | None = None
) -> dict[int, int | None]:
    """Who has whom as the regular partner, by the rounds before a place, or `among` the evenings that pass."""
    found = last_rounds(people, until, among)
    return {
        person: regular_partner([one.change.others[0] for one in rounds]) for person, rounds in found.items()
    }


def last_rounds(
    people: Collection[int], until: Key | None = None, among: Callable[[Key], bool] | None = None
) -> dict[int, list[Played]]:
    """The last 60 rounds of each person before a place in the order, or all where there are fewer.

    `among`: only those of evenings that pass. A query for each year that has to be read.
    """
    years = defaultdict[int, list[int]](list)
    for person, year in RatingYear.objects.filter(person__in=people).values_list("person", "year"):
        years[person].append(year)
    found = defaultdict[int, list[Played]](list)
    while years:
        newest = {person: own.pop(own.index(max(own))) for person, own in years.items()}
        wanted = Q()
        for year in set(newest.values()):
            wanted |= Q(year=year, person__in=[person for person, own in newest.items() if own == year])
        for row in RatingYear.objects.filter(wanted):
            rounds = _unpacked(row.rounds, until)
            passed = [one for one in rounds if among(one.key)] if among else rounds
            found[row.person_id] = [*passed, *found[row.person_id]][-LAST_ROUNDS:]
        years = {person: own for person, own in years.items() if own and len(found[person]) < LAST_ROUNDS}
    return found


def rounds_of(people: Collection[int], until: Key | None = None) -> dict[int, list[Played]]:
    """All rounds of each person before a place in the order, in order of play; one query."""
    years = RatingYear.objects.filter(person__in=people).order_by("person", "year")
    found = defaultdict[int, list[Played]](list)
    for person, packed in years.values_list("person", "rounds"):
        found[person] += _unpacked(packed, until)
    return found


def _unpacked(packed: bytes, until: Key | None) -> list[Played]:
    data = bytes(packed)
    return unpack_history(earlier(data, until) if until else data)


# One person ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Player:
    """A person's rating: on a day, round by round as corrected since, and as it was made known (`marks`, with their list).

    `parameters` are those of the day.
    """

    line: Line
    rounds: list[Played]
    marks: list[RatingMark]
    day: dates.date
    parameters: Parameters

    def partners(self) -> list[Company]:
        return partners(one.change for one in self.rounds)

    def opponents(self) -> list[Company]:
        return opponents(one.change for one in self.rounds)

    def with_partner(self, person: int) -> list[Played]:
        return [one for one in self.rounds if one.change.others[0] == person]

    def against(self, person: int) -> list[Played]:
        return [one for one in self.rounds if person in one.change.others[1:]]

    def pair(self, person: int) -> PairValue | None:
        """How strong the two are together, by what is known on that day; None when they never were partners."""
        together = ((one.week, one.change) for one in self.with_partner(person))
        return pair_value(together, self.parameters, week=week_of(self.day))


def player(person: Person, on: dates.date | None = None, until: Key | None = None) -> Player | None:
    """Everything about a person's rating; None for who has no rated round. A few queries, whatever the career."""
    value = RatingValue.objects.filter(person=person).select_related("pool").first()
    if value is None:
        return None
    day = on or timezone.localdate()
    rounds = rounds_of([person.pk], until).get(person.pk)
    if not rounds:
        return None
    last, parameters = rounds[-1], parameters_of(value.pool, day)
    variance = _faded(last.change.variance, week_of(day) - last.week, parameters)
    partner = regular_partner([one.change.others[0] for one in rounds])
    marks = RatingMark.objects.filter(person=person, list__pool=value.pool)
    if until:
        marks = marks.filter(list__in=known_lists(value.pool, until).values("pk"))
    return Player(
        Line(person.pk, last.change.after, variance, len(rounds), partner),
        rounds,
        list(
            marks.order_by("list__at", "list")
            .select_related("list", "list__evening")
            .defer("list__keys", "list__numbers")
        ),
        day,
        parameters,
    )
