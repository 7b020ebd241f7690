"""Workbooks, read back: types, looks, and texts that must stay texts."""

import zipfile
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils.translation import override
from openpyxl import load_workbook

from tests.reports.reading import HEADING
from tournaments.reports.documents import Awarded, Column, Kind, TableReport, TableSlip
from tournaments.reports.render import Format, render
from tournaments.reports.slips import table_slips

COLUMNS = (
    Column("rank", "Place", Kind.RANK),
    Column("name", "Name"),
    Column("number", "No.", on_paper=False),
    Column("score", "Score", Kind.INT, strong=True),
    Column("average", "Average per round", Kind.DECIMAL, decimals=2),
    Column("day", "Day", Kind.DATE),
    Column("trend", "Trend", Kind.TREND),
)
ROWS = [
    (1, "Łukasz Wójcik", "007", 12345, Fraction(12345, 8), date(2026, 10, 6), 2),
    (2, "Şükran Yılmaz", "012", Awarded(1600), Decimal("82.345"), None, -1),
    (2, "Ĳsbrand", "", -50, None, None, None),
]


def report(rows=ROWS, columns=COLUMNS, totals=None, **heading):
    return TableReport(replace(HEADING, **heading), "x", columns, rows, totals, footnotes=("A note.",))


def names(*given):
    return report([(name,) for name in given], (Column("name", "Name"),))


def book(document, folder, language="en"):
    path = folder / "book.xlsx"
    with override(language):
        render(document, Format.XLSX, path)
    return load_workbook(path)


@pytest.fixture
def sheet(tmp_path):
    return book(report(title="Result"), tmp_path).worksheets[0]


def test_numbers_are_numbers_dates_are_dates_and_member_numbers_are_text(sheet):
    assert [cell.value for cell in sheet[1]] == [column.title for column in COLUMNS]
    first = sheet[2]
    assert [cell.value for cell in first] == [
        *(1, "Łukasz Wójcik", "007", 12345, 1543.13, datetime(2026, 10, 6), 2)  # 12345 / 8 is 1543.125
    ]
    assert [cell.data_type for cell in first] == ["n", "s", "s", "n", "n", "d", "n"]
    assert [type(first[index].value) for index in (0, 3, 4)] == [int, int, float]
    assert sheet["E3"].value == 82.35


def test_nothing_is_an_empty_cell_and_not_a_zero(sheet):
    assert [sheet.cell(4, column).value for column in (5, 6, 7)] == [None, None, None]
    assert sheet["D4"].value == -50


def test_figures_are_shown_as_people_write_them(sheet):
    formats = [cell.number_format for cell in sheet[2]]
    assert formats == ["0", "@", "@", "#,##0", "#,##0.00", "dd-mm-yyyy", '"▲ "0;"▼ "0;"="']
    assert sheet["D3"].value == 1600
    assert sheet["D3"].number_format == '#,##0"*"'
    assert sheet["D2"].font.bold
    assert not sheet["A2"].font.bold


def test_titles_stay_in_view_and_can_be_filtered(sheet):
    assert sheet.freeze_panes == "A2"
    assert sheet.auto_filter.ref == "A1:G4"
    assert all(cell.font.bold for cell in sheet[1])


def test_columns_are_wide_enough_for_what_they_hold(sheet):
    widths = {key: dimension.width for key, dimension in sheet.column_dimensions.items()}
    assert widths["B"] >= len("Łukasz Wójcik") + 1
    assert widths["E"] >= len("Average") + 4  # the title breaks at its spaces
    assert max(widths.values()) <= 45
    assert min(widths.values()) >= 6


def test_a_very_long_name_does_not_make_a_column_without_end(tmp_path):
    sheet = book(names("x" * 500), tmp_path).worksheets[0]
    assert sheet.column_dimensions["A"].width == 45


def test_it_prints_on_a4_across_with_titles_on_every_page(sheet):
    setup = sheet.page_setup
    assert (setup.orientation, setup.paperSize, setup.fitToWidth, setup.fitToHeight) == ("landscape", 9, 1, 0)
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.print_title_rows == "$1:$1"
    assert sheet.print_area == "'Result'!$A$1:$G$4"
    assert sheet.oddHeader.left.text == "De Vrije Slag"
    assert sheet.oddHeader.center.text == "Result"
    assert sheet.oddHeader.right.text == "Tuesday 6 October 2026"
    assert sheet.oddFooter.left.text == "printed on 06/10/2026 at 23:14"
    assert sheet.oddFooter.right.text == "page &P of &N"


def test_totals_are_printed_but_not_filtered(tmp_path):
    totals = (None, "Together", None, 13895, None, None, None)
    sheet = book(report(totals=totals, title="Result"), tmp_path).worksheets[0]
    assert sheet["B5"].value == "Together"
    assert sheet["D5"].value == 13895
    assert sheet["D5"].font.bold
    assert sheet.auto_filter.ref == "A1:G4"
    assert sheet.print_area == "'Result'!$A$1:$G$5"


DANGEROUS = ["=1+1", "+31 6 123", "-Jan", "@SUM(A1)", "\tTab", "\rReturn", "=cmd|' /C calc'!A0", "="]


@pytest.mark.parametrize("name", DANGEROUS)
def test_texts_that_look_like_formulas_are_inert(name, tmp_path):
    cell = book(names(name), tmp_path).worksheets[0]["A2"]
    assert cell.data_type == "s"
    assert cell.value.strip() == name.strip()
    assert cell.quotePrefix
    with zipfile.ZipFile(tmp_path / "book.xlsx") as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")


