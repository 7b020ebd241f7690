"""Forms for what is put right afterwards."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from klaverclub.templatetags.cards import seat_name
from tournaments.forms.key import key_field
from tournaments.models import Entry, Seat, SitOut
from tournaments.seating import seating

if TYPE_CHECKING:
    from tournaments.models import Table


class SeatsForm(forms.Form):
    """Who sat at each seat of a table, of everybody who is in the round; a fixed pair or team has one field a side."""

    key = key_field()

    def __init__(self, *args: Any, table: Table, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        competition = table.round.evening.competition
        seats = list(Seat.objects.filter(round=table.round_id).select_related("table"))
        own = {seat.position: seat.entry_id for seat in seats if seat.table_id == table.pk}
        self.entries = competition.entries.prefetch_related("members__person").in_bulk(
            {seat.entry_id for seat in seats}
            | set(SitOut.objects.filter(round=table.round_id).values_list("entry_id", flat=True))
        )
        self.at_table = {seat.entry_id: seat.table.number for seat in seats}
        at = seating(competition.get_rules(), taken=own)
        self.groups = {
            side: tuple(position for position in positions if position in own)
            for side, positions in at.sides.items()
        }
        if competition.entries_a_table == len(own):
            self.groups = {
                position: (position,) for positions in self.groups.values() for position in positions
            }
        self.before = {name: own[positions[0]] for name, positions in self.groups.items()}
        here = sorted(set(own.values()), key=lambda pk: self.entries[pk].sort_key)
        others = sorted(set(self.entries) - set(here), key=lambda pk: self.entries[pk].sort_key)
        choices = [(pk, self._label(pk, table)) for pk in [*here, *others]]
        for name in self.groups:
            self.fields[f"seat_{name}"] = forms.TypedChoiceField(
                label=capfirst(" + ".join(seat_name(at.called(place)) for place in self.groups[name])),
                choices=choices,
                coerce=int,
                initial=self.before[name],
            )
        self.initial["key"] = uuid.uuid4().hex

    def _label(self, pk: int, table: Table) -> str:
        entry: Entry = self.entries[pk]
        number = self.at_table.get(pk)
        if number == table.number:
            return entry.list_name
        if number is None:
            return _("%(name)s (sat out)") % {"name": entry.list_name}
        return _("%(name)s (table %(table)s)") % {"name": entry.list_name, "table": number}

    @property
    def seats(self) -> list[forms.BoundField]:
        return [self[f"seat_{name}"] for name in self.groups]

    def places(self) -> dict[str, int]:
        """The entry of each position."""
        return {
            position: self.cleaned_data[f"seat_{name}"]
            for name, positions in self.groups.items()
            for position in positions
        }

    @property
    def has_moved(self) -> bool:
        return any(self.cleaned_data[f"seat_{name}"] != entry for name, entry in self.before.items())

    def in_words(self) -> list[str]:
        """Who is said to have sat where somebody else stood."""
        return [
            _("%(seat)s: %(after)s sat there, not %(before)s.")
            % {
                "seat": self.fields[f"seat_{name}"].label,
                "after": self.entries[self.cleaned_data[f"seat_{name}"]].name,
                "before": self.entries[entry].name,
            }
            for name, entry in self.before.items()
            if self.cleaned_data[f"seat_{name}"] != entry
        ]
