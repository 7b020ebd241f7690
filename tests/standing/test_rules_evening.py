"""The result of an evening, from rows worked out by hand."""

from __future__ import annotations

from random import Random

from tournaments.standing.tables import Cell, Row, evening_result

ANN, BOB, CEM, DIA, EEF = 1, 2, 3, 4, 5


def played(entry: int, round_: int, points: int, roem: int = 0, pits: int = 0, nats: int = 0) -> Row:
    return Row(entry, 1, round_, "played", points, points - roem - 100 * pits, roem, pits, nats)


ROWS = [
    played(ANN, 1, 1700, roem=300, pits=1, nats=2),
    played(ANN, 2, 1500, roem=200, nats=1),
    played(BOB, 1, 1400, roem=100, nats=4),
    played(BOB, 2, 1800, roem=420, pits=2),
    played(CEM, 1, 1300, roem=80, nats=3),
    Row(CEM, 1, 2, "sit_out", 1550, 1550),
    played(DIA, 1, 1200),
    played(DIA, 2, 1100, roem=60),
    Row(DIA, 1, 2, "penalty", -100, -100),
    Row(EEF, 1, 1, "excused", 1250),
    Row(EEF, 1, 2, "excused", 1250),
]


def test_totals_ranks_and_gaps() -> None:
    result = evening_result(ROWS, 1)
    assert result.rounds == (1, 2)
    assert [(line.entry, line.rank, line.total, line.gap) for line in result.lines] == [
        (ANN, 1, 3200, 0),
        (BOB, 1, 3200, 0),
        (CEM, 3, 2850, 350),
        (DIA, 4, 2200, 1000),
        (EEF, None, 2500, None),  # was not there: shown, not ranked, however many points
    ]


def test_the_last_gets_the_poedel() -> None:
    assert [line.entry for line in evening_result(ROWS, 1).lines if line.poedel] == [DIA]


def test_shared_last_places_are_all_poedel_and_a_tie_of_all_is_none() -> None:
    tie = [played(ANN, 1, 1500), played(BOB, 1, 1400), played(CEM, 1, 1400)]
    assert [line.entry for line in evening_result(tie, 1).lines if line.poedel] == [BOB, CEM]
    level = [played(ANN, 1, 1500), played(BOB, 1, 1500)]
    assert not any(line.poedel for line in evening_result(level, 1).lines)
    assert not any(line.poedel for line in evening_result(level[:1], 1).lines)


def test_cells_add_up_what_happened_in_a_round() -> None:
    lines = {line.entry: line for line in evening_result(ROWS, 1).lines}
    assert lines[DIA].cells == (Cell(1200, ("played",)), Cell(1000, ("penalty", "played")))
    assert lines[CEM].cells[1] == Cell(1550, ("sit_out",))
    assert not Cell(1550, ("sit_out",)).at_table
    assert sum(cell.points for cell in lines[DIA].cells if cell) == lines[DIA].total


def test_a_round_without_a_row_is_an_empty_cell() -> None:
    late = [*ROWS, played(6, 2, 1000)]
    (line,) = (line for line in evening_result(late, 1).lines if line.entry == 6)
    assert line.cells == (None, Cell(1000, ("played",)))


def test_best_and_worst_are_rounds_at_a_table() -> None:
    tallies = {line.entry: line.tally for line in evening_result(ROWS, 1).lines}
    assert (tallies[ANN].best, tallies[ANN].worst) == (1700, 1500)
    assert (tallies[CEM].best, tallies[CEM].worst, tallies[CEM].rounds_played) == (1300, 1300, 1)
    assert (tallies[DIA].best, tallies[DIA].worst) == (1200, 1000)
    assert (tallies[EEF].best, tallies[EEF].worst, tallies[EEF].rounds_played) == (None, None, 0)


def test_roem_pits_and_nats() -> None:
    tallies = {line.entry: line.tally for line in evening_result(ROWS, 1).lines}
    assert (tallies[ANN].roem, tallies[ANN].pits, tallies[ANN].nats) == (500, 1, 3)
    assert (tallies[BOB].roem, tallies[BOB].pits, tallies[BOB].nats) == (520, 2, 4)
    assert tallies[BOB].card_points == 1300 + 1800 - 420 - 200


def test_entries_shown_only_take_no_rank_and_no_lead() -> None:
    result = evening_result(ROWS, 1, unranked={ANN})
    assert [(line.entry, line.rank, line.gap) for line in result.lines] == [
        (BOB, 1, 0),
        (CEM, 2, 350),
        (DIA, 3, 1000),
        (ANN, None, None),
        (EEF, None, None),
    ]


def test_ties_stand_in_the_order_given() -> None:
    order = {BOB: 0, ANN: 1}
    assert [line.entry for line in evening_result(ROWS, 1, order=order).lines][:2] == [BOB, ANN]


def test_other_evenings_and_an_empty_evening() -> None:
    other = [*ROWS, Row(ANN, 2, 1, "played", 9999)]
    assert evening_result(other, 1) == evening_result(ROWS, 1)
    empty = evening_result(ROWS, 7)
    assert (empty.rounds, empty.lines) == ((), ())


def test_the_order_of_the_rows_is_irrelevant() -> None:
    for seed in range(10):
        assert evening_result(Random(seed).sample(ROWS, len(ROWS)), 1) == evening_result(ROWS, 1)
