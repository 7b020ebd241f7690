"""Every finding on a deal or match of a relative: its code, severity, topic and message.

The rule id is that of the topic in the game at hand.
"""

from typing import NamedTuple

from scoring.rules.findings import Finding, Sentence, Severity
from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.game import Game

IMPOSSIBLE, IRREGULAR, UNUSUAL, NOTE = Severity


class Kind(NamedTuple):
    """A kind of finding: how bad, on which topic of the rules, and what to say."""

    severity: Severity
    topic: str
    template: str


CATALOGUE: dict[str, Kind] = {
    # What is not there
    "unreadable": Kind(IMPOSSIBLE, "score", _("“%(typed)s” is no number. Type digits only.")),
    "missing_declarer": Kind(
        IMPOSSIBLE,
        "score",
        _("Who made trumps is not filled in. Choose the maker, or how the deal was void."),
    ),
    "missing_points": Kind(
        IMPOSSIBLE, "score", _("Column “%(side)s”: the card points are not filled in. Type them.")
    ),
    "missing_melds": Kind(
        IMPOSSIBLE, "meld", _("The melds are not filled in. Type what counts, or 0 for no melds.")
    ),
    # Making trumps
    "bid_suit": Kind(
        IMPOSSIBLE,
        "deck",
        _(
            "“%(trump)s” is trumps but “%(turned)s” was turned: that is not the turned suit. Mend one of them."
        ),
    ),
    "bid_turned": Kind(
        IMPOSSIBLE,
        "deck",
        _("“%(trump)s” was turned and refused, so it cannot be named afterwards. Mend trumps or the bid."),
    ),
    "bid_no_trumps": Kind(
        IMPOSSIBLE,
        "deck",
        _("No trumps was called, but “%(trump)s” is filled in as trumps. Take one of them away."),
    ),
    "bid_trumps": Kind(
        IMPOSSIBLE,
        "deck",
        _("No trumps is filled in, but trumps were made by a bid in a suit. Mend one of them."),
    ),
    "bid_who": Kind(
        IMPOSSIBLE,
        "deck",
        _(
            "“%(side)s” cannot have made trumps like that: %(dealer)s dealt. Mend the maker, the bid or the dealer."
        ),
    ),
    "dealer_turn": Kind(
        UNUSUAL, "deal", _("%(dealer)s is said to have dealt, but by the order it was the turn of %(due)s.")
    ),
    "void_filled_in": Kind(
        IMPOSSIBLE, "deck", _("The deal is marked void, but it has points or a maker. Take one of them away.")
    ),
    # Card points
    "points": Kind(
        IMPOSSIBLE,
        "deck",
        _("Column “%(side)s”: %(points)d card points cannot occur. Look at the paper again."),
    ),
    "points_tricks": Kind(
        IMPOSSIBLE,
        "deck",
        _(
            "Column “%(side)s”: %(points)d card points cannot come from %(tricks)d tricks. Mend one of the two."
        ),
    ),
    "sum": Kind(
        IMPOSSIBLE,
        "last",
        _("The card points are %(sum)d together; all cards count %(total)d. Mend one of them."),
    ),
    "sum_no_trumps": Kind(
        IMPOSSIBLE,
        "last",
        _(
            "The card points are %(sum)d together; with trumps all cards count %(total)d. Was it no trumps? "
            "Then say so."
        ),
    ),
    "sum_range": Kind(
        IMPOSSIBLE,
        "deal",
        _(
            "The card points are %(sum)d together; the cards that are played count %(least)d to %(most)d. "
            "Mend one of them."
        ),
    ),
    "joint": Kind(
        IMPOSSIBLE,
        "deck",
        _("No deal of cards gives these card points together. Look at the paper again."),
    ),
    "tricks": Kind(
        IMPOSSIBLE, "deal", _("Column “%(side)s”: %(tricks)d tricks; a deal has %(total)d. Mend the number.")
    ),
    "tricks_sum": Kind(
        IMPOSSIBLE, "deal", _("The tricks are %(sum)d together; a deal has %(total)d. Mend one of them.")
    ),
    "last_trick": Kind(
        IMPOSSIBLE,
        "last",
        _("The last trick is said to be won by “%(side)s”, who has %(points)d card points: too few for it."),
    ),
    "last_without": Kind(
        IMPOSSIBLE, "last", _("The last trick is said to be won by “%(side)s”, who has no trick.")
    ),
    # Melds and bela
    "melds": Kind(
        IMPOSSIBLE,
        "meld",
        _("Column “%(side)s”: %(melds)d for melds cannot occur; possible are %(allowed)s."),
    ),
    "melds_both": Kind(
        IMPOSSIBLE,
        "meld",
        _("More than one column has melds; only who has the best meld counts. Take the others away."),
    ),
    "melds_differ": Kind(
        IMPOSSIBLE,
        "compare",
        _("Column “%(side)s”: %(melds)d for melds, but by the cards it is %(due)d. Mend one of the two."),
    ),
    "melds_without_trick": Kind(
        IMPOSSIBLE, "zero", _("Column “%(side)s”: without a trick melds do not count. Type 0 for melds.")
    ),
    "melds_lost": Kind(NOTE, "zero", _("“%(side)s” won no trick: the melds, %(melds)d, do not count.")),
    "melds_nobody": Kind(NOTE, "equal_melds", _("The best melds are equal: nobody counts melds.")),
    "melds_open": Kind(
        IMPOSSIBLE, "equal_melds", _("The best melds are equal. Fill in who dealt: the elder counts.")
    ),
    "melds_trump": Kind(IMPOSSIBLE, "compare", _("To compare melds the trumps must be known. Fill them in.")),
    "trick_or_not": Kind(
        UNUSUAL,
        "zero",
        _("“%(side)s” has melds and 0 card points. Without a trick melds do not count: fill in the tricks."),
    ),
    "bela_both": Kind(
        IMPOSSIBLE, "bela", _("More than one column has bela; there is one king and queen of trumps.")
    ),
    "bela_no_trumps": Kind(IMPOSSIBLE, "bela", _("Without trumps there is no bela. Take it away.")),
    "bela_without_trick": Kind(
        IMPOSSIBLE, "bela", _("Column “%(side)s”: bela is named when winning a trick, and there is none.")
    ),
    "bela_highest": Kind(
        IMPOSSIBLE,
        "bela",
        _(
            "Column “%(side)s”: bela has the highest trump in it, which wins its trick and counts %(least)d; "
            "%(points)d card points cannot be. Mend one of the two."
        ),
    ),
    "bela_against_melds": Kind(
        IMPOSSIBLE,
        "bela",
        _("“%(side)s” has bela, but %(card)s is in a meld of “%(other)s”. Mend one of them."),
    ),
    "fus_and_more": Kind(
        IMPOSSIBLE,
        "deck",
        _("A run of five is not played out, but the row has points or a maker. Take one of them away."),
    ),
    # The outcome
    "bete": Kind(
        NOTE,
        "bete",
        _("“%(side)s” made trumps and has %(own)d against %(against)d: it books nothing."),
    ),
    "tie": Kind(NOTE, "kb_tie", _("Equal at %(own)d: “%(side)s” made trumps and books nothing.")),
    "tie_carried": Kind(
        NOTE, "kb_tie", _("Equal at %(own)d: nobody books, %(pot)d points go to the winner of the next deal.")
    ),
    "pot": Kind(NOTE, "kb_tie", _("“%(side)s” wins the %(pot)d points carried from an equal deal.")),
    "revoke": Kind(
        IRREGULAR,
        "follow",
        _(
            "Trick %(trick)d: %(seat)s played %(card)s, allowed were %(legal)s. No rule says what it "
            "costs: the arbiter decides."
        ),
    ),
    "booked": Kind(IMPOSSIBLE, "score", _("No deal books %(booked)s. Look at the paper again.")),
    # The match
    "match_over": Kind(
        IMPOSSIBLE, "end_kind", _("The match was over after deal %(number)d. Take the deals after it away.")
    ),
    "not_over": Kind(
        UNUSUAL,
        "end_kind",
        _("The paper is full, but the match is not over: nobody has %(number)d. Is this the whole match?"),
    ),
    "written_total": Kind(
        IRREGULAR,
        "score",
        _(
            "The paper says %(written)d for “%(side)s”, the deals add up to %(total)d "
            "(%(difference)+d). Compare the deals with the paper."
        ),
    ),
    "not_judged": Kind(
        IMPOSSIBLE, "end_kind", _("Deal %(number)d must be mended first: nobody can be said to have won.")
    ),
}


def make_finding(
    game: Game,
    code: str,
    field: str | None,
    deal: int | None = None,
    *,
    topic: str = "",
    rule: str = "",
    **params: object,
) -> Finding:
    """A finding of this kind; ``topic`` or ``rule`` where it is by another than usual."""
    kind = CATALOGUE[code]
    rule = rule or game.rule(topic or kind.topic)
    return Finding(code, kind.severity, field, rule, Sentence(kind.template, params), deal)
