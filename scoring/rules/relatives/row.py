"""A deal as the sheet of a relative declares it, read from JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from scoring.rules.findings import gettext_noop as _
from scoring.rules.relatives.deck import SUITS
from scoring.rules.relatives.game import Game, Party, Seat
from scoring.rules.relatives.melds import Announced, Meld, check_announced, make_meld

NO_TRUMPS = "NT"
MOST = 9999

Number = Literal["points", "melds", "tricks"]
NUMBERS: tuple[Number, ...] = ("points", "melds", "tricks")


class Unreadable(NamedTuple):
    """A cell that is no number: its field, and what was typed."""

    field: str
    typed: str


@dataclass(frozen=True)
class Column:
    """What one party has on the row. None is "not filled in", which is never zero.

    Card points have the last trick inside; melds and bela are not among them.
    """

    points: int | None = None
    melds: int | None = None
    bela: bool = False
    tricks: int | None = None


@dataclass(frozen=True)
class Row:
    """One deal on the sheet.

    ``announced`` are melds that were shown, by player. ``booked`` is what each party
    books where no more than that is known.
    """

    columns: Mapping[Party, Column]
    declarer: Party | None = None
    bid: str | None = None
    trump: str | None = None
    turned: str | None = None
    dealer: Seat | None = None
    last: Party | None = None
    fus: Party | None = None
    announced: Announced | None = None
    unreadable: tuple[Unreadable, ...] = ()
    booked: Mapping[Party, int] | None = None


@dataclass(frozen=True)
class Field:
    """A field of the form: its name, what it holds, and what may be chosen.

    ``kind`` is "number", "yesno" or "choice". ``each`` party has its own, or the deal
    has one.
    """

    name: str
    label: str
    kind: str
    each: bool = False
    choices: tuple[str, ...] = ()


def form_fields(game: Game) -> tuple[Field, ...]:
    """The form of one deal of this game."""
    suits = (*SUITS, NO_TRUMPS) if game.no_trumps else tuple(SUITS)
    turned = Field("turned", _("turned suit"), "choice", choices=tuple(SUITS))
    fus = Field("fus", _("run of five"), "choice", choices=game.parties)
    return (
        Field("declarer", _("maker"), "choice", choices=game.parties),
        Field("bid", _("trumps made"), "choice", choices=tuple(game.allowed_bids)),
        Field("trump", _("trumps"), "choice", choices=suits),
        *([turned] if game.has_turned_suit else []),
        Field("dealer", _("dealer"), "choice", choices=game.seats),
        Field("last", _("last trick"), "choice", choices=game.parties),
        *([fus] if game.five_wins else []),
        Field("points", _("card points"), "number", each=True),
        Field("melds", _("melds"), "number", each=True),
        Field("bela", _("bela"), "yesno", each=True),
        Field("tricks", _("tricks"), "number", each=True),
    )


BIDS = {
    "turned": _("the turned suit"),
    "named": _("another suit"),
    "dealer": _("the dealer had to"),
    "notrump": _("no trumps"),
    "schmeiss": _("schmeiss refused"),
    "passed": _("all passed"),
    "thrown": _("schmeiss: thrown in"),
}
"""What the bids are called on the form."""


def read_row(game: Game, data: object) -> Row:
    """A deal from JSON. Raises ValueError that names the field when its shape is wrong.

    A cell with text that is no number is left empty and listed in ``unreadable``. Numbers
    in the place of columns, {"A": 120, "B": 50}, are what is booked.
    """
    if not isinstance(data, Mapping):
        raise ValueError("a deal is an object of fields")  # noqa: TRY004
    if data and all(type(data.get(party)) is int for party in game.parties):
        return _read_booked(game, data)
    known = {one.name: one for one in form_fields(game) if not one.each}
    allowed = [*known, *game.parties, "announced"]
    for name in data:
        if name not in allowed:
            raise ValueError(f"field {name!r} is not known; allowed are {', '.join(allowed)}")
    reader = _Cells()
    columns = {party: reader.column(party, data.get(party)) for party in game.parties}
    choices = {name: _choice(name, data.get(name), one.choices) for name, one in known.items()}
    announced = None if data.get("announced") is None else _announced(game, data["announced"])
    return Row(columns, announced=announced, unreadable=tuple(reader.unreadable), **choices)


def _read_booked(game: Game, data: Mapping[str, int]) -> Row:
    for name in data:
        if name not in game.parties:
            raise ValueError(f"field {name!r}: beside what is booked there is nothing else")
    columns = dict.fromkeys(game.parties, Column())
    return Row(columns, booked={party: data[party] for party in game.parties})


def _choice(name: str, value: object, allowed: tuple[str, ...]) -> Any:
    if value is None or value == "":
        return None
    if isinstance(value, str) and value in allowed:
        return value
    raise ValueError(f"{name} {value!r}: allowed are {', '.join(allowed)}, null")


@dataclass
class _Cells:
    """Reads the columns, and keeps what was no number."""

    unreadable: list[Unreadable] = field(default_factory=list)

    def column(self, party: Party, data: object) -> Column:
        if data is None:
            return Column()
        if not isinstance(data, Mapping):
            raise ValueError(f"{party} is an object with points, melds, bela and tricks")  # noqa: TRY004
        for name in data:
            if name not in (*NUMBERS, "bela"):
                raise ValueError(
                    f"{party}: field {name!r} is not known; allowed are points, melds, bela, tricks"
                )
        bela = data.get("bela")
        if bela not in (None, True, False) or isinstance(bela, int) is not isinstance(bela, bool):
            raise ValueError(f"{party}: bela {bela!r}: allowed are true, false, null")
        return Column(
            bela=bool(bela), **{name: self._number(party, name, data.get(name)) for name in NUMBERS}
        )

    def _number(self, party: Party, name: Number, value: object) -> int | None:
        if value is None or type(value) is int:
            return value
        if not isinstance(value, str):
            raise ValueError(f"{party}: {name} {value!r} is not a whole number")  # noqa: TRY004
        text = value.strip()
        if text.isascii() and text.isdigit() and int(text[:9]) <= MOST:
            return int(text[:9])
        if text:
            self.unreadable.append(Unreadable(f"{party}_{name}", text[:20]))
        return None


def _announced(game: Game, data: object) -> dict[Seat, tuple[Meld, ...]]:
    if not isinstance(data, Mapping):
        raise ValueError("announced is an object: for each player a list of melds")  # noqa: TRY004
    found: dict[Seat, tuple[Meld, ...]] = {}
    for seat, melds in data.items():
        if seat not in game.seats:
            raise ValueError(f"announced: {seat!r}: allowed are {', '.join(game.seats)}")
        if not isinstance(melds, list) or not all(isinstance(meld, list) for meld in melds):
            raise ValueError(f"announced: {seat}: melds are a list of lists of cards")
        try:
            found[seat] = tuple(make_meld(game, meld) for meld in melds)
        except ValueError as error:
            raise ValueError(f"announced: {seat}: {error}") from None
    check_announced(game, found)
    return found
