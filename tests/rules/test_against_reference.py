"""The engine against a second, slow implementation: random positions, tricks and whole deals.

The ordinary suite looks at some thousands; with KLAVERCLUB_TEST_FULL=1 it is 200,000
positions and 20,000 deals for each ruleset.
"""

import os
from itertools import product
from random import Random

import pytest

from scoring.rules import cards
from scoring.rules.judge import judge
from scoring.rules.roem import roem_points, roem_table, trick_roem
from scoring.rules.rulesets import PRESETS, make_ruleset
from scoring.rules.tricks import legal_cards, winner
from tests.rules import reference

FULL = os.environ.get("KLAVERCLUB_TEST_FULL") == "1"
PARTS = range(4)
POSITIONS = 50_000 if FULL else 400
DEALS = 5_000 if FULL else 30
TRICKS = 50_000 if FULL else 2_000

PLAY_OPTIONS = [
    dict(zip(("ams_ruff_partner", "undertrump_partner", "cannot_overtrump"), values, strict=True))
    | {"trump_lead_beat_partner": beat, "follow_or_trump": follow}
    for values in product(("free", "must"), ("forbidden", "allowed"), ("discard", "undertrump", "free"))
    for beat, follow in product((True, False), repeat=2)
]
SCORE_OPTIONS = [
    dict(zip(("tie", "pit", "pit_defenders", "verzaakt", "extra"), values, strict=True))
    for values in product(("nat", "made"), (0, 88, 100), (True, False), ("move", "void", "own"), (0, 100))
]
QUADS = {"T": 100, "J": 200, "Q": 100, "K": 100, "A": 100}
KO_QUADS = QUADS | {"T": 0, "9": 150}
ALL_QUADS = dict.fromkeys(reference.RANKS, 100)
# System of play, values of four equal, and scoring, as the second implementation is told.
RULESETS = {
    "amsterdam": ("amsterdam", QUADS, {}),
    "rotterdam": ("rotterdam", QUADS, {}),
    "amsterdam-utrecht": ("amsterdam", QUADS, {}),
    "rotterdam-ko": ("rotterdam", KO_QUADS, {"pit": 0, "tie": "made"}),
    "nku": ("rotterdam", ALL_QUADS, {}),
}


def test_every_ruleset_is_compared():
    assert set(RULESETS) == set(PRESETS)


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


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("preset", RULESETS)
def test_legal_cards_and_winner(preset, part):
    rng = Random(f"positions {preset} {part}")
    system = RULESETS[preset][0]
    plain = {}, make_ruleset(preset)
    varied = [(options, make_ruleset(preset, options)) for options in PLAY_OPTIONS]
    for _ in range(POSITIONS):
        trump, trick, hand = position(rng)
        options, ruleset = rng.choice(varied) if rng.random() < 0.5 else plain
        found = legal_cards(cards.cards(hand), cards.cards(trick), cards.suit(trump), ruleset)
        expected = reference.legal(hand, trick, trump, system, options)
        assert set(cards.names(found.cards)) == expected, (preset, options, trump, trick, hand)
        assert expected
        if trick:
            assert winner(cards.cards(trick), cards.suit(trump)) == reference.winner(trick, trump)
            assert cards.trick_points(cards.cards(trick), cards.suit(trump)) == reference.points(trick, trump)


def played(rng, system, options):
    """A random deal; now and then a card is played that may not be."""
    deck = reference.DECK[:]
    if rng.random() < 0.3:  # long suits, so that whole tricks are runs
        deck.sort(key=lambda card: reference.SUITS.index(card[1]) + rng.random() * rng.choice((1, 3)))
    else:
        rng.shuffle(deck)
    hands = {seat: deck[at * 8 : at * 8 + 8] for at, seat in enumerate(reference.SEATS)}
    trump, seat, declarer = rng.choice(reference.SUITS), *rng.choices(reference.SEATS, k=2)
    leader, careless, tricks = seat, rng.choice((0, 0, 0.05)), []
    for _ in range(8):
        order = (
            reference.SEATS[reference.SEATS.index(seat) :] + reference.SEATS[: reference.SEATS.index(seat)]
        )
        trick = []
        for one in order:
            allowed = sorted(reference.legal(hands[one], trick, trump, system, options))
            trick.append(rng.choice(hands[one] if rng.random() < careless else allowed))
            hands[one].remove(trick[-1])
        tricks.append(trick)
        seat = order[reference.winner(trick, trump)]
    return {"trump": trump, "leader": leader, "declarer": declarer, "tricks": tricks}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("preset", RULESETS)
def test_whole_deals(preset, part):
    rng = Random(f"deals {preset} {part}")
    system, quads, scoring = RULESETS[preset]
    statuses = set()
    for _ in range(DEALS):
        options = {}
        if rng.random() < 0.5:
            options = rng.choice(PLAY_OPTIONS) | rng.choice(SCORE_OPTIONS)
            options |= {"run_bonus": rng.choice(("both", "either"))}
        record = played(rng, system, options)
        answer = judge({"kind": "play", "ruleset": preset, "options": options, **record})
        expected = reference.play(**record, system=system, options=scoring | options, quads=quads)
        assert [trick["winner"] for trick in answer["tricks"]] == expected["winners"], record
        for what in ("points", "roem", "tricks_won", "score", "status"):
            assert answer[what] == expected[what], (what, preset, options, record)
        revokes = [(one["trick"], one["seat"], one["card"], set(one["legal"])) for one in answer["revokes"]]
        assert revokes == expected["revokes"], (preset, options, record)
        statuses.add(answer["status"])
    assert statuses >= {"made", "nat", "verzaakt"}


@pytest.mark.parametrize(
    ("preset", "quads", "either"),
    [
        ("default", QUADS, False),
        ("KO-both", KO_QUADS, False),
        ("KO-literal", KO_QUADS, True),
        ("NKU", ALL_QUADS, False),
    ],
)
def test_roem(preset, quads, either):
    ruleset = make_ruleset(preset, roem_only=True)
    rng = Random(f"roem {preset}")
    for _ in range(TRICKS):
        trump = rng.choice(reference.SUITS)
        if rng.random() < 0.3:
            rank = rng.choice(reference.RANKS)
            trick = [rank + suit for suit in reference.SUITS]
        else:
            suits = rng.choice([trump, reference.SUITS])
            trick = rng.sample([card for card in reference.DECK if card[1] in suits], 4)
        found = roem_points(trick_roem(cards.cards(trick), cards.suit(trump), ruleset))
        assert found == reference.roem(trick, trump, quads, either), (preset, trump, trick)
        looked_up = roem_table(cards.suit(trump), ruleset).get(cards.mask(cards.cards(trick)))
        assert (looked_up.points if looked_up else 0) == found
