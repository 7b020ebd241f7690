"""What is filled in for leagues and cups: places to play and in a division, shared places, pools, finals, who leaves."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.key import key_field
from tournaments.forms.league_fields import NUMERIC, DatesField, KeyedForm, number_field
from tournaments.models import Division, Venue
from tournaments.pairing.leagues import MOST_IN_BRACKET
from tournaments.services import leaving
from tournaments.services.leagues import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tournaments.models import Competition, Entry
    from tournaments.standing.queries import Who

MOST_TABLES = 999
"""At a place to play."""


class VenueForm(forms.ModelForm):
    key = key_field(required=False)

    class Meta:
        model = Venue
        fields = ("name", "address", "tables")
        widgets = {"tables": forms.TextInput(attrs=NUMERIC)}
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
            self.fields[seed] = number_field(_("Seed"), 1, 999, required=False, initial=at)
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
    count = number_field(gettext_lazy("Pools"), 1, 26)
    through = number_field(gettext_lazy("Go on to the finals, of each pool"), 1, 16)
    legs = number_field(gettext_lazy("Times against each"), 1, 4, initial=1)

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
