"""What a printed document holds: frozen values only, ready to be laid out by any renderer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any, Self

from tournaments.reports.recount import Recount

SEATS = ("N", "E", "S", "W")
"""Clockwise, as at the table; N and S are the side "we", E and W the side "they"."""

MAX_DEALS = 40
"""The most deals that fit legibly on one page of paper."""


class Kind(StrEnum):
    """How a column is set on paper and stored in a spreadsheet.

    TEXT is set left and never turned into a number (so it also serves member numbers with leading
    zeros); all others are figures, set right. TREND is a number of places, up is positive.
    """

    TEXT = "text"
    RANK = "rank"
    INT = "int"
    DECIMAL = "decimal"
    DATE = "date"
    TREND = "trend"


class Awarded(int):
    """A score that a rule gave (sat out, absent, late) instead of cards; marked with a star in print.

    Its repr differs from that of a played score, for documents are told apart by theirs.
    """

    __str__ = int.__repr__

    def __repr__(self) -> str:
        return f"Awarded({int(self)})"


class Dropped(int):
    """A score that a rule leaves out, in brackets in print; `Partly` is one of which some rounds count."""

    __str__ = int.__repr__

    def __repr__(self) -> str:
        return f"{type(self).__name__}({int(self)})"


class Partly(Dropped):
    """A score of which a rule counts a part; marked with a ring in print."""


Cell = str | int | Fraction | Decimal | date | None
"""A value of a table; None prints as an empty cell."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    `decimals` counts for DECIMAL. `strong` prints bold (the figure that decides the order).
    `on_paper` False keeps a column for the spreadsheet alone, where width is no concern.
    """

    key: str
    title: str
    kind: Kind = Kind.TEXT
    decimals: int = 0
    strong: bool = False
    on_paper: bool = True


@dataclass(frozen=True, slots=True)
class Heading:
    """The identity of a document, repeated on every page.

    `title` may be left empty: the builders then fill in the usual one. `printed_at` is printed as it
    is, so hand over local time. `provisional` sets that word across every page. `mark`: what this copy is, as
    "Publication 4, replaces 3"; empty for a print of how it stands now. `status`: how far it is, for a list that is
    neither provisional nor final. `under`: the title that is played for, to tell files apart; empty for the usual one.
    """

    club: str
    event: str
    date: date
    printed_at: datetime
    title: str = ""
    provisional: bool = False
    mark: str = ""
    status: str = ""
    under: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """The public page of what is printed; `says`: what a phone finds there, in a few words."""

    address: str
    says: str


@dataclass(frozen=True)
class TableReport:
    """A document that is one table, over as many pages as it needs.

    `name` is the short word in the file name. `size` is the type size of the rows in points; it is
    only reduced where the columns would not fit across a landscape page. `recount`: from what a workbook can compute
    the totals once more; `no_recount`: why a workbook cannot, where that is to be said. `link` stands on the first page as a code for phones.
    Raises ValueError when a row does not have one cell for each column.
    """

    heading: Heading
    name: str
    columns: tuple[Column, ...]
    rows: Sequence[tuple[Cell, ...]]
    totals: tuple[Cell, ...] | None = None
    footnotes: tuple[str, ...] = ()
    size: float = 11
    recount: Recount | None = None
    no_recount: str = ""
    link: Link | None = None

    def __post_init__(self) -> None:
        width = len(self.columns)
        for number, row in enumerate(self.rows, 1):
            if len(row) != width:
                raise ValueError(f"row {number} has {len(row)} cells for {width} columns")
        if self.totals is not None and len(self.totals) != width:
            raise ValueError(f"the totals have {len(self.totals)} cells for {width} columns")

    def without_empty(self, *keys: str) -> Self:
        """The same report without those of the named columns in which no row has a value."""
        kept = [
            index
            for index, column in enumerate(self.columns)
            if column.key not in keys or any(row[index] not in (None, "") for row in self.rows)
        ]

        def pick(cells: tuple[Any, ...]) -> tuple[Any, ...]:
            return tuple(cells[index] for index in kept)

        return replace(
            self,
            columns=pick(self.columns),
            rows=[pick(row) for row in self.rows],
            totals=pick(self.totals) if self.totals is not None else None,
        )


@dataclass(frozen=True, slots=True)
class FilledDeal:
    """One deal as a player wrote it: roem in digits or tally marks, `declarer` "we", "they" or None."""

    we_points: int | None = None
    they_points: int | None = None
    we_roem: str = ""
    they_roem: str = ""
    nat: bool = False
    pit: bool = False
    declarer: str | None = None


@dataclass(frozen=True, slots=True)
class FilledSide:
    """What a player wrote under the columns of one side; None is left blank. `pits` in points."""

    points: int | None = None
    roem: int | None = None
    pits: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class FilledSheet:
    """The handwriting on a sheet, slips of the pen included."""

    deals: tuple[FilledDeal, ...]
    we: FilledSide = FilledSide()
    they: FilledSide = FilledSide()


@dataclass(frozen=True)
class TableSlip:
    """The paper of one table for one round.

    `seats` maps N, E, S, W to names; a missing or empty name leaves a line to write on. `teams` are those of
    the two sides, where teams play. The deal passes clockwise from `first_dealer`. `code` is the short text by which the typist finds the
    sheet. `deal_points` is the sum of card points in a deal (162), `pit_bonus` the premium of a pit
    (0: no line for it). `filled` prints the sheet as it comes back from the table.
    Raises ValueError for a number of deals outside 1..MAX_DEALS, an unknown seat, or more filled
    deals than there are rows.
    """

    table: int
    round_number: int
    seats: Mapping[str, str]
    deals: int
    code: str
    first_dealer: str = "N"
    ruleset: str = ""
    records_declarer: bool = False
    deal_points: int = 162
    pit_bonus: int = 100
    filled: FilledSheet | None = None
    teams: tuple[str, str] = ("", "")

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= MAX_DEALS:
            raise ValueError(f"a sheet has 1 to {MAX_DEALS} deals, not {self.deals}")
        if unknown := {self.first_dealer, *self.seats} - set(SEATS):
            raise ValueError(f"unknown seat {min(unknown)!r}, the seats are {', '.join(SEATS)}")
        if self.filled and len(self.filled.deals) > self.deals:
            raise ValueError(f"{len(self.filled.deals)} filled deals on a sheet of {self.deals}")

    def dealer(self, deal: int) -> str:
        """The seat that deals the given deal (1 and up).

        >>> TableSlip(1, 1, {}, 16, "A", first_dealer="W").dealer(2)
        'N'
        """
        return SEATS[(SEATS.index(self.first_dealer) + deal - 1) % len(SEATS)]


@dataclass(frozen=True, slots=True)
class SlipSide:
    """Who writes in the columns of a side: its word on the sheet, and its players as (letter, name)."""

    word: str
    players: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class GameSlip:
    """The paper of one table for a match of a relative.

    `sides` from the left. `dealers` are the letters of who deals, in turn from the first deal. `suits` can be
    trumps, "NT" without; none for a paper that does not ask. `notes` are what the writer must know of these rules, a line each. `ruleset` names the
    game. `boxes` are the columns of each side, of BOXES. A missing name leaves a line to write on.
    Raises ValueError for a number of deals outside 1..MAX_DEALS and for other than two or three sides.
    """

    BOXES = ("points", "melds", "roem", "bela", "stand")

    table: int
    round_number: int
    sides: tuple[SlipSide, ...]
    dealers: tuple[str, ...]
    deals: int
    code: str
    ruleset: str
    suits: tuple[str, ...] = ("C", "D", "H", "S")
    notes: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ("points", "melds", "bela", "stand")

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= MAX_DEALS:
            raise ValueError(f"a sheet has 1 to {MAX_DEALS} deals, not {self.deals}")
        if unknown := set(self.boxes) - set(self.BOXES):
            raise ValueError(f"unknown box {min(unknown)!r}, the boxes are {', '.join(self.BOXES)}")
        if len(self.sides) not in (2, 3):
            raise ValueError(f"a sheet has two or three sides, not {len(self.sides)}")

    def dealer(self, deal: int) -> str:
        """Who deals the given deal (1 and up)."""
        return self.dealers[(deal - 1) % len(self.dealers)]


@dataclass(frozen=True)
class SlipsReport:
    """The score sheets of a round, in the order of printing. Raises ValueError when there are none."""

    heading: Heading
    name: str
    slips: tuple[TableSlip | GameSlip, ...]

    def __post_init__(self) -> None:
        if not self.slips:
            raise ValueError("there are no score sheets to print")


@dataclass(frozen=True, slots=True)
class PaperCard:
    """A card to be cut out: what it is, a large `mark` (a number, a seat) at its right, rows of cells, a note below.

    A cell may hold several lines, separated by line feeds. `link` is an address for phones: below everything, or in
    the head of a card with rows.
    """

    title: str
    mark: str = ""
    subtitle: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    note: str = ""
    link: str = ""


@dataclass(frozen=True)
class CardsReport:
    """Cards to be cut out, as many on a sheet as fit, `across` beside each other.

    `titles` stand over the rows of every card, `shares` are the widths of their columns in proportion.
    Raises ValueError without cards, and for a row that does not have one cell for each column.
    """

    heading: Heading
    name: str
    cards: tuple[PaperCard, ...]
    titles: tuple[str, ...] = ()
    shares: tuple[float, ...] = ()
    across: int = 2

    def __post_init__(self) -> None:
        if not self.cards:
            raise ValueError("there are no cards to print")
        if any(len(row) != len(self.titles) for card in self.cards for row in card.rows):
            raise ValueError(f"a row has not one cell for each of the {len(self.titles)} columns")


@dataclass(frozen=True, slots=True)
class LabelledCode:
    """An address as a code for phones, and what stands beside it."""

    label: str
    address: str


@dataclass(frozen=True)
class CodesReport:
    """A list for the wall on which everybody finds a code of his own; `intro` says what to do with it.

    Raises ValueError without codes.
    """

    heading: Heading
    name: str
    intro: str
    codes: tuple[LabelledCode, ...]

    def __post_init__(self) -> None:
        if not self.codes:
            raise ValueError("there are no codes to print")


@dataclass(frozen=True)
class MatrixReport:
    """Who meets whom, how often or with what result: everybody has a row and a column, in the same order.

    `people` are numbers with names. `cells` hold a figure or a short text for each couple, None for somebody and
    himself; `legend` says what it means. `signed`: the figures are differences, with their sign in print.
    Raises ValueError when it is not square.
    """

    heading: Heading
    name: str
    people: tuple[tuple[int, str], ...]
    cells: tuple[tuple[int | str | None, ...], ...]
    legend: str
    signed: bool = False

    def __post_init__(self) -> None:
        size = len(self.people)
        if len(self.cells) != size or any(len(row) != size for row in self.cells):
            raise ValueError(f"a matrix of {size} people has {size} rows of {size} cells")


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of the house rules; `differs` where the default rules say otherwise."""

    text: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Section:
    """The rules about one part of the game."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house rules of a club, on one page; `legend` explains the mark of what differs."""

    heading: Heading
    name: str
    sections: tuple[Section, ...]
    legend: str


Document = TableReport | SlipsReport | HouseRules | CardsReport | CodesReport | MatrixReport
