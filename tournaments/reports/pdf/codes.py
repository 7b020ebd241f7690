"""A list of codes as PDF: two columns of codes with the name they belong to, read downwards."""

from __future__ import annotations

from pathlib import Path

from tournaments.reports.documents import CodesReport, LabelledCode
from tournaments.reports.pdf import fonts
from tournaments.reports.pdf.fonts import BOLD
from tournaments.reports.pdf.page import FOOT, HEAD, LINE, MARGIN, PORTRAIT, Paper, Progress
from tournaments.reports.pdf.qr import put_link

ACROSS, DOWN = 2, 8
"""So few that a phone has one code in its view, not three."""
INTRO = 22
"""Points for the line above the codes."""
TYPE, LEAST, LEADING = 15, 9, 1.2
"""Type sizes of a label in points, and the distance of its lines as a share of them."""
WIDTH = (PORTRAIT[0] - 2 * MARGIN) / ACROSS
HEIGHT = (PORTRAIT[1] - 2 * MARGIN - HEAD - FOOT - INTRO) / DOWN
SIDE = HEIGHT - 4
"""Points along a code: 27 mm."""
MOST_LINES = 3


def write(report: CodesReport, path: Path, progress: Progress) -> None:
    """Write the list to `path`; progress counts pages."""
    fonts.register()
    on_a_page = ACROSS * DOWN
    parts = [report.codes[first : first + on_a_page] for first in range(0, len(report.codes), on_a_page)]
    paper = Paper(path, report.heading, PORTRAIT, len(parts), progress)
    for codes in parts:
        paper.start_page()
        paper.head()
        top = PORTRAIT[1] - MARGIN - HEAD
        paper.put(MARGIN, top - 8, report.intro, 12, room=PORTRAIT[0] - 2 * MARGIN)
        down = min(DOWN, len(codes))
        for place, code in enumerate(codes):
            across, row = divmod(place, down)
            _put(paper, code, MARGIN + across * WIDTH, top - INTRO - row * HEIGHT)
        paper.foot()
        paper.end_page()
    paper.save()


def _put(paper: Paper, code: LabelledCode, left: float, top: float) -> None:
    """One code with its label beside it, in the middle of its height."""
    paper.rule(left, left + WIDTH - 10, top, 0.4, LINE)
    put_link(paper, left, top - HEIGHT + 2, code.address, SIDE)
    at, room = left + SIDE + 8, WIDTH - SIDE - 18
    size, lines = _fitted(code.label, room)
    base = top - HEIGHT / 2 + LEADING * size * (len(lines) - 1) / 2 - 0.35 * size
    for number, line in enumerate(lines):
        paper.put(at, base - number * LEADING * size, line, size, BOLD, room=room)


def _fitted(label: str, room: float) -> tuple[float, list[str]]:
    """The type size at which a label takes few enough lines, none too wide, and those lines."""
    text, size = fonts.printable(label), float(TYPE)
    while size > LEAST and not _fits(fonts.wrap(text, BOLD, size, room), size, room):
        size -= 0.5
    return size, fonts.wrap(text, BOLD, size, room)


def _fits(lines: list[str], size: float, room: float) -> bool:
    return len(lines) <= MOST_LINES and all(fonts.width(line, BOLD, size) <= room for line in lines)
