"""Whole events by standing: tight fields, large fields beside another library, and what must hold in every event."""

from __future__ import annotations

import os
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import networkx
import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st

from tests.pairing.events import Event, play_event
from tournaments.pairing import Apart, DrawInput, History, PairingRule, candidates, draw_round
from tournaments.pairing.candidates import Candidates
from tournaments.pairing.lot import Lot
from tournaments.pairing.swiss_prices import DIRECTIONS, Prices

SEEDS = 100 if os.environ.get("KLAVERCLUB_TEST_FULL") == "1" else 3
TIGHT = [
    (5, 5),
    (6, 4),
    (6, 5),
    (7, 5),
    (8, 5),
    (8, 6),
    (8, 7),
    (9, 7),
    (10, 7),
    (10, 9),
    (12, 8),
    (13, 9),
    (16, 12),
]


@pytest.mark.parametrize(("pairs", "rounds"), TIGHT)
def test_tight_fields_have_no_rematch_and_no_second_rest(pairs: int, rounds: int) -> None:
    for seed in range(1000, 1000 + SEEDS):
        event = play_event(range(1, pairs + 1), rounds, seed)
        assert max(History.from_tables(event.tables).opponents.values()) == 1
        assert max(event.rests.values(), default=0) <= 1
        assert all(draw.quality.completable is not False for draw in event.draws)
        assert all(len(draw.sit_outs) == pairs % 2 for draw in event.draws)


def test_five_pairs_in_five_rounds_meet_everybody_and_rest_once() -> None:
    event = play_event(range(5), 5, 3)
    assert set(History.from_tables(event.tables).opponents) == set(combinations(range(5), 2))
    assert set(event.rests.values()) == {1}


def test_more_rounds_than_opponents_spread_the_rematches() -> None:
    event = play_event(range(4), 9, 3)
    assert set(History.from_tables(event.tables).opponents.values()) == {3}


def test_directions_are_spread() -> None:
    event = play_event(range(40), 8, 2)
    uneven = [abs(seats["N"] - seats["E"]) for seats in event.seats.values()]
    assert max(uneven) <= 2
    lot = play_event(range(40), 8, 2, PairingRule("swiss", directions=False))
    assert max(abs(seats["N"] - seats["E"]) for seats in lot.seats.values()) > 2


def field(count: int, rounds: int, seed: int, **extra: object) -> DrawInput:
    """What the round after so many is drawn from."""
    event = Event(tuple(range(count)), rounds + 1, seed, announced=False, extra=extra)
    for _ in range(rounds):
        event.play()
    return event.given()


@pytest.mark.parametrize(("count", "seed"), [(30, 1), (61, 2), (100, 3), (129, 4), (150, 5), (200, 6)])
def test_the_same_distance_as_another_library_finds_among_all_couples(count: int, seed: int) -> None:
    given = field(count, 5, seed)
    # No equals, so that a rank is a place in the row.
    given = replace(given, scores={e: points + Fraction(e, 1000) for e, points in given.scores.items()})
    order = sorted(given.entries, key=lambda entry: -given.scores[entry])
    graph = networkx.Graph()
    rest = min(given.sit_outs_evening.get(entry, 0) for entry in order)
    for place, entry in enumerate(order):
        for above, other in enumerate(order[:place]):
            met = given.evening.opponents.get((min(entry, other), max(entry, other)), 0)
            graph.add_edge(entry, other, weight=10**12 * met**2 + (place - above) ** 2)
        if count % 2:
            may = given.sit_outs_evening.get(entry, 0) == rest
            graph.add_edge(entry, "rest", weight=(0 if may else 10**11) + 10**7 * (count - 1 - place))
    best = networkx.min_weight_matching(graph)
    least = sum(graph.edges[pair]["weight"] for pair in best if "rest" not in pair)
    draw = draw_round(given, "pairs")
    assert draw.quality.cost == 4 * least
    assert draw.quality.proven


