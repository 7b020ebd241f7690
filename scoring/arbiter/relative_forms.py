"""What an arbiter of a relative asks: by which game, and about which cards. All forms are sent by GET."""

from __future__ import annotations

from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from klaverclub.templatetags.cards import SEATS, SUITS
from scoring import messages
from scoring.arbiter import bidding
from scoring.arbiter.forms import AS_CHOSEN, CallsField, CardsField, CardsForm
from scoring.rules.relatives import GAMES, Game, make_game
from scoring.rules.relatives.options import OPTIONS
from scoring.rules.relatives.record import Record
from scoring.rules.relatives.row import NO_TRUMPS
from scoring.rules.rulesets import PRESETS

OF_PLAY = ("equal_melds", "kb_tie")
"""The options of the relatives that can change the verdict on cards."""

OF_BIDDING = ("bid2", "schmeiss")
"""The options that can change who makes trump."""


USUAL = "klaberjass"


def _games() -> list[tuple[str, Any]]:
    """Every relative, the usual one first."""
    return [(name, _(GAMES[name].title)) for name in sorted(GAMES, key=lambda name: name != USUAL)]


def every_game() -> list[tuple[str, list[tuple[str, Any]]]]:
    """Klaverjassen and every relative, in groups."""
    relatives = {
        2: gettext("Relatives for two"),
        3: gettext("Relatives for three, everybody for himself"),
        4: gettext("Relatives for four, two against two"),
    }
    return [
        (gettext("Klaverjassen"), [(name, messages.PRESETS[name]) for name in PRESETS]),
        *(
            (label, [(name, title) for name, title in _games() if len(GAMES[name].seats) == players])
            for players, label in relatives.items()
        ),
    ]


class GameForm(forms.Form):
    """A relative, and the options in which the house rules differ from it.

    `shown` are the options that can change the verdict at hand, of which a game has some; others that were
    chosen go along unseen.
    """

    preset = forms.ChoiceField(label=_("Game"), choices=_games, required=False)
    equal_melds = forms.ChoiceField(label=_("Equal melds"), required=False)
    kb_tie = forms.ChoiceField(label=_("Equal scores"), required=False)
    bid2 = forms.ChoiceField(label=_("When nobody takes the turned suit"), required=False)
    schmeiss = forms.ChoiceField(label=_("Schmeiss"), required=False)

    def __init__(self, *args: Any, shown: tuple[str, ...] = OF_PLAY, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.shown = shown
        rules = GAMES[USUAL].rules
        for name in (*OF_PLAY, "bid2"):
            texts = [(str(one), gettext(rules[f"{name}={one}"].text)) for one in OPTIONS[name].values]
            self.fields[name].choices = [("", AS_CHOSEN), *texts]
        self.fields["schmeiss"].choices = [
            ("", AS_CHOSEN),
            ("off", gettext("There is no schmeiss.")),
            ("on", gettext(rules["schmeiss=True"].text)),
        ]

    @property
    def is_short(self) -> bool:
        """Whether the options are so few, and matter so much, that they are not folded away."""
        return self.shown == OF_BIDDING

    def options(self) -> list[forms.BoundField]:
        preset = self.data.get("preset")
        game = GAMES[preset if preset in GAMES else USUAL]
        return [self[name] for name in self.shown if name in game.options]

    def unseen(self) -> list[tuple[str, str]]:
        """The name and the value of the options that go along."""
        seen = {"preset", *(field.name for field in self.options())}
        return [(name, value) for name, value in self.query().items() if name not in seen]

    def game(self) -> Game:
        """The game asked for, Klaberjass when none is; the form must be valid. What it has no choice of is left."""
        game = GAMES[self.cleaned_data["preset"] or USUAL]
        given = {name: value for name, value in self.cleaned_data.items() if name != "preset" and value}
        return make_game(game.name, {name: value for name, value in given.items() if name in game.options})

    def query(self) -> dict[str, str]:
        """What was chosen, to be carried to another question."""
        return {name: value for name in self.fields if (value := self.data.get(name))}


class SeatedForm(CardsForm):
    """A form whose seats are those of a game."""

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game

    def _seats(self, label: Any, *, required: bool = True) -> forms.Field:
        choices = [(seat, seat_name(seat)) for seat in self.game.seats]
        if not required:
            choices.insert(0, ("", gettext("not known")))
        return forms.ChoiceField(
            label=label,
            choices=choices,
            widget=forms.RadioSelect,
            required=required,
            error_messages={"invalid_choice": _("%(value)s has no seat in this game: choose again.")},
        )


class BiddingForm(SeatedForm):
    """How trumps were made: who dealt, what was turned, what was said."""

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        self.fields["dealer"] = self._seats(_("Dealt"))
        if game.has_turned_suit:
            self.fields["turned"] = forms.ChoiceField(
                label=_("Turned"),
                choices=[(code, name) for code, (_sign, name) in SUITS.items()],
                widget=forms.RadioSelect,
                error_messages={
                    "required": _("In this game a card is turned: choose its suit."),
                    "invalid_choice": _("In this game a card is turned: choose its suit."),
                },
            )
        self.fields["calls"] = CallsField(
            partial(bidding.read_calls, game=game),
            label=_("Said, in order"),
            help_text=_(
                "For example: pass pass hearts. Who spoke out of turn is named before it: %(seat)s:pass. "
                "Empty while nobody has spoken."
            )
            % {"seat": game.seats[-1]},
        )


class RelativeForm(SeatedForm):
    """A form whose seats and cards are those of a game."""

    trump = forms.ChoiceField(label=_("Trump"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        suits = [(code, name) for code, (_sign, name) in SUITS.items()]
        none = [(NO_TRUMPS, _("no trumps"))] if game.no_trumps else []
        self.fields["trump"].choices = [*suits, *none]

    def trumps(self) -> str | None:
        """The suit; None for no trumps."""
        trump = self.cleaned_data["trump"]
        return None if trump == NO_TRUMPS else trump


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
