"""A ruleset in plain sentences."""

from typing import TYPE_CHECKING

from scoring.rules.findings import Sentence
from scoring.rules.findings import gettext_noop as _

if TYPE_CHECKING:
    from scoring.rules.rulesets import Ruleset

SYSTEMS = {
    "amsterdam": _("Amsterdam play: no need to trump while your partner holds the trick."),
    "rotterdam": _("Rotterdam play: always trump and overtrump, also your partner."),
}

SENTENCES: dict[str, dict[object, str]] = {
    "quad.7": {
        0: _("Four sevens score nothing."),
        100: _("Four sevens in one trick are 100 roem."),
    },
    "quad.8": {
        0: _("Four eights score nothing."),
        100: _("Four eights in one trick are 100 roem."),
    },
    "quad.9": {
        0: _("Four nines score nothing."),
        100: _("Four nines in one trick are 100 roem."),
        150: _("Four nines in one trick are 150 roem."),
    },
    "quad.T": {
        0: _("Four tens score nothing."),
        100: _("Four tens in one trick are 100 roem."),
    },
    "quad.J": {
        100: _("Four jacks in one trick are 100 roem."),
        200: _("Four jacks in one trick are 200 roem."),
    },
    "run_bonus": {
        "both": _("A run of trumps earns stuk when it holds both king and queen."),
        "either": _("A run of trumps earns stuk when it holds the king or the queen."),
    },
    "roem_scope": {"trick": _("Roem counts only within one trick.")},
    "roem_declare": {
        "automatic": _("Roem on the table always counts."),
        "required": _("Roem must be announced, or it is lost."),
    },
    "roem_who": {
        "any": _("Anybody may announce roem."),
        "own": _("Only the side that wins the trick may announce its roem."),
    },
    "stuk_scope": {
        "trick": _("Stuk counts when king and queen of trumps lie in one trick."),
        "hand": _("Stuk belongs to who holds king and queen of trumps in one hand."),
    },
    "tie": {
        "nat": _("The side that plays needs more than half: equal is nat."),
        "made": _("Equal is not nat: both sides keep their own."),
    },
    "pit": {
        0: _("A pit earns no extra points."),
        88: _("A pit earns 88 points."),
        100: _("A pit earns 100 points."),
    },
    "pit_defenders": {
        True: _("The defenders earn a pit as well."),
        False: _("Only the side that plays can earn a pit."),
    },
    "ams_ruff_partner": {
        "free": _("Void while your partner holds the trick: any card."),
        "must": _("Void while your partner holds the trick: trump all the same."),
    },
    "undertrump_partner": {
        "forbidden": _("You may not undertrump your partner while you can avoid it."),
        "allowed": _("You may undertrump your partner."),
    },
    "cannot_overtrump": {
        "discard": _("Who cannot overtrump an opponent plays another suit."),
        "undertrump": _("Who cannot overtrump an opponent must undertrump."),
        "free": _("Who cannot overtrump an opponent may play any card."),
    },
    "trump_lead_beat_partner": {
        True: _("A trump lead must be beaten, also when your partner holds it."),
        False: _("A trump lead need not be beaten while your partner holds it."),
    },
    "follow_or_trump": {
        True: _("A trump may be played instead of following suit."),
        False: _("You must follow suit."),
    },
    "first_bidder": {
        "left": _("The player left of the dealer speaks first."),
        "dealer": _("The dealer speaks first."),
    },
    "trump_method": {
        "free": _("Making trump is free, with passing."),
        "utrecht": _("Utrecht: the player left of the dealer must make trump."),
        "random": _("A card is turned for trump; everybody may play it or pass."),
    },
    "random_allpass": {
        "redraw": _("All pass: another card is turned."),
        "forced2": _("All pass: a second card is turned and must be played."),
        "name_other": _("All pass: the first player names another suit."),
    },
    "deal": {
        "323": _("The cards are dealt three, two, three."),
        "44": _("The cards are dealt four and four."),
    },
    "trump_must_hold": {
        True: _("Trump must be a suit of which you hold a card."),
        False: _("Trump may be a suit that you do not hold."),
    },
    "signals": {
        "announced": _("Signals are allowed when explained before the game."),
        "forbidden": _("Signals are not allowed."),
    },
    "verzaakt": {
        "move": _("Verzaakt: 162 and all roem go to the other side."),
        "void": _("Verzaakt: 162 goes to the other side, all roem is void."),
        "own": _("Verzaakt: 162 goes to the other side, each side keeps its roem."),
    },
    "extra_for": {
        "side": _("Extra points for verzaakt go to the other side."),
        "person": _("Extra points for verzaakt cost the player himself, not his side."),
    },
}
EXTRA = {
    "side": _("Verzaakt costs %(points)d extra points, for the other side."),
    "person": _("Verzaakt costs %(points)d extra points."),
}
NO_EXTRA = _("Verzaakt costs no extra points.")
END = {
    "hands": _("A match is %(number)d deals."),
    "points": _("A match ends when a side reaches %(number)d points."),
}


def sentences(ruleset: "Ruleset") -> list[Sentence]:
    """The system of play, then each option that is not as in the default rules."""
    told = [Sentence(SYSTEMS[ruleset.system])]
    return told + [sentence(ruleset, name) for name in ruleset.differences()]


def sentence(ruleset: "Ruleset", name: str) -> Sentence:
    """What one option says, as a sentence."""
    if name == "end":
        return Sentence(END[ruleset.end_kind], {"number": ruleset.end_number})
    value = ruleset.options()[name]
    if name == "extra":
        return Sentence(EXTRA[ruleset.extra_for], {"points": value}) if value else Sentence(NO_EXTRA)
    return Sentence(SENTENCES[name][value])
