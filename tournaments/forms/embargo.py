"""From when the scores of an evening are hidden, and when its prizes are given: by the clock of the club."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments import embargo

if TYPE_CHECKING:
    from tournaments.models import Evening

MORNING = datetime.time(6)
"""An hour before this belongs to the night after the evening."""


def _clock(label: str, help_text: str = "") -> forms.TimeField:
    return forms.TimeField(
        label=label,
        required=False,
        help_text=help_text,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )


class EmbargoForm(forms.Form):
    hidden_from = _clock(_("Standings hidden from"), _("Empty: everybody sees them at any time."))
    prizes_at = _clock(_("Prize-giving"), _("The hall and the readers are told this hour."))

    def __init__(self, *args: object, evening: Evening, **kwargs: object) -> None:
        self.evening = evening
        hours = {
            "hidden_from": embargo.hour(evening, evening.embargo_from),
            "prizes_at": embargo.hour(evening, evening.prizes_at),
        }
        super().__init__(*args, initial=hours, **kwargs)

    def moments(self) -> tuple[datetime.datetime | None, datetime.datetime | None]:
        """The two hours as moments of the evening, or of the night after it."""
        return self._moment("hidden_from"), self._moment("prizes_at")

    def _moment(self, name: str) -> datetime.datetime | None:
        clock = self.cleaned_data[name]
        if clock is None:
            return None
        day = self.evening.date + datetime.timedelta(days=clock < MORNING)
        return datetime.datetime.combine(day, clock, ZoneInfo(self.evening.competition.club.time_zone))

    def clean(self) -> dict[str, object]:
        cleaned = super().clean()
        if cleaned.get("prizes_at") and not cleaned.get("hidden_from") and not self.errors:
            self.add_error(
                "hidden_from", _("Fill in from when the standings are hidden, or leave both hours empty.")
            )
        return cleaned
