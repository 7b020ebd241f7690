"""The Czech games (KBC): Bulka for two and Darda for four, with the queen as highest trump."""

from dataclasses import replace

from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.deck import Deck
from scoring.rules.relatives.game import Rule
from scoring.rules.relatives.games.clobyosh import OVERRUFF, SEATS, TEAMS, UNDERRUFF
from scoring.rules.relatives.games.klaberjass import KLABERJASS, NAMED, PASSED, RULES, TURNED, without
from scoring.rules.relatives.games.zensa import COMPARE_WITH_FOURS

CZECH_DECK = Deck(
    ranks="789TJQKA",
    plain="ATKQJ987",
    plain_points=(11, 10, 4, 3, 2, 0, 0, 0),
    trump="Q9ATKJ87",
    trump_points=(20, 14, 11, 10, 4, 2, 0, 0),
)
"""X24: the queen of trumps is the jas and counts 20, so all cards count 151."""

_RULES = {
    **RULES,
    "deck": Rule(
        "KBC-DECK",
        _(
            "32 cards, 7 to ace. Trumps rank queen (jas) 20, nine (minela) 14, ace 11, ten 10, king 4, jack "
            "2, eight, seven; other suits ace 11, ten 10, king 4, queen 3, jack 2, nine, eight, seven."
        ),
    ),
    "meld": Rule(
        "KBC-MELD",
        _(
            "A run of three cards of one suit (darda) counts %(run3)d, of four %(run4)d, of five or more "
            "%(run5)d, in the order %(ranks)s. Four queens count 200, four nines 150, four equal of the "
            "others 100. Only who has the best meld counts, and counts all his melds."
        ),
    ),
    "compare": COMPARE_WITH_FOURS,
    "bela": Rule(
        "KBC-BELA",
        _(
            "King and queen of trumps in one hand count %(bela)d, named when winning a trick with one of "
            "them; so without a trick there is no bela."
        ),
    ),
    "zero": Rule("KB-ZEROTRICK", _("Who wins no trick counts no melds.")),
    "five_wins=True": Rule(
        "KBC-FUS",
        _("A run of five is not played out: it counts %(run5)d and wins the match at once."),
        assumed=True,
    ),
}

BULKA = replace(
    KLABERJASS,
    name="bulka",
    title=_("Bulka"),
    deck=CZECH_DECK,
    run5=100,
    quads=tuple((rank, {"9": 150, "Q": 200}.get(rank, 100)) for rank in CZECH_DECK.ranks),
    bela_needs_trick=True,
    options=("kb_tie", "equal_melds", "bid2", "schmeiss", "bela", "three_dardas", "five_wins", "end"),
    rules={
        **_RULES,
        "three_dardas=1000": Rule(
            "KBC-DARDAS", _("Three runs of three in one hand count %(three_dardas)d together.")
        ),
    },
)

DARDA = replace(
    BULKA,
    name="darda",
    title=_("Darda"),
    seats=SEATS,
    hand=8,
    options=("kb_tie", "equal_melds", "bid2", "bela", "five_wins", "end"),
    bids=(TURNED, NAMED, PASSED),
    rules={
        **without(_RULES, "dix", "schmeiss=True"),
        "teams": Rule("KBC-TEAMS", TEAMS),
        "deal": Rule("KBC-DEAL", _("Eight cards each; all cards are played."), assumed=True),
        "overruff": Rule("KBC-OVER", OVERRUFF, assumed=True),
        "underruff": Rule("KBC-UNDER", UNDERRUFF, assumed=True),
    },
)

GAMES = (BULKA, DARDA)
