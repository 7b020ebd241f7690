"""Every rule that can decide a dispute, as one plain sentence by its id."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from scoring.arbiter import options
from scoring.rules import Ruleset

RULES = {
    # The cards
    "KJ-DECK": _("The game has 32 cards: seven to ace in four suits."),
    "KJ-ORDER-TRUMP": _("Trumps, from high to low: jack, nine, ace, ten, king, queen, eight, seven."),
    "KJ-ORDER-PLAIN": _("Other suits, from high to low: ace, ten, king, queen, jack, nine, eight, seven."),
    "KJ-POINTS-TRUMP": _("Trumps count jack 20, nine 14, ace 11, ten 10, king 4, queen 3."),
    "KJ-POINTS-PLAIN": _("Other suits count ace 11, ten 10, king 4, queen 3, jack 2."),
    "KJ-LAST10": _("The last trick is worth 10 points more."),
    "KJ-TOTAL162": _("Every deal has 162 card points, the 10 of the last trick inside."),
    # Making trump
    "KJ-DEAL": _("Everybody gets eight cards; the deal passes to the left."),
    "KJ-MISDEAL": _("A wrong deal is shuffled and dealt again."),
    "KJ-SIGNALS": _("Signals are allowed when they were explained before the game."),
    "KJ-TRUMP-FREE": _("In turn everybody makes trump or passes, once."),
    "KJ-TRUMP-FORCED-FIRST": _("When all four have passed, who spoke first must make trump."),
    "KJ-TRUMP-UTRECHT": _("The player left of the dealer must make trump; nobody passes."),
    "KJ-TRUMP-RANDOM": _("A suit is turned; in turn everybody plays it or passes."),
    "KJ-TRUMP-RANDOM-REDRAW": _("When all pass, another card is turned and everybody is asked again."),
    "KJ-TRUMP-RANDOM-FORCED2": _(
        "When all pass, a second card is turned; the player left of the dealer must play that suit."
    ),
    "KJ-TRUMP-RANDOM-OTHER": _("When all pass, who spoke first names another suit than the one turned."),
    "KJ-DECL-TEAM": _("Who makes trump plays together with the partner: their side is the side that plays."),
    # Playing
    "KJ-LEAD": _("Who leads may play any card; the player left of the dealer leads the first trick."),
    "KJ-FOLLOW": _("Who has a card of the suit that was led must play one, high or low."),
    "KJ-FOLLOW-OR-TRUMP": _("Who has the suit that was led follows suit or plays a trump."),
    "KJ-VOID-NOTRUMP": _("Who has neither the suit that was led nor a trump may play any card."),
    "KJ-TRUMPLED-VOID": _("Trump was led: who has no trump may play any card."),
    "KJ-TRUMPLED-OVER": _("Trump was led: who can beat the highest trump must do so, also over the partner."),
    "KJ-TRUMPLED-UNDER": _("Trump was led: who cannot beat the highest trump still plays a trump."),
    "KJ-TRUMPLED-PARTNER": _("Trump was led and the partner holds the trick: any trump will do."),
    "KJ-ROT-RUFF": _("Rotterdam: who cannot follow suit must trump, also when the partner holds the trick."),
    "KJ-ROT-OVER": _(
        "Rotterdam: once the trick is trumped, a higher trump must be played, also over the partner."
    ),
    "KJ-ROT-UNDER": _("Rotterdam: who cannot overtrump must play a lower trump."),
    "KJ-AMS-PARTNER-FREE": _(
        "Amsterdam: who cannot follow suit while the partner holds the trick may play any card."
    ),
    "KJ-AMS-PARTNER-RUFF": _(
        "Amsterdam, by the rule of this club: who cannot follow suit must trump, also when the partner holds "
        "the trick."
    ),
    "KJ-AMS-PARTNER-NO-UNDER": _(
        "Amsterdam: the partner holds the trick with a trump: any card but a lower trump, "
        "unless there is nothing else."
    ),
    "KJ-AMS-OPP-RUFF": _("Amsterdam: who cannot follow suit while an opponent holds the trick must trump."),
    "KJ-AMS-OPP-OVER": _("Amsterdam: an opponent has trumped: who can must play a higher trump."),
    "KJ-AMS-OPP-DISCARD": _(
        "Amsterdam: an opponent has trumped: who cannot go higher plays another suit, no lower trump."
    ),
    "KJ-AMS-OPP-UNDER": _(
        "Amsterdam, by the rule of this club: who cannot overtrump an opponent must play a lower trump."
    ),
    "KJ-AMS-OPP-FREE": _(
        "Amsterdam, by the rule of this club: who cannot overtrump an opponent may play any card."
    ),
    "KJ-AMS-UNDER-FORCED": _("Amsterdam: who holds nothing but lower trumps plays a lower trump."),
    "KJ-TRICKWIN": _("The highest trump wins the trick; without trumps the highest card of the suit led."),
    "KJ-TRICKS8": _("A deal is eight tricks: all cards are played."),
    # Roem
    "KJ-ROEM-SCOPE": _("Roem lies in the four cards of one trick, not in a hand."),
    "KJ-ROEM-OWNER": _("Roem is for the side that wins the trick, whoever played the cards."),
    "KJ-ROEM-ORDER": _("For runs the order is seven, eight, nine, ten, jack, queen, king, ace."),
    "KJ-ROEM-SEQ3": _("Three cards of one suit in a row are 20 roem."),
    "KJ-ROEM-SEQ4": _("Four cards of one suit in a row are 50 roem, and no 20 besides."),
    "KJ-ROEM-STUK": _("King and queen of trumps together are stuk: 20 roem."),
    "KJ-ROEM-STUK-SEQ": _("Stuk in a run of trumps counts 20 on top of the run."),
    "KJ-ROEM-QUAD-AKQ": _("Four aces, four kings or four queens are 100 roem."),
    "KJ-ROEM-QUAD-J": _("Four jacks are roem: 200, or 100 where the house rules say so."),
    "KJ-ROEM-QUAD-T": _("Four tens are 100 roem, unless the house rules give nothing for them."),
    "KJ-ROEM-QUAD-9": _("Four nines are roem only where the house rules say so."),
    "KJ-ROEM-QUAD-8": _("Four eights are roem only where the house rules say so."),
    "KJ-ROEM-QUAD-7": _("Four sevens are roem only where the house rules say so."),
    "KJ-ROEM-DECLARE": _("Where roem must be announced, roem that nobody announced is lost."),
    "KJ-ROEM-STUK-DECLARE": _("Stuk from the hand is said with the second of the two cards."),
    # The score
    "KJ-SCORE-MAJORITY": _(
        "The side that plays must do better than the other side, roem included; less is nat."
    ),
    "KJ-SCORE-NAT": _("Nat: the side that plays gets nothing, the other side 162 and all roem."),
    "KJ-SCORE-TIE": _("Equal is nat, unless the house rules say otherwise."),
    "KJ-SCORE-PIT": _("All eight tricks for one side is a pit; it earns the bonus of the house rules."),
    "KJ-PIT-DEF": _("The defenders earn the bonus of a pit as well, where the house rules say so."),
    "KJ-VERZAAKT": _(
        "Verzaakt is playing a card that was not allowed: that side loses the deal, "
        "all points go to the other side."
    ),
    "KJ-VERZAAKT-ROEM": _("What happens to the roem after verzaakt stands in the house rules."),
    "KJ-RECORD": _("Of each deal the points and the roem of both sides are written down."),
    # The match
    "KJ-END-16": _("A match of 16 deals: the higher total wins."),
    "KJ-END-8": _("A match of 8 deals: the higher total wins."),
    "KJ-END-750": _("The first side to reach 750 points wins."),
    "KJ-END-1500": _("The first side to reach 1500 points wins."),
    # What follows from the rules
    "I1": _("The card points of both sides are 162 together."),
    "I2": _("A side can have every number of card points from 0 to 162, but not 1 and not 161."),
    "I3": _("Roem is a sum of what one trick can hold: 10 and 30 do not occur."),
    "I4": _("Points and roem must be possible with the same cards."),
    "I5": _("Without card points hardly any roem can be won."),
    "I6": _("After a pit the other side has no points and no roem."),
    "I7": _("Without all eight tricks 162 points are no pit."),
    "I8": _("Nat follows from points and roem: the side that plays has no more than the other side."),
    "I9": _("After nat the roem of the side that played is booked for the other side."),
    "I10": _("What a row books must follow from one deal."),
    "I11": _("A written total is the sum of the deals."),
    "I12": _("Both totals together are 162 for each deal, with roem and bonus."),
    "I14": _("Equal is nat, so equal scores do not occur."),
    "I15": _("Where nobody is nat, the side that played has more."),
    "I18": _("More than 200 roem in one deal is very rare."),
    "I20": _("Nothing is played after the end of the match."),
    "I21": _("The deal passes to the left, so it is known whose turn it was."),
}


DECIDED_BY = {
    **{f"KJ-ROEM-QUAD-{rank}": f"quad.{rank}" for rank in "789TJ"},
    "KJ-SCORE-TIE": "tie",
    "KJ-SCORE-PIT": "pit",
    "KJ-PIT-DEF": "pit_defenders",
    "KJ-VERZAAKT-ROEM": "verzaakt",
}
"""Rules of which an option of the ruleset says the whole."""


class Rule(NamedTuple):
    """A rule as it is cited: its id and what it says."""

    id: str
    text: str


def rule(rule_id: str, ruleset: Ruleset | None = None) -> Rule:
    """The rule in the active language; under a ruleset, what that ruleset says where it is an option."""
    if ruleset and rule_id in DECIDED_BY:
        return Rule(rule_id, options.say(DECIDED_BY[rule_id], ruleset))
    return Rule(rule_id, gettext(RULES[rule_id]))
