"""What is filled in to let somebody go from one team to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournaments.forms.league_fields import KeyedForm, day_field
from tournaments.models import Entry, Evening

if TYPE_CHECKING:
    import datetime

    from tournaments.models import Competition, Person


class TransferForm(KeyedForm):
    """Who goes to which team, from which day on and why."""

    person = forms.ChoiceField(label=gettext_lazy("Who"))
    team = forms.ChoiceField(label=gettext_lazy("Goes to"))
    day = day_field(
        gettext_lazy("Plays for that team from"),
        help_text=gettext_lazy("Evenings before this day are played for the old team."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=300,
        help_text=gettext_lazy("It is read at the desk alone."),
    )

    def __init__(self, competition: Competition, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = competition.entries.exclude(team_name="").prefetch_related("members__person")
        teams = sorted(known, key=lambda team: (team.sort_key, team.pk))
        self.people: dict[str, Person] = {str(one.pk): one for team in teams for one in team.people}
        self.teams: dict[str, Entry] = {str(team.pk): team for team in teams if team.active}
        self.fields["person"].choices = [
            ("", "–"),
            *((team.name, [(str(one.pk), one.name) for one in team.people]) for team in teams),
        ]
        self.fields["team"].choices = [("", "–"), *((key, team.name) for key, team in self.teams.items())]
        self.fields["day"].initial = _next_evening(competition)

    def wanted(self) -> tuple[Person, Entry, datetime.date, str]:
        data = self.cleaned_data
        return self.people[data["person"]], self.teams[data["team"]], data["day"], data["reason"]


def _next_evening(competition: Competition) -> datetime.date:
    """The day of the next evening that is known, or today."""
    today = timezone.localdate()
    days = Evening.objects.filter(competition=competition, date__gte=today).values_list("date", flat=True)
    return min(days, default=today)
