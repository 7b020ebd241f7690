"""The draw for individuals by standing: nothing better exists in a small field, in the order of the goals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import networkx
import pytest
from hypothesis import given as generated
from hypothesis import settings
from hypothesis import strategies as st

from tests.pairing.evenings import random_history
from tests.pairing.table_events import SWISS, Event, shapes
from tournaments.pairing import DrawError, DrawInput, History, PairingRule, Table
from tournaments.pairing.certificate import certify
from tournaments.pairing.model import Apart
from tournaments.pairing.swiss_tables import draw_swiss_tables

THREES = replace(SWISS, leftovers="three")


def goals_by_hand(tables: list[Table], resting: tuple[int, ...], given: DrawInput) -> tuple[Fraction, ...]:
    """The goals in their order, from the words of the rule, without the code that draws."""
    met, rule = given.evening, given.rule
    # Who has no score yet comes after who has nought; equals share the mean of their places.
    score = {entry: given.scores.get(entry, Fraction(-1)) for entry in given.entries}
    rank = {
        entry: Fraction(sum(2 * (other > own) + (other == own) for other in score.values()) + 1, 2)
        for entry, own in score.items()
    }
    repeated = never = threes = Fraction(0)
    soft = Fraction(0)
    worth = Fraction(rule.repeat_worth**2)
    for table in tables:
        for pair in table.partners:
            repeated += met.partners.get(pair, 0) ** 2
            soft += worth / 10 * met.opponents.get(pair, 0)
        for pair in table.opponents:
            soft += worth * met.opponents.get(pair, 0) ** 2 + worth / 10 * met.partners.get(pair, 0)
        for one, other in combinations(table.entries, 2):
            soft += (rank[one] - rank[other]) ** 2 / 6
            for group in given.apart:
                if one in group.entries and other in group.entries:
                    never += group.worth is None
                    soft += (group.worth or 0) ** 2
        if table.third:
            threes += sum(given.threes_before.get(entry, 0) ** 2 for entry in table.entries)
        elif rule.balance:
            we, they = (sum(rank[entry] for entry in side) for side in table.sides)
            soft += abs(we - they)
    unnamed = sum(entry not in given.sit_out_first for entry in resting if given.sit_out_first)
    evening = sum(given.sit_outs_evening.get(entry, 0) ** 2 for entry in resting)
    season = sum(given.sit_outs_season.get(entry, 0) for entry in resting if rule.sit_out == "season")
    above = sum(max(rank.values()) - rank[entry] for entry in resting)
    return tuple(map(Fraction, (repeated, never, unnamed, evening, season, above, threes, soft)))


def best_by_hand(given: DrawInput, resting: int, threes: int) -> tuple[Fraction, ...]:
    """The best there is, by looking at every way to rest and to sit."""
    return min(
        goals_by_hand(tables, rest, given)
        for rest in combinations(sorted(given.entries), resting)
        for tables in shapes([entry for entry in given.entries if entry not in rest], threes)
    )


def state(people: int, seed: int, rule: PairingRule = SWISS) -> DrawInput:
    """A moment in an event: some rounds played, some rested, some groups, equal scores here and there."""
    luck = Random(seed)
    entries = tuple(range(1, people + 1))
    groups = [
        Apart(frozenset(luck.sample(entries, luck.randint(2, 3))), luck.choice([None, 1, 3, 30]))
        for _ in range(luck.randint(0, 2))
    ]
    return DrawInput(
        entries=entries,
        seed=seed,
        evening=random_history(people, luck.randint(0, 8), seed),
        scores={entry: Fraction(luck.randint(0, 6)) for entry in entries if luck.random() < 0.9},
        sit_outs_evening={entry: luck.choice([0, 0, 1, 2]) for entry in entries},
        sit_outs_season={entry: luck.choice([0, 1, 2]) for entry in entries},
        sit_out_first=frozenset(luck.sample(entries, luck.choice([0, 0, 1]))),
        threes_before={entry: luck.choice([0, 0, 1]) for entry in entries},
        apart=tuple(groups),
        rule=replace(
            rule,
            repeat_worth=luck.choice([0, 2, 20]),
            balance=luck.random() < 0.7,
            sit_out=luck.choice(["season", "evening"]),
        ),
    )


@pytest.mark.parametrize("people", range(4, 9))
@pytest.mark.parametrize("seed", range(12))
def test_nothing_better_exists_up_to_eight(people: int, seed: int) -> None:
    given = state(people, seed)
    draw = draw_swiss_tables(given)
    assert goals_by_hand(list(draw.tables), draw.sit_outs, given) == best_by_hand(given, people % 4, 0)
    assert draw.quality.proven
    assert draw.quality.cost == 240 * goals_by_hand(list(draw.tables), draw.sit_outs, given)[-1]


@pytest.mark.parametrize(("people", "threes"), [(3, 1), (6, 2), (7, 1)])
@pytest.mark.parametrize("seed", range(12))
def test_nothing_better_exists_with_tables_of_three(people: int, threes: int, seed: int) -> None:
    given = (
        state(people, seed, THREES)
        if people > 3
        else replace(state(4, seed, THREES), entries=(1, 2, 3), evening=History())
    )
    draw = draw_swiss_tables(given)
    assert sum(1 for table in draw.tables if table.third) == threes
    assert goals_by_hand(list(draw.tables), draw.sit_outs, given) == best_by_hand(given, 0, threes)


@pytest.mark.parametrize(
    ("people", "sizes", "resting"),
    [
        (5, [4], 1),
        (6, [3, 3], 0),
        (7, [3, 4], 0),
        (9, [4, 4], 1),
        (10, [3, 3, 4], 0),
        (11, [3, 4, 4], 0),
        (13, [4, 4, 4], 1),
    ],
)
def test_who_is_left_over_plays_at_tables_of_three(people: int, sizes: list[int], resting: int) -> None:
    draw = draw_swiss_tables(DrawInput(tuple(range(people)), 1, rule=THREES))
    assert sorted(len(table.entries) for table in draw.tables) == sizes
    assert len(draw.sit_outs) == resting


def test_tables_of_three_go_round() -> None:
    event = Event(11, 7, 1, THREES).play()
    assert event.total("repeated_partners") == 0
    assert sum(event.threes.values()) == 21
    assert max(event.threes.values()) - min(event.threes[entry] for entry in range(11)) == 1
    event = Event(22, 5, 2, THREES).play()
    assert event.total("repeated_partners") == 0
    assert {event.threes[entry] for entry in range(22)} == {1, 2}


def test_seven_without_tables_of_three_rest_three() -> None:
    draw = draw_swiss_tables(DrawInput(tuple(range(7)), 1, rule=SWISS))
    assert (len(draw.tables), len(draw.sit_outs)) == (1, 3)


@pytest.mark.parametrize("people", [0, 1, 2, 3])
def test_too_few_people_are_refused_in_words(people: int) -> None:
    with pytest.raises(DrawError, match=f"A table needs four people; there are {people} to be seated"):
        draw_swiss_tables(DrawInput(tuple(range(people)), 1, rule=SWISS))


def test_the_lowest_of_those_who_rested_least_rests() -> None:
    given = DrawInput(
        entries=(1, 2, 3, 4, 5),
        seed=1,
        scores={entry: Fraction(10 - entry) for entry in range(1, 6)},
        sit_outs_evening={5: 1},
        rule=SWISS,
    )
    assert draw_swiss_tables(given).sit_outs == (4,)


def test_another_rests_when_that_saves_a_repeated_partner() -> None:
    """1, 2 and 3 played with each other in turn: of five, one of them rests although 5 stands lower."""
    given = DrawInput(
        entries=(1, 2, 3, 4, 5),
        seed=1,
        evening=History(partners={(1, 2): 1, (2, 3): 1, (1, 3): 1}),
        scores={entry: Fraction(10 - entry) for entry in range(1, 6)},
        rule=SWISS,
    )
    draw = draw_swiss_tables(given)
    assert draw.sit_outs == (3,)
    assert draw.quality.repeated_partners == 0


def test_another_rests_in_a_large_field_too() -> None:
    """Of 41 the first three have no partner left but each other: one of them rests."""
    used = {(one, other): 1 for one in range(3) for other in range(3, 41)}
    scores = {entry: Fraction(100 - entry) for entry in range(41)}
    given = DrawInput(tuple(range(41)), 1, evening=History(partners=used), scores=scores, rule=SWISS)
    draw = draw_swiss_tables(given)
    assert draw.sit_outs == (2,)
    assert draw.quality.repeated_partners == 0


def test_a_group_too_large_to_keep_apart_rests_one() -> None:
    """Six who are never to meet, and five tables: in a field of 21 one of them rests, the lowest."""
    scores = {entry: Fraction(100 - entry) for entry in range(21)}
    given = DrawInput(tuple(range(21)), 1, scores=scores, apart=(Apart(frozenset(range(6))),), rule=SWISS)
    draw = draw_swiss_tables(given)
    assert draw.sit_outs == (5,)
    assert draw.quality.apart == 0


def test_near_in_the_standing_the_best_table_first() -> None:
    scores = {entry: Fraction(100 - entry) for entry in range(16)}
    draw = draw_swiss_tables(DrawInput(tuple(range(16)), 1, scores=scores, rule=SWISS))
    assert [set(table.entries) for table in draw.tables] == [set(range(at, at + 4)) for at in (0, 4, 8, 12)]
    # First and last against the two between them: the sides are equal.
    assert {frozenset(side) for side in draw.tables[0].sides} == {frozenset({0, 3}), frozenset({1, 2})}
    assert draw.quality.spread == 30


def test_the_first_round_is_by_lot_or_by_strength() -> None:
    strengths = {entry: Fraction(entry) for entry in range(16)}
    lot = {
        draw_swiss_tables(DrawInput(tuple(range(16)), seed, strengths=strengths, rule=SWISS)).tables
        for seed in range(20)
    }
    assert len(lot) == 20
    by_strength = DrawInput(tuple(range(16)), 1, strengths=strengths, rule=replace(SWISS, seeding="strength"))
    assert set(draw_swiss_tables(by_strength).tables[0].entries) == {12, 13, 14, 15}


def test_seats_are_spread() -> None:
    event_seats: Counter[tuple[int, str]] = Counter()
    tables: list[Table] = []
    for number in range(6):
        before = {entry: {seat: event_seats[entry, seat] for seat in "NESW"} for entry in range(16)}
        given = DrawInput(
            tuple(range(16)), number, evening=History.from_tables(tables), seats_before=before, rule=SWISS
        )
        drawn = draw_swiss_tables(given).tables
        tables += drawn
        event_seats.update((entry, seat) for table in drawn for seat, entry in table.seats.items())
    for entry in range(16):
        north_south = event_seats[entry, "N"] + event_seats[entry, "S"]
        assert 2 <= north_south <= 4
        assert event_seats[entry, "N"] <= 3


def test_equal_tables_avoid_the_table_where_somebody_sat() -> None:
    """Nobody ranks before the first score: of the four tables everybody gets one where none of his four sat."""
    met = [Table(number, (at, at + 1), (at + 2, at + 3)) for number, at in enumerate((0, 4, 8, 12), start=1)]
    before = {entry: {table.number: 1} for table in met for entry in table.entries}
    draw = draw_swiss_tables(
        DrawInput(
            tuple(range(16)),
            5,
            locked=(),
            tables_before=before,
            opponents_wanted=frozenset({(0, 1), (4, 5), (8, 9), (12, 13)}),
            rule=SWISS,
        )
    )
    returns = sum(before[entry].get(table.number, 0) for table in draw.tables for entry in table.entries)
    assert returns <= 4


# Wishes, locked tables and people who cannot move.


@pytest.mark.parametrize("people", [8, 12, 18, 41])
def test_wanted_partners_and_opponents_get_each_other(people: int) -> None:
    given = replace(
        Event(people, 1, 3).given(0),
        partners_wanted=frozenset({(0, 7), (1, 6)}),
        opponents_wanted=frozenset({(2, 5), (3, 2)}),
    )
    draw = draw_swiss_tables(given)
    partners = {pair for table in draw.tables for pair in table.partners}
    opponents = {pair for table in draw.tables for pair in table.opponents}
    assert {(0, 7), (1, 6)} <= partners
    assert {(2, 5), (2, 3)} <= opponents


def test_who_cannot_move_sits_at_the_own_table() -> None:
    scores = {entry: Fraction(100 - entry) for entry in range(42)}
    given = DrawInput(
        tuple(range(42)), 1, scores=scores, fixed_tables={0: 9, 30: 1, 31: 1, 17: 14}, rule=SWISS
    )
    draw = draw_swiss_tables(given)
    number = {entry: table.number for table in draw.tables for entry in table.entries}
    assert (number[0], number[30], number[31], number[17]) == (9, 1, 1, 14)
    assert sorted(set(number.values())) == [*range(1, 10), 14]


def test_locked_tables_are_not_touched() -> None:
    locked = (Table(2, (1, 5), (9, 12)), Table(5, (3,), (4,), (6,)))
    given = DrawInput(tuple(range(1, 18)), 1, locked=locked, rule=SWISS)
    draw = draw_swiss_tables(given)
    assert set(locked) < set(draw.tables)
    assert [table.number for table in draw.tables] == [1, 2, 3, 5]
    again = draw_swiss_tables(replace(given, locked=draw.tables))
    assert (again.tables, again.sit_outs) == (draw.tables, draw.sit_outs)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"partners_wanted": frozenset({(1, 99)})}, "but 99 is not to be drawn"),
        (
            {"opponents_wanted": frozenset({(1, 2)}), "must_sit_out": frozenset({2})},
            "but 2 is not to be drawn",
        ),
        ({"partners_wanted": frozenset({(1, 2), (1, 3)})}, "Entries 1, 2, 3 cannot sit at one table"),
        (
            {"opponents_wanted": frozenset({(1, 2), (1, 3), (2, 3)})},
            "Entries 1, 2, 3 cannot sit at one table",
        ),
        (
            {"opponents_wanted": frozenset({(1, 2), (2, 3), (3, 4), (4, 5)})},
            "Entries 1, 2, 3, 4, 5 cannot sit",
        ),
        ({"partners_wanted": frozenset({(1, 2)}), "fixed_tables": {1: 1, 2: 2}}, "Entries 1, 2 cannot sit"),
        (
            {"fixed_tables": {1: 7}, "table_numbers": (1, 2, 3)},
            "Entry 1 needs table 7, which is not in use",
        ),
        (
            {"fixed_tables": {5: 1}, "locked": (Table(1, (1, 2), (3, 4)),)},
            "Entry 5 needs table 1, where others stay",
        ),
        (
            {"fixed_tables": dict.fromkeys(range(1, 6), 2)},
            "5 people need table 2, which has four seats",
        ),
        ({"fixed_tables": {1: 1, 2: 2, 3: 3}}, "What is asked for entries . and . does not go with"),
        (
            {"partners_wanted": frozenset({(1, 2)}), "entries": (1, 1, 2, 3)},
            "Entry 1 is on the list of those present twice",
        ),
    ],
)
def test_what_cannot_be_is_named(change: dict[str, object], sentence: str) -> None:
    given = replace(DrawInput(tuple(range(1, 9)), 1, rule=SWISS), **change)  # type: ignore[arg-type]
    with pytest.raises(DrawError, match=sentence):
        draw_swiss_tables(given)


def test_too_many_wanted_for_who_must_rest() -> None:
    wanted = frozenset({(1, 2), (3, 4), (5, 6)})
    given = DrawInput((1, 2, 3, 4, 5, 6, 7), 1, opponents_wanted=wanted, rule=SWISS)
    with pytest.raises(DrawError, match="Of those who may rest there are 1, and 3 must"):
        draw_swiss_tables(given)


# Whatever the state of an event is.


@st.composite
def states(draw: st.DrawFn) -> DrawInput:
    people, seed = draw(st.integers(4, 20)), draw(st.integers(0, 10**6))
    leftovers = draw(st.sampled_from(["sit_out", "three"]))
    given = state(people, seed, replace(SWISS, leftovers=leftovers))
    if people >= 12 and draw(st.booleans()):
        given = replace(given, locked=(Table(3, (2, 5), (1, 9)),))
    return given


def fewest_repeats(given: DrawInput, resting: int) -> int:
    """Partners again that nobody can avoid, by the square of how often: a matching by another library."""
    seated = {entry for table in given.locked for entry in table.entries}
    free = [entry for entry in given.entries if entry not in seated]
    graph = networkx.Graph()
    for pair in combinations(free, 2):
        graph.add_edge(*pair, weight=given.evening.partners.get(pair, 0) ** 2)
    for chair in range(-resting, 0):
        graph.add_weighted_edges_from((chair, entry, 0) for entry in free)
    matching = networkx.min_weight_matching(graph)
    return sum(graph.edges[pair]["weight"] for pair in matching)


@settings(max_examples=25, deadline=None)
@generated(states())
def test_every_draw_is_sound(given: DrawInput) -> None:
    draw = draw_swiss_tables(given)
    seated = [entry for table in draw.tables for entry in table.entries]
    assert sorted([*seated, *draw.sit_outs]) == sorted(given.entries)
    assert set(given.locked) <= set(draw.tables)
    free = len(given.entries) - 4 * len(given.locked)
    resting = free % 4 if given.rule.leftovers == "sit_out" or free % 4 == 1 else 0
    assert len(draw.sit_outs) == resting
    assert draw_swiss_tables(given) == draw
    if draw.quality.bound is not None:
        assert draw.quality.bound <= draw.quality.cost
    if not any(table.third for table in draw.tables):
        new = [table for table in draw.tables if table not in given.locked]
        partners = [given.evening.partners.get(pair, 0) ** 2 for table in new for pair in table.partners]
        assert sum(partners) == fewest_repeats(given, resting)
    # Who rests and who sits with whom, by the second opinion: another method than the one that drew.
    judged = certify(draw, given, "individuals")
    assert judged.faults == ()
    assert judged.verdict == "best" or len(seated) > 16
