"""For how many, and how many rounds: what the ways of drawing are compared for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from tournaments.pairing import Unit

MOST_PLAYERS, MOST_ROUNDS = 60, 10
"""A comparison is played while somebody waits for the page."""


class FormatsForm(forms.Form):
    """The numbers; fixed pairs count as one. `unit` is left out where a competition has but one."""

    unit = forms.ChoiceField(
        label=gettext_lazy("Who play"),
        choices=[("individuals", gettext_lazy("individuals")), ("pairs", gettext_lazy("fixed pairs"))],
    )
    players = forms.IntegerField(
        label=gettext_lazy("How many"),
        min_value=4,
        max_value=MOST_PLAYERS,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("How many rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    @staticmethod
    def numbers_of(unit: Unit, entries: int, rounds: int) -> dict[str, Any]:
        """What a competition begins with, kept within what can be compared."""
        return {
            "unit": unit,
            "players": min(max(entries, 4), MOST_PLAYERS),
            "rounds": min(rounds, MOST_ROUNDS),
        }
