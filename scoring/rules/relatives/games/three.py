"""Klaberjass for three, Scotland (KB3-*): everybody for himself."""

from dataclasses import replace

from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.game import Rule
from scoring.rules.relatives.games.clobyosh import OVERRUFF, UNDERRUFF
from scoring.rules.relatives.games.klaberjass import KLABERJASS, NAMED, PASSED, RULES, TURNED, without

THREE = replace(
    KLABERJASS,
    name="klaberjass-3",
    title=_("Klaberjass for three"),
    seats=("A", "B", "C"),
    options=("equal_melds", "bid2", "end"),
    bids=(TURNED, NAMED, PASSED),
    rules={
        **without(RULES, "schmeiss=True", "kb_tie=carry"),
        "solo": Rule("KB3-SOLO", _("Three play, everybody for himself.")),
        "deal": Rule("KB3-DEAL", RULES["deal"].text, assumed=True),
        "overruff": Rule("KB3-OVER", OVERRUFF),
        "underruff": Rule("KB3-OVER", UNDERRUFF),
        "score": Rule(
            "KB3-CONTRACT",
            _("Who made trumps needs more than each opponent, not more than both; then each books his own."),
        ),
        "bete": Rule(
            "KB3-BETE",
            _(
                "With less than one of them the maker books nothing, each opponent his own, and the better "
                "opponent also the maker's points; equal opponents halve them, an odd point going to the "
                "nearer one on the maker's left."
            ),
            assumed=True,
        ),
        "kb_tie=maker0": Rule(
            "KB3-TIE",
            _("Equal to the better opponent: the maker books nothing, the others their own."),
            assumed=True,
        ),
    },
)

GAMES = (THREE,)
