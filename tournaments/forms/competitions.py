"""Forms for a competition with its rules, its entries and its evenings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import attendance
from tournaments.attendance import AttendanceRule, Compensation
from tournaments.forms.play import PlayFields
from tournaments.models import Competition, Evening, Person
from tournaments.sentences import RuleError
from tournaments.services.competitions import ABSENCES
from tournaments.standing.rules import StandingRule

if TYPE_CHECKING:
    from collections.abc import Iterator

STANDINGS = {
    "sum": gettext_lazy("sum of all points"),
    "round": gettext_lazy("average per round"),
    "evening": gettext_lazy("average per evening"),
}
COMPENSATIONS = {
    "fixed": gettext_lazy("fixed number of points"),
    "evening_average": gettext_lazy("average of the evening"),
    "own_average": gettext_lazy("own average"),
    "lowest": gettext_lazy("lowest score of the round"),
    "lowest_evening": gettext_lazy("share of the lowest total of the evening"),
    "zero": gettext_lazy("no points"),
}


class CompetitionForm(PlayFields, forms.ModelForm):
    """Name, kind and numbers of a competition, and its four rule objects in the words of clubs.

    Rules that are frozen (a sheet was accepted) are shown, but not changed.
    """

    standing_measure = forms.ChoiceField(label=gettext_lazy("Standing"), choices=list(STANDINGS.items()))
    minimum_attendance = forms.IntegerField(
        label=gettext_lazy("Evenings needed for a rank"),
        min_value=0,
        max_value=100,
        initial=0,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    guests_ranked = forms.BooleanField(label=gettext_lazy("Guests are ranked like members"), required=False)
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
        )
        widgets = {
            "rounds_per_evening": forms.TextInput(attrs={"inputmode": "numeric"}),
            "deals_per_round": forms.TextInput(attrs={"inputmode": "numeric"}),
        }

    FROZEN = ("kind", "team_size", "deals_per_round", "first_dealer", "records_declarer", *PlayFields.PLAY)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ABSENCES:
            self.fields[f"{name}_kind"] = forms.ChoiceField(
                label=gettext_lazy("Gets"), choices=list(COMPENSATIONS.items())
            )
            self.fields[f"{name}_value"] = forms.IntegerField(
                label=gettext_lazy("Points"),
                required=False,
                min_value=0,
                max_value=attendance.MOST_POINTS,
                widget=forms.TextInput(attrs={"inputmode": "numeric"}),
            )
            self.fields[f"{name}_pits"] = forms.IntegerField(
                label=gettext_lazy("Pits credited"),
                required=False,
                min_value=0,
                max_value=attendance.MOST_PITS,
                widget=forms.TextInput(attrs={"inputmode": "numeric"}),
            )
            self.fields[f"{name}_counts"] = forms.BooleanField(
                label=gettext_lazy("Counts as played"), required=False
            )
        typed = dict(kwargs.get("initial") or {})
        self.frozen = self.instance.frozen_at is not None
        self.set_up_play(self.instance.get_rules())
        if not self.is_klaverjassen:
            for name in ABSENCES:
                del self.fields[f"{name}_pits"]
        self._fill_in_rules()
        self.initial |= typed
        if self.frozen:
            for name, field in self.fields.items():
                field.disabled = field.disabled or name in self.FROZEN or name.startswith("option_")

    def _fill_in_rules(self) -> None:
        standing = self.instance.get_standing()
        self.initial |= {
            "standing_measure": "sum" if standing.measure == "sum" else standing.unit,
            "minimum_attendance": standing.minimum_attendance,
            "guests_ranked": standing.guests_ranked,
            "season_memory": self.instance.get_pairing().season_memory,
        }
        rule = self.instance.get_attendance()
        for name in ABSENCES:
            given: Compensation = getattr(rule, name)
            self.initial |= {
                f"{name}_kind": given.kind,
                f"{name}_value": given.value or None,
                f"{name}_pits": given.pits or None,
                f"{name}_counts": given.counts_as_played,
            }

    def absence_rows(self) -> Iterator[dict[str, Any]]:
        """Per reason of not playing its fields, for the template; pits are of klaverjassen."""
        for name, label in ABSENCES.items():
            parts = [f"{name}_{part}" for part in ("kind", "value", "pits", "counts")]
            yield {"label": label, "parts": [self[part] for part in parts if part in self.fields]}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        if data["kind"] == Competition.Kind.TEAMS and data["team_size"] is None:
            self.add_error("team_size", _("Say how many players a team has: 2, 4 or 8."))
        self.clean_play(data)
        for name in ABSENCES:
            try:
                data[name] = Compensation(
                    kind=data[f"{name}_kind"],
                    value=data[f"{name}_value"] or 0,
                    pits=data.get(f"{name}_pits") or 0,
                    counts_as_played=data[f"{name}_counts"],
                )
            except RuleError as error:
                self.add_error(f"{name}_value", _(error.msgid) % dict(error.params))
            else:
                if data[name].kind == "fixed" and data[f"{name}_value"] is None:
                    self.add_error(f"{name}_value", _("Say how many points; 0 is allowed."))
        return data

    def rules(self) -> dict[str, dict[str, object]]:
        """The four rule objects as JSON, once the form is valid."""
        data = self.cleaned_data
        average = data["standing_measure"] != "sum"
        standing = StandingRule(
            measure="average" if average else "sum",
            unit=data["standing_measure"] if average else "round",
            minimum_attendance=data["minimum_attendance"],
            guests_ranked=data["guests_ranked"],
        )
        pairing = replace(self.instance.get_pairing(), season_memory=data["season_memory"])
        return {
            "ruleset": self.instance.ruleset if self.frozen else self.ruleset(data),
            "pairing": pairing.to_json(),
            "attendance": AttendanceRule(**{name: data[name] for name in ABSENCES}).to_json(),
            "standing": standing.to_json(),
        }


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
