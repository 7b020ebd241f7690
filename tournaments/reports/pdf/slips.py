"""Paper score sheets as PDF: two to an A4 across, or one upright when there are many deals."""

from dataclasses import dataclass
from pathlib import Path

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from klaverclub.templatetags.figures import figure
from tournaments.reports.documents import FilledDeal, FilledSide, GameSlip, SlipsReport, TableSlip
from tournaments.reports.pdf.fonts import BOLD
from tournaments.reports.pdf.game_slips import GameSheet
from tournaments.reports.pdf.page import FELT, INK, LANDSCAPE, LINE, PEN, PORTRAIT, SOFT, Paper, Progress
from tournaments.reports.pdf.sheet import HEAD, NAMES, SIGN, TITLES, TOTAL, Sheet
from tournaments.reports.slips import side_word
from tournaments.reports.wall import seat_letter

MOST_DEALS_ON_A_HALF = 20
MOST_COLUMNS_ON_A_HALF = 9
SUM = 19
"""Height in points of a sum under the deals."""

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
    across = 2 if all(_fits_a_half(slip) for slip in report.slips) else 1
    size = LANDSCAPE if across == 2 else PORTRAIT
    groups = [report.slips[i : i + across] for i in range(0, len(report.slips), across)]
    paper = Paper(path, report.heading, size, len(groups), progress)
    for group in groups:
        paper.start_page()
        for place, slip in enumerate(group):
            kind = GameSheet if isinstance(slip, GameSlip) else KlaverjasSheet
            kind(paper, slip, left=place * size[0] / across, width=size[0] / across).draw()
        if across == 2:
            _cut_line(paper)
        paper.end_page()
    paper.save()


def _fits_a_half(slip: TableSlip | GameSlip) -> bool:
    columns = len(slip.sides) * len(slip.boxes) if isinstance(slip, GameSlip) else 0
    return slip.deals <= MOST_DEALS_ON_A_HALF and columns <= MOST_COLUMNS_ON_A_HALF


def _cut_line(paper: Paper) -> None:
    width, height = paper.size
    canvas = paper.canvas
    canvas.saveState()
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.4)
    canvas.setDash(2, 3)
    canvas.line(width / 2, 0, width / 2, height)
    canvas.restoreState()


class KlaverjasSheet(Sheet):
    """The sheet of a table of klaverjassen."""

    def __init__(self, paper: Paper, slip: TableSlip, left: float, width: float) -> None:
        super().__init__(paper, slip, left, width, sums=(2 if slip.pit_bonus else 1) * SUM + TOTAL)
        self.slip = slip
        self.grid = _grid(self.left, self.right, slip.records_declarer)

    def draw(self) -> None:
        self.head(self.slip)
        self._names(self.top - HEAD)
        first = self.top - HEAD - NAMES - TITLES
        last = first - self.slip.deals * self.row
        self._titles(first)
        self._deals(first)
        self._sums(last)
        self._uprights(first, last)
        self._signatures(last - self.sums)
        note = _("N nat · P pit: all eight tricks")
        self.foot(f"{self.slip.ruleset} · {note}" if self.slip.ruleset else note)

    def _names(self, top: float) -> None:
        middle = (self.left + self.right) / 2
        halves = ((self.left, middle - 8), (middle + 8, self.right))
        for (side, seats), (left, right), team in zip(SIDES, halves, self.slip.teams, strict=True):
            word = side_word(side).upper()
            self.paper.put(
                left, top - 11, f"{word} · {team}" if team else word, 9, BOLD, FELT, room=right - left
            )
            for line, seat in enumerate(seats):
                name = self.slip.seats.get(seat, "")
                self.seat(seat_letter(seat), name, left, right, top - 27 - 17 * line)

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
                self.under_deal(number, bottom)

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
        self.write(grid.we_points, grid.we_roem, base, _written(deal.we_points))
        self.write(grid.we_roem, grid.they_points, base, deal.we_roem)
        self.write(grid.they_points, grid.they_roem, base, _written(deal.they_points))
        self.write(grid.they_roem, grid.nat, base, deal.they_roem)
        self.write(grid.nat, grid.pit, base, pgettext("nat", "N") if deal.nat else "")
        self.write(grid.pit, grid.end, base, pgettext("pit", "P") if deal.pit else "")

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
        self.write(left, middle, top - SUM + 5, _written(filled.points))
        self.write(middle, right, top - SUM + 5, _written(filled.roem))
        if self.slip.pit_bonus:
            self.write(left, right, top - 2 * SUM + 5, _written(filled.pits))
        self.write(left, right, top - self.sums + 7, _written(filled.total), 18)

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
