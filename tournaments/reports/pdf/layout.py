"""Where the columns of a table go, and which rows stand on which page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.reports.documents import Kind, TableReport
from tournaments.reports.figures import AWARDED_MARK, on_paper
from tournaments.reports.pdf import fonts
from tournaments.reports.pdf.fonts import BOLD, REGULAR
from tournaments.reports.pdf.page import FOOT, HEAD, LANDSCAPE, MARGIN, PORTRAIT, Size

GAP = 0.8
"""Room between two columns, as a share of the type size."""
AMPLE, LEAST, MOST = 11.4, 10, 15
"""Widths of a text column in ems: what the choice of the page reckons with, what it gets at least,
and where it stops growing for the sake of a few long texts."""
SLIGHTLY_SMALLER = 0.955
"""How far the type may shrink to keep a table upright."""
TITLE = 0.8
"""Column titles, as a share of the type size; so are the height of a row and the footnotes."""
ROW = 1.65
FOOTNOTE = 0.95
LINE_APART = 0.8
"""The distance of the lines of a cell, as a share of the type size of the table."""
SOLID = 1.05
"""The least distance of lines, as a share of the size they are set in themselves."""
LINE_BOX = 0.93
"""From the top of a capital to the foot of a letter that hangs, as a share of the size."""
NARROW, AIR = 0.08, 0.3
"""Room above and below lines, as a share of the type size of the table: what is enough for two lines in a usual row, and
what a row that grows has."""
LEADING = 1.45
KEEP = 3
"""At least so many rows stand with the footnotes when those need a new page."""


@dataclass(frozen=True, slots=True)
class Band:
    """A column on paper: its index in the rows, its left edge and width, its title in lines."""

    index: int
    left: float
    width: float
    right_aligned: bool
    font: str
    title: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of a table, the same on every page of it."""

    page: Size
    size: float
    bands: tuple[Band, ...]
    title_height: float

    @property
    def row_height(self) -> float:
        return self.size * ROW

    def fits_below(self, lower: float) -> int:
        """Usual rows on a page whose body begins so many points lower."""
        room = self.page[1] - 2 * MARGIN - HEAD - FOOT - self.title_height - lower
        return int(room / self.row_height)

    @property
    def capacity(self) -> int:
        """Usual rows on a page."""
        return self.fits_below(0)

    def set_text(self, band: Band, text: str) -> tuple[float, list[str]]:
        """The type size and the lines in which a text stands in its column, whole."""
        return fonts.in_lines(text, band.font, self.size, band.width + 0.01, least=fonts.LEGIBLE)

    def line_apart(self, size: float) -> float:
        """The distance of the lines of a cell that are set in this size, in points."""
        return max(self.size * LINE_APART, size * SOLID)

    def heights(self, texts: Sequence[tuple[str, ...]]) -> list[float]:
        """How high each row is, in usual rows: in one there is room for two lines."""
        bands = [band for band in self.bands if not band.right_aligned]
        return [
            max((self._height(band, cells[band.index]) for band in bands), default=1.0) for cells in texts
        ]

    def _height(self, band: Band, text: str) -> float:
        if fonts.width(text, band.font, self.size) <= band.width:
            return 1.0
        size, lines = self.set_text(band, text)
        if len(lines) == 1:
            return 1.0
        block = (len(lines) - 1) * self.line_apart(size) + size * LINE_BOX
        if block + 2 * NARROW * self.size <= self.row_height:
            return 1.0
        return (block + 2 * AIR * self.size) / self.row_height

    @property
    def line_width(self) -> float:
        return self.page[0] - 2 * MARGIN

    @property
    def footnote_size(self) -> float:
        return self.size * FOOTNOTE

    @property
    def body_top(self) -> float:
        return self.page[1] - MARGIN - HEAD


def lay_out(report: TableReport, texts: list[tuple[str, ...]], on: Size | None = None) -> Layout:
    """Measure a table: upright if that gives every column ample room, else across, else smaller.

    `texts` are the printed cells of all rows and the totals. `on`: the page, where there is nothing to choose.
    """
    indexes = [index for index, column in enumerate(report.columns) if column.on_paper]
    natural = {index: _natural_width(report, texts, index) for index in indexes}
    flexible = {index for index in indexes if report.columns[index].kind is Kind.TEXT}
    ample = sum(min(natural[i], AMPLE) if i in flexible else natural[i] for i in indexes)
    least = sum(min(natural[i], LEAST) if i in flexible else natural[i] for i in indexes)

    upright = report.size * SLIGHTLY_SMALLER <= _size_to_fill(PORTRAIT, ample)
    page = on or (PORTRAIT if upright else LANDSCAPE)
    size = min(report.size, _size_to_fill(page, ample if page is PORTRAIT and not on else least))
    widths = _share_out(natural, flexible, (page[0] - 2 * MARGIN) / size + GAP)
    bands = tuple(_bands(report, indexes, widths, size))
    title_height = max(len(band.title) for band in bands) * size * TITLE * 1.25 + 0.5 * size
    return Layout(page, size, bands, title_height)


