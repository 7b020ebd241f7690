"""What one evening of a season made of everybody, in columns: totals, ranks, highest scores."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from tournaments.standing.ledger import AT_TABLE, AWAY, EveningRows
from tournaments.standing.parts import Numbers, Truths, added, any_of, is_any


@dataclass(frozen=True, eq=False)
class Totals:
    """An evening as its result has it, in columns over the entries with a row.

    totals: all points. ranks: shared, 1, 2, 2, 4, by the totals of who was there; 0 for none.
    """

    entries: Numbers
    totals: Numbers
    ranks: Numbers

    def of(self, entry: int) -> tuple[int, int | None] | None:
        """Total and rank of an entry; None without a row."""
        place = int(np.searchsorted(self.entries, entry))
        if place == len(self.entries) or self.entries[place] != entry:
            return None
        return int(self.totals[place]), int(self.ranks[place]) or None

    @property
    def winners(self) -> list[int]:
        """Everybody with rank 1."""
        found: list[int] = self.entries[self.ranks == 1].tolist()
        return found


def totals_of(rows: EveningRows, unranked: Collection[int] = ()) -> Totals:
    """The result of an evening. unranked: entries that are shown only."""
    totals = added(rows["total"], rows.entry_starts)
    there = any_of(~is_any(rows, AWAY), rows.entry_starts)
    ranked = there & ~np.isin(rows.entries, np.array(sorted(unranked), np.int64))
    best_first = np.sort(-totals[ranked])
    ranks = np.where(ranked, np.searchsorted(best_first, -totals, side="left") + 1, 0)
    return Totals(rows.entries, totals, ranks)


@dataclass(frozen=True, slots=True)
class Score:
    """A score of somebody; round 0: of the whole evening."""

    points: int
    entry: int
    round: int = 0


def who_came(rows: EveningRows) -> frozenset[int]:
    """Who was there."""
    found: list[int] = rows.entries[any_of(~is_any(rows, AWAY), rows.entry_starts)].tolist()
    return frozenset(found)


def best_rounds(rows: EveningRows) -> list[Score]:
    """The highest score of a round at a table, of everybody who made it."""
    return _rounds(rows, sign=1)


def lowest_rounds(rows: EveningRows) -> list[Score]:
    """The lowest score of a round at a table, of everybody who made it."""
    return _rounds(rows, sign=-1)


def _rounds(rows: EveningRows, sign: int) -> list[Score]:
    cells = added(rows["total"], rows.cell_starts)
    at_table = any_of(is_any(rows, AT_TABLE), rows.cell_starts)
    who = rows["entry"][rows.cell_starts]
    number = rows["round"][rows.cell_starts]
    return [
        Score(int(cells[place]), int(who[place]), int(number[place]))
        for place in _highest(sign * cells, at_table)
    ]


def best_totals(rows: EveningRows) -> list[Score]:
    """The highest total of who played at a table, of everybody who has it."""
    totals = added(rows["total"], rows.entry_starts)
    played = any_of(is_any(rows, AT_TABLE), rows.entry_starts)
    return [Score(int(totals[place]), int(rows.entries[place])) for place in _highest(totals, played)]


def _highest(values: Numbers, given: Truths) -> list[int]:
    """The places of the highest of the given values."""
    if not given.any():
        return []
    found: list[int] = np.flatnonzero(given & (values == values[given].max())).tolist()
    return found
