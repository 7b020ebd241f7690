"""The names of the options of a ruleset, what each value says, and which of them count under given rules."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring import messages
from scoring.rules import Ruleset
from scoring.rules.house_rules import sentence

NAMES: dict[str, Promise] = {
    "trump_method": _("Making trump"),
    "first_bidder": _("Who speaks first"),
    "random_allpass": _("When all pass"),
    "trump_must_hold": _("Trump suit in hand"),
    "deal": _("Dealing"),
    "signals": _("Signals"),
    "follow_or_trump": _("Following suit"),
    "trump_lead_beat_partner": _("Trump led, partner high"),
    "ams_ruff_partner": _("Void, partner high"),
    "undertrump_partner": _("Undertrumping the partner"),
    "cannot_overtrump": _("Too low to overtrump"),
    "stuk_scope": _("Stuk"),
    "run_bonus": _("Stuk in a run"),
    "quad.J": _("Four jacks"),
    "quad.T": _("Four tens"),
    "quad.9": _("Four nines"),
    "quad.8": _("Four eights"),
    "quad.7": _("Four sevens"),
    "roem_scope": _("Where roem counts"),
    "roem_declare": _("Announcing roem"),
    "roem_who": _("Who may announce"),
    "tie": _("Equal"),
    "pit": _("Pit"),
    "pit_defenders": _("Pit of the defenders"),
    "verzaakt": _("Verzaakt"),
    "extra": _("Extra for verzaakt"),
    "extra_for": _("Whom the extra costs"),
    "end": _("Match"),
}
"""Every option by its name in the ruleset, in the order of a game."""

DISPUTED = (
    *("follow_or_trump", "trump_lead_beat_partner", "ams_ruff_partner", "undertrump_partner"),
    *("cannot_overtrump", "stuk_scope", "run_bonus", "quad.J", "quad.T", "quad.9", "quad.8", "quad.7"),
    *("roem_declare", "roem_who", "tie", "pit", "pit_defenders", "verzaakt", "extra", "extra_for"),
)
"""The options that can change the verdict on a trick, a deal or a row."""

OF_TRUMP = ("trump_method", "first_bidder", "random_allpass", "trump_must_hold")
"""The options that can change who makes trump."""


def counts(name: str, ruleset: Ruleset) -> bool:
    """Whether an option says anything under these rules."""
    if name in ("ams_ruff_partner", "undertrump_partner", "cannot_overtrump"):
        return ruleset.system == "amsterdam"
    if name == "first_bidder":
        return ruleset.trump_method != "utrecht"
    if name == "random_allpass":
        return ruleset.trump_method == "random"
    if name == "run_bonus":
        return ruleset.stuk_scope == "trick"
    if name == "roem_who":
        return ruleset.roem_declare == "required"
    if name == "extra_for":
        return ruleset.extra > 0
    return name != "pit_defenders" or ruleset.pit > 0


def say(name: str, ruleset: Ruleset) -> str:
    """What an option says, in the active language."""
    return messages.say(sentence(ruleset, name))
