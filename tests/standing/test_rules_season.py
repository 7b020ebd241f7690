"""The season table, from three evenings worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.standing.seasons import Score, season_of
from tournaments.standing.rules import StandingRule
from tournaments.standing.tables import season_table

ANN, BOB, CEM, GUS = 1, 2, 3, 9


def rounds(entry: int, evening: int, *points: int, kind: str = "played", counts: bool = True) -> list[Score]:
    return [
        Score(entry, evening, number, score, kind, weighs=counts) for number, score in enumerate(points, 1)
    ]


# Sums: Ann 3000 + 3300 + 0 = 6300, Bob 3100 + 3100 + 3200 = 9400, Cem 2900 + 3400 + 3101 = 9401, guest 3500.
ROWS = [
    *rounds(ANN, 1, 1400, 1600),
    *rounds(ANN, 2, 1600, 1700),
    *rounds(ANN, 3, 0, 0, kind="excused", counts=False),
    *rounds(BOB, 1, 1500, 1600),
    *rounds(BOB, 2, 1500, 1600),
    *rounds(BOB, 3, 1600, 1600),
    *rounds(CEM, 1, 1300, 1600),
    *rounds(CEM, 2, 1700, 1700),
    *rounds(CEM, 3, 1551),
    Score(CEM, 3, 2, 1550, "sit_out"),
    *rounds(GUS, 2, 1800, 1700),
]


def ranking(
    rule: StandingRule, rows: list[Score] = ROWS, **extra: object
) -> list[tuple[int, int | None, object]]:
    table = season_table(season_of(rows), rule, guests={GUS}, **extra)  # type: ignore[arg-type]
    return [(line.entry, line.rank, line.value) for line in table.lines]


def test_the_plain_sum() -> None:
    assert ranking(StandingRule()) == [(CEM, 1, 9401), (BOB, 2, 9400), (ANN, 3, 6300), (GUS, None, 3500)]


def test_the_average_per_round_leaves_out_rounds_that_do_not_weigh() -> None:
    # Ann 6300 over 4 rounds, her absence left out; Bob 9400 over 6; Cem 9401 over 6; the guest 3500 over 2.
    assert ranking(StandingRule(measure="average")) == [
        (ANN, 1, Fraction(1575)),
        (CEM, 2, Fraction(9401, 6)),
        (BOB, 3, Fraction(4700, 3)),
        (GUS, None, Fraction(1750)),
    ]


def test_the_average_per_evening() -> None:
    assert ranking(StandingRule(measure="average", unit="evening")) == [
        (ANN, 1, Fraction(3150)),
        (CEM, 2, Fraction(9401, 3)),
        (BOB, 3, Fraction(9400, 3)),
        (GUS, None, Fraction(3500)),
    ]


def test_points_of_rounds_that_do_not_weigh_are_in_the_sum_only() -> None:
    rows = [*rounds(ANN, 1, 1500, 1500), Score(ANN, 1, 3, 1000, "left", weighs=False)]
    assert ranking(StandingRule(), rows) == [(ANN, 1, 4000)]
    assert ranking(StandingRule(measure="average"), rows) == [(ANN, 1, 1500)]


def test_a_penalty_costs_points_and_is_no_round() -> None:
    rows = [*rounds(ANN, 1, 1500, 1500), Score(ANN, 1, 2, -100, "penalty")]
    assert ranking(StandingRule(), rows) == [(ANN, 1, 2900)]
    assert ranking(StandingRule(measure="average"), rows) == [(ANN, 1, 1450)]
    assert season_table(season_of(rows), StandingRule()).lines[0].tally.worst == 1400


def test_guests_are_ranked_when_the_rule_says_so() -> None:
    assert ranking(StandingRule(measure="average", guests_ranked=True))[0] == (GUS, 1, Fraction(1750))
    assert str(season_table(season_of(ROWS), StandingRule(), guests={GUS}).lines[-1].unranked) == "guest"


def test_gaps_are_exact() -> None:
    lines = season_table(season_of(ROWS), StandingRule(measure="average"), guests={GUS}).lines
    assert [line.gap for line in lines] == [0, Fraction(49, 6), Fraction(25, 3), None]


def test_attendance_and_rounds() -> None:
    lines = {line.entry: line for line in season_table(season_of(ROWS), StandingRule()).lines}
    assert [lines[e].evenings_attended for e in (ANN, BOB, CEM, GUS)] == [2, 3, 3, 1]
    assert [lines[e].rounds_counted for e in (ANN, BOB, CEM, GUS)] == [4, 6, 6, 2]
    assert [lines[e].tally.rounds_played for e in (ANN, BOB, CEM, GUS)] == [4, 6, 5, 2]
    assert lines[ANN].evenings == {1: 3000, 2: 3300, 3: 0}
    assert lines[GUS].evenings == {2: 3500}


def test_a_minimum_of_evenings() -> None:
    rule = StandingRule(minimum_attendance=3)
    assert [(entry, rank) for entry, rank, _ in ranking(rule)] == [
        (CEM, 1),
        (BOB, 2),
        (ANN, None),
        (GUS, None),
    ]
    line = next(line for line in season_table(season_of(ROWS), rule).lines if line.entry == ANN)
    assert str(line.unranked) == "2 of at least 3 evenings attended"
    # With one evening to come Ann can still make it, the guest cannot.
    assert [rank for _, rank, _ in ranking(rule, evenings_to_come=1)] == [1, 2, 3, None]


def test_places_moved_since_before_the_last_evening() -> None:
    # After two evenings: Ann 6300, Cem 6300, Bob 6200. Now Cem, Bob, Ann.
    moved = {
        line.entry: line.moved for line in season_table(season_of(ROWS), StandingRule(), guests={GUS}).lines
    }
    assert moved == {CEM: 0, BOB: 1, ANN: -2, GUS: None}


def test_nobody_moved_on_the_first_evening_and_a_newcomer_never() -> None:
    first = [row for row in ROWS if row.evening == 1]
    assert {line.moved for line in season_table(season_of(first), StandingRule()).lines} == {None}
    newcomer = [*first, *rounds(CEM + 1, 2, 1900, 1900)]
    moved = {line.entry: line.moved for line in season_table(season_of(newcomer), StandingRule()).lines}
    assert moved[CEM + 1] is None
    assert moved[BOB] == -1


def test_who_has_no_round_that_counts_has_no_average() -> None:
    rows = [*ROWS, *rounds(7, 1, 0, 0, kind="absent", counts=False)]
    (line,) = (
        line
        for line in season_table(season_of(rows), StandingRule(measure="average")).lines
        if line.entry == 7
    )
    assert (line.value, line.rank, str(line.unranked)) == (None, None, "no round counts yet")
    assert ranking(StandingRule(), rows)[-2] == (7, 4, 0)  # a sum of nothing is zero, and ranked


def test_an_empty_season_one_player_and_everybody_equal() -> None:
    assert list(season_table(season_of([]), StandingRule()).lines) == []
    assert ranking(StandingRule(), rounds(ANN, 1, 1500)) == [(ANN, 1, 1500)]
    level = [*rounds(BOB, 1, 1500), *rounds(ANN, 1, 1500)]
    assert ranking(StandingRule(measure="average"), level) == [(ANN, 1, 1500), (BOB, 1, 1500)]


@pytest.mark.parametrize(
    "rule", [StandingRule(), StandingRule(measure="average"), StandingRule(measure="average", unit="evening")]
)
def test_order_of_entry_is_irrelevant_and_averages_are_of_equal_evenings_alike(rule: StandingRule) -> None:
    for seed in range(10):
        shuffled = Random(seed).sample(ROWS, len(ROWS))
        assert season_table(season_of(shuffled), rule, guests={GUS}) == season_table(
            season_of(ROWS), rule, guests={GUS}
        )
