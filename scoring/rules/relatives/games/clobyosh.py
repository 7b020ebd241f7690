"""Clobyosh, South African Klaberjass for four, with no trumps (KB4-*)."""

from dataclasses import replace

from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.game import Bid, Rule
from scoring.rules.relatives.games.klaberjass import KLABERJASS, NAMED, RULES, TURNED

SEATS = ("N", "E", "S", "W")

_KEPT = {
    topic: rule
    for topic, rule in RULES.items()
    if topic not in ("bid2=any", "thrown_in", "schmeiss=True", "dix")
}

CLOBYOSH = replace(
    KLABERJASS,
    name="clobyosh",
    title=_("Clobyosh"),
    seats=SEATS,
    hand=8,
    underruff="free",
    no_trumps=True,
    options=("kb_tie", "equal_melds", "end"),
    bids=(
        TURNED,
        NAMED,
        Bid("dealer", "dealer", "any", "bid2"),
        Bid("notrump", "any", "none", "no_trumps"),
    ),
    rules={
        **_KEPT,
        "teams": Rule(
            "KB4-TEAMS", _("Four play, partners opposite; what partners win is added, whoever won the trick.")
        ),
        "deal": Rule(
            "KB4-DEAL",
            _(
                "Six cards each; the last of the other eight is turned: the preferred suit. When trumps are "
                "made, two more each, the turned card included. The seven of trumps is not exchanged "
                "(KB4-NODIX). In tournaments the eight stay face down, and the suit of a two in front of the "
                "dealer is the preferred one (KB4-DEAL-T)."
            ),
        ),
        "bid1": Rule("KB4-BID1", _("In turn each takes the preferred suit or passes.")),
        "bid2=other": Rule(
            "KB4-BID2",
            _(
                "If nobody takes it, each in turn names another suit or passes; the dealer, who is last, may "
                "name any suit, and must play if all passed (that he must is not in the seed)."
            ),
        ),
        "no_trumps": Rule(
            "KB4-NT",
            _(
                "Instead of another suit a player may call no trumps: all suits rank ace, ten, king, queen, "
                "jack, nine, eight, seven, there is no bela, and all cards count 130 with the last trick."
            ),
        ),
        "meld": Rule(
            "KB4-MELD",
            _(
                "A run of three cards of one suit counts %(run3)d, a run of four or more %(run4)d, in the "
                "order 7 8 9 10 J Q K A. The side with the best run counts all runs of both partners."
            ),
        ),
        "trump_led_over": Rule("KB4-TRUMPLED", _("A trump lead: beat the winning card if you can.")),
        "trump_led_under": Rule("KB4-TRUMPLED", _("A trump lead that you cannot beat: play any trump.")),
        "overruff": Rule(
            "KB4-RUFF", _("Who cannot follow a suit that was trumped must overtrump if he can.")
        ),
        "underruff": Rule("KB4-RUFF", _("If he cannot, he may play any card; he need not trump lower.")),
    },
)

GAMES = (CLOBYOSH,)
