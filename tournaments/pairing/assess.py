"""From chosen tables to a draw with its figures and its explanation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tournaments.pairing.lot import Lot
from tournaments.pairing.model import Couple, Draw, DrawInput, Meeting, Quality, Table

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
) -> Draw:
    """The draw of new tables and locked ones together, in order of number."""
    tables = tuple(sorted((*tables, *given.locked), key=lambda table: table.number))
    sit_outs = tuple(sorted(sit_outs))
    quality = replace(figures(tables, sit_outs, given), cost=cost, proven=proven, completable=completable)
    meetings = tuple(meeting for table in tables for meeting in _meetings(table, given))
    return Draw(tables, sit_outs, quality, meetings)


def figures(tables: Iterable[Table], sit_outs: Iterable[int], given: DrawInput) -> Quality:
    """The countable part of the quality; cost, proof and look-ahead are for who made the draw."""
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
    )


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
