"""What holds for every draw, whatever the evening."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.evenings import play, random_history
from tournaments.pairing import (
    DrawInput,
    History,
    Table,
    draw_individuals,
    draw_pairs,
    seat_late,
    validate_draw,
)


@st.composite
def inputs(draw: st.DrawFn, least: int = 4) -> DrawInput:
    """An evening somewhere in a season: any people, any history, some late, some kept out."""
    count = draw(st.integers(least, 30))
    entries = draw(st.lists(st.integers(1, 60), min_size=count, max_size=count, unique=True))
    counts = st.dictionaries(st.sampled_from(entries), st.integers(0, 3))
    some = st.frozensets(st.sampled_from(entries), max_size=3)
    kept_out = draw(some)
    return DrawInput(
        entries=tuple(entries),
        seed=draw(st.integers(0, 2**48)),
        evening=random_history(60, draw(st.integers(0, 6)), draw(st.integers(0, 99))),
        season=random_history(60, draw(st.integers(0, 40)), draw(st.integers(0, 99))),
        sit_outs_evening=draw(counts),
        sit_outs_season=draw(counts),
        sit_out_first=draw(some),
        must_sit_out=kept_out if len(entries) - len(kept_out) >= 4 else frozenset(),
        rounds_after=draw(st.integers(0, 3)),
    )


@settings(max_examples=60, deadline=None)
@given(inputs())
def test_everybody_has_one_place_and_every_table_four(given: DrawInput) -> None:
    drawn = draw_individuals(given)
    places = [entry for table in drawn.tables for entry in table.seats.values()] + list(drawn.sit_outs)
    assert sorted(places) == sorted(given.entries)
    assert all(len(set(table.seats.values())) == 4 for table in drawn.tables)
    free = len(given.entries) - len(given.must_sit_out)
    assert len(drawn.sit_outs) == len(given.must_sit_out) + free % 4
    assert validate_draw(drawn, given) == []


@settings(max_examples=60, deadline=None)
@given(inputs())
def test_every_pair_has_one_place(given: DrawInput) -> None:
    drawn = draw_pairs(given)
    places = [entry for table in drawn.tables for entry in table.entries] + list(drawn.sit_outs)
    assert sorted(places) == sorted(given.entries)
    assert validate_draw(drawn, given) == []


@settings(max_examples=25, deadline=None)
@given(inputs(), st.randoms(use_true_random=False))
def test_the_order_of_the_input_changes_nothing(given: DrawInput, random: Random) -> None:
    entries = list(given.entries)
    random.shuffle(entries)
    other = replace(given, entries=tuple(entries))
    assert draw_individuals(other) == draw_individuals(given)
    assert draw_pairs(other) == draw_pairs(given)


@settings(max_examples=25, deadline=None)
@given(inputs())
def test_numbering_people_otherwise_in_the_same_order_changes_nothing(given: DrawInput) -> None:
    def renamed(entry: int) -> int:
        return entry * 1000 + 7

    def history(before: History) -> History:
        return History(
            {(renamed(a), renamed(b)): n for (a, b), n in before.partners.items()},
            {(renamed(a), renamed(b)): n for (a, b), n in before.opponents.items()},
        )

    other = replace(
        given,
        entries=tuple(renamed(entry) for entry in given.entries),
        evening=history(given.evening),
        season=history(given.season),
        sit_outs_evening={renamed(entry): n for entry, n in given.sit_outs_evening.items()},
        sit_outs_season={renamed(entry): n for entry, n in given.sit_outs_season.items()},
        sit_out_first=frozenset(map(renamed, given.sit_out_first)),
        must_sit_out=frozenset(map(renamed, given.must_sit_out)),
    )
    expected = [
        Table(table.number, tuple(map(renamed, table.north_south)), tuple(map(renamed, table.east_west)))
        for table in draw_individuals(given).tables
    ]
    assert list(draw_individuals(other).tables) == expected


@settings(max_examples=25, deadline=None)
@given(inputs(), st.integers(0, 6))
def test_late_arrivals_touch_no_table(given: DrawInput, arrivals: int) -> None:
    drawn = draw_individuals(given)
    late = list(range(100, 100 + arrivals))
    after = seat_late(drawn, given, late)
    assert set(drawn.tables) <= set(after.tables)
    waiting = len(drawn.sit_outs) - len(given.must_sit_out) + arrivals
    assert len(after.tables) == len(drawn.tables) + waiting // 4
    assert len(after.sit_outs) == len(given.must_sit_out) + waiting % 4


@settings(max_examples=25, deadline=None)
@given(st.integers(5, 43), st.integers(2, 5), st.integers(0, 99))
def test_no_partner_comes_again_while_rounds_are_fewer_than_half_the_people(
    people: int, rounds: int, seed: int
) -> None:
    """Dirac: up to as many rounds as half of those at the tables it can always be avoided."""
    rounds = min(rounds, people // 4 * 4 // 2)
    evening = play(range(people), rounds, seed)
    assert evening.total("repeated_partners") == 0
    assert evening.total("second_sit_outs") == max(0, people % 4 * rounds - people)


@pytest.mark.parametrize("people", [13, 18, 27])
def test_resting_differs_by_one_at_most_over_a_long_season(people: int) -> None:
    rests: Counter[int] = Counter(dict.fromkeys(range(people), 0))
    for number in range(40):
        evening = play(range(people), 3, seed=number, season_rests=Counter(rests))
        rests.update(evening.rests)
        assert max(rests.values()) - min(rests.values()) <= 1


def test_resting_evens_out_when_people_come_and_go() -> None:
    """Forty evenings, each with some of 24 people: who is there takes the turn of who rested more."""
    random = Random(4)
    rests: Counter[int] = Counter(dict.fromkeys(range(24), 0))
    for number in range(40):
        present = random.sample(range(24), random.randrange(17, 24))
        evening = play(present, 3, seed=number, season_rests=Counter(rests))
        assert max(evening.rests.values(), default=0) <= 1
        rests.update(evening.rests)
    assert sum(rests.values()) > 100
    assert max(rests.values()) - min(rests.values()) <= 2
