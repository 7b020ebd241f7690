"""Lists of ratings as a reader may see them: now, and on a day as it was made known and as it is known since.

Places are those of everybody, also of who is hidden: the same in public, at the desk and on paper.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import rating_queries
from tournaments.models import EntryMember, RatingList
from tournaments.players.who import named, secret_from
from tournaments.rating import Status, groups

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.models import Club, Competition
    from tournaments.players.who import Somebody
    from tournaments.rating import Key
    from tournaments.rating_queries import Line
    from tournaments.standing.queries import Reader

FIRST_DAY = datetime.date(1900, 1, 1)


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
    club: Club,
    reader: Reader,
    *,
    on: datetime.date | None = None,
    known: bool = False,
    competition: Competition | None = None,
) -> Ratings:
    """Everybody who may be listed, now or at the end of a day: by what is known of it now, or `known` by then."""
    secret = secret_from(club, reader)
    if on is None:
        lines = rating_queries.club_list(club, until=secret)
    elif known:
        lines = rating_queries.list_as_made_known(club, on, secret)
    else:
        lines = rating_queries.list_as_corrected(club, on, secret)
    lines = _taking_part(lines, competition)
    people = named((line.person for line in lines), club, reader)
    return _ratings(lines, people, kept_back=secret is not None)


def _taking_part(lines: list[Line], competition: Competition | None) -> list[Line]:
    if competition is None:
        return lines
    entered = set(EntryMember.objects.filter(competition=competition).values_list("person", flat=True))
    return [line for line in lines if line.person in entered]


def _ratings(lines: list[Line], people: dict[int, Somebody], *, kept_back: bool) -> Ratings:
    """The list, with the places of everybody, of who may be seen."""
    ranked, place = list[Rated](), 1
    for group in groups(line for line in lines if line.status is Status.ESTABLISHED):
        ranked += [Rated(people[line.person], line, place) for line in group]
        place += len(group)
    shown = [line for line in lines if not people[line.person].hidden]
    return Ratings(
        established=tuple(one for one in ranked if not one.who.hidden),
        developing=tuple(
            Rated(people[line.person], line, None) for line in shown if line.status is Status.DEVELOPING
        ),
        provisional=sum(line.status is Status.PROVISIONAL for line in shown),
        kept_back=kept_back,
    )


# The time machine ---------------------------------------------------------------------------------------------


def refused(day: datetime.date) -> str:
    """Why there is no list of a day: it has not been, or was before anybody played; empty where there may be one."""
    if FIRST_DAY <= day <= timezone.localdate():
        return ""
    return _("Choose a day that has been: today at the latest.")


@dataclass(frozen=True, slots=True)
class Then:
    """Somebody on a day: as it was made known then, and as it is known now; None where not rated, or without a place."""

    who: Somebody
    known: Line | None
    corrected: Line | None
    known_rank: int | None
    corrected_rank: int | None

    @property
    def difference(self) -> int | None:
        """In points as printed."""
        if self.known is None or self.corrected is None:
            return None
        return self.corrected.points - self.known.points

    @property
    def differs(self) -> bool:
        return self.difference != 0

    @property
    def section(self) -> Status:
        """The part of the page to stand in: with the established for who was it in either list, and so on."""
        statuses = {line.status for line in (self.known, self.corrected) if line}
        best = (Status.ESTABLISHED, Status.DEVELOPING)
        return next((status for status in best if status in statuses), Status.PROVISIONAL)


@dataclass(frozen=True, slots=True)
class OnDay:
    """A day: its list as it was made known and as corrected since, and the two side by side (`lines`).

    corrections, late: what the club made known after the day, of evenings up to it. elsewhere: another club did too, and
    moved somebody of this one; whose evenings those were is on the pages of that club.
    """

    day: datetime.date
    known: Ratings
    corrected: Ratings
    lines: tuple[Then, ...]
    corrections: tuple[RatingList, ...]
    late: tuple[RatingList, ...]
    elsewhere: bool

    @property
    def changed(self) -> int:
        return sum(line.differs for line in self.lines)

    @property
    def established(self) -> tuple[Then, ...]:
        return tuple(line for line in self.lines if line.section is Status.ESTABLISHED)

    @property
    def developing(self) -> tuple[Then, ...]:
        return tuple(line for line in self.lines if line.section is Status.DEVELOPING)


def on_day(
    club: Club, reader: Reader, day: datetime.date, *, competition: Competition | None = None
) -> OnDay:
    """The lists of a day; side by side without who was provisional in both."""
    secret = secret_from(club, reader)
    known = _taking_part(rating_queries.list_as_made_known(club, day, secret), competition)
    corrected = _taking_part(rating_queries.list_as_corrected(club, day, secret), competition)
    people = named((line.person for line in [*known, *corrected]), club, reader)
    then = _ratings(known, people, kept_back=secret is not None)
    now = _ratings(corrected, people, kept_back=secret is not None)
    since = _made_known_since(club, day, secret)
    pool = rating_queries.pool_of(club)
    whose = {club.pk, None} if pool and pool.clubs.count() == 1 else {club.pk}
    own = [one for one in since if one.club_id in whose]
    return OnDay(
        day,
        then,
        now,
        tuple(_side_by_side((known, then), (corrected, now), people)),
        corrections=tuple(one for one in own if one.kind == RatingList.Kind.CORRECTION),
        late=tuple(one for one in own if one.kind == RatingList.Kind.EVENING),
        elsewhere=len(own) < len(since),
    )


def _side_by_side(
    then: tuple[list[Line], Ratings], now: tuple[list[Line], Ratings], people: dict[int, Somebody]
) -> Iterable[Then]:
    """Everybody of either list who may be seen, by the mean as it is known now."""
    known, corrected = ({line.person: line for line in lines} for lines, _list in (then, now))
    was, is_ = ({row.who.person: row.rank for row in list_.established} for _lines, list_ in (then, now))
    for key in sorted({*known, *corrected}, key=lambda one: (-(corrected.get(one) or known[one]).mean, one)):
        line = Then(people[key], known.get(key), corrected.get(key), was.get(key), is_.get(key))
        if not line.who.hidden and line.section is not Status.PROVISIONAL:
            yield line


def _made_known_since(club: Club, day: datetime.date, secret: Key | None) -> list[RatingList]:
    """What was made known after a day, of evenings up to it, and moved somebody who is listed in the club."""
    lists = rating_queries.known_lists(rating_queries.pool_of(club), secret)
    lists = lists.filter(day__lte=day, at__gte=rating_queries.end_of(day))
    lists = lists.filter(marks__person__in=rating_queries.people_of(club)).distinct()
    return list(lists.select_related("evening__competition").defer("keys", "numbers"))
