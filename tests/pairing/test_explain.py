"""Why these and not those: small draws in which the answer is known."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tournaments.pairing import Draw, DrawInput, History, PairingRule, Table, draw_round
from tournaments.pairing.assess import figures
from tournaments.pairing.certificate import certify
from tournaments.pairing.explain import (
    facts,
    hindrance,
    why_not,
    why_not_rest,
    why_rests,
    why_table,
)
from tournaments.pairing.goals import Unit
from tournaments.pairing.model import Apart

SWISS = PairingRule(method="swiss", directions=False)
DOWN = {entry: Fraction(100 - entry) for entry in range(1, 20)}
"""Scores by which entry 1 stands first, 2 second …"""


def pairs(count: int, **fields: object) -> DrawInput:
    return replace(DrawInput(tuple(range(1, count + 1)), 5, rule=SWISS, scores=DOWN), **fields)


def met(*couples: tuple[int, int]) -> History:
    return History({}, dict.fromkeys(couples, 1))


def sides(draw: Draw) -> list[tuple[int, ...]]:
    return sorted(tuple(sorted(table.entries)) for table in draw.tables)


def test_a_table_of_pairs_says_how_far_and_who_stood_nearer() -> None:
    given = pairs(4, evening=met((1, 2)))
    draw = draw_round(given, "pairs")
    assert sides(draw) == [(1, 3), (2, 4)]
    number = next(table.number for table in draw.tables if 1 in table.entries)
    why = why_table(draw, given, number)
    assert why.ranks == {1: 1.0, 3: 3.0}
    assert [str(fact) for fact in why.facts] == [
        "From first to last they stand 2.0 ranks apart.",
        "Nobody at this table met another before in this event.",
    ]
    assert {(each.one, each.other, str(each.reason)) for each in why.nearer} == {
        (1, 2, "1 and 2 met before (1 ×)."),
        (3, 2, "None"),
    }
    with pytest.raises(KeyError):
        why_table(draw, given, 9)


def test_what_can_be_said_of_a_table() -> None:
    table = Table(2, (1, 2), (3, 4))
    given = DrawInput(
        (1, 2, 3, 4),
        0,
        evening=History({(1, 2): 1, (2, 3): 1}, {(3, 4): 2, (1, 4): 1}),
        apart=(Apart(frozenset({1, 3}), worth=4, name="the mill"),),
        fixed_tables={4: 2},
        locked=(table,),
    )
    assert [str(fact) for fact in facts(table, given)] == [
        "This table was pinned: the draw left it as it was.",
        "4 always sits at this table.",
        "1 and 2 were partners before (1 ×).",
        "1 and 4 met before (1 ×).",
        "3 and 4 are partners now and were opponents before (2 ×).",
        "2 and 3 are opponents now and were partners before (1 ×).",
        "1 and 3 belong to a group that is kept apart: the mill.",
    ]


def test_before_the_first_result_the_lot_decided() -> None:
    given = pairs(4, scores={})
    why = why_table(draw_round(given, "pairs"), given, 1)
    assert (why.ranks, why.nearer) == ({}, ())
    assert str(why.facts[0]) == "Nobody stood higher than another yet: the lot decided."
    seeded = replace(given, strengths=DOWN, rule=replace(SWISS, seeding="strength"))
    assert sorted(why_table(draw_round(seeded, "pairs"), seeded, 1).ranks.values()) == [1, 2]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, None),
        ({"evening": met((1, 2))}, "1 and 2 met before (1 ×)."),
        ({"must_sit_out": frozenset({2})}, "2 could not be seated in this round."),
        ({"fixed_tables": {1: 4, 2: 5}}, "1 and 2 each have a table of their own."),
        ({"apart": (Apart(frozenset({1, 2, 3}), name="Fuik"),)}, "1 and 2 are kept apart: Fuik."),
    ],
)
def test_what_keeps_two_from_meeting(fields: dict[str, object], sentence: str | None) -> None:
    found = hindrance(pairs(4, **fields), 1, 2)
    assert (found and str(found)) == sentence


def test_two_who_meet_already() -> None:
    given = pairs(4)
    draw = draw_round(given, "pairs")
    assert why_not(draw, given, "pairs", 1, 2).outcome == "same"


def test_nearer_in_rank_loses_because_others_would_meet_again() -> None:
    """1-2 stand next to each other, but then 3 and 4 would meet again."""
    given = pairs(4, evening=met((3, 4)))
    draw = draw_round(given, "pairs")
    assert sides(draw) == [(1, 3), (2, 4)]
    found = why_not(draw, given, "pairs", 1, 2)
    assert found.outcome == "worse"
    assert found.decides
    assert (found.decides.goal, str(found.decides.here), str(found.decides.there)) == (
        "rematches",
        "Nobody meets the same opponent again.",
        "Two opponents meet again.",
    )
    assert [sorted(table.entries) for table in found.pays] == [[3, 4]]
    assert sorted(sorted(table.entries) for table in found.changed) == [[1, 2], [3, 4]]


def test_a_wider_table_costs_at_the_distance() -> None:
    given = pairs(6)
    found = why_not(draw_round(given, "pairs"), given, "pairs", 1, 6)
    assert found.outcome == "worse"
    assert found.decides
    assert found.decides.goal == "distance"
    assert str(found.decides.here).startswith("The opponents are 1.0 ranks apart on average")
    assert str(found.decides.there).startswith("The opponents are 2.3 ranks apart on average, at most 5.0")
    assert sorted(found.pays[0].entries) == [1, 6]


def test_among_equals_the_lot_decided() -> None:
    given = DrawInput((1, 2, 3, 4), 3)
    draw = draw_round(given, "pairs")
    one, other = next((1, e) for e in (2, 3, 4) if (1, e) not in sides(draw))
    found = why_not(draw, given, "pairs", one, other)
    assert (found.outcome, found.decides) == ("equal", None)


def test_a_draw_changed_by_hand_may_be_beaten() -> None:
    given = pairs(4)
    tables = (Table(1, (1,), (4,)), Table(2, (2,), (3,)))
    draw = Draw(tables, (), figures(tables, (), given), ())
    found = why_not(draw, given, "pairs", 1, 2)
    assert found.outcome == "better"
    assert found.decides
    assert found.decides.goal == "distance"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"must_sit_out": frozenset({5})}, "5 could not be seated in this round."),
        ({"locked": (Table(3, (5,), (6,)),)}, "5 sits at a table that is pinned."),
    ],
)
def test_a_meeting_that_cannot_be(fields: dict[str, object], sentence: str) -> None:
    given = pairs(6, **fields)
    found = why_not(draw_round(given, "pairs"), given, "pairs", 1, 5)
    assert found.outcome == "refused"
    assert str(found.refusal) == sentence


def test_the_best_of_this_round_alone_may_leave_no_way_on() -> None:
    """Six pairs, twice played across 1-2-3 and 4-5-6: a third time across would leave two triangles.

    It would be the nearest draw; with a round to come it is passed over, and the second opinion says so.
    """
    near = {entry: Fraction(-place) for place, entry in enumerate((1, 6, 2, 4, 3, 5))}
    across = met((1, 4), (2, 5), (3, 6), (1, 5), (2, 6), (3, 4))
    given = pairs(6, evening=across, scores=near, rounds_after=1, round_number=3)
    draw = draw_round(given, "pairs")
    assert draw.quality.completable
    assert sides(draw) != [(1, 6), (2, 4), (3, 5)]
    second = certify(draw, given, "pairs")
    assert (second.verdict, second.goal) == ("better", "distance")
    assert sorted(tuple(sorted(table.entries)) for table in second.tables) == [(1, 6), (2, 4), (3, 5)]
    assert certify(draw_round(replace(given, rounds_after=0), "pairs"), given, "pairs").verdict == "best"


def test_individuals_as_partners_and_as_opponents() -> None:
    given = DrawInput(tuple(range(1, 9)), 1, rule=SWISS, scores=DOWN, evening=History({(1, 2): 1}, {}))
    draw = draw_round(given, "individuals")
    again = why_not(draw, given, "individuals", 1, 2, as_partners=True)
    assert again.outcome == "worse"
    assert again.decides
    assert again.decides.goal == "partners"
    far = why_not(draw, given, "individuals", 1, 8)
    assert far.outcome == "worse"
    assert far.decides
    assert far.decides.goal == "nearness"
    assert "spread" in {part.goal for part in far.decides.parts}


def test_why_somebody_rests_and_not_another() -> None:
    given = pairs(5, sit_outs_evening={5: 1})
    draw = draw_round(given, "pairs")
    assert draw.sit_outs == (4,)
    assert [str(each) for each in why_rests(draw, given, "pairs", 4)] == [
        "5 can be seated, 2 at a table: 1 of them must rest.",
        "Nobody rests again.",
        "Who rests has not rested on earlier evenings.",
        "Who rests stands lowest but for one other.",
        "Among those who are equal in all of this the lot chose.",
    ]
    last = why_not_rest(draw, given, "pairs", 5)
    assert last.outcome == "worse"
    assert last.decides
    assert (last.decides.goal, str(last.decides.there)) == ("rests", "One entry rests again.")
    assert last.rest == (5,)
    higher = why_not_rest(draw, given, "pairs", 1)
    assert higher.decides
    assert higher.decides.goal == "lowest"
    assert why_not_rest(draw, given, "pairs", 4).outcome == "same"
    with pytest.raises(KeyError):
        why_rests(draw, given, "pairs", 1)


def test_nobody_has_to_rest() -> None:
    given = pairs(4)
    found = why_not_rest(draw_round(given, "pairs"), given, "pairs", 1)
    assert str(found.refusal) == "Nobody has to rest in this round."


def test_who_could_not_be_seated() -> None:
    given = pairs(5, must_sit_out=frozenset({2}))
    assert [str(each) for each in why_rests(draw_round(given, "pairs"), given, "pairs", 2)] == [
        "2 could not be seated in this round."
    ]


@pytest.mark.parametrize(("unit", "count"), [("pairs", 9), ("individuals", 9), ("individuals", 14)])
@pytest.mark.parametrize("method", ["lot", "swiss"])
def test_no_wish_is_better_than_the_draw(unit: Unit, count: int, method: str) -> None:
    rule = PairingRule(method=method)
    given = DrawInput(tuple(range(1, count + 1)), 2, rule=rule, scores=DOWN if method == "swiss" else {})
    draw = draw_round(given, unit)
    for other in range(2, count + 1):
        assert why_not(draw, given, unit, 1, other).outcome in ("same", "worse", "equal")
