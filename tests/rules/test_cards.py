"""The deck: 62 and 30 points a suit, 162 with the last trick."""

import pytest

from scoring.rules import cards


def test_points_of_the_deck():
    for trump in range(4):
        by_suit = [sum(cards.POINTS[trump][suit * 8 : suit * 8 + 8]) for suit in range(4)]
        assert by_suit[trump] == 62
        assert sum(by_suit) == 152
        assert cards.trick_points(cards.DECK, trump, last=True) == cards.TOTAL == 162


def test_names_go_both_ways():
    assert len(set(cards.NAMES)) == 32
    assert [cards.card(name) for name in cards.NAMES] == list(cards.DECK)
    assert cards.names(cards.cards(["TD", "7C", "AS"])) == ["TD", "7C", "AS"]


@pytest.mark.parametrize("name", ["", "T", "DT", "10D", "td", "6C", "TX", "TDD", None, 7, ["TD"]])
def test_no_card(name):
    with pytest.raises(ValueError, match="is no card"):
        cards.card(name)


def test_a_card_named_twice():
    with pytest.raises(ValueError, match="7C is named twice"):
        cards.cards(["7C", "8C", "7C"])


@pytest.mark.parametrize("name", ["", "CD", "X", "c", None, 0])
def test_no_suit(name):
    with pytest.raises(ValueError, match="is no suit"):
        cards.suit(name)
