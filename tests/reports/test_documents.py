"""What the builders put in a document, before any layout."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from django.utils.translation import override

from tests.reports.reading import HEADING
from tournaments.reports.documents import (
    MAX_DEALS,
    Awarded,
    Column,
    FilledDeal,
    FilledSheet,
    SlipsReport,
    TableReport,
    TableSlip,
)
from tournaments.reports.render import Format, filename_for
from tournaments.reports.results import EveningResultRow, SeasonRow, evening_result, season_table
from tournaments.reports.slips import as_table, table_slips, tally
from tournaments.reports.wall import WallSeat, wall_by_name, wall_by_table


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


def evening_row(name, *rounds, **more):
    scores = [score for score in rounds if score is not None]
    values = {"rank": 1, "number": "", "pits": 0, "nats": 0, "roem": 0} | more
    return EveningResultRow(
        name=name, rounds=rounds, total=sum(scores), best=max(scores), worst=min(scores), **values
    )


def season_row(name, **more):
    values = {
        "rank": 1,
        "number": "",
        "evenings": 2,
        "rounds": 6,
        "total": 9888,
        "average": Fraction(9888, 6),
        "last_evening": 4900,
        "gap": 0,
        "trend": None,
    }
    return SeasonRow(name=name, **(values | more))


def column(report, key):
    index = [column.key for column in report.columns].index(key)
    return [row[index] for row in report.rows]


def keys(report):
    return [column.key for column in report.columns]


def test_a_row_must_have_a_cell_for_each_column():
    with pytest.raises(ValueError, match="row 2 has 1 cells for 2 columns"):
        TableReport(HEADING, "x", (Column("a", "A"), Column("b", "B")), [(1, 2), (1,)])
    with pytest.raises(ValueError, match="totals have 3 cells"):
        TableReport(HEADING, "x", (Column("a", "A"),), [(1,)], totals=(1, 2, 3))


def test_evening_result_has_a_column_for_each_round_even_when_some_are_not_played():
    report = evening_result(HEADING, [evening_row("A", 1700, 1600, 1500), evening_row("B", 1400)])
    assert column(report, "round_1") == [1700, 1400]
    assert column(report, "round_3") == [1500, None]
    assert column(report, "total") == [4800, 1400]


def test_evening_notes_name_best_worst_average_and_poedel():
    rows = [
        evening_row("A. Bakker", 1700, 2034),
        evening_row("C. Dijk", 1500, 2034),
        evening_row("E. Fuik", 1100, Awarded(1600), poedel=True),
    ]
    assert evening_result(HEADING, rows).footnotes == (
        "Highest round: 2\u202f034, A. Bakker (round 2), C. Dijk (round 2).",
        "Lowest round: 1\u202f100, E. Fuik (round 1).",
        "3 entries; average of a round 1\u202f674.",  # 8368 / 5, the awarded round is not among them
        "Poedel: E. Fuik.",
        "* Not played: awarded by the rule for absence and sitting out.",
    )


def test_a_note_names_four_people_and_counts_the_others():
    report = evening_result(HEADING, [evening_row(f"P{number}", 1620) for number in range(6)])
    named = "P0 (round 1), P1 (round 1), P2 (round 1), P3 (round 1) and 2 others"
    assert report.footnotes[0] == f"Highest round: 1\u202f620, {named}."


def test_an_awarded_score_counts_as_a_number_and_yet_makes_another_document():
    assert Awarded(1600) == 1600
    assert f"{Awarded(1600)} {Awarded(1600):,}" == "1600 1,600"
    played, awarded = (
        repr(evening_result(HEADING, [evening_row("A", score)]).rows) for score in (1600, Awarded(1600))
    )
    assert played != awarded


def test_guests_have_neither_place_nor_gap():
    report = season_table(HEADING, [season_row("Guest", rank=None, gap=None)], notes=("Guests play along.",))
    assert column(report, "rank") == [None]
    assert column(report, "gap") == [None]
    assert report.footnotes == ("Guests play along.",)


def test_an_evening_that_has_not_begun_has_no_notes():
    assert evening_result(HEADING, []).footnotes == ()


def test_columns_without_any_value_are_left_out():
    plain = evening_result(HEADING, [evening_row("A", 1700)])
    assert "number" not in keys(plain)
    assert "remark" not in keys(plain)
    full = evening_result(HEADING, [evening_row("A", 1700, number="007", poedel=True)])
    assert column(full, "number") == ["007"]
    assert column(full, "remark") == ["poedel"]


def test_member_numbers_are_on_paper_only_when_names_do_not_tell_people_apart():
    def number_on_paper(*names):
        report = evening_result(HEADING, [evening_row(name, 1700, number="007") for name in names])
        return next(column.on_paper for column in report.columns if column.key == "number")

    assert not number_on_paper("Jan Smit", "Piet Smit")
    assert number_on_paper("Jan Smit", "Jan Smit")


def test_season_table_shows_the_distance_to_the_leader_as_a_minus():
    report = season_table(HEADING, [season_row("A"), season_row("B", gap=124, trend=-2)])
    assert column(report, "gap") == [None, -124]
    assert column(report, "trend") == [None, -2]
    strong = [column.key for column in report.columns if column.strong]
    assert strong == ["total"]


def test_season_table_by_average_measures_the_distance_in_average():
    report = season_table(HEADING, [season_row("A", gap=Fraction(7, 3))], by_average=True)
    assert column(report, "gap") == [Fraction(-7, 3)]
    gap = next(column for column in report.columns if column.key == "gap")
    assert gap.decimals == 2
    assert [column.key for column in report.columns if column.strong] == ["average"]


SEATS = [
    WallSeat("Anna", "001", 2, "N", "Cor", ("Bea", "Dirk")),
    WallSeat("Bea", "002", 2, "E", "Dirk", ("Anna", "Cor")),
    WallSeat("Cor", "003", 2, "S", "Anna", ("Bea", "Dirk")),
    WallSeat("Dirk", "004", 2, "W", "Bea", ("Anna", "Cor")),
    WallSeat("Eef", "005"),
    WallSeat("Fen", "006", 1, "N"),
]


def test_the_list_by_name_keeps_those_who_sit_out_among_the_names():
    report = wall_by_name(HEADING, 2, SEATS)
    assert report.heading.title == "Round 2: by name"
    assert column(report, "name") == ["Anna", "Bea", "Cor", "Dirk", "Eef", "Fen"]
    assert report.rows[0][:4] == ("Anna", 2, "North", "Cor")
    assert report.rows[4][:4] == ("Eef", None, "", "sits out this round")
    assert column(report, "opponents")[1] == "Anna, Cor"


def test_the_list_by_table_sets_partners_side_by_side_in_the_order_of_tables():
    report = wall_by_table(HEADING, 2, SEATS)
    assert [column.title for column in report.columns] == ["Table", "North", "South", "East", "West"]
    assert list(report.rows) == [(1, "Fen", "", "", ""), (2, "Anna", "Cor", "Bea", "Dirk")]
    assert report.footnotes == ("Sitting out this round: Eef.",)


def test_the_deal_passes_clockwise():
    slip = TableSlip(1, 1, {}, 16, "A", first_dealer="S")
    assert "".join(slip.dealer(deal) for deal in range(1, 17)) == "SWNESWNESWNESWNE"


@pytest.mark.parametrize("deals", [0, -1, MAX_DEALS + 1])
def test_a_sheet_has_a_sensible_number_of_deals(deals):
    with pytest.raises(ValueError, match="1 to 40 deals"):
        TableSlip(1, 1, {}, deals, "A")


def test_a_sheet_knows_its_seats_and_its_rows():
    with pytest.raises(ValueError, match="unknown seat 'O'"):
        TableSlip(1, 1, {"O": "Anna"}, 16, "A")
    with pytest.raises(ValueError, match="unknown seat 'X'"):
        TableSlip(1, 1, {}, 16, "A", first_dealer="X")
    with pytest.raises(ValueError, match="3 filled deals on a sheet of 2"):
        TableSlip(1, 1, {}, 2, "A", filled=FilledSheet((FilledDeal(),) * 3))


def test_a_round_without_sheets_is_refused():
    with pytest.raises(ValueError, match="no score sheets"):
        SlipsReport(HEADING, "x", ())


@pytest.mark.parametrize(
    ("roem", "marks"),
    [
        (0, ""),
        (20, "I"),
        (40, "II"),
        (50, "V"),
        (60, "III"),
        (70, "VI"),
        (90, "VII"),
        (100, "VV"),
        (30, "30"),
    ],
)
def test_roem_in_tally_marks(roem, marks):
    assert tally(roem) == marks


def test_sheets_as_a_table_have_a_row_for_each_deal():
    filled = FilledSheet(
        (FilledDeal(102, 60, "VI", "", declarer="we"), FilledDeal(0, 162, "", "20", nat=True))
    )
    slip = TableSlip(5, 2, {"N": "Anna", "E": "Bea"}, 12, "R2T5", first_dealer="E", filled=filled)
    report = as_table(table_slips(HEADING, 2, [slip]))
    assert len(report.rows) == 12
    assert report.rows[0] == (
        *("R2T5", 2, 5, "Anna", "Bea", "", ""),
        *(1, "E", "we", 102, "VI", 60, "", "", ""),
    )
    assert report.rows[1][-8:] == ("S", "", 0, "", 162, "20", "N", "")
    assert report.rows[11][-8:] == ("N", "", None, "", None, "", "", "")


@pytest.mark.parametrize(
    ("club", "expected"),
    [
        ("De Vrije Slag", "de-vrije-slag-result-2026-10-06.pdf"),
        ("Café 't Hoekje / Łódź", "cafe-t-hoekje-odz-result-2026-10-06.pdf"),
        ("../../etc/passwd", "etcpasswd-result-2026-10-06.pdf"),
        ("麻雀", "klaverclub-result-2026-10-06.pdf"),
        ("x" * 300, "x" * 40 + "-result-2026-10-06.pdf"),
    ],
)
def test_file_names_are_plain_ascii(club, expected):
    report = evening_result(replace(HEADING, club=club, date=date(2026, 10, 6)), [])
    assert filename_for(report, Format.PDF) == expected
    assert filename_for(report, Format.XLSX) == expected.removesuffix("pdf") + "xlsx"


def test_what_is_provisional_says_so_in_the_name_of_its_file():
    report = evening_result(replace(HEADING, provisional=True), [])
    for format, end in ((Format.CSV, ".csv"), (Format.CSV_INT, "-int.csv"), (Format.XLSX, ".xlsx")):
        expected = f"de-vrije-slag-result-provisional-2026-10-06{end}"
        assert filename_for(report, format) == expected


def test_the_title_that_is_played_for_tells_files_apart():
    names = {
        filename_for(evening_result(replace(HEADING, under=under), []), Format.XLSX)
        for under in ("", "Beste vijf avonden", "Puntenkampioen / 't Harde")
    }
    assert names == {
        "de-vrije-slag-result-2026-10-06.xlsx",
        "de-vrije-slag-result-beste-vijf-avonden-2026-10-06.xlsx",
        "de-vrije-slag-result-puntenkampioen-t-harde-2026-10-06.xlsx",
    }
