"""An address as squares that a phone reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reportlab.graphics import renderPDF
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing, Rect
from reportlab.lib.colors import white

if TYPE_CHECKING:
    from tournaments.reports.pdf.page import Paper

SIZE = 76
"""Points along a side, quiet border included: 27 mm, read from a hand's length."""
QUIET = 6
"""Points of white that a code has around it at least: so far it may stand outside a line of text."""
SMALL = 64


def put_link(paper: Paper, left: float, bottom: float, link: str, size: float = SIZE) -> None:
    """Sets the address with its lower left corner here, on white: no watermark runs through it.

    A small code, for in the hand, has fewer and so larger squares; one for the wall can lose 15 % of them.
    """
    widget = QrCodeWidget(link, barLevel="L" if size < SMALL else "M")
    widget.barWidth = widget.barHeight = size
    drawing = Drawing(size, size)
    drawing.add(Rect(0, 0, size, size, fillColor=white, strokeColor=None))
    drawing.add(widget)
    renderPDF.draw(drawing, paper.canvas, left, bottom)
