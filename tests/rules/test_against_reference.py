"""The engine against a second, slow implementation on thousands of random positions."""

from itertools import product
from random import Random

import pytest

from scoring.rules import cards
from scoring.rules.roem import roem_points, trick_roem
from scoring.rules.rulesets import make_ruleset
from scoring.rules.tricks import legal_cards, winner
from tests.rules import reference

PLAY_OPTIONS = [
    dict(zip(("ams_ruff_partner", "undertrump_partner", "cannot_overtrump"), values, strict=True))
    | {"trump_lead_beat_partner": beat, "follow_or_trump": follow}
    for values in product(("free", "must"), ("forbidden", "allowed"), ("discard", "undertrump", "free"))
    for beat, follow in product((True, False), repeat=2)
]
POSITIONS = 8_000


def position(rng):
    """A random trick so far and a hand; trumps are common, so that the hard rules decide."""
    deck = reference.DECK[:]
    rng.shuffle(deck)
    trump = rng.choice(reference.SUITS)
    if rng.random() < 0.5:
        suits = rng.sample([suit for suit in reference.SUITS if suit != trump], 2)
        deck.sort(key=lambda card: (card[1] not in (trump, suits[0])) + rng.random())
    placed, held = rng.randrange(4), rng.randint(1, 8)
    return trump, deck[:placed], deck[placed : placed + held]


@pytest.mark.parametrize("system", ["amsterdam", "rotterdam"])
def test_legal_cards_and_winner(system):
    rng = Random(f"positions {system}")
    rulesets = [(options, make_ruleset(system, options)) for options in PLAY_OPTIONS]
    for _ in range(POSITIONS):
        trump, trick, hand = position(rng)
        options, ruleset = rng.choice(rulesets) if rng.random() < 0.7 else ({}, make_ruleset(system))
        found = legal_cards(cards.cards(hand), cards.cards(trick), cards.suit(trump), ruleset)
        expected = reference.legal(hand, trick, trump, system, options)
        assert set(cards.names(found.cards)) == expected, (system, options, trump, trick, hand)
        assert expected
        if trick:
            assert winner(cards.cards(trick), cards.suit(trump)) == reference.winner(trick, trump)
            assert cards.trick_points(cards.cards(trick), cards.suit(trump)) == reference.points(trick, trump)


QUADS = {"T": 100, "J": 200, "Q": 100, "K": 100, "A": 100}


@pytest.mark.parametrize(
    ("preset", "quads", "either"),
    [
        ("default", QUADS, False),
        ("KO-both", QUADS | {"T": 0, "9": 150}, False),
        ("KO-literal", QUADS | {"T": 0, "9": 150}, True),
        ("NKU", dict.fromkeys(reference.RANKS, 100), False),
    ],
)
def test_roem(preset, quads, either):
    ruleset = make_ruleset(preset, roem_only=True)
    rng = Random(f"roem {preset}")
    for _ in range(POSITIONS):
        trump = rng.choice(reference.SUITS)
        if rng.random() < 0.3:
            rank = rng.choice(reference.RANKS)
            trick = [rank + suit for suit in reference.SUITS]
        else:
            suits = rng.choice([trump, reference.SUITS])
            trick = rng.sample([card for card in reference.DECK if card[1] in suits], 4)
        found = roem_points(trick_roem(cards.cards(trick), cards.suit(trump), ruleset))
        assert found == reference.roem(trick, trump, quads, either), (preset, trump, trick)
