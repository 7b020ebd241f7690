"""The form of a sheet of a relative: what a game has boxes for is told by the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from klaverclub.templatetags.cards import SUITS, TEXT_STYLE
from scoring import messages
from scoring.entry.form import Head, SheetForm
from scoring.entry.relative import cells as c
from scoring.entry.relative.judging import RelativeJudged
from scoring.rules.relatives import BIDS, Game
from scoring.rules.relatives.row import NO_TRUMPS

if TYPE_CHECKING:
    from scoring.models import Sheet
    from scoring.rules import Finding

BID_KEYS = {"passed": "p", "thrown": "x", "notrump": "n"}
"""The key for a deal that was not played, or played without trumps; it is said beside the row."""


class RelativeForm(SheetForm):
    """Card points and melds of every side, who made trumps, and bela.

    `more` is what no booking needs, or seldom: how trumps were made, trumps, the turned suit, the last trick, the
    dealer, the tricks. It waits behind one key.
    """

    folder = "relative"
    foot_span = 3
    shows_rules = True

    def __init__(self, sheet: Sheet, rules: Game) -> None:
        super().__init__(sheet, rules)
        self.game = rules
        self.numbers = c.numbers(rules, "points", "melds")
        self.tricks = c.numbers(rules, "tricks")
        self.marks = c.choices(rules) | {c.BELA: ("", *rules.parties)}
        self.chosen = tuple(name for name in self.marks if name not in ("declarer", c.BELA))

    @property
    def boxes(self) -> tuple[str, ...]:
        return self.numbers + self.tricks

    @property
    def more(self) -> tuple[str, ...]:
        return self.chosen + self.tricks

    def shows(self, name: str, cells: Mapping[str, str]) -> bool:
        """What is typed with a key is said beside its row."""
        return super().shows(name, cells) and not (name == "bid" and cells["bid"] in BID_KEYS)

    def meaning(self, cells: Mapping[str, str]) -> object:
        return c.to_deal(self.game, cells)

    def cells_of(self, deal: Mapping[str, Any]) -> dict[str, str]:
        return c.from_deal(self.game, deal)

    def judge(self, rows: Mapping[int, Mapping[str, str]], extra: Iterable[Finding] = ()) -> RelativeJudged:
        return RelativeJudged(self, rows, extra)

    def likeness(self, deal: Mapping[str, Any], turn: int = 0) -> tuple[object, ...] | None:
        """Points, melds and bela of the columns; void deals are alike at every table."""
        columns = [deal.get(party) or {} for party in self.sides]
        columns = columns[turn:] + columns[:turn]
        return tuple(tuple(sorted(column.items())) for column in columns) if any(columns) else None

    # Showing -------------------------------------------------------------------------------------------

    @property
    def heads(self) -> list[Head]:
        points, melds = _("points"), _("melds")
        heads = []
        for side in self.sides:
            word, shade = self.side_word(side), self.shade(side)
            heads.append(Head(f"{side}_points", shade, word, after=points))
            heads.append(Head(f"{side}_melds", shade, melds, before=word))
        return heads

    @property
    def rules_name(self) -> str:
        return messages.game_name(self.game)

    def details(self, cells: Mapping[str, str]) -> str:
        words = self.choice_words
        chosen = {name: dict(words[name])[cells[name]] for name in self.marks if cells.get(name)}
        if cells.get("bid") in BID_KEYS:
            del chosen["bid"]  # how the deal ended says so
        parts = [chosen[name] for name in ("bid", "trump") if name in chosen]
        parts += [
            f"{messages.label(name)} {chosen[name]}" for name in ("turned", c.BELA, "last") if name in chosen
        ]
        tricks = [cells.get(name, "") for name in self.tricks]
        if any(tricks):
            parts.append(f"{messages.label('tricks')} {'–'.join(one or '?' for one in tricks)}")
        return ", ".join(parts)

    @cached_property
    def choice_words(self) -> dict[str, list[tuple[str, str]]]:
        return {name: [("", ""), *self._words_of(name, values[1:])] for name, values in self.marks.items()}

    def _words_of(self, name: str, values: Iterable[str]) -> list[tuple[str, str]]:
        if name == "bid":
            return [(value, _(BIDS[value])) for value in values]
        if name in ("trump", "turned"):
            return [(value, _suit(value)) for value in values]
        if name == "dealer":
            return [(value, self.seat_words(value)[0]) for value in values]
        return [(value, self.side_word(value)) for value in values]

    @property
    def data(self) -> dict[str, str]:
        """What the script must know of the game."""
        bids = {f"bid-{BID_KEYS[bid]}": bid for bid in self._keyed}
        void = " ".join(bid.name for bid in self.game.allowed_bids.values() if bid.void)
        runs = {"run3": str(self.game.run3), "run4": str(self.game.run4)}
        complete = "1" if self.game.all_played else ""
        return {"complete": complete, "more": " ".join(self.more), "void": void, **runs, **bids}

    @property
    def _keyed(self) -> list[str]:
        """The bids of this game that have a key."""
        return [bid for bid in BID_KEYS if bid in self.game.allowed_bids]

    @property
    def width(self) -> int:
        """All columns of the table: beside the numbers deal, dealer, maker, and what stands over `foot_span`."""
        return 3 + len(self.numbers) + self.foot_span

    @property
    def first_word(self) -> str:
        """Whose boxes come first, whoever made trumps."""
        return self.side_word(self.sides[0])

    @property
    def bid_keys(self) -> list[tuple[str, str, bool]]:
        """The keys of bids, what they say, and whether the deal is then void."""
        bids = self.game.allowed_bids
        return [(BID_KEYS[name].upper(), _(BIDS[name]), bids[name].void) for name in self._keyed]


def _suit(value: str) -> str:
    """The name first, so that its letter chooses it."""
    if value == NO_TRUMPS:
        return _("no trumps")
    sign, name = SUITS[value]
    return f"{name} {sign}{TEXT_STYLE}"
