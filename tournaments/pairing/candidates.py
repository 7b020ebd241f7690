"""Which pairs a draw by standing looks at: all of them in a field up to 128, enough to be certain in a larger one.

**Near.** Put the entries in a row by rank. Call an entry an *obstacle* of another when a price other than rank and
direction hangs on their meeting: they met before, share a group, or cannot meet. Among the draws that are best in all
goals up to the distance take one with the least sum of squared gaps in the row. In it, at most o(a) + o(b) + 1 entries
stand between any two a < b that meet, where o counts obstacles. For suppose more do. One of those between may rest. Each
of the others meets somebody: c meets d, c < d. When both are between, a and b could meet them instead in two ways: a-c
and d-b, or a-d and c-b; when only one is, in one way: the lower of a and c meets the next in the row, and the two others
one another. Each way makes the sum of squared gaps in rank no greater and that in the row smaller, and breaks no other
goal unless c or d is an obstacle of a or of b that stops just this way. To stop all ways takes two such obstacles for two
entries between, one for one. So with more entries than obstacles some way is open, and the draw was not the best. Hence
the couples with no more than that many between them hold a best draw, and the optimum over them is the optimum.

**Fold and slide** have no such bound. There the graph holds the neighbours of every target, and is widened until it
finds nothing better; what costs nothing is certainly the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tournaments.pairing.lot import Lot
from tournaments.pairing.matching import Edge, Matching, MatchingProblem
from tournaments.pairing.model import Couple, DrawInput, couple
from tournaments.pairing.ranks import score_groups
from tournaments.pairing.swiss_prices import DIRECTIONS, DISTANCE, LEVELS, Prices

COMPLETE = 128
"""Up to so many entries every two are looked at."""
WIDTH = 30
"""Neighbours of a target on either side, at first; doubled while that helps."""
WIDEST = 240


@dataclass(frozen=True, slots=True)
class Candidates:
    """The matching problem of a draw. points: the entry of every point; one more point is to rest. exact: the graph is
    known to hold a best draw."""

    problem: MatchingProblem
    points: tuple[int, ...]
    exact: bool

    def proves(self, matching: Matching) -> bool:
        """Whether no draw can be better than the cheapest matching, up to the distance."""
        return self.exact or not any(matching.levels[: DISTANCE + 1])

    def named(self, matching: Matching) -> tuple[tuple[Couple, ...], tuple[int, ...]]:
        """The couples of entries, and who rest."""
        rest = len(self.points)
        couples = [couple(self.points[i], self.points[j]) for i, j in matching.couples if j != rest]
        return tuple(couples), tuple(self.points[i] for i, j in matching.couples if j == rest)

    def matching(self, couples: Iterable[Couple], resting: Iterable[int]) -> Matching | None:
        """The matching of these couples and who rest; None when a couple is not looked at."""
        place = {entry: at for at, entry in enumerate(self.points)}
        pairs = [couple(place[one], place[other]) for one, other in couples]
        return self.problem.of([*pairs, *((place[entry], len(self.points)) for entry in resting)])


def candidates(given: DrawInput, entries: Sequence[int], prices: Prices, lot: Lot) -> Candidates:
    """The couples that a draw of these entries is made from."""
    # Equals stand in the row by lot, so that a bounded graph favours none of them.
    row = tuple(sorted(lot.shuffled(sorted(entries)), key=lambda entry: prices.ranks[entry]))
    if len(row) <= COMPLETE:
        couples = ((i, j) for j in range(len(row)) for i in range(j))
        return _graph(row, couples, prices, lot, exact=True)
    if given.rule.pattern == "near":
        return _graph(row, _near(row, prices), prices, lot, exact=True)
    return _widened(given, row, prices, lot)


def _near(row: Sequence[int], prices: Prices) -> Iterator[tuple[int, int]]:
    """The couples that may meet in a best draw."""
    obstacles = [prices.obstacles[entry] for entry in row]
    most = max(obstacles)
    for i, own in enumerate(obstacles):
        for j in range(i + 1, min(len(row), i + own + most + 3)):
            if j - i - 1 <= own + obstacles[j] + 1:
                yield i, j


def _widened(given: DrawInput, row: Sequence[int], prices: Prices, lot: Lot) -> Candidates:
    """Targets and their neighbours, twice as many as long as that finds something better."""
    width, best = WIDTH, None
    while True:
        graph = _graph(row, sorted(_targets(given, row, width)), prices, lot, exact=False)
        cheapest = graph.problem.cheapest()
        found = cheapest.levels[:DIRECTIONS] if cheapest else None
        if cheapest and (graph.proves(cheapest) or found == best):
            return graph
        if width > WIDEST:
            return graph
        width, best = 2 * width, found


def _targets(given: DrawInput, row: Sequence[int], width: int) -> set[tuple[int, int]]:
    """Every entry with those around its target in its own score group, and with its neighbours in the row."""
    place = {entry: at for at, entry in enumerate(row)}
    couples = {(i, j) for i in range(len(row)) for j in range(i + 1, min(len(row), i + 1 + width // 2))}
    for group in score_groups(given):
        members = sorted(place[entry] for entry in group if entry in place)
        size = len(members)
        for at, i in enumerate(members):
            target = size - size % 2 - 1 - at if given.rule.pattern == "fold" else at + size // 2
            around = members[max(0, target - width) : max(0, target + width + 1)]
            couples.update((min(i, j), max(i, j)) for j in around if i != j)
    return couples


def _graph(
    row: Sequence[int], couples: Iterable[tuple[int, int]], prices: Prices, lot: Lot, *, exact: bool
) -> Candidates:
    edges: list[Edge] = []
    for i, j in couples:
        levels = prices.meeting(row[i], row[j])
        if levels is not None:
            edges.append((i, j, levels))
    odd = len(row) % 2
    if odd:
        edges += [(i, len(row), prices.rest(entry)) for i, entry in enumerate(row)]
    return Candidates(MatchingProblem(len(row) + odd, edges, lot, width=LEVELS), tuple(row), exact)
