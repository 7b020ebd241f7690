"""What an arbiter of a relative asks: by which game, and about which cards. All forms are sent by GET."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from klaverclub.templatetags.cards import SEATS, SUITS
from scoring.arbiter.forms import AS_CHOSEN, CardsField, CardsForm
from scoring.rules.relatives import GAMES, Game, make_game
from scoring.rules.relatives.options import OPTIONS
from scoring.rules.relatives.record import Record
from scoring.rules.relatives.row import NO_TRUMPS

OF_RELATIVES = ("equal_melds", "kb_tie")
"""The options of the relatives that can change the verdict."""


USUAL = "klaberjass"


def _games() -> list[tuple[str, Any]]:
    """Every relative, the usual one first."""
    return [(name, _(GAMES[name].title)) for name in sorted(GAMES, key=lambda name: name != USUAL)]


class GameForm(forms.Form):
    """A relative, and the options in which the house rules differ from it."""

    preset = forms.ChoiceField(label=_("Game"), choices=_games, required=False)
    equal_melds = forms.ChoiceField(label=_("Equal melds"), required=False)
    kb_tie = forms.ChoiceField(label=_("Equal scores"), required=False)

    is_short = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        usual = GAMES[USUAL]
        for name in OF_RELATIVES:
            texts = {value: usual.rules[f"{name}={value}"].text for value in OPTIONS[name].values}
            self.fields[name].choices = [
                ("", AS_CHOSEN),
                *((one, gettext(text)) for one, text in texts.items()),
            ]

    def options(self) -> list[forms.BoundField]:
        return [self[name] for name in OF_RELATIVES]

    def unseen(self) -> list[tuple[str, str]]:
        return []

    def game(self) -> Game:
        """The game asked for, Klaberjass when none is; the form must be valid. What it has no choice of is left."""
        game = GAMES[self.cleaned_data["preset"] or USUAL]
        given = {name: value for name in OF_RELATIVES if (value := self.cleaned_data[name])}
        return make_game(game.name, {name: value for name, value in given.items() if name in game.options})

    def query(self) -> dict[str, str]:
        return {name: value for name in self.fields if (value := self.data.get(name))}


class RelativeForm(CardsForm):
    """A form whose seats and cards are those of a game."""

    trump = forms.ChoiceField(label=_("Trump"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        suits = [(code, name) for code, (_sign, name) in SUITS.items()]
        none = [(NO_TRUMPS, _("no trumps"))] if game.no_trumps else []
        self.fields["trump"].choices = [*suits, *none]

    def trumps(self) -> str | None:
        """The suit; None for no trumps."""
        trump = self.cleaned_data["trump"]
        return None if trump == NO_TRUMPS else trump

    def _seats(self, label: Any, *, required: bool = True) -> forms.Field:
        choices = [(seat, seat_name(seat)) for seat in self.game.seats]
        if not required:
            choices.insert(0, ("", gettext("not known")))
        return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect, required=required)


class LegalForm(RelativeForm):
    """What lies on the table and what is in the hand of who must play."""

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        pack = game.deck.cards
        self.fields["trick"] = CardsField(
            0,
            len(game.seats) - 1,
            pack=pack,
            label=_("On the table"),
            help_text=_("In the order played; empty for who leads."),
        )
        self.fields["hand"] = CardsField(
            1, game.hand, pack=pack, label=_("In the hand"), help_text=_("All cards of who is to play.")
        )


class MeldsForm(RelativeForm):
    """The hands, or the melds that were shown, of every player."""

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        self.fields["dealer"] = self._seats(_("Dealt"), required=False)
        for seat in game.seats:
            label = gettext("Cards of %(seat)s") % {"seat": seat_name(seat)}
            self.fields[f"h{seat}"] = CardsField(0, game.hand, pack=game.deck.cards, label=label)

    def hands(self) -> dict[str, list[str]]:
        """By seat; the form must be valid."""
        return {seat: self.cleaned_data[f"h{seat}"] for seat in self.game.seats}


class RecordForm(RelativeForm):
    """Every trick in the order played."""

    unsaid = forms.BooleanField(label=_("Bela was not said"), required=False)

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        self.fields["declarer"] = forms.ChoiceField(
            label=_("Made trump"),
            choices=[(party, gettext(party)) for party in game.parties],
            widget=forms.RadioSelect,
        )
        self.fields["leader"] = self._seats(_("Leads the first trick"))
        players = len(game.seats)
        for number in range(1, game.hand + 1):
            label = gettext("Trick %(number)d") % {"number": number}
            self.fields[f"t{number}"] = CardsField(players, players, pack=game.deck.cards, label=label)

    def record(self) -> Record:
        """The form must be valid."""
        data = self.cleaned_data
        tricks = tuple(tuple(data[field.name]) for field in self.card_fields())
        return Record(
            self.game, data["declarer"], data["leader"], self.trumps(), tricks, bela=not data["unsaid"]
        )


def seat_name(seat: str) -> str:
    """A seat at a table for four by its point of the compass, a player for himself by his letter."""
    return str(SEATS[seat][1]) if seat in SEATS else seat
