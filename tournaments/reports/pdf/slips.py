"""Paper score sheets as PDF: two to an A4 across, or one upright when there are many deals."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from klaverclub.templatetags.figures import MINUS, figure
from tournaments.reports.documents import FilledDeal, FilledSide, SlipsReport, TableSlip
from tournaments.reports.figures import long_date
from tournaments.reports.pdf.fonts import BOLD, HAND
from tournaments.reports.pdf.page import FELT, INK, LANDSCAPE, LINE, PEN, PORTRAIT, SOFT, Paper, Progress
from tournaments.reports.slips import side_word
from tournaments.reports.wall import seat_letter

MOST_DEALS_ON_A_HALF = 20
EDGE = 23
"""Points of white around a sheet; most printers need 12."""
HEAD, NAMES, TITLES, SUM, TOTAL, SIGN, FOOT = 44, 52, 30, 19, 25, 38, 10
"""Heights in points of the parts of a sheet; the deals share what is left."""
TALLEST_ROW = 30

BY_HAND = str.maketrans({MINUS: "-", "–": "-", "V": "v", "I": "l"})
"""What the handwriting lacks, and tally marks as single strokes."""

SIDES = (("we", ("N", "S")), ("they", ("E", "W")))


@dataclass(frozen=True, slots=True)
class Grid:
    """The edges of the columns of one sheet, in points from the left of the page."""

    deal: float
    dealer: float
    declarer: float
    we_points: float
    we_roem: float
    they_points: float
    they_roem: float
    nat: float
    pit: float
    end: float

    def side(self, side: str) -> tuple[float, float, float]:
        """Left edge, edge between points and roem, right edge of a side."""
        if side == "we":
            return self.we_points, self.we_roem, self.they_points
        return self.they_points, self.they_roem, self.nat


def write(report: SlipsReport, path: Path, progress: Progress) -> None:
    """Write the sheets to `path`; progress counts pages."""
    most = max(slip.deals for slip in report.slips)
    across = 2 if most <= MOST_DEALS_ON_A_HALF else 1
    size = LANDSCAPE if across == 2 else PORTRAIT
    groups = [report.slips[i : i + across] for i in range(0, len(report.slips), across)]
    paper = Paper(path, report.heading, size, len(groups), progress)
    for group in groups:
        paper.start_page()
        for place, slip in enumerate(group):
            _Sheet(paper, slip, left=place * size[0] / across, width=size[0] / across).draw()
        if across == 2:
            _cut_line(paper)
        paper.end_page()
    paper.save()


def _cut_line(paper: Paper) -> None:
    width, height = paper.size
    canvas = paper.canvas
    canvas.saveState()
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.4)
    canvas.setDash(2, 3)
    canvas.line(width / 2, 0, width / 2, height)
    canvas.restoreState()


class _Sheet:
    """One score sheet, drawn from the top down."""

    def __init__(self, paper: Paper, slip: TableSlip, left: float, width: float) -> None:
        self.paper, self.slip = paper, slip
        self.left, self.right = left + EDGE, left + width - EDGE
        self.top = paper.size[1] - EDGE
        self.grid = _grid(self.left, self.right, slip.records_declarer)
        self.sums = (2 if slip.pit_bonus else 1) * SUM + TOTAL
        fixed = HEAD + NAMES + TITLES + self.sums + SIGN + FOOT
        self.row = min((self.top - EDGE - fixed) / slip.deals, TALLEST_ROW)
        self.pen = Random(slip.code)  # the same unsteady hand on every print

    def draw(self) -> None:
        self._head()
        self._names(self.top - HEAD)
        first = self.top - HEAD - NAMES - TITLES
        last = first - self.slip.deals * self.row
        self._titles(first)
        self._deals(first)
        self._sums(last)
        self._uprights(first, last)
        self._signatures(last - self.sums)
        self._foot()

    def _head(self) -> None:
        slip, heading, put = self.slip, self.paper.heading, self.paper.put
        base = self.top - 22
        used = put(self.left, base, _("Table %(number)d") % {"number": slip.table}, 24, BOLD, FELT)
        round_title = _("round %(number)d") % {"number": slip.round_number}
        used += 10 + put(self.left + used + 10, base, round_title, 13)
        code = put(self.right, base + 8, slip.code, 14, BOLD, align="right")
        room = self.right - self.left - used - 12
        put(self.right, base - 5, long_date(heading.date), 8.5, colour=SOFT, room=room, align="right")
        half = self.right - self.left
        put(self.left, base - 14, f"{heading.club} · {heading.event}", 8.5, colour=SOFT, room=half - code / 2)
        self.paper.rule(self.left, self.right, self.top - HEAD + 3, 1.2, FELT)

    def _names(self, top: float) -> None:
        middle = (self.left + self.right) / 2
        halves = ((self.left, middle - 8), (middle + 8, self.right))
        for (side, seats), (left, right) in zip(SIDES, halves, strict=True):
            self.paper.put(left, top - 11, side_word(side).upper(), 9, BOLD, FELT)
            for line, seat in enumerate(seats):
                self._seat(seat, left, right, top - 27 - 17 * line)

    def _seat(self, seat: str, left: float, right: float, base: float) -> None:
        self.paper.put(left + 7, base, seat_letter(seat), 12, BOLD, align="centre")
        if name := self.slip.seats.get(seat, ""):
            self.paper.put(left + 20, base, name, 13, room=right - left - 20)
        else:
            self.paper.rule(left + 20, right, base - 3, 0.5, SOFT)

    def _titles(self, bottom: float) -> None:
        grid, put = self.grid, self.paper.put
        for side, _seats in SIDES:
            left, _middle, right = grid.side(side)
            put((left + right) / 2, bottom + 18, side_word(side).upper(), 10.5, BOLD, FELT, align="centre")
        titles = [
            (grid.deal, grid.dealer, _("deal")),
            (grid.dealer, grid.declarer, _("dealer")),
            (grid.we_points, grid.we_roem, _("points")),
            (grid.we_roem, grid.they_points, _("roem")),
            (grid.they_points, grid.they_roem, _("points")),
            (grid.they_roem, grid.nat, _("roem")),
            (grid.nat, grid.pit, pgettext("nat", "N")),
            (grid.pit, grid.end, pgettext("pit", "P")),
        ]
        if self.slip.records_declarer:
            titles.append((grid.declarer, grid.we_points, _("plays")))
        for left, right, title in titles:
            put((left + right) / 2, bottom + 5, title, 8.5, BOLD, room=right - left - 2, align="centre")
        self.paper.rule(self.left, self.right, bottom, 0.8, FELT)

    def _deals(self, first: float) -> None:
        slip, grid, put = self.slip, self.grid, self.paper.put
        written = slip.filled.deals if slip.filled else ()
        for number in range(1, slip.deals + 1):
            bottom = first - number * self.row
            base = bottom + (self.row - 8) / 2
            put((grid.deal + grid.dealer) / 2, base, str(number), 11, BOLD, align="centre")
            dealer = seat_letter(slip.dealer(number))
            put((grid.dealer + grid.declarer) / 2, base, dealer, 11, align="centre")
            deal = written[number - 1] if number <= len(written) else FilledDeal()
            if slip.records_declarer:
                self._declarer(deal, base)
            self._write_deal(deal, base)
            if number < slip.deals:
                every_fourth = number % 4 == 0
                thickness, colour = (0.6, SOFT) if every_fourth else (0.4, LINE)
                self.paper.rule(self.left, self.right, bottom, thickness, colour)

    def _declarer(self, deal: FilledDeal, base: float) -> None:
        """The two words to draw a ring around."""
        left, right = self.grid.declarer, self.grid.we_points
        for side, x in (("we", left + (right - left) * 0.27), ("they", left + (right - left) * 0.73)):
            width = self.paper.put(x, base, side_word(side), 9, colour=SOFT, align="centre")
            if deal.declarer == side:
                canvas = self.paper.canvas
                canvas.setStrokeColor(PEN)
                canvas.setLineWidth(1)
                canvas.ellipse(x - width / 2 - 4, base - 4, x + width / 2 + 4, base + 10)

    def _write_deal(self, deal: FilledDeal, base: float) -> None:
        grid = self.grid
        self._write(grid.we_points, grid.we_roem, base, _written(deal.we_points))
        self._write(grid.we_roem, grid.they_points, base, deal.we_roem)
        self._write(grid.they_points, grid.they_roem, base, _written(deal.they_points))
        self._write(grid.they_roem, grid.nat, base, deal.they_roem)
        self._write(grid.nat, grid.pit, base, pgettext("nat", "N") if deal.nat else "")
        self._write(grid.pit, grid.end, base, pgettext("pit", "P") if deal.pit else "")

    def _write(self, left: float, right: float, base: float, text: str, size: float = 15) -> None:
        """Handwriting in the middle of a cell, or nearly so."""
        if not text:
            return
        x = (left + right) / 2 + self.pen.uniform(-0.07, 0.07) * (right - left)
        y = base - 1 + self.pen.uniform(-1, 1)
        text = text.translate(BY_HAND)
        self.paper.put(x, y, text, size, HAND, PEN, room=right - left - 4, align="centre")

    def _sums(self, top: float) -> None:
        """Under the deals: the sums of the columns, the premium for pits, the total of each side."""
        paper, grid, slip = self.paper, self.grid, self.slip
        labels = [_("sum"), _("pits, %(bonus)d each") % {"bonus": slip.pit_bonus}]
        paper.rule(self.left, self.right, top, 0.8, FELT)
        bottom = top
        for label in labels if slip.pit_bonus else labels[:1]:
            bottom -= SUM
            paper.put(self.left, bottom + 6, label, 9.5, room=grid.we_points - self.left - 4)
            paper.rule(self.left, self.right, bottom)
        paper.put(self.left, bottom - TOTAL + 8, _("TOTAL"), 12, BOLD)
        paper.rule(self.left, self.right, bottom - TOTAL, 1.2, FELT)
        if slip.filled:
            self._write_sums("we", slip.filled.we, top)
            self._write_sums("they", slip.filled.they, top)

    def _write_sums(self, side: str, filled: FilledSide, top: float) -> None:
        left, middle, right = self.grid.side(side)
        self._write(left, middle, top - SUM + 5, _written(filled.points))
        self._write(middle, right, top - SUM + 5, _written(filled.roem))
        if self.slip.pit_bonus:
            self._write(left, right, top - 2 * SUM + 5, _written(filled.pits))
        self._write(left, right, top - self.sums + 7, _written(filled.total), 18)

    def _uprights(self, first: float, last: float) -> None:
        """The lines between the columns; those around a side go on to its total."""
        grid, canvas = self.grid, self.paper.canvas
        canvas.setStrokeColor(LINE)
        canvas.setLineWidth(0.4)
        for x in (grid.dealer, grid.declarer, grid.pit):
            canvas.line(x, last, x, first)
        for x in (grid.we_roem, grid.they_roem):
            canvas.line(x, last - SUM, x, first)
        canvas.setStrokeColor(SOFT)
        canvas.setLineWidth(0.6)
        for x in (grid.we_points, grid.they_points, grid.nat):
            canvas.line(x, last - self.sums, x, first + TITLES)

    def _signatures(self, top: float) -> None:
        slip = self.slip
        check = _("check: points we + points they = %(deals)d × %(each)d = %(sum)s") % {
            "deals": slip.deals,
            "each": slip.deal_points,
            "sum": figure(slip.deals * slip.deal_points),
        }
        self.paper.put(self.left, top - 11, check, 9, room=self.right - self.left)
        middle = (self.left + self.right) / 2
        for side, left, right in (("we", self.left, middle - 8), ("they", middle + 8, self.right)):
            label = _("signed, %(side)s") % {"side": side_word(side)}
            used = self.paper.put(left, top - SIGN + 3, label, 8.5, colour=SOFT)
            self.paper.rule(left + used + 4, right, top - SIGN + 1, 0.5, INK)

    def _foot(self) -> None:
        base = EDGE - 4
        note = _("N nat · P pit: all eight tricks")
        if self.slip.ruleset:
            note = f"{self.slip.ruleset} · {note}"
        end = f"{self.paper.printed()} · {self.paper.page_of()}"
        used = self.paper.put(self.right, base, end, 7, colour=SOFT, align="right")
        self.paper.put(self.left, base, note, 7, colour=SOFT, room=self.right - self.left - used - 8)


def _grid(left: float, right: float, records_declarer: bool) -> Grid:
    """Columns in fixed proportions; the figures get the room that an absent column leaves."""
    shares = [28, 38, 60 if records_declarer else 0, 54, 48, 54, 48, 24, 24]
    scale = (right - left) / sum(shares)
    edges = [left]
    for share in shares:
        edges.append(edges[-1] + share * scale)
    return Grid(*edges)


def _written(number: int | None) -> str:
    return "" if number is None else str(number)
