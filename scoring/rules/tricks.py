"""What may be played, and who wins the trick (KJ-FOLLOW .. KJ-TRICKWIN)."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.rules.cards import OVER, POWER, SUIT_MASKS, Card, Mask, Suit, mask
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
    best = winner(trick, trump)
    partner_wins = best == len(trick) - 2
    legal, rule = legal_mask(mask(hand), trick[0] >> 3, trick[best], partner_wins, trump, ruleset)
    return Legal([card for card in hand if legal >> card & 1], rule)


def legal_mask(
    hand: Mask, led: Suit, best: Card, partner_wins: bool, trump: Suit, ruleset: Ruleset
) -> tuple[Mask, str]:
    """The cards of ``hand`` that may be played to a trick, and the deciding rule.

    ``led`` is its suit, ``best`` the card that wins it so far, ``partner_wins`` whether
    that card is the partner's.
    """
    trumps = hand & SUIT_MASKS[trump]
    over = hand & OVER[trump][best]
    if led == trump:
        return _on_a_trump_lead(hand, trumps, over, partner_wins, ruleset)
    suited = hand & SUIT_MASKS[led]
    if suited:
        if ruleset.follow_or_trump and trumps:
            return suited | trumps, "KJ-FOLLOW-OR-TRUMP"
        return suited, "KJ-FOLLOW"
    if not trumps:
        return hand, "KJ-VOID-NOTRUMP"
    ruffed = best >> 3 == trump
    if ruleset.system == "rotterdam":
        return _rotterdam(trumps, over, ruffed)
    if partner_wins:
        return _amsterdam_partner(hand, trumps, over, ruffed, ruleset)
    return _amsterdam_opponent(hand, trumps, over, ruffed, ruleset)


def _on_a_trump_lead(
    hand: Mask, trumps: Mask, over: Mask, partner_wins: bool, ruleset: Ruleset
) -> tuple[Mask, str]:
    if not trumps:
        return hand, "KJ-TRUMPLED-VOID"
    if partner_wins and not ruleset.trump_lead_beat_partner:
        return trumps, "KJ-TRUMPLED-PARTNER"
    if over:
        return over, "KJ-TRUMPLED-OVER"
    return trumps, "KJ-TRUMPLED-UNDER"


def _rotterdam(trumps: Mask, over: Mask, ruffed: bool) -> tuple[Mask, str]:
    if not ruffed:
        return trumps, "KJ-ROT-RUFF"
    if over:
        return over, "KJ-ROT-OVER"
    return trumps, "KJ-ROT-UNDER"


def _amsterdam_partner(
    hand: Mask, trumps: Mask, over: Mask, ruffed: bool, ruleset: Ruleset
) -> tuple[Mask, str]:
    must_ruff = ruleset.ams_ruff_partner == "must"
    if not ruffed:
        return (trumps, "KJ-AMS-PARTNER-RUFF") if must_ruff else (hand, "KJ-AMS-PARTNER-FREE")
    if ruleset.undertrump_partner == "allowed":
        return (trumps, "KJ-AMS-PARTNER-RUFF") if must_ruff else (hand, "KJ-AMS-PARTNER-NO-UNDER")
    if must_ruff and over:
        return over, "KJ-AMS-PARTNER-RUFF"
    not_under = hand & ~trumps | over
    if not_under:
        return not_under, "KJ-AMS-PARTNER-NO-UNDER"
    return trumps, "KJ-AMS-UNDER-FORCED"


def _amsterdam_opponent(
    hand: Mask, trumps: Mask, over: Mask, ruffed: bool, ruleset: Ruleset
) -> tuple[Mask, str]:
    if not ruffed:
        return trumps, "KJ-AMS-OPP-RUFF"
    if over:
        return over, "KJ-AMS-OPP-OVER"
    if trumps == hand:
        return trumps, "KJ-AMS-UNDER-FORCED"
    if ruleset.cannot_overtrump == "free":
        return hand, "KJ-AMS-OPP-FREE"
    if ruleset.cannot_overtrump == "undertrump":
        return trumps, "KJ-AMS-OPP-UNDER"
    return hand & ~trumps, "KJ-AMS-OPP-DISCARD"
