"""The minimum attendance while the season runs: who can still reach it, and how that is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.standing.seasons import Score, evenings, season_of
from tournaments.standing.account import account
from tournaments.standing.attendance import Attendance
from tournaments.standing.rules import StandingRule
from tournaments.standing.separation import separation
from tournaments.standing.tables import season_table

A, B, C = 1, 2, 3
EVENINGS = StandingRule(minimum_attendance=3)
ROUNDS = StandingRule(minimum_attendance=5, minimum_unit="round")


def lines(season, rule, to_come=0):
    return {line.entry: line for line in season_table(season, rule, evenings_to_come=to_come).lines}


def left(season, rule, to_come=0):
    """What everybody can still attend, as the table has it; the account must say the same."""
    found = {}
    for entry, line in lines(season, rule, to_come).items():
        assert account(season, rule, entry, evenings_to_come=to_come).attendance == line.attendance
        found[entry] = line.attendance.left
    return found


def test_tonight_is_still_to_come_for_who_has_not_been_there():
    """Evening 2 is running, with round 2 to go. A was there in round 1; B, who missed evening 1 too, was not."""
    season = season_of(evenings(A=[100, 100], B=[None, None], C=[100, None]), running={2: frozenset({2})})
    assert left(season, EVENINGS, 1) == {A: 1, C: 2}
    found = lines(season, EVENINGS, 1)
    assert (found[A].rank, found[C].rank) == (1, 2)  # 2 + 1 and 1 + 2 are both 3
    assert lines(replace(season, running={}), EVENINGS, 1)[C].rank is None  # evening 2 is over: 1 + 1


def test_rounds_of_tonight_are_counted_one_by_one():
    """Evening 1 had three rounds. Tonight round 1 is over and round 2 is being played: B's sheet is in, A's is not."""
    scores = [Score(entry, 1, round_, 100) for entry in (A, B) for round_ in (1, 2, 3)]
    scores += [Score(C, 1, 1, 100), Score(A, 2, 1, 100), Score(B, 2, 1, 100), Score(B, 2, 2, 100)]
    season = season_of(scores, running={2: frozenset({2, 3})}, rounds_an_evening=3)
    assert left(season, ROUNDS) == {A: 2, B: 1, C: 2}
    assert left(season, ROUNDS, 1) == {A: 5, B: 4, C: 5}
    assert {entry: line.rank for entry, line in lines(season, ROUNDS).items()} == {B: 1, A: 2, C: None}


def test_a_penalty_in_a_round_still_to_play_is_no_score():
    season = season_of([Score(A, 1, 1, 100), Score(A, 1, 2, -50, "penalty")], running={1: frozenset({2})})
    assert left(season, ROUNDS) == {A: 1}


def test_absence_settles_a_round():
    season = season_of([Score(A, 1, 1, 0, "absent"), Score(B, 1, 1, 9)], running={1: frozenset({1, 2})})
    assert left(season, ROUNDS) == {A: 1, B: 1}
    assert left(season, EVENINGS) == {A: 1, B: 0}  # A can still come for round 2


def test_an_evening_of_another_standing_does_not_help():
    season = season_of(evenings(A=[100, 100]), running={2: frozenset({2})}, counts=frozenset({1}))
    assert left(season, EVENINGS) == {A: 0}
    assert left(season, replace(EVENINGS, all_evenings=True)) == {A: 0}
    assert left(season, replace(ROUNDS, all_evenings=True)) == {A: 1}


def test_at_the_end_only_the_minimum_decides():
    """With nothing left to play the standing is what it has always been."""
    season = season_of(evenings(A=[100, 100, 100], B=[200, 200, None], C=[100, 100, 50]))
    found = lines(season, EVENINGS)
    assert {entry: line.rank for entry, line in found.items()} == {A: 1, C: 2, B: None}
    assert str(found[B].unranked) == "2 of at least 3 evenings attended"
    last = lines(season, replace(EVENINGS, below_minimum="last"))
    assert {entry: line.rank for entry, line in last.items()} == {A: 1, C: 2, B: 3}
    assert str(last[B].below) == "2 of at least 3 evenings attended"


@pytest.mark.parametrize(
    ("attended", "left", "said"),
    [
        (5, 0, None),
        (3, 5, "needs 2 more of 5 evenings still to play"),
        (3, 2, "needs all 2 evenings still to play"),
        (4, 1, "needs the one evening still to play"),
        (4, 2, "needs 1 more of 2 evenings still to play"),
        (2, 1, "2 of at least 5 evenings attended, with only 1 still to play"),
        (2, 0, "2 of at least 5 evenings attended"),
    ],
)
def test_what_is_said(attended, left, said):
    sentence = Attendance("evening", attended, 5, left).sentence()
    assert (sentence and str(sentence)) == said
    of_rounds = Attendance("round", attended, 5, left).sentence()
    in_rounds = said and said.replace("evening", "round").replace("attended", "played")
    assert (of_rounds and str(of_rounds)) == in_rounds


def test_a_number_that_nobody_gave_is_not_said():
    assert (
        str(Attendance("evening", 1, 5, 4, supposed=True).sentence())
        == "1 of at least 5 evenings attended so far"
    )
    assert (
        str(Attendance("evening", 1, 5, 3, supposed=True).sentence()) == "1 of at least 5 evenings attended"
    )


def test_what_separates_who_can_still_reach_it_from_who_cannot():
    """A and B came twice. Tonight is running: A is there, so that only one evening is left for him; B can still come."""
    rule = replace(EVENINGS, minimum_attendance=4, below_minimum="last")
    scores = evenings(A=[500, None, 500], B=[100, 100, None], C=[None, 100, 100])
    season = season_of(scores, running={3: frozenset({2})})
    table = season_table(season, rule, evenings_to_come=1)
    assert [(line.entry, line.rank) for line in table.lines] == [(B, 1), (A, 2), (C, 3)]
    decided = separation(season, table, B, A, evenings_to_come=1).decided
    assert (decided.criterion, decided.one, decided.other) == ("minimum", 4, 3)
    assert str(decided.text) == "at least 4 evenings, with those still to play"
    final = season_table(replace(season, running={}), replace(rule, minimum_attendance=3))
    assert [line.rank for line in final.lines] == [1, 2, 2]  # nobody has three: the sums decide
