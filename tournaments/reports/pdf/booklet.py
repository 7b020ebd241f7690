"""A booklet as PDF: blocks set below each other, tables broken between rows, headings kept with what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from django.utils.translation import gettext as _
from reportlab.graphics import renderPDF

from tournaments.reports.booklet import Block, Booklet, Chapter, Paragraph
from tournaments.reports.documents import TableReport
from tournaments.reports.history_plot import HistoryGraph
from tournaments.reports.pdf import fonts
from tournaments.reports.pdf.fonts import BOLD, OBLIQUE, REGULAR
from tournaments.reports.pdf.layout import LEADING, fitting, lay_out, printed_rows
from tournaments.reports.pdf.page import (
    BESIDE_CODE,
    FELT,
    FOOT,
    HEAD,
    INK,
    MARGIN,
    PORTRAIT,
    SOFT,
    Paper,
    Progress,
)
from tournaments.reports.pdf.table import put_rows, put_titles
from tournaments.reports.plots import HEIGHT, WIDTH, Graph

LOOKS = {
    "title": (15, BOLD, INK, 8),
    "heading": (12, BOLD, FELT, 12),
    "text": (10.5, REGULAR, INK, 4),
    "strong": (10.5, BOLD, INK, 4),
    "small": (9.5, OBLIQUE, SOFT, 3),
}
"""Type size, typeface, colour and room above, in points."""
AIR = 6
"""Points below a table."""
TOGETHER = 95
"""Points that must be left for a heading to stay on the page: its own and the first rows of a table."""
FEWEST = 2
"""So many rows of a table stand below its titles, or it begins on the next page."""

Piece = tuple[float, Callable[[Paper, float], None]]
"""How high something is, and what sets it below a height on the page."""


def write(booklet: Booklet, path: Path, progress: Progress) -> None:
    """Write the booklet to `path`; progress counts pages."""
    fonts.register()
    lower = BESIDE_CODE if booklet.link else 0
    pages = [
        page
        for number, chapter in enumerate(booklet.chapters)
        for page in _pages(chapter, 0 if number else lower)
    ]
    paper = Paper(path, booklet.heading, PORTRAIT, len(pages), progress)
    for pieces in pages:
        paper.start_page()
        first = paper.page == 1
        paper.head(booklet.link if first else None)
        top = TOP - (lower if first else 0)
        for height, put in pieces:
            put(paper, top)
            top -= height
        paper.foot()
        paper.end_page()
    paper.save()


TOP = PORTRAIT[1] - MARGIN - HEAD
BOTTOM = MARGIN + FOOT
LINE_WIDTH = PORTRAIT[0] - 2 * MARGIN


def _pages(chapter: Chapter, lower: float) -> Iterator[list[Piece]]:
    """The pieces of each page of a chapter, whose first begins so much lower; without blocks it is an empty page."""
    page: list[Piece] = []
    left = TOP - BOTTOM - lower
    for block in chapter.blocks:
        pieces = list(_pieces(block, left))
        for height, put in pieces:
            if page and (height > left or put is _new_page):
                yield page
                page, left = [], TOP - BOTTOM
            if put is not _new_page:
                page.append((height, put))
                left -= height
    yield page


def _new_page(_paper: Paper, _top: float) -> None:
    """Stands for a break of the page."""


def _pieces(block: Block, left: float) -> Iterator[Piece]:
    """What a block is set in, given how much of the page is left."""
    if isinstance(block, Paragraph):
        yield from _paragraph(block, left)
    elif isinstance(block, TableReport):
        yield from _table(block, left)
    else:
        yield from _graph(block)


def _paragraph(block: Paragraph, left: float) -> Iterator[Piece]:
    size, font, colour, above = LOOKS[block.look]
    if block.look in ("title", "heading") and left < TOGETHER:
        yield 0, _new_page
    lines = fonts.wrap(fonts.printable(block.text), font, size, LINE_WIDTH)
    for number, line in enumerate(lines):
        room = above if number == 0 else 0

        def put(paper: Paper, top: float, line: str = line, room: float = room) -> None:
            paper.put(MARGIN, top - room - size, line, size, font, colour, room=LINE_WIDTH)

        yield room + size * LEADING, put


def _table(report: TableReport, left: float) -> Iterator[Piece]:
    texts = printed_rows(report)
    layout = lay_out(report, texts, PORTRAIT)
    row, heights = layout.row_height, layout.heights(texts)
    start = 0
    while start < len(texts):
        end = fitting(heights, start, (left - layout.title_height - AIR) / row)
        if end - start < min(FEWEST, len(texts) - start) and left < TOP - BOTTOM:
            yield 0, _new_page
            left = TOP - BOTTOM
            continue
        end = max(end, start + 1)  # a row that is higher than a page
        rows = texts[start:end]

        def put(paper: Paper, top: float, rows: list[tuple[str, ...]] = rows) -> None:
            put_rows(paper, layout, rows, put_titles(paper, layout, top))

        height = layout.title_height + row * sum(heights[start:end]) + AIR
        yield height, put
        left -= height
        start = end
    notes = report.footnotes if texts else (_("Nothing to list yet."), *report.footnotes)
    for note in notes:
        yield from _paragraph(Paragraph(note, "small"), left)


def _graph(graph: Graph | HistoryGraph) -> Iterator[Piece]:
    """The graph with its caption above, which stays with it."""
    scale = LINE_WIDTH / WIDTH
    size, font, colour, above = LOOKS["heading"]
    lines = fonts.wrap(fonts.printable(graph.caption), font, size, LINE_WIDTH)
    head = above + size * LEADING * len(lines)

    def put(paper: Paper, top: float) -> None:
        for number, line in enumerate(lines):
            base = top - above - size - number * size * LEADING
            paper.put(MARGIN, base, line, size, font, colour, room=LINE_WIDTH)
        drawing = graph.drawing()
        drawing.scale(scale, scale)
        renderPDF.draw(drawing, paper.canvas, MARGIN, top - head - 4 - HEIGHT * scale)

    yield head + HEIGHT * scale + 12, put