@pytest.mark.parametrize("name", ["#N/A", "#REF!", "#DIV/0!", "1e5", "TRUE", "007", "6-10-2026", "'tis"])
def test_texts_that_look_like_something_else_stay_text(name, tmp_path):
    cell = book(names(name), tmp_path).worksheets[0]["A2"]
    assert (cell.data_type, cell.value) == ("s", name)
    assert not cell.quotePrefix


def test_dangerous_titles_and_notes_are_inert_too(tmp_path):
    document = TableReport(
        replace(HEADING, club="=1+1", event="@x", title="+2"),
        "x",
        (Column("a", "=A1"),),
        [],
        footnotes=("-1",),
    )
    workbook = book(document, tmp_path)
    for sheet in workbook.worksheets:
        assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "d"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [("A\x00B", "A�B"), ("A\x0bB", "A�B"), ("\ud800x", "�x"), ("x\uffff", "x�"), ("Ş\tŁ", "Ş\tŁ")],
)
def test_characters_that_xml_forbids_are_replaced_visibly(name, expected, tmp_path):
    assert book(names(name), tmp_path).worksheets[0]["A2"].value == expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Result: round [1] / 2 * ?", "Result  round  1    2"),
        ("x" * 40, "x" * 31),
        ("'quoted'", "quoted"),
        ("a" * 30 + "''b", "a" * 30),
        ("???", "Klaverclub"),
        ("Tafel 1\\2", "Tafel 1 2"),
    ],
)
def test_the_sheet_has_a_title_that_excel_takes(title, expected, tmp_path):
    assert book(report(title=title), tmp_path).sheetnames[0] == expected


def test_a_title_like_the_second_sheet_is_no_clash(tmp_path):
    assert len(set(book(report(title="About"), tmp_path).sheetnames)) == 2


def test_provisional_is_said_on_the_tab_in_the_head_and_on_the_second_sheet(tmp_path):
    workbook = book(report(title="Result", provisional=True), tmp_path)
    assert workbook.sheetnames[0] == "provisional Result"
    assert workbook.worksheets[0].oddHeader.center.text == "Result (provisional)"
    about = {row[0].value: row[1].value for row in workbook.worksheets[1].iter_rows()}
    assert about["Status"] == "provisional"


def test_the_second_sheet_tells_what_the_print_has_around_the_table(tmp_path):
    workbook = book(report(title="Result"), tmp_path)
    assert [[cell.value for cell in row] for row in workbook.worksheets[1].iter_rows()] == [
        ["Club", "De Vrije Slag"],
        ["Event", "Autumn league, evening 4"],
        ["Date", datetime(2026, 10, 6)],
        ["Document", "Result"],
        ["Status", "final"],
        ["Printed", datetime(2026, 10, 6, 23, 14)],
        ["Note", "A note."],
    ]


def test_ampersands_and_long_names_in_the_printed_head_stay_within_what_excel_holds(tmp_path):
    sheet = book(report(club="&" * 300, title="A & B", event="e" * 300), tmp_path).worksheets[0]
    with zipfile.ZipFile(tmp_path / "book.xlsx") as archive:
        xml = archive.read("xl/worksheets/sheet1.xml").decode()
    head = xml.split("<oddHeader>")[1].split("</oddHeader>")[0].replace("&amp;", "&")
    assert "A && B" in head
    assert len(head) <= 255
    assert sheet.oddFooter.center.text == "e" * 40


def test_an_empty_table_is_a_workbook_with_titles(tmp_path):
    sheet = book(report(rows=[]), tmp_path).worksheets[0]
    assert sheet.max_row == 1
    assert sheet.auto_filter.ref == "A1:G1"


def test_sheets_of_a_round_are_rows_to_fill_in(tmp_path):
    with override("en"):
        slips = [TableSlip(table, 2, {"N": "Anna"}, 16, f"C{table}") for table in (1, 2)]
        document = table_slips(HEADING, 2, slips)
    sheet = book(document, tmp_path).worksheets[0]
    assert sheet.max_row == 33
    assert [cell.value for cell in sheet[33]][:9] == ["C2", 2, 2, "Anna", None, None, None, 16, "W"]


def test_a_decimal_is_stored_with_the_decimals_that_are_printed(tmp_path):
    rows = [(Fraction(1, 3),), (Fraction(5, 2),)]
    document = TableReport(HEADING, "x", (Column("a", "A", Kind.DECIMAL, decimals=0),), rows)
    sheet = book(document, tmp_path).worksheets[0]
    assert [sheet["A2"].value, sheet["A3"].value] == [0, 3]
    assert sheet["A2"].number_format == "#,##0"


def test_the_same_document_gives_the_same_bytes(tmp_path):
    with override("en"):
        for name in ("a.xlsx", "b.xlsx"):
            render(report(), Format.XLSX, tmp_path / name)
        render(report(rows=ROWS[:2]), Format.XLSX, tmp_path / "c.xlsx")
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()
    assert (tmp_path / "a.xlsx").read_bytes() != (tmp_path / "c.xlsx").read_bytes()


def test_metadata_name_the_document_and_the_club(tmp_path):
    properties = book(report(title="Result"), tmp_path).properties
    assert (properties.title, properties.creator) == ("Result", "De Vrije Slag")
    assert properties.created == properties.modified == datetime(2026, 10, 6, 23, 14)


def test_progress_counts_rows_in_steps_up_to_the_last(tmp_path):
    steps = []
    document = names(*("x" for _ in range(1200)))
    with override("en"):
        render(document, Format.XLSX, tmp_path / "x.xlsx", lambda done, of: steps.append((done, of)))
    assert steps == [(500, 1200), (1000, 1200), (1200, 1200)]
