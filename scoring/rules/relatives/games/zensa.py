"""Zensa or Senserln, Bavaria and Vienna (KBZ): longer runs and fours count."""

from dataclasses import replace

from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.game import Rule
from scoring.rules.relatives.games.klaberjass import KLABERJASS, RULES

COMPARE_WITH_FOURS = Rule(
    "KB-MELD-COMPARE",
    _(
        "The meld with more points is better; at equal points four equal before a run, then more cards, the "
        "higher top card, the run in trumps."
    ),
    assumed=True,
)

ZENSA = replace(
    KLABERJASS,
    name="zensa",
    title=_("Zensa (Senserln)"),
    run5=100,
    quads=(("T", 100), ("J", 200), ("Q", 100), ("K", 100), ("A", 100)),
    rules={
        **RULES,
        "meld": Rule(
            "KBZ",
            _(
                "A run of three cards of one suit counts %(run3)d, of four %(run4)d, of five or more "
                "%(run5)d, in the order %(ranks)s. Four jacks count 200; four aces, kings, queens or tens "
                "100. Only who has the best meld counts, and counts all his melds."
            ),
        ),
        "compare": COMPARE_WITH_FOURS,
    },
)

GAMES = (ZENSA,)
