"""Cards as people type them: Dutch and English letters, either order, never another card than was meant."""

from itertools import product

import pytest
from django.utils import translation

from scoring.arbiter.reading import CannotRead, read, shown, words_for
from scoring.rules.cards import DECK, NAMES, names


def named(text: str, language: str) -> list[str]:
    with translation.override(language):
        return names(read(text))


@pytest.mark.parametrize(
    ("text", "language", "cards"),
    [
        ("KD 9S", "en", ["KD", "9S"]),
        ("kd,9s; td 10h", "en", ["KD", "9S", "TD", "TH"]),
        ("HR 9S BK VH 10R", "nl", ["KD", "9S", "JC", "QH", "TD"]),
        ("RH S9 KB HV R10", "nl", ["KD", "9S", "JC", "QH", "TD"]),  # suit first
        ("♦H ♠9 ♥V", "nl", ["KD", "9S", "QH"]),
        ("♦K ♠9 Q♥", "en", ["KD", "9S", "QH"]),
        ("♥\ufe0eH ♥\ufe0fA", "nl", ["KH", "AH"]),  # as copied from a page
        ("HK", "nl", ["KC"]),
        ("KH", "en", ["KH"]),
        ("HH KK", "nl", ["KH", "KC"]),
        ("KD QS JC", "nl", ["KD", "QS", "JC"]),  # English letters that can be nothing else in Dutch
        ("HR VS BK", "en", ["KD", "QS", "JC"]),
        ("", "nl", []),
    ],
)
def test_what_people_type(text, language, cards):
    assert named(text, language) == cards


@pytest.mark.parametrize(("text", "language", "choice"), [("KH", "nl", "HK"), ("HK", "en", "KC")])
def test_what_could_be_two_cards_is_asked_back(text, language, choice):
    with pytest.raises(CannotRead, match=choice):
        named(text, language)


@pytest.mark.parametrize("text", ["1D", "KX", "K", "11S", "KDS", "JOKER", "♦", "K♦♦", "０S"])
def test_what_is_no_card_is_refused_by_name(text):
    with pytest.raises(CannotRead, match="is no card"):
        named(f"AS {text}", "en")


def test_a_card_twice_is_refused_however_it_was_typed():
    with pytest.raises(CannotRead, match="♦K is named twice"):
        named("KD ♦H", "en")


def test_a_long_word_is_not_repeated_whole():
    with pytest.raises(CannotRead) as refused:
        named("x" * 140, "en")
    assert len(str(refused.value)) < 120


@pytest.mark.parametrize("language", ["nl", "en"])
def test_what_tapping_writes_is_read_back_in_both_languages(language):
    with translation.override(language):
        written = {card: shown(card) for card in DECK}
        assert all(written[card] in words_for(card) for card in DECK)
    for other in ("nl", "en"):
        assert named(" ".join(written.values()), other) == list(NAMES)


def test_no_typed_word_means_one_card_in_dutch_and_another_in_english():
    words = {a + b for a, b in product(("7", "10", "T", *"AHVBKQJ♣♦♥♠CDS98R"), repeat=2)}
    meant = {}
    for word in words:
        for language in ("nl", "en"):
            try:
                meant.setdefault(word, set()).update(named(word, language))
            except CannotRead:
                continue
    assert len(meant) > 200
    assert {word: cards for word, cards in meant.items() if len(cards) > 1} == {}
