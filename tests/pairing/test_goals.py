"""The goals of a draw, counted by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tournaments.pairing import DrawInput, History, PairingRule, Table
from tournaments.pairing.goals import Unit, levels
from tournaments.pairing.model import Apart, Draw, Quality
from tournaments.pairing.ranks import doubled_ranks

SWISS = PairingRule(method="swiss")
QUALITY = Quality(0, 0, 0, 0, 0, proven=False, completable=None)


def made(*tables: Table, sit_outs: tuple[int, ...] = ()) -> Draw:
    return Draw(tables, sit_outs, QUALITY, ())


def scores(*values: int) -> dict[int, Fraction]:
    """The scores of entries 1, 2, 3 …"""
    return {number: Fraction(value) for number, value in enumerate(values, 1)}


def found(draw: Draw, given: DrawInput, unit: Unit) -> dict[str, int]:
    return {level.goal: level.value for level in levels(draw, given, unit)}


def said(draw: Draw, given: DrawInput, unit: Unit) -> list[str]:
    return [str(one.sentence) for level in levels(draw, given, unit) for one in level.parts or (level,)]


def test_ranks_are_doubled_so_that_equals_share_the_mean() -> None:
    given = DrawInput((1, 2, 3, 4, 5), 0, scores=scores(30, 20, 20, 10))
    assert doubled_ranks(given) == {1: 2, 2: 5, 3: 5, 4: 8, 5: 10}


@pytest.mark.parametrize(
    ("seeding", "ranks"), [("strength", {1: 4, 2: 2, 3: 6}), ("lot", {1: 4, 2: 4, 3: 4})]
)
def test_before_any_score_the_strengths_rank_or_nothing_does(seeding: str, ranks: dict[int, int]) -> None:
    rule = replace(SWISS, seeding=seeding)
    given = DrawInput((1, 2, 3), 0, rule=rule, strengths={1: Fraction(4), 2: Fraction(9)})
    assert doubled_ranks(given) == ranks


def test_pairs_by_standing() -> None:
    """1-2 met twice (4), 3 and 6 are never to meet, 5 rested once and stands one rank above the last."""
    given = DrawInput(
        (1, 2, 3, 4, 5, 6, 7),
        0,
        rule=SWISS,
        evening=History({}, {(1, 2): 2, (5, 6): 1}),
        sit_outs_evening={5: 1},
        scores=scores(70, 60, 50, 40, 30, 20, 10),
        apart=(Apart(frozenset({3, 6})), Apart(frozenset({4, 7}), worth=3)),
        seats_before={1: {"N": 2}, 2: {"E": 2}, 3: {"N": 1, "E": 1}},
    )
    draw = made(Table(1, (1,), (2,)), Table(2, (3,), (6,)), Table(3, (4,), (7,)), sit_outs=(5,))
    assert found(draw, given, "pairs") == {
        "rematches": 4,
        "apart": 1,
        "rests": 1,
        "season_rests": 0,
        "lowest": 2 * 2,
        # Gaps of 1, 3 and 3 ranks, doubled and squared; the group is worth 3 ranks.
        "distance": 4 + 36 + 36 + 36,
        # 1 and 2 sit three times the same way, four once, one as often.
        "directions": 9 + 9 + 1 + 1 + 1 + 1,
    }
    assert said(draw, given, "pairs") == [
        "Two opponents meet again.",
        "Two of a group that is never to meet sit together.",
        "One entry rests again.",
        "Who rests has not rested on earlier evenings.",
        "Who rests stands lowest but for 2 others.",
        "The opponents are 2.3 ranks apart on average, at most 3.0.",
        "Two of a group that is kept apart sit together.",
        "2 entries have sat one way at least twice more than the other.",
    ]


@pytest.mark.parametrize(
    ("pattern", "opponents", "distance"),
    [
        ("near", (2, 1, 4, 3), 4 + 4),
        ("slide", (3, 4, 1, 2), 0),
        ("slide", (4, 3, 2, 1), 2**2 + 2**2),
        ("fold", (4, 3, 2, 1), 0),
        ("fold", (2, 1, 4, 3), 4**2 + 4**2),
    ],
)
def test_the_pattern_among_equals(pattern: str, opponents: tuple[int, ...], distance: int) -> None:
    """Four pairs without a score, in order of strength."""
    rule = replace(SWISS, pattern=pattern, seeding="strength")
    given = DrawInput((1, 2, 3, 4), 0, rule=rule, strengths=scores(40, 30, 20, 10))
    tables = [Table(n, (n,), (other,)) for n, other in enumerate(opponents, 1) if n < other]
    assert found(made(*tables), given, "pairs")["distance"] == distance


def test_individuals_by_standing() -> None:
    """Ranks 1 to 8; 1+8 against 4+5 is even, 2+3 against 6+7 is eight ranks off."""
    given = DrawInput(
        tuple(range(1, 9)),
        0,
        rule=replace(SWISS, repeat_worth=10),
        evening=History({(1, 8): 1, (2, 6): 1}, {(1, 4): 2, (2, 3): 1}),
        scores=scores(80, 70, 60, 50, 40, 30, 20, 10),
        apart=(Apart(frozenset({2, 7, 1}), worth=5),),
    )
    draw = made(Table(1, (1, 8), (4, 5)), Table(2, (2, 3), (6, 7)))
    # Squared rank differences: 1-8 49, 1-4 9, 1-5 16, 8-4 16, 8-5 9, 4-5 1; and 2-3 1, 2-6 16, 2-7 25, 3-6 9, 3-7 16, 6-7 1.
    spread = 40 * (100 + 68)
    again, crossed = 240 * 100 * 4, 24 * 100 * 2
    groups, balance = 240 * 25, 240 * 8
    assert found(draw, given, "individuals") == {
        "partners": 1,
        "nearness": spread + again + crossed + groups + balance,
        "directions": 8,
    }


def test_individuals_by_lot_count_as_the_weights_say() -> None:
    given = DrawInput(
        tuple(range(1, 6)),
        0,
        evening=History({(1, 2): 1}, {(1, 3): 1, (3, 4): 1}),
        season=History({(3, 4): 2}, {(2, 3): 1}),
        sit_outs_evening={5: 2},
        sit_outs_season={5: 3},
        sit_out_first=frozenset({4}),
    )
    draw = made(Table(1, (1, 2), (3, 4)), sit_outs=(5,))
    assert found(draw, given, "individuals") == {
        "first": 1,
        "rests": 4,
        "season_rests": 3,
        "meetings": 10_000_000 + 10_000 + 500 + 2 * 12 + 3,
    }


def test_threes_and_who_cannot_be_seated() -> None:
    """Who cannot be seated does not count as resting; nobody else has to rest, so no goal speaks of it."""
    given = DrawInput(
        (1, 2, 3, 4),
        0,
        evening=History({}, {(1, 3): 2}),
        sit_outs_evening={4: 3},
        must_sit_out=frozenset({4}),
    )
    draw = made(Table(1, (1,), (2,), (3,)), sit_outs=(4,))
    assert found(draw, given, "threes") == {"meetings": 4 * 10_000}
    assert said(draw, given, "threes") == [
        "Two opponents meet again.",
        "No opponents met on an earlier evening.",
    ]


def test_goals_that_all_are_reached_say_so() -> None:
    given = DrawInput(
        (1, 2, 3, 4, 5), 0, rule=SWISS, scores=scores(5, 4, 3, 2, 1), sit_out_first=frozenset({5})
    )
    draw = made(Table(1, (1,), (2,)), Table(2, (3,), (4,)), sit_outs=(5,))
    assert said(draw, given, "pairs") == [
        "Nobody meets the same opponent again.",
        "Nobody rests again.",
        "Who rests was first in turn to rest: came late, or offered to.",
        "Who rests has not rested on earlier evenings.",
        "Who rests stands lowest.",
        "The opponents are 1.0 ranks apart on average, at most 1.0.",
        "Everybody has sat North-South about as often as East-West.",
    ]


def test_a_slide_in_an_odd_group_leaves_the_last_over() -> None:
    """Five of equal score, in order of strength: 1 meets 3 and 2 meets 4; the fifth meets the first of the next group."""
    rule = replace(SWISS, pattern="slide", seeding="strength")
    given = DrawInput(
        tuple(range(1, 7)), 0, rule=rule, scores=scores(9, 9, 9, 9, 9, 1), strengths=scores(6, 5, 4, 3, 2, 1)
    )
    draw = made(Table(1, (1,), (3,)), Table(2, (2,), (4,)), Table(3, (5,), (6,)))
    assert found(draw, given, "pairs")["distance"] == 4


def test_the_oldest_rematch_comes_first() -> None:
    met = {(1, 2): 1, (3, 4): 2, (1, 3): 3}
    given = DrawInput(
        (1, 2, 3, 4), 0, rule=SWISS, evening=History({}, dict.fromkeys(met, 1)), met_in_round=met
    )
    draw = made(Table(1, (1,), (2,)), Table(2, (3,), (4,)))
    assert found(draw, given, "pairs")["latest"] == 3
    assert "Who meet again met last in round 2 or before." in said(draw, given, "pairs")
    fresh = made(Table(1, (1,), (4,)), Table(2, (2,), (3,)))
    assert said(fresh, given, "pairs")[:2] == ["Nobody meets the same opponent again."] * 2


def test_a_table_of_three_among_tables_of_four() -> None:
    """At a table of three everybody meets everybody; it has no two sides to balance."""
    given = DrawInput(
        tuple(range(1, 8)),
        0,
        rule=replace(SWISS, leftovers="three", repeat_worth=1),
        evening=History({(5, 6): 1}, {(6, 7): 1}),
        scores=scores(*range(7, 0, -1)),
        threes_before={5: 2, 1: 1},
    )
    draw = made(Table(1, (1, 4), (2, 3)), Table(2, (5,), (6,), (7,)))
    counted = found(draw, given, "individuals")
    assert counted["threes"] == 4
    assert counted["nearness"] == 40 * (9 + 1 + 4 + 4 + 1 + 1) + 40 * (1 + 1 + 4) + 240 + 24
    assert "One entry sits at a table of three again." in said(draw, given, "individuals")
