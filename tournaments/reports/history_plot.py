"""The graph of a rating: the official line in its band, seasons and corrections marked, and what is known now.

Proof against black and white: the band is a grey field, the official line is drawn through, what is known now is
dashed, a correction is a square, a season begins at an upright line with its name.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor

from django.utils.translation import gettext as _
from reportlab.graphics.shapes import Circle, Drawing, Line, Polygon, PolyLine, Rect, String

from klaverclub.templatetags.figures import figure
from tournaments.reports.figures import short_date
from tournaments.reports.pdf import fonts
from tournaments.reports.pdf.fonts import BOLD, REGULAR
from tournaments.reports.pdf.page import FELT, INK, LINE, SHADE, SOFT
from tournaments.reports.plots import BOTTOM, HEIGHT, LEFT, RIGHT, SMALL, TOP, WIDTH, axis_for, svg

ROOM = 8
"""Points between two labels below the field."""
NARROW = 280
"""Points of a drawing for a phone, with figures as large as on a wide screen."""
LEGEND_ROW = 14


@dataclass(frozen=True, slots=True)
class Point:
    """A day: the rating that was made known with half its 80 % band, and the one known of that day now; None: none."""

    day: datetime.date
    known: float | None
    band: float | None
    now: float | None
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class HistoryGraph:
    """The points by day, and where seasons begin. Ratings are as printed, around 1500. now: with the dashed line.

    `caption` says what is seen, for who cannot see it. Raises ValueError without a point.
    """

    points: tuple[Point, ...]
    seasons: tuple[tuple[datetime.date, str], ...] = ()
    now: bool = False
    caption: str = ""

    def __post_init__(self) -> None:
        if not self.points:
            raise ValueError("a history has at least one point")

    def drawing(self, *, narrow: bool = False) -> Drawing:
        """The graph, drawn in the active language; `narrow` for a phone, on which it is not shrunk."""
        return _Plot(self, NARROW if narrow else WIDTH).drawing

    def svg(self, *, narrow: bool = False) -> bytes:
        return svg(self.drawing(narrow=narrow))


class _Plot:
    def __init__(self, graph: HistoryGraph, width: float) -> None:
        fonts.register()
        self.graph, self.width, self.drawing = graph, width, Drawing(width, HEIGHT)
        known = [point for point in graph.points if point.known is not None]
        self.known = known
        self.first, self.last = graph.points[0].day.toordinal(), graph.points[-1].day.toordinal()
        self.axis = axis_for(_limits(graph))
        names = self._names()
        self.top = TOP + LEGEND_ROW * (len(names) - 1 if width < WIDTH else 0)
        self._band()
        self._ticks()
        self._seasons()
        if graph.now:
            self._line(
                [(point.day, point.now) for point in graph.points if point.now is not None], dashed=True
            )
        self._line([(point.day, point.known) for point in known if point.known is not None])
        self._marks()
        self._legend(names)

    def x(self, day: datetime.date) -> float:
        width = self.width - LEFT - RIGHT
        if self.first == self.last:
            return LEFT + width / 2
        return LEFT + 6 + (day.toordinal() - self.first) / (self.last - self.first) * (width - 12)

    def y(self, value: float) -> float:
        share = (value - self.axis.low) / (self.axis.high - self.axis.low)
        return BOTTOM + share * (HEIGHT - self.top - BOTTOM)

    def _text(self, x: float, y: float, text: str, anchor: str, font: str = REGULAR) -> None:
        colour = INK if font == BOLD else SOFT
        self.drawing.add(
            String(x, y, text, textAnchor=anchor, fontName=font, fontSize=SMALL, fillColor=colour)
        )

    def _ticks(self) -> None:
        for tick in self.axis.ticks:
            y = self.y(tick)
            self.drawing.add(Line(LEFT, y, self.width - RIGHT, y, strokeColor=LINE, strokeWidth=0.5))
            self._text(LEFT - 6, y - 3, figure(tick), "end")
        free = LEFT
        days = list(dict.fromkeys([self.graph.points[0].day, self.graph.points[-1].day]))
        for day in days:
            text = short_date(day)
            width = fonts.width(text, REGULAR, SMALL)
            left = min(max(self.x(day) - width / 2, LEFT), self.width - RIGHT - width)
            if left >= free:
                self._text(left, 6, text, "start")
                free = left + width + ROOM

    def _band(self) -> None:
        upper = [
            (self.x(p.day), self.y(p.known + p.band)) for p in self.known if p.known is not None and p.band
        ]
        lower = [
            (self.x(p.day), self.y(p.known - p.band)) for p in self.known if p.known is not None and p.band
        ]
        if len(upper) > 1:
            outline = [place for point in [*upper, *reversed(lower)] for place in point]
            self.drawing.add(Polygon(outline, fillColor=SHADE, strokeColor=None))
        elif upper:
            ((x, high),), ((_x, low),) = upper, lower
            self.drawing.add(Rect(x - 6, low, 12, high - low, fillColor=SHADE, strokeColor=None))

    def _seasons(self) -> None:
        """An upright line where a season begins; names that would overlap are left out, the line stays."""
        free = LEFT
        for day, name in self.graph.seasons:
            x = self.x(day)
            self.drawing.add(Line(x, BOTTOM, x, HEIGHT - self.top, strokeColor=SOFT, strokeWidth=0.5))
            width = fonts.width(name, REGULAR, SMALL)
            left = min(max(x, LEFT), self.width - RIGHT - width)
            if left >= free:
                self._text(left, BOTTOM - 14, name, "start")
                free = left + width + ROOM

    def _line(self, values: list[tuple[datetime.date, float]], *, dashed: bool = False) -> None:
        places = [(self.x(day), self.y(value)) for day, value in values]
        if len(places) > 1:
            line = PolyLine(
                [place for point in places for place in point],
                strokeColor=INK if dashed else FELT,
                strokeWidth=1 if dashed else 1.8,
                strokeLineJoin=1,
            )
            if dashed:
                line.strokeDashArray = [4, 3]
            self.drawing.add(line)
        if places and not dashed:
            x, y = places[-1]
            self.drawing.add(Circle(x, y, 3.2, fillColor=FELT, strokeColor=None))

    def _marks(self) -> None:
        for point in self.known:
            if point.corrected and point.known is not None:
                self._square(self.x(point.day), self.y(point.known))

    def _square(self, x: float, y: float) -> None:
        self.drawing.add(Rect(x - 3, y - 3, 6, 6, fillColor=None, strokeColor=INK, strokeWidth=1.2))

    def _names(self) -> list[tuple[str, Callable[[float, float], None]]]:
        """What is named in the legend with its sign, from the right."""
        names = [(_("as made known"), self._stroke)]
        if self.graph.now:
            names.insert(0, (_("as known now"), self._dash))
        if any(point.corrected for point in self.known):
            names.insert(0, (_("correction"), lambda x, y: self._square(x + 6, y)))
        return names

    def _legend(self, names: list[tuple[str, Callable[[float, float], None]]]) -> None:
        """What the lines are, above the field from the right; where it is narrow each has a line of its own."""
        y = HEIGHT - 11
        self._text(0, y, _("Rating"), "start")
        right = self.width - RIGHT
        for text, sign in names:
            left = self._named(right, y, text, sign)
            if self.width < WIDTH:
                y -= LEGEND_ROW
            else:
                right = left

    def _named(self, right: float, y: float, text: str, sign: Callable[[float, float], None]) -> float:
        self._text(right, y, text, "end", BOLD)
        left = right - fonts.width(text, BOLD, SMALL) - 22
        sign(left, y + 4)
        return left - ROOM

    def _dash(self, x: float, y: float) -> None:
        line = Line(x, y, x + 16, y, strokeColor=INK, strokeWidth=1)
        line.strokeDashArray = [4, 3]
        self.drawing.add(line)

    def _stroke(self, x: float, y: float) -> None:
        self.drawing.add(Line(x, y, x + 16, y, strokeColor=FELT, strokeWidth=1.8))


def _limits(graph: HistoryGraph) -> list[int]:
    """The lowest and highest of all that is drawn."""
    found = []
    for point in graph.points:
        if point.known is not None:
            found += [point.known - (point.band or 0), point.known + (point.band or 0)]
        if point.now is not None and graph.now:
            found.append(point.now)
    return [floor(min(found)), ceil(max(found))] if found else []
