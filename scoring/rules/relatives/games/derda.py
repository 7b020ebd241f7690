"""Polish Derda (KBP): a run of three counts 30."""

from dataclasses import replace

from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.game import Rule
from scoring.rules.relatives.games.klaberjass import KLABERJASS, RULES

DERDA = replace(
    KLABERJASS,
    name="derda",
    title=_("Derda"),
    run3=30,
    options=("kb_tie", "derda3", "equal_melds", "bid2", "schmeiss", "end"),
    rules={
        **RULES,
        "meld": Rule(
            "KBP",
            _(
                "A run of three cards of one suit (derda) counts %(run3)d, a run of four or more (fuf) "
                "%(run4)d, in the order %(ranks)s. Only who has the best run counts, and counts all his runs."
            ),
        ),
    },
)

GAMES = (DERDA,)
