"""Everything about one player: rounds and evenings, with whom, against whom, in what form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TypeVar

from tournaments.statistics.tables import PlayedTable, Side, of_person
from tournaments.statistics.tallies import Tally, ratio

ENOUGH = 3
"""Rounds together before somebody can be the best partner."""
FORM = 5
"""Evenings that make the form."""


@dataclass(frozen=True, slots=True)
class RoundScore:
    """One round of a player. against: the total of the opponents, in points like `total`."""

    evening: int
    round: int
    table: int
    total: int
    against: int
    partners: tuple[int, ...]
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EveningScore:
    """One evening of a player: how many rounds at a table, and their sum in points."""

    evening: int
    rounds: int
    total: int

    @property
    def average(self) -> Fraction:
        return Fraction(self.total, self.rounds)


Score = TypeVar("Score", RoundScore, EveningScore)


@dataclass(frozen=True, slots=True)
class Company:
    """Somebody who sat at the same table, and what the player made there."""

    person: int
    tally: Tally

    @property
    def enough(self) -> bool:
        return self.tally.rounds >= ENOUGH


@dataclass(frozen=True, slots=True)
class Player:
    """The statistics of one player.

    rounds, evenings: in the order of play. partners, opponents: by average, best first (of opponents: against whom
    most was made), then by key. Best and worst hold all that are equal; evenings are compared only among those with
    the most rounds, since half an evening is not a bad evening.
    """

    person: int
    tally: Tally
    rounds: tuple[RoundScore, ...]
    evenings: tuple[EveningScore, ...]
    partners: tuple[Company, ...]
    opponents: tuple[Company, ...]
    best_rounds: tuple[RoundScore, ...] = ()
    worst_rounds: tuple[RoundScore, ...] = ()
    best_evenings: tuple[EveningScore, ...] = ()
    worst_evenings: tuple[EveningScore, ...] = ()

    @property
    def best_partners(self) -> tuple[Company, ...]:
        """All with the highest average of those with whom enough rounds were played."""
        known = [company for company in self.partners if company.enough]
        return tuple(one for one in known if one.tally.per_round == known[0].tally.per_round)

    @property
    def form(self) -> Fraction | None:
        """The average of a round over the last `FORM` evenings; None while there are no more than those."""
        if len(self.evenings) <= FORM:
            return None
        last = self.evenings[-FORM:]
        return ratio(sum(one.total for one in last), sum(one.rounds for one in last))


def player(tables: Iterable[PlayedTable], person: int) -> Player:
    """The statistics of a person from the tables of a season; other people's tables may be among them."""
    own = of_person(tables, person)
    tally = Tally()
    for table, side in own:
        tally.add(table, side)
    rounds = tuple(_round_score(table, side, person) for table, side in own)
    evenings = tuple(_evening_scores(rounds))
    whole = [one for one in evenings if one.rounds == max(other.rounds for other in evenings)]
    return Player(
        person=person,
        tally=tally,
        rounds=rounds,
        evenings=evenings,
        partners=_company(own, lambda _table, side: (one for one in side.people if one != person)),
        opponents=_company(own, _opponents),
        best_rounds=_equal_to(max, rounds),
        worst_rounds=_equal_to(min, rounds),
        best_evenings=_equal_to(max, whole),
        worst_evenings=_equal_to(min, whole),
    )


def best_partners(
    partners: Mapping[tuple[int, int], Tally], enough: int = ENOUGH
) -> dict[int, tuple[int, Tally]]:
    """For everybody the partner with the highest average, of those with `enough` rounds together.

    Of equal ones the one with more rounds, then the lower key.
    """
    found: dict[int, tuple[int, Tally]] = {}
    for (one, other), tally in sorted(partners.items()):
        if tally.rounds < enough:
            continue
        for person, mate in ((one, other), (other, one)):
            if person not in found or _strength(tally) > _strength(found[person][1]):
                found[person] = mate, tally
    return found


def _strength(tally: Tally) -> tuple[Fraction, int]:
    return Fraction(tally.total, tally.rounds), tally.rounds


def _round_score(table: PlayedTable, side: Side, person: int) -> RoundScore:
    return RoundScore(
        table.evening,
        table.round,
        table.table,
        side.total,
        table.against(side),
        partners=tuple(one for one in side.people if one != person),
        opponents=tuple(_opponents(table, side)),
    )


def _opponents(table: PlayedTable, side: Side) -> Iterable[int]:
    return (one for other in table.sides if other is not side for one in other.people)


def _evening_scores(rounds: Sequence[RoundScore]) -> Iterable[EveningScore]:
    for evening, group in groupby(rounds, key=lambda score: score.evening):
        totals = [score.total for score in group]
        yield EveningScore(evening, len(totals), sum(totals))


def _company(
    own: Sequence[tuple[PlayedTable, Side]], who: Callable[[PlayedTable, Side], Iterable[int]]
) -> tuple[Company, ...]:
    tallies: dict[int, Tally] = {}
    for table, side in own:
        for person in who(table, side):
            tallies.setdefault(person, Tally()).add(table, side)
    found = [Company(person, tally) for person, tally in tallies.items()]
    return tuple(sorted(found, key=lambda one: (-Fraction(one.tally.total, one.tally.rounds), one.person)))


def _equal_to(choose: Callable[[Iterable[int]], int], scores: Sequence[Score]) -> tuple[Score, ...]:
    """All with the highest (`max`) or lowest (`min`) total."""
    if not scores:
        return ()
    limit = choose(score.total for score in scores)
    return tuple(score for score in scores if score.total == limit)
