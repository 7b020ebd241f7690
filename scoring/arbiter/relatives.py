"""The questions of an arbiter of a relative: whose melds count, and how a deal ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from klaverclub.templatetags.cards import SEATS, SUITS
from scoring import messages
from scoring.arbiter.forms import AS_CHOSEN, CardsField, CardsForm
from scoring.arbiter.rule_texts import Rule
from scoring.rules.relatives import GAMES, Game, Status, make_game
from scoring.rules.relatives.melds import best_melds, melds_in, worth
from scoring.rules.relatives.options import OPTIONS
from scoring.rules.relatives.record import Record, Revoke, judge_record
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


def rule_of(game: Game, rule_id: str) -> Rule:
    """What a rule of this game says."""
    said = [messages.say(one.sentence) for one in game.house_rules() if one.id == rule_id]
    return Rule(rule_id, " ".join(said))


@dataclass(frozen=True)
class Shown:
    """What a player has: the cards of each meld with its points, and their sum."""

    seat: str
    counts: bool
    melds: list[tuple[list[str], int]]
    points: int
    bela: list[str]
    """King and queen of trumps, where the hand holds both."""


@dataclass(frozen=True)
class MeldsAnswer:
    """Whose melds count, with the rule that decides."""

    head: str
    players: list[Shown]
    rules: list[Rule]
    bela: int


def whose_melds_count(form: MeldsForm, game: Game) -> MeldsAnswer:
    """The melds in the hands, compared."""
    melds = {seat: melds_in(game, hand) for seat, hand in form.hands().items()}
    award = best_melds(game, melds, form.trumps(), form.cleaned_data["dealer"] or None)
    party = award.party if award else None
    points = sum(worth(game, melds[seat]) for seat in game.players(party)) if party else 0
    if party:
        head = gettext("The melds of “%(side)s” count: %(points)d.") % {
            "side": gettext(party),
            "points": points,
        }
    elif award is None:
        head = gettext("There are no melds.")
    elif award.open:
        head = gettext("The best melds are equal: say who dealt.")
    else:
        head = gettext("The best melds are equal: nobody counts melds.")
    players = [
        Shown(
            seat_name(seat),
            game.party_of(seat) == party,
            [(list(one.cards), one.points) for one in some],
            worth(game, some),
        )
        for seat, some in melds.items()
    ]
    return MeldsAnswer(head, players, [rule_of(game, award.rule if award else game.rule("meld"))])


@dataclass(frozen=True)
class TrickLine:
    """A trick: who led it, its cards with the winning one marked, who won it, its points."""

    number: int
    leader: str
    cards: list[tuple[str, bool]]
    winner: str
    points: int
    revokes: list[str]


@dataclass(frozen=True)
class ColumnLine:
    """A column of the sheet after the deal."""

    side: str
    plays: bool
    tricks: int
    points: int
    melds: int
    bela: int
    booked: int | None


@dataclass(frozen=True)
class RecordAnswer:
    """The verdict on a deal of a relative."""

    status: str
    columns: list[ColumnLine]
    tricks: list[TrickLine]
    revokes: list[tuple[Revoke, str, Rule]]
    remarks: list[tuple[str, Rule]]


def how_did_it_end(form: RecordForm, game: Game) -> RecordAnswer:
    """The tricks judged: winners, points, melds and bela, what was not allowed, and what is booked."""
    record = form.record()
    deal, revokes, _json = judge_record(record)
    columns = [
        ColumnLine(
            side=gettext(party),
            plays=party == record.declarer,
            tricks=column.tricks or 0,
            points=column.points or 0,
            melds=column.melds or 0,
            bela=game.bela * column.bela,
            booked=deal.booked[party] if deal.booked else None,
        )
        for party, column in deal.columns.items()
    ]
    return RecordAnswer(
        status=str(messages.OUTCOMES.get(str(deal.status), ""))
        or (pgettext("deal", "made") if deal.status is Status.MADE else ""),
        columns=columns,
        tricks=list(_tricks(record, revokes)),
        revokes=[(one, seat_name(one.seat), rule_of(game, one.rule)) for one in revokes],
        remarks=[(messages.say_finding(one), rule_of(game, one.rule)) for one in deal.findings],
    )


def _tricks(record: Record, revokes: list[Revoke]) -> Iterable[TrickLine]:
    game, leaders, last = record.game, record.leaders, record.game.hand
    for number, cards in enumerate(record.tricks, 1):
        place = game.deck.winner(cards, record.trump)
        points = sum(game.deck.points(card, record.trump) for card in cards) + game.last_trick * (
            number == last
        )
        yield TrickLine(
            number,
            seat_name(leaders[number - 1]),
            [(card, at == place) for at, card in enumerate(cards)],
            seat_name(leaders[number]),
            points,
            [seat_name(one.seat) for one in revokes if one.trick == number],
        )
