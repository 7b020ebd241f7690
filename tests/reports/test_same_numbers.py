"""Paper and workbook hold the same values, read back from the files."""

from datetime import datetime
from fractions import Fraction

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.reports.reading import HEADING, lines, number, printed
from tournaments.reports.documents import Awarded, Column, Kind, TableReport
from tournaments.reports.render import Format, render

COLUMNS = (
    Column("rank", "Place", Kind.RANK),
    Column("name", "Name"),
    Column("points", "Points", Kind.INT),
    Column("average", "Average", Kind.DECIMAL, decimals=2, strong=True),
)
points = st.one_of(st.integers(-99_999, 9_999_999), st.integers(0, 2000).map(Awarded))
averages = st.fractions(-9999, 9999, max_denominator=360)
tables = st.lists(st.tuples(st.integers(1, 999), points, averages), min_size=1, max_size=80)


def on_paper(document, folder, language):
    pdf = printed(document, folder, language)
    found = [line for page in range(len(pdf.pages)) for line in lines(pdf, page)]
    return [
        [number(rank), name, number(score), number(average)]
        for rank, name, score, average in (line for line in found if len(line) == 4)
        if name.startswith("Entry")
    ]


def in_workbook(document, folder):
    with override("en"):
        render(document, Format.XLSX, folder / "book.xlsx")
    sheet = load_workbook(folder / "book.xlsx").worksheets[0]
    return [list(row) for row in sheet.iter_rows(min_row=2, values_only=True)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("same")


@settings(max_examples=25, deadline=None)
@given(rows=tables, language=st.sampled_from(["nl", "en"]))
def test_every_figure_is_the_same_on_paper_and_in_the_workbook(rows, language, folder):
    document = TableReport(
        HEADING,
        "x",
        COLUMNS,
        [(rank, f"Entry {place}", score, average) for place, (rank, score, average) in enumerate(rows)],
    )
    paper = on_paper(document, folder, language)
    assert paper == in_workbook(document, folder)
    for (rank, score, average), row in zip(rows, paper, strict=True):
        assert (row[0], row[2]) == (rank, score)
        assert abs(Fraction(str(row[3])) - average) <= Fraction(1, 200)


def test_a_date_is_the_same_day(folder):
    day = HEADING.date
    document = TableReport(HEADING, "x", (Column("day", "Day", Kind.DATE),), [(day,)])
    assert ["06-10-2026"] in lines(printed(document, folder, "nl"))
    assert in_workbook(document, folder) == [[datetime(2026, 10, 6)]]
