"""Figures on a page: thin space in the thousands, a true minus, right rounding, and trends.

All of them render None as an en dash: nothing is not zero.
"""

from decimal import Decimal
from fractions import Fraction

from django import template
from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

register = template.Library()

NOTHING = "–"
MINUS = "−"
THIN_SPACE = "\N{NARROW NO-BREAK SPACE}"

Number = int | Fraction | Decimal


def rounded(value: Number, decimals: int) -> tuple[int, str]:
    """Whole part and decimals of a non-negative value, half up: (82, "50") for 82.495 in two decimals."""
    if isinstance(value, int):  # most figures are, and a Fraction takes ten times as long
        return value, "0" * decimals
    scale = 10**decimals
    units = int(Fraction(value) * scale + Fraction(1, 2))
    whole, rest = divmod(units, scale)
    return whole, f"{rest:0{decimals}d}" if decimals else ""


def figure(value: Number | None, decimals: int = 0) -> str:
    """1764 as "1 764", −20 as "−20", Fraction(165, 2) with one decimal as "82,5" in Dutch; None as "–"."""
    if value is None:
        return NOTHING
    whole, rest = rounded(abs(value), decimals)
    text = f"{whole:,}".replace(",", THIN_SPACE)
    if rest:
        text += formats.get_format("DECIMAL_SEPARATOR") + rest
    return MINUS + text if value < 0 and text.strip("0.,") else text


@register.filter
def score(value: Number | None, decimals: int = 0) -> str:
    """`{{ points|score }}` or, for an average, `{{ average|score:2 }}`."""
    return figure(value, decimals)


@register.filter
def signed(value: Number | None, decimals: int = 0) -> str:
    """`{{ gap|signed }}`: +12, −12, 0."""
    text = figure(value, decimals)
    return f"+{text}" if value is not None and value > 0 and text.strip("0.,") else text


@register.simple_tag
def trend(places: int | None) -> SafeString:
    """`{% trend row.climbed %}`: ▲ 3 is three places up, ▼ 2 two down, = the same place, None nothing."""
    if places is None:
        return SafeString("")
    if places == 0:
        return _trend("same", "=", gettext("same place"), "")
    count = abs(places)
    if places > 0:
        words = ngettext("%(count)d place up", "%(count)d places up", count) % {"count": count}
        return _trend("up", "▲", words, str(count))
    words = ngettext("%(count)d place down", "%(count)d places down", count) % {"count": count}
    return _trend("down", "▼", words, str(count))


def _trend(kind: str, sign: str, words: str, number: str) -> SafeString:
    return format_html(
        '<span class="trend trend-{}"><span aria-hidden="true">{} {}</span>'
        '<span class="visually-hidden">{}</span></span>',
        kind,
        sign,
        number,
        words,
    )
