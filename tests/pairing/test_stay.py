"""The four of a table stay together for three rounds and change partners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given as generated
from hypothesis import settings
from hypothesis import strategies as st

from tournaments.pairing import Draw, DrawError, DrawInput, History, PairingRule, Table, draw_round
from tournaments.pairing.certificate import certify
from tournaments.pairing.goals import levels
from tournaments.pairing.model import Apart
from tournaments.pairing.stay import draw_stay

STAY = PairingRule(method="stay")


def play(
    present: Mapping[int, tuple[int, ...]] | int, rounds: int, seed: int = 1, rule: PairingRule = STAY
) -> list[Draw]:
    """The rounds of an evening. present: who is there in each round, from 1, or how many in all of them."""
    draws: list[Draw] = []
    rests: Counter[int] = Counter()
    for number in range(1, rounds + 1):
        entries = tuple(range(present)) if isinstance(present, int) else present[number]
        of_set = draws[number - 1 - (number - 1) % 3 :]
        given = DrawInput(
            entries=entries,
            seed=f"{seed} {number}",
            evening=History.from_tables(table for draw in draws for table in draw.tables),
            sit_outs_evening=dict(rests),
            rounds_after=rounds - number,
            rule=rule,
            round_number=number,
            set_tables=tuple(table for draw in of_set for table in draw.tables),
        )
        draws.append(draw_round(given, "individuals"))
        seated = [entry for table in draws[-1].tables for entry in table.entries]
        assert sorted([*seated, *draws[-1].sit_outs]) == sorted(entries)
        rests.update(draws[-1].sit_outs)
    return draws


def fours(draw: Draw) -> dict[int, frozenset[int]]:
    return {table.number: frozenset(table.entries) for table in draw.tables}


@pytest.mark.parametrize("people", [4, 8, 16, 24])
def test_everybody_plays_with_each_of_the_others(people: int) -> None:
    draws = play(people, 3)
    assert fours(draws[0]) == fours(draws[1]) == fours(draws[2])
    partners = Counter(pair for draw in draws for table in draw.tables for pair in table.partners)
    assert set(partners.values()) == {1}
    assert len(partners) == 6 * (people // 4)


def test_another_four_in_the_next_set() -> None:
    """Sixteen people can be divided into fours five times without two meeting again; the draw finds three."""
    draws = play(16, 9)
    met = Counter(
        pair for draw in draws[::3] for four in fours(draw).values() for pair in combinations(sorted(four), 2)
    )
    assert set(met.values()) == {1}
    assert sum(draw.quality.repeated_partners for draw in draws) == 0


def test_the_cost_is_that_of_the_whole_set() -> None:
    """Four people a second time: six couples partners again, twelve times opponents again, each once crossed a round."""
    draws = play(4, 4)
    weights = STAY.weights
    # Every two were partners once and opponents twice.
    expected = 6 * (weights.partner_again + 2 * weights.crossed) + 12 * (
        4 * weights.opponent_again + weights.crossed
    )
    assert draws[3].quality.cost == expected
    assert draws[3].quality.proven


def test_meeting_the_other_three_again_is_no_fault() -> None:
    """The three rounds of a set are as good as can be: the goals count only what was before the set."""
    first, second = play(8, 2)
    given = DrawInput(
        tuple(range(8)),
        1,
        evening=History.from_tables(first.tables),
        rule=STAY,
        round_number=2,
        set_tables=first.tables,
    )
    assert second.quality.repeated_opponents == 4
    assert [level.value for level in levels(second, given, "individuals")] == [0]
    assert certify(second, given, "individuals").verdict == "best"


@pytest.mark.parametrize("people", [17, 18, 19, 33])
def test_resting_goes_round_and_breaks_few_tables(people: int) -> None:
    draws = play(people, 3)
    resting = people % 4
    rests = Counter(entry for draw in draws for entry in draw.sit_outs)
    assert set(rests.values()) == {1}
    assert len(rests) == 3 * resting
    for before, after in pairwise(draws):
        unchanged = [number for number, four in fours(after).items() if fours(before)[number] == four]
        assert len(unchanged) == people // 4 - 1
        # At the one other table those whose turn it was to rest made room for those who had rested.
        (number,) = set(fours(after)) - set(unchanged)
        assert fours(after)[number] - fours(before)[number] == set(before.sit_outs)
    assert sum(draw.quality.repeated_partners for draw in draws) == 0


@pytest.mark.parametrize("rounds", [3, 6, 8, 9])
@pytest.mark.parametrize("people", [6, 7, 8, 9, 10, 13, 14, 15])
def test_partners_come_again_only_where_couples_run_out(people: int, rounds: int) -> None:
    """Every table uses up two of the couples there are: 15 of 6 people, two a round, last seven rounds."""
    draws = play(people, rounds)
    partners = Counter(pair for draw in draws for table in draw.tables for pair in table.partners)
    used, couples = rounds * 2 * (people // 4), people * (people - 1) // 2
    assert sum(partners.values()) - len(partners) == max(0, used - couples)
    rests = Counter(entry for draw in draws for entry in draw.sit_outs)
    assert max(rests[entry] for entry in range(people)) == -(-rounds * (people % 4) // people)


def test_the_four_stay_as_long_as_they_have_new_partners() -> None:
    """Of 8 people in 7 rounds each couple plays once. The fours of the second set are two of each of the first: they have
    new partners twice, and the third time change tables."""
    draws = play(8, 7)
    partners = Counter(pair for draw in draws for table in draw.tables for pair in table.partners)
    assert partners == Counter(combinations(range(8), 2))
    assert all(
        len(one & other) == 2 for one in fours(draws[0]).values() for other in fours(draws[3]).values()
    )
    assert fours(draws[3]) == fours(draws[4]) != fours(draws[5])


def test_who_rested_takes_the_place_of_who_goes_home() -> None:
    first = play(9, 1)[0]
    (rested,) = first.sit_outs
    leaver = first.tables[0].entries[0]
    left = tuple(entry for entry in range(9) if entry != leaver)
    second = play({1: tuple(range(9)), 2: left}, 2)[1]
    assert fours(second)[1] == fours(first)[1] - {leaver} | {rested}
    assert fours(second)[2] == fours(first)[2]
    assert second.sit_outs == ()
    assert second.quality.repeated_partners == 0


def test_late_arrivals_fill_a_broken_table_or_make_a_new_one() -> None:
    everybody = tuple(range(8))
    draws = play({1: everybody, 2: (*everybody, 20, 21, 22, 23), 3: (*everybody[1:], 20, 21, 22, 23, 24)}, 3)
    assert fours(draws[1]) == fours(draws[0]) | {3: frozenset({20, 21, 22, 23})}
    (table,) = [number for number, four in fours(draws[0]).items() if 0 in four]
    assert fours(draws[2])[table] == fours(draws[0])[table] - {0} | {24}


def test_three_who_are_left_play_on_where_the_club_has_tables_of_three() -> None:
    rule = replace(STAY, leftovers="three")
    everybody = tuple(range(8))
    draws = play({1: everybody, 2: everybody[1:], 3: everybody}, 3, rule=rule)
    sizes = [sorted(len(table.entries) for table in draw.tables) for draw in draws]
    assert sizes == [[4, 4], [3, 4], [4, 4]]
    assert fours(draws[2]) == fours(draws[0])
    draws = play(11, 3, rule=rule)
    assert fours(draws[0]) == fours(draws[1]) == fours(draws[2])


def test_a_wish_breaks_tables_that_are_in_its_way() -> None:
    first = play(8, 1)[0]
    one, other = (table.entries[0] for table in first.tables)
    given = DrawInput(
        tuple(range(8)),
        "wish",
        evening=History.from_tables(first.tables),
        rule=STAY,
        set_tables=first.tables,
        partners_wanted=frozenset({(min(one, other), max(one, other))}),
    )
    assert (min(one, other), max(one, other)) in {
        p for table in draw_stay(given).tables for p in table.partners
    }
    a, _b, c, _d = first.tables[0].entries
    opponents = frozenset({(min(a, c), max(a, c))})
    again = draw_stay(replace(given, partners_wanted=frozenset(), opponents_wanted=opponents))
    assert fours(again) == fours(first)
    assert opponents < {pair for table in again.tables for pair in table.opponents}


@pytest.mark.parametrize("scores", [{}, {entry: Fraction(entry) for entry in range(12)}])
@pytest.mark.parametrize("seed", range(5))
def test_a_wish_is_kept_in_the_first_round_of_a_set(scores: Mapping[int, Fraction], seed: int) -> None:
    given = DrawInput(
        tuple(range(12)),
        seed,
        scores=scores,
        rule=STAY,
        partners_wanted=frozenset({(0, 11), (4, 5)}),
        opponents_wanted=frozenset({(1, 11), (2, 9)}),
    )
    tables = draw_stay(given).tables
    assert given.partners_wanted <= {pair for table in tables for pair in table.partners}
    assert given.opponents_wanted <= {pair for table in tables for pair in table.opponents}


def test_who_cannot_move_breaks_the_four_that_sit_there() -> None:
    """Somebody who rested, and somebody who sits elsewhere, now need table 1: both get it, and the other tables stay."""
    first = play(13, 1)[0]
    (rested,) = first.sit_outs
    sits_at_2 = first.tables[1].entries[0]
    given = DrawInput(
        tuple(range(13)),
        3,
        evening=History.from_tables(first.tables),
        sit_outs_evening={rested: 1},
        rule=STAY,
        round_number=2,
        set_tables=first.tables,
    )
    for entry in (rested, sits_at_2):
        for seed in range(5):
            draw = draw_stay(replace(given, seed=seed, fixed_tables={entry: 1}))
            assert entry in fours(draw)[1]
            assert fours(draw)[3] == fours(first)[3] or fours(first)[3] & set(draw.sit_outs)


def test_three_who_stay_make_room_for_partners_who_are_asked_for() -> None:
    rule = replace(STAY, leftovers="three")
    first = play(7, 1, rule=rule)[0]
    (three,) = [table.entries for table in first.tables if table.third]
    pair = (min(three[:2]), max(three[:2]))
    given = DrawInput(
        tuple(range(7)),
        1,
        evening=History.from_tables(first.tables),
        rule=rule,
        set_tables=first.tables,
        partners_wanted=frozenset({pair}),
    )
    assert pair in {partners for table in draw_stay(given).tables for partners in table.partners}


@pytest.mark.parametrize("method", ["lot", "swiss", "stay"])
@pytest.mark.parametrize("seed", range(3))
def test_at_two_tables_of_three_nobody_is_partner_and_that_is_said(method: str, seed: int) -> None:
    rule = PairingRule(method=method, leftovers="three")
    given = DrawInput(tuple(range(6)), seed, rule=rule, partners_wanted=frozenset({(0, 1)}))
    with pytest.raises(DrawError, match="What is asked for entries 0 and 1 does not go with all else"):
        draw_round(given, "individuals")


def test_by_standing_the_four_are_near() -> None:
    scores = {entry: Fraction(100 - entry) for entry in range(16)}
    draw = draw_stay(DrawInput(tuple(range(16)), 1, scores=scores, rule=STAY))
    assert list(fours(draw).values()) == [frozenset(range(at, at + 4)) for at in (0, 4, 8, 12)]
    strengths = {entry: Fraction(entry) for entry in range(16)}
    seeded = replace(STAY, seeding="strength")
    draw = draw_stay(DrawInput(tuple(range(16)), 1, strengths=strengths, rule=seeded))
    assert fours(draw)[1] == frozenset({12, 13, 14, 15})


def test_groups_are_kept_apart() -> None:
    given = DrawInput(
        tuple(range(12)), 1, apart=(Apart(frozenset({0, 1, 2})), Apart(frozenset({3, 4}), worth=5)), rule=STAY
    )
    for seed in range(10):
        assert draw_stay(replace(given, seed=seed)).quality.apart == 0


def test_a_pinned_table_stays() -> None:
    first = play(12, 1)[0]
    pinned = (Table(2, (0, 1), (2, 3)),)
    given = DrawInput(
        tuple(range(12)),
        5,
        evening=History.from_tables(first.tables),
        rule=STAY,
        set_tables=first.tables,
        locked=pinned,
    )
    draw = draw_stay(given)
    assert pinned[0] in draw.tables
    assert len(draw.tables) == 3


@settings(max_examples=20, deadline=None)
@generated(st.integers(4, 26), st.integers(0, 10**6), st.sampled_from(["sit_out", "three"]))
def test_comings_and_goings(people: int, seed: int, leftovers: str) -> None:
    """Whoever comes or goes: everybody has one place, and nobody rests twice before another has rested."""
    luck = Random(seed)
    present = {number: tuple(sorted(luck.sample(range(people + 4), people))) for number in range(1, 5)}
    rule = replace(STAY, leftovers=leftovers)
    draws = play(present, 4, seed, rule)
    assert draws == play(present, 4, seed, rule)
    rests: Counter[int] = Counter()
    for number, draw in enumerate(draws, 1):
        least = sorted(rests[entry] for entry in present[number])[: len(draw.sit_outs)]
        assert sorted(rests[entry] for entry in draw.sit_outs) == least
        rests.update(draw.sit_outs)
