"""From chosen tables to a draw with its figures and its explanation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from tournaments.pairing.lot import Lot
from tournaments.pairing.model import Couple, Draw, DrawInput, Meeting, Quality, Table
from tournaments.pairing.ranks import doubled_ranks

Sides = tuple[tuple[int, ...], tuple[int, ...]]


def seated(sides: Iterable[Sides], numbers: Sequence[int], lot: Lot) -> tuple[Table, ...]:
    """Tables with their numbers and seats by lot: which side sits North-South, and who on which chair."""
    tables = []
    for number, table in zip(numbers, lot.shuffled(sides), strict=True):
        one, other = lot.shuffled(table)
        tables.append(Table(number, tuple(lot.shuffled(one)), tuple(lot.shuffled(other))))
    return tuple(tables)


def finish(
    given: DrawInput,
    tables: tuple[Table, ...],
    sit_outs: Iterable[int],
    *,
    cost: int,
    proven: bool,
    completable: bool | None,
    bound: int | None = None,
    to_come: int = 0,
) -> Draw:
    """The draw of new tables and locked ones together, in order of number."""
    tables = tuple(sorted((*tables, *given.locked), key=lambda table: table.number))
    sit_outs = tuple(sorted(sit_outs))
    quality = replace(
        figures(tables, sit_outs, given),
        cost=cost,
        proven=proven,
        completable=completable,
        bound=bound,
        to_come=to_come,
    )
    meetings = tuple(meeting for table in tables for meeting in _meetings(table, given))
    return Draw(tables, sit_outs, quality, meetings)


def figures(tables: Iterable[Table], sit_outs: Iterable[int], given: DrawInput) -> Quality:
    """The countable part of the quality; cost, proof and look-ahead are for who made the draw."""
    tables = list(tables)
    partners = [pair for table in tables for pair in table.partners]
    opponents = [pair for table in tables for pair in table.opponents]
    evening = given.evening
    return Quality(
        repeated_partners=_met(partners, evening.partners),
        repeated_opponents=_met(opponents, evening.opponents),
        crossed=_met(partners, evening.opponents) + _met(opponents, evening.partners),
        second_sit_outs=sum(1 for entry in sit_outs if given.sit_outs_evening.get(entry, 0)),
        cost=0,
        proven=False,
        completable=None,
        spread=_spread(tables, given) if given.rule.method == "swiss" else 0,
        apart=sum(_apart(table, given) for table in tables),
    )


def _spread(tables: Sequence[Table], given: DrawInput) -> int:
    """The mean over the tables of the ranks between first and last, in tenths, rounded to the nearest."""
    ranks = doubled_ranks(given)
    at_tables = [[ranks[entry] for entry in table.entries] for table in tables]
    gaps = sum(max(table) - min(table) for table in at_tables)
    return round(Fraction(5 * gaps, len(tables))) if tables else 0


def _apart(table: Table, given: DrawInput) -> int:
    """Couples at the table of one group."""
    couples = [frozenset(pair) for pair in combinations(table.entries, 2)]
    return sum(1 for pair in couples if any(pair <= group.entries for group in given.apart))


def _met(pairs: Iterable[Couple], counts: Mapping[Couple, int]) -> int:
    return sum(1 for pair in pairs if counts.get(pair, 0))


def _meetings(table: Table, given: DrawInput) -> list[Meeting]:
    """The couples at the table who met before, partners first."""
    evening, season = given.evening, given.season
    found = []
    for partners, pairs in ((True, table.partners), (False, table.opponents)):
        for pair in sorted(pairs):
            counts = [
                history.get(pair, 0)
                for history in (evening.partners, evening.opponents, season.partners, season.opponents)
            ]
            if any(counts):
                found.append(Meeting(table.number, *pair, partners, *counts))
    return found
