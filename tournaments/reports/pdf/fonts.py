"""The shipped typefaces, and text that fits the room it gets."""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from klaverclub.templatetags.figures import THIN_SPACE

REGULAR = "DejaVuSans"
BOLD = "DejaVuSans-Bold"
OBLIQUE = "DejaVuSans-Oblique"
HAND = "DkgHandwriting"

FOLDER = Path(__file__).resolve().parent.parent / "fonts"
SMALLEST = 0.72
"""How far a text may shrink, as a share of its size, before it is broken into two lines or cut with an ellipsis."""
LEAST = 0.5
"""How far a text in two lines may shrink."""
LEGIBLE = 7
"""Points: the smallest type that is read with ease. The rows of a table grow before a text becomes smaller."""
TINIEST = 3.5
"""Points: smaller type is not read by anybody."""
TIGHT = 1.1
"""The distance of lines in a box, as a share of their size."""


@cache
def register() -> None:
    """Make the shipped typefaces known to reportlab; reads the files once for each process."""
    for name in (REGULAR, BOLD, OBLIQUE, HAND):
        pdfmetrics.registerFont(TTFont(name, FOLDER / f"{name}.ttf"))


def width(text: str, font: str, size: float) -> float:
    """The width of a text in points."""
    return _unit_width(text, font) * size


@lru_cache(maxsize=50_000)
def _unit_width(text: str, font: str) -> float:
    return pdfmetrics.stringWidth(text, font, 1)


def printable(text: str) -> str:
    """The text on one line, accents composed, without characters that cannot be seen."""
    if text.isascii() and text.isprintable():
        return text
    seen = (c for c in unicodedata.normalize("NFC", text) if unicodedata.category(c) != "Cf")
    return "".join(c if c.isprintable() or c == THIN_SPACE else " " for c in seen).strip()


def fit(text: str, font: str, size: float, room: float) -> tuple[str, float, float]:
    """The text, type size and width that fit in `room` points: smaller first, then cut with an ellipsis."""
    needed = width(text, font, size)
    if needed <= room:
        return text, size, needed
    smallest = size * SMALLEST
    if needed * SMALLEST <= room:
        return text, size * room / needed, room
    while text and width(text + "…", font, smallest) > room:
        text = text[:-1]
    text = text.rstrip() + "…"
    return text, smallest, width(text, font, smallest)


def in_two_lines(text: str, font: str, size: float, room: float) -> tuple[float, str, str] | None:
    """A text too long for one line even in the smallest type, broken into two lines, with their size; None when it is
    not too long, or when two lines are not enough.

    They are smaller still where that keeps a long name whole, and then also broken after a hyphen.
    """
    smallest = size * SMALLEST
    if width(text, font, smallest) <= room:
        return None
    lines = wrap(text, font, smallest, room, give=0)
    if len(lines) == 2 and all(width(line, font, smallest) <= room for line in lines):
        return smallest, lines[0], lines[1]
    ends = [at for at, letter in enumerate(text[:-1], 1) if letter in " -"]
    halves = [(text[:at].rstrip(), text[at:].lstrip()) for at in ends]
    if not halves:
        return None
    widest, (upper, lower) = min((max(width(each, font, 1) for each in two), two) for two in halves)
    fitted = min(smallest, room / widest)
    return (fitted, upper, lower) if fitted >= size * LEAST else None


def in_lines(text: str, font: str, size: float, room: float, least: float = 0) -> tuple[float, list[str]]:
    """The whole of a text, with the type size it is set in: on one line or two where it can be (`fit`,
    `in_two_lines`), and otherwise in the smallest type on as many lines as it takes. `least`: no type is smaller than
    this, in points, unless `size` itself is.
    """
    smallest = smallest_of(size, least)
    needed = width(text, font, size)
    if needed * smallest <= room * size:
        return size * min(1, room / needed) if needed else size, [text]
    two = in_two_lines(text, font, size, room)
    if two and two[0] >= smallest:
        return two[0], list(two[1:])
    return smallest, wrap(text, font, smallest, room, give=1)


def smallest_of(size: float, least: float = 0) -> float:
    """How small a text of this size may become, and never smaller than `least` points, unless it is so itself."""
    return max(size * SMALLEST, min(least, size))


def in_box(text: str, font: str, size: float, room: float, height: float) -> tuple[float, list[str]]:
    """The whole of a text in a box of so many points, with the type size it is set in: one line where that can be,
    otherwise the largest type in which its lines, `TIGHT` apart, fit into the height. Below `TINIEST` points it is cut.
    """
    needed = width(text, font, size)
    if needed * SMALLEST <= room:
        return size * min(1, room / needed) if needed else size, [text]
    size = min(size * SMALLEST, height / (2 * TIGHT))
    while size > TINIEST:
        lines = wrap(text, font, size, room, give=1)
        if len(lines) * TIGHT * size <= height:
            return size, lines
        size *= 0.95
    most = max(int(height / (TIGHT * TINIEST)), 1)
    *first, last = wrap(text, font, TINIEST, room, give=1)[: most + 1]
    return TINIEST, [*first[: most - 1], fit(" ".join([*first[most - 1 :], last]), font, TINIEST, room)[0]]


def wrap(text: str, font: str, size: float, room: float, give: float = SMALLEST) -> list[str]:
    """The text in lines of at most `room` points, broken at spaces.

    A longer word keeps its own line as long as it fits into it in `give` of the size; beyond that it is broken too.
    """
    lines = [""]
    for word in _broken(text.split(" "), font, size, room, give):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if lines[-1] and width(longer, font, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _broken(words: Iterable[str], font: str, size: float, room: float, give: float) -> Iterator[str]:
    """The words, those that are much too long in pieces of at most `room` points."""
    for word in words:
        piece = ""
        whole = not give or width(word, font, size) * give <= room
        for letter in () if whole else word:
            if piece and width(piece + letter, font, size) > room:
                yield piece
                piece = ""
            piece += letter
        yield word if whole else piece
