"""Forms of the draw: changes by hand, and the rule that a competition draws by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Entry, Seat, SitOut
from tournaments.services import draw_changes, draw_tables

if TYPE_CHECKING:
    from tournaments.models import Round


class SwapForm(forms.Form):
    """Two who change places, of everybody in a round at whose table nothing is typed.

    Who rests but sits in for somebody else has no place to give.
    """

    one = forms.ModelChoiceField(
        Entry.objects.none(), label=gettext_lazy("Who"), empty_label=gettext_lazy("choose a name")
    )
    other = forms.ModelChoiceField(
        Entry.objects.none(),
        label=gettext_lazy("changes places with"),
        empty_label=gettext_lazy("choose a name"),
    )

    def __init__(self, *args: Any, round_: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = Seat.objects.filter(round=round_).exclude(table__in=draw_tables.typed_tables(round_))
        tables = dict(seats.values_list("entry_id", "table__number").distinct())
        resting = SitOut.objects.filter(round=round_).exclude(entry__in=draw_changes.standing_in(round_))
        entries = Entry.objects.filter(pk__in=tables) | Entry.objects.filter(pk__in=resting.values("entry"))
        named = sorted(entries.prefetch_related("members__person"), key=lambda entry: entry.sort_key)
        choices = [("", _("choose a name"))]
        choices += [(entry.pk, f"{entry.list_name} ({_place(tables.get(entry.pk))})") for entry in named]
        for name in ("one", "other"):
            self.fields[name].queryset = entries
            self.fields[name].choices = choices
            self.fields[name].error_messages["invalid_choice"] = _(
                "This name cannot be swapped: something is typed at that table by now, or who rests sits in for "
                "somebody else. Choose from the list."
            )

    def offered(self) -> list[int]:
        """Everybody who may be chosen, by entry."""
        return sorted(pk for pk, _label in self.fields["other"].choices if pk)

    def chosen(self) -> Entry | None:
        """Who is filled in as the first of the two, if that is somebody of the round."""
        value = str(self["one"].value() or "")
        is_key = value.isdecimal() and len(value) < 19
        return self.fields["one"].queryset.filter(pk=value).first() if is_key else None


def _place(table: int | None) -> str:
    return _("sits out") if table is None else _("table %(number)s") % {"number": table}


class LeaveForm(forms.Form):
    """When somebody of a round goes home."""

    NOW, AFTER = "now", "after"

    when = forms.ChoiceField(
        label=gettext_lazy("When?"),
        choices=[
            (NOW, gettext_lazy("now, without playing this round")),
            (AFTER, gettext_lazy("after this round")),
        ],
        widget=forms.RadioSelect,
    )
