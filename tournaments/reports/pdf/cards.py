"""Cards to be cut out as PDF: as many on an A4 as fit, with dashed lines to cut along."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tournaments.reports.documents import CardsReport, PaperCard
from tournaments.reports.figures import short_date
from tournaments.reports.pdf import fonts
from tournaments.reports.pdf.fonts import BOLD, REGULAR
from tournaments.reports.pdf.page import FELT, INK, LINE, PORTRAIT, SOFT, Paper, Progress
from tournaments.reports.pdf.qr import SIZE, put_link

EDGE = 20
"""Points of white around the sheet; most printers need 12."""
FOOT = 12
PAD = 12
"""Points of white inside a card."""
HEAD, SUBTITLE, TITLES, NOTE = 34, 13, 16, 20
"""Heights in points of the parts of a card; the rows come on top of that."""
TITLE_LINE = 17
"""Points for a title in more than one line."""
LEADING, BETWEEN = 11.5, 5
TYPE = 9.5
GAP = 5
"""Points between two columns."""
IN_HEAD = 54
"""Points along the side of a code in the head of a card with rows: 19 mm, for a card in the hand."""
SLIP_ROOM = 16
"""More air on a card without rows."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the cards stand on a sheet: so many across and down, each `width` by `height` points."""

    across: int
    down: int
    width: float
    height: float

    @property
    def on_a_sheet(self) -> int:
        return self.across * self.down


def write(report: CardsReport, path: Path, progress: Progress) -> None:
    """Write the cards to `path`; progress counts pages."""
    fonts.register()
    grid = _grid(report)
    step = grid.on_a_sheet
    sheets = [report.cards[first : first + step] for first in range(0, len(report.cards), step)]
    paper = Paper(path, report.heading, PORTRAIT, len(sheets), progress)
    for cards in sheets:
        paper.start_page()
        for place, card in enumerate(cards):
            down, across = divmod(place, grid.across)
            left = EDGE + across * grid.width
            top = PORTRAIT[1] - EDGE - down * grid.height
            _Card(paper, report, card, left, top, grid).draw()
        _cut_lines(paper, grid, len(cards))
        _foot(paper)
        paper.end_page()
    paper.save()


