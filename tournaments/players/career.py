"""The rated rounds of one player, as a page and a document show them: by season, by evening, with whom, why.

Rounds of other clubs count for the rating, but stand on the pages of those clubs.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from django.utils import timezone

from tournaments import rating_queries
from tournaments.models import Club, Competition, Evening, RatingList
from tournaments.players import words
from tournaments.players.causes import causes
from tournaments.players.line import printed, told
from tournaments.players.who import named, secret_from, somebodies
from tournaments.rating import band, points

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction

    from tournaments.models import Person, RatingMark
    from tournaments.players.causes import Cause, Span
    from tournaments.players.line import Told
    from tournaments.players.who import Somebody
    from tournaments.rating import Change, Company, Played
    from tournaments.rating_queries import Line, Player
    from tournaments.standing.queries import Reader

FORM = 5
"""Evenings that make the form."""
BEST = 3
"""So many best and worst rounds."""


def competition_of(played: Played) -> int:
    return played.event >> 16


def number_of(played: Played) -> int:
    """The number of the evening in its competition."""
    return played.event & 0xFFFF


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round with names; `explained` says why it moved the player as it did. evening: None when it is gone."""

    evening: Evening | None
    day: datetime.date
    change: Change
    partner: Somebody
    opponents: tuple[Somebody, Somebody]
    explained: str

    @property
    def after(self) -> int:
        """The rating after it, as it is printed."""
        return points(self.change.after)


@dataclass(frozen=True, slots=True)
class EveningLine:
    """An evening together: rounds, points more than the opponents, surprise, change of the rating and where that led."""

    evening: Evening | None
    day: datetime.date
    rounds: int
    won: int
    difference: int
    surprise: float
    change: float
    after: float


