"""Tarabish, Cape Breton, Nova Scotia (TB-*): four players, 36 cards.

The sources tell no more than that; the rest is as it is played there.
"""

from dataclasses import replace

from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.deck import Deck
from scoring.rules.relatives.game import Bid, Rule
from scoring.rules.relatives.games.clobyosh import OVERRUFF, SEATS, SIDE_MELDS, TEAMS, UNDERRUFF
from scoring.rules.relatives.games.klaberjass import KLABERJASS, RULES

TARABISH_DECK = Deck(
    ranks="6789TJQKA",
    plain="ATKQJ9876",
    plain_points=(11, 10, 4, 3, 2, 0, 0, 0, 0),
    trump="J9ATKQ876",
    trump_points=(20, 14, 11, 10, 4, 3, 0, 0, 0),
)


def _rule(name: str, text: str) -> Rule:
    return Rule(f"TB-{name}", text, assumed=True)


_RULES = {
    "teams": Rule("TB-TEAMS", TEAMS),
    "deck": _rule(
        "DECK",
        _(
            "36 cards, 6 to ace. Trumps rank jack 20, nine 14, ace 11, ten 10, king 4, queen 3, eight, seven, "
            "six; other suits ace 11, ten 10, king 4, queen 3, jack 2, nine, eight, seven, six."
        ),
    ),
    "deal": _rule(
        "DEAL", _("Three times three cards each; the last three are not looked at before trumps are made.")
    ),
    "bid": _rule("BID", _("In turn, left of the dealer first, each names a suit or passes.")),
    "forced": _rule("FORCED", _("If the others pass, the dealer must name a suit.")),
    "meld": _rule("MELD", SIDE_MELDS),
    "meld_cards": _rule("MELD-CARDS", RULES["meld_cards"].text),
    "compare": _rule("COMPARE", RULES["compare"].text),
    "equal_melds=nobody": _rule("EQUAL", RULES["equal_melds=nobody"].text),
    "equal_melds=elder": _rule("EQUAL", RULES["equal_melds=elder"].text),
    "lead": _rule("LEAD", RULES["lead"].text),
    "follow": _rule("FOLLOW", RULES["follow"].text),
    "trump_led_over": _rule("OVER", RULES["trump_led_over"].text),
    "trump_led_under": _rule("UNDER", RULES["trump_led_under"].text),
    "ruff": _rule("RUFF", RULES["ruff"].text),
    "overruff": _rule("OVER", OVERRUFF),
    "underruff": _rule("UNDER", UNDERRUFF),
    "free": _rule("FREE", RULES["free"].text),
    "bela": _rule("BELA", RULES["bela"].text),
    "last": _rule("LAST10", RULES["last"].text),
    "zero": _rule("ZEROTRICK", RULES["zero"].text),
    "score": _rule("SCORE", RULES["score"].text),
    "bete": _rule("BAIT", RULES["bete"].text),
    "kb_tie=maker0": _rule("TIE", RULES["kb_tie=maker0"].text),
    "kb_tie=carry": _rule("TIE-CARRY", RULES["kb_tie=carry"].text),
    "end_kind=points": _rule("END", RULES["end_kind=points"].text),
    "end_kind=hands": _rule("END-DEALS", RULES["end_kind=hands"].text),
    "end": _rule("END-BOTH", RULES["end"].text),
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
