"""The form for how a season is ranked, in the words of clubs, and for which evenings count."""

from __future__ import annotations

import re
import secrets
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.in_words import translated
from tournaments.sentences import RuleError
from tournaments.services import standing_rules
from tournaments.standing import rules
from tournaments.standing.rules import Band, MatchPoints, Period, StandingRule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.forms.boundfield import BoundField

    from tournaments.models import Competition

MEASURES = {
    "sum": gettext_lazy("the sum of the points"),
    "average": gettext_lazy("the average of the points"),
    "match_points": gettext_lazy("match points: so many for a win, a draw, a loss"),
}
UNITS = {"evening": gettext_lazy("evenings"), "round": gettext_lazy("rounds")}
CHOICES = {
    "all": gettext_lazy("everything counts"),
    "best": gettext_lazy("only the best count"),
    "drop": gettext_lazy("the lowest are dropped"),
}
ABSENCES = {
    "excused": gettext_lazy("absence with notice"),
    "absent": gettext_lazy("absence without notice"),
    "late": gettext_lazy("coming late"),
    "left": gettext_lazy("leaving early"),
    "sit_out": gettext_lazy("sitting out"),
}
BELOW = {
    "unranked": gettext_lazy("is shown without a rank"),
    "last": gettext_lazy("comes after everybody else"),
}
TIES = {
    "head_to_head": gettext_lazy("the result against each other"),
    "wins": gettext_lazy("most rounds won"),
    "pits": gettext_lazy("most pits"),
    "nats": gettext_lazy("fewest nats"),
    "roem": gettext_lazy("most roem"),
    "best_round": gettext_lazy("the best round"),
    "best_evening": gettext_lazy("the best evening"),
    "lot": gettext_lazy("a lot"),
}
FEWEST_STEPS = 3
SPARE_BANDS = 2
_SPAN = re.compile(r"(\d{1,3})(?:\s*(?:-|–|t/m|to)\s*(\d{1,3}))?")
# Where a refusal is shown: the field without which the rule would be possible, the likeliest first.
FIELD_OF = {
    "best_periods": "best_periods",
    "best": "count",
    "drop": "count",
    "last": "last",
    "interim": "interim",
    "minimum_attendance": "minimum_attendance",
    "ties": "tie_1",
    "undroppable": "undroppable",
    "match": "win",
    "periods": "periods",
    "measure": "measure",
}


def number(label: Any, most: int, help_text: Any = "", least: int = 0, **options: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=least,
        max_value=most,
        help_text=help_text,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        **options,
    )


def _radio(choices: dict[str, Any], **options: Any) -> forms.ChoiceField:
    return forms.ChoiceField(choices=list(choices.items()), widget=forms.RadioSelect, **options)


