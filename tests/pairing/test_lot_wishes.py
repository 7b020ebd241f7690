"""What the lot for individuals heeds beside earlier meetings: groups, wishes, people who cannot move, tables of three."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.pairing.evenings import random_history
from tests.pairing.table_events import shapes
from tests.pairing.test_individuals import cost_by_hand
from tournaments.pairing import Draw, DrawError, DrawInput, PairingRule, Table, draw_individuals
from tournaments.pairing.model import Apart

THREES = PairingRule(leftovers="three")


def together(draw: Draw) -> set[tuple[int, int]]:
    return {pair for table in draw.tables for pair in combinations(sorted(table.entries), 2)}


def lot_by_hand(tables: list[Table], given: DrawInput) -> tuple[int, int, int]:
    """Groups broken, turns at tables of three, and the weights of the rule with those of soft groups."""
    at_tables = [pair for table in tables for pair in combinations(table.entries, 2)]
    never = sum(g.worth is None and g.entries.issuperset(pair) for pair in at_tables for g in given.apart)
    threes = sum(given.threes_before.get(entry, 0) ** 2 for t in tables if t.third for entry in t.entries)
    rather = sum(
        given.rule.weights.opponent_again * g.worth**2 // given.rule.repeat_worth**2
        for pair in at_tables
        for g in given.apart
        if g.worth is not None and g.entries.issuperset(pair)
    )
    fours = [table for table in tables if not table.third]
    cost = cost_by_hand(fours, given)
    for table in tables:
        for pair in table.opponents if table.third else ():
            cost += given.rule.weights.opponent_again * given.evening.opponents.get(pair, 0) ** 2
            cost += given.rule.weights.crossed * given.evening.partners.get(pair, 0)
            cost += given.rule.weights.season_opponent * given.season.opponents.get(pair, 0)
    return never, threes, rather + cost


@pytest.mark.parametrize(
    ("people", "rule", "threes"), [(8, PairingRule(), 0), (7, THREES, 1), (6, THREES, 2)]
)
@pytest.mark.parametrize("seed", range(8))
def test_nothing_better_exists_with_groups_and_tables_of_three(
    people: int, rule: PairingRule, threes: int, seed: int
) -> None:
    luck = Random(seed)
    entries = tuple(range(1, people + 1))
    groups = [Apart(frozenset(luck.sample(entries, 3)), luck.choice([None, 20, 40])) for _ in range(2)]
    given = DrawInput(
        entries,
        seed,
        evening=random_history(people, seed, seed),
        season=random_history(people, 10, seed + 100),
        apart=tuple(groups),
        threes_before={entry: luck.choice([0, 1, 2]) for entry in entries},
        rule=rule,
    )
    draw = draw_individuals(given)
    assert lot_by_hand(list(draw.tables), given) == min(
        lot_by_hand(tables, given) for tables in shapes(list(entries), threes)
    )


@pytest.mark.parametrize("people", [12, 21, 40])
def test_wishes_are_kept_and_the_rest_is_by_lot(people: int) -> None:
    given = DrawInput(
        tuple(range(people)),
        1,
        evening=random_history(people, 3, 1),
        apart=(Apart(frozenset({1, 2, 3})), Apart(frozenset({7, 8}), worth=30)),
        fixed_tables={5: 3, 6: 2},
        partners_wanted=frozenset({(0, 4)}),
        opponents_wanted=frozenset({(9, 10)}),
    )
    draws = [draw_individuals(replace(given, seed=seed)) for seed in range(5)]
    assert len({draw.tables for draw in draws}) == 5
    for draw in draws:
        assert draw.quality.apart == draw.quality.repeated_partners == 0
        assert (0, 4) in {pair for table in draw.tables for pair in table.partners}
        assert (9, 10) in {pair for table in draw.tables for pair in table.opponents}
        number = {entry: table.number for table in draw.tables for entry in table.entries}
        assert (number.get(5, 3), number.get(6, 2)) == (3, 2)
        assert {0, 4, 9, 10}.isdisjoint(draw.sit_outs)


def test_a_group_larger_than_the_tables_meets_as_little_as_can_be() -> None:
    """Five of one club at two tables: three and two, which makes four couples."""
    given = DrawInput(tuple(range(8)), 1, apart=(Apart(frozenset(range(5))),))
    assert len(together(draw_individuals(given)) & set(combinations(range(5), 2))) == 4


def test_a_wish_that_cannot_be_is_refused() -> None:
    given = DrawInput(tuple(range(8)), 1, partners_wanted=frozenset({(0, 1), (0, 2)}))
    with pytest.raises(DrawError, match="Entries 0, 1, 2 cannot sit at one table"):
        draw_individuals(given)


def test_seats_and_tables_of_earlier_rounds_count() -> None:
    """Who sat North-South in both rounds sits East-West now; nobody comes back to the table of twice before."""
    seats = {entry: {"N" if entry % 2 else "S": 2} if entry < 8 else {"E": 2} for entry in range(16)}
    tables = {entry: {1 + entry // 4: 2} for entry in range(16)}
    given = DrawInput(tuple(range(16)), 1, seats_before=seats, tables_before=tables)
    for seed in range(5):
        draw = draw_individuals(replace(given, seed=seed))
        for table in draw.tables:
            old = [entry for entry in table.entries if entry < 8]
            assert len(set(old).intersection(table.east_west)) >= min(2, len(old)) - 1
        returns = sum(tables[entry].get(table.number, 0) for table in draw.tables for entry in table.entries)
        by_chance = 2 * 16 / 4
        assert returns < by_chance
