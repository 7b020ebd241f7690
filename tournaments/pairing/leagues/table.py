"""The table of a division, from the results of its matches.

Ranked by points; among equal points by the points, then the difference, of the matches among themselves, once all of
those have met equally often; then by the difference over all matches; then by the score over all matches. Who is
still equal shares the place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

WIN, DRAW = 2, 1
Decider = Literal["", "points", "among", "difference", "score", "equal"]


@dataclass(frozen=True, slots=True)
class Result:
    """A match that counts: the scores, or `awarded` to one of the two without play (then there is no score)."""

    home: int
    away: int
    home_score: int = 0
    away_score: int = 0
    awarded: int | None = None

    def points(self, entry: int) -> int:
        """2 for a win, 1 each for equal scores, 0 for a loss."""
        if self.awarded is not None:
            return WIN if self.awarded == entry else 0
        ahead = self.ahead(entry)
        return WIN if ahead > 0 else DRAW if ahead == 0 else 0

    def ahead(self, entry: int) -> int:
        """By how much this entry was ahead."""
        difference = self.home_score - self.away_score
        return difference if entry == self.home else -difference

    def scored(self, entry: int) -> int:
        return self.home_score if entry == self.home else self.away_score


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table. `decided`: what puts this one above the next: "points", the matches "among" those equal in
    points, the "difference" or "score" over all matches; "equal": the next shares the place; "" for the last.

    `points` are match points, or the total of the scores where totals count.
    """

    rank: int
    entry: int
    played: int
    won: int
    drawn: int
    lost: int
    scored: int
    against: int
    points: int
    decided: Decider = ""

    @property
    def difference(self) -> int:
        return self.scored - self.against


Key = tuple[int, tuple[int, int], int, int]
_DECIDERS: tuple[Decider, ...] = ("points", "among", "difference", "score")


def table(entries: Sequence[int], results: Collection[Result], *, totals: bool = False) -> list[Line]:
    """The rows, best first; equals in the order of `entries`. `totals`: the sum of scores counts, not match points.

    Results against an entry that is not listed do not count.
    """
    listed = set(entries)
    counted = [result for result in results if {result.home, result.away} <= listed]
    points = {entry: _points(entry, counted, totals=totals) for entry in entries}

    def key(entry: int) -> Key:
        equals = {other for other in entries if points[other] == points[entry]}
        among = _among(equals, counted)
        return (
            points[entry],
            (sum(result.points(entry) for result in _of(entry, among)), _ahead(entry, among)),
            _ahead(entry, counted),
            sum(result.scored(entry) for result in _of(entry, counted)),
        )

    keys = {entry: key(entry) for entry in entries}
    order = sorted(entries, key=lambda entry: keys[entry], reverse=True)
    lines: list[Line] = []
    for _key, group in groupby(order, key=lambda entry: keys[entry]):
        rank = len(lines) + 1
        for entry in group:
            following = order[len(lines) + 1] if len(lines) + 1 < len(order) else None
            decided = "" if following is None else _decided(keys[entry], keys[following])
            lines.append(_line(rank, entry, counted, points[entry], decided))
    return lines


def _among(equals: set[int], results: Collection[Result]) -> list[Result]:
    """The matches of these entries among themselves; none as long as not all have met equally often."""
    found = [result for result in results if {result.home, result.away} <= equals]
    met = Counter(frozenset((result.home, result.away)) for result in found)
    pairs = len(equals) * (len(equals) - 1) // 2
    return found if len(met) == pairs and len(set(met.values())) == 1 else []


def _of(entry: int, results: Collection[Result]) -> list[Result]:
    return [result for result in results if entry in (result.home, result.away)]


def _ahead(entry: int, results: Collection[Result]) -> int:
    return sum(result.ahead(entry) for result in _of(entry, results))


def _points(entry: int, results: Collection[Result], *, totals: bool) -> int:
    return sum(result.scored(entry) if totals else result.points(entry) for result in _of(entry, results))


def _decided(above: Key, below: Key) -> Decider:
    for decider, one, other in zip(_DECIDERS, above, below, strict=True):
        if one != other:
            return decider
    return "equal"


def _line(rank: int, entry: int, results: Collection[Result], points: int, decided: Decider) -> Line:
    own = _of(entry, results)
    won = sum(result.points(entry) == WIN for result in own)
    drawn = sum(result.points(entry) == DRAW for result in own)
    scored = sum(result.scored(entry) for result in own)
    return Line(
        rank=rank,
        entry=entry,
        played=len(own),
        won=won,
        drawn=drawn,
        lost=len(own) - won - drawn,
        scored=scored,
        against=scored - _ahead(entry, own),
        points=points,
        decided=decided,
    )
