"""The prizes of a competition as a form: a row a prize, and what holds for all of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import prize_words
from tournaments.prizes import MOST_PRIZES, MOST_SEED, Prize, PrizePlan, money
from tournaments.sentences import RuleError
from tournaments.standing.notes import translated

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tournaments.models import Competition

SPARE = 2
"""Empty rows for prizes to come."""
TITLE = "title:"
"""Stands before the name of a title among what prizes are of."""
_NUMERIC = {"inputmode": "numeric", "autocomplete": "off"}
OF_CHOICES = [("evening", gettext_lazy("an evening")), ("season", gettext_lazy("the season"))]
BY_CHOICES = [
    ("place", gettext_lazy("places")),
    ("last", gettext_lazy("last place (poedel)")),
    ("pits", gettext_lazy("most pits")),
    ("roem", gettext_lazy("most roem")),
    ("best_round", gettext_lazy("highest round")),
    ("worst_round", gettext_lazy("lowest round")),
    ("fewest_nats", gettext_lazy("fewest nats")),
]
TIE_CHOICES = [
    ("share", gettext_lazy("they add up the prizes of their places and divide them")),
    ("all", gettext_lazy("each gets the full prize")),
    ("lot", gettext_lazy("they draw lots")),
]
PRESETS: dict[str, tuple[Any, tuple[dict[str, object], ...]]] = {
    "three": (
        gettext_lazy("First three and poedel"),
        ({"by": "place", "places": "1, 2, 3"}, {"by": "last"}),
    ),
    "four": (gettext_lazy("Formula of four"), ({"by": "place", "places": "1, 2, 3, 4", "every": 4},)),
    "per_four": (gettext_lazy("One prize for every four"), ({"by": "place", "per": 4},)),
    "odd": (gettext_lazy("Odd places, so that anyone can win"), ({"by": "place", "places": "3, 8, 5, 10"},)),
    "all": (gettext_lazy("A prize for everybody"), ({"by": "place", "every": 1},)),
    "pits": (gettext_lazy("Pit prize for two"), ({"by": "pits", "places": "1, 2"},)),
}
"""Rows to begin with: what they are given for; what is won is left to the club."""


def of_choices(competition: Competition) -> list[tuple[str, Any]]:
    """What can have prizes in a competition: evenings and the season, its periods where it has any, and each title."""
    parts = [("period", _("each period"))] if competition.get_standing().periods else []
    titles = [(f"{TITLE}{title}", title) for title in competition.get_titles()]
    return [*OF_CHOICES, *parts, *titles]


class PlacesField(forms.CharField):
    """Places with commas or blanks between: 1, 2, 3."""

    def to_python(self, value: object) -> tuple[int, ...]:
        words = re.split(r"[\s,;]+", super().to_python(value))
        if not all(re.fullmatch(r"[0-9]{1,4}", word) for word in words if word):
            raise ValidationError(_("Write places as numbers: 1, 2, 3."))
        return tuple(int(word) for word in words if word)


class AmountsField(forms.CharField):
    """Amounts in euros with a blank or semicolon between: 10 7,50 5. Becomes cents."""

    def to_python(self, value: object) -> tuple[int, ...]:
        text = super().to_python(value).replace("€", " ").strip()
        return tuple(_cents(word) for word in re.split(r"\s*;\s*|,?\s+", text) if word)


def _cents(word: str) -> int:
    """ "7,50" and "7.5" are 750."""
    found = re.fullmatch(r"([0-9]{1,5})(?:[.,]([0-9]{1,2}|-))?", word)
    if not found:
        raise ValidationError(
            _("“%(word)s” is no amount: write euros with blanks between, as 10 7,50 5.") % {"word": word}
        )
    return 100 * int(found[1]) + int((found[2] or "0").replace("-", "0").ljust(2, "0"))


class PrizeRow(forms.Form):
    """One prize; a row in which nothing is won and nothing typed is no prize."""

    by = forms.ChoiceField(label=gettext_lazy("For"), choices=BY_CHOICES)
    of = forms.ChoiceField(label=gettext_lazy("Of"), choices=OF_CHOICES)
    places = PlacesField(
        label=gettext_lazy("Places"),
        required=False,
        max_length=160,
    )
    every = forms.IntegerField(
        label=gettext_lazy("And every"),
        required=False,
        min_value=1,
        max_value=100,
        widget=forms.TextInput(attrs=_NUMERIC),
    )
    per = forms.IntegerField(
        label=gettext_lazy("One for every"),
        required=False,
        min_value=1,
        max_value=100,
        widget=forms.TextInput(attrs=_NUMERIC),
    )
    name = forms.CharField(
        label=gettext_lazy("What is won"),
        required=False,
        max_length=60,
    )
    cents = AmountsField(
        label=gettext_lazy("Euros a place"),
        required=False,
        max_length=200,
    )

    def __init__(self, *args: Any, of: Sequence[tuple[str, Any]] = OF_CHOICES, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["of"].choices = of  # type: ignore[attr-defined]

    def is_blank(self) -> bool:
        return not any(self.cleaned_data.get(name) for name in ("places", "every", "per", "name", "cents"))

    def prize(self) -> Prize:
        """Raises RuleError for a prize that cannot be."""
        data = self.cleaned_data
        numbers = {name: data[name] or 0 for name in ("every", "per")}
        is_title = data["of"].startswith(TITLE)
        of = {"of": "title", "title": data["of"].removeprefix(TITLE)} if is_title else {}
        return Prize(**data | numbers | of)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors and not self.is_blank():
            try:
                self.prize()
            except RuleError as error:
                self.add_error(None, translated(error.sentence))
        return cleaned


class PlanForm(forms.Form):
    """What holds for all prizes."""

    ties = forms.ChoiceField(
        label=gettext_lazy("Equal results"), choices=TIE_CHOICES, widget=forms.RadioSelect
    )
    one_each = forms.BooleanField(label=gettext_lazy("Nobody wins twice on an evening"), required=False)
    guests = forms.BooleanField(label=gettext_lazy("Guests can win too"), required=False)
    seed = forms.IntegerField(
        label=gettext_lazy("Number of the lot"),
        min_value=0,
        max_value=MOST_SEED,
        help_text=gettext_lazy("The same number draws the same, so that everybody can check it."),
        widget=forms.TextInput(attrs=_NUMERIC),
    )


Rows = forms.formset_factory(PrizeRow, extra=SPARE, max_num=MOST_PRIZES, validate_max=True)


class PrizePlanForm:
    """Both together. `of`: what there can be prizes of; `preset` fills the rows of a plan that is not saved yet."""

    def __init__(
        self,
        plan: PrizePlan,
        data: Any = None,
        preset: str = "",
        of: Sequence[tuple[str, Any]] = OF_CHOICES,
    ) -> None:
        rows = [_initial(prize) for prize in plan.prizes]
        if preset in PRESETS:
            rows += [{"of": "evening"} | row for row in PRESETS[preset][1]]
        first = {name: getattr(plan, name) for name in ("ties", "one_each", "guests", "seed")}
        self.general = PlanForm(data, initial=first)
        self.rows = Rows(data, initial=rows, prefix="prize", form_kwargs={"of": of})

    def is_valid(self) -> bool:
        valid = [self.general.is_valid(), self.rows.is_valid()]
        if not all(valid):
            return False
        try:
            self.plan()
        except RuleError as error:
            self.general.add_error(None, translated(error.sentence))
            return False
        return True

    @property
    def has_errors(self) -> bool:
        return bool(self.general.errors or self.rows.total_error_count())

    def plan(self) -> PrizePlan:
        """What was filled in. Raises RuleError when it cannot be."""
        filled: Iterable[PrizeRow] = (row for row in self.rows if not row.is_blank())
        return PrizePlan(prizes=tuple(row.prize() for row in filled), **self.general.cleaned_data)


def _initial(prize: Prize) -> dict[str, object]:
    mark = prize_words.mark()
    euros = [money(cents, mark).split("\N{NO-BREAK SPACE}")[1] for cents in prize.cents]
    return {
        "by": prize.by,
        "of": f"{TITLE}{prize.title}" if prize.title else prize.of,
        "places": ", ".join(map(str, prize.places)),
        "every": prize.every or None,
        "per": prize.per or None,
        "name": prize.name,
        "cents": " ".join(amount.removesuffix(f"{mark}00") for amount in euros),
    }
