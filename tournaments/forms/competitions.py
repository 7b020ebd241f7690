"""Forms for a competition with its rules, its entries and its evenings."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.play import PlayFields
from tournaments.in_words import translated
from tournaments.models import Competition, Evening, Person
from tournaments.models.competition import TEAM_SIZES
from tournaments.sentences import RuleError
from tournaments.services import standing_rules
from tournaments.standing.presets import PRESETS

if TYPE_CHECKING:
    from tournaments.standing.rules import StandingRule


class CompetitionForm(PlayFields, forms.ModelForm):
    """Name, kind and numbers of a competition, its rules of play, and for a new one how it is ranked.

    Rules that are frozen (a sheet was accepted) are shown, but not changed. Standing and absence have pages of their
    own afterwards.
    """

    season_memory = forms.BooleanField(
        label=gettext_lazy("The draw remembers earlier evenings"), required=False, initial=True
    )

    class Meta:
        model = Competition
        fields = (
            "name",
            "season",
            "kind",
            "team_size",
            "rounds_per_evening",
            "deals_per_round",
            "first_dealer",
            "records_declarer",
            "require_check",
            "rated",
        )
        help_texts = {
            "rated": gettext_lazy("Leave it out for a friendly evening: then it moves nobody's rating."),
        }
        widgets = {
            "rounds_per_evening": forms.TextInput(attrs={"inputmode": "numeric"}),
            "deals_per_round": forms.TextInput(attrs={"inputmode": "numeric"}),
        }

    FROZEN = (
        "kind",
        "team_size",
        "deals_per_round",
        "first_dealer",
        "records_declarer",
        *PlayFields.PLAY,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        typed = dict(kwargs.get("initial") or {})
        self.frozen = self.instance.frozen_at is not None
        self.fields["team_size"].choices = [("", _("no teams")), *((size, str(size)) for size in TEAM_SIZES)]
        if self.instance.pk is None:
            self.fields["standing_preset"] = forms.ChoiceField(
                label=gettext_lazy("Standing"),
                choices=[(name, _(preset.title)) for name, preset in PRESETS.items()],
                initial="sum",
                help_text=gettext_lazy("Everything of it can be changed on its own page afterwards."),
            )
        self.set_up_play(self.instance.get_rules())
        self.initial["season_memory"] = self.instance.get_pairing().season_memory
        self.initial |= typed
        if self.frozen:
            for name, field in self.fields.items():
                field.disabled = field.disabled or name in self.FROZEN or name.startswith("option_")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        if data["kind"] == Competition.Kind.TEAMS and data["team_size"] is None:
            self.add_error("team_size", _("Say how many players a team has: 2, 4 or 8."))
        self.clean_play(data)
        return data

    def _post_clean(self) -> None:
        super()._post_clean()
        if "standing_preset" in self.cleaned_data and not self.errors:
            self._clean_preset(self.cleaned_data)

    def _clean_preset(self, data: dict[str, Any]) -> None:
        """A preset that this game or this number of rounds cannot have is refused here, not at the first standing."""
        preset = PRESETS[data["standing_preset"]]
        played = Competition(ruleset=self.ruleset(data))
        for rule in (preset.rule, *preset.titles.values()):
            try:
                rule.check(
                    planned_evenings=preset.planned,
                    rounds_per_evening=data["rounds_per_evening"],
                    has=standing_rules.sheets_have(played),
                )
            except RuleError as error:
                self.add_error("standing_preset", translated(error.sentence))

    def save(self, commit: bool = True) -> Competition:
        """The competition; a preset for the standing brings its other titles and its number of evenings along."""
        if preset := PRESETS.get(self.cleaned_data.get("standing_preset", "")):
            self.instance.titles = [
                {"name": _(name), "rule": _with_lot(rule).to_json()} for name, rule in preset.titles.items()
            ]
            self.instance.planned_evenings = preset.planned
        return super().save(commit)

    def rules(self) -> dict[str, dict[str, object]]:
        """The rule objects that are chosen here as JSON, once the form is valid."""
        data = self.cleaned_data
        pairing = replace(self.instance.get_pairing(), season_memory=data["season_memory"])
        rules = {
            "ruleset": self.instance.ruleset if self.frozen else self.ruleset(data),
            "pairing": pairing.to_json(),
        }
        if "standing_preset" in data:
            rules["standing"] = _with_lot(PRESETS[data["standing_preset"]].rule).to_json()
        return rules


def _with_lot(rule: StandingRule) -> StandingRule:
    """The rule with a lot of its own, if it uses one."""
    return replace(rule, seed=secrets.randbits(40)) if "lot" in rule.ties else rule


class EntryForm(forms.Form):
    """Chooses who takes part: one person, or two for a fixed pair, of those who do not yet."""

    def __init__(self, competition: Competition, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        free = Person.objects.filter(memberships__club=competition.club).exclude(
            entries__competition=competition
        )
        if competition.is_pairs:
            labels = [_("First of the pair"), _("Second of the pair")]
            self.people_fields = ["first", "second"]
        else:
            labels, self.people_fields = [_("Person")], ["first"]
        for name, label in zip(self.people_fields, labels, strict=True):
            self.fields[name] = forms.ModelChoiceField(
                free, label=label, empty_label=gettext_lazy("choose a person")
            )
        if competition.is_pairs:
            self.fields["represents"] = forms.CharField(
                label=_("Plays for"),
                max_length=80,
                required=False,
                help_text=_("the club, in a league of clubs"),
            )

    def represents(self) -> str:
        """The club that a pair plays for; empty for nothing."""
        return str(self.cleaned_data.get("represents", "")).strip()

    def people(self) -> list[Person]:
        return [self.cleaned_data[name] for name in self.people_fields]


class EveningForm(forms.ModelForm):
    class Meta:
        model = Evening
        fields = ("date", "rounds_planned")
        widgets = {
            "date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "rounds_planned": forms.TextInput(attrs={"inputmode": "numeric"}),
        }
