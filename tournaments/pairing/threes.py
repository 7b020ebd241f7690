"""The draw of one round at tables of three, where everybody plays for himself: two opponents for everybody, by lot."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from tournaments.pairing.assess import finish
from tournaments.pairing.costs import Costs, Matrix, tables_cost
from tournaments.pairing.field import choose_sit_outs, prepare
from tournaments.pairing.lot import Lot
from tournaments.pairing.model import Draw, DrawInput, Table

Three = tuple[int, int, int]
Threes = list[list[int]]

# Fifteen people can be seated in 1,401,400 ways; sharing the parts leaves 16,000 sums. Eighteen take 200,000.
MOST_PLAYERS = 15
BUDGET = 200_000
"""Prices of tables worked out in a search, never seconds, so that a slow machine draws the same."""
KICKS = 3
"""Exchanges made at random on the best tables so far, once no exchange helps any more."""


def draw_threes(given: DrawInput) -> Draw:
    """Draws the tables of one round for three.

    In this order: nobody rests twice this evening while somebody has not rested; few opponents of this evening
    again, and nobody a third time before a second; few of earlier evenings again; and for the rest the lot alone.

    Up to 15 players to be drawn nothing cheaper exists, and all cheapest arrangements are equally likely; beyond
    that the search is bounded, and `quality.proven` says whether nothing cheaper can exist. The seats are by lot,
    so that of the first deal is too. Later rounds are not looked at: `quality.completable` is None. Raises
    DrawError (see `prepare`).
    """
    field = prepare(given, side=1, sides=3)
    lot = Lot(given.seed)
    resting = choose_sit_outs(given, field.free, len(field.free) % 3, lot)
    players = [entry for entry in field.free if entry not in resting]
    prices = Costs(players, given).opponent
    small = len(players) <= MOST_PLAYERS
    threes = cheapest_threes(prices, lot) if small else good_threes(prices, lot)
    tables = tuple(
        Table(number, *((players[player],) for player in lot.shuffled(three)))
        for number, three in zip(field.numbers, lot.shuffled(threes), strict=True)
    )
    cost = tables_cost((*tables, *given.locked), given)
    return finish(
        given,
        tables,
        [*resting, *field.resting],
        cost=cost,
        proven=small or not cost,
        completable=None,
    )


def cheapest_threes(prices: Matrix, lot: Lot) -> list[Three]:
    """The tables with the least total price, every cheapest arrangement equally likely.

    prices: of a meeting of two players, numbered from 0. Players must be a multiple of three.
    """

    @cache
    def best(left: tuple[int, ...]) -> tuple[int, int]:
        """The least price to seat those left, and in how many ways it is reached."""
        if not left:
            return 0, 1
        options = [option for _table, option in choices(left)]
        price = min(options)[0]
        return price, sum(ways for one, ways in options if one == price)

    def choices(left: tuple[int, ...]) -> list[tuple[Three, tuple[int, int]]]:
        """Every table for the first of those left, with the price and the ways of it and all that follows."""
        first, *others = left
        found = []
        for one, other in combinations(others, 2):
            price, ways = best(tuple(player for player in others if player not in (one, other)))
            found.append(((first, one, other), (price + _price(prices, first, one, other), ways)))
        return found

    tables: list[Three] = []
    left = tuple(range(len(prices)))
    while left:
        price, _ways = best(left)
        tables.append(_by_share([(table, ways) for table, (one, ways) in choices(left) if one == price], lot))
        left = tuple(player for player in left if player not in tables[-1])
    return tables


def _by_share(options: list[tuple[Three, int]], lot: Lot) -> Three:
    """One of the tables, each as likely as the number of ways that lead on from it."""
    ticket = lot.below(sum(ways for _table, ways in options))
    for table, ways in options:
        ticket -= ways
        if ticket < 0:
            return table
    raise AssertionError("a ticket is below the sum of the ways")


def good_threes(prices: Matrix, lot: Lot) -> Threes:
    """Tables at a low total price; players must be a multiple of three, at least six.

    Walks downhill and along the level by exchanging two people at a time, and is kicked off the best tables known
    when it comes to a halt.
    """
    people = lot.shuffled(range(len(prices)))
    tables = [people[start : start + 3] for start in range(0, len(people), 3)]
    total = best_total = _total(prices, tables)
    best, idle, budget = [table[:] for table in tables], 0, BUDGET
    while budget > 0 and best_total > 0:
        budget -= 6 * len(tables)
        total += _exchange_best(prices, tables, lot)
        idle += 1
        if total < best_total:
            best, best_total, idle = [table[:] for table in tables], total, 0
        if idle > 4 * len(tables):
            tables, idle = [table[:] for table in best], 0
            _kick(tables, lot)
            total = _total(prices, tables)
    return best


def _exchange_best(prices: Matrix, tables: Threes, lot: Lot) -> int:
    """Moves one person of a costly table by the best exchange with another table, unless it would cost more.

    Changes `tables`; returns the change of the total price.
    """
    costly = [number for number, table in enumerate(tables) if _price(prices, *table)]
    mine, seat = lot.choice(costly or range(len(tables))), lot.below(3)
    leaver = tables[mine][seat]
    a, b = (person for person in tables[mine] if person != leaver)
    of_leaver, own = prices[leaver], prices[leaver][a] + prices[leaver][b]
    least, moves = 0, list[tuple[int, int]]()
    for other, table in enumerate(tables):
        if other == mine:
            continue
        for place, comer in enumerate(table):
            of_comer = prices[comer]
            p, q = table[place - 1], table[place - 2]
            change = of_comer[a] + of_comer[b] - own + of_leaver[p] + of_leaver[q] - of_comer[p] - of_comer[q]
            if change < least:
                least, moves = change, [(other, place)]
            elif change == least:
                moves.append((other, place))
    if moves:
        other, place = lot.choice(moves)
        tables[mine][seat], tables[other][place] = tables[other][place], leaver
    return least


def _kick(tables: Threes, lot: Lot) -> None:
    for _ in range(KICKS):
        one, other = lot.shuffled(range(len(tables)))[:2]
        place, seat = lot.below(3), lot.below(3)
        tables[one][place], tables[other][seat] = tables[other][seat], tables[one][place]


def _price(prices: Matrix, a: int, b: int, c: int) -> int:
    return prices[a][b] + prices[a][c] + prices[b][c]


def _total(prices: Matrix, tables: Threes) -> int:
    return sum(_price(prices, *table) for table in tables)
