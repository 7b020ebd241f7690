"""Suits, cards and seats as people at the table call them."""

import pytest
from django.utils import translation

from klaverclub.templatetags.cards import RANKS, SEATS, SUITS, card, seat, seat_name, suit


@pytest.mark.parametrize(
    ("code", "sign", "red"), [("C", "♣", False), ("D", "♦", True), ("H", "♥", True), ("S", "♠", False)]
)
def test_a_suit_is_a_sign_with_a_name(code, sign, red):
    with translation.override("en"):
        html = suit(code)
        assert f'aria-label="{SUITS[code][1]}"' in html
    assert sign in html
    assert ("suit-red" in html) is red


def test_a_suit_is_drawn_as_text_also_on_a_phone():
    assert "♥\ufe0e" in suit("H")


def test_a_card_is_suit_and_rank():
    with translation.override("en"):
        assert "♦" in card("TD")
        assert card("TD").endswith("10</span>")
        assert card("JH").endswith("J</span>")


def test_every_code_of_the_rules_engine_has_a_name():
    assert set(RANKS) == set("6789TJQKA")  # Tarabish has sixes
    assert set(SEATS) == set("NESW")
    with translation.override("en"):
        assert [seat(code) for code in "NESW"] == list("NESW")
        assert seat_name("E") == "east"


def test_an_unknown_code_is_an_error_not_an_empty_place():
    with pytest.raises(KeyError):
        suit("X")
