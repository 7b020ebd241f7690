"""Who meets whom as PDF: a square of small figures, over more pages when there are many people."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from tournaments.reports.documents import MatrixReport
from tournaments.reports.pdf import fonts
from tournaments.reports.pdf.fonts import BOLD, OBLIQUE
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
"""People on a page, down and across."""
NAMES, MOST_NAMES = 130, 280
"""Points for the names, left of the square: at least, and when there is room."""
LARGEST = 26
"""Points of the side of a cell, when there are few people."""


def write(report: MatrixReport, path: Path, progress: Progress) -> None:
    """Write the matrix to `path`; progress counts pages."""
    fonts.register()
    size = len(report.people)
    blocks = [range(first, min(first + MOST, size)) for first in range(0, size, MOST)]
    paper = Paper(path, report.heading, LANDSCAPE, len(blocks) ** 2, progress)
    for rows, columns in product(blocks, blocks):
        paper.start_page()
        paper.head()
        _square(paper, report, rows, columns)
        paper.put(MARGIN, MARGIN + FOOT - 6, report.legend, 8.5, OBLIQUE, SOFT)
        paper.foot()
        paper.end_page()
    paper.save()


def _square(paper: Paper, report: MatrixReport, rows: range, columns: range) -> None:
    """The rows of some people against the columns of some, every fifth line heavier."""
    width, height = paper.size
    top = height - MARGIN - HEAD
    across = min(LARGEST, (width - 2 * MARGIN - NAMES) / len(columns))
    down = min(LARGEST, (top - MARGIN - FOOT - 10) / (len(rows) + 1))
    type_size = min(9.5, 0.62 * down)
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
        paper.put(MARGIN + 19, base, name, type_size, room=names - 24)
        for at, column in enumerate(columns):
            x = left + at * across
            if row == column:
                paper.canvas.setFillColor(SHADE)
                paper.canvas.rect(x, bottom, across, down, stroke=0, fill=1)
            elif text := report.cells[row][column]:
                paper.put(x + across / 2, base, text, type_size, room=across - 1, align="centre")
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
