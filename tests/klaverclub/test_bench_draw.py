"""The draws that ours is measured beside: each makes whole rounds, and the matching library finds our optimum."""

import pytest

from klaverclub.benchmarks import draw, draw_peers
from klaverclub.benchmarks.draw_peers import Field, NoDrawError


def played(size, rounds, way=draw_peers.ours):
    field = Field(size, rounds + 1, seed=4)
    for _round in range(rounds):
        field.play(way(field))
    return field


@pytest.mark.parametrize("size", [12, 13])
def test_the_matching_library_finds_the_same_optimum(size):
    found = draw._against_networkx(played(size, 3), "a round", 1.0)
    assert "same optimum" in found.baseline


@pytest.mark.parametrize("way", [draw_peers.ours, draw_peers.by_swisspair, draw_peers.greedy_pairs])
def test_every_way_for_pairs_seats_everybody_once(way):
    field = played(11, 3, way)
    for drawn, won in field.told:
        seated = [entry for table in drawn.tables for entry in table.entries]
        assert sorted([*seated, *drawn.sit_outs]) == list(field.entries)
        assert set(won) == set(field.entries)


def test_the_chess_engine_reads_our_report():
    field = played(12, 3)
    tables = draw_peers.by_gacrux(field, draw_peers.report_text(field))
    assert sorted(entry for table in tables for entry in table.entries) == list(field.entries)


def test_greedy_tables_seat_four_by_four():
    field = played(18, 2, draw_peers.greedy_tables)
    assert [len(drawn.tables) for drawn, _won in field.told] == [4, 4]
    assert max(field.rests.values()) == 1


def test_a_draw_that_leaves_somebody_out_is_none():
    with pytest.raises(NoDrawError):
        draw_peers._checked(Field(6, 1, 1), [(1, 2), (3, 4)])
    with pytest.raises(NoDrawError):
        draw_peers._checked(Field(4, 1, 1), [(1, 2), (2, 3)])


def test_faults_are_counted_over_the_event():
    field = played(2, 3, draw_peers.greedy_pairs)
    assert draw_peers.faulty(field) == (2, 0)
    took, told = draw._events(4, 3, 2, draw_peers.ours)
    assert took > 0
    assert told == "0 % rematches, 0 % second rests, 0 % no draw"


def test_people_are_told_with_what_came_of_it():
    told = draw._people(8, 3)
    assert "0 partners and" in told.name
    assert told.ratio > 0
