"""The form of a list: a line for each of the three."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules.rulesets import MOST_DEALS, MOST_POINTS
from tournaments.forms.key import key_field
from tournaments.services.threes_list import LONGEST_REASON, Line, look_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tournaments.models import Posting, Seat

BOXES = {
    "points": (gettext_lazy("Card points"), MOST_POINTS),
    "roem": (gettext_lazy("Roem"), MOST_POINTS),
    "pits": (gettext_lazy("Pits"), MOST_DEALS),
    "nats": (gettext_lazy("Nats"), MOST_DEALS),
}


class ThreesListForm(forms.Form):
    """Points are needed; roem, pits and nats that are left empty are none. A change needs a reason."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    key = key_field(required=False)

    def __init__(self, *args: Any, seats: list[Seat], rows: Mapping[int, Posting], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats, self.rows = seats, rows
        self.initial |= {"seen": look_of(rows), "key": uuid.uuid4().hex}
        for seat in seats:
            for box, (label, most) in BOXES.items():
                self.fields[f"{seat.pk}-{box}"] = forms.IntegerField(
                    label=label,
                    required=box == "points",
                    min_value=0,
                    max_value=most,
                    initial=getattr(rows[seat.entry_id], box) if seat.entry_id in rows else None,
                    widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
                )
        if rows:
            self.fields["reason"] = forms.CharField(
                label=gettext_lazy("Why is it changed?"), max_length=LONGEST_REASON
            )

    @property
    def heads(self) -> list[str]:
        return [str(label) for label, _most in BOXES.values()]

    def lines(self) -> Iterator[dict[str, Any]]:
        """Who, and the boxes of the line; `total` as it is booked."""
        for seat in self.seats:
            row = self.rows.get(seat.entry_id)
            boxes = [self[f"{seat.pk}-{box}"] for box in BOXES]
            yield {"seat": seat, "boxes": boxes, "total": row.total if row else None}

    def typed(self) -> dict[int, Line]:
        """The lines by entry, once the form is valid."""
        data = self.cleaned_data
        return {
            seat.entry_id: Line(**{box: data[f"{seat.pk}-{box}"] or 0 for box in BOXES})
            for seat in self.seats
        }

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and not any(data[f"{seat.pk}-points"] for seat in self.seats):
            self.add_error(None, _("Somebody must have points. Look at the list again."))
        return data
