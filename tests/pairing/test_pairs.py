"""The draw for fixed pairs: no rematch, no second rest, and the cheapest matching there is."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.pairing.evenings import perfect_matchings, play
from tournaments.pairing import DrawError, DrawInput, History, PairingRule, Table, draw_pairs, validate_draw
from tournaments.pairing.pairs import NOT_FIRST, REMATCH, SEASON_REST, SECOND_REST


def random_input(count: int, seed: int) -> DrawInput:
    random = Random(seed)
    couples = [(one, other) for other in range(1, count + 1) for one in range(1, other)]
    return DrawInput(
        entries=tuple(range(1, count + 1)),
        seed=seed,
        evening=History(opponents={pair: random.choice([0, 0, 1, 2]) for pair in couples}),
        season=History(opponents={pair: random.randrange(6) for pair in couples}),
        sit_outs_evening={entry: random.randrange(2) for entry in range(1, count + 1)},
        sit_outs_season={entry: random.randrange(4) for entry in range(1, count + 1)},
        sit_out_first=frozenset(random.sample(range(1, count + 1), random.randrange(3))),
    )


def price_by_hand(matching: list[tuple[int, int]], given: DrawInput) -> int:
    """Entry 0 stands for resting."""
    total = 0
    for one, other in matching:
        if one == 0:
            total += SECOND_REST * given.sit_outs_evening[other] ** 2
            total += SEASON_REST * given.sit_outs_season[other]
            total += NOT_FIRST if given.sit_out_first and other not in given.sit_out_first else 0
        else:
            total += REMATCH * given.evening.opponents[one, other] ** 2
            total += given.season.opponents[one, other] ** 2
    return total


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("seed", range(8))
def test_nothing_cheaper_exists(count: int, seed: int) -> None:
    given = random_input(count, seed)
    points = list(range(1 - count % 2, count + 1))
    draw = draw_pairs(given)
    chosen = [(table.north_south[0], table.east_west[0]) for table in draw.tables]
    chosen = [(min(pair), max(pair)) for pair in chosen] + [(0, entry) for entry in draw.sit_outs]
    least = min(price_by_hand(matching, given) for matching in perfect_matchings(points))
    assert draw.quality.cost == price_by_hand(chosen, given) == least
    assert draw.quality.proven


@pytest.mark.parametrize(
    ("count", "rounds"),
    [(5, 5), (6, 4), (6, 5), (7, 5), (7, 7), (8, 6), (8, 7), (9, 9), (10, 7), (12, 11), (13, 9), (16, 12)],
)
def test_tight_evenings_have_no_rematch_and_no_second_rest(count: int, rounds: int) -> None:
    for seed in range(3):
        evening = play(range(1, count + 1), rounds, seed, draw=draw_pairs)
        assert evening.total("repeated_opponents") == 0
        assert evening.total("second_sit_outs") == 0
        assert all(draw.quality.completable is not False for draw in evening.draws)


def test_resting_and_matching_are_one_choice() -> None:
    """Three pairs: 2 rested least, but then 1 and 3 would meet again; so 1 or 3 rests."""
    given = DrawInput(
        entries=(1, 2, 3),
        seed=1,
        evening=History(opponents={(1, 3): 1}),
        sit_outs_season={1: 2, 2: 0, 3: 1},
    )
    draw = draw_pairs(given)
    assert draw.sit_outs == (3,)
    assert draw.quality.repeated_opponents == 0


def test_the_season_spreads_meetings_and_rests() -> None:
    """Seven pairs, 42 evenings of one round: everybody rests 6 times; 126 meetings of 21 couples are 6 each."""
    met: Counter[tuple[int, int]] = Counter()
    rests: Counter[int] = Counter()
    for evening in range(42):
        draw = draw_pairs(
            DrawInput(
                entries=tuple(range(1, 8)),
                seed=evening,
                season=History(opponents=met),
                sit_outs_season=dict(rests),
            )
        )
        met.update(pair for table in draw.tables for pair in table.opponents)
        rests.update(draw.sit_outs)
    assert set(rests.values()) == {6}
    assert len(met) == 21
    assert set(met.values()) <= {5, 6, 7}


def test_all_matchings_of_equals_come_up_equally_often() -> None:
    """Six pairs can be matched in 15 ways; 1,500 draws, 100 times each."""
    times = Counter(
        frozenset(frozenset(table.entries) for table in draw_pairs(DrawInput(tuple(range(6)), seed)).tables)
        for seed in range(1500)
    )
    assert len(times) == 15
    # 14 degrees of freedom: mean 14, standard deviation 5.3.
    assert sum((n - 100) ** 2 / 100 for n in times.values()) < 45


def test_seats_of_a_pair_table() -> None:
    (table,) = draw_pairs(DrawInput(entries=(7, 9), seed=0)).tables
    assert table.seats["N"] == table.seats["S"] != table.seats["E"] == table.seats["W"]
    assert table.partners == []
    assert table.opponents == [(7, 9)]


def test_season_memory_may_be_off() -> None:
    season = History(opponents={(1, 2): 9, (3, 4): 9})
    rule = PairingRule(season_memory=False)
    met = {
        pair
        for seed in range(40)
        for table in draw_pairs(DrawInput((1, 2, 3, 4), seed, season=season, rule=rule)).tables
        for pair in table.opponents
    }
    assert len(met) == 6


@pytest.mark.parametrize("present", [0, 1])
def test_too_few_pairs_are_refused_in_words(present: int) -> None:
    with pytest.raises(DrawError, match=f"A table needs two pairs; there are {present} to be seated"):
        draw_pairs(DrawInput(entries=tuple(range(present)), seed=0))


def test_a_large_hall_is_drawn_without_a_price() -> None:
    """Of 801 pairs some met before, and only 600 to 800 have not rested: nothing of that comes again, for certain."""
    tables: list[Table] = []
    rests = dict.fromkeys(range(600), 1)
    for seed in range(3):
        given = DrawInput(
            tuple(range(801)),
            seed,
            evening=History.from_tables(tables),
            season=History(opponents={(one, one + 1): 3 for one in range(800)}),
            sit_outs_evening=rests,
        )
        draw = draw_pairs(given)
        assert draw.quality.proven
        assert draw.quality.cost == 0
        assert validate_draw(draw, given) == []
        tables += draw.tables
        rests |= dict.fromkeys(draw.sit_outs, 1)


def test_a_large_hall_in_which_something_must_come_again_claims_no_proof() -> None:
    met = {(one, other): 1 for one in range(150) for other in range(150, 320)}
    met |= {(one, other): 1 for other in range(150) for one in range(other)}
    draw = draw_pairs(DrawInput(tuple(range(320)), 1, evening=History(opponents=met)))
    assert not draw.quality.proven
    assert draw.quality.repeated_opponents == 75


def test_a_locked_table_stays() -> None:
    locked = Table(4, (2,), (5,))
    given = DrawInput(entries=(1, 2, 3, 4, 5), seed=0, locked=(locked,))
    draw = draw_pairs(given)
    assert locked in draw.tables
    assert [table.number for table in draw.tables] == [1, 4]
    assert len(draw.sit_outs) == 1
    assert validate_draw(draw, given) == []
