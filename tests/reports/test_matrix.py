"""Who met whom with figures of any width: whole on paper, numbers in a workbook and in text."""

from __future__ import annotations

import csv
from itertools import pairwise

import pytest
from django.utils.translation import override
from openpyxl import load_workbook

from klaverclub.templatetags.figures import signed
from tests.reports.reading import HEADING, pieces, printed
from tournaments.reports.documents import MatrixReport
from tournaments.reports.render import Format, render

SMALL = ((None, 1100, None), (-1100, None, -696), (None, 696, None))
"""Anna beat Bert by 1100 points and never met Cor, who beat Bert by 696."""


def matrix(cells: tuple[tuple[int | None, ...], ...]) -> MatrixReport:
    people = tuple((place, f"Player {place} of the long names") for place in range(1, len(cells) + 1))
    return MatrixReport(HEADING, "cross table", people, cells, "By how many points.", signed=True)


def everybody_met(size: int, most: int) -> tuple[tuple[int | None, ...], ...]:
    """Figures as wide as `most`, ahead above the diagonal, behind below it."""
    least = most // 10 + 1
    return tuple(tuple(_ahead(row, column, least, most) for column in range(size)) for row in range(size))


def _ahead(row: int, column: int, least: int, most: int) -> int | None:
    if row == column:
        return None
    points = least + (7 * row + 13 * column) % (most - least + 1)
    return points if row < column else -points


@pytest.mark.parametrize(
    ("size", "most", "pages"), [(4, 99_999, 1), (26, 1_999, 1), (40, 9, 1), (40, 9_999, 2), (90, 19_999, 12)]
)
def test_no_figure_is_shortened_on_paper(tmp_path, size, most, pages):
    cells = everybody_met(size, most)
    pdf = printed(matrix(cells), tmp_path)
    assert len(pdf.pages) == pages
    found = [piece for page in range(pages) for piece in pieces(pdf, page)]
    texts = {piece.text for piece in found}
    expected = {signed(cell) for row in cells for cell in row if cell is not None}
    assert expected <= texts
    assert not any("…" in text and text[0] in "+−" for text in texts)
    set_as_figures = [piece for piece in found if piece.text in expected and piece.text[0] in "+−"]
    assert min(piece.size for piece in set_as_figures) >= 5.9
    assert all(piece.end < 842 - 39 for piece in set_as_figures)


def test_columns_of_wide_figures_stay_apart(tmp_path):
    pdf = printed(matrix(everybody_met(26, 1_999)), tmp_path)
    by_line: dict[float, list] = {}
    for piece in pieces(pdf):
        by_line.setdefault(round(piece.y, 1), []).append(piece)
    for line in by_line.values():
        ordered = sorted(line, key=lambda piece: piece.x)
        assert all(one.end <= other.x for one, other in pairwise(ordered))


@pytest.mark.parametrize(("format", "separator"), [(Format.CSV, ";"), (Format.CSV_INT, ",")])
def test_a_text_file_holds_plain_numbers(tmp_path, format, separator):
    path = tmp_path / "cross.csv"
    with override("en"):
        render(matrix(SMALL), format, path)
    rows = list(csv.reader(path.read_text("utf-8-sig").splitlines(), delimiter=separator))
    assert [row[2:] for row in rows] == [
        ["1", "2", "3"],
        ["", "1100", ""],
        ["-1100", "", "-696"],
        ["", "696", ""],
    ]


def test_a_workbook_can_add_them_up(tmp_path):
    path = tmp_path / "cross.xlsx"
    with override("en"):
        render(matrix(SMALL), Format.XLSX, path)
    cells = [row[2:] for row in load_workbook(path).worksheets[0].iter_rows(min_row=2)]
    assert [[cell.value for cell in row] for row in cells] == [list(row) for row in SMALL]
    assert {cell.number_format for row in cells for cell in row if cell.value is not None} == {"#,##0"}
