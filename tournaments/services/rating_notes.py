"""What became known of an evening, and when: noted as soon as it is committed, for ratings that follow later.

The job that brings ratings up to date may come late: after the next evening was closed, or after a second correction of
the same sheet. By these notes every step still gets a list of its own, with what was known then. They are no source:
what is stale follows from comparing evenings with what was rated of them, noted or not.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from tournaments.models import Club, RatingNote
from tournaments.rating import Evening as RatedEvening
from tournaments.services.rating_sources import rated_evening

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tournaments.models import Evening

MOST = 30
"""So many evenings are noted at once. More become known only when a club begins to be rated or a career changes hands,
and reading them takes longer than anybody should wait for; the job reads them."""


@dataclass(frozen=True, slots=True)
class Known:
    """An evening as it was known at some moment: its rated rounds, by which version, and whether it counts."""

    evening: Evening
    rated: RatedEvening
    version: int
    counts: bool
    closed_at: datetime


def known_now(evening: Evening, rated: RatedEvening) -> Known:
    """A closed evening as it is known now."""
    closed_at = evening.closed_at or timezone.now()
    return Known(evening, rated, evening.ledger_version, evening.competition.rated, closed_at)


@transaction.atomic
def note(club: int, stale: Callable[[int], Iterable[Evening]]) -> None:
    """Notes what differs from what is rated or noted of the evenings that are stale."""
    Club.objects.select_for_update(no_key=True).get(pk=club)  # notes stand in the order of what they tell
    evenings = list(stale(club))
    if len(evenings) > MOST:
        return
    known = _last_known(evenings)
    at = timezone.now()
    for evening in evenings:
        one = known_now(evening, rated_evening(evening))
        packed = one.rated.pack()
        if known.get(evening.pk, (b"", False)) == (packed, one.counts):
            continue
        RatingNote.objects.create(
            evening=evening,
            at=at,
            closed_at=one.closed_at,
            version=one.version,
            counts=one.counts,
            rounds=packed,
        )


def _last_known(evenings: Iterable[Evening]) -> dict[int, tuple[bytes, bool]]:
    """Rounds of evenings, and whether they count, by the last note or else by what is rated."""
    found = {}
    for evening in evenings:
        if row := getattr(evening, "rated", None):
            found[evening.pk] = (bytes(row.rounds), True)
    for one in RatingNote.objects.filter(evening__in=found.keys() | {each.pk for each in evenings}).order_by(
        "pk"
    ):
        found[one.evening_id] = (bytes(one.rounds), one.counts)
    return found


def noted(club: int) -> dict[datetime, list[Known]]:
    """The notes of a club in the order in which they were made; those of one act together."""
    found = defaultdict[datetime, list[Known]](list)
    notes = RatingNote.objects.filter(evening__competition__club=club)
    for one in notes.select_related("evening__competition").order_by("pk"):
        rated = RatedEvening.unpack(one.rounds)
        found[one.at].append(Known(one.evening, rated, one.version, one.counts, one.closed_at))
    return found


def clear(club: int) -> None:
    """Throws away the notes of a club, once its ratings have followed them."""
    RatingNote.objects.filter(evening__competition__club=club).delete()
