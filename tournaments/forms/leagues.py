"""What is filled in for leagues and cups: divisions, places, fixtures, decisions about a match."""

from __future__ import annotations

import datetime
import re
import secrets
import uuid
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.key import key_field
from tournaments.models import Division, Venue
from tournaments.pairing.leagues import MOST_IN_BRACKET, Wish
from tournaments.services import leaving
from tournaments.services.leagues import Place, Wanted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tournaments.models import Competition, Entry, Fixture
    from tournaments.standing.queries import Who

WISHES = 4
AT_HOME = "home"
SAME_MATCH = 4
"""Of so many entries the losers of the first round are those of the semi-finals."""
DATE_FORMATS = ["%d-%m-%Y", "%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y"]
_NUMERIC = {"inputmode": "numeric", "autocomplete": "off"}


def _number(label: str, least: int, most: int, **options: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, widget=forms.TextInput(attrs=_NUMERIC), **options
    )


def _day(label: str, **options: Any) -> forms.DateField:
    return forms.DateField(
        label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **options
    )


class DatesField(forms.CharField):
    """Dates one under the other or with commas between: 8-10-2026, 15-10-2026."""

    def to_python(self, value: object) -> tuple[datetime.date, ...]:
        words = re.split(r"[,;\n]+", super().to_python(value))
        return tuple(_read_date(word.strip()) for word in words if word.strip())

    def prepare_value(self, value: object) -> object:
        if isinstance(value, (list, tuple)):
            between = "\n" if isinstance(self.widget, forms.Textarea) else ", "
            return between.join(f"{day:%d-%m-%Y}" for day in value)
        return value


def _read_date(word: str) -> datetime.date:
    for pattern in DATE_FORMATS:
        try:
            return datetime.datetime.strptime(word, pattern).date()
        except ValueError:
            continue
    raise ValidationError(
        _("“%(word)s” is no date. Type dates as 8-10-2026, with commas or on lines of their own.")
        % {"word": word}
    )


class KeyedForm(forms.Form):
    """A form with a key, so that it is carried out once however often it is sent."""

    key = key_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].initial = uuid.uuid4().hex


MOST_TABLES = 999
"""At a place to play."""


class VenueForm(forms.ModelForm):
    key = key_field(required=False)

    class Meta:
        model = Venue
        fields = ("name", "address", "tables")
        widgets = {"tables": forms.TextInput(attrs=_NUMERIC)}
        help_texts = {"tables": gettext_lazy("how many matches fit there at once; empty: as many as come")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].initial = uuid.uuid4().hex

    def clean_tables(self) -> int | None:
        tables: int | None = self.cleaned_data["tables"]
        if tables == 0:
            raise ValidationError(_("At least one table; leave it empty when all matches fit."))
        if tables and tables > MOST_TABLES:
            raise ValidationError(_("At most %(most)s.") % {"most": MOST_TABLES})
        return tables


