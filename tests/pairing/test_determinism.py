"""The same input gives the same draw: on every machine, in every process, in any order of input."""

from __future__ import annotations

from fractions import Fraction

from tests.pairing.evenings import printed, random_history
from tournaments.pairing import (
    DrawInput,
    History,
    PairingRule,
    Table,
    draw_individuals,
    draw_pairs,
    draw_round,
)
from tournaments.pairing.lot import Lot

PROGRAM = """
from tests.pairing.evenings import play, random_history
from tests.pairing.events import play_event
from tournaments.pairing import draw_pairs
for people, rounds, draw in [(26, 4, None), (12, 11, None), (9, 9, draw_pairs), (40, 3, None)]:
    extra = {"draw": draw} if draw else {}
    for drawn in play(range(people), rounds, 7, season=random_history(people, 9, 3), **extra).draws:
        print(drawn.tables, drawn.sit_outs, drawn.quality)
for pairs, rounds in [(9, 9), (16, 12), (201, 5)]:
    for drawn in play_event(range(pairs), rounds, 7).draws:
        print(drawn.tables, drawn.sit_outs, drawn.quality)
"""


def test_processes_with_different_hash_seeds_draw_the_same() -> None:
    first = printed(PROGRAM, "1")
    assert first.count("\n") == 53
    assert printed(PROGRAM, "2024") == first


def test_the_order_of_the_input_is_irrelevant() -> None:
    met = random_history(26, 3, 5)
    turned = History(
        partners={pair[::-1]: n for pair, n in reversed(met.partners.items())},
        opponents=dict(reversed(met.opponents.items())),
    )
    one = DrawInput(entries=tuple(range(1, 27)), seed=8, evening=met, season=met)
    other = DrawInput(entries=tuple(range(26, 0, -1)), seed=8, evening=turned, season=turned)
    assert draw_individuals(one) == draw_individuals(other)
    assert draw_pairs(one) == draw_pairs(other)


def test_another_seed_is_another_draw() -> None:
    draws = {draw_individuals(DrawInput(tuple(range(16)), seed)).tables for seed in range(50)}
    assert len(draws) == 50


def test_the_lot_is_the_same_on_every_machine() -> None:
    """Pinned (the numbers are those of Python 3.6 to 3.13): a stored seed must give the same draw for as long as the club keeps its archive."""
    lot = Lot("klaverboer")
    assert [lot.below(1000) for _ in range(8)] == [755, 710, 165, 50, 836, 218, 145, 14]
    assert lot.shuffled("NESW") == ["E", "N", "W", "S"]
    swiss = DrawInput(
        tuple(range(1, 8)), 2026, rule=PairingRule("swiss"), scores={e: Fraction(e % 4) for e in range(1, 8)}
    )
    drawn = draw_round(swiss, "pairs")
    assert drawn.tables == (Table(1, (3,), (7,)), Table(2, (6,), (2,)), Table(3, (1,), (5,)))
    assert drawn.sit_outs == (4,)
    draw = draw_individuals(DrawInput(tuple(range(1, 10)), seed=2026))
    assert draw.tables == (Table(1, (9, 7), (2, 3)), Table(2, (6, 8), (1, 4)))
    assert draw.sit_outs == (5,)


def test_a_shuffle_gives_every_order_equally_often() -> None:
    lot = Lot(1)
    times: dict[tuple[str, ...], int] = {}
    for _ in range(2400):
        order = tuple(lot.shuffled("abcd"))
        times[order] = times.get(order, 0) + 1
    # 24 orders, 100 times each; 23 degrees of freedom: mean 23, standard deviation 6.8.
    assert len(times) == 24
    assert sum((n - 100) ** 2 / 100 for n in times.values()) < 55
