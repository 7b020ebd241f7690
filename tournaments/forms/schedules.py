"""The numbers of a schedule, typed as they were drawn by hand."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from tournaments.timetable import Timetable


class NumbersForm(forms.Form):
    """A number for everybody in the schedule; each number once."""

    def __init__(self, *args: Any, timetable: Timetable, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for who in timetable.by_name:
            self.fields[f"number_{who.entry}"] = forms.IntegerField(
                label=who.name, min_value=1, max_value=len(timetable.people), initial=who.number
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        having: defaultdict[int, list[str]] = defaultdict(list)
        for name, number in cleaned.items():
            having[number].append(name)
        for number, names in having.items():
            for name in names if len(names) > 1 else ():
                others = ", ".join(str(self.fields[each].label) for each in names if each != name)
                text = _("Number %(number)s is also that of %(names)s.")
                self.add_error(name, text % {"number": number, "names": others})
        return cleaned

    @property
    def numbers(self) -> dict[int, int]:
        """Entry to number, of a valid form."""
        return {int(name.removeprefix("number_")): number for name, number in self.cleaned_data.items()}
