"""Reading rendered files back, with other libraries than those that wrote them."""

import re
from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path

from django.utils.translation import override
from PIL import ImageFont
from pypdf import PdfReader

from tournaments.reports.documents import Document, Heading
from tournaments.reports.render import Format, render

FONTS = Path(__file__).resolve().parents[2] / "tournaments" / "reports" / "fonts"
HEADING = Heading(
    club="De Vrije Slag",
    event="Autumn league, evening 4",
    date=date(2026, 10, 6),
    printed_at=datetime(2026, 10, 6, 23, 14),
)


@dataclass(frozen=True)
class Piece:
    """A text on a page, where it starts, how large it is, and where it ends by the font's own metrics."""

    text: str
    x: float
    y: float
    size: float
    font: str

    @property
    def end(self) -> float:
        return self.x + _metrics(self.font).getlength(self.text) * self.size / 1000


@cache
def _metrics(font: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"{font}.ttf", 1000)


def printed(document: Document, folder: Path, language: str = "en") -> PdfReader:
    """The document as a PDF, opened for reading."""
    path = folder / "document.pdf"
    with override(language):
        render(document, Format.PDF, path)
    return PdfReader(path)


def text_of(pdf: PdfReader) -> str:
    return "\n".join(page.extract_text() for page in pdf.pages)


def pieces(pdf: PdfReader, page: int = 0) -> list[Piece]:
    """The texts of a page in the order of the file."""
    found = []

    def visit(text, _current, matrix, font, size):
        if text.strip() and font:
            name = font["/BaseFont"].split("+")[1]
            found.append(Piece(text.strip("\n"), matrix[4], matrix[5], size, name))

    pdf.pages[page].extract_text(visitor_text=visit)
    return found


def lines(pdf: PdfReader, page: int = 0) -> list[list[str]]:
    """The texts of a page by line, top to bottom, left to right."""
    by_line = defaultdict(list)
    for piece in pieces(pdf, page):
        by_line[round(piece.y, 1)].append(piece)
    return [
        [piece.text for piece in sorted(by_line[y], key=lambda piece: piece.x)]
        for y in sorted(by_line, reverse=True)
    ]


def number(text: str) -> float:
    """A printed number as a value: `−1 620,50*` is -1620.5."""
    plain = re.sub(r"[\s*]", "", text).replace("−", "-").replace(",", ".")
    return float(plain)
