"""Simulated events: the same seed plays the same event, people come and go as planned, and figures count up."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tournaments.pairing import DrawError
from tournaments.pairing.formats import METHODS, Event, Figures, Plan, _spearman, least_again, simulate

EVERY = [(unit, method) for unit, methods in METHODS.items() for method in methods]


@pytest.mark.parametrize(("unit", "method"), EVERY)
def test_every_way_of_drawing_plays_whole_events(unit: str, method: str) -> None:
    plan = Plan(method, unit, 12, 5)
    event = Event(plan, 3)
    steps = list(event.play())
    assert [step.given.round_number for step in steps] == [1, 2, 3, 4, 5]
    for step in steps:
        seated = [entry for table in step.draw.tables for entry in table.entries]
        assert sorted([*seated, *step.draw.sit_outs]) == list(range(1, 13))
    assert sum(event.points.values()) == pytest.approx(1296 * sum(event.played.values()), abs=60)
    assert -1 <= event.figures().fidelity <= 1


def test_the_same_seed_plays_the_same_event() -> None:
    plan = Plan("swiss", "pairs", 11, 4, late=0.2, withdraw=0.2, absent=0.1, groups=1)
    once, again = ([(step.given, step.draw) for step in Event(plan, 8).play()] for _ in range(2))
    assert once == again
    other = [(step.given, step.draw) for step in Event(plan, 9).play()]
    assert other != once


def test_people_come_late_leave_early_and_miss_a_round() -> None:
    plan = Plan("lot", "individuals", 40, 6, late=0.3, withdraw=0.3, absent=0.1)
    event = Event(plan, 1)
    present = [set(step.given.entries) for step in event.play()]
    first = Counter(min(stay) for stay in event.stays.values() if stay)
    assert 20 < first[1] < 40
    assert max(first) <= 4 + 1  # after half of the rounds nobody new comes; the next may be missed
    assert any(
        entry in one and entry not in two and entry in three
        for entry in range(1, 41)
        for one, two, three in zip(present, present[1:], present[2:], strict=False)
    )
    assert len(present[-1]) < len(present[0]) + first.total() - first[1]


def test_too_few_in_the_hall_is_a_round_not_played() -> None:
    assert list(Event(Plan("lot", "individuals", 3, 2), 1).play()) == []
    assert simulate(Plan("lot", "individuals", 3, 2), [1]).summary()["spread"] == 0


def test_figures_are_counted_from_the_tables() -> None:
    """Two pairs that meet three times: two meetings too many; five people of whom one rests each of six times."""
    pairs = simulate(Plan("lot", "pairs", 2, 3), [1]).summary()
    assert (pairs["opponents_again"], pairs["most_met"], pairs["partners_again"]) == (2, 3, 0)
    assert least_again(Plan("lot", "pairs", 2, 3)) == (0, 2)
    people = simulate(Plan("lot", "individuals", 5, 6), [1]).summary()
    assert people["second_rests"] == 1
    assert people["opponents_again"] >= 6 * 4 - 10


def test_groups_are_counted_when_they_must_sit_together() -> None:
    event = Event(Plan("lot", "individuals", 4, 1, groups=1), 1)
    steps = list(event.play())
    (group,) = event.apart
    together = [
        pair for pair in combinations(steps[0].draw.tables[0].entries, 2) if group.entries.issuperset(pair)
    ]
    assert event.figures().apart == len(together) == 3


def test_figures_of_many_events_are_means() -> None:
    total = Figures()
    for count in (1, 3):
        total.add(
            Figures(
                events=1,
                opponents_again=count,
                most_met=count,
                fidelity=0.5,
                spreads=[2.0 * count],
                times=[1.0],
            )
        )
    assert total.summary() == {
        "partners_again": 0,
        "opponents_again": 2,
        "second_rests": 0,
        "apart": 0,
        "most_met": 3,
        "spread": 4,
        "widest": 6,
        "fidelity": 0.5,
        "seconds": 1,
        "slowest": 1,
    }


def test_what_cannot_be_less() -> None:
    assert least_again(Plan("swiss", "individuals", 16, 15)) == (0, 120)
    assert least_again(Plan("swiss", "individuals", 8, 7)) == (0, 28)
    assert least_again(Plan("swiss", "individuals", 12, 11)) == (0, 66)
    assert least_again(Plan("swiss", "individuals", 16, 15, late=0.1)) is None


def test_more_strength_shows_in_the_order() -> None:
    assert _spearman([(1, 10), (2, 20), (3, 30)]) == pytest.approx(1)
    assert _spearman([(1, 30), (2, 20), (3, 10)]) == pytest.approx(-1)
    assert _spearman([(1, 5), (2, 5)]) == 0
    assert _spearman([(1, 1), (2, 2), (2, 3), (4, 4)]) == pytest.approx(0.9486833)
    assert simulate(Plan("swiss", "pairs", 20, 8), range(10)).summary()["fidelity"] > 0.4


def test_a_schedule_that_does_not_exist_is_refused() -> None:
    with pytest.raises(DrawError, match="11 rounds"):
        simulate(Plan("whist", "individuals", 12, 20), [1])
