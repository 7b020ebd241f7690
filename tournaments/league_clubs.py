"""The table of clubs of a league: what their teams or pairs made together, over all its divisions."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from tournaments.models import Division

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tournaments.league_board import DivisionBoard
    from tournaments.models import Competition
    from tournaments.pairing.leagues import Line


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club with the sums of its entries; equal points and scores share a rank."""

    rank: int
    name: str
    entries: int
    played: int
    won: int
    drawn: int
    lost: int
    scored: int
    points: int


def club_table(competition: Competition, boards: Iterable[DivisionBoard]) -> list[ClubLine]:
    """The clubs, best first: by points, then by score. Empty for fewer than two clubs; one query.

    Only round robins count, and of those only the ones that count alike: match points, or, when no division has these,
    totals.
    """
    represents = dict(competition.entries.exclude(represents="").values_list("pk", "represents"))
    clubs: defaultdict[str, list[Line]] = defaultdict(list)
    for board in _alike([board for board in boards if not board.is_bracket]):
        for line in board.lines:
            if line.entry in represents:
                clubs[represents[line.entry]].append(line)
    if len(clubs) < 2:
        return []
    sums = [(name, _sum(lines)) for name, lines in clubs.items()]
    sums.sort(key=lambda one: (-one[1]["points"], -one[1]["scored"], one[0]))
    lines: list[ClubLine] = []
    for _key, group in groupby(sums, key=lambda one: (one[1]["points"], one[1]["scored"])):
        rank = len(lines) + 1
        lines += [ClubLine(rank, name, len(clubs[name]), **values) for name, values in group]
    return lines


def _alike(boards: Collection[DivisionBoard]) -> list[DivisionBoard]:
    kinds = {board.division.counts for board in boards}
    kind = Division.Counts.MATCHES if Division.Counts.MATCHES in kinds else Division.Counts.TOTALS
    return [board for board in boards if board.division.counts == kind]


def _sum(lines: Collection[Line]) -> dict[str, int]:
    names = ("played", "won", "drawn", "lost", "scored", "points")
    return {name: sum(getattr(line, name) for line in lines) for name in names}