@pytest.mark.parametrize("seed", range(12 if SEEDS < 100 else 300))
def test_a_bounded_graph_holds_the_optimum(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Equals, groups, rematches, somebody who rests: the couples left out never matter."""
    random = Random(seed)
    count = random.choice([24, 41, 60, 75])
    groups = tuple(
        Apart(frozenset(random.sample(range(count), random.randrange(2, 7))), random.choice([None, 3, 40]))
        for _ in range(random.randrange(6))
    )
    given = field(count, random.randrange(1, 6), seed, apart=groups)
    if seed % 3 == 0:
        rough = {entry: Fraction(points // 400) for entry, points in given.scores.items()}
        given = replace(given, scores=rough)
    prices = Prices(given, given.entries)

    def solved() -> tuple[Candidates, tuple[int, ...]]:
        graph = candidates.candidates(given, given.entries, prices, Lot(seed))
        cheapest = graph.problem.cheapest()
        assert cheapest is not None
        return graph, cheapest.levels[:DIRECTIONS]

    whole, best = solved()
    monkeypatch.setattr(candidates, "COMPLETE", 0)
    bounded, found = solved()
    assert found == best
    assert len(bounded.problem.levels) < len(whole.problem.levels)


@pytest.mark.parametrize("pattern", ["fold", "slide"])
@pytest.mark.parametrize("count", [140, 141])
def test_patterns_of_a_large_first_round_are_exact(pattern: str, count: int) -> None:
    strengths = {entry: Fraction(-entry) for entry in range(count)}
    rule = PairingRule("swiss", pattern=pattern, seeding="strength")
    draw = draw_round(DrawInput(tuple(range(count)), 1, rule=rule, strengths=strengths), "pairs")
    assert (draw.quality.cost, draw.quality.proven) == (0, True)
    assert draw.sit_outs == ((140,) if count % 2 else ())
    met = {tuple(sorted(table.entries)) for table in draw.tables}
    assert met == {(one, 139 - one if pattern == "fold" else one + 70) for one in range(70)}


@pytest.mark.parametrize("pattern", ["fold", "slide"])
def test_patterns_of_a_large_field_come_near_the_optimum_and_claim_no_more(
    pattern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(pattern)
    count = 150
    met = {
        (one, other): 1
        for one, other in combinations(range(count), 2)
        if one + other in (149, 150, 151) or random.random() < 0.03
    }
    given = DrawInput(
        tuple(range(count)),
        4,
        rule=PairingRule("swiss", pattern=pattern, seeding="strength"),
        evening=History(opponents=met),
        scores={entry: Fraction(-(entry // 50)) for entry in range(count)},
        strengths={entry: Fraction(-entry) for entry in range(count)},
        round_number=3,
    )
    draw = draw_round(given, "pairs")
    assert not draw.quality.proven
    assert draw.quality.bound is None
    monkeypatch.setattr(candidates, "COMPLETE", 1000)
    best = draw_round(given, "pairs")
    assert best.quality.proven
    assert draw.quality.cost == best.quality.cost


@settings(max_examples=60 if SEEDS > 3 else 15, deadline=None)
@hypothesis_given(st.data())
def test_events_with_arrivals_withdrawals_and_groups(data: st.DataObject) -> None:
    """Nothing avoidable happens: with an opponent left for everybody there is no rematch, and rests go round."""
    count, rounds = data.draw(st.integers(6, 14)), data.draw(st.integers(2, 5))
    members = st.frozensets(st.integers(0, count - 1), min_size=2, max_size=3)
    groups = data.draw(st.lists(st.builds(Apart, members, st.sampled_from([None, 4])), max_size=2))
    event = Event(
        tuple(range(count)), rounds, data.draw(st.integers(0, 10**6)), extra={"apart": tuple(groups)}
    )
    for number in range(rounds):
        given = event.given()
        draw = event.play()
        limits = History.from_tables(event.tables[: -len(draw.tables)]).opponents
        unusable = dict.fromkeys(limits, 1) | {
            pair: 1
            for group in groups
            if group.worth is None
            for pair in combinations(sorted(group.entries), 2)
        }
        freedom = min(
            len(event.present) - 1 - sum(entry in pair for pair in unusable) for entry in event.present
        )
        if 2 * (freedom - len(event.present) % 2) >= len(event.present):
            assert draw.quality.repeated_opponents == 0
            least = min(given.sit_outs_evening.get(entry, 0) for entry in event.present)
            assert all(given.sit_outs_evening.get(entry, 0) == least for entry in draw.sit_outs)
            hard = [group.entries for group in groups if group.worth is None]
            assert not any(group.issuperset(table.entries) for group in hard for table in draw.tables)
        gone = data.draw(st.frozensets(st.sampled_from(event.present), max_size=1))
        came = range(100 + 10 * number, 100 + 10 * number + data.draw(st.integers(0, 2)))
        event.present = (*(entry for entry in event.present if entry not in gone), *came)


@pytest.mark.parametrize("method", ["lot", "swiss"])
@pytest.mark.parametrize(
    ("pairs", "rounds", "group"), [(60, 40, 45), (90, 9, 60), (120, 110, 0), (401, 300, 0)]
)
def test_what_cannot_be_looked_through_is_bounded(method: str, pairs: int, rounds: int, group: int) -> None:
    """A group too large to be kept apart, and more rounds than a search could fill: an answer, and no proof of more."""
    given = DrawInput(
        tuple(range(pairs)),
        1,
        rule=PairingRule(method),
        scores={entry: Fraction(entry) for entry in range(pairs)},
        apart=(Apart(frozenset(range(group))),),
        rounds_after=rounds,
        round_number=2,
    )
    draw = draw_round(given, "pairs")
    assert draw.quality.repeated_opponents == 0
    assert draw.quality.apart == max(0, group - (pairs + 1) // 2)
    assert draw.quality.completable is (None if pairs > 120 else False)
