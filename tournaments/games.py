"""The games that a competition can be in: klaverjassen and its relatives, their options, and both in words.

A game is chosen by the name of its preset. Everything here is in the active language.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import messages
from scoring.rules import make_ruleset
from scoring.rules.family import sides, title
from scoring.rules.findings import Sentence
from scoring.rules.relatives import GAMES, Game, make_game
from scoring.rules.relatives.options import OPTIONS
from scoring.rules.rulesets import PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.rules.family import Rules

KLAVERJASSEN = "klaverjassen"
DEAL_POINTS = 162
MOST_ROWS, FEWEST_ROWS = 40, 20
"""Rows on the paper of a match that ends by points: what fits legibly, and what never falls short in practice."""

OPTION_NAMES = {
    "kb_tie": gettext_lazy("Equal"),
    "derda3": gettext_lazy("Three of a suit in a row"),
    "equal_melds": gettext_lazy("Equal melds"),
    "bid2": gettext_lazy("When nobody takes the turned suit"),
    "schmeiss": gettext_lazy("Schmeiss"),
    "bela": gettext_lazy("Bela"),
    "three_dardas": gettext_lazy("Three dardas in one hand"),
    "five_wins": gettext_lazy("A run of five wins"),
}
_VOID_DEALS = {
    ("passed",): gettext_lazy("All passed: write that instead of who plays."),
    ("thrown",): gettext_lazy("Thrown in: write that instead of who plays."),
    ("passed", "thrown"): gettext_lazy("All passed or thrown in: write that instead of who plays."),
}
_RULE_OF_NUMBER = {"bela": "bela", "derda3": "meld"}
"""The rule that mentions the number, for options that are a number."""


def rules_of(preset: str, options: Mapping[str, object] | None = None) -> Rules:
    """Klaverjassen or a relative by its preset. Raises ValueError for unknown names and values."""
    return make_game(preset, options) if preset in GAMES else make_ruleset(preset, options)


def is_known(preset: str) -> bool:
    return preset in GAMES or preset in PRESETS


def preset_of(rules: Rules) -> str:
    return rules.name if isinstance(rules, Game) else rules.preset


def family(preset: str) -> str:
    """What shares its options: all presets of klaverjassen, or one relative."""
    return preset if preset in GAMES else KLAVERJASSEN


def name(rules: Rules) -> str:
    """What the game is called, whatever its options."""
    return _(title(rules))


def full_name(rules: Rules) -> str:
    """The preset, and whether the club has changed it."""
    return messages.game_name(rules) if isinstance(rules, Game) else messages.ruleset_name(rules)


@dataclass(frozen=True, slots=True)
class Terms:
    """What the figures of a game are called over a column; a game without pits has no column for them.

    carries: do equal deals leave their points to the winner of the next?
    """

    melds: str
    lost: str
    pits: bool
    carries: bool = False


def terms(rules: Rules) -> Terms:
    if isinstance(rules, Game):
        return Terms(_("Melds"), _("Bete"), pits=False, carries=rules.kb_tie == "carry")
    return Terms(_("Roem"), _("Nats"), pits=True)


def choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every game by its preset, in groups."""
    found = [(_("Klaverjassen"), [(preset, str(messages.PRESETS[preset])) for preset in PRESETS])]
    groups = {
        2: _("Relatives for two"),
        3: _("Relatives for three, everybody for himself"),
        4: _("Relatives for four, two against two"),
    }
    for size, label in groups.items():
        games = [(name, _(game.title)) for name, game in GAMES.items() if len(game.seats) == size]
        found.append((label, sorted(games, key=lambda choice: choice[1])))
    return found


@dataclass(frozen=True, slots=True)
class GameOption:
    """An option of a relative: what it is called, and its values with what each says.

    A switch has two values of which only the second says something. `hint` is the rule, where a value is a number.
    """

    name: str
    label: str
    values: tuple[tuple[object, str], ...]
    hint: str = ""

    @property
    def is_switch(self) -> bool:
        return not self.values[0][1]

    def value(self, key: str) -> object:
        """The value that a form calls by this key."""
        return next(value for value, _words in self.values if str(value) == key)


def options_of(game: Game) -> list[GameOption]:
    """What may be chosen in this game, the end of the match left out."""
    return [_option(game, name) for name in game.options if name != "end"]


def _option(game: Game, name: str) -> GameOption:
    option = OPTIONS[name]
    if rule := _RULE_OF_NUMBER.get(name):
        values = [(value, _("%(points)s points") % {"points": value}) for value in option.values]
        return GameOption(name, str(OPTION_NAMES[name]), tuple(values), _words(game, rule))
    values = [
        (value, _words(game.with_options({name: value}), f"{option.attribute}={value}"))
        for value in option.values
    ]
    return GameOption(name, str(OPTION_NAMES[name]), tuple(values))


def _words(game: Game, topic: str) -> str:
    """What a rule says; empty where the game has none on this topic."""
    rule = game.rules.get(topic)
    return messages.say(Sentence(rule.text, game.text_params)) if rule else ""


def usual_deals(rules: Rules) -> int:
    """How many rows the paper needs: the deals of the match, or twice what a match to so many points can take."""
    if rules.end_kind == "hands":
        return rules.end_number
    return min(MOST_ROWS, max(FEWEST_ROWS, 4 * ceil(fewest_deals(rules) / 2)))


def fewest_deals(rules: Rules) -> int:
    """So many deals a match takes when all parties stay level to the end, with cards alone."""
    return ceil(len(sides(rules)) * rules.end_number / DEAL_POINTS) if rules.end_kind == "points" else 1


def on_the_sheet(game: Game) -> Iterator[str]:
    """What who writes the sheet must know of these rules, a line each."""
    end = _words(game, f"end_kind={game.end_kind}")
    total = _("In every deal the card points are %(total)s together.") % {"total": game.total()}
    yield f"{end} {total}" if game.all_played else end
    if tie := _words(game, f"kb_tie={game.kb_tie}") or _words(game, "kb_tie"):
        yield tie
    if game.kb_tie == "carry":
        yield _("Of an equal deal write the points; the stand stays what it was.")
    if void := tuple(name for name in ("passed", "thrown") if name in game.allowed_bids):
        yield str(_VOID_DEALS[void])


def in_words(rules: Rules) -> Iterator[str]:
    """What is chosen in these rules: the game, its options and the end of a match."""
    if not isinstance(rules, Game):
        yield from (messages.say(sentence) for sentence in rules.describe())
        return
    yield f"{name(rules)}."
    for option in options_of(rules):
        chosen = dict(option.values)[rules.option_values()[option.name]]
        if text := option.hint or chosen:
            yield text
    yield _words(rules, f"end_kind={rules.end_kind}")
