"""The second opinion: right where everything can be counted, and both of its methods of one mind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

from tests.pairing.evenings import random_history
from tournaments.pairing import Draw, DrawInput, History, PairingRule, Table, draw_round
from tournaments.pairing.alternatives import Alternatives, add, tables_of
from tournaments.pairing.assess import figures
from tournaments.pairing.bounds import Cap, judge
from tournaments.pairing.certificate import certify
from tournaments.pairing.columns import columns_of, rows_needed
from tournaments.pairing.goals import TABLE_SIZES, Unit
from tournaments.pairing.model import Apart
from tournaments.pairing.optimum import optimum

UNITS: tuple[Unit, ...] = ("pairs", "individuals", "threes")
LOT, SWISS = PairingRule(), PairingRule(method="swiss")


def situation(count: int, unit: Unit, seed: int, rule: PairingRule = SWISS) -> DrawInput:
    """Somewhere in an evening: random meetings, rests, scores, and two groups kept apart."""
    random = Random(f"{count} {unit} {seed}")
    met = random_history(count, 3, seed)
    people = range(1, count + 1)
    return DrawInput(
        tuple(people),
        seed,
        evening=met if unit == "individuals" else History({}, met.partners),
        sit_outs_evening={random.choice(people): 1 for _ in people},
        rule=rule,
        scores={entry: Fraction(random.randrange(1000, 1600)) for entry in people},
        apart=(
            Apart(frozenset(random.sample(people, 3))),
            Apart(frozenset(random.sample(people, 2)), worth=random.randrange(1, 9)),
        ),
    )


def as_draw(tables: tuple[Table, ...], given: DrawInput) -> Draw:
    """These tables, numbered, with their figures; who sits at none rests."""
    seated = {entry for table in tables for entry in table.entries}
    rest = tuple(entry for entry in given.entries if entry not in seated)
    tables = tuple(replace(table, number=number) for number, table in enumerate(tables, 1))
    return Draw(tables, rest, figures(tables, rest, given), ())


def at_random(given: DrawInput, unit: Unit, seed: int = 0) -> Draw:
    """People in the order of a shuffle, four by four."""
    people = Random(seed).sample(given.entries, len(given.entries))
    size = TABLE_SIZES[unit]
    groups = [people[start : start + size] for start in range(0, len(people) - size + 1, size)]
    return as_draw(tuple(next(tables_of(group)) for group in groups), given)


def every_draw(people: tuple[int, ...], size: int, rests: int) -> Iterator[list[Table | int]]:
    """All tables and rests, by trying them."""
    if not people:
        yield []
        return
    first, *others = people
    if rests:
        for found in every_draw(tuple(others), size, rests - 1):
            yield [first, *found]
    for mates in combinations(others, size - 1):
        left = tuple(one for one in others if one not in mates)
        for found in every_draw(left, size, rests):
            for table in tables_of((first, *mates)):
                yield [table, *found]


@pytest.mark.parametrize("rule", [LOT, SWISS], ids=["lot", "standing"])
@pytest.mark.parametrize(
    ("unit", "count"), [("pairs", 6), ("pairs", 7), ("individuals", 8), ("individuals", 9), ("threes", 8)]
)
def test_the_best_draw_of_a_small_field_is_the_best_of_all(unit: Unit, count: int, rule: PairingRule) -> None:
    for seed in range(4):
        given = situation(count, unit, seed, rule)
        choice = Alternatives.around(at_random(given, unit), given, unit)
        best = optimum(choice)
        assert best
        draws = every_draw(choice.players, TABLE_SIZES[unit], choice.shape[1])
        counted = (
            add(*(choice.table(one) if isinstance(one, Table) else choice.rest(one) for one in draw))
            for draw in draws
        )
        assert best.prices == min(counted)
        assert best.prices == choice.of(as_draw(best.tables, given)) or not choice.shape[1]


@pytest.mark.parametrize(
    ("unit", "counts"),
    [("pairs", range(6, 15)), ("individuals", range(8, 13)), ("threes", (6, 7, 9, 10, 12))],
)
def test_prices_and_sets_of_people_are_of_one_mind(unit: Unit, counts: range) -> None:
    """The bound is proven at every goal of the best draw, and at the first goal at which another draw is worse."""
    for count in counts:
        for seed in range(4):
            given = situation(count, unit, seed)
            draw = at_random(given, unit)
            choice = Alternatives.around(draw, given, unit)
            best = optimum(choice)
            assert best
            seated = {entry for table in best.tables for entry in table.entries}
            rest = tuple(entry for entry in given.entries if entry not in seated)
            finest = replace(draw, tables=best.tables, sit_outs=rest)
            for tried in (finest, draw):
                assert climbed(choice, tried) == first_difference(choice.of(tried), best.prices)


def climbed(choice: Alternatives, draw: Draw) -> tuple[int, int] | None:
    """The first goal at which the prices find a better draw, and what it counts there; None when there is none."""
    columns = columns_of(choice, draw)
    allowed, caps = np.ones(len(columns.members), np.bool_), list[Cap]()
    for goal, value in enumerate(choice.of(draw)):
        if value == 0:
            allowed &= columns.prices[goal] == 0
            continue
        found = judge(columns, goal, allowed, caps, value)
        if found.bound < value:
            assert found.better is not None
            assert columns.prices[goal][found.better].sum() == found.bound
            return goal, found.bound
        caps.append(Cap(columns.prices[goal], value))
    return None


def first_difference(values: tuple[int, ...], best: tuple[int, ...]) -> tuple[int, int] | None:
    return next(
        ((goal, two) for goal, (one, two) in enumerate(zip(values, best, strict=True)) if one != two), None
    )


def test_of_two_triangles_one_pair_each_must_meet_across() -> None:
    """Nobody met within 1, 2, 3 and within 4, 5, 6: half a match each would do, a whole one cannot."""
    across = {(one, other): 1 for one in (1, 2, 3) for other in (4, 5, 6)}
    given = DrawInput((1, 2, 3, 4, 5, 6), 0, rule=SWISS, evening=History({}, across))
    tables = (Table(1, (1,), (2,)), Table(2, (3,), (4,)), Table(3, (5,), (6,)))
    choice = Alternatives.around(as_draw(tables, given), given, "pairs")
    columns = columns_of(choice, as_draw(tables, given))
    found = judge(columns, 0, np.ones(len(columns.members), np.bool_), [], 1)
    assert (found.bound, found.better) == (1, None)


@pytest.mark.parametrize("count", [16, 17, 31, 60, 61])
@pytest.mark.parametrize("rule", [LOT, SWISS], ids=["lot", "standing"])
def test_what_is_drawn_for_pairs_is_the_best_and_what_is_not_is_found_out(
    count: int, rule: PairingRule
) -> None:
    given = situation(count, "pairs", 3, rule)
    drawn = certify(draw_round(given, "pairs"), given, "pairs")
    assert (drawn.faults, drawn.verdict) == ((), "best")
    if rule == LOT and count > 50:  # by lot there is room for many best draws
        return
    worse = certify(at_random(given, "pairs"), given, "pairs")
    assert worse.verdict == "better"
    assert worse.bound < worse.value
    if worse.tables:
        other = certify(as_draw(worse.tables, given), given, "pairs")
        assert other.goal != worse.goal or other.value < worse.value


@pytest.mark.parametrize("unit", ["individuals", "threes"])
def test_what_is_drawn_by_lot_for_people_is_the_best(unit: Unit) -> None:
    for count in (8, 11, 12, 15):
        given = situation(count, unit, count, LOT)
        drawn = certify(draw_round(given, unit), given, unit)
        assert (drawn.faults, drawn.verdict) == ((), "best")


def test_who_rests_out_of_turn_is_found_out() -> None:
    """2 rested on earlier evenings and 1 never; 1 is the one to rest."""
    given = DrawInput((1, 2, 3, 4, 5), 0, sit_outs_season={2: 3, 3: 1, 4: 1, 5: 1})
    found = certify(as_draw((Table(1, (1, 3), (4, 5)),), given), given, "individuals")
    assert (found.verdict, found.goal, found.value, found.bound) == ("better", "season_rests", 3, 0)


def test_sitting_the_same_way_again_is_found_out() -> None:
    given = DrawInput((1, 2), 0, rule=SWISS, seats_before={1: {"N": 2}, 2: {"E": 2}})
    found = certify(as_draw((Table(1, (1,), (2,)),), given), given, "pairs")
    assert (found.verdict, found.goal, found.value, found.bound) == ("better", "directions", 18, 2)
    assert certify(as_draw((Table(1, (2,), (1,)),), given), given, "pairs").verdict == "best"


def test_a_field_between_gets_a_bound_and_a_very_large_one_no_answer() -> None:
    given = replace(situation(28, "individuals", 1), apart=())
    found = certify(at_random(given, "individuals"), given, "individuals")
    assert found.verdict in ("better", "bound")
    assert found.bound < found.value
    large = replace(situation(300, "individuals", 1), evening=History(), apart=())
    assert certify(at_random(large, "individuals"), large, "individuals").verdict == "open"


@pytest.mark.parametrize(
    ("unit", "count"), [("individuals", 12), ("individuals", 13), ("pairs", 14), ("pairs", 15)]
)
def test_leaving_wide_tables_out_proves_nothing_that_is_not_so(
    unit: Unit, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a third of the rows the best draw is never called worse, and no bound is above it."""
    for seed in range(6):
        given = situation(count, unit, seed)
        draw = at_random(given, unit)
        choice = Alternatives.around(draw, given, unit)
        best = optimum(choice)
        assert best
        rest = tuple(set(choice.players) - {entry for table in best.tables for entry in table.entries})
        finest = replace(draw, tables=best.tables, sit_outs=rest)
        monkeypatch.setattr("tournaments.pairing.columns.MOST_ROWS", rows_needed(choice) // 3)
        columns = columns_of(choice, finest)
        assert columns.outside[-1] > 0
        assert len(columns.members) < rows_needed(choice)
        allowed, caps = np.ones(len(columns.members), np.bool_), list[Cap]()
        for goal, value in enumerate(best.prices):
            if value == 0:
                allowed &= columns.prices[goal] == 0
                continue
            found = judge(columns, goal, allowed, caps, value)
            assert found.better is None
            assert found.bound <= value
            caps.append(Cap(columns.prices[goal], value))


def test_a_hall_of_eighty_eight_has_a_bound_near_its_draw() -> None:
    given = replace(situation(88, "individuals", 2), apart=(), sit_outs_evening={})
    found = certify(draw_round(given, "individuals"), given, "individuals")
    assert found.faults == ()
    assert found.verdict in ("best", "bound", "better")
    assert found.bound >= 0.7 * found.value


def test_an_unsound_draw_is_not_weighed() -> None:
    given = DrawInput((1, 2, 3, 4), 0)
    found = certify(as_draw((Table(1, (1,), (2,)),), given), given, "pairs")
    assert [str(fault) for fault in found.faults] == ["2 entries rest although they could fill a table."]
    assert found.verdict == "open"


def test_couples_that_must_meet_bind_the_alternatives_too() -> None:
    """1 and 4 must meet, far apart as they are: nothing better exists then."""
    given = DrawInput(
        (1, 2, 3, 4),
        0,
        rule=SWISS,
        scores={e: Fraction(-e) for e in range(5)},
        opponents_wanted=frozenset({(1, 4)}),
    )
    tables = (Table(1, (1,), (4,)), Table(2, (2,), (3,)))
    assert certify(as_draw(tables, given), given, "pairs").verdict == "best"
    free = certify(as_draw(tables, given), replace(given, opponents_wanted=frozenset()), "pairs")
    assert (free.verdict, free.goal) == ("better", "distance")
    away = (Table(1, (1,), (2,)), Table(2, (3,), (4,)))
    assert [str(f) for f in certify(as_draw(away, given), given, "pairs").faults] == [
        "Entries 1 and 4 must meet and do not."
    ]


def test_who_cannot_move_sits_at_his_table_and_never_meets_who_belongs_elsewhere() -> None:
    given = DrawInput((1, 2, 3, 4), 0, rule=SWISS, fixed_tables={1: 2, 2: 1})
    wrong = certify(as_draw((Table(1, (1,), (3,)), Table(2, (2,), (4,))), given), given, "pairs")
    assert [str(fault) for fault in wrong.faults] == [
        "Entry 1 belongs at table 2 but sits at table 1.",
        "Entry 2 belongs at table 1 but sits at table 2.",
    ]
    choice = Alternatives.around(draw_round(given, "pairs"), given, "pairs")
    assert list(choice.ways((1, 2))) == []
    assert len(columns_of(choice, draw_round(given, "pairs")).members) == 5 + 2
