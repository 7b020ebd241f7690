"""Lists of ratings as a reader may see them: now, and on a day as it was made known beside what is known of it now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments import rating_queries
from tournaments.models import EntryMember, RatingList
from tournaments.players.who import named, secret_from
from tournaments.rating import Status, groups

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable

    from tournaments.models import Club, Competition
    from tournaments.players.who import Somebody
    from tournaments.rating import Key
    from tournaments.rating_queries import Line
    from tournaments.standing.queries import Reader


@dataclass(frozen=True, slots=True)
class Rated:
    """Somebody in a list. rank: shared by who can hardly be told apart, None for who is not established."""

    who: Somebody
    line: Line
    rank: int | None


@dataclass(frozen=True, slots=True)
class Ratings:
    """A list by mean. established: in groups that can hardly be told apart; developing apart; provisional only counted."""

    established: tuple[Rated, ...]
    developing: tuple[Rated, ...]
    provisional: int
    kept_back: bool = False

    @property
    def lines(self) -> tuple[Rated, ...]:
        return self.established + self.developing

    def __bool__(self) -> bool:
        return bool(self.established or self.developing or self.provisional)


def ratings(
    club: Club, reader: Reader, *, on: datetime.date | None = None, competition: Competition | None = None
) -> Ratings:
    """Everybody who may be listed, now or at the end of a day by what is known of it now."""
    secret = secret_from(club, reader)
    lines = (
        rating_queries.list_as_corrected(club, on, secret)
        if on
        else rating_queries.club_list(club, until=secret)
    )
    shown, people = _shown(lines, club, reader, competition)
    return _ratings(shown, people, kept_back=secret is not None)


def _shown(
    lines: Iterable[Line], club: Club, reader: Reader, competition: Competition | None
) -> tuple[list[Line], dict[int, Somebody]]:
    """The lines of who may be listed for this reader, and their names."""
    lines = list(lines)
    if competition:
        entered = set(EntryMember.objects.filter(competition=competition).values_list("person", flat=True))
        lines = [line for line in lines if line.person in entered]
    people = named((line.person for line in lines), club, reader)
    return [line for line in lines if not people[line.person].hidden], people


def _ratings(lines: list[Line], people: dict[int, Somebody], *, kept_back: bool) -> Ratings:
    established = [line for line in lines if line.status is Status.ESTABLISHED]
    ranked, place = [], 1
    for group in groups(established):
        ranked += [Rated(people[line.person], line, place) for line in group]
        place += len(group)
    developing = [
        Rated(people[line.person], line, None) for line in lines if line.status is Status.DEVELOPING
    ]
    return Ratings(
        established=tuple(ranked),
        developing=tuple(developing),
        provisional=sum(line.status is Status.PROVISIONAL for line in lines),
        kept_back=kept_back,
    )


# The time machine ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Then:
    """Somebody on a day: as it was made known then, and as it is known now; None where not rated."""

    who: Somebody
    known: Line | None
    corrected: Line | None

    @property
    def difference(self) -> int | None:
        """In points as printed."""
        if self.known is None or self.corrected is None:
            return None
        return self.corrected.points - self.known.points

    @property
    def differs(self) -> bool:
        return self.difference != 0


@dataclass(frozen=True, slots=True)
class OnDay:
    """Everybody on a day, the two lists side by side; corrections: what was made known since that concerns it."""

    day: datetime.date
    lines: tuple[Then, ...]
    corrections: tuple[RatingList, ...]
    late: tuple[RatingList, ...]

    @property
    def changed(self) -> int:
        return sum(line.differs for line in self.lines)


def on_day(
    club: Club, reader: Reader, day: datetime.date, *, competition: Competition | None = None
) -> OnDay:
    """The lists of a day, without who was provisional in both."""
    secret = secret_from(club, reader)
    known = rating_queries.list_as_made_known(club, day, secret)
    corrected = rating_queries.list_as_corrected(club, day, secret)
    shown, people = _shown([*known, *corrected], club, reader, competition)
    then = {line.person: line for line in known}
    now = {line.person: line for line in corrected}
    keys = sorted(
        {line.person for line in shown},
        key=lambda one: (-(now.get(one) or then[one]).mean, one),
    )
    lines = [Then(people[key], then.get(key), now.get(key)) for key in keys]
    since, late = _made_known_since(club, day, secret)
    return OnDay(day, tuple(filter(_listed, lines)), since, late)


def _listed(then: Then) -> bool:
    return any(line and line.status is not Status.PROVISIONAL for line in (then.known, then.corrected))


def _made_known_since(
    club: Club, day: datetime.date, secret: Key | None
) -> tuple[tuple[RatingList, ...], tuple[RatingList, ...]]:
    """Corrections of evenings up to a day, and evenings up to it, that were made known after it."""
    lists = rating_queries.known_lists(rating_queries.pool_of(club), secret)
    lists = lists.filter(day__lte=day, at__gte=rating_queries.end_of(day))
    lists = lists.select_related("evening__competition").defer("keys", "numbers")
    found = list(lists)
    corrections = [one for one in found if one.kind == RatingList.Kind.CORRECTION]
    late = [one for one in found if one.kind == RatingList.Kind.EVENING]
    return tuple(corrections), tuple(late)
