"""What a game of the family is: one frozen value that the whole package reads."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from scoring.rules.findings import Sentence
from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.deck import PIQUET, Deck
from scoring.rules.relatives.options import OPTIONS, checked

VERSION = 1

Seat = str
Party = str
"""Who has a column on the sheet: a seat, or in partnership games a side, "we" or "they"."""


TOPICS = (
    *("solo", "teams", "deck", "deal"),
    *("bid", "bid1", "bid2", "no_trumps", "forced", "thrown_in", "schmeiss", "dix"),
    *("meld", "meld_cards", "compare", "equal_melds", "three_dardas", "five_wins"),
    *("lead", "follow", "trump_led_over", "trump_led_under", "ruff", "lone_jack", "overruff", "underruff"),
    *("free", "bela", "last", "zero", "score", "bete", "kb_tie", "end_kind", "end"),
)
"""What a game may have rules on, in the order in which one plays."""


class Rule(NamedTuple):
    """A rule: its id and what it says, a message id.

    The text may use the parameters of ``Game.text_params``. ``assumed``: no source says
    so, it is the default of this program.
    """

    id: str
    text: str
    assumed: bool = False


ASSUMED = _("our own reading: the sources do not say")
"""What to write beside a rule that is assumed."""


class HouseRule(NamedTuple):
    """A rule that holds, in words; `topic` is that of the rules, without a value."""

    id: str
    sentence: Sentence
    assumed: bool
    topic: str


class Bid(NamedTuple):
    """How the trumps of a deal came about.

    ``who`` may bid so: "any", "elder" (who plays to the left of the dealer) or "dealer".
    ``suit`` becomes trump: the "turned" one, an "other", "any", or "none". ``topic``
    names the rule; ``void``: nothing was played; ``needs``: only with this option.
    """

    name: str
    who: str
    suit: str
    topic: str
    void: bool = False
    needs: str = ""


@dataclass(frozen=True)
class Game:
    """One game with its house rules. Frozen; options are changed by ``with_options``.

    ``rules`` holds the rule of each topic. A topic "attribute=value" is the rule only
    while the game has that value.
    """

    name: str
    title: str
    seats: tuple[Seat, ...]
    rules: Mapping[str, Rule] = field(repr=False, compare=False)
    options: tuple[str, ...]
    bids: tuple[Bid, ...]
    deck: Deck = PIQUET
    hand: int = 9  # cards of each player, which is the number of tricks
    last_trick: int = 10
    # Melds: points of a run of three, of four, of five or more; of four equal by rank
    run3: int = 20
    run4: int = 50
    run5: int = 50
    quads: tuple[tuple[str, int], ...] = ()
    three_dardas: int = 0  # three runs of three in one hand, 0: no more than their sum
    equal_melds: str = "nobody"
    bela: int = 20
    bela_needs_trick: bool = False
    # Making trumps
    bid2: str = "other"
    schmeiss: bool = False
    no_trumps: bool = False
    # Playing
    underruff: str = "must"  # who cannot overruff "must" ruff lower, or is "free"
    lone_jack_free: bool = False  # KBY
    # Scoring
    kb_tie: str = "maker0"
    five_wins: bool = False
    end: str = "points:500"

    @cached_property
    def parties(self) -> tuple[Party, ...]:
        """The columns of the sheet."""
        return ("we", "they") if len(self.seats) == 4 else self.seats

    def party_of(self, seat: Seat) -> Party:
        """The column of a player."""
        return self.parties[self.seats.index(seat) % len(self.parties)]

    def players(self, party: Party) -> tuple[Seat, ...]:
        """The players of a column."""
        return tuple(seat for seat in self.seats if self.party_of(seat) == party)

    def left_of(self, seat: Seat, places: int = 1) -> Seat:
        """The seat so many places to the left, which is the order of play."""
        return self.seats[(self.seats.index(seat) + places) % len(self.seats)]

    def others(self, party: Party) -> tuple[Party, ...]:
        """The opponents, from the left."""
        at = self.parties.index(party)
        return self.parties[at + 1 :] + self.parties[:at]

    @property
    def all_played(self) -> bool:
        """Whether every card of the pack is played."""
        return self.hand * len(self.seats) == len(self.deck.cards)

    def total(self, *, trumps: bool = True) -> int:
        """The points of the pack with the last trick."""
        return sum(self.deck.values(trumps=trumps)) + self.last_trick

    def run(self, length: int) -> int:
        """What a run of three or more cards is worth."""
        return (self.run3, self.run4, self.run5)[min(length, 5) - 3]

    @property
    def allowed_bids(self) -> dict[str, Bid]:
        """The bids that these house rules have, by name."""
        return {bid.name: bid for bid in self.bids if not bid.needs or getattr(self, bid.needs)}

    @property
    def has_turned_suit(self) -> bool:
        """Whether a card is turned before trumps are made."""
        return any(bid.suit == "turned" for bid in self.bids)

    @property
    def end_kind(self) -> str:
        """ "points" or "hands"."""
        return self.end.partition(":")[0]

    @property
    def end_number(self) -> int:
        """The points that end a match, or its number of deals."""
        return int(self.end.partition(":")[2])

    # Rules in words

    def rule(self, topic: str) -> str:
        """The id of the rule on this topic, which may be an attribute whose value decides."""
        if topic not in self.rules:
            topic = f"{topic}={getattr(self, topic)}"
        return self.rules[topic].id

    @property
    def text_params(self) -> dict[str, object]:
        """What the texts of the rules may mention."""
        names = ("hand", "run3", "run4", "run5", "bela", "three_dardas", "end_number")
        return {name: getattr(self, name) for name in names} | {
            "ranks": " ".join(self.deck.ranks).replace("T", "10"),
            "total": self.total(),
            "no_trumps_total": self.total(trumps=False),
        }

    def house_rules(self) -> list[HouseRule]:
        """The rules that hold, in the order in which one plays."""
        holding = [topic for topic in self.rules if self._holds(topic)]
        holding.sort(key=lambda topic: TOPICS.index(topic.partition("=")[0]))
        params = self.text_params
        rules = [(topic.partition("=")[0], self.rules[topic]) for topic in holding]
        return [HouseRule(rule.id, Sentence(rule.text, params), rule.assumed, topic) for topic, rule in rules]

    def _holds(self, topic: str) -> bool:
        name, _, value = topic.partition("=")
        return not value or str(getattr(self, name)) == value

    # Options

    def option_values(self) -> dict[str, object]:
        """Every option of this game and its value."""
        return {name: getattr(self, OPTIONS[name].attribute) for name in self.options}

    def with_options(self, options: Mapping[str, object]) -> "Game":
        """The same game with some options changed. Raises ValueError that names the option."""
        changes: Mapping[str, Any] = checked(options, self.options)
        return replace(self, **changes)

    def to_json(self) -> dict[str, object]:
        """A plain dict that ``game_from_json`` reads back."""
        return {"version": VERSION, "preset": self.name, "options": self.option_values()}
