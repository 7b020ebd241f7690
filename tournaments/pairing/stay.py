"""The four of a table stay together for three rounds and change partners, so that everybody plays with each of the others.

Rounds come in sets of three. The first round of a set draws the tables; the next two keep them. Who rests changes every
round, as elsewhere: a set is often the whole evening, and nobody should spend it at the side. Whoever rested comes in
for somebody of a table, which then goes on with three of its four.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from tournaments.pairing.assess import finish
from tournaments.pairing.field import prepare, sit_outs_so_far
from tournaments.pairing.four_draw import Manner, draw_fours
from tournaments.pairing.fours import Prices
from tournaments.pairing.limits import never_together
from tournaments.pairing.lot import Lot
from tournaments.pairing.model import Couple, Draw, DrawError, DrawInput, History, Table, couple
from tournaments.pairing.numbering import Group
from tournaments.pairing.proposals import come_again, completable
from tournaments.pairing.resting import who_may_rest
from tournaments.pairing.seats import seat
from tournaments.pairing.sizes import table_sizes
from tournaments.pairing.table_prices import lot_cost, lot_prices, standing_cost, standing_prices
from tournaments.pairing.wishes import Wishes

Turn = tuple[bool, int, int]
ROUNDS = 3
"""Four people can be divided over two sides in three ways."""
TRIES = 3
"""Choices by lot of who rest, and in a new set of the tables, before tables break."""


def draw_stay(given: DrawInput) -> Draw:
    """Draws one round of a set of three; a new set begins when `given.set_tables` is empty.

    A new set seats four together who met least, counting that each will play with each of the others; by lot, or near
    in the standing when scores or strengths are given to rank by. `quality.cost` is then that of the whole set.

    In the other two rounds every table whose four are there keeps its number and goes on with partners that are new to
    it. Where somebody went home, or whose turn it is to rest sits, the table breaks: who is left there, who rested and
    who came late are drawn together, as many as can with those of their table, without partners again. Resting is
    spread over the evening (and the season, by the rule), from as few tables as possible.

    That no two are partners a second time in the event comes before staying together. When it cannot be had so, in this
    round or, as far as is found, in the rounds still announced, others of those whose turn it is rest, then more tables
    break, as few as that takes, and in a new set the four are chosen for this round alone. Measured by lot with 6 to 15
    people who are there all evening, in 3 to 9 rounds: partners come again only where there are too few couples, which is
    from the eighth round on with 6 people, the sixth with 5 and the eighth with 8, and no oftener than they must.
    `quality.completable` tells what was found about the rounds to come. Raises DrawError as a draw by standing does.
    """
    again = come_again(given, given.evening.partners)
    draws, refusals = list[Draw](), list[DrawError]()
    for way in _ways_on(given) if given.set_tables else _ways_to_begin(given):
        try:
            draw = way()
        except DrawError as refusal:  # with more tables broken it may go
            refusals.append(refusal)
            continue
        draws.append(draw)
        if again.isdisjoint(_partners(draw)) and draw.quality.completable is not False:
            return draw
    if not draws:
        raise refusals[0]
    met = given.evening.partners

    def flaws(draw: Draw) -> tuple[int, bool]:
        return sum(met.get(pair, 0) ** 2 for pair in _partners(draw)), draw.quality.completable is False

    return min(draws, key=flaws)


def _partners(draw: Draw) -> list[Couple]:
    return [pair for table in draw.tables for pair in table.partners]


def _by_standing(given: DrawInput) -> bool:
    return bool(given.scores) or given.rule.seeding == "strength"


def _ways_to_begin(given: DrawInput) -> Iterator[Callable[[], Draw]]:
    """New tables: for a whole set, then for this round alone."""
    for seed in (given.seed, *(f"{given.seed} {number}" for number in range(1, TRIES))):
        yield partial(_new_set, replace(given, seed=seed))
    by_standing = _by_standing(given)
    cost = standing_cost if by_standing else lot_cost
    yield partial(draw_fours, given, Manner(standing_prices, cost, by_standing=by_standing))


def _new_set(given: DrawInput) -> Draw:
    """New tables for a whole set. How even the sides are does not count: all three ways to divide the four come up."""
    lot = Lot(f"begin {given.seed}")
    others = replace(given, rounds_after=0, rule=replace(given.rule, balance=False))
    draw = draw_fours(others, _SET_BY_STANDING if _by_standing(given) else _SET_BY_LOT)
    return _looked_ahead(_with_new_partners(draw, given, lot), given, lot)


def _with_new_partners(draw: Draw, given: DrawInput, lot: Lot) -> Draw:
    """The same tables, each begun with partners that are new."""
    new = [
        (table.number, _next_sides(table, given, lot)) for table in draw.tables if table not in given.locked
    ]
    quality = draw.quality
    return finish(
        given,
        seat(new, given, lot),
        draw.sit_outs,
        cost=quality.cost,
        proven=quality.proven,
        completable=quality.completable,
        bound=quality.bound,
    )


def _of_set(prices_of: Callable[..., Prices]) -> Callable[..., Prices]:
    """Prices of a whole set: every two of a table are partners once and opponents twice.

    Who are wanted at one table, as partners or as opponents, sit there the whole set; which it is to be is asked of the
    round that is drawn.
    """

    def priced(players: Sequence[int], given: DrawInput, wishes: Wishes, *others: Any) -> Prices:
        prices = prices_of(players, given, wishes, *others)
        no_couples = replace(wishes, partners=frozenset(), opponents=frozenset())
        # Below zero for who are wanted as partners, above it for opponents; it outweighs the other goals of three rounds.
        wanted = 2 * (prices.surplus - prices_of(players, given, no_couples, *others).surplus)
        together = prices.partner + 2 * prices.opponent - 3 * np.abs(wanted) // 2
        return replace(prices, opponent=together, surplus=wanted)

    return priced


def _rounds_of_set(table: Table) -> list[Table]:
    if table.third:
        return [table] * ROUNDS
    return [Table(table.number, *sides) for sides in _divisions(table)]


_SET_BY_LOT = Manner(_of_set(lot_prices), lot_cost, by_standing=False, rounds=_rounds_of_set)
_SET_BY_STANDING = Manner(_of_set(standing_prices), standing_cost, by_standing=True, rounds=_rounds_of_set)


def _looked_ahead(draw: Draw, given: DrawInput, lot: Lot) -> Draw:
    """The draw, told whether the rounds announced can do without partners again; tables may break for that."""
    again = come_again(given, given.evening.partners).union(_partners(draw))
    way = completable(given, again, draw.sit_outs, 2, lot, never_together(given))
    return replace(draw, quality=replace(draw.quality, completable=way))


def _ways_on(given: DrawInput) -> Iterator[Callable[[], Draw]]:
    """The next round of a set: the tables that can stay; others of whom it is the turn resting; and more tables broken."""
    field = prepare(given, side=2)
    last = _last_round(given.set_tables)
    lots = [Lot(f"stay {given.seed}"), *(Lot(f"stay {given.seed} {number}") for number in range(1, TRIES))]
    choices = [_resting(given, field.free, last, lot) for lot in lots]
    for resting, lot in zip(choices, lots, strict=True):
        whole = _whole(last, set(field.free) - resting, given)
        yield partial(_remade, given, last, whole, resting, lot)
    for resting in (choices[0], frozenset[int]()):
        yield partial(_remade, given, last, [], resting, lots[0])


def _remade(
    given: DrawInput, last: Sequence[Table], whole: Sequence[Table], resting: frozenset[int], lot: Lot
) -> Draw:
    """The whole tables go on; the others are drawn anew, with as many as can of those who sat together.

    resting: who rest; nobody when that is to be drawn as well.
    """
    turned = seat([(table.number, _next_sides(table, given, lot)) for table in whole], given, lot)
    others = replace(
        given,
        locked=(*given.locked, *turned),
        must_sit_out=given.must_sit_out | resting,
        # Who stays behind at a broken table goes on there: any other number counts as a return.
        tables_before={
            entry: {other.number: 1 for other in last if other.number != table.number}
            for table in last
            for entry in table.entries
        },
    )
    together = {couple(*pair) for table in last for pair in combinations(table.entries, 2)}
    cost = standing_cost if _by_standing(given) else lot_cost
    draw = draw_fours(others, Manner(partial(standing_prices, together=together), cost, by_standing=False))
    as_good_as_can_be = len(draw.tables) == len(others.locked) and not draw.quality.repeated_partners
    return replace(draw, quality=replace(draw.quality, bound=None, proven=as_good_as_can_be))


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
    taken = {table.number for table in given.locked}
    complete = [
        table
        for table in last
        if playing.issuperset(table.entries)
        and table.number not in taken
        and not _is_in_the_way(table, playing, given)
    ]
    others = playing - {entry for table in complete for entry in table.entries}
    return [table for table in complete if not (table.third and others)]


def _is_in_the_way(table: Table, playing: set[int], given: DrawInput) -> bool:
    """Whether what is asked cannot be had while these stay: of one of them, or of somebody who needs their table."""
    four = set(table.entries)
    asked = (*given.partners_wanted, *given.opponents_wanted)
    if any(len(four.intersection(pair)) == 1 for pair in asked):
        return True
    if all(_unmet(Table(table.number, *sides), given) for sides in _divisions(table)):
        return True
    fixed = {entry: number for entry, number in given.fixed_tables.items() if entry in playing}
    return any((entry in four) != (number == table.number) for entry, number in fixed.items())


def _unmet(table: Table, given: DrawInput) -> int:
    """Who sit at the table, but not as is asked."""
    as_partners, as_opponents = given.partners_wanted, given.opponents_wanted
    return len(as_opponents.intersection(table.partners)) + len(as_partners.intersection(table.opponents))


def _next_sides(table: Table, given: DrawInput, lot: Lot) -> Group:
    """The partners that are new in this set, then in the event; those wanted first."""
    in_set = History.from_tables(given.set_tables).partners

    def again(sides: Group) -> tuple[int, int, int]:
        new = Table(table.number, *sides)
        partners = given.evening.partners
        return (
            _unmet(new, given),
            sum(in_set.get(pair, 0) ** 2 for pair in new.partners),
            sum(partners.get(pair, 0) ** 2 for pair in new.partners),
        )

    return min(lot.shuffled(_divisions(table)), key=again)


def _divisions(table: Table) -> list[Group]:
    """The three ways to divide four people over two sides; three people play each for himself."""
    if table.third:
        return [table.sides]
    a, b, c, d = table.entries
    return [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