def pages(
    heights: Sequence[float], tail: float, capacity: float, on_first: float | None = None
) -> list[range]:
    """The rows of each page, given how high each is and how much a page holds, and the first one; `tail`: the height of
    the footnotes that follow the last row.

    >>> pages([1] * 5, 0, 4), pages([1] * 4, 2, 4), pages([], 1, 4), pages([1] * 5, 0, 4, 3)
    ([range(0, 4), range(4, 5)], [range(0, 1), range(1, 4)], [range(0, 0)], [range(0, 3), range(3, 5)])
    >>> pages([1, 2.5, 1, 1], 0, 4)
    [range(0, 2), range(2, 4)]
    """
    room = capacity if on_first is None else on_first
    breaks = [range(fitting(heights, 0, room))]
    while breaks[-1].stop < len(heights):
        start, room = breaks[-1].stop, capacity
        breaks.append(range(start, max(fitting(heights, start, room), start + 1)))
    last = breaks[-1]
    if sum(heights[last.start : last.stop]) + tail > room and len(last) > KEEP:
        split = last.stop - KEEP
        breaks[-1:] = [range(last.start, split), range(split, last.stop)]
    return breaks


def fitting(heights: Sequence[float], start: int, room: float) -> int:
    """Where the rows end that fit into so much room, from `start` on."""
    used = 0.0
    for at in range(start, len(heights)):
        used += heights[at]
        if used > room + 1e-9:
            return at
    return len(heights)


def _size_to_fill(page: Size, ems: float) -> float:
    """The type size at which columns of so many ems fill the page; the last one needs no gap."""
    return (page[0] - 2 * MARGIN) / (ems - GAP)


def _natural_width(report: TableReport, texts: list[tuple[str, ...]], index: int) -> float:
    """What a column wants, in units of the type size: its widest cell or the longest word of its title."""
    column = report.columns[index]
    font = BOLD if column.strong else REGULAR
    distinct = {row[index].removesuffix(AWARDED_MARK) for row in texts}
    cells = max((fonts.width(text, font, 1) for text in distinct), default=0)
    words = max(fonts.width(word, BOLD, TITLE) for word in column.title.split(" "))
    most = MOST if column.kind is Kind.TEXT else float("inf")
    return min(max(cells, words) + GAP, most)


def _share_out(natural: dict[int, float], flexible: set[int], room: float) -> dict[int, float]:
    """Widths that fill the room: texts grow from their least towards what they want, then all grow alike."""
    widths = {i: min(want, LEAST) if i in flexible else want for i, want in natural.items()}
    spare = max(room - sum(widths.values()), 0)
    wanted = sum(natural.values()) - sum(widths.values())
    share = min(spare / wanted, 1) if wanted > 0 else 0
    widths = {i: width + share * (natural[i] - width) for i, width in widths.items()}
    even = (room - sum(widths.values())) / len(widths)
    return {i: width + max(even, 0) for i, width in widths.items()}


def _bands(report: TableReport, indexes: list[int], widths: dict[int, float], size: float) -> Iterator[Band]:
    left = MARGIN
    for index in indexes:
        column = report.columns[index]
        room = widths[index] * size
        inner = room - GAP * size
        yield Band(
            index=index,
            left=left,
            width=inner,
            right_aligned=column.kind is not Kind.TEXT,
            font=BOLD if column.strong else REGULAR,
            title=tuple(fonts.wrap(column.title, BOLD, size * TITLE, inner + 0.01)),
        )
        left += room


def printed_rows(report: TableReport) -> list[tuple[str, ...]]:
    """The cells of all rows, and of the totals as the last one, as they are printed."""
    rows = [*report.rows, report.totals] if report.totals else report.rows
    return [
        tuple(
            fonts.printable(cell) if isinstance(cell, str) else on_paper(column, cell)
            for column, cell in zip(report.columns, row, strict=True)
        )
        for row in rows
    ]
