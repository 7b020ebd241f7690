"""Pairing up points at the least total price."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

import rustworkx

from tournaments.pairing.lot import Lot
from tournaments.pairing.model import Couple

# Prices are whole numbers. Below them every edge gets a ticket of the lot, small enough that all tickets of a
# matching together stay under one unit of price: among equally cheap matchings the lot decides, and the best one
# is unique, so that no version of the library can choose another.
_TICKETS = 1 << 40
# The library counts in 128 bits; every sum that it makes stays below this.
_MOST_BITS = 119
# Rounds in which the points share the price of their cheapest couples; more gain nothing.
_ROUNDS = 4

Levels = tuple[int, ...]
Edge = tuple[int, int, Levels]


def cheapest_matching(count: int, price: Callable[[int, int], int | None], lot: Lot) -> list[Couple] | None:
    """The cheapest way to pair up the points 0 to count - 1, each exactly once; None when there is no way.

    price: of the pair i < j; None where these two may not be paired.
    """
    unit = _TICKETS * (count + 1)
    edges = []
    for i in range(count):
        for j in range(i + 1, count):
            cost = price(i, j)
            if cost is not None:
                edges.append((i, j, cost * unit + lot.below(_TICKETS)))
    return _solve(count, _levelled(count, edges))


@dataclass(frozen=True, slots=True)
class Matching:
    """A way to pair up all points. levels: what it costs, the most important first."""

    couples: tuple[Couple, ...]
    levels: Levels


class MatchingProblem:
    """Points 0 to count - 1 to be paired up, and what every pair that may be costs in a few levels.

    A level outweighs all that come after it; the lot decides between matchings that are equal in all.
    """

    def __init__(self, count: int, edges: Sequence[Edge], lot: Lot, *, width: int = 0) -> None:
        """width: how many levels there are, where there may be no edge to tell."""
        self.count = count
        self.levels = {(i, j): levels for i, j, levels in edges}
        self._width = len(edges[0][2]) if edges else width
        self._edges = _levelled(count, self._packed(edges, lot))
        self._weights = {(i, j): weight for i, j, weight in self._edges}

    def cheapest(self) -> Matching | None:
        """The cheapest matching; None when there is none."""
        couples = _solve(self.count, self._edges)
        return None if couples is None else self._matching(couples)

    def in_order(self) -> Iterator[Matching]:
        """All matchings, the cheapest first (Murty 1968, Chegireddy and Hamacher 1987).

        The matchings that remain after the best one are divided by the first of its couples that they lack; the best
        of each part is found by the same means, and the best of these comes next.
        """
        waiting: list[tuple[int, int, list[Couple], list[Couple], frozenset[Couple]]] = []
        serial = 0

        def put(kept: list[Couple], banned: frozenset[Couple]) -> None:
            nonlocal serial
            couples = self._constrained(kept, banned)
            if couples is not None:
                serial += 1
                price = sum(self._weights[pair] for pair in couples)
                heappush(waiting, (price, serial, couples, kept, banned))

        put([], frozenset())
        while waiting:
            _price, _serial, couples, kept, banned = heappop(waiting)
            yield self._matching(couples)
            kept = list(kept)
            for pair in couples:
                if pair not in kept:
                    put(kept[:], banned | {pair})
                    kept.append(pair)

    def _constrained(self, kept: list[Couple], banned: frozenset[Couple]) -> list[Couple] | None:
        """The cheapest matching with the couples kept and without those banned."""
        settled = {point for pair in kept for point in pair}
        edges = [
            (i, j, weight)
            for i, j, weight in self._edges
            if i not in settled and j not in settled and (i, j) not in banned
        ]
        rest = _solve(self.count, edges, missing=len(settled))
        return None if rest is None else sorted([*kept, *rest])

    def of(self, couples: list[Couple]) -> Matching | None:
        """The matching of these couples, which pair up all points; None when one of them may not be."""
        return self._matching(sorted(couples)) if self.levels.keys() >= set(couples) else None

    def _matching(self, couples: list[Couple]) -> Matching:
        columns = zip(*(self.levels[pair] for pair in couples), strict=True)
        return Matching(tuple(couples), tuple(sum(column) for column in columns) or (0,) * self._width)

    def _packed(self, edges: Sequence[Edge], lot: Lot) -> list[tuple[int, int, int]]:
        """Every edge with one whole number in which each level outweighs the next in any matching."""
        size = self.count // 2
        units, unit = [0] * self._width, 1
        columns = list(zip(*(levels for _i, _j, levels in edges), strict=True))
        most = [sum(sorted(column, reverse=True)[:size]) for column in columns] or units
        for at in reversed(range(self._width)):
            units[at] = unit
            unit *= most[at] + 1
        bits = min(_TICKETS.bit_length() - 1, _MOST_BITS - (unit * (size + 1)).bit_length())
        assert bits > 0, "the levels of a draw leave room for the lot"
        tickets = 1 << bits
        shift = tickets * (size + 1)
        units = [one * shift for one in units]
        return [(i, j, sum(map(int.__mul__, levels, units)) + lot.below(tickets)) for i, j, levels in edges]


def _levelled(count: int, edges: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Twice every price, less what each of its two points pays in any case.

    Every point is in exactly one couple, so that all matchings become cheaper by the same; and the cheap couples, now
    near nothing, are found about three times as fast.
    """
    paid = [0] * count
    edges = [(i, j, 2 * price) for i, j, price in edges]
    for _ in range(_ROUNDS):
        least: list[int | None] = [None] * count
        for i, j, price in edges:
            left = price - paid[i] - paid[j]
            for point in (i, j):
                known = least[point]
                if known is None or left < known:
                    least[point] = left
        # Half of what is left on the cheapest couple: so no couple comes below nothing when both points pay.
        paid = [own + (left or 0) // 2 for own, left in zip(paid, least, strict=True)]
    return [(i, j, price - paid[i] - paid[j]) for i, j, price in edges]


def _solve(count: int, edges: Sequence[tuple[int, int, int]], missing: int = 0) -> list[Couple] | None:
    """The pairs i < j of the cheapest matching of all points but the `missing` that no edge has; None without one."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(i, j, -weight) for i, j, weight in edges])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: weight)
    if 2 * len(matching) < count - missing:
        return None
    return sorted((min(edge), max(edge)) for edge in matching)
