"""The house rules of a relative of klaverjassen: every rule by part of the game, marked where it is not as usual."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from scoring import messages
from scoring.rules.relatives import ASSUMED, GAMES, Game
from tournaments.games import OPTION_NAMES
from tournaments.reports.documents import Line, Section

READING = "°"
"""Stands behind a rule that no source tells."""

PARTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (gettext_noop("The cards"), ("solo", "teams", "deck", "deal")),
    (
        gettext_noop("Making trump"),
        ("bid", "bid1", "bid2", "no_trumps", "forced", "thrown_in", "schmeiss", "dix"),
    ),
    (
        gettext_noop("Playing"),
        (
            *("lead", "follow", "trump_led_over", "trump_led_under"),
            *("ruff", "lone_jack", "overruff", "underruff", "free"),
        ),
    ),
    (
        gettext_noop("Melds"),
        ("meld", "meld_cards", "compare", "equal_melds", "three_dardas", "five_wins", "bela"),
    ),
    (gettext_noop("Counting"), ("last", "zero", "score", "bete", "kb_tie")),
    (gettext_noop("The match"), ("end_kind", "end")),
)
"""Which topic of the rules belongs to which part, in the order of klaverjassen."""

TOPIC_NAMES = {
    "solo": gettext_lazy("Players"),
    "teams": gettext_lazy("Players"),
    "deck": gettext_lazy("Cards"),
    "deal": gettext_lazy("Dealing"),
    "bid": gettext_lazy("Bidding"),
    "bid1": gettext_lazy("The turned suit"),
    "no_trumps": gettext_lazy("No trumps"),
    "forced": gettext_lazy("When all pass"),
    "thrown_in": gettext_lazy("When all pass"),
    "dix": gettext_lazy("The lowest trump"),
    "meld": gettext_lazy("Values"),
    "meld_cards": gettext_lazy("Cards of a meld"),
    "compare": gettext_lazy("The better meld"),
    "lead": gettext_lazy("Leading"),
    "follow": gettext_lazy("Following suit"),
    "trump_led_over": gettext_lazy("Trump led"),
    "trump_led_under": gettext_lazy("Trump led, too low"),
    "ruff": gettext_lazy("Void"),
    "lone_jack": gettext_lazy("The jack alone"),
    "overruff": gettext_lazy("Overtrumping"),
    "underruff": gettext_lazy("Too low to overtrump"),
    "free": gettext_lazy("Neither suit nor trump"),
    "last": gettext_lazy("Last trick"),
    "zero": gettext_lazy("No trick"),
    "score": gettext_lazy("Winning the deal"),
    "bete": gettext_lazy("Losing the deal"),
    "end_kind": gettext_lazy("Match"),
    "end": gettext_lazy("Both past the end"),
    **OPTION_NAMES,
}


def sections(game: Game) -> tuple[Section, ...]:
    """Everything that is played by in this game, in the active language."""
    usual = set(_texts(GAMES[game.name]).values())
    texts = _texts(game)
    return tuple(
        Section(
            _(title),
            tuple(Line(texts[topic], texts[topic] not in usual) for topic in topics if topic in texts),
        )
        for title, topics in PARTS
    )


def _texts(game: Game) -> dict[str, str]:
    """What holds on each topic; behind what no source tells stands a sign."""
    return {
        rule.topic: messages.say(rule.sentence) + (f" {READING}" if rule.assumed else "")
        for rule in game.house_rules()
    }


def legend(game: Game, mark: str) -> str:
    """What the signs mean."""
    name = {"mark": mark, "game": _(game.title)}
    if any(line.differs for section in sections(game) for line in section.lines):
        text = _("%(mark)s differs from the usual rules of %(game)s.") % name
    else:
        text = _("These are the usual rules of %(game)s, unchanged.") % name
    if any(rule.assumed for rule in game.house_rules()):
        text += f" {READING} {_(ASSUMED)}."
    return text


def side_by_side(first: Game, second: Game) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """By part: the topic, and what each of the two games says about it."""
    one, other = _texts(first), _texts(second)
    for title, topics in PARTS:
        rows = [
            (str(TOPIC_NAMES[topic]), one.get(topic, ""), other.get(topic, ""))
            for topic in topics
            if topic in one or topic in other
        ]
        yield _(title), rows
