"""The form for what an absence is worth and whose score a substitute makes, in the words clubs use."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules import Ruleset
from tournaments import attendance
from tournaments.attendance import Amount, AttendanceRule, Compensation, Substitution
from tournaments.attendance.amounts import MOST_STEPS
from tournaments.in_words import translated
from tournaments.sentences import RuleError
from tournaments.services.competitions import ABSENCES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.forms.boundfield import BoundField

    from tournaments.models import Competition

KINDS = {
    "zero": gettext_lazy("no points"),
    "fixed": gettext_lazy("fixed number of points"),
    "evening_average": gettext_lazy("average of the evening"),
    "round_average": gettext_lazy("average of the other tables in that round"),
    "own_average": gettext_lazy("own average"),
    "lowest": gettext_lazy("lowest score of the round"),
    "lowest_evening": gettext_lazy("share of the lowest total of the evening"),
}
OWN_AVERAGES = {
    "played": gettext_lazy("the rounds really played"),
    "given": gettext_lazy("all rounds that count, without evenings with a punishment"),
}
SCORE_TO = {
    "absent": gettext_lazy("who is replaced"),
    "substitute": gettext_lazy("who sits in"),
    "both": gettext_lazy("both of them"),
    "nobody": gettext_lazy("neither of them"),
}
SUBSTITUTES = {
    "inside": gettext_lazy("A substitute who takes part himself"),
    "outside": gettext_lazy("Any other substitute"),
}
FEWEST_STEPS = 3
_CAP = re.compile(r"(\d{1,5})\s*(%?)")


def _number(label: Any, most: int, help_text: Any = "", least: int = 0) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=least,
        max_value=most,
        help_text=help_text,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


def cap_in_words(amount: Amount) -> str:
    """A maximum as it is typed: "1600", or "95 %" of the average of the evening; empty for none."""
    return f"{amount.most_percent} %" if amount.most_percent else str(amount.most or "")


class AttendanceForm(forms.Form):
    """An attendance rule. An amount is four fields: what it is taken from, points, percentage and maximum.

    `<name>_points` are the points of a fixed amount, and of an own average those until it is known; `<name>_most` is a
    maximum in points or with "%" in parts of the average of the evening. The first time of a reason is named by the
    reason, the second `<reason>_2`, and so on; an empty kind ends the steps.
    """

    own_average = forms.ChoiceField(
        label=gettext_lazy("The own average is taken over"), choices=list(OWN_AVERAGES.items())
    )
    inside_score_to = forms.ChoiceField(
        label=gettext_lazy("The score counts for"), choices=list(SCORE_TO.items())
    )
    inside_may_replace = forms.BooleanField(
        label=gettext_lazy("It may take the place of a lower round that he played himself that evening"),
        help_text=gettext_lazy("With its roem, pits and nats. It is done whenever it helps."),
        required=False,
    )
    outside_score_to = forms.ChoiceField(
        label=gettext_lazy("The score counts for"),
        choices=[(name, SCORE_TO[name]) for name in ("absent", "nobody")],
    )

    def __init__(
        self, *args: Any, competition: Competition, rule: AttendanceRule | None = None, **kwargs: Any
    ) -> None:
        rule = rule or competition.get_attendance()
        super().__init__(*args, initial=_initial(rule), **kwargs)
        self.individual = not competition.is_pairs
        self.has_pits = isinstance(competition.get_rules(), Ruleset)
        self.steps = {}
        for name in ABSENCES:
            self.steps[name] = self._steps_of(name, len(getattr(rule, name).later))
            self._add_compensation(name)
        for name in ("inside", "outside"):
            empty = gettext_lazy("what any other absence gets")
            self._add_amount(f"{name}_gets", empty=empty, score=True)
        if not self.individual:
            self.fields["inside_score_to"].choices = self.fields["outside_score_to"].choices
            del self.fields["inside_may_replace"]
        self._name_subjects()

    def _name_subjects(self) -> None:
        """Many fields are called alike ("At most"): each knows what it is about, for who reads a list of fields."""
        for name, label in (ABSENCES | SUBSTITUTES).items():
            for key in self.fields:
                if found := re.match(rf"{name}_(\d*)", key):
                    time = _("Time %(number)s") % {"number": found[1]} if found[1] else ""
                    self.fields[key].subject = f"{label}, {time}" if time else str(label)

    def _steps_of(self, name: str, known: int) -> int:
        """How many steps after the first time are asked: as many as were sent, or one more than there are."""
        if self.is_bound:
            sent = (step for step in range(MOST_STEPS) if f"{name}_{step + 2}_kind" not in self.data)
            return next(sent, MOST_STEPS)
        return min(max(known + 1, FEWEST_STEPS), MOST_STEPS)

    def _add_compensation(self, name: str) -> None:
        self._add_amount(name)
        self.fields[f"{name}_counts"] = forms.BooleanField(
            label=gettext_lazy("Counts as a round played"), required=False
        )
        if self.has_pits:
            self.fields[f"{name}_pits"] = _number(gettext_lazy("Pits credited"), attendance.MOST_PITS)
        self.fields[f"{name}_times"] = _number(
            gettext_lazy("At most so many times a season"),
            attendance.MOST_TIMES,
            gettext_lazy("After that no points. Empty: no limit."),
        )
        for step in range(2, self.steps[name] + 2):
            self._add_amount(f"{name}_{step}", empty=gettext_lazy("as the time before"))

    def _add_amount(self, name: str, *, empty: Any = None, score: bool = False) -> None:
        kinds: list[tuple[str, Any]] = list(KINDS.items())
        if score:
            kinds.insert(0, ("score", gettext_lazy("the score that the substitute made")))
        if empty is not None:
            kinds.insert(0, ("", empty))
        self.fields[f"{name}_kind"] = forms.ChoiceField(
            label=gettext_lazy("Gets"), choices=kinds, required=empty is None
        )
        self.fields[f"{name}_points"] = _number(gettext_lazy("Points"), attendance.MOST_POINTS)
        self.fields[f"{name}_percent"] = _number(gettext_lazy("Per cent"), attendance.MOST_PERCENT, least=1)
        self.fields[f"{name}_most"] = forms.CharField(
            label=gettext_lazy("At most"),
            required=False,
            max_length=8,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )

    # The page ---------------------------------------------------------------------------------------------------

    def reasons(self) -> Iterator[dict[str, Any]]:
        """Every reason of not playing: its amount, what goes with it, and the steps."""
        for name, label in ABSENCES.items():
            more = [f"{name}_{part}" for part in ("counts", "pits")]
            steps = range(2, self.steps[name] + 2)
            yield {
                "label": label,
                "amount": self._amount_fields(name),
                "more": [self[part] for part in more if part in self.fields],
                "times": self[f"{name}_times"],
                "steps": [(step, self._amount_fields(f"{name}_{step}")) for step in steps],
                "open": bool(self[f"{name}_times"].value())
                or any(self[f"{name}_{step}_kind"].value() for step in steps),
            }

    def substitutes(self) -> Iterator[dict[str, Any]]:
        for name, label in SUBSTITUTES.items():
            yield {
                "label": label,
                "score_to": self[f"{name}_score_to"],
                "gets": self._amount_fields(f"{name}_gets"),
                "may_replace": self["inside_may_replace"]
                if name == "inside" and "inside_may_replace" in self.fields
                else None,
            }

    def _amount_fields(self, name: str) -> list[BoundField]:
        return [self[f"{name}_{part}"] for part in ("kind", "points", "percent", "most")]

    # What is filled in ------------------------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        parts = {name: self._compensation(name) for name in ABSENCES}
        parts |= {name: self._substitution(name) for name in ("inside", "outside")}
        if self.errors:
            return data
        try:
            rule = AttendanceRule(**parts, own_average=data["own_average"])
            rule.check(individual=self.individual)
        except RuleError as error:
            self.add_error(None, translated(error.sentence))
        else:
            data["rule"] = rule
        return data

    def _compensation(self, name: str) -> Compensation | None:
        data = self.cleaned_data
        first, later = self._amount(name), []
        kinds = [data[f"{name}_{step}_kind"] for step in range(2, self.steps[name] + 2)]
        used = max((place for place, kind in enumerate(kinds, 1) if kind), default=0)
        for step in range(2, used + 2):
            if not data[f"{name}_{step}_kind"]:
                text = _("Say what time %(times)s gets, or leave out the steps after it.")
                self.add_error(f"{name}_{step}_kind", text % {"times": step})
            else:
                later.append(self._amount(f"{name}_{step}"))
        if first is None or None in later or self.errors:
            return None
        try:
            return Compensation(
                **first.to_json(),
                pits=data.get(f"{name}_pits") or 0,
                counts_as_played=data[f"{name}_counts"],
                later=tuple(later),
                most_times=data[f"{name}_times"] or 0,
            )
        except RuleError as error:
            self.add_error(f"{name}_times", translated(error.sentence))
            return None

    def _substitution(self, name: str) -> Substitution | None:
        data = self.cleaned_data
        gets = self._amount(f"{name}_gets") if data[f"{name}_gets_kind"] else None
        try:
            return Substitution(data[f"{name}_score_to"], gets, data.get(f"{name}_may_replace", False))
        except RuleError as error:
            self.add_error(f"{name}_score_to", translated(error.sentence))
            return None

    def _amount(self, name: str) -> Amount | None:
        """The amount of these four fields; None when it cannot be, which is said at the field."""
        data = self.cleaned_data
        kind, points = data[f"{name}_kind"], data[f"{name}_points"]
        if kind == "fixed" and points is None:
            self.add_error(f"{name}_points", _("Say how many points; 0 is allowed."))
            return None
        if points and kind not in ("fixed", "own_average"):
            text = _("Points go with a fixed number, and with the own average as long as it is not known.")
            self.add_error(f"{name}_points", text)
            return None
        most = _CAP.fullmatch(data[f"{name}_most"].strip())
        if data[f"{name}_most"].strip() and not most:
            text = _("Type points, as 1600, or a part of the average of the evening, as 95 %.")
            self.add_error(f"{name}_most", text)
            return None
        try:
            return Amount(
                kind,
                value=points or 0 if kind == "fixed" else 0,
                percent=data[f"{name}_percent"] or 100,
                most=int(most[1]) if most and not most[2] else 0,
                most_percent=int(most[1]) if most and most[2] else 0,
                until_known=points or 0 if kind == "own_average" else 0,
            )
        except RuleError as error:
            self.add_error(f"{name}_most", translated(error.sentence))
            return None

    def rule(self) -> AttendanceRule:
        """The rule as it is filled in, once the form is valid."""
        rule: AttendanceRule = self.cleaned_data["rule"]
        return rule


def _initial(rule: AttendanceRule) -> dict[str, Any]:
    values: dict[str, Any] = {"own_average": rule.own_average}
    for name in ABSENCES:
        given: Compensation = getattr(rule, name)
        values |= {
            f"{name}_pits": given.pits or None,
            f"{name}_counts": given.counts_as_played,
            f"{name}_times": given.most_times or None,
        }
        values |= _amount_values(name, given)
        for step, amount in enumerate(given.later, 2):
            values |= _amount_values(f"{name}_{step}", amount)
    for name in ("inside", "outside"):
        substitution: Substitution = getattr(rule, name)
        values[f"{name}_score_to"] = substitution.score_to
        values[f"{name}_may_replace"] = substitution.may_replace
        if substitution.absent_gets:
            values |= _amount_values(f"{name}_gets", substitution.absent_gets)
    return values


def _amount_values(name: str, amount: Amount) -> dict[str, Any]:
    points = amount.value if amount.kind == "fixed" else amount.until_known or None
    return {
        f"{name}_kind": amount.kind,
        f"{name}_points": points,
        f"{name}_percent": amount.percent if amount.percent != 100 else None,
        f"{name}_most": cap_in_words(amount),
    }
