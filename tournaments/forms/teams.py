"""Forms for teams: name and squad, and the line-up of a match."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import names
from tournaments.forms.key import key_field
from tournaments.models import EntryMember, Person
from tournaments.services.squads import MOST_IN_SQUAD

if TYPE_CHECKING:
    import datetime
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from tournaments.models import Competition, Entry, Seat

SPARE = 4
"""So many empty places stand below a squad."""


class TeamForm(forms.Form):
    """A team: what it is called, for which club it plays, and its squad in the order of the line-up."""

    key = key_field(required=False)
    name = forms.CharField(label=gettext_lazy("Name of the team"), max_length=60)
    represents = forms.CharField(
        label=gettext_lazy("Plays for"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("The club, for a table of clubs. Write it alike for all its teams."),
    )
    newcomers = forms.CharField(
        label=gettext_lazy("People who are not in the list"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "One name on a line. They become guests of the club, and reserves of this team."
        ),
    )

    def __init__(self, competition: Competition, entry: Entry | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        squad = entry.people if entry else []
        self.fields["key"].initial = uuid.uuid4().hex
        if entry:
            self.fields["name"].initial, self.fields["represents"].initial = entry.team_name, entry.represents
        free = Person.objects.filter(memberships__club=competition.club).exclude(
            entries__in=EntryMember.objects.filter(competition=competition, until=None)
        )
        self.people = {str(person.pk): person for person in (*free, *squad)}
        choices = [("", "–"), *((pk, person.list_name) for pk, person in self.people.items())]
        size = competition.team_size or 2
        self.size = size
        self.places = [f"place-{at}" for at in range(min(MOST_IN_SQUAD, max(size, len(squad)) + SPARE))]
        for at, place in enumerate(self.places):
            self.fields[place] = forms.ChoiceField(
                label=_place_word(at, size),
                choices=choices,
                required=False,
                initial=str(squad[at].pk) if at < len(squad) else "",
            )

    def tables(self) -> Iterator[list[forms.BoundField]]:
        """The places two by two: the pair of each table, then the reserves."""
        for at in range(0, len(self.places), 2):
            yield [self[one] for one in self.places[at : at + 2]]

    def clean_newcomers(self) -> list[names.Name]:
        lines = self.cleaned_data["newcomers"].splitlines()
        found = [names.parse(line) for line in lines if line.strip()]
        if any(len(part) > Person._meta.get_field("last_name").max_length for name in found for part in name):
            raise ValidationError(_("One of these names is too long. Write one name on each line."))
        return found

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        before: dict[str, str] = {}
        for place in self.places:
            person = data.get(place)
            if person and person in before:
                text = _("%(name)s stands here twice.") % {"name": self.people[person].name}
                self.add_error(place, text)
            before[person or ""] = place
        return data

    def squad(self) -> list[Person]:
        chosen = [self.cleaned_data[place] for place in self.places]
        return [self.people[pk] for pk in chosen if pk]


def _place_word(at: int, size: int) -> str:
    if at >= size:
        return _("Reserve %(number)s") % {"number": at - size + 1}
    words = (_("Table %(number)s, first"), _("Table %(number)s, second"))
    return words[at % 2] % {"number": at // 2 + 1}


class LineUpForm(forms.Form):
    """Who sits for a team on each of its seats in a round: of its squad of that day, or somebody of the club who is
    in no team then. `bound`: people who may not play in this match, by key."""

    def __init__(
        self,
        seats: Sequence[Seat],
        entry: Entry,
        day: datetime.date,
        bound: Collection[int],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        sitting = {seat.person_id for seat in seats}
        squad = [one for one in entry.people_on(day) if one.pk not in bound or one.pk in sitting]
        others = _others(entry, squad, [seat.person for seat in seats], day)
        self.people = {str(person.pk): person for person in (*squad, *others)}
        choices = [
            (_("The squad"), [(str(person.pk), person.name) for person in squad]),
            (_("Substitutes from outside"), [(str(person.pk), person.list_name) for person in others]),
        ]
        self.at_tables: dict[int, list[str]] = {}
        for at, seat in enumerate(seats):
            name = f"seat-{at}"
            first = seat.table.number not in self.at_tables
            words = _("Table %(number)s, first") if first else _("Table %(number)s, second")
            self.at_tables.setdefault(seat.table.number, []).append(name)
            self.fields[name] = forms.ChoiceField(
                label=words % {"number": seat.table.number}, choices=choices, initial=str(seat.person_id)
            )

    def tables(self) -> Iterator[list[forms.BoundField]]:
        """The pair of each table."""
        for fields in self.at_tables.values():
            yield [self[name] for name in fields]

    def line_up(self) -> list[Person]:
        return [self.people[self.cleaned_data[name]] for fields in self.at_tables.values() for name in fields]


def _others(
    entry: Entry, squad: Iterable[Person], sitting: Iterable[Person], day: datetime.date
) -> list[Person]:
    """People of the club who are in no team that day; who sits here already, wherever from."""
    competition = entry.competition
    free = Person.objects.filter(memberships__club=competition.club).exclude(
        entries__in=EntryMember.objects.on(day).filter(competition=competition)
    )
    own = {person.pk for person in squad}
    outside = {person.pk: person for person in sitting if person.pk not in own}
    return sorted(
        {**{person.pk: person for person in free}, **outside}.values(), key=lambda one: one.sort_key
    )
