"""The paper score sheet of a relative: who made trumps, and for each side points, melds, bela and how it stands."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from klaverclub.templatetags.cards import SUITS
from tournaments.reports.documents import GameSlip
from tournaments.reports.pdf import fonts
from tournaments.reports.pdf.fonts import BOLD, REGULAR
from tournaments.reports.pdf.page import FELT, INK, LINE, SOFT, Paper
from tournaments.reports.pdf.sheet import EDGE, HEAD, NAMES, SIGN, TITLES, TOTAL, Sheet
from tournaments.reports.slips import box_title

NO_TRUMPS = "NT"
DEAL, DEALER, MAKER, SUIT = 30, 38, 22, 16
"""Widths in shares of the line; maker for each side, suit for each suit."""
NOTE, NOTES = 7.5, 2
"""Type size of the notes, and how many lines of them stand above the signatures at no cost of the deals."""
NOTE_LINE = 9
BOX = {"points": 46, "melds": 42, "roem": 42, "bela": 24, "stand": 50}
"""The columns of a side."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The edges of the columns in points from the left of the page; of each side five, the last is the next one's first."""

    deal: float
    dealer: float
    maker: float
    trumps: float
    sides: tuple[tuple[float, ...], ...]


class GameSheet(Sheet):
    """The sheet of a match; the totals run along with the deals, so it can end at any of them."""

    def __init__(self, paper: Paper, slip: GameSlip, left: float, width: float) -> None:
        room = width - 2 * EDGE
        notes = [fonts.wrap(fonts.printable(note), REGULAR, NOTE, room) for note in slip.notes]
        self.notes = [line for lines in notes for line in lines]
        self.more_notes = NOTE_LINE * max(0, len(self.notes) - NOTES)
        super().__init__(paper, slip, left, width, sums=TOTAL + self.more_notes)
        self.slip = slip
        self.grid = _grid(self.left, self.right, slip)

    def draw(self) -> None:
        self.head(self.slip)
        self._names(self.top - HEAD)
        first = self.top - HEAD - NAMES - TITLES
        last = first - self.slip.deals * self.row
        self._titles(first)
        self._deals(first)
        self.paper.rule(self.left, self.right, last, 0.8, FELT)
        self.paper.put(self.left, last - TOTAL + 8, _("TOTAL"), 12, BOLD)
        self.paper.rule(self.left, self.right, last - TOTAL, 1.2, FELT)
        self._uprights(first, last)
        self._signatures(last - TOTAL)
        self.foot(self.slip.ruleset)

    def _names(self, top: float) -> None:
        width = (self.right - self.left) / len(self.slip.sides)
        for place, side in enumerate(self.slip.sides):
            left, right = self.left + place * width, self.left + (place + 1) * width - 12
            together = len(side.players) > 1
            if together:
                self.paper.put(left, top - 11, side.word.upper(), 9, BOLD, FELT)
            for line, (letter, name) in enumerate(side.players):
                self.seat(letter, name, left, right, top - (27 + 17 * line if together else 24))

    def _titles(self, bottom: float) -> None:
        grid, put = self.grid, self.paper.put
        titles = [
            (grid.deal, grid.dealer, _("deal")),
            (grid.dealer, grid.maker, _("dealer")),
            (grid.maker, grid.trumps, _("plays")),
        ]
        if self.slip.suits:
            titles.append((grid.trumps, grid.sides[0][0], _("trumps")))
        for side, edges in zip(self.slip.sides, grid.sides, strict=True):
            put((edges[0] + edges[-1]) / 2, bottom + 18, side.word.upper(), 10.5, BOLD, FELT, align="centre")
            titles += [(*edges[at : at + 2], box_title(box)) for at, box in enumerate(self.slip.boxes)]
        for left, right, title in titles:
            put((left + right) / 2, bottom + 5, title, 8, BOLD, room=right - left - 2, align="centre")
        self.paper.rule(self.left, self.right, bottom, 0.8, FELT)

    def _deals(self, first: float) -> None:
        slip, grid, put = self.slip, self.grid, self.paper.put
        words = [side.word for side in slip.sides]
        suits = [_("NT") if suit == NO_TRUMPS else SUITS[suit][0] for suit in slip.suits]
        for number in range(1, slip.deals + 1):
            bottom = first - number * self.row
            base = bottom + (self.row - 8) / 2
            put((grid.deal + grid.dealer) / 2, base, str(number), 11, BOLD, align="centre")
            put((grid.dealer + grid.maker) / 2, base, slip.dealer(number), 11, align="centre")
            self._to_ring(grid.maker, grid.trumps, base, words, 9)
            if suits:
                self._to_ring(grid.trumps, grid.sides[0][0], base, suits, 11)
            if number < slip.deals:
                self.under_deal(number, bottom)

    def _to_ring(self, left: float, right: float, base: float, signs: list[str], size: float) -> None:
        """Words or suits of which the writer rings one."""
        width = (right - left - 4) / len(signs)
        for place, sign in enumerate(signs):
            x = left + 2 + (place + 0.5) * width
            fitting = size if len(sign) == 1 else min(size, 9)
            self.paper.put(x, base, sign, fitting, colour=SOFT, room=width, align="centre")

    def _uprights(self, first: float, last: float) -> None:
        """The lines between the columns; those around a side go on to its total."""
        grid, canvas = self.grid, self.paper.canvas
        canvas.setStrokeColor(LINE)
        canvas.setLineWidth(0.4)
        for x in (grid.dealer, grid.maker, grid.trumps, *(x for side in grid.sides for x in side[1:-1])):
            canvas.line(x, last, x, first)
        canvas.setStrokeColor(SOFT)
        canvas.setLineWidth(0.6)
        for side in grid.sides:
            canvas.line(side[0], last - TOTAL, side[0], first + TITLES)

    def _signatures(self, top: float) -> None:
        width = self.right - self.left
        for line, note in enumerate(self.notes):
            self.paper.put(self.left, top - 10 - NOTE_LINE * line, note, NOTE)
        bottom = top - SIGN - self.more_notes
        part = width / len(self.slip.sides)
        for place, side in enumerate(self.slip.sides):
            left = self.left + place * part
            label = _("signed, %(side)s") % {"side": side.word}
            used = self.paper.put(left, bottom + 3, label, 8.5, colour=SOFT)
            self.paper.rule(left + used + 4, left + part - 12, bottom + 1, 0.5, INK)


def _grid(left: float, right: float, slip: GameSlip) -> Grid:
    """Columns in fixed proportions, over the whole width."""
    count = len(slip.sides)
    wide = max(1, max(len(side.word) for side in slip.sides) / 2.7)
    boxes = [BOX[box] for box in slip.boxes]
    shares = [DEAL, DEALER, MAKER * count * wide, SUIT * len(slip.suits), *boxes * count]
    scale = (right - left) / sum(shares)
    edges = [left]
    for share in shares:
        edges.append(edges[-1] + share * scale)
    sides = tuple(tuple(edges[at : at + len(boxes) + 1]) for at in range(4, len(shares), len(boxes)))
    return Grid(*edges[:4], sides=sides)
