"""Klaberjass or Bela for two (KB-*): the game that the others are told from."""

from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.game import Bid, Game, Rule

RULES: dict[str, Rule] = {
    "deck": Rule(
        "KB-DECK",
        _(
            "32 cards, 7 to ace. Trumps rank jack 20, nine 14, ace 11, ten 10, king 4, queen 3, eight, "
            "seven; other suits ace 11, ten 10, king 4, queen 3, jack 2, nine, eight, seven."
        ),
    ),
    "deal": Rule(
        "KB-DEAL",
        _(
            "Twice three cards each, and the next card is turned: the preferred suit. When trumps are made, "
            "three more each, and the bottom card of the stock is shown."
        ),
    ),
    "bid1": Rule(
        "KB-BID1",
        _("In turn, the elder (left of the dealer) first, each takes the turned suit as trumps or passes."),
    ),
    "bid2=other": Rule(
        "KB-BID2", _("If nobody takes it, each in turn names one of the other three suits or passes.")
    ),
    "bid2=any": Rule("KB-BID2", _("If nobody takes it, each in turn names any suit or passes.")),
    "thrown_in": Rule("KB-THROWIN", _("If all pass again, the deal is void and the next player deals.")),
    "schmeiss=True": Rule(
        "KB-SCHMEISS",
        _(
            "The elder may offer to throw the cards in (schmeiss). The dealer agrees, and the deal is void, "
            "or makes the elder take the turned suit; the dealer may not take it."
        ),
    ),
    "dix": Rule(
        "KB-DIX",
        _("When the turned suit is trumps, the holder of the seven of trumps may exchange it for that card."),
    ),
    "meld": Rule(
        "KB-MELD",
        _(
            "A run of three cards of one suit counts %(run3)d, a run of four or more %(run4)d, in the order "
            "%(ranks)s. Only who has the best run counts, and counts all his runs."
        ),
    ),
    "meld_cards": Rule(
        "KB-MELD-CARDS",
        _("A run is as long as its cards go on, and a card counts in one meld only."),
        assumed=True,
    ),
    "compare": Rule(
        "KB-MELD-COMPARE",
        _("The longer run is better, then the one with the higher top card, then the one in trumps."),
    ),
    "equal_melds=nobody": Rule(
        "KB-MELD-EQUAL", _("Melds equal in everything: nobody counts melds."), assumed=True
    ),
    "equal_melds=elder": Rule(
        "KB-MELD-EQUAL",
        _("Melds equal in everything: who sits nearer to the dealer's left counts."),
        assumed=True,
    ),
    "lead": Rule(
        "KB-PLAY-LEAD",
        _("The elder leads first, then who won the trick; any card may be led."),
        assumed=True,
    ),
    "follow": Rule("KB-PLAY-FOLLOW", _("Follow suit if you can.")),
    "trump_led_over": Rule("KB-PLAY-OVER", _("A trump lead must be beaten if you can.")),
    "trump_led_under": Rule("KB-PLAY-UNDER", _("Who cannot beat a trump lead plays any trump.")),
    "ruff": Rule("KB-PLAY-RUFF", _("Who cannot follow must trump.")),
    "free": Rule("KB-PLAY-FREE", _("Who can neither follow nor trump plays any card.")),
    "bela": Rule(
        "KB-BELA",
        _(
            "King and queen of trumps in one hand count %(bela)d, if bela is said at the first of the two "
            "and again at the second."
        ),
    ),
    "last": Rule("KB-LAST10", _("The last trick counts 10: all cards count %(total)d together.")),
    "zero": Rule("KB-ZEROTRICK", _("Who wins no trick counts bela only, no melds.")),
    "score": Rule(
        "KB-SCORE",
        _(
            "Who made trumps needs more than the opponent with cards, melds and bela together; then each "
            "books his own."
        ),
    ),
    "bete": Rule("KB-SCORE", _("With less, the maker books nothing and the opponent books both.")),
    "kb_tie=maker0": Rule("KB-TIE", _("Equal: the maker books nothing, the opponent his own.")),
    "kb_tie=carry": Rule(
        "KB-TIE-CARRY", _("Equal: nobody books, and all the points go to the winner of the next deal.")
    ),
    "end_kind=points": Rule("KB-END", _("Who first has %(end_number)d after a deal wins.")),
    "end_kind=hands": Rule(
        "KB-END-DEALS", _("The higher total after %(end_number)d deals wins."), assumed=True
    ),
    "end": Rule(
        "KB-END-BOTH",
        _(
            "More than one past the end in one deal: the higher total wins; equal: another deal. Points that "
            "are still carried at the end go to nobody."
        ),
        assumed=True,
    ),
}

TURNED = Bid("turned", "any", "turned", "bid1")
NAMED = Bid("named", "any", "other", "bid2")
PASSED = Bid("passed", "any", "none", "thrown_in", void=True)
SCHMEISS = Bid("schmeiss", "elder", "turned", "schmeiss", needs="schmeiss")
THROWN = Bid("thrown", "elder", "none", "schmeiss", void=True, needs="schmeiss")

KLABERJASS = Game(
    name="klaberjass",
    title=_("Klaberjass"),
    seats=("A", "B"),
    rules=RULES,
    options=("kb_tie", "equal_melds", "bid2", "schmeiss", "end"),
    bids=(TURNED, NAMED, SCHMEISS, PASSED, THROWN),
)

GAMES = (KLABERJASS,)


def without(rules: dict[str, Rule], *topics: str) -> dict[str, Rule]:
    """The rules without these topics."""
    return {topic: rule for topic, rule in rules.items() if topic not in topics}
