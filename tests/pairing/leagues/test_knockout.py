"""Brackets of 2 to 64 entries, played out in the test."""

from itertools import combinations, permutations
from random import Random

import pytest

from tournaments.pairing import DrawError
from tournaments.pairing.leagues import bracket, seed_order, separate

SIZES = range(2, 65)


def fill(matches, seeds, winners):
    """Who meet in every match, as far as that is known; a winner who is not in the match is no winner."""
    sides = {}

    def entry(side):
        at = int(side[1:])
        if side[0] == "S":
            return seeds[at - 1]
        winner, both = winners.get(at), sides[at]
        if winner not in both or None in both:
            return None
        return winner if side[0] == "W" else both[1 - both.index(winner)]

    for match in matches:
        sides[match.number] = (entry(match.home), entry(match.away))
    return sides


def play(matches, seeds, better):
    """Plays all matches in order of number; returns winners, and per match who met."""
    winners: dict[int, int] = {}
    for match in matches:
        home, away = fill(matches, seeds, winners)[match.number]
        assert home is not None
        assert away is not None
        winners[match.number] = better(home, away)
    return winners, fill(matches, seeds, winners)


def main(matches):
    return [match for match in matches if match.part == "main"]


def test_seeds_stand_as_everybody_knows_it():
    assert seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize("count", SIZES)
def test_byes_go_to_the_first_seeds_and_never_meet_a_bye(count):
    matches = bracket(count)
    assert len(matches) == count - 1
    full = 1 << (count - 1).bit_length()
    first = {side for match in matches if match.round == 1 for side in (match.home, match.away)}
    assert all(side[0] == "S" for side in first)
    assert {int(side[1:]) for side in first} == set(range(full - count + 1, count + 1))


@pytest.mark.parametrize("count", SIZES)
def test_the_better_seed_always_winning_leaves_the_first_seeds(count):
    matches = bracket(count)
    seeds = list(range(1, count + 1))
    winners, sides = play(matches, seeds, min)
    for match in main(matches):
        assert max(sides[match.number]) <= match.last
        assert sum(sides[match.number]) == match.last + 1
    assert winners[max(winners)] == 1


@pytest.mark.parametrize("count", SIZES)
def test_every_entry_but_one_is_knocked_out_once_whatever_happens(count):
    matches = bracket(count)
    luck = Random(count)
    winners, sides = play(matches, list(range(count)), lambda home, away: luck.choice((home, away)))
    lost = [entry for number, both in sides.items() for entry in both if entry != winners[number]]
    assert len(lost) == len(set(lost)) == count - 1


@pytest.mark.parametrize("count", SIZES)
def test_nobody_plays_twice_in_a_round_and_rounds_follow_their_sources(count):
    matches = bracket(count, third_place=True, consolation=True)
    luck = Random(count)
    _winners, sides = play(matches, list(range(count)), lambda home, away: luck.choice((home, away)))
    for round_ in {match.round for match in matches}:
        there = [entry for match in matches if match.round == round_ for entry in sides[match.number]]
        assert len(there) == len(set(there))
    by_number = {match.number: match for match in matches}
    assert list(by_number) == list(range(1, len(matches) + 1))
    for match in matches:
        for side in (match.home, match.away):
            if side[0] in "WL":
                assert by_number[int(side[1:])].round < match.round


@pytest.mark.parametrize("count", range(4, 65))
def test_the_losers_of_the_semi_finals_play_for_the_third_place(count):
    matches = bracket(count, third_place=True)
    (third,) = [match for match in matches if match.part == "third"]
    winners, sides = play(matches, list(range(1, count + 1)), min)
    assert set(sides[third.number]) == {3, 4}
    assert winners[third.number] == 3
    final = main(matches)[-1]
    assert final.last == 2
    assert set(sides[final.number]) == {1, 2}


@pytest.mark.parametrize("count", [2, 3])
def test_without_two_semi_finals_there_is_no_match_for_the_third_place(count):
    assert bracket(count, third_place=True) == bracket(count)


