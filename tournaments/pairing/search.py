"""Good tables for a large field: a start by matching, then improvement by exchanging two people at a time.

The work is counted in table costs worked out, never in seconds, so that the same input gives the same tables
on a slow machine.
"""

from __future__ import annotations

from tournaments.pairing.costs import Costs
from tournaments.pairing.lot import Lot
from tournaments.pairing.matching import cheapest_matching

Tables = list[list[int]]

BUDGET = 200_000
# Exchanges made at random on the best tables so far, once no exchange helps any more.
KICKS = 3


def good_tables(costs: Costs, lot: Lot) -> Tables:
    """Tables of four at a low total cost. People must be a multiple of four, at least eight."""
    by_lot = _fours(lot.shuffled(range(len(costs.players))))
    if _total(costs, by_lot) == 0:
        return by_lot
    return _improved(costs, _matched(costs, lot), lot)


def _matched(costs: Costs, lot: Lot) -> Tables:
    """The cheapest partners, then the cheapest opponents for them: no repeated partner that can be avoided."""
    couples = cheapest_matching(len(costs.players), costs.partner, lot)
    assert couples is not None, "every two people may be partners at a price"
    tables = cheapest_matching(len(couples), lambda i, j: costs.four(*couples[i], *couples[j]), lot)
    assert tables is not None, "every two couples may meet at a price"
    return [[*couples[i], *couples[j]] for i, j in tables]


def _improved(costs: Costs, tables: Tables, lot: Lot) -> Tables:
    """Walks downhill and along the level; kicked off the best tables known when it comes to a halt."""
    prices = [costs.four(*table) for table in tables]
    best, best_total = [table[:] for table in tables], sum(prices)
    total, idle, budget = best_total, 0, BUDGET
    while budget > 0 and best_total > 0:
        budget -= 8 * len(tables)
        change = _exchange_best(costs, tables, prices, _costly_table(prices, lot), lot)
        total += change
        idle += 1
        if total < best_total:
            best, best_total, idle = [table[:] for table in tables], total, 0
        if idle > 4 * len(tables):
            tables, idle = [table[:] for table in best], 0
            _kick(tables, lot)
            prices = [costs.four(*table) for table in tables]
            total = sum(prices)
    return best


def _costly_table(prices: list[int], lot: Lot) -> int:
    """Half of the time one of the costliest tables, else any that costs something."""
    least = max(prices) if lot.below(2) else 1
    return lot.choice([table for table, price in enumerate(prices) if price >= least] or range(len(prices)))


def _exchange_best(costs: Costs, tables: Tables, prices: list[int], mine: int, lot: Lot) -> int:
    """Moves one person of table `mine` by the best exchange with another table, unless it would cost more.

    Changes `tables` and `prices`; returns the change of the total.
    """
    seat = lot.below(4)
    leaver = tables[mine][seat]
    a, b, c = (person for person in tables[mine] if person != leaver)
    four = costs.four
    least, moves = 0, []
    for other, table in enumerate(tables):
        if other == mine:
            continue
        before = prices[mine] + prices[other]
        p, q, r, s = table
        for place, comer, rest in (
            (0, p, (q, r, s)),
            (1, q, (p, r, s)),
            (2, r, (p, q, s)),
            (3, s, (p, q, r)),
        ):
            change = four(a, b, c, comer) + four(leaver, *rest) - before
            if change < least:
                least, moves = change, [(other, place)]
            elif change == least:
                moves.append((other, place))
    if moves:
        other, place = lot.choice(moves)
        tables[mine][seat], tables[other][place] = tables[other][place], leaver
        prices[mine], prices[other] = four(*tables[mine]), four(*tables[other])
    return least


def _kick(tables: Tables, lot: Lot) -> None:
    for _ in range(KICKS):
        one, other = lot.shuffled(range(len(tables)))[:2]
        place, seat = lot.below(4), lot.below(4)
        tables[one][place], tables[other][seat] = tables[other][seat], tables[one][place]


def _total(costs: Costs, tables: Tables) -> int:
    return sum(costs.four(*table) for table in tables)


def _fours(people: list[int]) -> Tables:
    return [people[start : start + 4] for start in range(0, len(people), 4)]
