"""The draw of one round at tables of three, where everybody plays for himself: two opponents for everybody, by lot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from tournaments.pairing.assess import finish
from tournaments.pairing.costs import Matrix, pair_costs
from tournaments.pairing.field import choose_sit_outs, prepare
from tournaments.pairing.lot import Lot
from tournaments.pairing.model import Couple, Draw, DrawError, DrawInput, Table, couple
from tournaments.pairing.numbering import numbered
from tournaments.pairing.resting import who_may_rest
from tournaments.pairing.seats import seat
from tournaments.pairing.wishes import Wishes, wishes_of
from tournaments.sentences import gettext_noop

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

    In this order: nobody rests twice this evening while somebody has not rested; no two of a group that is never to
    meet; few opponents of this evening again, and nobody a third time before a second, and groups kept apart for what
    they are worth; few of earlier evenings again; and for the rest the lot alone. Who is wanted to meet does, and who
    cannot move keeps the own table.

    Up to 15 players to be drawn nothing cheaper exists, and all cheapest arrangements are equally likely; beyond
    that the search is bounded, and `quality.proven` says whether nothing cheaper can exist. The seats are by lot,
    so that of the first deal is too. Later rounds are not looked at: `quality.completable` is None. Raises
    DrawError (see `prepare`, `wishes_of` and `who_may_rest`).
    """
    if given.partners_wanted:
        raise DrawError(gettext_noop("At a table of three nobody has a partner."))
    field = prepare(given, side=1, sides=3)
    lot = Lot(given.seed)
    wishes = wishes_of(given, field.free)
    count = len(field.free) % 3
    resting = choose_sit_outs(given, who_may_rest(field.free, wishes.wanted, count), count, lot)
    players = [entry for entry in field.free if entry not in resting]
    prices = _prices(players, given, wishes)
    small = len(players) <= MOST_PLAYERS
    threes = cheapest_threes(prices, lot) if small else good_threes(prices, lot)
    groups = [tuple((players[player],) for player in three) for three in threes]
    if against := wishes.broken_by(groups):
        raise against[0]
    tables = seat(numbered(groups, given, field.numbers, lot), given, lot)
    cost = meetings_cost((*tables, *given.locked), given)
    return finish(
        given,
        tables,
        [*resting, *field.resting],
        cost=cost,
        proven=small or not cost,
        completable=None,
    )


def meetings_cost(tables: Iterable[Table], given: DrawInput) -> int:
    """What the meetings at these tables cost, in the weights of the rule."""
    return sum(_meeting(pair, given) for table in tables for pair in table.opponents)


def _meeting(pair: Couple, given: DrawInput) -> int:
    """Opponents again, and the worth of the groups that rather stay apart, in repeated opponents."""
    weights, repeat = given.rule.weights, max(1, given.rule.repeat_worth) ** 2
    worth = sum(group.worth**2 for group in given.apart if group.worth and group.entries.issuperset(pair))
    return pair_costs(pair, given)[1] + weights.opponent_again * worth // repeat


def _prices(players: Sequence[int], given: DrawInput, wishes: Wishes) -> Matrix:
    """What it costs that two players meet; a goal that outweighs another costs more than all of that one together."""
    soft = [
        [_meeting(couple(one, other), given) if one != other else 0 for other in players] for one in players
    ]
    never = [
        [
            sum(
                group.worth is None and one != other and group.entries.issuperset((one, other))
                for group in given.apart
            )
            for other in players
        ]
        for one in players
    ]
    _partners, wish = wishes.broken(players, len(players))
    dear = 1 + sum(map(sum, soft))
    dearest = dear * (1 + sum(map(sum, never)))
    size = range(len(players))
    return [[soft[i][j] + dear * never[i][j] + dearest * int(wish[i, j]) for j in size] for i in size]


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
    when it comes to a halt. A price below zero is of two who are wanted at one table.
    """
    least = sum(min(price, 0) for row in prices for price in row) // 2
    people = lot.shuffled(range(len(prices)))
    tables = [people[start : start + 3] for start in range(0, len(people), 3)]
    total = best_total = _total(prices, tables)
    best, idle, budget = [table[:] for table in tables], 0, BUDGET
    while budget > 0 and best_total > least:
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
    costly = [number for number, table in enumerate(tables) if _price(prices, *table) > 0]
    mine, chair = lot.choice(costly or range(len(tables))), lot.below(3)
    leaver = tables[mine][chair]
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
        tables[mine][chair], tables[other][place] = tables[other][place], leaver
    return least


def _kick(tables: Threes, lot: Lot) -> None:
    for _ in range(KICKS):
        one, other = lot.shuffled(range(len(tables)))[:2]
        place, chair = lot.below(3), lot.below(3)
        tables[one][place], tables[other][chair] = tables[other][chair], tables[one][place]


def _price(prices: Matrix, a: int, b: int, c: int) -> int:
    return prices[a][b] + prices[a][c] + prices[b][c]


def _total(prices: Matrix, tables: Threes) -> int:
    return sum(_price(prices, *table) for table in tables)
