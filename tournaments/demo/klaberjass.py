"""Matches of Klaberjass played out card by card by two sensible players, from a seed, for the demo club."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from scoring.rules.relatives import judge_rows, read_row
from scoring.rules.relatives.deck import SUITS
from scoring.rules.relatives.legal import legal_cards
from scoring.rules.relatives.record import Record, judge_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.rules.relatives import Game
    from scoring.rules.relatives.deck import Card
    from scoring.rules.relatives.game import Seat

Deal = dict[str, Any]
"""A row of the paper, as `relatives.read_row` reads it."""

DEALT_FIRST = 6
"""Cards of a hand before trumps are made."""
ENOUGH = 38
"""Points by trumps and aces that are worth making trumps on six cards."""


def play_match(game: Game, rng: Random, first_dealer: Seat, rows: int) -> list[Deal]:
    """The rows of a match for two, up to its end or to the end of the paper."""
    deals: list[Deal] = []
    dealer = first_dealer
    for _row in range(rows):
        deals.append(play_deal(game, rng, dealer))
        dealer = game.left_of(dealer)
        if judge_rows(game, [read_row(game, deal) for deal in deals], first_dealer).ended:
            break
    return deals


def play_deal(game: Game, rng: Random, dealer: Seat) -> Deal:
    """Deals, makes trumps and plays; what is booked follows from legal cards."""
    pack = list(game.deck.cards)
    rng.shuffle(pack)
    elder = game.left_of(dealer)
    hands = {elder: pack[: game.hand], dealer: pack[game.hand : 2 * game.hand]}
    turned = pack[2 * game.hand][1]
    maker, trump = _make_trumps(game, {seat: hands[seat][:DEALT_FIRST] for seat in (elder, dealer)}, turned)
    if maker is None:
        return {"bid": "passed"}
    tricks = _play(game, {seat: list(hand) for seat, hand in hands.items()}, elder, trump)
    verdict, revokes, _told = judge_record(Record(game, maker, elder, trump, tuple(tricks)))
    assert not revokes, "only legal cards are played"
    columns: Deal = {
        party: {"points": column.points, "melds": column.melds, "bela": column.bela}
        for party, column in verdict.columns.items()
    }
    for party, column in verdict.columns.items():
        if not column.tricks:  # worth writing down: without a trick melds do not count
            columns[party]["tricks"] = 0
    return {"declarer": maker, "trump": trump, **columns}


def _make_trumps(game: Game, hands: dict[Seat, list[Card]], turned: str) -> tuple[Seat | None, str]:
    """Who takes the turned suit, or names another, elder first; nobody when no hand is worth it."""
    for suits in ([turned], [suit for suit in SUITS if suit != turned]):
        for seat, hand in hands.items():
            best = max(suits, key=lambda suit: _worth(game, hand, suit))
            if _worth(game, hand, best) >= ENOUGH:
                return seat, best
    return None, ""


def _worth(game: Game, hand: Sequence[Card], trump: str) -> int:
    """The points of the trumps and of the other aces; a trump more is worth five."""
    counting = [card for card in hand if card[1] == trump or card[0] == "A"]
    return sum(game.deck.points(card, trump) for card in counting) + 5 * sum(
        card[1] == trump for card in hand
    )


def _play(game: Game, hands: dict[Seat, list[Card]], leader: Seat, trump: str) -> list[tuple[Card, ...]]:
    """The tricks: the highest card is led, a trick is won as cheaply as it can be, else the lowest card goes."""
    tricks = []
    for _number in range(game.hand):
        trick: list[Card] = []
        for place in range(len(game.seats)):
            hand = hands[game.left_of(leader, place)]
            card = _choose(game, legal_cards(game, hand, trick, trump).cards, trick, trump)
            hand.remove(card)
            trick.append(card)
        tricks.append(tuple(trick))
        leader = game.left_of(leader, game.deck.winner(trick, trump))
    return tricks


def _choose(game: Game, legal: Sequence[Card], trick: list[Card], trump: str) -> Card:
    def cost(card: Card) -> tuple[bool, int, int]:
        return card[1] == trump, game.deck.points(card, trump), game.deck.strength(card, card[1], trump)

    if not trick:
        return max(legal, key=lambda card: game.deck.strength(card, card[1], trump))
    winning = [card for card in legal if game.deck.winner([*trick, card], trump) == len(trick)]
    return min(winning or legal, key=cost)
