"""A sheet of A4 with its head and foot: club, event, date, page x of y, time of printing."""

from collections.abc import Callable
from math import inf
from pathlib import Path

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.reports.documents import Heading, Link
from tournaments.reports.figures import long_date, short_date
from tournaments.reports.pdf import fonts
from tournaments.reports.pdf.fonts import BOLD, REGULAR
from tournaments.reports.pdf.qr import QUIET, put_link
from tournaments.reports.pdf.qr import SIZE as CODE

rl_config.useA85 = 0  # binary streams: smaller and quicker than text, and every reader takes them

PORTRAIT = A4
LANDSCAPE = landscape(A4)
MARGIN = 14 * mm
HEAD = 58
"""Points from the top margin to the body of a page."""
BESIDE_CODE = 30
"""So many points lower the body begins below a head with a code for phones."""
FOOT = 22
CAPITAL = 0.36
"""The middle of a line above its baseline, as a share of the type size: half of a capital."""

FELT = HexColor(0x14533A)
INK = HexColor(0x1C1917)
SOFT = HexColor(0x57534E)
LINE = HexColor(0xC9C4BB)
SHADE = HexColor(0xE4E2DE)
PEN = HexColor(0x1B2F7A)

Size = tuple[float, float]
Progress = Callable[[int, int], None]


class Paper:
    """A PDF in the making; text is placed by its baseline, in points from the lower left corner."""

    def __init__(self, path: Path, heading: Heading, size: Size, pages: int, progress: Progress) -> None:
        fonts.register()
        self.heading, self.size, self.pages, self.progress = heading, size, pages, progress
        self.page = 0
        self.canvas = Canvas(
            str(path), pagesize=size, pageCompression=1, invariant=1, lang=get_language() or "nl"
        )
        self.canvas.setTitle(f"{heading.title}, {heading.event}, {short_date(heading.date)}")
        self.canvas.setAuthor(heading.club)
        self.canvas.setSubject(heading.event)
        self.canvas.setCreator("Klaverclub")
        self.canvas.setViewerPreference("DisplayDocTitle", "true")
        printed = heading.printed_at
        self.canvas.setDateFormatter(lambda *_now: f"D:{printed:%Y%m%d%H%M%S}")

    def start_page(self) -> None:
        """Begin the next page; on a provisional document the word lies under all that follows."""
        self.page += 1
        if self.heading.provisional:
            self._watermark()

    def end_page(self) -> None:
        self.canvas.showPage()
        self.progress(self.page, self.pages)

    def save(self) -> None:
        self.canvas.save()

    def put(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        font: str = REGULAR,
        colour: HexColor = INK,
        room: float = inf,
        align: str = "left",
    ) -> float:
        """Set one line of text at, before or around x ("left", "right", "centre"); its width in points."""
        text = fonts.printable(text)
        text, size, width = fonts.fit(text, font, size, room)
        left = {"left": x, "right": x - width, "centre": x - width / 2}[align]
        self.canvas.setFillColor(colour)
        self.canvas.setFont(font, size)
        self.canvas.drawString(left, y, text)
        return width

    def put_whole(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        font: str = REGULAR,
        colour: HexColor = INK,
        *,
        room: float,
        height: float,
    ) -> float:
        """As `put`, at the left, but a text too long for its line stands in smaller lines around it, in so much height."""
        text = fonts.printable(text)
        own, lines = fonts.in_box(text, font, size, room, height)
        if len(lines) > 1:
            middle = y + CAPITAL * size
            y = middle + (len(lines) / 2 - 0.5) * fonts.TIGHT * own - CAPITAL * own
        for number, line in enumerate(lines):
            self.put(x, y - number * fonts.TIGHT * own, line, own, font, colour, room=room)
        return max(fonts.width(line, font, own) for line in lines)

    def rule(self, x1: float, x2: float, y: float, thickness: float = 0.4, colour: HexColor = LINE) -> None:
        """A horizontal line."""
        self.canvas.setStrokeColor(colour)
        self.canvas.setLineWidth(thickness)
        self.canvas.line(x1, y, x2, y)

    def head(self, link: Link | None = None) -> None:
        """Club and date above the line, what this is below it; with a link its code at the right, explained beside it."""
        width, height = self.size
        left, right, top = MARGIN, width - MARGIN, height - MARGIN
        if link:
            put_link(self, right - CODE + QUIET, top + 2 - CODE, link.address)
            right -= CODE
        used = self.put(right, top - 9, long_date(self.heading.date), 10.5, align="right")
        self.put(left, top - 9, self.heading.club, 10.5, BOLD, FELT, room=right - left - used - 20)
        self.rule(left, right, top - 17, 1.2, FELT)
        title = self.heading.title
        if self.heading.provisional:
            title = _("%(title)s (provisional)") % {"title": title}
        if link:
            self._narrow(title, link, left, right, top)
            return
        half = (right - left) * 0.65
        used = self.put(left, top - 42, title, 20, BOLD, room=half)
        room = right - left - used - 20
        up = 4 if self.heading.mark else 0
        self.put(right, top - 42 + up, self.heading.event, 11, colour=SOFT, room=room, align="right")
        self.put(right, top - 52, self.heading.mark, 9, BOLD, room=room, align="right")

    def _narrow(self, title: str, link: Link, left: float, right: float, top: float) -> None:
        """Beside a code all goes below each other; the address is there for who would rather type it."""
        room = right - left
        self.put(left, top - 40, title, 20, BOLD, room=room)
        used = self.put(right, top - 55, self.heading.mark, 9, BOLD, room=room / 2, align="right")
        self.put(left, top - 55, self.heading.event, 11, colour=SOFT, room=room - used - 12)
        self.put(left, top - 70, link.says, 10, BOLD, room=room)
        address = link.address.partition("://")[2]
        text = _("Scan the code, or go to %(address)s") % {"address": address}
        self.put(left, top - 82, text, 9, colour=SOFT, room=room)

    def foot(self) -> None:
        width, _height = self.size
        y = MARGIN
        self.rule(MARGIN, width - MARGIN, y + 11)
        self.put(MARGIN, y, self.printed(), 9, colour=SOFT)
        self.put(width - MARGIN, y, self.page_of(), 9, colour=SOFT, align="right")

    def printed(self) -> str:
        printed = self.heading.printed_at
        return _("printed on %(date)s at %(time)s") % {
            "date": short_date(printed.date()),
            "time": f"{printed:%H:%M}",
        }

    def page_of(self) -> str:
        return _("page %(page)d of %(pages)d") % {"page": self.page, "pages": self.pages}

    def _watermark(self) -> None:
        width, height = self.size
        word = _("provisional").upper()
        size = 0.8 * min(self.size) / fonts.width(word, BOLD, 1)
        self.canvas.saveState()
        self.canvas.translate(width / 2, height / 2)
        self.canvas.rotate(35 if height < width else 55)
        self.put(0, -size / 3, word, size, BOLD, SHADE, align="centre")
        self.canvas.restoreState()
