"""What an arbiter asks: under which rules, and about which cards or row. All forms are sent by GET."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from klaverclub.templatetags.cards import SEATS, SUITS
from scoring import messages
from scoring.arbiter import auction, options
from scoring.arbiter.reading import CannotRead, read, read_names, shown
from scoring.entry.cells import LONGEST_NUMBER
from scoring.entry.klaverjas.cells import NUMBERS
from scoring.rules import Ruleset, make_ruleset
from scoring.rules.cards import Card
from scoring.rules.house_rules import SENTENCES
from scoring.rules.play import TRICKS
from scoring.rules.rulesets import MOST_EXTRA, PRESETS
from scoring.rules.seats import Seat

TRICK = 4
HAND = 8
LONGEST = 150
FEW = 4
AS_CHOSEN = _("as in the rules above")


class RulesForm(forms.Form):
    """A preset and the options in which the house rules differ from it, in plain words.

    `shown` are the options that can change the verdict at hand; others that were chosen go along unseen.
    """

    preset = forms.ChoiceField(
        label=_("Rules"), choices=[(name, messages.PRESETS[name]) for name in PRESETS], required=False
    )

    def __init__(self, *args: Any, shown: tuple[str, ...] = options.DISPUTED, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.shown = shown
        for name in (*options.OF_TRUMP, *options.DISPUTED):
            self.fields[name] = _extra_field() if name == "extra" else _option_field(name)

    def options(self) -> list[forms.BoundField]:
        return [self[name] for name in self.shown]

    @property
    def is_short(self) -> bool:
        """Whether the options are so few that they need not be folded away."""
        return len(self.shown) <= FEW

    def unseen(self) -> list[tuple[str, str]]:
        """The name and the value of the options that go along."""
        return [(name, value) for name, value in self.query().items() if name not in ("preset", *self.shown)]

    def ruleset(self) -> Ruleset:
        """The rules asked for, the Amsterdam rules when nothing is; the form must be valid."""
        given = {
            name: value
            for name in self.fields
            if name != "preset" and (value := self.cleaned_data[name]) not in ("", None)
        }
        return make_ruleset(self.cleaned_data["preset"] or "amsterdam", given)

    def query(self) -> dict[str, str]:
        """What was chosen, to be carried to another question."""
        return {name: value for name in self.fields if (value := self.data.get(name))}


def _option_field(name: str) -> forms.Field:
    """One of the values of an option; empty for that of the preset."""
    values = {str(value): value for value in SENTENCES[name]}
    choices = [("", AS_CHOSEN), *((key, _(SENTENCES[name][value])) for key, value in values.items())]
    return forms.TypedChoiceField(
        label=options.NAMES[name],
        choices=choices,
        required=False,
        coerce=lambda key: values[key],
        empty_value="",
    )


def _extra_field() -> forms.Field:
    return forms.IntegerField(
        label=options.NAMES["extra"],
        required=False,
        min_value=0,
        max_value=MOST_EXTRA,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )


class CardsField(forms.CharField):
    """Cards in the order in which they were played; cleaned to a list of them.

    `pack` are the names of the cards that there are, where it is not the pack of klaverjassen; then the list
    holds names.
    """

    names_itself = True  # in its errors

    def __init__(self, least: int, most: int, *, pack: Collection[str] = (), **kwargs: Any) -> None:
        attributes = {
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
            "data-cards": most,
        }
        super().__init__(
            max_length=LONGEST,
            required=least > 0,
            widget=forms.TextInput(attrs=attributes),
            **kwargs,
        )
        self.least, self.most, self.pack = least, most, pack

    def clean(self, value: Any) -> list[Any]:
        try:
            typed = super().clean(value)
            found: list[Any] = read_names(typed, self.pack) if self.pack else read(typed)
        except CannotRead as problem:
            raise self._refused(str(problem)) from problem
        except forms.ValidationError as problem:
            raise self._refused(problem.messages[0]) from problem
        if len(found) > self.most:
            raise self._refused(
                gettext("%(count)d cards; there can be %(most)d at most.")
                % {"count": len(found), "most": self.most}
            )
        if len(found) < self.least:
            raise self._refused(self._too_few(len(found)))
        return found

    def _too_few(self, count: int) -> str:
        if self.least == 1:
            return gettext("no card is filled in.")
        if self.least == TRICK:
            return gettext("%(count)d cards; a trick has four.") % {"count": count}
        return gettext("%(count)d cards; there must be %(least)d.") % {"count": count, "least": self.least}

    def _refused(self, problem: str) -> forms.ValidationError:
        return forms.ValidationError(f"{self.label}: {problem}", code="cards")


def _suit_field() -> forms.Field:
    return forms.ChoiceField(
        label=_("Trump"),
        choices=[(code, name) for code, (_sign, name) in SUITS.items()],
        widget=forms.RadioSelect,
    )


def _seat_field(label: Any, **kwargs: Any) -> forms.Field:
    return forms.ChoiceField(
        label=label,
        choices=[(code, name) for code, (_letter, name) in SEATS.items()],
        widget=forms.RadioSelect,
        **kwargs,
    )


def _announcer_field(label: str) -> forms.Field:
    seats = [(code, name) for code, (_letter, name) in SEATS.items()]
    return forms.ChoiceField(label=label, choices=[("", _("nobody")), *seats], required=False)


class CardsForm(forms.Form):
    """A form with fields of cards, of which none may hold the same card as another."""

    def card_fields(self) -> list[forms.BoundField]:
        return [field for field in self if isinstance(field.field, CardsField)]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        lies_in: dict[Card | str, Any] = {}
        for field in self.card_fields():
            for card in data.get(field.name, []):
                if card in lies_in:
                    text = gettext("%(here)s: %(card)s is in “%(there)s” already.")
                    where = {"here": field.label, "card": shown(card), "there": lies_in[card]}
                    self.add_error(field.name, text % where)
                    break
                lies_in[card] = field.label
        return data


class PlayForm(CardsForm):
    """What lies on the table and what is in the hand of who must play."""

    trump = _suit_field()
    trick = CardsField(
        0, TRICK - 1, label=_("On the table"), help_text=_("In the order played; empty for who leads.")
    )
    hand = CardsField(1, HAND, label=_("In the hand"), help_text=_("All cards of who is to play."))


class TrickForm(CardsForm):
    """Four cards in the order played."""

    trump = _suit_field()
    trick = CardsField(TRICK, TRICK, label=_("The trick"), help_text=_("Four cards in the order played."))
    last = forms.BooleanField(label=_("It is the last trick"), required=False)
    announced = forms.ChoiceField(
        label=_("The roem was announced"),
        choices=[("", _("not known")), ("yes", _("yes")), ("no", _("no"))],
        required=False,
        widget=forms.RadioSelect,
    )


class DealForm(CardsForm):
    """Eight tricks in the order played."""

    trump = _suit_field()
    leader = _seat_field(_("Leads the first trick"))
    declarer = _seat_field(_("Made trump"))
    written = forms.BooleanField(label=_("It was written down who announced roem"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, TRICKS + 1):
            label = gettext("Trick %(number)d") % {"number": number}
            self.fields[f"t{number}"] = CardsField(TRICK, TRICK, label=label)
            self.fields[f"a{number}"] = _announcer_field(label)

    def announcers(self) -> list[forms.BoundField]:
        """Who announced roem, trick by trick."""
        return [self[f"a{number}"] for number in range(1, TRICKS + 1)]

    def announced(self) -> tuple[frozenset[Seat], ...] | None:
        """Who announced roem in each trick, where that was written down; the form must be valid."""
        if not self.cleaned_data["written"]:
            return None
        said = [self.cleaned_data[field.name] for field in self.announcers()]
        return tuple(frozenset({seat}) if seat else frozenset() for seat in said)

    def tricks(self) -> tuple[tuple[Card, ...], ...]:
        """The cards as they were played; the form must be valid."""
        return tuple(tuple(self.cleaned_data[field.name]) for field in self.card_fields())


class CallsField(forms.CharField):
    """What was said or turned, in order; cleaned by `read`."""

    names_itself = True

    def __init__(self, read: Callable[[str], Any], **kwargs: Any) -> None:
        attributes = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        super().__init__(
            max_length=LONGEST, required=False, widget=forms.TextInput(attrs=attributes), **kwargs
        )
        self.read = read

    def clean(self, value: Any) -> Any:
        try:
            return self.read(super().clean(value))
        except auction.CannotRead as problem:
            raise forms.ValidationError(f"{self.label}: {problem}", code="calls") from problem


class AuctionForm(CardsForm):
    """How trump was made: who dealt, what was said, what was turned."""

    dealer = _seat_field(_("Dealt"))
    calls = CallsField(
        auction.read_calls,
        label=_("Said, in order"),
        help_text=_(
            "For example: pass pass hearts. Who spoke out of turn is named before it: W:pass. Empty while "
            "nobody has spoken."
        ),
    )
    turned = CallsField(
        auction.read_suits,
        label=_("Turned"),
        help_text=_("Where a suit is turned for trump: that suit, and the next one when all passed."),
    )
    hand = CardsField(
        0,
        HAND,
        label=_("Cards of who spoke last"),
        help_text=_("Only where the trump suit must be in hand."),
    )

    def spoken(self) -> list[forms.BoundField]:
        return [self["calls"], self["turned"]]


class RowForm(forms.Form):
    """A row of a score sheet, as written. What cannot be read is for the rules engine to say."""

    prefix = "row"  # pit and verzaakt are names of options too
    SIDES = [("", _("not known")), ("we", _("we")), ("they", _("they"))]
    NOBODY = [("", _("no")), ("we", _("we")), ("they", _("they"))]
    declarer = forms.ChoiceField(
        label=_("Who played"), choices=SIDES, required=False, widget=forms.RadioSelect
    )
    we_points = forms.CharField(label=_("Points we"), required=False, max_length=LONGEST_NUMBER)
    we_roem = forms.CharField(label=_("Roem we"), required=False, max_length=LONGEST_NUMBER)
    they_points = forms.CharField(label=_("Points they"), required=False, max_length=LONGEST_NUMBER)
    they_roem = forms.CharField(label=_("Roem they"), required=False, max_length=LONGEST_NUMBER)
    nat = forms.ChoiceField(
        label=_("Marked nat"),
        choices=[NOBODY[0], ("nat", _("yes")), *NOBODY[1:]],
        required=False,
        widget=forms.RadioSelect,
    )
    pit = forms.ChoiceField(label=_("Marked pit"), choices=NOBODY, required=False, widget=forms.RadioSelect)
    verzaakt = forms.ChoiceField(
        label=_("Marked verzaakt"), choices=NOBODY, required=False, widget=forms.RadioSelect
    )

    def numbers(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in NUMBERS)

    def marks(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in ("declarer", "nat", "pit", "verzaakt"))
