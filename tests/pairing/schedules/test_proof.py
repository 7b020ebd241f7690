"""The proof finds what is wrong, names it, and praises only what is right; numbering and playing of a schedule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.pairing import DrawInput, Table
from tournaments.pairing.schedules import PlannedRound, count, movement, numbered, play, whist


def said(sentences):
    return " ".join(map(str, sentences))


def test_a_whole_schedule_is_praised_in_the_words_of_a_club():
    proof = count(whist(13, 13, "directed").rounds)
    assert proof.faults == ()
    words = said(proof.praise)
    assert "Everybody plays once with everybody and twice against everybody." in words
    assert "once at his left and once at his right" in words
    assert "Everybody sits out once." in words
    assert proof.times((1, 2)) == (1, 2)
    assert "North-East" in said(count(whist(16, 15, "triple").rounds).praise)


def test_a_short_schedule_is_praised_for_no_more_than_it_is():
    words = said(count(whist(12, 4).rounds).praise)
    assert "Nobody plays twice with the same partner." in words
    assert "more than twice; 6 of 42" in words
    assert "Nobody sits out." in words
    assert "every table" not in words


def test_pairs_are_counted_as_pairs():
    assert "Every pair meets every other pair once." in said(count(movement("howell", 8, 7).rounds).praise)
    words = said(count(movement("mitchell", 7, 4).rounds).praise)
    assert "No pair meets another twice" in words
    assert "keep their table: 2, 4, 6" in words
    assert "50 numbers keep their table." in said(count(movement("mitchell", 100, 6).rounds).praise)


FOUR = PlannedRound((Table(1, (1, 2), (3, 4)),))


@pytest.mark.parametrize(
    ("rounds", "fault"),
    [
        ([FOUR, FOUR], "Numbers 1 and 2 are partners 2 times."),
        ([FOUR, PlannedRound((Table(1, (1, 3), (2, 4)),)), FOUR], "Numbers 1 and 4 are opponents 3 times."),
        ([PlannedRound((Table(1, (1, 1), (3, 4)),))], "In round 1 number 1 has 2 places"),
        ([PlannedRound(FOUR.tables, (5,)), FOUR], "In round 2 number 5 has 0 places"),
        ([PlannedRound((*FOUR.tables, Table(1, (5, 6), (7, 8))))], "table 1 is used 2 times"),
        ([PlannedRound((Table(1, (1,), (2,)),))] * 2, "Numbers 1 and 2 are opponents 2 times."),
    ],
)
def test_every_fault_is_named(rounds, fault):
    proof = count(rounds)
    assert fault in said(proof.faults)
    assert not proof.is_sound
    assert proof.praise == ()


def test_two_people_exchanged_in_one_round_are_found():
    rounds = list(whist(12, 11).rounds)
    first, second, third = rounds[4].tables
    mixed = replace(first, north_south=(second.north_south[0], first.north_south[1]))
    other = replace(second, north_south=(first.north_south[0], second.north_south[1]))
    rounds[4] = PlannedRound((mixed, other, third))
    assert count(rounds).faults


# Numbers -----------------------------------------------------------------------


def test_entries_get_numbers_in_their_order():
    schedule = whist(8, 3)
    same, order = numbered(schedule, [31, 32, 33, 34, 35, 36, 37, 38], {})
    assert order == (31, 32, 33, 34, 35, 36, 37, 38)
    assert same == schedule
    names = schedule.rounds[0].renamed(dict(enumerate(order, 1)))
    assert {entry for table in names.tables for entry in table.entries} == set(order)


def test_who_cannot_move_stays_at_his_own_table():
    entries = list(range(21, 33))
    schedule, order = numbered(whist(12, 5), entries, {23: 3})
    assert order[11] == 23
    tables = [t.number for planned in schedule.rounds for t in planned.tables if 12 in t.entries]
    assert tables == [3] * 5
    assert count(schedule.rounds).is_sound

    schedule, order = numbered(movement("mitchell", 10, 5), entries[:10], {25: 4, 28: 2, 30: 2})
    assert (order[7], order[3]) == (25, 28)
    assert schedule.stationary[order.index(30) + 1]
    assert sorted(order) == entries[:10]


# A round as it is played --------------------------------------------------------


def given(entries):
    return DrawInput(entries=tuple(entries), seed=7)


def test_with_everybody_there_the_plan_is_played():
    planned = whist(13, 4).rounds[1]
    assert play(planned, given(range(1, 14))) == planned


def test_who_would_rest_sits_in_for_who_left_and_the_other_tables_stay():
    planned = whist(13, 4).rounds[0]
    gone = planned.tables[1].entries[0]
    played = play(planned, given(set(range(1, 14)) - {gone}))
    assert played.sit_outs == ()
    assert {planned.tables[0], planned.tables[2]} <= set(played.tables)
    (sits_in,) = planned.sit_outs
    table = planned.tables[1]
    expected = [tuple(sits_in if entry == gone else entry for entry in side) for side in table.sides]
    assert Table(table.number, *expected) in played.tables


def test_three_are_left_over_when_one_of_4n_left():
    planned = whist(12, 4).rounds[0]
    gone = planned.tables[2].entries[3]
    played = play(planned, given(set(range(1, 13)) - {gone}))
    assert set(played.sit_outs) == set(planned.tables[2].entries) - {gone}
    assert played.tables == planned.tables[:2]


def test_late_comers_rest_until_they_fill_a_table_with_who_would_rest():
    planned = whist(13, 4).rounds[0]
    played = play(planned, given([*range(1, 14), 50, 51, 52]))
    assert set(planned.tables) < set(played.tables)
    assert len(played.tables) == 4
    played = play(planned, given([*range(1, 14), 50]))
    assert set(played.sit_outs) == {*planned.sit_outs, 50}


def test_a_locked_table_goes_before_the_plan():
    planned = whist(12, 4).rounds[0]
    first, second, third = planned.tables
    mixed = Table(1, (first.entries[0], second.entries[0]), (first.entries[2], first.entries[3]))
    played = play(planned, DrawInput(entries=tuple(range(1, 13)), seed=7, locked=(mixed,)))
    assert {mixed, third} < set(played.tables)
    assert sorted(entry for table in played.tables for entry in table.entries) == list(range(1, 13))


def test_pairs_play_around_who_left():
    planned = movement("mitchell", 7, 4).rounds[0]
    gone = planned.tables[0].entries[0]
    played = play(planned, given(set(range(1, 8)) - {gone}))
    assert len(played.tables) == 3
    assert not played.sit_outs
