"""Acts on evenings of which the rated rounds are given, as they reach the ratings: noted on commit, followed later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from django.db.models import F
from django.test import TestCase
from django.utils import timezone

from tests import factories
from tournaments.models import Evening
from tournaments.rating import Book, RatedRound, Value
from tournaments.rating import Evening as RatedEvening
from tournaments.services import jobs, rating, rating_check, rating_notes, rating_preview
from tournaments.services.rating_sources import key_of

if TYPE_CHECKING:
    import datetime

    import pytest

    from tournaments.models import Club, Competition

Round = tuple[Sequence[int], int]
"""Four keys of people, partners first, and what the first two had more."""


class World:
    """Evenings by what is in their sheets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sheets: dict[int, RatedEvening] = {}
        monkeypatch.setattr(jobs, "ring", lambda job, **options: None)
        for module in (rating, rating_notes, rating_check, rating_preview):
            monkeypatch.setattr(module, "rated_evening", self._rated)

    def _rated(self, evening: Evening) -> RatedEvening:
        made = self.sheets[evening.pk]
        return made if evening.competition.rated else RatedEvening(*made.key, ())

    def close(
        self,
        competition: Competition,
        day: datetime.date,
        rounds: Iterable[Round],
        *,
        at: datetime.datetime | None = None,
        noted: bool = True,
    ) -> Evening:
        """An evening is closed; without `noted` nothing hears of it before the ratings are brought up to date."""
        evening = factories.make_evening(competition, date=day, closed_at=at or timezone.now())
        self._write(evening, rounds, noted=noted)
        return evening

    def correct(self, evening: Evening, rounds: Iterable[Round], *, noted: bool = True) -> None:
        """The sheets of a closed evening are other than was thought."""
        Evening.objects.filter(pk=evening.pk).update(ledger_version=F("ledger_version") + 1)
        self._write(evening, rounds, noted=noted)

    def _write(self, evening: Evening, rounds: Iterable[Round], *, noted: bool) -> None:
        made = [
            RatedRound(at, 1, tuple(four), difference, 16, 0)
            for at, (four, difference) in enumerate(rounds, 1)
        ]
        self.sheets[evening.pk] = RatedEvening(*key_of(evening), made)
        if noted:
            with TestCase.captureOnCommitCallbacks(execute=True):
                rating.ask(evening.competition)

    def run(self, club: Club) -> int:
        """The job comes round."""
        return rating.refresh(club.pk)


def values(evenings: Iterable[RatedEvening]) -> dict[int, Value]:
    """What is known of everybody by these evenings alone, worked out whole by the core."""
    people = Book(evenings).state.people
    return {person: value for person in people.place if (value := people.get(person))}
