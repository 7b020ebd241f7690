"""What is told about the evenings of a season, and about the season as a whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.statistics.tables import PlayedTable
from tournaments.statistics.tallies import ratio


@dataclass(frozen=True, slots=True)
class Figures:
    """What a number of tables came to together.

    people: different ones who sat at them. scores: totals of a side, `score_sum` in points together. deals, roem
    (points), pits and nats count each table once, both sides together. told, declared_nats: the deals on sheets that
    say who played each of them, and the nats among those. highest, lowest: totals of a side in a round.
    """

    people: frozenset[int]
    tables: int
    scores: int
    score_sum: int
    deals: int
    roem: int
    pits: int
    nats: int
    told: int
    declared_nats: int
    highest: int | None
    lowest: int | None

    @property
    def average(self) -> Fraction | None:
        """Points of a side in a round."""
        return ratio(self.score_sum, self.scores)

    @property
    def per_deal(self) -> Fraction | None:
        """Points of all sides together in a deal."""
        return ratio(self.score_sum, self.deals)

    @property
    def roem_per_deal(self) -> Fraction | None:
        """Roem of all sides together in a deal."""
        return ratio(self.roem, self.deals)

    @property
    def pit_rate(self) -> Fraction | None:
        """The share of deals that ended in a pit."""
        return ratio(self.pits, self.deals)

    @property
    def nat_rate(self) -> Fraction | None:
        """The share of deals that were nat, over sheets that say who played."""
        return ratio(self.declared_nats, self.told)


def figures(tables: Iterable[PlayedTable]) -> Figures:
    """The figures of these tables together."""
    tables = list(tables)
    sides = [side for table in tables for side in table.sides]
    totals = [side.total for side in sides]
    played = [table for table in tables if table.sides]
    told = [table for table in played if all(side.declared is not None for side in table.sides)]
    return Figures(
        people=frozenset(person for table in tables for person in table.people),
        tables=len(tables),
        scores=len(totals),
        score_sum=sum(totals),
        deals=sum(table.deals for table in played),
        roem=sum(side.roem for side in sides),
        pits=sum(side.pits for side in sides),
        nats=sum(side.nats for side in sides),
        told=sum(table.deals for table in told),
        declared_nats=sum(side.nats for table in told for side in table.sides),
        highest=max(totals, default=None),
        lowest=min(totals, default=None),
    )


@dataclass(frozen=True, slots=True)
class SeasonFigures:
    """A season as a whole, and evening by evening in the order of play.

    everywhere: who sat at a table on every evening; empty before the second, for then it says nothing.
    """

    whole: Figures
    evenings: tuple[tuple[int, Figures], ...]
    everywhere: frozenset[int]

    @property
    def average_people(self) -> Fraction | None:
        """Head count of an evening on average."""
        return ratio(sum(len(one.people) for _, one in self.evenings), len(self.evenings))


def season_figures(tables: Sequence[PlayedTable]) -> SeasonFigures:
    """The figures of a season and of each of its evenings."""
    by_evening: dict[int, list[PlayedTable]] = defaultdict(list)
    for table in tables:
        by_evening[table.evening].append(table)
    evenings = tuple((evening, figures(by_evening[evening])) for evening in sorted(by_evening))
    always = (
        frozenset.intersection(*(one.people for _, one in evenings)) if len(evenings) > 1 else frozenset()
    )
    return SeasonFigures(figures(tables), evenings, always)


def attendance(tables: Iterable[PlayedTable]) -> dict[int, int]:
    """On how many evenings everybody sat at a table."""
    evenings: dict[int, set[int]] = defaultdict(set)
    for table in tables:
        for person in table.people:
            evenings[person].add(table.evening)
    return {person: len(found) for person, found in evenings.items()}