def _grid(report: CardsReport) -> Grid:
    """As many cards down as fit; they share what is left, but a slip does not become a poster."""
    width = (PORTRAIT[0] - 2 * EDGE) / report.across
    room = PORTRAIT[1] - 2 * EDGE - FOOT
    needed = max(_height(report, card) for card in report.cards)
    down = max(1, int(room // needed))
    return Grid(report.across, down, width, min(room / down, 1.25 * needed, room))


def _height(report: CardsReport, card: PaperCard) -> float:
    rows = sum(_row_height(_set(report, row)) for row in card.rows)
    return (
        2 * PAD
        + _head_height(card)
        + (TITLES + rows if card.rows else SLIP_ROOM)
        + (NOTE if card.note else 0)
        + (SIZE if card.link and not card.rows else 0)
    )


def _head_height(card: PaperCard) -> float:
    height = HEAD + (SUBTITLE if card.subtitle else 0)
    return max(height, IN_HEAD + 2) if card.link and card.rows else height


Line = tuple[str, float, str]
"""A line of a cell with its type size and typeface."""


def _edges(report: CardsReport) -> list[tuple[float, float]]:
    """Where every column begins in a card, and how wide it is."""
    width = (PORTRAIT[0] - 2 * EDGE) / report.across - 2 * PAD
    scale = (width - GAP * (len(report.shares) - 1)) / sum(report.shares)
    edges, x = [], 0.0
    for share in report.shares:
        edges.append((x, share * scale))
        x += share * scale + GAP
    return edges


def _set(report: CardsReport, row: tuple[str, ...]) -> list[list[Line]]:
    """The lines of each cell of a row: those that it has, and more where one of them is too long for its column."""
    cells = []
    for place, (cell, (_left, width)) in enumerate(zip(row, _edges(report), strict=True)):
        font = BOLD if place < len(row) - 2 else REGULAR
        fitted = [fonts.in_lines(fonts.printable(line), font, TYPE, width) for line in cell.split("\n")]
        cells.append([(line, size, font) for size, lines in fitted for line in lines])
    return cells


def _row_height(cells: list[list[Line]]) -> float:
    return LEADING * max(map(len, cells)) + BETWEEN


class _Card:
    """One card, drawn from the top down; a card that is too long for a sheet is drawn smaller."""

    def __init__(
        self, paper: Paper, report: CardsReport, card: PaperCard, left: float, top: float, grid: Grid
    ) -> None:
        self.paper, self.report, self.card = paper, report, card
        self.left, self.right = left + PAD, left + grid.width - PAD
        self.top, self.bottom = top - PAD, top - grid.height + PAD
        self.scale = min(1, grid.height / _height(report, card))

    def draw(self) -> None:
        self._head()
        if self.card.rows:
            self._rows(self.top - _head_height(self.card))
        if self.card.link and not self.card.rows:
            put_link(self.paper, self.right - SIZE, self.bottom, self.card.link)
        if self.card.note:
            at = self.top - _head_height(self.card) - SLIP_ROOM if not self.card.rows else self.bottom
            self.paper.put(self.left, at, self.card.note, TYPE, colour=INK, room=self.right - self.left)

    def _head(self) -> None:
        """The name, what it belongs to, and at the right the number."""
        card, put, heading = self.card, self.paper.put, self.paper.heading
        right = self.right
        if card.link and card.rows:
            right -= IN_HEAD + 6
            put_link(self.paper, right + 6, self.top - IN_HEAD, card.link, IN_HEAD)
        used = put(right, self.top - 24, card.mark, 28, BOLD, FELT, align="right") if card.mark else 0
        room = right - self.left - used - 8
        whole = self.paper.put_whole
        whole(self.left, self.top - 13, card.title, 14, BOLD, room=room, height=TITLE_LINE)
        if card.subtitle:
            whole(self.left, self.top - 28, card.subtitle, 11, REGULAR, INK, room=room, height=SUBTITLE)
        what = f"{heading.club} · {short_date(heading.date)}"
        put(self.left, self.top - (40 if card.subtitle else 27), what, 7.5, REGULAR, SOFT, room=room)
        if card.rows:
            self.paper.rule(self.left, self.right, self.top - _head_height(card), 0.8, FELT)

    def _rows(self, top: float) -> None:
        edges = [(self.left + left, width) for left, width in _edges(self.report)]
        base = top - 0.75 * TITLES * self.scale
        for title, (left, width) in zip(self.report.titles, edges, strict=True):
            self.paper.put(left, base, title, 0.8 * TYPE * self.scale, BOLD, SOFT, room=width)
        y = top - TITLES * self.scale
        for row in self.card.rows:
            cells = _set(self.report, row)
            self.paper.rule(self.left, self.right, y, 0.4, LINE)
            self._row(cells, edges, y)
            y -= _row_height(cells) * self.scale

    def _row(self, cells: list[list[Line]], edges: list[tuple[float, float]], top: float) -> None:
        """The cells of a row, those of one line in the middle of it."""
        most = max(map(len, cells))
        for lines, (left, width) in zip(cells, edges, strict=True):
            down = (most - len(lines)) / 2
            for number, (text, size, font) in enumerate(lines):
                y = top - (BETWEEN / 2 + LEADING * (number + down + 0.8)) * self.scale
                self.paper.put(left, y, text, size * self.scale, font, room=width)


def _cut_lines(paper: Paper, grid: Grid, cards: int) -> None:
    """Dashed lines between the cards, as far as there are any."""
    canvas, (width, height) = paper.canvas, paper.size
    down = -(-cards // grid.across)
    bottom = height - EDGE - down * grid.height
    canvas.saveState()
    canvas.setStrokeColor(SOFT)
    canvas.setLineWidth(0.4)
    canvas.setDash(2, 3)
    for across in range(1, grid.across):
        x = EDGE + across * grid.width
        canvas.line(x, bottom, x, height - EDGE / 2)
    for row in range(1, down + 1):
        y = height - EDGE - row * grid.height
        canvas.line(EDGE / 2, y, width - EDGE / 2, y)
    canvas.restoreState()


def _foot(paper: Paper) -> None:
    end = f"{paper.printed()} · {paper.page_of()}"
    paper.put(paper.size[0] - EDGE, EDGE - 6, end, 7, colour=SOFT, align="right")
