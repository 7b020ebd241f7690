"""The draw for individuals: who rests, no partner twice, few opponents twice."""

from __future__ import annotations

from collections import Counter
from time import process_time

import pytest

from tests.pairing.evenings import arrangements, met_times, play, random_history
from tournaments.pairing import (
    DrawError,
    DrawInput,
    History,
    PairingRule,
    Table,
    Weights,
    draw_individuals,
    validate_draw,
)


def cost_by_hand(tables: list[Table], given: DrawInput) -> int:
    """The cost of tables from the words of the rule, without the code that draws."""
    weights = given.rule.weights
    total = 0
    for table in tables:
        a, c = table.north_south
        b, d = table.east_west
        for pair in ((a, c), (b, d)):
            key = (min(pair), max(pair))
            total += weights.partner_again * given.evening.partners.get(key, 0) ** 2
            total += weights.crossed * given.evening.opponents.get(key, 0)
            total += weights.season_partner * given.season.partners.get(key, 0)
        for pair in ((a, b), (a, d), (c, b), (c, d)):
            key = (min(pair), max(pair))
            total += weights.opponent_again * given.evening.opponents.get(key, 0) ** 2
            total += weights.crossed * given.evening.partners.get(key, 0)
            total += weights.season_opponent * given.season.opponents.get(key, 0)
    return total


def test_eight_people_have_315_arrangements() -> None:
    # 35 ways to choose the table of the first, 3 ways to divide each of two tables.
    assert sum(1 for _ in arrangements(list(range(8)))) == 315


@pytest.mark.parametrize("seed", range(25))
def test_nothing_cheaper_exists_for_eight(seed: int) -> None:
    given = DrawInput(
        entries=tuple(range(1, 9)),
        seed=seed,
        evening=random_history(8, seed % 8, seed),
        season=random_history(8, 10, seed + 1000),
    )
    draw = draw_individuals(given)
    least = min(cost_by_hand(tables, given) for tables in arrangements(list(range(1, 9))))
    assert draw.quality.cost == cost_by_hand(list(draw.tables), given) == least
    assert draw.quality.proven


@pytest.mark.parametrize(("absent", "rounds"), [((), 3), ((3,), 2), ((2, 5, 7), 5)])
def test_nothing_cheaper_exists_for_whoever_does_not_rest(absent: tuple[int, ...], rounds: int) -> None:
    given = DrawInput(
        entries=tuple(entry for entry in range(1, 12) if entry not in absent),
        seed=4,
        evening=random_history(11, rounds, 8),
    )
    draw = draw_individuals(given)
    players = sorted(set(given.entries) - set(draw.sit_outs))
    assert len(players) == 8
    assert draw.quality.cost == min(cost_by_hand(tables, given) for tables in arrangements(players))


def test_all_cheapest_arrangements_of_eight_come_up_equally_often() -> None:
    """Without history all 315 arrangements are equal: in 3,150 draws about 10 times each."""
    times: Counter[frozenset[frozenset[frozenset[int]]]] = Counter()
    for seed in range(3150):
        tables = draw_individuals(DrawInput(entries=tuple(range(8)), seed=seed)).tables
        times[
            frozenset(
                frozenset({frozenset(table.north_south), frozenset(table.east_west)}) for table in tables
            )
        ] += 1
    assert len(times) == 315
    # Chi-square with 314 degrees of freedom: mean 314, standard deviation 25; 430 is 4.6 of those away.
    assert sum((n - 10) ** 2 / 10 for n in times.values()) < 430


def test_seats_and_table_numbers_are_drawn_too() -> None:
    """Each of 16 people comes on each of 16 chairs: 3,200 draws, 200 times each."""
    times: Counter[tuple[int, int, str]] = Counter()
    for seed in range(3200):
        for table in draw_individuals(DrawInput(entries=tuple(range(16)), seed=seed)).tables:
            for position, entry in table.seats.items():
                times[entry, table.number, position] += 1
    assert len(times) == 16 * 16
    # 225 degrees of freedom: mean 225, standard deviation 21.
    assert sum((n - 200) ** 2 / 200 for n in times.values()) < 330


