"""What may be played to a trick (KB-PLAY, KB3-OVER, KB4-TRUMPLED, KB4-RUFF, KBY)."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.rules.relatives.deck import Card, Trump
from scoring.rules.relatives.game import Game


class Legal(NamedTuple):
    """The cards that may be played, in the order of the hand, and the rule that says so."""

    cards: tuple[Card, ...]
    rule: str


def legal_cards(game: Game, hand: Sequence[Card], trick: Sequence[Card], trump: Trump) -> Legal:
    """The cards of ``hand`` that may follow ``trick`` (leader first, perhaps empty)."""
    cards, topic = _legal(game, tuple(hand), trick, trump)
    return Legal(cards, game.rule(topic))


def _legal(
    game: Game, hand: tuple[Card, ...], trick: Sequence[Card], trump: Trump
) -> tuple[tuple[Card, ...], str]:
    if not trick:
        return hand, "lead"
    led = trick[0][1]
    trumps = tuple(card for card in hand if card[1] == trump)
    best = trick[game.deck.winner(trick, trump)]
    height = game.deck.strength(best, led, trump)
    over = tuple(card for card in trumps if game.deck.strength(card, led, trump) > height)
    suited = tuple(card for card in hand if card[1] == led)
    if suited and led != trump:
        return suited, "follow"
    if not trumps:
        return hand, "free"
    if led == trump:
        return (over, "trump_led_over") if over else (trumps, "trump_led_under")
    if best[1] == trump:
        if over:
            return over, "overruff"
        return (trumps, "underruff") if game.underruff == "must" else (hand, "underruff")
    if game.lone_jack_free and [card[0] for card in trumps] == ["J"]:
        return hand, "lone_jack"
    return trumps, "ruff"
