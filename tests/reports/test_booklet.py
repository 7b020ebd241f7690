"""Booklets: everything is set, nothing runs off the page, headings stay with what they are of."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.reports.reading import HEADING, pieces, printed, text_of
from tournaments.reports.booklet import Booklet, Paragraph, chapter
from tournaments.reports.documents import Column, Kind, TableReport
from tournaments.reports.pdf.page import MARGIN, PORTRAIT
from tournaments.reports.plots import KINDS, Graph, axis_for, rank_axis
from tournaments.reports.render import Format, filename_for, render

COLUMNS = (Column("name", "Name"), Column("points", "Points", Kind.INT))


def table(rows: int, title: str = "Table") -> TableReport:
    return TableReport(HEADING, "list", COLUMNS, [(f"Row {number}", number) for number in range(1, rows + 1)])


def booklet(*chapters, rows: int = 3) -> Booklet:
    return Booklet(HEADING, "booklet", chapters, (table(rows),))


def test_each_chapter_begins_a_page_and_long_tables_go_on_with_their_titles(tmp_path):
    made = booklet(
        chapter(Paragraph("First chapter", "title"), Paragraph("A text."), table(100)),
        chapter(Paragraph("Second chapter", "title")),
    )
    pdf = printed(made, tmp_path)
    assert len(pdf.pages) == 4
    on_pages = [[piece.text for piece in pieces(pdf, page)] for page in range(4)]
    assert "First chapter" in on_pages[0]
    assert [page for page, texts in enumerate(on_pages) if "Points" in texts] == [0, 1, 2]
    assert "Second chapter" in on_pages[3]
    rows = [text for texts in on_pages for text in texts if text.startswith("Row ")]
    assert rows == [f"Row {number}" for number in range(1, 101)]


@settings(max_examples=8, deadline=None)
@given(lengths=st.lists(st.integers(0, 60), min_size=1, max_size=6))
def test_headings_stay_with_what_they_are_of_and_nothing_runs_off_the_page(lengths, tmp_path_factory):
    blocks = []
    for number, rows in enumerate(lengths):
        blocks += [Paragraph(f"Heading {number}", "heading"), table(rows)]
    pdf = printed(booklet(chapter(blocks)), tmp_path_factory.mktemp("booklet"))
    for page in range(len(pdf.pages)):
        found = sorted(pieces(pdf, page), key=lambda piece: -piece.y)
        body = [piece for piece in found if piece.y >= MARGIN + 22]
        assert not body[-1].text.startswith("Heading")
        assert all(piece.end <= PORTRAIT[0] - MARGIN + 1 for piece in found)
    text = text_of(pdf)
    assert [f"Heading {number}" in text for number in range(len(lengths))] == [True] * len(lengths)
    assert text.count("Row ") == sum(lengths)


@pytest.mark.parametrize("kind", KINDS)
def test_a_graph_is_the_same_in_the_booklet_and_as_an_image(kind, tmp_path):
    level = {"averages": Fraction(4501, 3), "scores": 1500, "places": 3}.get(kind)
    graph = Graph(kind, ("1", "2", "3"), (1, 3, 2), level, "What is seen")
    pdf = printed(booklet(chapter(graph)), tmp_path)
    on_paper = {piece.text.strip() for piece in pieces(pdf)}
    with override("en"):
        image = ElementTree.fromstring(graph.svg())
    said = [node.text for node in image.iter("{http://www.w3.org/2000/svg}text")]
    assert said
    assert set(said) <= on_paper
    assert "What is seen" in on_paper


def test_a_gap_in_a_line_stays_a_gap_and_ranks_begin_at_the_top():
    with override("en"):
        lines = Graph("places", ("1", "2", "3", "4"), (4, None, 1, 2), 4).svg().decode()
    assert lines.count("<circle") == 3
    assert lines.count("<polyline") == 1
    axis = rank_axis(4)
    assert axis.share(1) == 1 > axis.share(2) > axis.share(4)


@given(st.lists(st.integers(-5000, 50_000), min_size=1, max_size=30), st.booleans())
def test_every_value_lies_on_its_axis(values, from_zero):
    axis = axis_for([abs(value) for value in values] if from_zero else values, from_zero=from_zero)
    for value in values:
        assert 0 <= axis.share(abs(value) if from_zero else value) <= 1
    assert 2 <= len(axis.ticks) <= 8
    assert axis.low % axis.step == axis.high % axis.step == 0


def test_graphs_without_anything_to_see_are_drawn_all_the_same():
    with override("en"):
        for kind in KINDS:
            assert Graph(kind, (), (), None).svg().startswith(b"<?xml")


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="a graph is one of"):
        Graph("cake", (), ())
    with pytest.raises(ValueError, match="a paragraph looks like"):
        Paragraph("x", "loud")
    with pytest.raises(ValueError, match="at least a chapter"):
        Booklet(HEADING, "x", (), ())


def test_a_workbook_has_a_sheet_of_each_table_and_text_the_first(tmp_path):
    from dataclasses import replace

    named = [
        replace(table(rows), heading=replace(HEADING, title=title))
        for title, rows in (("One", 2), ("Two", 3))
    ]
    made = Booklet(HEADING, "booklet", (chapter(Paragraph("x")),), tuple(named))
    with override("en"):
        for format in Format:
            render(made, format, tmp_path / filename_for(made, format))
    book = load_workbook(tmp_path / "de-vrije-slag-booklet-2026-10-06.xlsx")
    assert book.sheetnames == ["One", "Two", "About"]
    assert book["Two"].max_row == 4
    assert (
        (tmp_path / "de-vrije-slag-booklet-2026-10-06.csv").read_text("utf-8-sig").startswith("Name;Points")
    )
    assert (
        (tmp_path / "de-vrije-slag-booklet-2026-10-06-int.csv").read_text("utf-8").startswith("Name,Points")
    )


def test_the_mark_of_a_publication_stands_on_every_page_and_in_the_workbook(tmp_path):
    from dataclasses import replace

    marked = replace(table(120), heading=replace(HEADING, title="Standing", mark="Publication 4, replaces 3"))
    pdf = printed(marked, tmp_path)
    assert len(pdf.pages) > 1
    for page in range(len(pdf.pages)):
        assert "Publication 4, replaces 3" in [piece.text for piece in pieces(pdf, page)]
    with override("en"):
        render(marked, Format.XLSX, tmp_path / "book.xlsx")
    about = list(load_workbook(tmp_path / "book.xlsx")["About"].iter_rows(values_only=True))
    assert ("Publication", "Publication 4, replaces 3") in about
