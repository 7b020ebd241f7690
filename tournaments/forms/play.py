"""The part of the form of a competition that says what is played: the game, its options, the end of a match."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from klaverclub.templatetags.cards import seat_name
from scoring.rules import Ruleset, make_ruleset
from scoring.rules.family import positions
from scoring.rules.relatives import Game
from scoring.rules.rulesets import MOST_POINTS
from tournaments import games
from tournaments.games import GameOption
from tournaments.models import Competition
from tournaments.seating import seating

QUAD_FAMILIES = {
    "preset": gettext_lazy("as in the system above"),
    "a": gettext_lazy("seven up to ace 100, jacks too"),
    "b": gettext_lazy("seven up to ace 100, jacks 200"),
    "c": gettext_lazy("ten up to ace 100, jacks 200"),
}
_QUADS = {
    "a": {"quad.7": 100, "quad.8": 100, "quad.9": 100, "quad.T": 100, "quad.J": 100},
    "b": {"quad.7": 100, "quad.8": 100, "quad.9": 100, "quad.T": 100, "quad.J": 200},
    "c": {"quad.7": 0, "quad.8": 0, "quad.9": 0, "quad.T": 100, "quad.J": 200},
}
ENDS = {
    "hands": gettext_lazy("after the deals of the round"),
    "points": gettext_lazy("as soon as somebody has so many points"),
}


class PlayFields(forms.Form):
    """The game and its options. The fields are those of the game that is chosen, or that is played so far.

    `options_of` tells of which game the options stood on the page: who chooses another game sees its options
    before anything is saved (`is_switched`).
    """

    options_of = forms.CharField(required=False, widget=forms.HiddenInput)
    ruleset_preset = forms.ChoiceField(label=gettext_lazy("Game"), choices=games.choices)
    quads = forms.ChoiceField(label=gettext_lazy("Four of a kind"), choices=list(QUAD_FAMILIES.items()))
    pit_defenders = forms.BooleanField(
        label=gettext_lazy("A counter-pit earns 100 too"), required=False, initial=True
    )
    match_end = forms.ChoiceField(label=gettext_lazy("A match ends"), choices=list(ENDS.items()))
    match_points = forms.IntegerField(
        label=gettext_lazy("Points that end a match"),
        required=False,
        min_value=1,
        max_value=MOST_POINTS,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )

    PLAY = ("ruleset_preset", "quads", "pit_defenders", "match_end", "match_points")
    OF_THE_GAME = ("quads", "pit_defenders", "records_declarer", "match_end", "match_points")
    frozen = False
    """Are the rules of play fixed?"""
    just_switched = False
    """Are these the options of a game that was chosen a moment ago?"""

    def set_up_play(self, rules: Ruleset | Game) -> None:
        """Gives the form the fields of the chosen game, filled in from `rules`, which are played so far."""
        chosen = str(
            self.data.get("ruleset_preset") or self.initial.get("ruleset_preset") or games.preset_of(rules)
        )
        if (
            not self.frozen
            and games.is_known(chosen)
            and games.family(chosen) != games.family(games.preset_of(rules))
        ):
            rules = games.rules_of(chosen)
        self.rules_shown = rules
        self.game_options: list[GameOption] = []
        self.initial |= {
            "ruleset_preset": self.initial.get("ruleset_preset", games.preset_of(rules)),
            "options_of": games.family(games.preset_of(rules)),
            "match_end": rules.end_kind,
            "match_points": rules.end_number if rules.end_kind == "points" else None,
        }
        self.fields["first_dealer"].choices = [
            (seat, seat_name(seating(rules).called(seat))) for seat in positions(rules)
        ]
        if len(positions(rules)) < 4:
            alone = _("individuals, other opponents each round")
            self.fields["kind"].choices = [(Competition.Kind.INDIVIDUAL.value, alone)]
            no_pairs = _("%(game)s is played by %(count)s at a table: choose individuals, not fixed pairs.")
            params = {"game": games.name(rules), "count": len(positions(rules))}
            self.fields["kind"].error_messages["invalid_choice"] = no_pairs % params
        if isinstance(rules, Game):
            del self.fields["quads"], self.fields["pit_defenders"], self.fields["records_declarer"]
            self.fields["deals_per_round"].help_text = _(
                "rows on the paper; a match by points may take fewer"
            )
            self.instance.records_declarer = True  # the rules ask who made trumps
            self.game_options = games.options_of(rules)
            for option in self.game_options:
                self._add(option, rules.option_values()[option.name])
        else:
            self.fields["match_points"].help_text = _("750 and 1500 are usual.")
            self.initial |= {"quads": _quad_family(rules), "pit_defenders": rules.pit_defenders}

    def _add(self, option: GameOption, value: object) -> None:
        if option.is_switch:
            field: forms.Field = forms.BooleanField(
                label=option.label, required=False, help_text=option.values[1][1]
            )
            self.initial[f"option_{option.name}"] = value == option.values[1][0]
        else:
            field = forms.ChoiceField(
                label=option.label,
                choices=[(str(one), words) for one, words in option.values],
                help_text=option.hint,
                widget=forms.Select if option.hint else forms.RadioSelect,
            )
            self.initial[f"option_{option.name}"] = str(value)
        self.fields[f"option_{option.name}"] = field

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[f"option_{option.name}"] for option in self.game_options]

    @property
    def is_klaverjassen(self) -> bool:
        return isinstance(self.rules_shown, Ruleset)

    @property
    def game_name(self) -> str:
        return games.name(self.rules_shown)

    @property
    def is_switched(self) -> bool:
        """Is another game chosen than the one whose options stood on the page?"""
        shown = self.data.get("options_of")
        return bool(shown) and not self.frozen and shown != games.family(games.preset_of(self.rules_shown))

    def typed(self) -> dict[str, Any]:
        """What was typed, to begin the form again with; without what belongs to the game that was left."""
        values = {
            name: field.widget.value_from_datadict(self.data, {}, name)
            for name, field in self.fields.items()
            if name != "options_of"
        }
        if self.is_switched:
            left = {*self.OF_THE_GAME, *(f"option_{option.name}" for option in self.game_options)}
            values = {name: value for name, value in values.items() if name not in left}
            values["deals_per_round"] = games.usual_deals(self.rules_shown)
        return {name: value for name, value in values.items() if value is not None}

    def clean_play(self, data: dict[str, Any]) -> None:
        """Refuses what does not go together in the chosen game."""
        rules = self.rules_shown
        if data["match_end"] == "points" and not data["match_points"]:
            self.add_error("match_points", _("Say how many points end a match."))
        elif data["match_end"] == "points":
            fewest = games.fewest_deals(rules.with_options({"end": f"points:{data['match_points']}"}))
            if data["deals_per_round"] < fewest:
                text = _(
                    "A match to %(points)s points can take %(fewest)s deals and more: make room for them."
                )
                params = {"points": data["match_points"], "fewest": fewest}
                self.add_error("deals_per_round", text % params)

    def ruleset(self, data: dict[str, Any]) -> dict[str, object]:
        """The rules of play as JSON, once the form is valid."""
        by_points = data["match_end"] == "points"
        end = f"points:{data['match_points']}" if by_points else f"hands:{data['deals_per_round']}"
        if not isinstance(self.rules_shown, Game):
            own = {"pit_defenders": data["pit_defenders"], "end": end} | _QUADS.get(data["quads"], {})
            return make_ruleset(data["ruleset_preset"], own).to_json()
        chosen: dict[str, object] = {"end": end}
        for option in self.game_options:
            typed = data[f"option_{option.name}"]
            chosen[option.name] = option.values[typed][0] if option.is_switch else option.value(typed)
        return games.rules_of(data["ruleset_preset"], chosen).to_json()


def _quad_family(ruleset: Ruleset) -> str:
    """Which of the families the values of four of a kind are, as far as they differ from the preset's."""
    options, preset = ruleset.options(), make_ruleset(ruleset.preset).options()
    if all(options[name] == preset[name] for name in _QUADS["a"]):
        return "preset"
    found = [key for key, quads in _QUADS.items() if all(options[name] == quads[name] for name in quads)]
    return found[0] if found else "preset"
