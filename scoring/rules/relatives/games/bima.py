"""South African Klaberjass for two, with the dealer "on the bima" (KBS)."""

from dataclasses import replace

from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.game import Bid, Rule
from scoring.rules.relatives.games.klaberjass import KLABERJASS, RULES, SCHMEISS, THROWN, TURNED, without

BIMA = replace(
    KLABERJASS,
    name="bima",
    title=_("South African Klaberjass, on the bima"),
    options=("kb_tie", "equal_melds", "schmeiss", "end"),
    bids=(
        TURNED,
        Bid("named", "elder", "other", "bid2"),
        Bid("dealer", "dealer", "any", "forced"),
        *(SCHMEISS, THROWN),
    ),
    rules={
        **without(RULES, "bid2=any", "thrown_in"),
        "bid2=other": Rule(
            "KBS", _("If nobody takes it, the elder names one of the other three suits or passes.")
        ),
        "forced": Rule(
            "KBS", _("Then the dealer must play, and may name any suit, the turned one included.")
        ),
    },
)

GAMES = (BIMA,)
