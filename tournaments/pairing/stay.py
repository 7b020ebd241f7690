"""The four of a table stay together for three rounds and change partners, so that everybody plays with each of the others.

Rounds come in sets of three. The first round of a set draws the tables; the next two keep them. Who rests changes every
round, as elsewhere: a set is often the whole evening, and nobody should spend it at the side. Whoever rested comes in
for somebody of a table, which then goes on with three of its four.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from tournaments.pairing.field import prepare, sit_outs_so_far
from tournaments.pairing.four_draw import Manner, draw_fours
from tournaments.pairing.fours import Prices
from tournaments.pairing.lot import Lot
from tournaments.pairing.model import Draw, DrawInput, History, Table, couple
from tournaments.pairing.numbering import Group
from tournaments.pairing.resting import who_may_rest
from tournaments.pairing.seats import seat
from tournaments.pairing.sizes import table_sizes
from tournaments.pairing.table_prices import lot_cost, lot_prices, standing_cost, standing_prices

Turn = tuple[bool, int, int]
ROUNDS = 3
"""Four people can be divided over two sides in three ways."""


def draw_stay(given: DrawInput) -> Draw:
    """Draws one round of a set of three; a new set begins when `given.set_tables` is empty.

    A new set seats four together who met least, counting that each will play with each of the others; by lot, or near
    in the standing when scores or strengths are given to rank by. `quality.cost` is then that of the whole set.

    In the other two rounds every table whose four are there keeps its number and goes on with partners that are new to
    it. Where somebody went home, or whose turn it is to rest sits, the table breaks: who is left there, who rested and
    who came late are drawn together, as many as can with those of their table, without partners again. Resting is
    spread over the evening (and the season, by the rule), from as few tables as possible. The rounds after the set are
    not looked at. Raises DrawError as a draw by standing does.
    """
    given = replace(given, rounds_after=0)
    return _go_on(given) if given.set_tables else _begin(given)


def _by_standing(given: DrawInput) -> bool:
    return bool(given.scores) or given.rule.seeding == "strength"


def _begin(given: DrawInput) -> Draw:
    """New tables. How even the sides are does not count: all three ways to divide the four come up."""
    given = replace(given, rule=replace(given.rule, balance=False))
    return draw_fours(given, _SET_BY_STANDING if _by_standing(given) else _SET_BY_LOT)


def _of_set(prices_of: Callable[..., Prices]) -> Callable[..., Prices]:
    """Prices of a whole set: every two of a table are partners once and opponents twice."""

    def priced(*args: Any) -> Prices:
        prices = prices_of(*args)
        together = prices.partner + 2 * prices.opponent
        return replace(prices, opponent=together, surplus=np.zeros_like(together))

    return priced


def _rounds_of_set(table: Table) -> list[Table]:
    if table.third:
        return [table] * ROUNDS
    return [Table(table.number, *sides) for sides in _divisions(table)]


_SET_BY_LOT = Manner(_of_set(lot_prices), lot_cost, by_standing=False, rounds=_rounds_of_set)
_SET_BY_STANDING = Manner(_of_set(standing_prices), standing_cost, by_standing=True, rounds=_rounds_of_set)


def _go_on(given: DrawInput) -> Draw:
    """The next round of a set."""
    field, lot = prepare(given, side=2), Lot(f"stay {given.seed}")
    last = _last_round(given.set_tables)
    resting = _resting(given, field.free, last, lot)
    playing = set(field.free) - resting
    whole = _whole(last, playing, given)
    turned = seat([(table.number, _next_sides(table, given, lot)) for table in whole], given, lot)
    number = {entry: table.number for table in last for entry in table.entries if entry in playing}
    others = replace(
        given,
        locked=(*given.locked, *turned),
        must_sit_out=given.must_sit_out | resting,
        # Who stays behind at a broken table goes on there: any other number counts as a return.
        tables_before={
            entry: {table.number: 1 for table in last if table.number != own} for entry, own in number.items()
        },
    )
    together = {couple(*pair) for table in last for pair in combinations(table.entries, 2)}
    cost = standing_cost if _by_standing(given) else lot_cost
    draw = draw_fours(others, Manner(partial(standing_prices, together=together), cost, by_standing=False))
    as_it_was = len(draw.tables) == len(others.locked)
    return replace(draw, quality=replace(draw.quality, bound=None, proven=as_it_was))


def _last_round(tables: Sequence[Table]) -> list[Table]:
    """The tables of the last of the rounds: back from the end until somebody comes a second time."""
    found: list[Table] = []
    seen: set[int] = set()
    for table in reversed(tables):
        if seen.intersection(table.entries):
            break
        seen.update(table.entries)
        found.append(table)
    return found[::-1]


def _resting(given: DrawInput, free: Sequence[int], last: Sequence[Table], lot: Lot) -> frozenset[int]:
    """Who rest: named first, then the fewest times this evening and this season, then from as few tables as can be."""
    count = table_sizes(len(free), given.rule).resting
    wanted = {entry for pair in given.partners_wanted | given.opponents_wanted for entry in pair}
    waiting = lot.shuffled(who_may_rest(free, wanted, count))
    turns = {entry: (entry not in given.sit_out_first, *sit_outs_so_far(given, entry)) for entry in waiting}
    at = {entry: table.entries for table in last for entry in table.entries}
    chosen: set[int] = set()

    def order(entry: int) -> tuple[Turn, bool, int]:
        table = at.get(entry, ())
        equals = sum(1 for other in table if turns.get(other) == turns[entry])
        goes_on = bool(table) and chosen.isdisjoint(table) and set(table) <= set(free)
        return turns[entry], goes_on, -equals

    while len(chosen) < count:
        chosen.add(min((entry for entry in waiting if entry not in chosen), key=order))
    return frozenset(chosen)


def _whole(last: Sequence[Table], playing: set[int], given: DrawInput) -> list[Table]:
    """The tables that go on as they are. One of three does only when nobody is there to make it four."""
    wanted = [{*pair} for pair in (*given.partners_wanted, *given.opponents_wanted)]
    taken = {table.number for table in given.locked}
    complete = [
        table
        for table in last
        if playing.issuperset(table.entries)
        and table.number not in taken
        and not any(len(pair.intersection(table.entries)) == 1 for pair in wanted)
    ]
    others = playing - {entry for table in complete for entry in table.entries}
    return [table for table in complete if not (table.third and others)]


def _next_sides(table: Table, given: DrawInput, lot: Lot) -> Group:
    """The partners that are new in this set, then in the event; those wanted first."""
    if table.third:
        return table.sides
    in_set = History.from_tables(given.set_tables).partners

    def again(sides: Group) -> tuple[int, int, int]:
        new = Table(table.number, *sides)
        unmet = len(given.opponents_wanted.intersection(new.partners))
        unmet += len(given.partners_wanted.intersection(new.opponents))
        partners = given.evening.partners
        return (
            unmet,
            sum(in_set.get(pair, 0) ** 2 for pair in new.partners),
            sum(partners.get(pair, 0) ** 2 for pair in new.partners),
        )

    return min(lot.shuffled(_divisions(table)), key=again)


def _divisions(table: Table) -> list[Group]:
    """The three ways to divide four people over two sides."""
    a, b, c, d = table.entries
    return [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
