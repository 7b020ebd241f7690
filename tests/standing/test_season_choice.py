"""Which results count, from seasons worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.standing.seasons import Score, evenings, season_of, table
from tournaments.standing.account import account
from tournaments.standing.ledger import Season
from tournaments.standing.rules import Band, MatchPoints, Period, StandingRule
from tournaments.standing.tables import SeasonLine, season_table

A, B, C, D = 1, 2, 3, 4


def ranking(season: Season, rule: StandingRule, **extra: Any) -> list[tuple[int, int | None, object]]:
    return [(line.entry, line.rank, line.value) for line in season_table(season, rule, **extra).lines]


def line_of(season: Season, rule: StandingRule, entry: int, **extra: Any) -> SeasonLine:
    line = season_table(season, rule, **extra).lines.of(entry)
    assert line is not None
    return line


def best(number: int, **fields: Any) -> StandingRule:
    return StandingRule(unit="evening", best=number, **fields)


# A came four times, B each time, C twice.
SEASON = season_of(
    evenings(A=[500, 300, None, 400, 450], B=[450, 450, 450, 100, 350], C=[600, None, None, None, 700])
)


def test_the_best_evenings() -> None:
    # A 500 + 450 + 400, B 450 + 450 + 450, C all he has.
    assert ranking(SEASON, best(3)) == [(A, 1, 1350), (B, 1, 1350), (C, 3, 1300)]
    assert line_of(SEASON, best(3), A).left_out == {(2, 0)}
    assert line_of(SEASON, best(3), B).left_out == {(4, 0), (5, 0)}
    assert line_of(SEASON, best(3), C).left_out == set()
    assert line_of(SEASON, best(3), B).evenings == {1: 450, 2: 450, 3: 450, 4: 100, 5: 350}
    assert line_of(SEASON, best(3), B).total == 1800


def test_of_equal_evenings_the_earlier_counts() -> None:
    assert line_of(SEASON, best(2), B).left_out == {(3, 0), (4, 0), (5, 0)}


def test_the_average_of_the_best_evenings() -> None:
    rule = best(3, measure="average")
    assert ranking(SEASON, rule) == [(C, 1, 650), (A, 2, 450), (B, 2, 450)]


def test_what_was_missed_is_dropped_first() -> None:
    # Of five evenings two are dropped: A one missed and 300, B 100 and 350, C his missed ones.
    rule = StandingRule(unit="evening", drop=2)
    assert ranking(SEASON, rule) == ranking(SEASON, best(3))
    assert line_of(SEASON, rule, A).left_out == {(2, 0)}


def test_one_evening_is_always_left() -> None:
    first = season_of(evenings(A=[500], B=[400]))
    assert ranking(first, StandingRule(unit="evening", drop=2)) == [(A, 1, 500), (B, 2, 400)]


def test_the_best_rounds_of_all_evenings() -> None:
    season = season_of([Score(A, 1, 1, 100), Score(A, 1, 2, 300), Score(A, 2, 1, 200), Score(B, 2, 1, 450)])
    assert ranking(season, StandingRule(unit="round", best=2)) == [(A, 1, 500), (B, 2, 450)]
    assert line_of(season, StandingRule(unit="round", best=2), A).left_out == {(1, 1)}


def test_a_penalty_goes_with_its_evening_and_counts_by_itself_otherwise() -> None:
    scores = [*evenings(A=[500, 400], B=[450, 420, 410]), Score(A, 2, 1, -50, "penalty")]
    # A: 500 + 350, the penalty is in the second evening. Best one: dropped with it.
    assert ranking(season_of(scores), best(2)) == [(B, 1, 870), (A, 2, 850)]
    assert ranking(season_of(scores), best(1))[0] == (A, 1, 500)
    # On an evening he did not come it is no result and stays.
    stayed_away = [*evenings(A=[500, 400], B=[450, 420, 410]), Score(A, 3, 1, -50, "penalty")]
    assert ranking(season_of(stayed_away), best(1)) == [(A, 1, 450), (B, 1, 450)]
    assert line_of(season_of(stayed_away), best(2), A).left_out == set()
    told = account(season_of(stayed_away), best(1), A)
    assert (told.loose, told.counted) == (-50, 1)
    assert [str(result.why) for result in told.results] == [
        "the best one",
        "dropped: lower than 500, the lowest that counts",
        "a penalty or grant counts whatever is dropped",
    ]


def test_absence_without_notice_takes_one_of_the_places() -> None:
    scores = [*evenings(A=[500, 400, None, 450], B=[300, 300, 300, 300]), Score(A, 3, 1, 0, "absent")]
    season = season_of(scores)
    assert line_of(season, best(3), A).value == 1350
    kept = best(3, undroppable=("absent",))
    assert line_of(season, kept, A).value == 950  # 0 + 500 + 450
    assert line_of(season, kept, A).left_out == {(2, 0)}
    told = account(season, kept, A)
    assert [str(result.why) for result in told.results] == [
        "one of the best 3",
        "dropped: lower than 450, the lowest that counts",
        "cannot be dropped",
        "one of the best 3",
    ]
    # More of them than places: all count, and nothing else.
    twice = season_of([*scores, Score(A, 5, 1, 0, "absent")])
    assert line_of(twice, best(1, undroppable=("absent",)), A).value == 0
    told = account(twice, best(1, undroppable=("absent",)), A)
    assert str(told.results[0].why) == "dropped: what cannot be dropped takes all places"


# Two periods of three evenings and one of two; an evening outside.
PERIODS = (Period(1, 3), Period(4, 6), Period(8, 9))
TWO_LEVELS = season_of(
    evenings(
        A=[500, 400, 300, 450, 450, 100, 900, 300, 300],
        B=[500, 500, None, 100, None, None, 900, 500, 450],
    )
)


def test_two_levels() -> None:
    rule = best(2, periods=PERIODS, best_periods=2)
    # A: 900, 900, 600 -> 1800. B: 1000, 100, 950 -> 1950. Evening 7 is in no period.
    assert ranking(TWO_LEVELS, rule) == [(B, 1, 1950), (A, 2, 1800)]
    told = account(TWO_LEVELS, rule, A)
    assert [(period.value, period.counts) for period in told.periods] == [
        (900, True),
        (900, True),
        (600, False),
    ]
    assert [str(result.why) for result in told.results[6:]] == [
        "in none of the periods",
        "its period is not one of the best 2",
        "its period is not one of the best 2",
    ]
    assert line_of(TWO_LEVELS, rule, A).left_out == {(3, 0), (6, 0), (7, 0), (8, 0), (9, 0)}


def test_the_average_of_the_averages_of_periods() -> None:
    rule = StandingRule(measure="average", unit="evening", periods=PERIODS)
    # A: 400, 1000/3, 300. B: 500, 100, 475.
    assert ranking(TWO_LEVELS, rule) == [
        (B, 1, Fraction(1075, 3)),
        (A, 2, (400 + Fraction(1000, 3) + 300) / 3),
    ]


def test_averages_of_averages_are_exact_however_large_their_numbers() -> None:
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53)
    scores = [
        Score(A, evening, round_, 1)
        for evening, prime in enumerate(primes, 1)
        for round_ in range(2, prime + 1)
    ]
    scores += [Score(A, evening, 1, 2) for evening in range(1, len(primes) + 1)]
    # B has the same with one point more in the round of the longest evening.
    scores += [
        replace(score, entry=B, total=score.total + (score.evening == 16 and score.round == 2))
        for score in scores
    ]
    rule = StandingRule(measure="average", periods=tuple(Period(number, number) for number in range(1, 17)))
    expected = sum((1 + Fraction(1, prime) for prime in primes), Fraction(0)) / 16
    assert expected.denominator > 2**63
    assert ranking(season_of(scores), rule) == [(B, 1, expected + Fraction(1, 53 * 16)), (A, 2, expected)]


def test_a_ladder_takes_the_last_evenings_attended() -> None:
    scores = [
        *evenings(A=[900, 300, None, 400, 450], B=[450, 450, 450, 350, None]),
        Score(B, 5, 1, 800, "excused"),
    ]
    season = season_of(scores)
    assert ranking(season, StandingRule(last=3)) == [(B, 1, 1250), (A, 2, 1150)]
    assert line_of(season, StandingRule(last=3), B).left_out == {(1, 1), (5, 1)}
    assert (
        str(account(season, StandingRule(last=3), A).results[0].why)
        == "not one of the last 3 evenings attended"
    )


def test_evenings_that_do_not_count_and_a_title_over_all() -> None:
    season = season_of(evenings(A=[500, 400, 100], B=[400, 450, 900]), counts=frozenset({1, 2}))
    assert ranking(season, StandingRule()) == [(A, 1, 900), (B, 2, 850)]
    assert season_table(season, StandingRule()).evenings == (1, 2)
    assert line_of(season, StandingRule(), A).evenings == {1: 500, 2: 400}
    assert ranking(season, StandingRule(all_evenings=True)) == [(B, 1, 1750), (A, 2, 1000)]
    assert account(season, StandingRule(), A).outside == (3,)


def test_an_interim_sum_until_the_season_is_over() -> None:
    rule = best(2, interim="sum")
    season = season_of(evenings(A=[500, 500, 100], B=[400, 400, 400]), planned=4)
    table_now = season_table(season, rule)
    assert table_now.interim
    assert [(line.entry, line.value) for line in table_now.lines] == [(B, 1200), (A, 1100)]
    over = season_of(evenings(A=[500, 500, 100, 100], B=[400, 400, 400, 100]), planned=4)
    table_then = season_table(over, rule)
    assert not table_then.interim
    assert [(line.entry, line.value, line.moved) for line in table_then.lines] == [(A, 1000, 1), (B, 800, -1)]
    # Where nothing is planned another evening may always come: until the season is closed.
    unplanned = replace(season, planned=None)
    assert season_table(unplanned, rule, evenings_to_come=1).interim
    assert season_table(unplanned, rule).interim
    assert not season_table(replace(unplanned, closed=True), rule).interim


def test_a_season_closed_with_fewer_evenings_than_planned_is_over() -> None:
    rule = best(2, interim="sum")
    season = season_of(evenings(A=[500, 500, 100], B=[400, 400, 400]), planned=4)
    closed = season_table(replace(season, closed=True), rule)
    # A: 500 + 500 = 1000, B: 400 + 400 = 800; before the last evening (not over) 1000 and 800 as well.
    assert not closed.interim
    assert [(line.entry, line.rank, line.value, line.moved) for line in closed.lines] == [
        (A, 1, 1000, 0),
        (B, 2, 800, 0),
    ]
    told = account(replace(season, closed=True), rule, B)
    assert (told.value, told.interim) == (800, False)


def test_below_the_minimum_comes_last() -> None:
    rule = StandingRule(minimum_attendance=3, below_minimum="last")
    assert ranking(SEASON, rule) == [(B, 1, 1800), (A, 2, 1650), (C, 3, 1300)]
    rich = season_of(evenings(A=[500, 500, 500], B=[900, 900], C=[900, 900]))
    lines = season_table(rich, rule).lines
    assert [(line.entry, line.rank, line.gap) for line in lines] == [(A, 1, 0), (B, 2, None), (C, 2, None)]
    assert str(lines[1].below) == "2 of at least 3 evenings attended"
    assert lines[0].below is None
    # With an evening to come they can still make it.
    assert ranking(rich, rule, evenings_to_come=1) == [(B, 1, 1800), (C, 1, 1800), (A, 3, 1500)]


def test_a_minimum_of_rounds() -> None:
    scores = [Score(A, 1, round_, 100) for round_ in (1, 2)] + [
        Score(B, 1, 1, 300),
        Score(B, 1, 2, 300, "excused"),
        Score(C, 1, 1, 100, "sit_out"),
        Score(C, 1, 2, 50),
    ]
    rule = StandingRule(minimum_attendance=2, minimum_unit="round")
    assert ranking(season_of(scores), rule) == [(A, 1, 200), (C, 2, 150), (B, None, 600)]
    assert str(line_of(season_of(scores), rule, B).unranked) == "1 of at least 2 rounds played"
    assert ranking(season_of(scores, rounds_an_evening=1), rule, evenings_to_come=1)[0] == (B, 1, 600)


def test_averages_leave_out_what_does_not_weigh_and_its_evening() -> None:
    scores = [*evenings(A=[500, 400], B=[450, 450]), Score(A, 3, 1, 100, "excused", weighs=False)]
    rule = StandingRule(measure="average", unit="evening")
    assert ranking(season_of(scores), rule) == [(A, 1, 450), (B, 1, 450)]
    assert str(account(season_of(scores), rule, A).results[2].why) == "does not weigh in the average"


# Match points ------------------------------------------------------------------

MATCHES = season_of(
    [
        *table(1, 1, 1, {A: 900, B: 900}, {C: 700, D: 700}),
        *table(1, 2, 1, {A: 800, C: 800}, {B: 800, D: 800}),
        *table(2, 1, 1, {A: 1000, D: 1000}, {B: 400, C: 400}),
        *table(2, 2, 1, {A: 900, B: 900}, {C: 890, D: 890}),
        Score(D, 2, 2, 0, "granted", match_points=1),
        Score(C, 2, 1, 0, "penalty", match_points=-1),
    ]
)


def test_match_points() -> None:
    rule = StandingRule(measure="match_points")
    # A: 2 + 1 + 2 + 2; B: 2 + 1 + 0 + 2; C: 0 + 1 + 0 + 0 - 1; D: 0 + 1 + 2 + 0 + 1.
    assert ranking(MATCHES, rule) == [(A, 1, 7), (B, 2, 5), (D, 3, 4), (C, 4, 0)]


def test_match_points_by_margin() -> None:
    rule = StandingRule(
        measure="match_points", match=MatchPoints(2, 1, 0, (Band(200, 3, 0), Band(500, 5, 0)))
    )
    # A: 3 + 1 + 5 + 2; B: 3 + 1 + 0 + 2; C: 1 - 1; D: 1 + 5 + 1.
    assert ranking(MATCHES, rule) == [(A, 1, 11), (D, 2, 7), (B, 3, 6), (C, 4, 0)]


def test_a_most_of_match_points_for_an_evening() -> None:
    rule = StandingRule(measure="match_points", match=MatchPoints(most_an_evening=3))
    # A: 3 + 3 of 4; B: 3 + 2; C: 1 + 0 - 1; D: 1 + 2 + 1: what is given by hand comes on top.
    assert ranking(MATCHES, rule) == [(A, 1, 6), (B, 2, 5), (D, 3, 4), (C, 4, 0)]


def test_the_match_points_of_the_best_evening() -> None:
    rule = StandingRule(measure="match_points", unit="evening", best=1)
    assert ranking(MATCHES, rule) == [(A, 1, 4), (B, 2, 3), (D, 2, 3), (C, 4, 1)]


def test_a_team_wins_a_round_over_all_its_tables() -> None:
    scores = [
        Score(A, 1, 1, 900, table=1, side=1, against=700),
        Score(A, 1, 1, 500, table=2, side=2, against=800),
        Score(B, 1, 1, 700, table=1, side=2, against=900),
        Score(B, 1, 1, 800, table=2, side=1, against=500),
    ]
    assert ranking(season_of(scores), StandingRule(measure="match_points")) == [(B, 1, 2), (A, 2, 0)]


def test_who_has_no_opponents_has_no_match_points() -> None:
    scores = [*table(1, 1, 1, {A: 900}, {B: 700}), Score(C, 1, 1, 1600, "sit_out")]
    assert ranking(season_of(scores), StandingRule(measure="match_points")) == [
        (A, 1, 2),
        (B, 2, 0),
        (C, 2, 0),
    ]


@pytest.mark.parametrize("difference", range(-600, 601, 50))
def test_what_one_gets_the_other_side_does_not(difference: int) -> None:
    match = MatchPoints(2, 1, 0, (Band(200, 3, 0), Band(500, 5, 0)))
    size = abs(difference)
    winner = 1 if not size else 2 if size < 200 else 3 if size < 500 else 5
    loser = 0 if size else 1
    assert match.of(difference) == (winner if difference >= 0 else loser)


# Sensible with next to nothing -----------------------------------------------------


@pytest.mark.parametrize(
    "rule",
    [
        StandingRule(ties=("head_to_head", "wins", "best_round", "lot")),
        best(5, undroppable=("absent",), interim="sum"),
        StandingRule(measure="average", unit="round", best=3, periods=PERIODS, best_periods=1),
        StandingRule(measure="match_points", match=MatchPoints(most_an_evening=6)),
        StandingRule(last=4),
        StandingRule(minimum_attendance=9),
    ],
)
def test_no_rounds_and_one_player(rule: StandingRule) -> None:
    assert list(season_table(season_of([]), rule).lines) == []
    assert account(season_of([]), rule, A).results == ()
    (line,) = season_table(season_of([Score(A, 1, 1, 100)]), rule, guests={7}).lines
    assert line.rank == (None if rule.minimum_attendance else 1)
