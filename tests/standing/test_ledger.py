"""Packs of evenings."""

from __future__ import annotations

import pytest

from tests.standing.seasons import Score, season_of
from tournaments.models import Posting
from tournaments.standing.ledger import COLUMNS, KINDS, NO_SCORE, PackError, Posted, Season, pack, unpack

ROWS = [
    Score(7, 1, 2, 1450, table=3, side=2, against=1600, roem=220, pits=1, nats=2).numbers,
    Score(7, 1, 1, 1600, "sit_out").numbers,
    Score(5 << 32 | 6, 1, 1, -100, "penalty", match_points=-2).numbers,
]


def test_rows_come_back_in_words_in_the_order_of_entry_and_round() -> None:
    rows = unpack(4, pack(ROWS))
    assert rows.evening == 4
    assert list(rows.posted()) == [
        Posted(7, 1, 0, 0, "sit_out", 1600, 1600, 0, 0, 0, None, 0),
        Posted(7, 2, 3, 2, "played", 1450, 1130, 220, 1, 2, 1600, 0),
        Posted(5 << 32 | 6, 1, 0, 0, "penalty", -100, -100, 0, 0, 0, None, -2),
    ]
    assert [row.total for row in rows.posted(7)] == [1600, 1450]
    assert list(rows.posted(8)) == []
    assert (7 in rows, 8 in rows, 2**40 in rows) == (True, False, False)
    assert rows.entries.tolist() == [7, 5 << 32 | 6]
    assert rows.rounds == (1, 2)


def test_an_evening_without_rows() -> None:
    rows = unpack(1, pack([]))
    assert (len(rows), rows.entries.tolist(), rows.rounds, list(rows.posted())) == (0, [], (), [])


@pytest.mark.parametrize("total", [0, 127, -128, 32767, -32768, 2**31 - 1, -(2**31), 2**63 - 1])
def test_every_number_fits(total: int) -> None:
    row = Score(1, 1, 1, total, against=1).numbers
    other = Score(2, 1, 1, 0, against=None).numbers
    assert [posted.total for posted in unpack(1, pack([row, other])).posted()] == [total, 0]


@pytest.mark.parametrize("against", [0, -128, -127, -32768, -32767, NO_SCORE + 1, 2**31, None])
def test_the_score_of_the_other_side_or_none(against: int | None) -> None:
    rows = [Score(1, 1, 1, 5, against=against).numbers, Score(2, 1, 1, 5, against=3).numbers]
    assert [posted.against for posted in unpack(1, pack(rows)).posted()] == [against, 3]


def test_a_pack_is_small() -> None:
    evening = [
        Score(entry, 1, round_, 1000 + entry, table=entry // 4 + 1, side=1, against=1500).numbers
        for entry in range(1000, 1400)
        for round_ in (1, 2, 3)
    ]
    assert len(pack(evening)) / len(evening) < 12  # bytes a row; 96 as whole numbers of 64 bits


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"KLED",
        b"nonsense" * 8,
        pack(ROWS)[:-8],
        b"XXXX" + pack(ROWS)[4:],
        pack(ROWS)[:4] + b"\x09" + pack(ROWS)[5:],
    ],
)
def test_what_is_no_pack_is_refused(data: bytes) -> None:
    with pytest.raises(PackError):
        unpack(1, data)


def test_rows_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="a row has 12 numbers"):
        pack([(1, 2, 3)])
    with pytest.raises(ValueError, match="a kind is a number below 11"):
        pack([tuple(99 if name == "kind" else 1 for name in COLUMNS)])
    with pytest.raises(OverflowError):
        pack([tuple(2**70 if name == "total" else 1 for name in COLUMNS)])


def test_the_kinds_are_those_of_postings() -> None:
    assert tuple(Posting.Kind.values) == KINDS


def test_a_season_orders_its_evenings_and_takes_those_that_count() -> None:
    season = season_of([Score(1, 3, 1, 1), Score(1, 1, 1, 1), Score(1, 2, 1, 1)], counts=frozenset({3, 1, 9}))
    assert [rows.evening for rows in season.evenings] == [1, 2, 3]
    assert [rows.evening for rows in season.seen()] == [1, 3]
    assert [rows.evening for rows in season.seen(all_evenings=True)] == [1, 2, 3]
    assert [rows.evening for rows in Season((unpack(1, pack([])),), frozenset({1})).seen()] == []


def test_what_weighs_as_a_round() -> None:
    season = Season((), frozenset(), weighs={1: frozenset({"played", "penalty"})})
    assert season.weighing(1) == {"played"}
    assert season.weighing(2) == set(KINDS) - {"penalty", "granted", "filled_in"}
