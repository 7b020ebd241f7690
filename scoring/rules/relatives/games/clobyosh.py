"""Clobyosh, South African Klaberjass for four, with no trumps (KB4-*)."""

from dataclasses import replace

from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.game import Bid, Rule
from scoring.rules.relatives.games.klaberjass import KLABERJASS, NAMED, RULES, TURNED, without

SEATS = ("N", "E", "S", "W")
TEAMS = _("Four play, partners opposite; what partners win is added.")
SIDE_MELDS = _(
    "A run of three cards of one suit counts %(run3)d, a run of four or more %(run4)d, in the order "
    "%(ranks)s. The side with the best run counts all runs of both partners."
)
OVERRUFF = _("Who cannot follow a suit that was trumped must overtrump if he can.")
UNDERRUFF = _("If he cannot, he must trump lower.")

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
        **without(RULES, "bid2=any", "thrown_in", "schmeiss=True"),
        "teams": Rule("KB4-TEAMS", TEAMS),
        "deal": Rule(
            "KB4-DEAL",
            _(
                "Six cards each; the last of the other eight is turned: the preferred suit. When trumps are "
                "made, two more each, the turned card included. In tournaments the eight stay face down, and "
                "the preferred suit is that of a two in front of the dealer."
            ),
        ),
        "dix": Rule("KB4-NODIX", _("The seven of trumps is not exchanged.")),
        "bid1": Rule("KB4-BID1", _("In turn each takes the preferred suit or passes.")),
        "bid2=other": Rule(
            "KB4-BID2",
            _(
                "If nobody takes it, each in turn names another suit or passes; the dealer, who is last, may "
                "name any suit."
            ),
        ),
        "forced": Rule("KB4-FORCED", _("If all others passed, the dealer must play."), assumed=True),
        "no_trumps": Rule(
            "KB4-NT",
            _(
                "Instead of another suit a player may call no trumps: all suits rank ace, ten, king, queen, "
                "jack, nine, eight, seven, there is no bela, and all cards count %(no_trumps_total)d with the "
                "last trick."
            ),
        ),
        "meld": Rule("KB4-MELD", SIDE_MELDS),
        "trump_led_over": Rule("KB4-TRUMPLED", RULES["trump_led_over"].text),
        "trump_led_under": Rule("KB4-TRUMPLED", RULES["trump_led_under"].text),
        "overruff": Rule("KB4-RUFF", OVERRUFF),
        "underruff": Rule("KB4-RUFF", _("If he cannot, he may play any card; he need not trump lower.")),
    },
)

GAMES = (CLOBYOSH,)
