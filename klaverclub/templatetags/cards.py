"""Suits, cards, seats and sides as people at the table call them.

Codes are those of the rules engine: suits C D H S, ranks 7 8 9 T J Q K A, seats N E S W.
"""

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

register = template.Library()

TEXT_STYLE = "\N{VARIATION SELECTOR-15}"  # phones would draw ♥ as a picture otherwise

SUITS: dict[str, tuple[str, Promise]] = {
    "C": ("♣", _("clubs")),
    "D": ("♦", _("diamonds")),
    "H": ("♥", _("hearts")),
    "S": ("♠", _("spades")),
}

RANKS: dict[str, str | Promise] = {
    "6": "6",
    "7": "7",
    "8": "8",
    "9": "9",
    "T": "10",
    "J": pgettext_lazy("card", "J"),
    "Q": pgettext_lazy("card", "Q"),
    "K": pgettext_lazy("card", "K"),
    "A": pgettext_lazy("card", "A"),
}

SEATS: dict[str, tuple[Promise, Promise]] = {
    "N": (pgettext_lazy("seat", "N"), _("north")),
    "E": (pgettext_lazy("seat", "E"), _("east")),
    "S": (pgettext_lazy("seat", "S"), _("south")),
    "W": (pgettext_lazy("seat", "W"), _("west")),
}


@register.filter
def suit(code: str) -> SafeString:
    """`{{ "H"|suit }}`: ♥ in red, read aloud as "hearts"."""
    sign, name = SUITS[code]
    colour = " suit-red" if code in "DH" else ""
    return format_html(
        '<span class="suit{}" role="img" aria-label="{}">{}{}</span>', colour, name, sign, TEXT_STYLE
    )


@register.filter
def card(code: str) -> SafeString:
    """`{{ "JH"|card }}`: ♥B on Dutch pages, ♥J on English ones."""
    rank, suit_code = code
    return format_html('<span class="card">{}{}</span>', suit(suit_code), RANKS[rank])


@register.filter
def seat(code: str) -> str:
    """`{{ "E"|seat }}`: the letter on the table, O on Dutch pages; a player named by a column, A, is that letter."""
    return str(SEATS.get(code, (code, code))[0])


@register.filter
def seat_name(code: str) -> str:
    """`{{ "E"|seat_name }}`: east; a player named by a column, A, is that letter."""
    return str(SEATS.get(code, (code, code))[1])
