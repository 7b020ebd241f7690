"""Yasman (KBY): the jack of trumps, alone, may be kept."""

from dataclasses import replace

from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.game import Rule
from scoring.rules.relatives.games.klaberjass import KLABERJASS, RULES

YASMAN = replace(
    KLABERJASS,
    name="yasman",
    title=_("Yasman"),
    lone_jack_free=True,
    rules={
        **RULES,
        "lone_jack": Rule(
            "KBY",
            _("Who cannot follow a plain suit and has the jack as his only trump may play any card."),
        ),
    },
)

GAMES = (YASMAN,)
