"""What may be played, and who wins the trick (KJ-FOLLOW .. KJ-TRICKWIN)."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.rules.cards import POWER, Card, Suit
from scoring.rules.rulesets import Ruleset


class Legal(NamedTuple):
    """The cards that may be played, in the order of the hand, and the deciding rule."""

    cards: list[Card]
    rule: str


def winner(trick: Sequence[Card], trump: Suit) -> int:
    """The place (0 = leader) of the card that wins a trick of 1 to 4 cards."""
    power = POWER[trump][trick[0] >> 3]
    return max(range(len(trick)), key=lambda place: power[trick[place]])


def legal_cards(hand: Sequence[Card], trick: Sequence[Card], trump: Suit, ruleset: Ruleset) -> Legal:
    """The cards of ``hand`` that may follow ``trick`` (0 to 3 cards, leader first)."""
    if not trick:
        return Legal(list(hand), "KJ-LEAD")
    led = trick[0] >> 3
    best = winner(trick, trump)
    partner_wins = best == len(trick) - 2
    trumps = [card for card in hand if card >> 3 == trump]
    highest = POWER[trump][led][trick[best]]
    higher = [card for card in trumps if POWER[trump][led][card] > highest]
    if led == trump:
        return _on_a_trump_lead(hand, trumps, higher, partner_wins, ruleset)
    suited = [card for card in hand if card >> 3 == led]
    if suited:
        if ruleset.follow_or_trump and trumps:
            both = [card for card in hand if card >> 3 in (led, trump)]
            return Legal(both, "KJ-FOLLOW-OR-TRUMP")
        return Legal(suited, "KJ-FOLLOW")
    if not trumps:
        return Legal(list(hand), "KJ-VOID-NOTRUMP")
    ruffed = trick[best] >> 3 == trump
    if ruleset.system == "rotterdam":
        return _rotterdam(trumps, higher, ruffed)
    if partner_wins:
        return _amsterdam_partner(hand, trumps, higher, ruffed, ruleset)
    return _amsterdam_opponent(hand, trumps, higher, ruffed, ruleset)


def _on_a_trump_lead(
    hand: Sequence[Card],
    trumps: list[Card],
    higher: list[Card],
    partner_wins: bool,
    ruleset: Ruleset,
) -> Legal:
    if not trumps:
        return Legal(list(hand), "KJ-TRUMPLED-VOID")
    if partner_wins and not ruleset.trump_lead_beat_partner:
        return Legal(trumps, "KJ-TRUMPLED-PARTNER")
    if higher:
        return Legal(higher, "KJ-TRUMPLED-OVER")
    return Legal(trumps, "KJ-TRUMPLED-UNDER")


def _rotterdam(trumps: list[Card], higher: list[Card], ruffed: bool) -> Legal:
    if not ruffed:
        return Legal(trumps, "KJ-ROT-RUFF")
    if higher:
        return Legal(higher, "KJ-ROT-OVER")
    return Legal(trumps, "KJ-ROT-UNDER")


def _amsterdam_partner(
    hand: Sequence[Card],
    trumps: list[Card],
    higher: list[Card],
    ruffed: bool,
    ruleset: Ruleset,
) -> Legal:
    must_ruff = ruleset.ams_ruff_partner == "must"
    if not ruffed:
        if must_ruff:
            return Legal(trumps, "KJ-AMS-PARTNER-RUFF")
        return Legal(list(hand), "KJ-AMS-PARTNER-FREE")
    if ruleset.undertrump_partner == "allowed":
        if must_ruff:
            return Legal(trumps, "KJ-AMS-PARTNER-RUFF")
        return Legal(list(hand), "KJ-AMS-PARTNER-NO-UNDER")
    if must_ruff and higher:
        return Legal(higher, "KJ-AMS-PARTNER-RUFF")
    barred = set(trumps).difference(higher)
    allowed = [card for card in hand if card not in barred]
    if allowed:
        return Legal(allowed, "KJ-AMS-PARTNER-NO-UNDER")
    return Legal(trumps, "KJ-AMS-UNDER-FORCED")


def _amsterdam_opponent(
    hand: Sequence[Card],
    trumps: list[Card],
    higher: list[Card],
    ruffed: bool,
    ruleset: Ruleset,
) -> Legal:
    if not ruffed:
        return Legal(trumps, "KJ-AMS-OPP-RUFF")
    if higher:
        return Legal(higher, "KJ-AMS-OPP-OVER")
    if len(trumps) == len(hand):
        return Legal(trumps, "KJ-AMS-UNDER-FORCED")
    if ruleset.cannot_overtrump == "free":
        return Legal(list(hand), "KJ-AMS-OPP-FREE")
    if ruleset.cannot_overtrump == "undertrump":
        return Legal(trumps, "KJ-AMS-OPP-UNDER")
    barred = set(trumps)
    return Legal([card for card in hand if card not in barred], "KJ-AMS-OPP-DISCARD")
