"""Pairing up points at the least total price."""

from __future__ import annotations

from collections.abc import Callable

import rustworkx

from tournaments.pairing.lot import Lot
from tournaments.pairing.model import Couple

# Prices are whole numbers. Below them every edge gets a ticket of the lot, small enough that all tickets of a
# matching together stay under one unit of price: among equally cheap matchings the lot decides, and the best one
# is unique, so that no version of the library can choose another.
_TICKETS = 1 << 40


def cheapest_matching(count: int, price: Callable[[int, int], int | None], lot: Lot) -> list[Couple] | None:
    """The cheapest way to pair up the points 0 to count - 1, each exactly once; None when there is no way.

    price: of the pair i < j; None where these two may not be paired.
    """
    unit = _TICKETS * (count + 1)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    edges = []
    for i in range(count):
        for j in range(i + 1, count):
            cost = price(i, j)
            if cost is not None:
                edges.append((i, j, -(cost * unit + lot.below(_TICKETS))))
    graph.add_edges_from(edges)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: weight)
    if 2 * len(matching) < count:
        return None
    return sorted((min(edge), max(edge)) for edge in matching)
