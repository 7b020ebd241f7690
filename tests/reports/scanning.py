"""Codes on paper as a phone reads them: the page as an image, and a decoder that knows nothing of what drew it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import zxingcpp
from PIL.Image import Image

PRINT = 150
"""Dots an inch: a plain office printer in its draft mode."""


@dataclass(frozen=True)
class Code:
    """What a code says, where its middle is and how long its side, both in points from the upper left corner."""

    text: str
    x: float
    y: float
    side: float


def images(path: Path, dots: int = PRINT) -> list[Image]:
    """The pages of a PDF in greys, as a laser printer sets them."""
    pdf = pypdfium2.PdfDocument(path)
    try:
        return [page.render(scale=dots / 72, grayscale=True).to_pil() for page in pdf]
    finally:
        pdf.close()


def codes(path: Path, dots: int = PRINT) -> list[list[Code]]:
    """All codes on each page, downwards."""
    return [_on(image, dots / 72) for image in images(path, dots)]


def _on(image: Image, scale: float) -> list[Code]:
    found = []
    for each in zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode):
        corners = (each.position.top_left, each.position.bottom_right)
        x = sum(corner.x for corner in corners) / 2 / scale
        y = sum(corner.y for corner in corners) / 2 / scale
        found.append(Code(each.text, x, y, (corners[1].x - corners[0].x) / scale))
    return sorted(found, key=lambda code: (code.y, code.x))
