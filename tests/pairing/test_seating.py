"""The search for tables of four against the exact answer, and the bound below it; with empty chairs and wishes too."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from tests.pairing.evenings import random_history
from tests.pairing.table_events import SWISS, shapes
from tournaments.pairing import DrawInput, Table
from tournaments.pairing.fours import Prices, lower_bound
from tournaments.pairing.lot import Lot
from tournaments.pairing.model import Apart
from tournaments.pairing.seating import best_tables, cheapest_tables, good_tables
from tournaments.pairing.swiss_tables import draw_swiss_tables
from tournaments.pairing.table_bound import raised_bound
from tournaments.pairing.table_prices import standing_cost, standing_prices
from tournaments.pairing.wishes import Wishes


def moment(people: int, seed: int, rounds: int = 4) -> DrawInput:
    luck = Random(seed)
    return DrawInput(
        tuple(range(1, people + 1)),
        seed,
        evening=random_history(people, rounds, seed),
        scores={entry: Fraction(luck.randint(0, 400)) for entry in range(1, people + 1)},
        rule=SWISS,
    )


def prices_of(people: int, seed: int, empty: int = 0) -> Prices:
    given = moment(people, seed)
    return standing_prices(given.entries, given, Wishes(), empty)


@pytest.mark.parametrize(("people", "empty"), [(4, 0), (7, 1), (8, 0), (6, 2)])
def test_the_exact_answer_is_that_of_looking_at_everything(people: int, empty: int) -> None:
    for seed in range(5):
        given = moment(people, seed, rounds=1)
        prices = standing_prices(given.entries, given, Wishes(), empty)
        rows = cheapest_tables(prices, Lot(seed))
        everything = [
            standing_cost(tables, given)
            for tables in shapes(list(given.entries), empty)
            if not any(given.evening.partners.get(pair, 0) for table in tables for pair in table.partners)
        ]
        assert prices.total(rows) == min(everything)
        assert sorted(rows.ravel().tolist()) == list(range(people + empty))


@pytest.mark.parametrize(("people", "empty"), [(12, 0), (11, 1), (16, 0), (15, 1), (14, 2)])
def test_the_search_finds_the_exact_answer_of_small_fields(people: int, empty: int) -> None:
    for seed in range(2):
        prices = prices_of(people, seed, empty)
        exact = prices.total(cheapest_tables(prices, Lot(1)))
        assert prices.total(good_tables(prices, Lot(2))) == exact
        assert lower_bound(prices) <= raised_bound(prices, exact) <= exact
        assert raised_bound(prices, 2 * exact) <= exact


def test_the_bound_comes_near() -> None:
    for people in (20, 28):
        prices = prices_of(people, 1)
        rows, bound = best_tables(prices, Lot(1))
        cost = prices.total(rows)
        assert bound <= cost <= 1.5 * raised_bound(prices, cost)


def test_two_empty_chairs_are_never_at_one_table() -> None:
    prices = prices_of(22, 3, empty=2)
    rows, _bound = best_tables(prices, Lot(1))
    assert sorted(len(prices.people(row)) for row in rows) == [3, 3, 4, 4, 4, 4]


def test_prices_are_whole_numbers_that_floats_keep() -> None:
    """The assignment is solved in floating point: in a field of four hundred all numbers stay exact."""
    prices = prices_of(400, 1)
    assert prices.partner.dtype == np.int64
    assert int(np.abs(prices.partner).max()) * 100 < 2**53


@pytest.mark.parametrize("seed", range(8))
def test_wishes_that_can_be_are_always_found(seed: int) -> None:
    """Wishes taken from tables that somebody made up, in fields too large to look at everything."""
    luck = Random(seed)
    people = luck.choice([18, 20, 27, 40])
    shuffled = luck.sample(range(people), people)
    partners, opponents, fixed = set(), set(), {}
    for number in range(1, people // 4 + 1):
        a, b, c, d = shuffled[4 * number - 4 : 4 * number]
        kind = luck.randrange(6)
        partners |= [{(a, b)}, {(a, b), (c, d)}, set(), set(), set(), set()][kind]
        opponents |= [set(), {(a, c)}, {(a, c), (a, d)}, set(), set(), set()][kind]
        fixed |= [{}, {}, {}, {a: number}, dict.fromkeys((a, b, c), number), {}][kind]
    given = DrawInput(
        tuple(range(people)),
        seed,
        scores={entry: Fraction(luck.randint(0, 99)) for entry in range(people)},
        partners_wanted=frozenset((min(pair), max(pair)) for pair in partners),
        opponents_wanted=frozenset((min(pair), max(pair)) for pair in opponents),
        fixed_tables=fixed,
        apart=(Apart(frozenset(luck.sample(range(people), 3))),),
        rule=SWISS,
    )
    draw = draw_swiss_tables(given)
    assert given.partners_wanted <= {pair for table in draw.tables for pair in table.partners}
    assert given.opponents_wanted <= {pair for table in draw.tables for pair in table.opponents}
    seated: list[Table] = [table for table in draw.tables if set(table.entries) & set(fixed)]
    assert all(fixed.get(entry, table.number) == table.number for table in seated for entry in table.entries)