class StandingForm(forms.Form):
    """A standing rule for a competition; `rule` is what it shows to begin with."""

    measure = _radio(MEASURES, label=gettext_lazy("The standing goes by"))
    unit = _radio(UNITS, label=gettext_lazy("It is taken over"))
    decimals = number(gettext_lazy("Decimals of an average"), rules.MOST_DECIMALS)
    choice = _radio(CHOICES, label=gettext_lazy("What counts"))
    count = number(
        gettext_lazy("How many"),
        rules.MOST_ROUNDS,
        gettext_lazy("Best 5 of 7 evenings is the same as dropping 2."),
    )
    undroppable = forms.MultipleChoiceField(
        label=gettext_lazy("Always counts, however low"),
        choices=list(ABSENCES.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    interim = forms.BooleanField(
        label=gettext_lazy("Until the season is over a plain sum is shown"),
        help_text=gettext_lazy(
            "The season is over after its planned number of evenings, or when it is closed. Without that number: when "
            "it is closed."
        ),
        required=False,
    )
    periods = forms.CharField(
        label=gettext_lazy("Periods"),
        help_text=gettext_lazy(
            "By the numbers of their evenings, for example 1-6, 7-12. Empty for a season in one piece. What is chosen "
            "above is then chosen in each period."
        ),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    best_periods = number(
        gettext_lazy("Best periods that count"), rules.MOST_EVENINGS, gettext_lazy("Empty: all of them.")
    )
    last = number(
        gettext_lazy("Only the last evenings of everybody"),
        rules.MOST_EVENINGS,
        gettext_lazy("A ladder: so many evenings that somebody was there last. Empty for the whole season."),
    )
    all_evenings = forms.BooleanField(
        label=gettext_lazy("Evenings that do not count for the standing count here too"), required=False
    )
    win = number(gettext_lazy("A win"), rules.MOST_MATCH_POINTS)
    draw = number(gettext_lazy("A draw"), rules.MOST_MATCH_POINTS)
    loss = number(gettext_lazy("A loss"), rules.MOST_MATCH_POINTS)
    most_an_evening = number(
        gettext_lazy("Most on one evening"), rules.MOST_MATCH_POINTS, gettext_lazy("Empty: no limit.")
    )
    minimum_attendance = number(
        gettext_lazy("Needed for a rank"), rules.MOST_ROUNDS, gettext_lazy("Empty: nobody needs any.")
    )
    minimum_unit = forms.ChoiceField(label=gettext_lazy("Of these"), choices=list(UNITS.items()))
    below_minimum = _radio(BELOW, label=gettext_lazy("Who has fewer"))
    guests_ranked = forms.BooleanField(label=gettext_lazy("Guests are ranked like members"), required=False)
    seed = forms.IntegerField(
        required=False, min_value=0, max_value=rules.MOST_SEED, widget=forms.HiddenInput
    )

    def __init__(
        self, *args: Any, competition: Competition, rule: StandingRule | None = None, **kwargs: Any
    ) -> None:
        self.competition = competition
        rule = rule or competition.get_standing()
        super().__init__(*args, initial=initial_of(rule) | kwargs.pop("initial", {}), **kwargs)
        self.steps = self._add_ties(len(rule.ties))
        self.bands = self._add_bands(len(rule.match.bands))

    def _sent(self, name: str, known: int, spare: int, most: int) -> int:
        """How many rows of a kind are asked: as many as were sent, or some more than there are."""
        if not self.is_bound:
            return min(known + spare, most)
        return next((row for row in range(most) if f"{name}_{row + 1}" not in self.data), most)

    def _add_ties(self, known: int) -> int:
        steps = max(self._sent("tie", known, 1, len(TIES)), FEWEST_STEPS)
        for step in range(1, steps + 1):
            self.fields[f"tie_{step}"] = forms.ChoiceField(
                label=_("Step %(step)s") % {"step": step},
                choices=[("", gettext_lazy("share the rank")), *TIES.items()],
                required=False,
            )
        return steps

    def _add_bands(self, known: int) -> int:
        bands = self._sent("margin", known, SPARE_BANDS, 20)
        for row in range(1, bands + 1):
            self.fields[f"margin_{row}"] = number(gettext_lazy("From a difference of"), rules.MOST_MARGIN)
            self.fields[f"win_{row}"] = number(gettext_lazy("A win"), rules.MOST_MATCH_POINTS)
            self.fields[f"loss_{row}"] = number(gettext_lazy("A loss"), rules.MOST_MATCH_POINTS)
        return bands

    # For the template ---------------------------------------------------------------------------------

    def _named(self, *names: str) -> list[BoundField]:
        return [self[name] for name in names]

    @property
    def tie_fields(self) -> list[BoundField]:
        return self._named(*(f"tie_{step}" for step in range(1, self.steps + 1)))

    @property
    def band_rows(self) -> list[list[BoundField]]:
        return [self._named(f"margin_{row}", f"win_{row}", f"loss_{row}") for row in range(1, self.bands + 1)]

    # What was typed -----------------------------------------------------------------------------------

    def clean_periods(self) -> tuple[Period, ...]:
        """Spans of evenings, as people write them: "1-6, 7-12"."""
        periods = []
        for span in filter(None, re.split(r"[,;\n]", self.cleaned_data["periods"])):
            if not (found := _SPAN.fullmatch(span.strip())):
                raise forms.ValidationError(
                    _("“%(span)s” is no period. Write the first and the last evening: 1-6, 7-12.")
                    % {"span": span.strip()}
                )
            first, last = found.groups()
            if not 1 <= int(first) <= int(last or first) <= rules.MOST_EVENINGS:
                raise forms.ValidationError(
                    _(
                        "“%(span)s” is no period: evenings have numbers from 1 to %(most)s, the first comes first."
                    )
                    % {"span": span.strip(), "most": rules.MOST_EVENINGS}
                )
            periods.append(Period(int(first), int(last or first)))
        return tuple(periods)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        if data["choice"] != "all" and not data["count"]:
            self.add_error("count", _("Say how many."))
        self._refuse_half_bands(data)
        self._refuse_ties_twice(data)
        if self.errors:
            return data
        try:
            match = self._match(data)
        except RuleError as error:
            self.add_error(self._field_of_match(data, error), translated(error.sentence))
            return data
        values = self._values(data) | {"match": match}
        try:
            data["rule"] = self._checked(values)
        except RuleError as error:
            self.add_error(self._field_in_the_way(values), self._told(error))
        return data

    def _told(self, error: RuleError) -> str:
        """A refusal with the words of the form for what the rule calls a field."""
        params = dict(error.params)
        if shown := FIELD_OF.get(str(params.get("field"))):
            params["field"] = self.fields[shown].label
        return _(error.msgid) % params

    def _refuse_half_bands(self, data: dict[str, Any]) -> None:
        """What a win or a loss is worth says nothing without the difference from which it is."""
        for row in range(1, self.bands + 1):
            worth = (data[f"win_{row}"], data[f"loss_{row}"])
            if data["measure"] == "match_points" and any(worth) and not data[f"margin_{row}"]:
                self.add_error(f"margin_{row}", _("Say from what difference."))

    def _refuse_ties_twice(self, data: dict[str, Any]) -> None:
        seen = set()
        for step in range(1, self.steps + 1):
            criterion = data[f"tie_{step}"]
            if criterion and criterion in seen:
                text = _("“%(criterion)s” stands twice: after the first time it cannot decide any more.")
                self.add_error(f"tie_{step}", text % {"criterion": TIES[criterion]})
            seen.add(criterion)

    def _field_of_match(self, data: dict[str, Any], error: RuleError) -> str:
        """The field of the row that a refusal of match points is about; that of a win without one."""
        margin = error.params.get("after", error.params.get("margin"))
        rows = [row for row in range(self.bands, 0, -1) if margin and data[f"margin_{row}"] == margin]
        if not rows:
            return "win"
        return f"margin_{rows[0]}" if "after" in error.params else f"win_{rows[0]}"

    def _match(self, data: dict[str, Any]) -> MatchPoints:
        if data["measure"] != "match_points":
            return MatchPoints()
        bands = tuple(
            Band(data[f"margin_{row}"], data[f"win_{row}"] or 0, data[f"loss_{row}"] or 0)
            for row in range(1, self.bands + 1)
            if data[f"margin_{row}"]
        )
        worth = {name: data[name] or 0 for name in ("win", "draw", "loss", "most_an_evening")}
        return MatchPoints(bands=bands, **worth)

    def _values(self, data: dict[str, Any]) -> dict[str, Any]:
        """The fields of the rule. What does not go with the choice made is left at its default."""
        ties = tuple(data[f"tie_{step}"] for step in range(1, self.steps + 1) if data[f"tie_{step}"])
        chooses = data["choice"] != "all"
        return {
            "measure": data["measure"],
            "unit": data["unit"],
            "decimals": 2 if data["decimals"] is None else data["decimals"],
            "best": data["count"] if data["choice"] == "best" else 0,
            "drop": data["count"] if data["choice"] == "drop" else 0,
            "periods": data["periods"],
            "best_periods": data["best_periods"] or 0,
            "undroppable": tuple(data["undroppable"]) if chooses else (),
            "last": data["last"] or 0,
            "all_evenings": data["all_evenings"],
            "interim": "sum" if data["interim"] else "rule",
            "minimum_attendance": data["minimum_attendance"] or 0,
            "minimum_unit": data["minimum_unit"],
            "below_minimum": data["below_minimum"],
            "guests_ranked": data["guests_ranked"],
            "ties": ties,
            "seed": (data["seed"] or 0) if "lot" in ties else 0,
        }

    def _checked(self, values: dict[str, Any]) -> StandingRule:
        rule = StandingRule(**values)
        standing_rules.check(self.competition, rule)
        return rule

    def _field_in_the_way(self, values: dict[str, Any]) -> str | None:
        """The field without which the rule could be; None when no single one is to blame."""
        for name, field in FIELD_OF.items():
            if not values[name] or values[name] == getattr(StandingRule(), name):
                continue
            try:
                self._checked({key: value for key, value in values.items() if key != name})
            except RuleError:
                continue
            return field
        return None

    def rule(self) -> StandingRule:
        """What was typed, once the form is valid."""
        found: StandingRule = self.cleaned_data["rule"]
        return found


def initial_of(rule: StandingRule) -> dict[str, Any]:
    """A rule as the form shows it. A lot that was never drawn gets its number now."""
    values = asdict(rule)
    shown = {
        name: values[name]
        for name in ("measure", "unit", "decimals", "undroppable", "all_evenings", "minimum_unit")
    }
    shown |= {"below_minimum": rule.below_minimum, "guests_ranked": rule.guests_ranked}
    shown |= {name: values[name] or None for name in ("best_periods", "last", "minimum_attendance")}
    shown |= {
        "choice": "best" if rule.best else "drop" if rule.drop else "all",
        "count": rule.best or rule.drop or None,
        "interim": rule.interim == "sum",
        "periods": periods_in_words(rule.periods),
        "seed": rule.seed or secrets.randbits(40),
        "win": rule.match.win,
        "draw": rule.match.draw,
        "loss": rule.match.loss,
        "most_an_evening": rule.match.most_an_evening or None,
    }
    shown |= {f"tie_{step}": criterion for step, criterion in enumerate(rule.ties, 1)}
    for row, band in enumerate(rule.match.bands, 1):
        shown |= {f"margin_{row}": band.margin, f"win_{row}": band.win, f"loss_{row}": band.loss}
    return shown


def periods_in_words(periods: Iterable[Period]) -> str:
    return ", ".join(
        str(each.first) if each.first == each.last else f"{each.first}-{each.last}" for each in periods
    )


class TitleForm(StandingForm):
    """A title over the same evenings: a name and a rule of its own."""

    name = forms.CharField(
        label=gettext_lazy("Name of the title"),
        help_text=gettext_lazy("For example: points champion, autumn cup."),
        max_length=60,
    )
    field_order = ("name",)
