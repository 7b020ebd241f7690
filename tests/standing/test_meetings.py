"""Who met whom: worked out by hand over two evenings, and the same from either side."""

from __future__ import annotations

import pytest

from tests.standing.seasons import Score, season_of
from tournaments.standing.meetings import meetings, records

ANN, BOB, CAS, DOT = 1, 2, 3, 4
SCORES = [
    # Ann and Bob against Cas and Dot, then Ann and Cas against Bob and Dot.
    *(Score(entry, 1, 1, 900, table=1, side=1, against=720) for entry in (ANN, BOB)),
    *(Score(entry, 1, 1, 720, table=1, side=2, against=900) for entry in (CAS, DOT)),
    *(Score(entry, 2, 1, 800, table=3, side=1, against=800) for entry in (ANN, CAS)),
    *(Score(entry, 2, 1, 800, table=3, side=2, against=800) for entry in (BOB, DOT)),
    Score(ANN, 2, 2, 600, kind="sit_out"),
]


@pytest.fixture
def evenings():
    return season_of(SCORES).evenings


def test_against_each_other_and_together(evenings):
    found = records(meetings(evenings))
    ann_bob, ann_dot = found[ANN, BOB], found[ANN, DOT]
    assert (ann_bob.met, ann_bob.together, ann_bob.drawn, ann_bob.difference) == (1, 1, 1, 0)
    assert (ann_dot.met, ann_dot.won, ann_dot.drawn, ann_dot.lost, ann_dot.difference) == (2, 1, 1, 0, 180)
    assert [(each.evening, each.table, each.points, each.against) for each in ann_dot.meetings] == [
        (1, 1, 900, 720),
        (2, 3, 800, 800),
    ]


def test_what_one_wins_the_other_loses(evenings):
    found = records(meetings(evenings))
    assert len(found) == 12
    for (one, other), record in found.items():
        back = found[other, one]
        assert (record.met, record.won, record.drawn, record.together) == (
            back.met,
            back.lost,
            back.drawn,
            back.together,
        )
        assert record.difference == -back.difference


@pytest.mark.parametrize("entry", [ANN, BOB, CAS, DOT])
def test_of_one_entry_it_is_the_same_as_of_all(evenings, entry):
    everybody = [meeting for meeting in meetings(evenings) if meeting.one == entry]
    assert list(meetings(evenings, entry)) == everybody


def test_several_tables_of_a_match_are_one_meeting():
    """Two teams at tables 1 and 2: 1000 – 900 and 700 – 950."""
    rows = [
        Score(ANN, 1, 1, 1000, table=1, side=1, against=900),
        Score(BOB, 1, 1, 900, table=1, side=2, against=1000),
        Score(ANN, 1, 1, 700, table=2, side=1, against=950),
        Score(BOB, 1, 1, 950, table=2, side=2, against=700),
    ]
    (meeting,) = meetings(season_of(rows).evenings, ANN)
    assert (meeting.points, meeting.against, meeting.table) == (1700, 1850, 1)


def test_at_a_table_of_three_everybody_meets_everybody():
    rows = [Score(entry, 1, 1, 100 * entry, table=1, side=entry) for entry in (ANN, BOB, CAS)]
    found = records(meetings(season_of(rows).evenings))
    assert all(record.met == 1 and not record.together for record in found.values())
    assert len(found) == 6


def test_without_tables_nobody_met_anybody():
    assert not list(meetings(season_of([Score(ANN, 1, 1, 500), Score(BOB, 1, 1, 400)]).evenings))
