"""The forms of the page that says how a competition is drawn, in the words clubs use."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import ApartGroup, Competition, Entry
from tournaments.pairing.rule import MOST_ACCELERATED, MOST_WORTH, PairingRule
from tournaments.services import pairing_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.forms.boundfield import BoundField, BoundWidget

METHODS = {
    "lot": (
        _("By lot, every round anew"),
        _("The tables are drawn by lot, and nobody meets the same people again while that can be avoided."),
        _("For most club evenings: nothing has to be known of anybody."),
    ),
    "swiss": (
        _("By standing (Swiss)"),
        _(
            "Who stand close in the standing meet, and nobody meets the same people again while that can be avoided."
        ),
        _(
            "For evenings and tournaments that stay exciting to the end. The results of a round must be in before the next is drawn."
        ),
    ),
    "stay": (
        _("The four stay together"),
        _(
            "Four people play three rounds at one table, each with each of the others as a partner; then new tables are made."
        ),
        _("For who would rather not walk: three rounds an evening, one table."),
    ),
    "whist": (
        _("Perfect schedule (whist)"),
        _(
            "All rounds are laid down before the first: everybody has every other as a partner once and as an opponent twice."
        ),
        _("For 4 to 40 people who all stay to the end. Everybody gets a card with his tables."),
    ),
    "mitchell": (
        _("Mitchell"),
        _("The even pairs keep their table, the odd pairs go up one table each round."),
        _("For an evening of fixed pairs with no more rounds than tables; it runs by itself."),
    ),
    "howell": (
        _("Howell"),
        _("All rounds are laid down before the first, and every pair meets every other pair once."),
        _("For a small number of pairs that all want to meet."),
    ),
    "move_up": (
        _("The pairs move up"),
        _("After each round the odd pairs go up one table and the even pairs down one."),
        _("For a tournament of fixed pairs in which everybody should walk."),
    ),
    "fixtures": (
        _("League or cup"),
        _("A list of matches says who meets whom and when: everybody against everybody, or knock-out."),
        _("For matches over weeks or months, at home and away."),
    ),
}
SIT_OUTS = {
    "season": _("over the evening, then over the season"),
    "evening": _("over the evening, then by lot"),
}
SCOPES = {
    "evening": _("within an evening: every evening is an event of its own"),
    "season": _("within the season: the standing runs on from evening to evening"),
}
PATTERNS = {
    "near": _("neighbours: first meets second, third meets fourth"),
    "fold": _("among equals first against last"),
    "slide": _("among equals the upper half against the lower half, in order"),
}
SEEDINGS = {
    "lot": _("by lot"),
    "strength": _("by playing strength"),
}
MEASURES = {
    "total": _("on the total"),
    "average": _("on the average of the rounds played: for when people miss evenings"),
}


LEFTOVERS = {
    "sit_out": _("sit out"),
    "three": _("play a table of three, recorded on a list"),
}


def _number(least: int, most: int, **options: Any) -> forms.IntegerField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(min_value=least, max_value=most, widget=widget, **options)


def _choice(choices: dict[str, Any], **options: Any) -> forms.ChoiceField:
    return forms.ChoiceField(choices=list(choices.items()), widget=forms.RadioSelect, **options)


class DrawRuleForm(forms.Form):
    """The rule of a competition; what only concerns a draw by standing is asked with it, and kept for the others."""

    method = _choice(
        {name: words[0] for name, words in METHODS.items()}, label=_("How the rounds come about")
    )
    sit_out = _choice(SIT_OUTS, label=_("Sitting out is spread"))
    season_memory = forms.BooleanField(
        label=_("The draw remembers earlier evenings"),
        help_text=_("Who met on an earlier evening meets a little less soon tonight."),
        required=False,
    )
    scope = _choice(SCOPES, label=_("Nobody meets again"))
    pattern = _choice(PATTERNS, label=_("Who meet"))
    seeding = _choice(
        SEEDINGS,
        label=_("The first round"),
        help_text=_("As long as there is no standing, this is what it goes by."),
    )
    measure = _choice(MEASURES, label=_("The standing is taken"))
    accelerated = _number(
        0,
        MOST_ACCELERATED,
        label=_("Accelerated rounds"),
        help_text=_(
            "In so many first rounds the stronger half meets among itself. 0 for a field that is not large."
        ),
    )
    repeat_worth = _number(
        0,
        MOST_WORTH,
        label=_("A repeat is worth a table so many ranks wider"),
        help_text=_(
            "20 avoids nearly every second meeting; 5 keeps the tables close; 0 looks at the standing alone."
        ),
    )
    balance = forms.BooleanField(
        label=_("The two sides of a table are made equal in strength"), required=False
    )
    directions = forms.BooleanField(
        label=_("North-South and dealing first are spread over the rounds"), required=False
    )

    leftovers = _choice(
        LEFTOVERS,
        label=_("Three who are left over"),
        help_text=_(
            "Two who are left over make two tables of three with four others. This goes for a draw by lot or by standing."
        ),
    )

    GENERAL = ("sit_out", "leftovers", "season_memory")
    BY_STANDING = (
        *("scope", "seeding", "measure", "pattern", "repeat_worth", "accelerated", "balance", "directions"),
    )
    # What has no meaning at tables of four with changing partners, of two sides, of three people.
    NOT_FOR = {
        4: ("pattern",),
        2: ("leftovers", "repeat_worth", "balance"),
        3: ("leftovers", "pattern", "repeat_worth", "balance", "directions"),
    }

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        self.competition, self.rule = competition, competition.get_pairing()
        initial = {item.name: getattr(self.rule, item.name) for item in fields(PairingRule)}
        super().__init__(*args, initial=initial, **kwargs)
        for name in self.NOT_FOR[competition.entries_a_table]:
            del self.fields[name]

    def methods(self) -> Iterator[dict[str, Any]]:
        """Every way, those that fit first: its button, what it does, for whom, or why not here; teams have only one."""
        ways = [self._way(radio) for radio in self["method"]]
        if self.competition.is_teams:
            ways = [way for way in ways if not way["unfit"]]
        yield from sorted(ways, key=lambda way: bool(way["unfit"]))

    def _way(self, radio: BoundWidget) -> dict[str, Any]:
        name = radio.data["value"]
        title, what, whom = METHODS[name]
        reason = pairing_rules.unfit(self.competition, name)
        radio.data["attrs"] |= {"aria-describedby": f"about-{name}"} | ({"disabled": True} if reason else {})
        return {"name": name, "radio": radio, "title": title, "what": what, "whom": whom, "unfit": reason}

    def general(self) -> list[BoundField]:
        return [self[name] for name in self.GENERAL if name in self.fields]

    def by_standing(self) -> list[BoundField]:
        return [self[name] for name in self.BY_STANDING if name in self.fields]

    def clean_method(self) -> str:
        method: str = self.cleaned_data["method"]
        if reason := pairing_rules.unfit(self.competition, method):
            raise forms.ValidationError(f"{METHODS[method][0]}: {reason}")
        return method

    def new_rule(self) -> PairingRule:
        """The rule as it is asked for, once the form is valid; what is not asked stays."""
        return replace(self.rule, **self.cleaned_data)


class ApartGroupForm(forms.Form):
    """A group to keep apart: its name, its members, and how much that is worth."""

    NEVER, RATHER = "never", "rather"

    name = forms.CharField(
        label=_("Name"), max_length=60, help_text=_("for example: the Bakker family"), strip=True
    )
    how = _choice(
        {
            NEVER: _("never at one table, as long as any draw exists without it"),
            RATHER: _("rather not: worth a gap of so many ranks"),
        },
        label=_("How strictly"),
    )
    worth = _number(
        1,
        1000,
        label=_("Worth a gap of so many ranks"),
        required=False,
        help_text=_("10: the draw would rather let people meet who stand ten places apart."),
    )
    entries = forms.ModelMultipleChoiceField(
        Entry.objects.none(), label=_("Who"), widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self, *args: Any, competition: Competition, group: ApartGroup | None = None, **kwargs: Any
    ) -> None:
        initial = {"how": self.NEVER}
        if group:
            how = self.NEVER if group.worth is None else self.RATHER
            initial = {
                "name": group.name,
                "how": how,
                "worth": group.worth,
                "entries": list(group.entries.values_list("pk", flat=True)),
            }
        super().__init__(*args, initial=initial, **kwargs)
        entries = competition.entries.filter(active=True)
        named = sorted(entries.prefetch_related("members__person"), key=lambda entry: entry.sort_key)
        self.fields["entries"].queryset = entries
        self.fields["entries"].choices = [(entry.pk, entry.list_name) for entry in named]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("how") == self.RATHER and data.get("worth") is None and "worth" not in self.errors:
            self.add_error("worth", _("Say how many ranks it is worth, from 1 to 1,000."))
        return data

    @property
    def worth_in_ranks(self) -> int | None:
        return self.cleaned_data["worth"] if self.cleaned_data["how"] == self.RATHER else None


class WishesForm(forms.Form):
    """Playing strength and fixed table of everybody who takes part; both may stay empty."""

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = competition.entries.filter(active=True).prefetch_related("members__person")
        self.entries = sorted(entries, key=lambda entry: entry.sort_key)
        for entry in self.entries:
            self.fields[f"strength_{entry.pk}"] = _number(
                0,
                pairing_rules.MOST_STRENGTH,
                required=False,
                initial=entry.strength,
                label=_("Strength of %(name)s") % {"name": entry.name},
            )
            self.fields[f"table_{entry.pk}"] = _number(
                1,
                pairing_rules.MOST_TABLE,
                required=False,
                initial=entry.fixed_table,
                label=_("Fixed table of %(name)s") % {"name": entry.name},
            )

    def rows(self) -> Iterator[dict[str, Any]]:
        """Everybody with the two fields, by name."""
        for entry in self.entries:
            yield {
                "name": entry.list_name,
                "strength": self[f"strength_{entry.pk}"],
                "table": self[f"table_{entry.pk}"],
            }

    def wishes(self) -> dict[int, tuple[int | None, int | None]]:
        data = self.cleaned_data
        return {entry.pk: (data[f"strength_{entry.pk}"], data[f"table_{entry.pk}"]) for entry in self.entries}
