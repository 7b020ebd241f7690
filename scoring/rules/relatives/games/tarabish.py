"""Tarabish, Cape Breton, Nova Scotia (TB-*): four players, 36 cards."""

from dataclasses import replace

from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.deck import Deck
from scoring.rules.relatives.game import Bid, Rule
from scoring.rules.relatives.games.clobyosh import SEATS
from scoring.rules.relatives.games.klaberjass import KLABERJASS, RULES

TARABISH_DECK = Deck(
    ranks="6789TJQKA",
    plain="ATKQJ9876",
    plain_points=(11, 10, 4, 3, 2, 0, 0, 0, 0),
    trump="J9ATKQ876",
    trump_points=(20, 14, 11, 10, 4, 3, 0, 0, 0),
)

# Of this game the seed tells only that four play in partnership with 36 cards.
_RULES = {
    "teams": Rule("TB-TEAMS", _("Four play, partners opposite; the results of partners are added.")),
    "deck": Rule(
        "TB-DECK",
        _(
            "36 cards, 6 to ace. Trumps rank jack 20, nine 14, ace 11, ten 10, king 4, queen 3, eight, seven, "
            "six; other suits ace 11, ten 10, king 4, queen 3, jack 2, nine, eight, seven, six."
        ),
    ),
    "deal": Rule(
        "TB-DEAL",
        _(
            "Three times three cards each; the last three are not looked at before trumps are chosen "
            "(not in the seed)."
        ),
    ),
    "bid": Rule(
        "TB-BID", _("In turn, left of the dealer first, each names a suit or passes (not in the seed).")
    ),
    "forced": Rule("TB-FORCED", _("If the others pass, the dealer must name a suit (not in the seed).")),
    "meld": Rule(
        "TB-MELD",
        _(
            "A run of three cards of one suit counts %(run3)d, a run of four or more %(run4)d, in the order "
            "6 7 8 9 10 J Q K A. The side with the best run counts all its runs (not in the seed)."
        ),
    ),
    "meld_cards": RULES["meld_cards"],
    "compare": Rule(
        "TB-COMPARE",
        _(
            "The longer run is better, then the one with the higher top card, then the one in trumps "
            "(not in the seed)."
        ),
    ),
    "equal_melds=nobody": RULES["equal_melds=nobody"],
    "equal_melds=elder": RULES["equal_melds=elder"],
    "lead": Rule(
        "TB-LEAD",
        _("Left of the dealer leads, then who won the trick; any card may be led (not in the seed)."),
    ),
    "follow": Rule("TB-FOLLOW", _("Follow suit if you can (not in the seed).")),
    "trump_led_over": Rule("TB-OVER", _("A trump lead must be beaten if you can (not in the seed).")),
    "trump_led_under": Rule("TB-UNDER", _("Who cannot beat a trump lead plays any trump (not in the seed).")),
    "ruff": Rule("TB-RUFF", _("Who cannot follow must trump (not in the seed).")),
    "overruff": Rule(
        "TB-OVER", _("Who cannot follow a suit that was trumped must overtrump if he can (not in the seed).")
    ),
    "underruff": Rule("TB-UNDER", _("If he cannot, he must trump lower (not in the seed).")),
    "free": Rule("TB-FREE", _("Who can neither follow nor trump plays any card (not in the seed).")),
    "bela": Rule("TB-BELA", _("King and queen of trumps in one hand count %(bela)d (not in the seed).")),
    "last": Rule(
        "TB-LAST10", _("The last trick counts 10, so all cards count %(total)d together (not in the seed).")
    ),
    "zero": Rule("TB-ZEROTRICK", _("A side without a trick counts bela only, no runs (not in the seed).")),
    "score": Rule(
        "TB-SCORE",
        _(
            "The side that made trumps needs more than the others with cards, runs and bela together; then "
            "each books its own (not in the seed)."
        ),
    ),
    "bete": Rule(
        "TB-BAIT", _("With less it is bait: it books nothing and the others book all (not in the seed).")
    ),
    "kb_tie=maker0": Rule(
        "TB-TIE", _("Equal: the makers book nothing, the others their own (not in the seed).")
    ),
    "kb_tie=carry": Rule(
        "TB-TIE-CARRY",
        _("Equal: nobody books, and all the points go to the winner of the next deal (not in the seed)."),
    ),
    "end_kind=points": Rule("TB-END", _("Who first has %(end_number)d after a deal wins (not in the seed).")),
    "end_kind=hands": RULES["end_kind=hands"],
    "end": RULES["end"],
}

TARABISH = replace(
    KLABERJASS,
    name="tarabish",
    title=_("Tarabish"),
    seats=SEATS,
    deck=TARABISH_DECK,
    options=("kb_tie", "equal_melds", "end"),
    bids=(Bid("named", "any", "any", "bid"), Bid("dealer", "dealer", "any", "forced")),
    rules=_RULES,
)

GAMES = (TARABISH,)
