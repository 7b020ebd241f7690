"""What went wrong in other pairing programs, as far as it can happen in a draw by lot; addresses of the reports."""

from __future__ import annotations

import pytest

from tests.pairing.evenings import met_times, play
from tournaments.pairing import (
    DrawError,
    DrawInput,
    History,
    Table,
    draw_individuals,
    draw_pairs,
    seat_late,
    validate_draw,
)


@pytest.mark.parametrize("seed", range(20))
def test_eight_units_in_seven_rounds_do_not_get_stuck(seed: int) -> None:
    """https://github.com/lichess-org/lila/issues/7675: stopped after round 5."""
    pairs = play(range(1, 9), 7, seed, draw=draw_pairs)
    _, met = met_times(Table(1, table.north_south * 2, table.east_west * 2) for table in pairs.tables)
    assert len(met) == 28
    people = play(range(1, 9), 7, seed)
    partners, _ = met_times(people.tables)
    assert len(partners) == 28


def test_the_third_round_of_four_is_forced() -> None:
    """https://github.com/phase-rs/phase/issues/7937: A-B C-D and A-C B-D are played, A-D B-C is left."""
    met = History(opponents={(1, 2): 1, (3, 4): 1, (1, 3): 1, (2, 4): 1})
    draw = draw_pairs(DrawInput(entries=(1, 2, 3, 4), seed=0, evening=met))
    assert {frozenset(table.entries) for table in draw.tables} == {frozenset({1, 4}), frozenset({2, 3})}


@pytest.mark.parametrize("seed", range(20))
def test_nobody_is_drawn_twice_in_a_round(seed: int) -> None:
    """https://github.com/lichess-org/lila/issues/12147: paired twice in the same round."""
    for draw in (draw_individuals, draw_pairs):
        drawn = draw(DrawInput(entries=tuple(range(13)), seed=seed))
        entries = [entry for table in drawn.tables for entry in table.entries] + list(drawn.sit_outs)
        assert sorted(entries) == list(range(13))


def test_the_free_round_of_six_is_found() -> None:
    """Six, played 12 34 56, 13 25 46, 15 24 36: 14 26 35 and 16 23 45 are what is left without a rematch."""
    played = [(1, 2), (3, 4), (5, 6), (1, 3), (2, 5), (4, 6), (1, 5), (2, 4), (3, 6)]
    given = DrawInput(entries=tuple(range(1, 7)), seed=0, evening=History(opponents=dict.fromkeys(played, 1)))
    for seed in range(10):
        draw = draw_pairs(DrawInput(given.entries, seed, evening=given.evening))
        assert draw.quality.repeated_opponents == 0
        assert draw.sit_outs == ()


def test_no_second_rest_while_somebody_has_had_none() -> None:
    """https://github.com/BieremaBoyzProgramming/bbpPairings/issues/27."""
    for fresh in range(1, 8):
        rested = {entry: 1 for entry in range(1, 8) if entry != fresh}
        assert draw_pairs(DrawInput(tuple(range(1, 8)), 3, sit_outs_evening=rested)).sit_outs == (fresh,)
        rested = {entry: 1 for entry in range(1, 6) if entry != fresh}
        if fresh < 6:
            people = DrawInput(tuple(range(1, 6)), 3, sit_outs_evening=rested)
            assert draw_individuals(people).sit_outs == (fresh,)


def test_after_everybody_rested_the_turn_goes_round_again() -> None:
    """https://github.com/HeXO-Game/HeXO/issues/102: the last player gets all later byes."""
    for draw in (draw_individuals, draw_pairs):
        evening = play(range(1, 6), 20, seed=1, draw=draw)
        assert set(evening.rests.values()) == {4}


def test_somebody_who_left_is_not_paired_with_himself() -> None:
    """https://github.com/slashinfty/tournament-organizer/issues/10: drop after a result."""
    played = [Table(1, (1, 2), (3, 4)), Table(2, (5, 6), (7, 8))]
    given = DrawInput(entries=(1, 2, 3, 5, 6, 7, 8), seed=0, evening=History.from_tables(played))
    draw = draw_individuals(given)
    assert validate_draw(draw, given) == []
    assert 4 not in {entry for table in draw.tables for entry in table.entries}
    assert len(draw.sit_outs) == 3


def test_a_late_arrival_makes_no_table_impossible() -> None:
    """https://github.com/ThatRickGuy/PGSwiss/issues/77: adding a player after round 1 fails."""
    played = History.from_tables([Table(1, (1, 2), (3, 4)), Table(2, (5, 6), (7, 8))])
    given = DrawInput(entries=tuple(range(1, 13)), seed=0, evening=played)
    assert draw_individuals(given).quality.repeated_partners == 0


@pytest.mark.parametrize("present", [*range(14), 19, 23])
def test_no_number_of_people_makes_it_hang(present: int) -> None:
    """https://github.com/MahjongPantheon/pantheon/issues/784: seating hangs on the wrong player count."""
    given = DrawInput(entries=tuple(range(present)), seed=0, rounds_after=30)
    if present < 4:
        with pytest.raises(DrawError):
            draw_individuals(given)
        return
    draw = draw_individuals(given)
    assert len(draw.sit_outs) == present % 4
    late = seat_late(draw, given, arrivals=[100, 101])
    assert (
        validate_draw(late, DrawInput(entries=(*given.entries, 100, 101), seed=0, locked=draw.tables)) == []
    )
