"""What breaks ties, and what separates two places, from seasons worked out by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.standing.seasons import Score, evenings, season_of, table
from tournaments.standing.ledger import Season
from tournaments.standing.rules import MatchPoints, StandingRule
from tournaments.standing.separation import separation
from tournaments.standing.tables import season_table
from tournaments.standing.ties import lot

A, B, C, D = 1, 2, 3, 4


def ranks(season: Season, *ties: str, **fields: Any) -> dict[int, int | None]:
    return {line.entry: line.rank for line in season_table(season, StandingRule(ties=ties, **fields)).lines}


def numbers(season: Season, *ties: str, **fields: Any) -> dict[int, Any]:
    return {line.entry: line.ties for line in season_table(season, StandingRule(ties=ties, **fields)).lines}


def steps(season: Season, one: int, other: int, rule: StandingRule) -> list[tuple[str, Any, Any, str]]:
    found = separation(season, season_table(season, rule), one, other)
    return [(step.criterion, step.one, step.other, str(step.verdict)) for step in found.steps]


# Everybody 1000 in all. C and D have never met; A and B met twice.
LEVEL = season_of(
    [
        *table(1, 1, 1, {A: 600, D: 600}, {B: 400, C: 400}),
        *table(2, 1, 1, {A: 400, D: 400}, {B: 600, C: 600}),
        Score(A, 3, 1, 0, "excused", pits=2),
    ]
)


def test_without_a_chain_equals_share() -> None:
    assert ranks(LEVEL) == {A: 1, B: 1, C: 1, D: 1}


def test_head_to_head_is_asked_only_when_all_have_met() -> None:
    assert numbers(LEVEL, "head_to_head")[A] == {"head_to_head": None}
    assert ranks(LEVEL, "head_to_head") == {A: 1, B: 1, C: 1, D: 1}


def test_head_to_head_between_two() -> None:
    # A won by 200 and lost by 100; a round of their own makes them level, and B gets there by another table.
    season = season_of(
        [
            *table(1, 1, 1, {A: 600}, {B: 400}),
            *table(1, 2, 1, {A: 500}, {B: 600}),
            *table(2, 1, 1, {A: 400}, {C: 450}),
            *table(2, 1, 2, {B: 500}, {D: 300}),
        ]
    )
    assert ranks(season, "head_to_head") == {A: 1, B: 2, C: 3, D: 4}
    assert numbers(season, "head_to_head") == {
        A: {"head_to_head": 100},
        B: {"head_to_head": -100},
        C: {},
        D: {},
    }
    rule = StandingRule(ties=("head_to_head", "pits"))
    assert steps(season, A, B, rule) == [
        ("value", 1500, 1500, "equal"),
        ("head_to_head", 100, -100, "this decides"),
    ]
    found = separation(season, season_table(season, rule), A, B).decided
    assert found
    assert [(met.evening, met.round, met.points, met.against, met.worth) for met in found.meetings] == [
        (1, 1, 600, 400, 200),
        (1, 2, 500, 600, -100),
    ]


def test_head_to_head_in_match_points_and_among_three() -> None:
    # Three who beat each other in a ring, by different margins: in match points all are level, in points not.
    season = season_of(
        [
            *table(1, 1, 1, {A: 600}, {B: 400}),
            *table(2, 1, 1, {B: 700}, {C: 400}),
            *table(3, 1, 1, {C: 500}, {A: 400}),
        ]
    )
    assert ranks(season, "head_to_head", measure="match_points") == {A: 1, B: 1, C: 1}
    # Everybody gets 1100 in points with this: A 1000 + 100, B 1100, C 900 + 200.
    level = [Score(A, 4, 1, 100, "sit_out"), Score(C, 4, 1, 200, "sit_out")]
    scores = [
        *table(1, 1, 1, {A: 600}, {B: 400}),
        *table(2, 1, 1, {B: 700}, {C: 400}),
        *table(3, 1, 1, {C: 500}, {A: 400}),
        *level,
    ]
    # A +200 -100, B -200 +300, C -300 +100.
    assert numbers(season_of(scores), "head_to_head") == {
        A: {"head_to_head": 100},
        B: {"head_to_head": 100},
        C: {"head_to_head": -200},
    }
    # A and B are still equal and go on to the next criterion, C does not.
    assert ranks(season_of(scores), "head_to_head", "best_round") == {B: 1, A: 2, C: 3}
    assert numbers(season_of(scores), "head_to_head", "best_round")[C] == {"head_to_head": -200}


def test_partners_and_other_tables_are_no_meeting() -> None:
    season = season_of(
        [
            *table(1, 1, 1, {A: 500, B: 500}, {C: 300, D: 300}),
            *table(1, 2, 1, {A: 400}, {C: 1}),
            *table(1, 2, 2, {B: 400}, {D: 1}),
        ]
    )
    assert numbers(season, "head_to_head")[A] == {"head_to_head": None}


def test_wins_count_rounds_won() -> None:
    season = season_of(
        [
            *table(1, 1, 1, {A: 500}, {C: 499}),
            *table(1, 2, 1, {A: 500}, {C: 499}),
            *table(1, 1, 2, {B: 900}, {D: 100}),
            *table(1, 2, 2, {B: 100}, {D: 100}),
        ]
    )
    assert ranks(season, "wins") == {A: 1, B: 2, C: 3, D: 4}
    assert numbers(season, "wins")[B] == {"wins": 1}


def test_most_pits_fewest_nats_most_roem() -> None:
    season = season_of(
        [
            Score(A, 1, 1, 1000, pits=1, nats=2, roem=200),
            Score(B, 1, 1, 1000, pits=1, nats=1, roem=100),
            Score(C, 1, 1, 1000, pits=0, nats=0, roem=300),
        ]
    )
    assert ranks(season, "pits") == {A: 1, B: 1, C: 3}
    assert ranks(season, "pits", "nats") == {B: 1, A: 2, C: 3}
    assert ranks(season, "nats") == {C: 1, B: 2, A: 3}
    assert ranks(season, "roem") == {C: 1, A: 2, B: 3}
    # C was parted before nats were asked, so he has no number there.
    assert numbers(season, "pits", "nats")[C] == {"pits": 0}
    assert steps(season, B, A, StandingRule(ties=("pits", "nats"))) == [
        ("value", 1000, 1000, "equal"),
        ("pits", 1, 1, "equal"),
        ("nats", 1, 2, "this decides"),
    ]


def test_pits_of_what_was_dropped_do_not_count() -> None:
    scores = evenings(A=[500, 400], B=[500, 300])
    season = season_of([*scores[:3], Score(B, 2, 1, 300, pits=1)])
    assert ranks(season, "pits", unit="evening", best=1) == {A: 1, B: 1}


def test_best_round_and_best_evening() -> None:
    season = season_of(
        [
            *(Score(A, 1, number, points) for number, points in enumerate((700, 100), 1)),
            *(Score(A, 2, number, points) for number, points in enumerate((300, 300), 1)),
            *(Score(B, 1, number, points) for number, points in enumerate((500, 500), 1)),
            *(Score(B, 2, number, points) for number, points in enumerate((200, 200), 1)),
            Score(C, 1, 1, 1400, "sit_out"),
        ]
    )
    assert ranks(season, "best_round") == {A: 1, B: 2, C: 3}  # a score given is no score at a table
    assert numbers(season, "best_round") == {
        A: {"best_round": 700},
        B: {"best_round": 500},
        C: {"best_round": None},
    }
    assert ranks(season, "best_evening") == {C: 1, B: 2, A: 3}


def test_a_lot_is_kept_and_depends_on_seed_and_entry_alone() -> None:
    season = season_of(evenings(A=[500], B=[500], C=[500], D=[400]))
    drawn = ranks(season, "lot", seed=1)
    assert sorted(rank or 0 for rank in drawn.values()) == [1, 2, 3, 4]
    assert ranks(season, "lot", seed=1) == drawn
    without_c = ranks(season_of(evenings(A=[500], B=[500], D=[400])), "lot", seed=1)
    assert sorted([A, B], key=lambda entry: drawn[entry] or 0) == list(without_c)[:2]
    assert len({tuple(ranks(season, "lot", seed=seed).items()) for seed in range(20)}) > 3


def test_the_lots_of_seed_7_are_what_they_were() -> None:
    """A stored seed gives the same lot for ever; these were worked out once with another program (b2sum)."""
    assert [lot(7, entry) for entry in (1, 2, 3)] == [15727198560750, 37697022045232, 219745238638714]


def test_what_a_minimum_separates() -> None:
    season = season_of(evenings(A=[500, 500], B=[900], C=[100, 100]))
    rule = StandingRule(minimum_attendance=2, below_minimum="last")
    found = separation(season, season_table(season, rule), C, B)
    assert found.decided
    assert (found.decided.criterion, found.decided.one, found.decided.other) == ("minimum", 2, 1)
    assert str(found.decided.text) == "at least 2 evenings attended"


def test_equal_in_everything_is_shared() -> None:
    season = season_of([*table(1, 1, 1, {A: 500}, {B: 500})])
    rule = StandingRule(ties=("head_to_head", "wins", "pits"))
    found = separation(season, season_table(season, rule), A, B)
    assert found.decided is None
    assert [(step.criterion, step.one) for step in found.steps] == [
        ("value", 500),
        ("head_to_head", 0),
        ("wins", 0),
        ("pits", 0),
    ]
    assert (
        str(found.steps[1].text) == "the result of the rounds against each other, when all of them have met"
    )


def test_a_group_that_has_not_met_is_said_to_be_undecided() -> None:
    rule = StandingRule(ties=("head_to_head", "best_round"))
    assert steps(LEVEL, A, B, rule) == [
        ("value", 1000, 1000, "equal"),
        ("head_to_head", None, None, "cannot tell: not all who are equal have met"),
        ("best_round", 600, 600, "equal"),
    ]


def test_who_has_no_rank_is_separated_from_nobody() -> None:
    season = season_of(evenings(A=[500], B=[400]))
    with pytest.raises(LookupError):
        separation(season, season_table(season, StandingRule(), guests={B}), A, B)
    with pytest.raises(LookupError):
        separation(season, season_table(season, StandingRule()), A, 99)


def test_match_points_against_each_other_by_margin() -> None:
    season = season_of(
        [
            *table(1, 1, 1, {A: 600}, {B: 400}),
            *table(1, 2, 1, {B: 600}, {A: 550}),
            Score(B, 1, 1, 0, "granted", match_points=0),
        ]
    )
    rule = StandingRule(measure="match_points", match=MatchPoints(), ties=("head_to_head", "roem"))
    assert [line.rank for line in season_table(season, rule).lines] == [1, 1]
    assert all(one.value == other.value for one, other in pairwise(season_table(season, rule).lines))


def test_meetings_are_told_only_where_they_part_the_two_and_only_their_own() -> None:
    """A, B, C and D have met each other once and have 1500 each: A +300 (200 + 100), B 0 (-200 + 100 + 100), C 0
    (-100 - 100 + 200) and D -300 (0 - 100 - 200). So A is first, B and C share, and D is last."""
    season = season_of(
        [
            *table(1, 1, 1, {A: 600}, {B: 400}),
            *table(1, 1, 2, {C: 600}, {D: 400}),
            *table(2, 1, 1, {A: 500}, {C: 400}),
            *table(2, 1, 2, {B: 500}, {D: 400}),
            *table(3, 1, 1, {A: 500}, {D: 500}),
            *table(3, 1, 2, {B: 600}, {C: 500}),
            *(Score(D, 4, 1, 300, "sit_out"), Score(A, 4, 1, 0, "sit_out")),
            *(Score(B, 4, 1, 100, "sit_out"), Score(C, 4, 1, 100, "sit_out")),
        ]
    )
    rule = StandingRule(ties=("head_to_head",))
    assert ranks(season, "head_to_head") == {A: 1, B: 2, C: 2, D: 4}
    assert steps(season, B, C, rule)[1] == ("head_to_head", 0, 0, "equal")
    shared = separation(season, season_table(season, rule), B, C).steps[1]
    assert shared.meetings == ()
    decided = separation(season, season_table(season, rule), A, B).steps[1]
    assert [(met.one, met.other) for met in decided.meetings] == [(A, B), (A, C), (B, D), (A, D), (B, C)]


def test_of_those_who_have_not_met_the_two_themselves_are_named_first() -> None:
    """In LEVEL A and D were partners, and so were B and C: these have not played each other, all others have."""
    rule = StandingRule(ties=("head_to_head",))
    table_of_all = season_table(LEVEL, rule)
    asked = [(A, D), (C, D), (A, C), (A, B)]
    found = [separation(LEVEL, table_of_all, one, other).steps[1].unmet for one, other in asked]
    assert found == [(A, D), (C, B), (A, D), (A, D)]
