"""A row of the sheet ready to be shown: its boxes, its state, what is said about it and offered."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scoring import messages
from scoring.rules.findings import Severity

if TYPE_CHECKING:
    from scoring.entry.form import SheetForm

EMPTY, TODO, OK, ASK, WRONG = "empty", "todo", "ok", "ask", "wrong"


@dataclass(frozen=True)
class Message:
    """A sentence about a row or the sheet, the box it is about, and the rule that says so."""

    severity: str
    text: str
    field: str | None = None
    rule: str = ""


@dataclass(frozen=True)
class Choice:
    """What one key would put into a row (`position` 0: the foot); never applied by itself."""

    key: str
    label: str
    position: int
    cells: Mapping[str, str]

    @property
    def json(self) -> str:
        return json.dumps(self.cells)


@dataclass(frozen=True)
class Box:
    """One of the numbers of a row: as typed, and as it follows from what was typed."""

    name: str
    shade: str
    typed: str
    worked_out: str
    wrong: bool

    @property
    def label(self) -> str:
        return messages.field_name(self.name)


@dataclass(frozen=True)
class MoreChoice:
    """A choice that is seldom needed: its values with their words, and what is chosen."""

    name: str
    label: str
    words: list[tuple[str, str]]
    value: str


@dataclass(frozen=True)
class RowView:
    """A row of the sheet as it stands.

    `worked_out` holds boxes that follow from what was typed, `declarer` who played where that was not typed,
    `turn` who had to play by the order of dealing, `stand` the totals after this deal.
    """

    form: SheetForm
    position: int
    dealer: str
    cells: Mapping[str, str]
    revision: int
    state: str
    booked: str = ""
    stand: tuple[int, ...] | None = None
    worked_out: Mapping[str, str] = field(default_factory=dict)
    declarer: str = ""
    turn: str = ""
    messages: Sequence[Message] = ()
    choices: Sequence[Choice] = ()

    @property
    def dealer_words(self) -> tuple[str, str]:
        return self.form.seat_words(self.dealer)

    @property
    def wrong_fields(self) -> set[str]:
        return {one.field for one in self.messages if one.severity == Severity.IMPOSSIBLE and one.field}

    @property
    def boxes(self) -> list[Box]:
        return [self.box(name) for name in self.form.numbers]

    @property
    def more_boxes(self) -> list[Box]:
        return [self.box(name) for name in self.form.boxes if name in self.form.more]

    @property
    def more_choices(self) -> list[MoreChoice]:
        return [
            MoreChoice(name, messages.label(name), self.form.choice_words[name], self.cells.get(name, ""))
            for name in self.form.more
            if name in self.form.marks
        ]

    @property
    def opens_more(self) -> bool:
        """Whether the boxes that are seldom needed must be seen: they hold something, or are asked for."""
        asked = {one.field for one in self.messages}
        return any(name in asked or self.form.shows(name, self.cells) for name in self.form.more)

    @property
    def declarer_word(self) -> str:
        """Who played, where that was typed."""
        declarer = self.cells.get("declarer")
        return self.form.side_word(declarer) if declarer else ""

    @property
    def details(self) -> str:
        return self.form.details(self.cells)

    def box(self, name: str) -> Box:
        side, _, _ = name.partition("_")
        typed, worked_out = self.cells.get(name, ""), self.worked_out.get(name, "")
        return Box(name, self.form.shade(side), typed, worked_out, name in self.wrong_fields)
