"""Which evenings a season has and which of them count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.forms.standing import number
from tournaments.standing import rules

if TYPE_CHECKING:
    from tournaments.models import Competition


class EveningsForm(forms.Form):
    """How many evenings the season has, and which of those that are there count."""

    planned = number(
        gettext_lazy("Evenings in the season"),
        rules.MOST_EVENINGS,
        gettext_lazy(
            "Empty while that is not known. “Best 5 of 7” needs it to know when the season is over."
        ),
        least=1,
    )
    counting = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Evenings that count"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        evenings = list(competition.evenings.order_by("number"))
        counting = [evening.number for evening in evenings if evening.counts]
        initial = {"planned": competition.planned_evenings, "counting": counting}
        super().__init__(*args, initial=initial, **kwargs)
        self.fields["counting"].choices = [
            (evening.number, f"{evening.number}: {evening.date:%d-%m-%Y} {evening.name}".strip())
            for evening in evenings
        ]
        if not evenings:
            del self.fields["counting"]

    def counts(self) -> set[int]:
        return set(self.cleaned_data.get("counting", ()))
