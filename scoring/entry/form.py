"""How the sheet of one family of games is typed: which boxes it has, how they are read, judged and kept.

The page, its rows that are kept, its versions and their comparison know no game: they ask the form of the
sheet, which is one of two, by the rules of the sheet.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext as _

from klaverclub.templatetags.cards import SEATS
from scoring.entry import cells as c
from scoring.rules.family import Rules, positions, side_of_position, sides
from scoring.rules.relatives import Game

if TYPE_CHECKING:
    from scoring.entry.judged import Judged
    from scoring.models import Sheet
    from scoring.rules import Finding


@dataclass(frozen=True)
class Head:
    """The heading of a column of numbers: what is shown, what only is read aloud, and how it is shaded."""

    name: str
    shade: str
    shown: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class SideHead:
    """A side: its word, how its columns are shaded, its box at the foot, the column it stands under."""

    side: str
    word: str
    shade: str
    written: str
    column: str


SHADES = ("we", "they")
"""Columns are shaded in turn, as on the paper."""


class SheetForm(ABC):
    """The form of one sheet.

    `numbers` are the columns of the table, two for each side, `marks` what is chosen rather than typed, with
    the allowed values. `folder` holds the templates that differ; it is in the name of the script too.
    """

    folder: ClassVar[str]
    foot_span: ClassVar[int]
    """Of the remark at the foot, in columns."""

    shows_rules: ClassVar[bool] = False
    """Whether a remark names its rule: in games that not everybody knows by heart."""

    numbers: tuple[str, ...]
    marks: Mapping[str, tuple[str, ...]]

    def __init__(self, sheet: Sheet, rules: Rules) -> None:
        self.sheet = sheet
        self.rules = rules
        self.sides = sides(rules)
        self.positions = positions(rules)

    # Reading and keeping -------------------------------------------------------------------------------

    @property
    def boxes(self) -> tuple[str, ...]:
        """Every box of a deal that text is typed in."""
        return self.numbers

    @cached_property
    def written(self) -> tuple[str, ...]:
        """The boxes of the foot."""
        return tuple(map(c.written_box, self.sides))

    def read_row(self, data: Mapping[str, str], prefix: str = "") -> dict[str, str]:
        return c.read_cells(data, self.boxes, self.marks, prefix)

    def read_foot(self, data: Mapping[str, str], prefix: str = "") -> dict[str, str]:
        return c.read_foot(data, self.written, prefix)

    @abstractmethod
    def meaning(self, cells: Mapping[str, str]) -> object:
        """What a row says; equal for two rows that say the same in other signs."""

    @abstractmethod
    def cells_of(self, deal: Mapping[str, Any]) -> dict[str, str]:
        """A row of a version as cells: what was typed, without what followed from it."""

    @abstractmethod
    def judge(self, rows: Mapping[int, Mapping[str, str]], extra: Iterable[Finding] = ()) -> Judged:
        """The rows by position (0 is the foot), with findings that others add."""

    @abstractmethod
    def likeness(self, deal: Mapping[str, Any], turn: int = 0) -> tuple[object, ...] | None:
        """By what a row of a version is recognised on another sheet; with `turn` the columns moved so many
        places. None for a row that says nothing.
        """

    # Templates and script ------------------------------------------------------------------------------

    @property
    def script(self) -> str:
        return f"js/typing_{self.folder}.js"

    @property
    def heads_template(self) -> str:
        return f"typing/{self.folder}/_heads.html"

    @property
    def row_template(self) -> str:
        return f"typing/{self.folder}/_row.html"

    @property
    def keys_template(self) -> str:
        return f"typing/{self.folder}/_keys.html"

    @property
    def key_line_template(self) -> str:
        return f"typing/{self.folder}/_key_line.html"

    @property
    def check_template(self) -> str:
        return f"typing/{self.folder}/_check.html"

    # Showing -------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def heads(self) -> list[Head]:
        """The headings of `numbers`."""

    @property
    @abstractmethod
    def rules_name(self) -> str:
        """The name of the rules, and whether the club has changed them."""

    def side_word(self, side: str) -> str:
        """What the side is called at the head of its column."""
        return _(side)

    def seat_words(self, seat: str) -> tuple[str, str]:
        """The letter of a dealer's seat, and how it is read aloud; who plays alone is called by his side."""
        letter, name = SEATS.get(seat, (seat, seat))
        return str(letter), str(name)

    @cached_property
    @abstractmethod
    def choice_words(self) -> dict[str, list[tuple[str, str]]]:
        """The choices of each mark: the value and the word in its box, in the language of the reader."""

    @property
    def more(self) -> tuple[str, ...]:
        """Boxes and choices that are seldom needed and wait behind a key."""
        return ()

    def shows(self, name: str, cells: Mapping[str, str]) -> bool:
        """Whether a box or choice of `more` holds what is not said elsewhere."""
        return bool(cells.get(name))

    @property
    def data(self) -> dict[str, str]:
        """What the script must know beside, as data of the form."""
        return {}

    def details(self, cells: Mapping[str, str]) -> str:
        """What was chosen in a row and stands in no column, in words."""
        return ""

    def shade(self, side: str) -> str:
        return SHADES[self.sides.index(side) % len(SHADES)]

    @cached_property
    def side_heads(self) -> list[SideHead]:
        """From the left."""
        columns = self.numbers[:: len(self.numbers) // len(self.sides)]
        return [
            SideHead(side, self.side_word(side), self.shade(side), c.written_box(side), column)
            for side, column in zip(self.sides, columns, strict=True)
        ]

    @property
    def sides_line(self) -> str:
        """All sides in one line: "we – they"."""
        return " – ".join(map(self.side_word, self.sides))

    def players(self, side: str) -> tuple[str, ...]:
        """The seats at the table of a side."""
        return tuple(seat for seat in self.positions if side_of_position(self.rules, seat) == side)

    def people(self, side: str, names: Mapping[str, str]) -> list[tuple[str, str, str]]:
        """Who writes in these columns: letter and word of the seat, and the name there.

        Who plays alone is known by the letter of his side.
        """
        seats = self.players(side)
        alone = len(seats) == 1
        return [
            ("" if alone else str(SEATS[seat][0]), str(SEATS[seat][1]), names.get(seat, "?"))
            for seat in seats
        ]

    def names_of(self, side: str, names: Mapping[str, str]) -> str:
        """The people of a side, by names at the seats: "Anneke Bakker + Bart de Vries"."""
        return " + ".join(names.get(seat, "?") for seat in self.players(side))

    def against(self, names: Mapping[str, str]) -> str:
        """Everybody at the table: "Anneke Bakker + Bart de Vries against Corrie Kok + Dirk Smit"."""
        sides = [self.names_of(side, names) for side in self.sides]
        return reduce(lambda one, other: _("%(one)s against %(other)s") % {"one": one, "other": other}, sides)

    def blocked(self, names: Mapping[str, str]) -> str:
        """Why the table where these people sit can have no sheet; empty when it can."""
        if set(names) == set(self.positions):
            return ""
        return _("Not all seats of this table are taken, so it can have no sheet.")


def form_of(sheet: Sheet) -> SheetForm:
    """The form that fits the rules of the sheet."""
    rules = sheet.get_rules()
    if isinstance(rules, Game):
        from scoring.entry.relative.form import RelativeForm

        return RelativeForm(sheet, rules)
    from scoring.entry.klaverjas.form import KlaverjasForm

    return KlaverjasForm(sheet, rules)
