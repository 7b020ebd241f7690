"""Graphs: each is drawn once and serves a page of PDF and, as SVG, a page on a screen.

They are proof against black and white: what differs, differs in form (a line, dots, a dashed line with its name at
it) and not in colour alone. Values are exact until they become a place on paper.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from django.utils.translation import gettext as _
from reportlab.graphics import renderSVG
from reportlab.graphics.shapes import Circle, Drawing, Line, PolyLine, Rect, String

from klaverclub.templatetags.figures import figure
from tournaments.reports.pdf import fonts
from tournaments.reports.pdf.fonts import BOLD, REGULAR
from tournaments.reports.pdf.page import FELT, INK, LINE, SHADE, SOFT

WIDTH, HEIGHT = 520, 240
"""Points of a drawing; it scales without loss."""
LEFT, RIGHT, TOP, BOTTOM = 54, 14, 26, 40
"""Room around the field for the figures of the axes."""
SMALL = 11
FACES = "'DejaVu Sans', Verdana, sans-serif"
TICKS = 5
"""About so many lines across the field."""
STEPS = (1, 2, 5)

Value = int | Fraction


@dataclass(frozen=True, slots=True)
class Axis:
    """The figures along the left side: from `low` to `high` in steps; `falling` has the lowest on top (a rank)."""

    low: int
    high: int
    step: int
    falling: bool = False

    def share(self, value: Value) -> float:
        """How far up the field a value lies, 0 to 1."""
        part = Fraction(value - self.low, 1) / (self.high - self.low)
        return float(1 - part if self.falling else part)

    @property
    def ticks(self) -> range:
        return range(self.low, self.high + 1, self.step)


def axis_for(values: Sequence[Value], *, from_zero: bool = False) -> Axis:
    """An axis with round figures that holds all values; without any it runs from 0 to 1.

    >>> axis_for([1510, 1490, 1622])
    Axis(low=1450, high=1650, step=50, falling=False)
    """
    if not values:
        return Axis(0, 1, 1)
    low, high = (0 if from_zero else floor(min(values))), ceil(max(values))
    step = _round_step(max(high - low, TICKS))
    bottom = low // step * step
    top = -(-high // step) * step
    return Axis(bottom, max(top, bottom + step), step)


def rank_axis(most: int) -> Axis:
    """An axis of places, the first on top; every place has its own height."""
    step = _round_step(max(most - 1, 1))
    return Axis(1, max(1 + -(-(most - 1) // step) * step, 2), step, falling=True)


def _round_step(spread: int) -> int:
    size = 1
    while True:
        for step in STEPS:
            if spread <= step * size * TICKS:
                return step * size
        size *= 10


class _Field:
    """The field of a graph in the making: values go to places, labels below them as far as there is room."""

    def __init__(self, axis: Axis, labels: Sequence[str], name: str) -> None:
        fonts.register()
        self.axis, self.labels = axis, labels
        self.drawing = Drawing(WIDTH, HEIGHT)
        self.slot = (WIDTH - LEFT - RIGHT) / max(len(labels), 1)
        self.drawing.add(String(0, HEIGHT - 11, name, fontName=REGULAR, fontSize=SMALL, fillColor=SOFT))
        self._lines()
        self._labels()

    def x(self, place: int) -> float:
        return LEFT + (place + 0.5) * self.slot

    def y(self, value: Value) -> float:
        return BOTTOM + self.axis.share(value) * (HEIGHT - TOP - BOTTOM)

    def _lines(self) -> None:
        for tick in self.axis.ticks:
            y = self.y(tick)
            self.drawing.add(Line(LEFT, y, WIDTH - RIGHT, y, strokeColor=LINE, strokeWidth=0.5))
            self._text(LEFT - 6, y - 3, figure(tick), "end")

    def _labels(self) -> None:
        widest = max((fonts.width(label, REGULAR, SMALL) for label in self.labels), default=0)
        every = max(1, ceil((widest + 6) / self.slot))
        for place in range(0, len(self.labels), every):
            self._text(self.x(place), BOTTOM - 14, self.labels[place], "middle")

    def _text(self, x: float, y: float, text: str, anchor: str, font: str = REGULAR) -> None:
        colour = INK if font == BOLD else SOFT
        self.drawing.add(
            String(x, y, text, textAnchor=anchor, fontName=font, fontSize=SMALL, fillColor=colour)
        )

    def below(self, text: str) -> None:
        """What the labels below the field are."""
        self._text((LEFT + WIDTH - RIGHT) / 2, 4, text, "middle")

    def bars(self, values: Sequence[int]) -> None:
        wide = min(0.72 * self.slot, 36)
        for place, value in enumerate(values):
            left, top = self.x(place) - wide / 2, self.y(value)
            bar = Rect(left, BOTTOM, wide, top - BOTTOM, fillColor=SHADE, strokeColor=FELT, strokeWidth=0.8)
            if value:
                self.drawing.add(bar)
            if value and fonts.width(figure(value), REGULAR, SMALL) < self.slot:
                self._text(self.x(place), top + 3, figure(value), "middle", BOLD)

    def line(self, values: Sequence[Value | None]) -> None:
        """Dots joined by a line; None leaves a gap."""
        run: list[float] = []
        for place, value in enumerate([*values, None]):
            if value is not None:
                run += [self.x(place), self.y(value)]
                continue
            if len(run) > 2:
                self.drawing.add(PolyLine(run, strokeColor=FELT, strokeWidth=1.4, strokeLineJoin=1))
            run = []
        size = min(3.2, max(1.2, 0.3 * self.slot))
        for place, value in enumerate(values):
            if value is not None:
                dot = Circle(self.x(place), self.y(value), size, fillColor=FELT, strokeColor=None)
                self.drawing.add(dot)

    def level(self, value: Value, name: str) -> None:
        """A dashed line across; its name stands above the field, where no dot can cover it."""
        width = fonts.width(name, BOLD, SMALL)
        self._dashes(LEFT, WIDTH - RIGHT, self.y(value))
        self._dashes(WIDTH - RIGHT - width - 30, WIDTH - RIGHT - width - 6, HEIGHT - 8)
        self._text(WIDTH - RIGHT, HEIGHT - 11, name, "end", BOLD)

    def _dashes(self, left: float, right: float, y: float) -> None:
        dashes = Line(left, y, right, y, strokeColor=INK, strokeWidth=1)
        dashes.strokeDashArray = [4, 3]
        self.drawing.add(dashes)


def averages(labels: Sequence[str], values: Sequence[Value | None], mean: Value | None) -> Drawing:
    """Points of a round on average, evening by evening; `mean` over all of them as a dashed line."""
    known = [value for value in values if value is not None]
    field = _Field(axis_for([*known, *([mean] if mean is not None else [])]), labels, _("Points a round"))
    if mean is not None and len(known) > 1:
        field.level(mean, _("average %(points)s") % {"points": figure(mean)})
    field.line(values)
    field.below(_("Evening"))
    return field.drawing


def heads(labels: Sequence[str], counts: Sequence[int], _level: None = None) -> Drawing:
    """How many played, evening by evening."""
    field = _Field(axis_for(counts, from_zero=True), labels, _("Players"))
    field.bars(counts)
    field.below(_("Evening"))
    return field.drawing


def classes(labels: Sequence[str], counts: Sequence[int], _level: None = None) -> Drawing:
    """How often scores fell in each class; `labels` are the lower bounds."""
    field = _Field(axis_for(counts, from_zero=True), labels, _("How often"))
    field.bars(counts)
    field.below(_("Points in a round, from"))
    return field.drawing


def scores(labels: Sequence[str], values: Sequence[int], mean: Value | None) -> Drawing:
    """The rounds of somebody in the order of play, the own average as a dashed line."""
    field = _Field(axis_for(values), labels, _("Points"))
    if mean is not None and len(values) > 1:
        field.level(mean, _("average %(points)s") % {"points": figure(mean)})
    field.line(values)
    field.below(_("Round (evening.round)"))
    return field.drawing


def places(labels: Sequence[str], ranks: Sequence[int | None], of: int | None) -> Drawing:
    """The place in the standing after each evening, the first on top; None while there was none. `of`: the last place."""
    field = _Field(
        rank_axis(max([of or 1, *(rank for rank in ranks if rank is not None)])), labels, _("Place")
    )
    field.line(ranks)
    field.below(_("After evening"))
    return field.drawing


KINDS: dict[str, Callable[..., Drawing]] = {
    "averages": averages,
    "heads": heads,
    "classes": classes,
    "scores": scores,
    "places": places,
}


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph as values: `kind` is one of the graphs above, by name. `caption` says what is seen, for who cannot see it.

    level: the mean, or of `places` the last place. Raises ValueError for another kind.
    """

    kind: str
    labels: tuple[str, ...]
    values: tuple[Value | None, ...]
    level: Value | None = None
    caption: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"a graph is one of {', '.join(KINDS)}, not {self.kind!r}")

    def drawing(self) -> Drawing:
        """The graph, drawn in the active language."""
        return KINDS[self.kind](self.labels, self.values, self.level)

    def svg(self) -> bytes:
        return svg(self.drawing())


def svg(drawing: Drawing) -> bytes:
    """The drawing as an image for a page. An image cannot fetch a typeface: these are on every machine and run as wide."""
    text = renderSVG.drawToString(drawing).replace("<title>...</title>", "").replace("<desc>...</desc>", "")
    for name, weight in ((BOLD, "bold"), (REGULAR, "normal")):
        text = text.replace(f"font-family: {name};", f"font-family: {FACES}; font-weight: {weight};")
    return text.encode()
