"""Everybody against everybody: counted from the match days, not from how they are made."""

from collections import Counter
from itertools import combinations, groupby, pairwise

import pytest

from tournaments.pairing import DrawError
from tournaments.pairing.leagues import round_robin

SIZES = range(2, 21)


def places(entries: int, legs: int) -> dict[int, str]:
    """Per entry its matches in order: H or A."""
    found = dict.fromkeys(range(1, entries + 1), "")
    for day in round_robin(entries, legs):
        for home, away in day:
            found[home] += "H"
            found[away] += "A"
    return found


def test_six_play_as_the_handbook_of_fide_prints_it():
    assert round_robin(6) == (
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    )


@pytest.mark.parametrize("legs", [1, 2, 3, 4])
@pytest.mark.parametrize("entries", SIZES)
def test_everybody_meets_everybody_once_a_leg_and_plays_once_a_day(entries, legs):
    days = round_robin(entries, legs)
    assert len(days) == legs * (entries - 1 + entries % 2)
    meetings = Counter(frozenset(pair) for day in days for pair in day)
    assert meetings == {frozenset(pair): legs for pair in combinations(range(1, entries + 1), 2)}
    for day in days:
        playing = [entry for pair in day for entry in pair]
        assert len(playing) == len(set(playing)) == entries - entries % 2


@pytest.mark.parametrize("entries", SIZES)
def test_one_leg_has_the_fewest_breaks_there_can_be(entries):
    breaks = sum(one == other for row in places(entries, 1).values() for one, other in pairwise(row))
    assert breaks == (0 if entries % 2 else entries - 2)


@pytest.mark.parametrize("legs", [1, 2, 3, 4])
@pytest.mark.parametrize("entries", SIZES)
def test_home_and_away_are_balanced_and_never_three_in_a_row(entries, legs):
    for row in places(entries, legs).values():
        assert abs(row.count("H") - row.count("A")) <= (legs % 2 if entries % 2 == 0 else 0)
        assert max(len(list(run)) for _place, run in groupby(row)) <= 2


@pytest.mark.parametrize("entries", SIZES)
def test_each_half_is_balanced_too(entries):
    """A defect of others: a season that is balanced as a whole, but all at home before the winter."""
    half = entries - 1 + entries % 2
    for row in places(entries, 2).values():
        for part in (row[: len(row) // 2], row[len(row) // 2 :]):
            assert abs(part.count("H") - part.count("A")) <= 1
    assert len(round_robin(entries, 2)) == 2 * half


@pytest.mark.parametrize("legs", [2, 3, 4])
@pytest.mark.parametrize("entries", SIZES)
def test_home_and_away_turn_and_the_same_two_do_not_meet_again_soon(entries, legs):
    met: dict[frozenset[int], list[tuple[int, int]]] = {}
    for number, day in enumerate(round_robin(entries, legs)):
        for home, away in day:
            met.setdefault(frozenset((home, away)), []).append((number, home))
    for meetings in met.values():
        for (day, home), (later, other_home) in pairwise(meetings):
            assert home != other_home
            assert later - day >= max(1, entries - 2)


@pytest.mark.parametrize("entries", range(3, 20, 2))
def test_everybody_rests_once_a_leg_when_the_number_is_odd(entries):
    for start in (0, entries):
        days = round_robin(entries, 2)[start : start + entries]
        resting = [set(range(1, entries + 1)) - {entry for pair in day for entry in pair} for day in days]
        assert sorted(entry for rest in resting for entry in rest) == list(range(1, entries + 1))


@pytest.mark.parametrize(("entries", "legs"), [(1, 1), (0, 1), (25, 1), (6, 0), (6, 5)])
def test_what_cannot_be_is_refused_in_words(entries, legs):
    with pytest.raises(DrawError):
        round_robin(entries, legs)
