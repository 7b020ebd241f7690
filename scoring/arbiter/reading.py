"""Cards as people type them, in Dutch or English letters; tapping writes signs (♥H), which are clear in both.

Rank and suit stand in either order. Only HK and KH could be two cards (heer klaveren, king of hearts): each is
read in the language in which its letters are written rank first, and refused in the other, so that a typed
address means the same cards in both languages.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cache
from itertools import product

from django.utils.translation import get_language, gettext

from klaverclub.templatetags.cards import RANKS, SUITS
from scoring.rules import cards
from scoring.rules.cards import Card

RANK_WORDS = {
    "6": "6",
    "7": "7",
    "8": "8",
    "9": "9",
    "T": "10 T",
    "J": "J B",
    "Q": "Q V",
    "K": "K H",
    "A": "A",
}
SUIT_WORDS = {"C": "C K ♣", "D": "D R ♦", "H": "H ♥", "S": "S ♠"}
OWN_READING = {"en": "KH", "nl": "HK"}
EXAMPLE = {"en": "KD 9S", "nl": "HR 9S"}

_BETWEEN = re.compile(r"[\s,;.·|]+")
_STYLE = re.compile("[\ufe0e\ufe0f]")
_LONGEST = 12


class CannotRead(ValueError):
    """A text that is not a list of different cards; the message is translated and names the card."""


@cache
def readings(language: str) -> Mapping[str, str | None]:
    """The card of every word for one, in capitals; None for the one that is unclear in this language."""
    meant: dict[str, set[str]] = defaultdict(set)
    for (rank, of_rank), (suit, of_suit) in product(RANK_WORDS.items(), SUIT_WORDS.items()):
        for one, other in product(of_rank.split(), of_suit.split()):
            meant[one + other].add(rank + suit)
            meant[other + one].add(rank + suit)
    found = {word: names.pop() if len(names) == 1 else None for word, names in meant.items()}
    found[OWN_READING[language]] = {"en": "KH", "nl": "KC"}[language]
    return found


def read(text: str) -> list[Card]:
    """The cards of a text in the active language, in order. Raises CannotRead."""
    return list(map(cards.card, read_names(text)))


def read_names(text: str, pack: Collection[str] = cards.NAMES) -> list[str]:
    """The names of the cards of a text that are in this pack, in order. Raises CannotRead."""
    found: list[str] = []
    for word in filter(None, _BETWEEN.split(_STYLE.sub("", text))):
        card = _read_word(word, pack)
        if card in found:
            raise CannotRead(gettext("%(card)s is named twice.") % {"card": shown(card)})
        found.append(card)
    return found


def _read_word(word: str, pack: Collection[str]) -> str:
    language = language_of_page()
    known = readings(language)
    card = known.get(word.upper())
    if card in pack:
        return card
    typed = word if len(word) <= _LONGEST else word[:_LONGEST] + "…"
    if known.get(word.upper(), "") is None:
        one, other = {"en": ("KC", "KH"), "nl": ("HK", "HH")}[language]
        problem = gettext("“%(typed)s” can be two cards: type %(clubs)s (clubs) or %(hearts)s (hearts).")
        raise CannotRead(problem % {"typed": typed, "clubs": one, "hearts": other})
    problem = gettext("“%(typed)s” is no card. Type rank and suit of each card, for example %(example)s.")
    raise CannotRead(problem % {"typed": typed, "example": EXAMPLE[language]})


def shown(card: Card | str) -> str:
    """The card, or that of this name, as tapping writes it: ♥H on Dutch pages, ♥K on English ones."""
    rank, suit = _name(card)
    return f"{SUITS[suit][0]}{RANKS[rank]}"


def words_for(card: Card | str) -> list[str]:
    """Every word that is taken for this card in the active language."""
    return [word for word, meant in readings(language_of_page()).items() if meant == _name(card)]


def _name(card: Card | str) -> str:
    return card if isinstance(card, str) else cards.NAMES[card]


def language_of_page() -> str:
    """`nl` or `en`."""
    return "nl" if (get_language() or "").startswith("nl") else "en"