@pytest.mark.parametrize("count", SIZES)
def test_the_consolation_takes_exactly_the_losers_of_the_first_round(count):
    matches = bracket(count, consolation=True)
    seeds = list(range(1, count + 1))
    winners, sides = play(matches, seeds, min)
    losers = {max(sides[match.number]) for match in main(matches) if match.round == 1}
    plate = [match for match in matches if match.part == "consolation"]
    entered = {
        entry
        for match in plate
        for entry, side in zip(sides[match.number], (match.home, match.away), strict=True)
        if side[0] == "L"
    }
    assert entered == (losers if len(losers) > 1 else set())
    assert len(plate) == max(0, len(losers) - 1)
    assert not {winner for number, winner in winners.items() if number in {m.number for m in plate}} - losers


def meeting_round(order, one, other):
    """In which round the bracket lets these two meet, if both win."""
    matches = bracket(len(order))
    winners: dict[int, int] = {}
    for match in matches:
        both = fill(matches, order, winners)[match.number]
        if set(both) == {one, other}:
            return match.round
        winners[match.number] = one if one in both else other if other in both else both[0]
    raise AssertionError


@pytest.mark.parametrize("count", SIZES)
def test_two_clubmates_outside_the_first_two_seeds_come_into_different_halves(count):
    rounds = max(match.round for match in bracket(count))
    for one, other in list(combinations(range(count), 2))[:: max(1, count)]:
        order = separate(range(count), [{one, other}])
        free = one.bit_length() != other.bit_length() or count == 1 << (count - 1).bit_length()
        if free and count > 4:
            assert meeting_round(order, one, other) == rounds


@pytest.mark.parametrize("count", SIZES)
def test_keeping_apart_moves_nobody_out_of_his_band_or_his_bye(count):
    luck = Random(count)
    groups = [luck.sample(range(count), min(count, 3)) for _group in range(3)]
    order = separate(range(count), groups)
    assert sorted(order) == list(range(count))
    byes = (1 << (count - 1).bit_length()) - count
    for at, entry in enumerate(order):
        assert at.bit_length() == entry.bit_length()
        assert (at < byes) == (entry < byes)


@pytest.mark.parametrize("seed", range(12))
def test_eight_are_kept_apart_as_well_as_by_trying_everything(seed):
    luck = Random(seed)
    names = list(range(8))
    luck.shuffle(names)
    groups = [set(names[:3]), set(names[3:5])]

    def meetings(order):
        rounds = [
            meeting_round(order, one, other) for group in groups for one, other in combinations(group, 2)
        ]
        return [rounds.count(1), rounds.count(2)]

    fixed = [0, 1]
    everything = (
        [*fixed, *middle, *last] for middle in permutations([2, 3]) for last in permutations([4, 5, 6, 7])
    )
    assert meetings(separate(range(8), groups)) == min(map(meetings, everything))


@pytest.mark.parametrize(
    ("pools", "through"), [(2, 2), (4, 2), (8, 2), (2, 4), (4, 4), (3, 2), (5, 2), (6, 2)]
)
def test_from_pools_nobody_meets_his_own_pool_at_once(pools, through):
    """A1, B1, … first, then A2, B2, …; with two from each pool of a full bracket they meet in the final only."""
    order = [(pool, place) for place in range(1, through + 1) for pool in range(pools)]
    number = {slot: at for at, slot in enumerate(order)}
    groups = [[number[pool, place] for place in range(1, through + 1)] for pool in range(pools)]
    found = separate(range(len(order)), groups)
    for group in groups:
        for one, other in combinations(group, 2):
            assert meeting_round(found, one, other) > 1
            if through == 2 and pools in (2, 4, 8):
                assert meeting_round(found, one, other) == (2 * pools).bit_length() - 1


@pytest.mark.parametrize("count", [0, 1, 65])
def test_too_few_or_too_many_is_refused(count):
    with pytest.raises(DrawError):
        bracket(count)
