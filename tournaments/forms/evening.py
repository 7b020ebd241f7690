"""What is filled in on an evening: presence, a guest at the door, the evening itself, a substitute."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django import forms
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import hall, names
from tournaments.forms.key import key_field
from tournaments.in_words import translated
from tournaments.models import Person, Presence, Seat
from tournaments.services import draw_changes

if TYPE_CHECKING:
    from tournaments.models import Evening


def _rounds(evening: Evening) -> list[tuple[int, str]]:
    return [(number, str(number)) for number in range(1, evening.rounds_planned + 1)]


class PresenceForm(forms.Form):
    """The state of one entry. Rounds that are not given: from the round of now, to the end.

    `breaks` are those that stay, "2-3" for two rounds missed; they say something only where the form `asks_breaks`.
    """

    state = forms.ChoiceField(choices=[*Presence.State.choices, (hall.UNASKED, _("not yet asked"))])
    from_round = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    until_round = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    asks_breaks = forms.BooleanField(required=False)
    breaks = forms.MultipleChoiceField(required=False)

    def __init__(self, *args: object, evening: Evening, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["from_round"].choices = self.fields["until_round"].choices = _rounds(evening)
        numbers = range(1, evening.rounds_planned + 1)
        pairs = [f"{first}-{last}" for first in numbers for last in numbers if first <= last]
        self.fields["breaks"].choices = [(pair, pair) for pair in pairs]

    @property
    def breaks_kept(self) -> list[tuple[int, int]] | None:
        """The breaks that stay; None where they were not asked."""
        if not self.cleaned_data["asks_breaks"]:
            return None
        pairs = (pair.split("-") for pair in self.cleaned_data["breaks"])
        return [(int(first), int(last)) for first, last in pairs]


class GuestForm(forms.Form):
    """A guest in one field; `twin` says that a namesake is somebody else, `existing` that it is that person."""

    name = forms.CharField(
        label=_("Name"), max_length=120, help_text=_("As people say it: Jan van der Berg"), strip=True
    )
    from_round = forms.TypedChoiceField(label=_("Plays from round"), coerce=int)
    key = key_field()
    twin = forms.BooleanField(required=False, widget=forms.HiddenInput)
    existing = forms.ModelChoiceField(Person.objects.none(), required=False, widget=forms.HiddenInput)

    def __init__(self, *args: object, evening: Evening, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs |= {"autocomplete": "off", "autocapitalize": "words"}
        self.fields["from_round"].choices = _rounds(evening)
        self.fields["existing"].queryset = Person.objects.filter(
            memberships__club=evening.competition.club_id
        )

    def clean_name(self) -> names.Name:
        name = names.parse(self.cleaned_data["name"])
        if not name.last:
            raise forms.ValidationError(_("Type at least a last name."))
        return name


class EveningForm(forms.Form):
    """The date of an evening and how many rounds it has."""

    date = forms.DateField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    rounds_planned = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


class MoveForm(forms.Form):
    """The right date of a closed evening, and why it was wrong."""

    date = forms.DateField(
        label=_("Right date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    reason = forms.CharField(
        label=_("Why?"),
        max_length=200,
        help_text=_("It stands in the log, and at the desk beside the ratings that move."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class SubstituteForm(forms.Form):
    """Who really sits on a seat: anybody of the club who has no other seat in this round.

    Where the rule lets somebody fill in beside his own seat, who sits at another table is in the list too.
    """

    person = forms.ModelChoiceField(Person.objects.none(), label=_("Who sits there?"), empty_label=None)
    key = key_field(required=False)

    def __init__(self, *args: object, seat: Seat, **kwargs: object) -> None:
        super().__init__(*args, initial={"person": seat.person_id, "key": uuid.uuid4().hex}, **kwargs)
        self.seat = seat
        seated = Seat.objects.filter(round=seat.round_id).exclude(pk=seat.pk)
        self.fills_in = draw_changes.may_fill_in(seat.round)
        self.at_table = dict(seated.values_list("person", "table__number")) if self.fills_in else {}
        if self.fills_in:
            seated = seated.filter(Q(table=seat.table_id) | Q(extra=True))
        people = Person.objects.filter(memberships__club=seat.round.evening.competition.club_id)
        self.fields["person"].queryset = people.exclude(pk__in=seated.values("person"))
        self.fields["person"].label_from_instance = self._label

    @property
    def rule_in_words(self) -> str:
        """Whose score a substitute makes, where it is not simply that of who is replaced."""
        rule = self.seat.round.evening.get_attendance()
        if rule.inside.score_to == rule.outside.score_to == "absent":
            return ""
        sentences = (sentence for paragraph in rule.on_substitutes() for sentence in paragraph)
        return " ".join(translated(sentence) for sentence in sentences)

    def _label(self, person: Person) -> str:
        if person.pk not in self.at_table:
            return person.list_name
        params = {"name": person.list_name, "table": self.at_table[person.pk]}
        return gettext("%(name)s, when table %(table)s is done") % params
