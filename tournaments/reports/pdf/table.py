"""A TableReport as PDF."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.reports.documents import TableReport
from tournaments.reports.figures import AWARDED_MARK
from tournaments.reports.pdf import fonts
from tournaments.reports.pdf.fonts import BOLD, OBLIQUE
from tournaments.reports.pdf.layout import (
    LEADING,
    LINE_BOX,
    TITLE,
    Band,
    Layout,
    lay_out,
    pages,
    printed_rows,
)
from tournaments.reports.pdf.page import BESIDE_CODE, CAPITAL, FELT, INK, LINE, MARGIN, SOFT, Paper, Progress

if TYPE_CHECKING:
    from reportlab.pdfgen.textobject import PDFTextObject

LINE_TOP = 0.73
"""The height of a capital above its baseline, as a share of the size of its line."""


def write(report: TableReport, path: Path, progress: Progress) -> None:
    """Write the table to `path`; progress counts pages."""
    fonts.register()
    texts = printed_rows(report)
    layout = lay_out(report, texts)
    notes = [
        line
        for note in (report.footnotes if report.rows else [_("Nothing to list yet.")])
        for line in fonts.wrap(fonts.printable(note), OBLIQUE, layout.footnote_size, layout.line_width)
    ]
    tail = (len(notes) + 1) * layout.footnote_size * LEADING / layout.row_height if notes else 0
    lower = BESIDE_CODE if report.link else 0
    heights = layout.heights(texts)
    breaks = pages(heights, tail, layout.capacity, layout.fits_below(lower))
    paper = Paper(path, report.heading, layout.page, len(breaks), progress)
    for rows in breaks:
        paper.start_page()
        first = paper.page == 1
        paper.head(report.link if first else None)
        titles = put_titles(paper, layout, layout.body_top - (lower if first else 0))
        bottom = put_rows(paper, layout, texts[rows.start : rows.stop], titles)
        if rows is breaks[-1]:
            if report.totals:
                above = bottom + heights[-1] * layout.row_height
                paper.rule(MARGIN, layout.page[0] - MARGIN, above, 0.8, FELT)
            _footnotes(paper, layout, notes, bottom)
        paper.foot()
        paper.end_page()
    paper.save()


def put_titles(paper: Paper, layout: Layout, top: float) -> float:
    """Set the titles of the columns below `top`; returns their lower edge."""
    size = layout.size * TITLE
    base = top - layout.title_height + 0.5 * layout.size
    for band in layout.bands:
        for line, text in enumerate(reversed(band.title)):
            x, align = (band.left + band.width, "right") if band.right_aligned else (band.left, "left")
            paper.put(x, base + line * size * 1.25, text, size, BOLD, FELT, room=band.width, align=align)
    bottom = top - layout.title_height
    paper.rule(MARGIN, layout.page[0] - MARGIN, bottom, 0.8, FELT)
    return bottom


def put_rows(paper: Paper, layout: Layout, texts: list[tuple[str, ...]], top: float) -> float:
    """Set rows of one page below `top` in one text object, hairlines under them; returns the lower edge."""
    canvas, right = paper.canvas, layout.page[0] - MARGIN
    edges = [top]
    for height in layout.heights(texts):
        edges.append(edges[-1] - height * layout.row_height)
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.4)
    canvas.lines([(MARGIN, edge, right, edge) for edge in edges[1:]])
    ink = _Ink(canvas.beginText())
    for cells, (upper, lower) in zip(texts, pairwise(edges), strict=True):
        for band in layout.bands:
            if text := cells[band.index]:
                put = _put_figure if band.right_aligned else _put_text
                put(ink, layout, band, text, (upper + lower) / 2)
    canvas.drawText(ink.text)
    return edges[-1]


class _Ink:
    """Sets lines in one text object, and changes the type only where it is another."""

    def __init__(self, text: PDFTextObject) -> None:
        self.text = text
        self.text.setFillColor(INK)
        self.current: tuple[str, float] | None = None

    def put(self, font: str, size: float, x: float, base: float, line: str) -> None:
        if self.current != (font, size):
            self.current = font, size
            self.text.setFont(font, size)
        self.text.setTextOrigin(x, base)
        self.text.textLine(line)  # unlike textOut this does not measure again


def _put_figure(ink: _Ink, layout: Layout, band: Band, text: str, middle: float) -> None:
    """A figure at the right of its column; the mark of what was not played hangs beside it."""
    mark = AWARDED_MARK if text.endswith(AWARDED_MARK) else ""
    text, size, width = fonts.fit(text.removesuffix(mark), band.font, layout.size, band.width + 0.01)
    ink.put(band.font, size, band.left + band.width - width, middle - CAPITAL * layout.size, text + mark)


def _put_text(ink: _Ink, layout: Layout, band: Band, text: str, middle: float) -> None:
    """A text in as many lines as it takes, around the middle of its row."""
    size, lines = layout.set_text(band, text)
    if len(lines) == 1:
        ink.put(band.font, size, band.left, middle - CAPITAL * layout.size, text)
        return
    apart = layout.line_apart(size)
    base = middle + ((len(lines) - 1) * apart + LINE_BOX * size) / 2 - LINE_TOP * size
    for line in lines:
        ink.put(band.font, size, band.left, base, line)
        base -= apart


def _footnotes(paper: Paper, layout: Layout, lines: list[str], bottom: float) -> None:
    size = layout.footnote_size
    for number, line in enumerate(lines, 1):
        paper.put(MARGIN, bottom - 0.4 * size - number * size * LEADING, line, size, OBLIQUE, SOFT)
