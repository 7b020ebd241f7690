"""Luck estimated anew, once a season: what that would come to, and the act. Nothing that was made known changes by it.

How much of a result is luck says how far one round moves a rating. It is found by simulation, and each season anew
from what was really played; the new estimate holds from a day on, for evenings that are still to be rated.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from math import sqrt
from statistics import median
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments import rating_queries
from tournaments.models import Club, RatingPool
from tournaments.rating import Evening as RatedEvening
from tournaments.rating import RatedTable, rate
from tournaments.services import audit, rating
from tournaments.services.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.models import User
    from tournaments.rating import Parameters

LEAST_DAYS = 300
"""Between two estimates."""
MOST_DAYS = 366
"""So far ahead an estimate may begin."""
DEALS = 16
"""Of a round in which luck is told."""
VERB = "start rating period"


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a new estimate comes to.

    since: the day of the last one, None before the first. rounds: it rests on. variance: of the player in the middle,
    half of all who are rated are known better.
    """

    day: date
    since: date | None
    rounds: int
    before: Parameters
    after: Parameters
    variance: float

    @property
    def fingerprint(self) -> str:
        """Says whether two estimates are the same."""
        return f"{self.day.isoformat()}/{self.rounds}/{self.after.hand_variance}"


def spread(parameters: Parameters) -> float:
    """The standard deviation of luck in a round, in points."""
    return sqrt(parameters.noise(DEALS))


def moved(parameters: Parameters, variance: float, surprise: float = 100.0) -> float:
    """By how many points a surprise in one round moves somebody of this variance among three others of the same."""
    return surprise * variance / (4 * variance + parameters.noise(DEALS))


def history(club: Club) -> list[tuple[date | None, Parameters]]:
    """The estimates so far with the days from which they hold; the first, None, from the beginning."""
    pool = rating_queries.pool_of(club)
    if pool is None:
        return []
    periods = pool.get_periods()
    days = [None, *map(date.fromordinal, periods.days)]
    return list(zip(days, periods.parameters, strict=True))


def others(club: Club) -> list[Club]:
    """The other clubs that are rated together with this one, for which an estimate holds as well."""
    pool = rating_queries.pool_of(club)
    return list(Club.objects.filter(rated__pool=pool).exclude(pk=club.pk).order_by("name")) if pool else []


def estimate(club: Club, day: date) -> Estimate:
    """What a new estimate from this day on would come to by all that is rated now; changes nothing.

    Raises `Refused` for a day on or before the last rated evening (nothing that was made known may change by it), more
    than a year ahead, and within 300 days of the last time.
    """
    pool = rating_queries.pool_of(club)
    last = pool.evenings.order_by("day", "event").last() if pool else None
    if pool is None or last is None:
        raise Refused(_("There are no rated evenings yet: nothing can be estimated."))
    since = date.fromisoformat(pool.parameters[-1]["from"]) if pool.parameters else None
    _check_day(day, date.fromordinal(last.day), since)
    lucks = list(_lucks(pool, since or date.min))
    before = pool.get_periods().on(day.toordinal())
    variance = median(pool.values.values_list("variance", flat=True))
    return Estimate(day, since, len(lucks), before, before.estimated_again(lucks), variance)


def _check_day(day: date, last: date, since: date | None) -> None:
    if last >= day:
        raise Refused(
            _("The last rated evening is on %(date)s: choose a later day.")
            % {"date": date_format(last, "SHORT_DATE_FORMAT")}
        )
    if since and (day - since).days < LEAST_DAYS:
        raise Refused(
            _("Luck is estimated once a season; the last time counts from %(date)s.")
            % {"date": date_format(since, "SHORT_DATE_FORMAT")}
        )
    furthest = max(last, timezone.localdate()) + timedelta(days=MOST_DAYS)
    if day > furthest:
        raise Refused(
            _("Choose a day within a year from now: %(date)s at the latest.")
            % {"date": date_format(furthest, "SHORT_DATE_FORMAT")}
        )


@transaction.atomic
def start_period(club: int, day: date, *, actor: User | None, seen: str = "", key: str = "") -> Estimate:
    """Estimates luck anew from the rounds since the last time, to hold from a day on; once a season.

    `seen`: the fingerprint of what was shown before. Raises `Refused` as `estimate` does, and when something was rated
    in between; `AlreadyDone` for a repeated click.
    """
    audit.refuse_repeat(key)
    rating.refresh(club)
    pool = rating.pool_of(club)
    found = estimate(Club.objects.get(pk=club), day)
    if seen and seen != found.fingerprint:
        raise Refused(_("Something was rated in the meantime. Look at the new figures, then start again."))
    pool.parameters = [*pool.parameters, {"from": day.isoformat(), "parameters": found.after.to_json()}]
    pool.save(update_fields=["parameters"])
    audit.record(actor, Club.objects.get(pk=club), VERB, pool, key=key, day=day.isoformat())
    return found


def _lucks(pool: RatingPool, since: date) -> Iterator[float]:
    """The luck of every round from a day on, as it was rated."""
    key = (since.toordinal(), 0)
    state, periods = rating.known_before(pool, key), pool.get_periods()
    for row in rating.evenings_from(pool, key):
        evening, told = RatedEvening.unpack(row.rounds), list[RatedTable]()
        rate(state, evening, periods.on(evening.day), told)
        yield from (table.luck for table in told)