class PlacesForm(forms.Form):
    """Which entries are in a division: a number is the place in the seeding, empty is not in it."""

    def __init__(
        self,
        entries: Sequence[Entry],
        who: dict[int, Who],
        *args: Any,
        venues: Iterable[Venue] = (),
        places: Sequence[Place] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.entries, self.who = list(entries), who
        known = {place.entry.pk: (at, place) for at, place in enumerate(places, 1)}
        choices = [("", _("none")), *((str(venue.pk), venue.name) for venue in venues)]
        self.venues = {str(venue.pk): venue for venue in venues}
        for entry in self.entries:
            at, place = known.get(entry.pk, (None, None))
            seed, venue, blocked = self._names(entry)
            self.fields[seed] = _number(_("Seed"), 1, 999, required=False, initial=at)
            self.fields[venue] = forms.ChoiceField(
                label=_("Plays at home in"),
                choices=choices,
                required=False,
                initial=str(place.venue.pk) if place and place.venue else "",
            )
            self.fields[blocked] = DatesField(
                label=_("Cannot play on"), required=False, initial=place.blocked if place else ()
            )
        self.order_entries(known)

    def order_entries(self, known: dict[int, tuple[int, Place]]) -> None:
        """Who is in the division first, in the order of the seeding, then the others by name."""
        self.entries.sort(
            key=lambda entry: (known[entry.pk][0] if entry.pk in known else 1000, entry.sort_key, entry.pk)
        )

    @staticmethod
    def _names(entry: Entry) -> tuple[str, str, str]:
        return f"seed-{entry.pk}", f"venue-{entry.pk}", f"blocked-{entry.pk}"

    def rows(self) -> Iterator[dict[str, Any]]:
        for entry in self.entries:
            seed, venue, blocked = self._names(entry)
            yield {
                "who": self.who[entry.pk],
                "seed": self[seed],
                "venue": self[venue],
                "blocked": self[blocked],
            }

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        taken: dict[int, Entry] = {}
        for entry in self.entries:
            name = self._names(entry)[0]
            seed = data.get(name)
            if seed is not None and seed in taken:
                self.add_error(
                    name,
                    _("Seed %(seed)s is also that of %(name)s.")
                    % {"seed": seed, "name": self.who[taken[seed].pk].name},
                )
            elif seed is not None:
                taken[seed] = entry
        return data

    def places(self) -> list[Place]:
        """Best seed first; gaps between the numbers do not matter."""
        data, found = self.cleaned_data, []
        for entry in self.entries:
            seed, venue, blocked = self._names(entry)
            if data[seed] is not None:
                found.append((data[seed], Place(entry, self.venues.get(data[venue]), data[blocked])))
        return [place for _seed, place in sorted(found, key=lambda pair: pair[0])]


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
    date = _day(gettext_lazy("Date"), required=False)
    venue = forms.ModelChoiceField(Venue.objects.none(), label=gettext_lazy("Where"), required=False)

    def __init__(self, fixture: Fixture, *args: Any, **kwargs: Any) -> None:
        initial = {"date": fixture.date, "venue": fixture.venue_id}
        super().__init__(*args, initial=initial, **kwargs)
        self.fields["venue"].queryset = fixture.division.competition.club.venues.all()


class PostponeForm(forms.Form):
    note = forms.CharField(label=gettext_lazy("Why"), max_length=300)
    date = _day(
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


class LeavingForm(KeyedForm):
    """What becomes of the open matches of who no longer takes part, and why."""

    way = forms.ChoiceField(
        label=gettext_lazy("All these matches"),
        choices=[
            (leaving.AWARD, gettext_lazy("go to the opponents")),
            (leaving.CANCEL, gettext_lazy("are cancelled, and count for nobody")),
        ],
        widget=forms.RadioSelect,
        initial=leaving.AWARD,
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"), max_length=300, help_text=gettext_lazy("It stands with every match.")
    )


class PlacesOfEqualsForm(KeyedForm):
    """In which order those come who share a place, by lot or as the organiser says, and why."""

    way = forms.ChoiceField(
        label=gettext_lazy("Who comes first?"),
        choices=[("lot", gettext_lazy("the lot decides")), ("choice", gettext_lazy("in this order:"))],
        widget=forms.RadioSelect,
        initial="lot",
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"), max_length=200, help_text=gettext_lazy("It stands below the table.")
    )

    def __init__(self, tied: Sequence[Who], rank: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), *((str(who.entry), who.name) for who in tied)]
        self.tied = {str(who.entry) for who in tied}
        self.places = [f"place-{at}" for at in range(len(tied))]
        for at, name in enumerate(self.places):
            label = _("Place %(rank)s") % {"rank": rank + at}
            self.fields[name] = forms.ChoiceField(label=label, choices=choices, required=False)

    def orders(self) -> list[forms.BoundField]:
        return [self[name] for name in self.places]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("way") == "choice" and {data.get(name) for name in self.places} != self.tied:
            self.add_error(self.places[0], _("Give each of them a place of its own."))
        return data

    def order(self) -> list[int]:
        if self.cleaned_data["way"] == "lot":
            return sorted(map(int, self.tied))
        return [int(self.cleaned_data[name]) for name in self.places]


class PoolsForm(PlacesForm):
    """How many pools, how many of each go on, and the seeding of everybody."""

    key = key_field()
    count = _number(gettext_lazy("Pools"), 1, 26)
    through = _number(gettext_lazy("Go on to the finals, of each pool"), 1, 16)
    legs = _number(gettext_lazy("Times against each"), 1, 4, initial=1)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].initial = uuid.uuid4().hex


class FinalsForm(KeyedForm):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    pools = forms.MultipleChoiceField(label=gettext_lazy("From"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, competition: Competition, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].initial = _("Finals")
        pools = competition.divisions.filter(kind=Division.Kind.ROUND_ROBIN, promoted__gt=0)
        self.pools = {str(pool.pk): pool for pool in pools}
        self.fields["pools"].choices = [(key, pool.name) for key, pool in self.pools.items()]
        self.fields["pools"].initial = list(self.pools)

    def clean_pools(self) -> list[Division]:
        pools = [self.pools[key] for key in self.cleaned_data["pools"]]
        if sum(pool.promoted for pool in pools) > MOST_IN_BRACKET:
            raise ValidationError(_("At most %(most)s can play the finals.") % {"most": MOST_IN_BRACKET})
        return pools