@pytest.mark.parametrize(
    ("people", "rounds", "opponents"),
    # The least there can be: eight people in seven rounds make 56 couples of opponents out of 28 that exist, so 28 come again.
    [(4, 3, 6), (8, 5, 12), (8, 7, 28), (16, 3, 0), (40, 4, 0), (43, 4, 0)],
)
def test_an_evening_without_repeated_partners(people: int, rounds: int, opponents: int) -> None:
    for seed in range(3):
        evening = play(range(1, people + 1), rounds, seed)
        partners, _ = met_times(evening.tables)
        assert set(partners.values()) == {1}
        assert evening.total("repeated_opponents") == opponents


def test_twelve_people_six_rounds() -> None:
    """Six repeated opponents cannot be avoided; the draw stays near that."""
    repeats = []
    for seed in range(5):
        evening = play(range(1, 13), 6, seed)
        assert evening.total("repeated_partners") == 0
        repeats.append(evening.total("repeated_opponents"))
    assert min(repeats) >= 6
    assert max(repeats) <= 12


def test_partners_and_opponents_are_told_apart() -> None:
    """Four people, two rounds: the third round is the one division that is left."""
    played = [Table(1, (1, 2), (3, 4)), Table(1, (1, 3), (2, 4))]
    given = DrawInput(entries=(1, 2, 3, 4), seed=0, evening=History.from_tables(played))
    (table,) = draw_individuals(given).tables
    assert {frozenset(table.north_south), frozenset(table.east_west)} == {
        frozenset({1, 4}),
        frozenset({2, 3}),
    }


def test_a_third_meeting_is_avoided_before_a_second() -> None:
    """With four people somebody must come back as partner: it is whoever did so least."""
    evening = History(partners={(1, 2): 2, (3, 4): 2, (1, 3): 2, (2, 4): 2, (1, 4): 1, (2, 3): 1})
    (table,) = draw_individuals(DrawInput(entries=(1, 2, 3, 4), seed=0, evening=evening)).tables
    assert 4 in (table.north_south if 1 in table.north_south else table.east_west)


def test_the_season_decides_between_equals_only_when_asked() -> None:
    season = History(partners={(1, 2): 5, (3, 4): 5, (1, 3): 5, (2, 4): 5})

    def partners_of_one(rule: PairingRule) -> set[tuple[int, int]]:
        draws = [
            draw_individuals(DrawInput(entries=(1, 2, 3, 4), seed=seed, season=season, rule=rule))
            for seed in range(40)
        ]
        return {pair for draw in draws for pair in draw.tables[0].partners if 1 in pair}

    assert partners_of_one(PairingRule()) == {(1, 4)}
    assert partners_of_one(PairingRule(season_memory=False)) == {(1, 2), (1, 3), (1, 4)}


def test_weights_are_the_clubs_own() -> None:
    """A club that minds opponents more than partners gets the partners again."""
    evening = History.from_tables([Table(1, (1, 2), (3, 4)), Table(2, (5, 6), (7, 8))])
    rule = PairingRule(weights=Weights(partner_again=1, opponent_again=1000, crossed=1000))
    given = DrawInput(entries=tuple(range(1, 9)), seed=3, evening=evening, rule=rule)
    assert draw_individuals(given).quality.repeated_partners == 4
    assert draw_individuals(given).quality.cost == 4


@pytest.mark.parametrize(
    ("present", "tables", "resting"), [(4, 1, 0), (5, 1, 1), (6, 1, 2), (7, 1, 3), (9, 2, 1)]
)
def test_whoever_does_not_fit_rests(present: int, tables: int, resting: int) -> None:
    draw = draw_individuals(DrawInput(entries=tuple(range(present)), seed=1))
    assert (len(draw.tables), len(draw.sit_outs)) == (tables, resting)


@pytest.mark.parametrize("present", [0, 1, 2])
def test_too_few_people_are_refused_in_words(present: int) -> None:
    with pytest.raises(DrawError) as refused:
        draw_individuals(DrawInput(entries=tuple(range(present)), seed=1))
    assert refused.value.params == {"count": present}
    assert str(refused.value) == f"A table needs four people; there are {present} to be seated."


def test_three_who_are_left_are_told_what_they_can_do() -> None:
    with pytest.raises(DrawError, match=r"3 to be seated\. Wait for a fourth, choose tables of three"):
        draw_individuals(DrawInput(entries=(1, 2, 3), seed=1))
    threes = PairingRule(leftovers="three")
    assert len(draw_individuals(DrawInput(entries=(1, 2, 3), seed=1, rule=threes)).tables) == 1


