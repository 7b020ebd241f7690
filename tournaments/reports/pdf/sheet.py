"""What every paper score sheet has: its place on the page, the head, names, handwriting and the foot."""

from __future__ import annotations

from random import Random

from django.utils.translation import gettext as _

from klaverclub.templatetags.figures import MINUS
from tournaments.reports.documents import GameSlip, TableSlip
from tournaments.reports.figures import long_date
from tournaments.reports.pdf import fonts
from tournaments.reports.pdf.fonts import BOLD, HAND, REGULAR
from tournaments.reports.pdf.page import FELT, LINE, PEN, SOFT, Paper

EDGE = 23
"""Points of white around a sheet; most printers need 12."""
HEAD, NAMES, TITLES, TOTAL, SIGN, FOOT = 44, 52, 30, 25, 38, 10
"""Heights in points of the parts of a sheet; the deals share what is left."""
TALLEST_ROW = 30
OF_TWO_LINES, SMALLEST_NAME = 8.5, 6.5
"""Type sizes of a name in two lines, and of one that is too long for those."""

BY_HAND = str.maketrans({MINUS: "-", "–": "-", "V": "v", "I": "l"})
"""What the handwriting lacks, and tally marks as single strokes."""


class Sheet:
    """One score sheet, drawn from the top down; `sums` is the height of what stands under the deals."""

    def __init__(
        self, paper: Paper, slip: TableSlip | GameSlip, left: float, width: float, sums: float
    ) -> None:
        self.paper = paper
        self.left, self.right = left + EDGE, left + width - EDGE
        self.top = paper.size[1] - EDGE
        self.sums = sums
        fixed = HEAD + NAMES + TITLES + sums + SIGN + FOOT
        self.row = min((self.top - EDGE - fixed) / slip.deals, TALLEST_ROW)
        self.pen = Random(slip.code)  # the same unsteady hand on every print

    def head(self, slip: TableSlip | GameSlip) -> None:
        heading, put = self.paper.heading, self.paper.put
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

    def seat(self, letter: str, name: str, left: float, right: float, base: float) -> None:
        """The letter of a seat and who sits there; without a name a line to write on."""
        self.paper.put(left + 7, base, letter, 12, BOLD, align="centre")
        if name:
            self.name(left + 20, base, name, right - left - 20)
        else:
            self.paper.rule(left + 20, right, base - 3, 0.5, SOFT)

    def name(self, x: float, base: float, name: str, room: float, size: float = 13) -> None:
        """A whole name: smaller where it is long, in two lines where it is longer still."""
        name = fonts.printable(name)
        if fonts.width(name, REGULAR, size * fonts.SMALLEST) <= room:
            self.paper.put(x, base, name, size, room=room)
            return
        size = OF_TWO_LINES
        while len(fonts.wrap(name, REGULAR, size, room)) > 2 and size > SMALLEST_NAME:
            size -= 0.25
        lines = fonts.wrap(name, REGULAR, size, room)
        if len(lines) > 2:
            self.paper.put_whole(x, base, name, OF_TWO_LINES, room=room, height=2 * OF_TWO_LINES + 1)
            return
        for line, text in enumerate(lines):
            self.paper.put(x, base + 5 - line * (size + 0.5), text, size, room=room)

    def write(self, left: float, right: float, base: float, text: str, size: float = 15) -> None:
        """Handwriting in the middle of a cell, or nearly so."""
        if not text:
            return
        x = (left + right) / 2 + self.pen.uniform(-0.07, 0.07) * (right - left)
        y = base - 1 + self.pen.uniform(-1, 1)
        text = text.translate(BY_HAND)
        self.paper.put(x, y, text, size, HAND, PEN, room=right - left - 4, align="centre")

    def under_deal(self, number: int, bottom: float) -> None:
        """The line under a deal; every fourth is easier to find."""
        thickness, colour = (0.6, SOFT) if number % 4 == 0 else (0.4, LINE)
        self.paper.rule(self.left, self.right, bottom, thickness, colour)

    def foot(self, note: str) -> None:
        base = EDGE - 4
        end = f"{self.paper.printed()} · {self.paper.page_of()}"
        used = self.paper.put(self.right, base, end, 7, colour=SOFT, align="right")
        self.paper.put(self.left, base, note, 7, colour=SOFT, room=self.right - self.left - used - 8)
