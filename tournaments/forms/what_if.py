"""Forms for other rules beside the real ones, and for the season that follows."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.forms.key import key_field
from tournaments.forms.standing import number
from tournaments.services.what_if import LONGEST_NAME
from tournaments.standing.rules import MOST_EVENINGS

if TYPE_CHECKING:
    from tournaments.models import Competition
    from tournaments.services.what_if import Alternative


SAME = "same"
"""The choice of the rules as they are."""
_SEASON = re.compile(r"(\d{4})(?:([/-])(\d{2}|\d{4}))?")


def following(season: str) -> str:
    """The season after this one, where its name says which: 2026/27, 2026-2027 and 2026; else empty."""
    if not (found := _SEASON.fullmatch(season.strip())):
        return ""
    first, sign, last = found.groups()
    start = str(int(first) + 1)
    return start if last is None else f"{start}{sign}{str(int(first) + 2)[-len(last) :]}"


class ComparisonForm(forms.Form):
    """A new comparison."""

    name = forms.CharField(
        label=gettext_lazy("Name of the comparison"),
        help_text=gettext_lazy("For example: proposals for the members’ meeting."),
        max_length=80,
    )
    key = key_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, initial={"key": uuid.uuid4().hex}, **kwargs)


class AlternativeForm(forms.Form):
    """The name of an alternative; its rules have forms of their own. `seen`: how many there were."""

    name = forms.CharField(label=gettext_lazy("Name of the alternative"), max_length=LONGEST_NAME)
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


class NextSeasonForm(forms.Form):
    """The season that follows: its name, under which rules, who goes on, how many evenings."""

    season = forms.CharField(
        label=gettext_lazy("Season"), help_text=gettext_lazy("for example 2027/28"), max_length=20
    )
    rules = forms.ChoiceField(label=gettext_lazy("Rules of standing and absence"), widget=forms.RadioSelect)
    planned = number(
        gettext_lazy("Evenings in the season"),
        MOST_EVENINGS,
        gettext_lazy("Empty while that is not known."),
        least=1,
    )
    titles = forms.BooleanField(label=gettext_lazy("The other titles stay"), required=False, initial=True)
    prizes = forms.BooleanField(label=gettext_lazy("The prizes stay"), required=False, initial=True)
    entries = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who goes on"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    key = key_field()

    def __init__(
        self,
        *args: Any,
        competition: Competition,
        alternatives: dict[str, Alternative],
        chosen: str = "",
        **kwargs: Any,
    ) -> None:
        """`alternatives` by the key of their choice; `chosen` is the one that is asked for."""
        entries = list(competition.entries.prefetch_related("members__person"))
        entries.sort(key=lambda entry: entry.sort_key)
        initial = {
            "key": uuid.uuid4().hex,
            "planned": competition.planned_evenings,
            "season": following(competition.season),
            "rules": chosen if chosen in alternatives else SAME,
            "entries": [entry.pk for entry in entries if entry.active and entry.ranked],
        }
        super().__init__(*args, initial=initial, **kwargs)
        self.fields["rules"].choices = [
            (SAME, gettext_lazy("as they are")),
            *((key, each.name) for key, each in alternatives.items()),
        ]
        self.fields["entries"].choices = [(entry.pk, entry.list_name) for entry in entries]
        if not competition.titles:
            del self.fields["titles"]
        if not competition.prizes:
            del self.fields["prizes"]