def test_resting_goes_round_before_it_comes_back() -> None:
    """Nine people, nine rounds: everybody rests once; the tenth rests for a second time."""
    evening = play(range(1, 10), 9, seed=5)
    assert set(evening.rests.values()) == {1}
    assert len(evening.rests) == 9
    assert evening.total("second_sit_outs") == 0
    again = draw_individuals(
        DrawInput(entries=tuple(range(1, 10)), seed=5, sit_outs_evening=dict(evening.rests))
    )
    assert again.quality.second_sit_outs == 1


def test_the_season_says_who_rests_among_those_who_did_not_tonight() -> None:
    given = DrawInput(
        entries=(1, 2, 3, 4, 5, 6),
        seed=9,
        sit_outs_evening={1: 1, 2: 1},
        sit_outs_season={3: 4, 4: 2, 5: 3, 6: 2},
    )
    assert draw_individuals(given).sit_outs == (4, 6)


def test_a_club_may_leave_the_season_out_of_resting() -> None:
    rule = PairingRule(sit_out="evening")
    rested = {
        draw_individuals(
            DrawInput(entries=(1, 2, 3, 4, 5), seed=seed, sit_outs_season={1: 9}, rule=rule)
        ).sit_outs
        for seed in range(60)
    }
    assert rested == {(1,), (2,), (3,), (4,), (5,)}


def test_who_comes_late_rests_first_and_who_cannot_play_rests_always() -> None:
    given = DrawInput(
        entries=tuple(range(1, 11)),
        seed=2,
        sit_outs_evening={7: 1},
        sit_out_first=frozenset({7}),
        must_sit_out=frozenset({3}),
    )
    draw = draw_individuals(given)
    assert draw.sit_outs == (3, 7)
    assert len(draw.tables) == 2
    assert validate_draw(draw, given) == []


def test_late_and_nobody_needs_to_rest_means_a_seat() -> None:
    draw = draw_individuals(DrawInput(entries=tuple(range(8)), seed=2, sit_out_first=frozenset({5})))
    assert draw.sit_outs == ()


def test_the_table_says_who_met_whom() -> None:
    evening = History.from_tables([Table(1, (1, 2), (3, 4))])
    season = History.from_tables([Table(1, (1, 4), (2, 3)), Table(1, (1, 4), (2, 3))])
    draw = draw_individuals(DrawInput(entries=(1, 2, 3, 4), seed=0, evening=evening, season=season))
    (table,) = draw.tables
    # 1-4 was partner twice this season, 1-3 never: so 1 and 3 are partners now, opponents tonight.
    told = {(m.one, m.other): m for m in draw.meetings}
    assert len(told) == 6
    assert told[1, 3].partners
    assert (told[1, 3].opponents_evening, told[1, 3].partners_evening) == (1, 0)
    assert (told[1, 4].partners, told[1, 4].partners_season) == (False, 2)
    assert (told[1, 2].partners_evening, told[1, 2].opponents_season) == (1, 2)
    # By hand: partners 1-3 and 2-4 cost 500 each for having been opponents; of the opponents 1-4 and 2-3 were
    # so tonight, 10,000 each; 1-2 and 3-4 were partners tonight, 500 each, and opponents twice this season, 3 each.
    assert draw.quality.cost == 2 * 500 + 2 * 10_000 + 2 * 500 + 2 * 2 * 3
    assert (draw.quality.repeated_opponents, draw.quality.crossed) == (2, 4)
    assert table.number == 1


@pytest.mark.parametrize(("people", "limit"), [(40, 0.3), (100, 1.0)])
def test_a_round_is_drawn_in_a_moment(people: int, limit: float) -> None:
    """With a season behind it no arrangement is free, so that the search spends its whole budget."""
    given = DrawInput(
        entries=tuple(range(1, people + 1)),
        seed=1,
        evening=random_history(people, 4, 1),
        season=random_history(people, 60, 2),
        rounds_after=2,
    )
    # The best of three: another process on the machine is not our slowness.
    seconds = []
    for _ in range(3):
        start = process_time()
        draw = draw_individuals(given)
        seconds.append(process_time() - start)
    assert min(seconds) < limit
    assert draw.quality.repeated_partners == draw.quality.repeated_opponents == 0
