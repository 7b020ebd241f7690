"""Who sat at a table with whom in a season, against each other or together, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, permutations

import numpy as np

from tournaments.standing.ledger import AT_TABLE, EveningRows
from tournaments.standing.parts import is_any


@dataclass(frozen=True, slots=True)
class Meeting:
    """A round in which `one` and `other` sat at the same table.

    points, against: what each scored there, over all their tables together. together: at the same side.
    """

    evening: int
    round: int
    table: int
    one: int
    other: int
    points: int
    against: int
    together: bool


@dataclass(frozen=True, slots=True)
class Record:
    """What somebody did against somebody else: how often they met, won, drew and lost, and by how many points in all.

    together: how often they were partners. meetings: those against each other, in the order of play.
    """

    met: int
    won: int
    drawn: int
    lost: int
    difference: int
    together: int
    meetings: tuple[Meeting, ...]


def meetings(evenings: Iterable[EveningRows], entry: int | None = None) -> Iterator[Meeting]:
    """Every meeting in the order of play, once from either side; of one entry, only from his.

    Where two sat at several tables on a round (teams), their tables are one meeting, at the first.
    """
    for rows in evenings:
        for number, seated in groupby(_seated(rows, entry), key=lambda seat: seat[0]):
            yield from _of_round(rows.evening, number, list(seated), entry)


def records(found: Iterable[Meeting]) -> dict[tuple[int, int], Record]:
    """Meetings by (one, other)."""
    by_pair: dict[tuple[int, int], list[Meeting]] = {}
    for meeting in found:
        by_pair.setdefault((meeting.one, meeting.other), []).append(meeting)
    return {pair: _record(together) for pair, together in by_pair.items()}


def _record(found: list[Meeting]) -> Record:
    against = tuple(meeting for meeting in found if not meeting.together)
    differences = [meeting.points - meeting.against for meeting in against]
    return Record(
        met=len(against),
        won=sum(difference > 0 for difference in differences),
        drawn=differences.count(0),
        lost=sum(difference < 0 for difference in differences),
        difference=sum(differences),
        together=len(found) - len(against),
        meetings=against,
    )


Seat = tuple[int, int, int, int, int]
"""Round, table, side, entry and total."""


def _seated(rows: EveningRows, entry: int | None) -> list[Seat]:
    """Who sat where, by round and table; of one entry, only at his tables."""
    chosen = is_any(rows, AT_TABLE) & (rows["table"] > 0)
    if entry is not None:
        places = rows["round"].astype(np.int64) << 32 | rows["table"].astype(np.int64)
        chosen &= np.isin(places, places[chosen & (rows["entry"] == entry)])
    columns = (rows[name][chosen].tolist() for name in ("round", "table", "side", "entry", "total"))
    return sorted(zip(*columns, strict=True))


def _of_round(evening: int, number: int, seated: list[Seat], entry: int | None) -> Iterator[Meeting]:
    found: dict[tuple[int, int], Meeting] = {}
    for table, group in groupby(seated, key=lambda seat: seat[1]):
        for (_, _, side, one, points), (_, _, facing, other, against) in permutations(group, 2):
            if one == other or entry not in (None, one):
                continue
            if before := found.get((one, other)):
                points, against = points + before.points, against + before.against
            first = before.table if before else table
            found[one, other] = Meeting(evening, number, first, one, other, points, against, side == facing)
    yield from found.values()
