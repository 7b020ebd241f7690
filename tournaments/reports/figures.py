"""Values as people read them: the figures of the pages, exact rounding, dates, trends."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

from django.utils import dateformat
from django.utils.formats import date_format

from klaverclub.templatetags.figures import THIN_SPACE, figure
from tournaments.reports.documents import Awarded, Cell, Column, Dropped, Kind, Partly

AWARDED_MARK = "*"
PARTLY_MARK = "°"


def rounded(value: int | Fraction | Decimal, decimals: int) -> Decimal:
    """The value at the given number of decimals, halves away from zero, without binary error.

    >>> rounded(Fraction(1, 8), 2), rounded(Fraction(-5, 2), 0)
    (Decimal('0.13'), Decimal('-3'))
    """
    scaled = abs(Fraction(value)) * 10**decimals
    units = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Decimal(units if value >= 0 else -units).scaleb(-decimals)


def trend(places: int) -> str:
    """Places won or lost since the last list: `▲ 2`, `▼ 1`, `=`."""
    if places == 0:
        return "="
    return f"{'▲' if places > 0 else '▼'}{THIN_SPACE}{abs(places)}"


def short_date(day: date) -> str:
    """`06-10-2026` on a Dutch page."""
    return date_format(day, "SHORT_DATE_FORMAT")


def long_date(day: date) -> str:
    """`dinsdag 6 oktober 2026` on a Dutch page."""
    return dateformat.format(day, "l j F Y")


def on_paper(column: Column, cell: Cell) -> str:
    """The text of a cell as it is printed."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, date):
        return short_date(cell)
    if column.kind is Kind.TREND:
        return trend(int(cell))
    text = figure(cell, column.decimals)
    if isinstance(cell, Partly):
        return text + PARTLY_MARK
    if isinstance(cell, Dropped):
        return f"({text})"
    return text + AWARDED_MARK if isinstance(cell, Awarded) else text
