"""Who meets whom as PDF: a square of small figures, over more pages when there are many people."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from klaverclub.templatetags.figures import figure, signed
from tournaments.reports.documents import MatrixReport
from tournaments.reports.pdf import fonts
from tournaments.reports.pdf.fonts import BOLD, OBLIQUE, REGULAR
from tournaments.reports.pdf.page import (
    FELT,
    FOOT,
    HEAD,
    LANDSCAPE,
    LINE,
    MARGIN,
    SHADE,
    SOFT,
    Paper,
    Progress,
)

MOST = 40
"""People on a page, down and across: at most, and fewer across where the cells are wide."""
NAMES, MOST_NAMES = 130, 280
"""Points for the names, left of the square: at least, and when there is room or a name needs it."""
BESIDE_NAME = 24
"""Points of these for the number before a name and the air behind it."""
LARGEST = 26
"""Points of the side of a cell, when there are few people and the cells are short."""
TYPE, SMALLEST_TYPE = 9.5, 6.0
"""Points of the figures in the cells: when there is room, and at least."""
AIR = 2
"""Points between a figure and the lines beside it, together."""

Texts = list[tuple[str, ...]]
"""What is printed in each cell, "" for nothing."""


def write(report: MatrixReport, path: Path, progress: Progress) -> None:
    """Write the matrix to `path`; progress counts pages. No figure is ever shortened: wide ones take more pages."""
    fonts.register()
    texts = [tuple(_text(report, cell) for cell in row) for row in report.cells]
    widest = max((fonts.width(text, REGULAR, 1) for row in texts for text in row), default=0)
    room = LANDSCAPE[0] - 2 * MARGIN - _for_names(report)
    down, across = _blocks(len(texts), MOST), _blocks(len(texts), _most_across(widest, room))
    paper = Paper(path, report.heading, LANDSCAPE, len(down) * len(across), progress)
    for rows, columns in product(down, across):
        paper.start_page()
        paper.head()
        _square(paper, report, texts, rows, columns, widest, room)
        paper.put(MARGIN, MARGIN + FOOT - 6, report.legend, 8.5, OBLIQUE, SOFT)
        paper.foot()
        paper.end_page()
    paper.save()


def _text(report: MatrixReport, cell: int | str | None) -> str:
    if cell is None or isinstance(cell, str):
        return cell or ""
    return signed(cell) if report.signed else figure(cell)


def _for_names(report: MatrixReport) -> float:
    """Points that the names need to stand on one line each; a longer one takes two in the most there is."""
    size = TYPE * fonts.SMALLEST
    needed = max((fonts.width(name, REGULAR, size) for _number, name in report.people), default=0)
    return min(max(needed + BESIDE_NAME, NAMES), MOST_NAMES)


def _most_across(widest: float, room: float) -> int:
    """How many columns fit into so many points, given the width of the widest cell in ems."""
    return max(1, min(MOST, int(room / (widest * SMALLEST_TYPE + AIR))))


def _blocks(size: int, most: int) -> list[range]:
    """People in blocks of at most so many.

    >>> _blocks(5, 3), _blocks(0, 3)
    ([range(0, 3), range(3, 5)], [])
    """
    return [range(first, min(first + most, size)) for first in range(0, size, most)]


def _square(
    paper: Paper,
    report: MatrixReport,
    texts: Texts,
    rows: range,
    columns: range,
    widest: float,
    room: float,
) -> None:
    """The rows of some people against the columns of some, which get so much room; every fifth line heavier."""
    width, height = paper.size
    top = height - MARGIN - HEAD
    across = min(max(LARGEST, widest * TYPE + AIR), room / len(columns))
    down = min(LARGEST, (top - MARGIN - FOOT - 10) / (len(rows) + 1))
    type_size = min(TYPE, 0.62 * down)
    cell_size = min(type_size, (across - AIR) / widest) if widest else type_size
    names = min(MOST_NAMES, width - 2 * MARGIN - across * len(columns))
    left, first = MARGIN + names, top - down
    for place, column in enumerate(columns):
        x = left + (place + 0.5) * across
        number = str(report.people[column][0])
        paper.put(x, first + 0.3 * down, number, type_size, BOLD, FELT, room=across, align="centre")
    for place, row in enumerate(rows):
        bottom = first - (place + 1) * down
        base = bottom + 0.3 * down
        number, name = report.people[row]
        paper.put(MARGIN + 14, base, str(number), type_size, BOLD, FELT, align="right")
        paper.put_whole(MARGIN + 19, base, name, type_size, room=names - BESIDE_NAME, height=down - AIR)
        for at, column in enumerate(columns):
            x = left + at * across
            if row == column:
                paper.canvas.setFillColor(SHADE)
                paper.canvas.rect(x, bottom, across, down, stroke=0, fill=1)
            elif text := texts[row][column]:
                paper.put(x + across / 2, base, text, cell_size, align="centre")
    _lines(paper, left, first, across, down, rows, columns)


def _lines(
    paper: Paper, left: float, top: float, across: float, down: float, rows: range, columns: range
) -> None:
    right, bottom = left + len(columns) * across, top - len(rows) * down
    for place in range(len(rows) + 1):
        thickness, colour = (0.7, SOFT) if place % 5 == 0 else (0.3, LINE)
        paper.rule(MARGIN, right, top - place * down, thickness, colour)
    canvas = paper.canvas
    for place in range(len(columns) + 1):
        thickness, colour = (0.7, SOFT) if place % 5 == 0 else (0.3, LINE)
        canvas.setStrokeColor(colour)
        canvas.setLineWidth(thickness)
        canvas.line(left + place * across, bottom, left + place * across, top)
