"""How a sensible player makes trump and plays: estimates, not search.

Every choice is the best of some estimate in points plus noise; a player's skill (0 to
1) says how little noise. Players know only their own hand and what has been played.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from scoring.rules.cards import DECK, NINE, POINTS, POWER, Card, Suit
from scoring.rules.roem import roem_points, trick_roem
from scoring.rules.rulesets import Ruleset

# Worth of a hand for making trump: by trump rank 7 8 9 T J Q K A, and for plain cards.
_TRUMP_WORTH = (8, 8, 22, 14, 34, 9, 10, 17)
_NINE_WITHOUT_JACK = 8
_ACE_WORTH = 15
_SHORT_SUIT_WORTH = {0: 9, 1: 5}
ENOUGH = 60
"""The worth of a hand at which a player makes trump of his own will."""

# What a card is still good for, if kept: by rank 7 8 9 T J Q K A.
_KEEP_TRUMP = (5, 5, 17, 9, 24, 6, 7, 11)
_KEEP_PLAIN = (0, 0, 0, 5, 0, 0.5, 1, 9)
_STILL_TO_COME = 5.5  # points another player adds to a trick, about
_ONE_OF_THREE = tuple(1 - (2 / 3) ** cards for cards in range(33))
_TRUMP_HELD = 0.75  # chance that a void player with trumps about can trump
_PARTNER = 0.8  # how far one trusts the partner to take what he can
# People go for roem more than they dodge the roem of others.
_ROEM_SOUGHT, _ROEM_DODGED = 1.5, 0.3
_NOISE = 16.0  # points of noise of a player without any skill


class View(NamedTuple):
    """What the player to move knows of the deal."""

    hand: Sequence[Card]
    trick: Sequence[Card]
    trump: Suit
    unseen: int  # the cards in other hands, as bits
    voids: Sequence[int]  # by seats after this one (1 to 3): suits known void, as bits
    tricks_left: int  # this one inside


_SUIT_BITS = tuple(0xFF << 8 * suit for suit in range(4))
_HIGHER = tuple(
    tuple(
        tuple(
            sum(1 << other for other in DECK if POWER[trump][led][other] > POWER[trump][led][card])
            for card in DECK
        )
        for led in range(4)
    )
    for trump in range(4)
)
"""``_HIGHER[trump][led][card]``: the cards that beat this one, as bits."""


def worth(hand: Sequence[Card], trump: Suit) -> float:
    """About what a hand takes with this trump, in points."""
    ranks = {card % 8 for card in hand if card >> 3 == trump}
    total = float(sum(_TRUMP_WORTH[rank] for rank in ranks))
    if NINE in ranks and 4 not in ranks:
        total -= _NINE_WITHOUT_JACK
    for suit in range(4):
        if suit != trump:
            length = sum(card >> 3 == suit for card in hand)
            total += _ACE_WORTH * (suit * 8 + 7 in hand)
            total += _SHORT_SUIT_WORTH.get(length, 0) if ranks else 0
    return total


def best_suit(hand: Sequence[Card], suits: Sequence[Suit], rng: Random, skill: float) -> tuple[Suit, float]:
    """The suit that seems best for trump, and how good it seems."""
    seen = [(worth(hand, suit) + rng.gauss(0, (1 - skill) * _NOISE), suit) for suit in suits]
    value, suit = max(seen)
    return suit, value


def choose_card(view: View, legal: Sequence[Card], ruleset: Ruleset, rng: Random, skill: float) -> Card:
    """The legal card that seems best."""
    if len(legal) == 1:
        return legal[0]
    noise = (1 - skill) * _NOISE
    best, chosen = -1e9, legal[0]
    for card in legal:
        value = _value(view, card, ruleset) + rng.gauss(0, noise)
        if value > best:
            best, chosen = value, card
    return chosen


def _value(view: View, card: Card, ruleset: Ruleset) -> float:
    """What playing this card brings, in points: the trick, less what the card was for."""
    trick = [*view.trick, card]
    trump = view.trump
    worth = POINTS[trump]
    stake = sum(worth[one] for one in trick) + _STILL_TO_COME * (4 - len(trick))
    if view.tricks_left == 1:
        stake += 10
    chance = _chance(view, trick)
    if len(trick) > 1:
        liking = _ROEM_SOUGHT if chance > 0.5 else _ROEM_DODGED
        stake += liking * roem_points(trick_roem(trick, trump, ruleset))
    return (2 * chance - 1) * stake - _keep(view, card)


def _keep(view: View, card: Card) -> float:
    """What the card is worth for the tricks that follow."""
    suit, rank = divmod(card, 8)
    left = (view.tricks_left - 1) / 7
    if suit == view.trump:
        return _KEEP_TRUMP[rank] * left
    value = _KEEP_PLAIN[rank] * left
    if not view.unseen & _HIGHER[view.trump][suit][card] & _SUIT_BITS[suit]:
        value += 4 * left  # the highest of its suit that is still about
    return value


def _chance(view: View, trick: Sequence[Card]) -> float:
    """The chance that the player's side wins the trick, as far as he can tell."""
    led, trump = trick[0] >> 3, view.trump
    power = POWER[trump][led]
    place = max(range(len(trick)), key=lambda at: power[trick[at]])
    best, mine = trick[place], len(trick) - 1
    chance = 1.0 if (mine - place) % 2 == 0 else 0.0
    for after in range(1, 4 - mine):
        beats = _beats(view, led, best, view.voids[after - 1])
        if after == 2:
            chance += (1 - chance) * beats * _PARTNER
        else:
            chance *= 1 - beats
    return chance


def _beats(view: View, led: Suit, best: Card, void: int) -> float:
    """The chance that another player beats the best card, from what is unseen."""
    trump, unseen = view.trump, view.unseen
    higher = unseen & _HIGHER[trump][led][best]
    if not higher:
        return 0.0
    trumps = higher & _SUIT_BITS[trump]
    ruffs = 0.0 if void >> trump & 1 or not trumps else _TRUMP_HELD
    if best >> 3 == trump:
        ruffs *= _ONE_OF_THREE[trumps.bit_count()]
    if led == trump:
        return 0.0 if void >> led & 1 else _ONE_OF_THREE[trumps.bit_count()]
    if void >> led & 1:
        return ruffs
    follows = _ONE_OF_THREE[(unseen & _SUIT_BITS[led]).bit_count()]
    suited = _ONE_OF_THREE[(higher & _SUIT_BITS[led]).bit_count()]
    return suited + (1 - follows) * ruffs
