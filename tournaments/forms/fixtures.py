"""What is filled in to make fixtures, and to decide about a match."""

from __future__ import annotations

import datetime
import secrets
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.league_fields import DatesField, day_field
from tournaments.models import Division, Venue
from tournaments.pairing.leagues import Wish
from tournaments.services.leagues import Wanted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.models import Fixture
    from tournaments.standing.queries import Who
WISHES = 4
AT_HOME = "home"
SAME_MATCH = 4
"""Of so many entries the losers of the first round are those of the semi-finals."""


class FixturesForm(forms.Form):
    """What fixtures are made from: the lot, dates, wishes, and for a cup what is played beside the bracket."""

    seed = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**48)
    dates = DatesField(
        label=gettext_lazy("Dates of the match days"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=gettext_lazy(
            "One on a line, or empty. More dates than match days leave room for matches that cannot be played on "
            "their own day."
        ),
    )
    third_place = forms.BooleanField(label=gettext_lazy("a match for the third place"), required=False)
    consolation = forms.BooleanField(
        label=gettext_lazy("a consolation for who loses in the first round"), required=False
    )

    def __init__(self, division: Division, who: dict[int, Who], days: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_cup = division.kind == Division.Kind.KNOCK_OUT
        self.fields["seed"].initial = secrets.randbits(40)
        self.fields["dates"].initial = _weekly(days)
        if self.is_cup:
            self.fields["dates"].label = _("Dates of the rounds")
            self.fields["dates"].help_text = _("One on a line, or empty.")
            if division.members.count() == SAME_MATCH:
                self.fields["consolation"].help_text = _(
                    "With four entries this is the match for the third place: one match is made."
                )
            return
        del self.fields["third_place"], self.fields["consolation"]
        members = list(division.members.values_list("entry_id", flat=True))
        names = [(str(entry), who[entry].name) for entry in members]
        numbers = [(str(day), str(day)) for day in range(1, days)] + [
            (str(days), _("%(day)s, the last") % {"day": days})
        ]
        for at in range(WISHES):
            one, other, day = self._wish_names(at)
            self.fields[one] = forms.ChoiceField(label=_("Who"), choices=[("", "–"), *names], required=False)
            self.fields[other] = forms.ChoiceField(
                label=_("plays"),
                choices=[
                    ("", "–"),
                    (AT_HOME, _("at home")),
                    *((pk, _("against %(name)s") % {"name": name}) for pk, name in names),
                ],
                required=False,
            )
            self.fields[day] = forms.ChoiceField(
                label=_("on match day"), choices=[("", "–"), *numbers], required=False
            )

    @staticmethod
    def _wish_names(at: int) -> tuple[str, str, str]:
        return f"one-{at}", f"other-{at}", f"day-{at}"

    def wish_rows(self) -> list[tuple[forms.BoundField, ...]]:
        return (
            []
            if self.is_cup
            else [tuple(self[name] for name in self._wish_names(at)) for at in range(WISHES)]
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for at in range(0 if self.is_cup else WISHES):
            names = self._wish_names(at)
            values = [data.get(name) for name in names]
            if any(name in self.errors for name in names):
                continue
            if any(values) and not all(values):
                empty = names[values.index("")]
                self.add_error(empty, _("Fill in the whole wish, or nothing of it."))
            elif values[0] and values[0] == values[1]:
                self.add_error(names[1], _("Nobody plays against himself."))
        return data

    def wanted(self) -> Wanted:
        data = self.cleaned_data
        wishes = []
        for at in range(0 if self.is_cup else WISHES):
            one, other, day = (data[name] for name in self._wish_names(at))
            if one:
                wishes.append(Wish(int(day), int(one), None if other == AT_HOME else int(other)))
        return Wanted(
            seed=data["seed"],
            dates=data["dates"],
            wishes=tuple(wishes),
            third_place=data.get("third_place", False),
            consolation=data.get("consolation", False),
        )


def _weekly(count: int) -> tuple[datetime.date, ...]:
    """So many weeks from a week from now."""
    first = timezone.localdate() + datetime.timedelta(weeks=1)
    return tuple(first + datetime.timedelta(weeks=week) for week in range(count))


class MoveForm(forms.Form):
    date = day_field(gettext_lazy("Date"), required=False)
    venue = forms.ModelChoiceField(Venue.objects.none(), label=gettext_lazy("Where"), required=False)

    def __init__(self, fixture: Fixture, *args: Any, **kwargs: Any) -> None:
        initial = {"date": fixture.date, "venue": fixture.venue_id}
        super().__init__(*args, initial=initial, **kwargs)
        self.fields["venue"].queryset = fixture.division.competition.club.venues.all()


class PostponeForm(forms.Form):
    note = forms.CharField(label=gettext_lazy("Why"), max_length=300)
    date = day_field(
        gettext_lazy("New date"), required=False, help_text=gettext_lazy("Empty: still to be agreed.")
    )


class ReasonForm(forms.Form):
    reason = forms.CharField(label=gettext_lazy("Why"), max_length=300)


class WinnerForm(ReasonForm):
    """Which of the two wins, and why."""

    winner = forms.ChoiceField(label=gettext_lazy("Who wins"), widget=forms.RadioSelect)
    field_order = ("winner", "reason")

    def __init__(self, sides: Iterable[tuple[int | None, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["winner"].choices = [(str(entry), name) for entry, name in sides]