@dataclass(frozen=True, slots=True)
class CompanyLine:
    """Somebody at the same table, by name, and what that says."""

    who: Somebody
    company: Company
    word: str
    sentence: str

    @property
    def clear(self) -> bool:
        """More than luck alone can hardly do."""
        return words.is_clear(self.company)


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction did to the rating that was known: ratings as printed, to a tenth.

    evening: of which alone it was (None: of several, of none that is there still, or not of an evening). causes: what the
    organisers did, in words; empty where that was in another club (`elsewhere`).
    """

    evening: Evening | None
    day: datetime.date
    at: datetime.datetime
    before: Fraction | None
    after: Fraction
    causes: tuple[str, ...] = ()
    elsewhere: bool = False

    @property
    def change(self) -> Fraction | None:
        """The difference of what is printed."""
        return None if self.before is None else self.after - self.before


@dataclass(frozen=True, slots=True)
class Moment:
    """The rating on a day: as it was made known (`mean` and `band`, of 80 %), and as it is known now (`now`)."""

    day: datetime.date
    mean: float | None
    band: float | None
    now: float | None
    corrected: bool = False


class Career:
    """Everything about the rating of one person in a club for a reader; made once for a page."""

    def __init__(self, club: Club, person: Person, reader: Reader) -> None:
        self.club, self.person, self.reader = club, person, reader

    @cached_property
    def who(self) -> Somebody:
        return somebodies([self.person], self.club, self.reader)[self.person.pk]

    @cached_property
    def player(self) -> Player | None:
        """None for who has no rated round that this reader may know of."""
        return rating_queries.player(self.person, until=secret_from(self.club, self.reader))

    @property
    def line(self) -> Line | None:
        return self.player.line if self.player else None

    @cached_property
    def competitions(self) -> dict[int, Competition]:
        """All of the club, the newest first."""
        found = {one.pk: one for one in self.club.competitions.all()}
        for one in found.values():
            one.club = self.club
        return found

    @cached_property
    def rounds(self) -> list[Played]:
        """The rated rounds in this club, in order of play."""
        everywhere = self.player.rounds if self.player else []
        return [one for one in everywhere if competition_of(one) in self.competitions]

    @property
    def elsewhere(self) -> int:
        """Rated rounds in other clubs."""
        return len(self.player.rounds) - len(self.rounds) if self.player else 0

    @cached_property
    def seasons(self) -> list[Competition]:
        """Those with rated rounds, the last played first."""
        keys = dict.fromkeys(competition_of(one) for one in reversed(self.rounds))
        return [self.competitions[key] for key in keys]

    def of_season(self, competition: Competition) -> list[Played]:
        return [one for one in self.rounds if competition_of(one) == competition.pk]

    @cached_property
    def evenings(self) -> Mapping[tuple[int, int], Evening]:
        """Evenings by competition and number."""
        found = Evening.objects.filter(competition__in=[one.pk for one in self.seasons])
        return {(one.competition_id, one.number): one for one in found}

    def evening(self, played: Played) -> Evening | None:
        return self.evenings.get((competition_of(played), number_of(played)))

    # Rounds -------------------------------------------------------------------

    def lines(self, rounds: Sequence[Played]) -> list[RoundLine]:
        """These rounds with names, in their order."""
        people = self.people(person for one in rounds for person in one.change.others)
        found = []
        for one in rounds:
            partner, *opponents = (people[person] for person in one.change.others)
            found.append(
                RoundLine(
                    evening=self.evening(one),
                    day=datetime.date.fromordinal(one.day),
                    change=one.change,
                    partner=partner,
                    opponents=(opponents[0], opponents[1]),
                    explained=words.explained(one.change),
                )
            )
        return found

    def by_evening(self, rounds: Sequence[Played]) -> list[EveningLine]:
        """These rounds taken together by evening, in order of play."""
        groups: dict[tuple[int, int], list[Played]] = {}
        for one in rounds:
            groups.setdefault(one.key, []).append(one)
        return [self._evening_line(group) for group in groups.values()]

    def _evening_line(self, group: list[Played]) -> EveningLine:
        changes = [one.change for one in group]
        return EveningLine(
            evening=self.evening(group[0]),
            day=datetime.date.fromordinal(group[0].day),
            rounds=len(group),
            won=sum(change.result > 0 for change in changes),
            difference=sum(change.result for change in changes),
            surprise=sum(change.surprise for change in changes),
            change=changes[-1].after - changes[0].before,
            after=changes[-1].after,
        )

    @property
    def form(self) -> list[EveningLine]:
        """The last evenings, the newest first."""
        keys = list(dict.fromkeys(one.key for one in self.rounds))[-FORM:]
        return self.by_evening([one for one in self.rounds if keys and one.key >= keys[0]])[::-1]

    def best(self) -> list[RoundLine]:
        """The rounds won by most, the best first."""
        return self.lines(sorted(self.rounds, key=lambda one: -one.change.result)[:BEST])

    def worst(self) -> list[RoundLine]:
        """The rounds lost by most, the worst first."""
        return self.lines(sorted(self.rounds, key=lambda one: one.change.result)[:BEST])

    # People -------------------------------------------------------------------

    def partners(self) -> list[CompanyLine]:
        return self._company(rating_queries.partners(one.change for one in self.rounds))

    def opponents(self) -> list[CompanyLine]:
        return self._company(rating_queries.opponents(one.change for one in self.rounds))

    def _company(self, found: list[Company]) -> list[CompanyLine]:
        people = self.people(one.person for one in found)
        return [
            CompanyLine(people[one.person], one, words.company_word(one), words.company_sentence(one))
            for one in found
        ]

    @cached_property
    def _known(self) -> dict[int, Somebody]:
        """Everybody who was ever at the same table, in one query."""
        return named((person for one in self.rounds for person in one.change.others), self.club, self.reader)

    def people(self, keys: Iterable[int]) -> dict[int, Somebody]:
        return {key: self._known[key] for key in keys}

    # The line -----------------------------------------------------------------

    def moments(self) -> list[Moment]:
        """The official line, and what is known now, by day; the line ends at the rating that is shown.

        Several lists on one day: the last stands, and the mark of a correction stays.
        """
        player = self.player
        if player is None:
            return []
        now = {
            datetime.date.fromordinal(one.day): one.change.after
            for one in player.rounds
            if competition_of(one) not in self._unseen_competitions
        }
        known = {one.day: one.mark for one in self._told}
        corrected = {one.day for one in self._told if one.is_correction}
        regular = player.line.partner is not None
        found = []
        for day in sorted({*now, *known}):
            mark = known.get(day)
            found.append(
                Moment(
                    day,
                    mark.mean if mark else None,
                    band(mark.variance, regular=regular) if mark else None,
                    now.get(day),
                    corrected=day in corrected,
                )
            )
        return self._ended(found)

    def _ended(self, moments: list[Moment]) -> list[Moment]:
        """The line up to the rating as it stands: what moved it on a day that is not shown here is put on today."""
        line = self.player.line if self.player else None
        last = self._told[-1].mark.mean if self._told else None
        if line is None or (last is not None and printed(last) == printed(line.mean)):
            return moments
        today = timezone.localdate()
        if moments and moments[-1].day >= today:
            end = moments.pop()
            return [*moments, replace(end, mean=line.mean, band=line.band, now=line.mean)]
        return [*moments, Moment(today, line.mean, line.band, line.mean)]

    @cached_property
    def _told(self) -> list[Told]:
        """What the lists said of this person, but for those of clubs that this reader may not see the days of."""
        marks = self.player.marks if self.player else []
        if not self._unseen_clubs:
            return told(marks)
        unseen = {None, *self._unseen_clubs}
        return told(mark for mark in marks if mark.list.club_id not in unseen)

    @cached_property
    def _unseen_clubs(self) -> set[int]:
        """Clubs that are rated together with this one and are not public, for who does not work here."""
        if self.reader.desk:
            return set()
        together = Club.objects.filter(rated__pool__clubs__club=self.club, public=False)
        return set(together.exclude(pk=self.club.pk).values_list("pk", flat=True))

    @cached_property
    def _unseen_competitions(self) -> set[int]:
        if not self._unseen_clubs:
            return set()
        return set(Competition.objects.filter(club__in=self._unseen_clubs).values_list("pk", flat=True))

    def season_starts(self) -> list[tuple[datetime.date, str]]:
        """The first rated day of each season, in order; a competition without a season is one of its own."""
        found: dict[str, datetime.date] = {}
        for one in self.rounds:
            competition = self.competitions[competition_of(one)]
            found.setdefault(competition.season or competition.name, datetime.date.fromordinal(one.day))
        return [(day, name) for name, day in found.items()]

    def corrections(self) -> list[Correction]:
        """What corrections did to the rating that was known, the newest first; those that moved it as it is printed."""
        found = [one for one in self._told if one.is_correction]
        why = causes(self.club, self._spans([one.mark for one in found]), self.reader)
        return [self._correction(one, acts) for one, acts in zip(found, why, strict=True)][::-1]

    def _correction(self, one: Told, acts: tuple[Cause, ...]) -> Correction:
        list_ = one.mark.list
        about_evening = not acts or any(act.of_evening for act in acts)
        return Correction(
            evening=list_.evening if about_evening else None,
            day=list_.day,
            at=list_.at,
            before=None if one.before is None else printed(one.before),
            after=printed(one.mark.mean),
            causes=tuple(act.text for act in acts),
            elsewhere=list_.club_id not in (None, self.club.pk),
        )

    def _spans(self, marks: Sequence[RatingMark]) -> list[Span]:
        """From the list of this club before each of these to itself: what was done here in between made it. Nothing for
        those of other clubs."""
        if not marks:
            return []
        lists = RatingList.objects.filter(pool=marks[0].list.pool_id).order_by("at", "pk")
        before: dict[int, datetime.datetime] = {}
        last = None
        for pk, at, club in lists.values_list("pk", "at", "club"):
            if club in (None, self.club.pk):
                before[pk] = last or at
                last = at
        return [(before.get(mark.list_id, mark.list.at), mark.list.at) for mark in marks]
