"""House rules as PDF: one sheet of A4, the parts of the game in the margin, a mark at what differs."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from reportlab.lib.units import mm

from tournaments.reports.documents import HouseRules
from tournaments.reports.house_rules import MARK
from tournaments.reports.pdf import fonts
from tournaments.reports.pdf.fonts import BOLD, OBLIQUE, REGULAR
from tournaments.reports.pdf.page import FELT, FOOT, HEAD, INK, MARGIN, PORTRAIT, SOFT, Paper, Progress

LARGEST, SMALLEST, STEP = 11.0, 6.0, 0.25
TITLES = 34 * mm
"""Room for the name of a part, left of its rules."""
HANG = 1.4
"""Room for the mark before a rule, in ems; so are the next three."""
LEADING = 1.32
BETWEEN_RULES = 0.28
BETWEEN_PARTS = 1.1


@dataclass(frozen=True, slots=True)
class Placed:
    """A rule in lines."""

    lines: tuple[str, ...]
    differs: bool

    @property
    def font(self) -> str:
        return BOLD if self.differs else REGULAR


def write(document: HouseRules, path: Path, progress: Progress) -> None:
    """Write the rules to `path`, in the largest type in which they fit on one page."""
    fonts.register()
    size = next(size for size in _sizes() if _height(document, size) <= _room() or size == SMALLEST)
    paper = Paper(path, document.heading, PORTRAIT, 1, progress)
    paper.start_page()
    paper.head()
    _parts(paper, document, size)
    paper.foot()
    paper.end_page()
    paper.save()


def _sizes() -> Iterator[float]:
    size = LARGEST
    while size > SMALLEST:
        yield size
        size -= STEP
    yield SMALLEST


def _room() -> float:
    return PORTRAIT[1] - 2 * MARGIN - HEAD - FOOT


def _place(document: HouseRules, size: float) -> list[tuple[str, list[Placed]]]:
    width = PORTRAIT[0] - 2 * MARGIN - TITLES - HANG * size
    placed = []
    for section in document.sections:
        rules = []
        for line in section.lines:
            font = BOLD if line.differs else REGULAR
            rules.append(
                Placed(tuple(fonts.wrap(fonts.printable(line.text), font, size, width)), line.differs)
            )
        placed.append((section.title, rules))
    return placed


def _height(document: HouseRules, size: float) -> float:
    """What all parts and the legend take, in points."""
    ems = 0.0
    for _title, rules in _place(document, size):
        ems += BETWEEN_PARTS + sum(len(rule.lines) * LEADING + BETWEEN_RULES for rule in rules)
    return (ems + 2 * LEADING) * size


def _parts(paper: Paper, document: HouseRules, size: float) -> None:
    left, right = MARGIN, paper.size[0] - MARGIN
    y = paper.size[1] - MARGIN - HEAD
    for number, (title, rules) in enumerate(_place(document, size)):
        if number:
            paper.rule(left, right, y - 0.35 * BETWEEN_PARTS * size)
        y -= BETWEEN_PARTS * size
        paper.put(left, y - size, title, size, BOLD, FELT, room=TITLES - size)
        for rule in rules:
            if rule.differs:
                paper.put(left + TITLES, y - size, MARK, size, REGULAR, FELT)
            for line in rule.lines:
                paper.put(left + TITLES + HANG * size, y - size, line, size, rule.font, INK)
                y -= LEADING * size
            y -= BETWEEN_RULES * size
    paper.put(left, MARGIN + FOOT, document.legend, size, OBLIQUE, SOFT)
