"""Klaberjass for three, Scotland (KB3-*): everybody for himself."""

from dataclasses import replace

from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.game import Rule
from scoring.rules.relatives.games.klaberjass import KLABERJASS, NAMED, PASSED, RULES, TURNED

_KEPT = {topic: rule for topic, rule in RULES.items() if topic not in ("schmeiss=True", "kb_tie=carry")}

THREE = replace(
    KLABERJASS,
    name="klaberjass-3",
    title=_("Klaberjass for three"),
    seats=("A", "B", "C"),
    options=("equal_melds", "bid2", "end"),
    bids=(TURNED, NAMED, PASSED),
    rules={
        **_KEPT,
        "solo": Rule("KB3-SOLO", _("Three play, everybody for himself.")),
        "deal": Rule(
            "KB3-DEAL",
            _(
                "Twice three cards each, and the next card is turned: the preferred suit. When trumps are "
                "made, three more each; five cards are not played (not in the seed)."
            ),
        ),
        "overruff": Rule(
            "KB3-OVER", _("Who cannot follow a suit that was trumped must overtrump if he can.")
        ),
        "underruff": Rule("KB3-OVER", _("If he cannot, he must trump lower.")),
        "score": Rule(
            "KB3-CONTRACT",
            _(
                "The maker of trumps needs more than each opponent, not more than both. Then each books his own."
            ),
        ),
        "bete": Rule(
            "KB3-BETE",
            _(
                "With less than one of them the maker books nothing, each opponent his own, and the better "
                "opponent also the maker's points; equal opponents halve them, an odd point going to the "
                "nearer one on the maker's left (not in the seed)."
            ),
        ),
        "kb_tie=maker0": Rule(
            "KB3-TIE",
            _(
                "Equal to the better opponent: the maker books nothing, the others their own (not in the seed)."
            ),
        ),
    },
)

GAMES = (THREE,)
