"""The cards of a pack as buttons to tap."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from klaverclub.templatetags.cards import RANKS as RANK_SIGNS
from klaverclub.templatetags.cards import SUITS
from scoring.arbiter.reading import EXAMPLE, language_of_page, shown, words_for
from scoring.rules.cards import RANKS

RANK_NAMES: dict[str, Promise] = {
    "6": _("six"),
    "7": _("seven"),
    "8": _("eight"),
    "9": _("nine"),
    "T": _("ten"),
    "J": _("jack"),
    "Q": _("queen"),
    "K": _("king"),
    "A": _("ace"),
}
BY_SUIT = "CDSH"
SUIT_LETTERS = {"en": "CDHS", "nl": "KRHS"}


@dataclass(frozen=True)
class Button:
    """A card to tap: its name, what tapping writes, what else people type for it, how it is read aloud."""

    name: str
    writes: str
    words: str
    spoken: str


@dataclass(frozen=True)
class DeckSuit:
    """The cards of one suit, from the ace down."""

    name: str
    buttons: list[Button]


def deck(ranks: str = RANKS) -> list[DeckSuit]:
    """The cards of these ranks, black and red suits in turn."""
    return [
        DeckSuit(str(SUITS[suit][1]), [_button(f"{rank}{suit}") for rank in reversed(ranks)])
        for suit in BY_SUIT
    ]


def _button(name: str) -> Button:
    spoken = f"{SUITS[name[1]][1]} {RANK_NAMES[name[0]]}"
    return Button(name, shown(name), " ".join(words_for(name)), spoken)


def writing() -> dict[str, object]:
    """How cards are typed in the active language: letters of ranks and suits, and two examples."""
    letters = SUIT_LETTERS[language_of_page()]
    examples = zip(EXAMPLE[language_of_page()].split(), ("KD", "9S"), strict=True)
    return {
        "ranks": [str(RANK_SIGNS[rank]) for rank in reversed(RANKS)],
        "suits": list(zip(letters, "CDHS", strict=True)),
        "examples": list(examples),
    }
