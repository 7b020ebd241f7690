"""Documents of a schedule: all rounds for the wall, cards for everybody and every table, the proof; and draw slips."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.reports.documents import (
    CardsReport,
    Cell,
    CodesReport,
    Column,
    Heading,
    Kind,
    MatrixReport,
    PaperCard,
    TableReport,
)
from tournaments.reports.wall import seat_letter, seat_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tournaments.pairing.schedules import Person
    from tournaments.timetable import Line, PlannedRound, PlannedTable, Timetable, Who

PLACES = ("N", "E", "S", "W")
"""The order in which the places of a table are counted on a draw slip: partners are two apart."""


def _titled(heading: Heading, title: str) -> Heading:
    return replace(heading, title=heading.title or title)


def _numbered(who: Who) -> str:
    """A name behind its number in the schedule."""
    return f"{who.number} {who.name}" if who.number else who.name


def _names(people: Iterable[Who], between: str = "\n") -> str:
    return between.join(map(_numbered, people))


def _below(people: Iterable[Who]) -> str:
    """Everybody on a line of his own, the two of a pair too."""
    return _names(people).replace(" + ", "\n")


# For the wall -------------------------------------------------------------------


def all_rounds(heading: Heading, timetable: Timetable) -> TableReport:
    """Every table of every round, with numbers and names; who rests stands below."""
    if timetable.pairs:
        sides = (Column("NS", _("North–South")), Column("EW", _("East–West")))
    else:
        sides = tuple(Column(seat, seat_name(seat)) for seat in ("N", "S", "E", "W"))
    return TableReport(
        heading=_titled(heading, timetable.title),
        name=_("schedule"),
        columns=(
            Column("round", _("Round"), Kind.INT, strong=True),
            Column("table", _("Table"), Kind.INT, strong=True),
            *sides,
        ),
        rows=[
            (planned.number, table.number, *_seated(table, len(sides)))
            for planned in timetable.rounds
            for table in planned.tables
        ],
        footnotes=(
            *map(_resting, filter(lambda planned: planned.resting, timetable.rounds)),
            *timetable.praise,
        ),
    )


def _seated(table: PlannedTable, columns: int) -> list[str]:
    """The names for these columns, the first side in the first half; a table of three leaves one empty."""
    half = columns // 2
    return [
        _numbered(side[place]) if place < len(side) else ""
        for side in (table.north_south, table.east_west)
        for place in range(half)
    ]


def _resting(planned: PlannedRound) -> str:
    return _("Sitting out in round %(number)d: %(names)s.") % {
        "number": planned.number,
        "names": _names(planned.resting, ", "),
    }


def proof(heading: Heading, timetable: Timetable) -> TableReport:
    """The count of everybody, and what it proves in words."""
    pairs = timetable.pairs
    seats = ("N", "E") if pairs else ("N", "E", "S", "W")
    titles = {"N": _("N–S"), "E": _("E–W")} if pairs else {seat: seat_letter(seat) for seat in seats}
    partners = () if pairs else (Column("partners", _("Partners"), Kind.INT),)
    twice = () if pairs else (Column("twice", _("Opponents twice"), Kind.INT),)
    return TableReport(
        heading=_titled(heading, _("The proof by counting")),
        name=_("proof"),
        columns=(
            Column("number", _("No."), Kind.INT, strong=True),
            Column("name", _("Name")),
            *partners,
            Column("once", _("Opponents once"), Kind.INT),
            *twice,
            Column("rests", _("Rests"), Kind.INT),
            Column("tables", _("Tables"), Kind.INT),
            *(Column(seat, titles[seat], Kind.INT) for seat in seats),
        ),
        rows=[_counted(who, person, seats, pairs=pairs) for who, person in timetable.counted],
        footnotes=(
            *timetable.praise,
            _("Counted from the seats of all rounds, number by number.")
            if pairs
            else _(
                "Counted from the seats of all rounds, number by number: with how many others somebody plays, against how many once and twice, how often he rests, at how many tables and on which seats he sits."
            ),
        ),
    )


def _counted(who: Who, person: Person, seats: tuple[str, ...], *, pairs: bool) -> tuple[Cell, ...]:
    times = list(person.opponents.values())
    return (
        who.number,
        who.name,
        *(() if pairs else (len(person.partners),)),
        times.count(1),
        *(() if pairs else (times.count(2),)),
        person.sit_outs,
        len(person.tables),
        *(person.seats.get(seat, 0) for seat in seats),
    )


def who_meets_whom(heading: Heading, timetable: Timetable) -> MatrixReport:
    """The count of every couple: how often they are partners and opponents, of pairs how often they meet."""
    people = [(who.number or 0, who.name) for who in timetable.people]
    legend = (
        _("How often two pairs meet.")
        if timetable.pairs
        else _("How often two people are partners · opponents; nothing where they never meet.")
    )
    return MatrixReport(
        heading=_titled(heading, _("Who meets whom")),
        name=_("who-meets-whom"),
        people=tuple(people),
        cells=tuple(
            tuple(_met(person, other, pairs=timetable.pairs) for other, _name in people)
            for _who, person in timetable.counted
        ),
        legend=legend,
    )


def _met(person: Person, other: int, *, pairs: bool) -> int | str | None:
    together, against = person.partners.get(other, 0), person.opponents.get(other, 0)
    if not together and not against:
        return None
    return against if pairs else f"{together}·{against}"


def matrix_as_table(report: MatrixReport) -> TableReport:
    """The same as a list, for a spreadsheet: figures stay figures."""
    texts = any(isinstance(cell, str) for row in report.cells for cell in row)
    kind = Kind.TEXT if texts else Kind.INT
    return TableReport(
        heading=report.heading,
        name=report.name,
        columns=(
            Column("number", _("No."), Kind.INT),
            Column("name", _("Name")),
            *(Column(str(number), str(number), kind) for number, _name in report.people),
        ),
        rows=[(*who, *row) for who, row in zip(report.people, report.cells, strict=True)],
        footnotes=(report.legend,),
    )


# To cut out ---------------------------------------------------------------------


def personal_cards(
    heading: Heading, timetable: Timetable, links: Mapping[int, str] = MappingProxyType({})
) -> CardsReport:
    """A card for everybody: table, seat, partner and opponents in all rounds; `links`: the same online, by entry."""
    partner = () if timetable.pairs else (_("With"),)
    return CardsReport(
        heading=_titled(heading, _("Personal cards")),
        name=_("cards"),
        titles=(_("Round"), _("Table"), _("Seat"), *partner, _("Against")),
        shares=(10, 10, 12, 68) if timetable.pairs else (10, 10, 8, 36, 36),
        cards=tuple(
            PaperCard(
                title=card.who.name,
                mark=str(card.who.number),
                rows=tuple(_card_row(line, pairs=timetable.pairs) for line in card.lines),
                link=links.get(card.who.entry, ""),
            )
            for card in timetable.cards
        ),
    )


def _card_row(line: Line, *, pairs: bool) -> tuple[str, ...]:
    if line.table is None:
        rests = _("rests") if line.there else _("not there")
        return (str(line.round), "", "", rests) if pairs else (str(line.round), "", "", rests, "")
    partner = () if pairs else (_numbered(line.partner) if line.partner else "",)
    return str(line.round), str(line.table), _seat(line.seat, pairs=pairs), *partner, _names(line.opponents)


def _seat(seat: str, *, pairs: bool) -> str:
    if pairs:
        return _("N–S") if seat == "N" else _("E–W")
    return seat_letter(seat)


def guide_cards(heading: Heading, timetable: Timetable) -> CardsReport:
    """A card for every table: who comes to sit there in each round."""
    numbers = sorted({table.number for planned in timetable.rounds for table in planned.tables})
    return CardsReport(
        heading=_titled(heading, _("Guide cards")),
        name=_("guide-cards"),
        titles=(_("Round"), _("North–South"), _("East–West")),
        shares=(12, 44, 44),
        cards=tuple(
            PaperCard(
                title=_("Table %(number)d") % {"number": number},
                subtitle=timetable.title,
                rows=tuple(_guide_row(planned, number) for planned in timetable.rounds),
            )
            for number in numbers
        ),
    )


def _guide_row(planned: PlannedRound, number: int) -> tuple[str, str, str]:
    for table in planned.tables:
        if table.number == number:
            return str(planned.number), _below(table.north_south), _below(table.east_west)
    return str(planned.number), _("nobody"), ""


# Slips to draw from a hat ---------------------------------------------------------


def draw_slips(heading: Heading, count: int, *, pairs: bool) -> CardsReport:
    """Slips for `count` people or pairs, to be drawn at the door: number, table and seat of the next round.

    Tables are filled in order of number, so that with fewer people the last slips stay in the box.
    """
    cards = [_pair_slip(number) if pairs else _slip(number) for number in range(1, count + 1)]
    return CardsReport(_titled(heading, _("Draw slips")), _("draw-slips"), tuple(cards), across=3)


def _slip(number: int) -> PaperCard:
    """Four to a table; who draws two numbers further sits opposite."""
    table, place = divmod(number - 1, 4)
    first = 4 * table + 1
    partner = first + (place + 2) % 4
    others = [first + (place + 1) % 4, first + (place + 3) % 4]
    return PaperCard(
        title=_("Table %(number)d") % {"number": table + 1},
        subtitle=seat_name(PLACES[place]),
        mark=str(number),
        note=_("with number %(partner)d, against %(one)d and %(other)d")
        % {"partner": partner, "one": min(others), "other": max(others)},
    )


def _pair_slip(number: int) -> PaperCard:
    table, place = divmod(number - 1, 2)
    return PaperCard(
        title=_("Table %(number)d") % {"number": table + 1},
        subtitle=_("East–West") if place else _("North–South"),
        mark=str(number),
        note=_("against pair %(number)d") % {"number": number - 1 if place else number + 1},
    )


def as_table(report: CardsReport) -> TableReport:
    """The same cards as a list, for a spreadsheet: a row for each row of a card, or for each card without rows."""
    columns = (
        Column("mark", _("No.")),
        Column("title", _("Card")),
        Column("subtitle", _("Place")),
        *(Column(str(place), title) for place, title in enumerate(report.titles)),
        Column("note", _("Note")),
        Column("link", _("Address")),
    )
    empty = ("",) * len(report.titles)
    rows = [
        (
            card.mark,
            card.title,
            card.subtitle,
            *(cell.replace("\n", " + ") for cell in row),
            card.note,
            card.link,
        )
        for card in report.cards
        for row in card.rows or (empty,)
    ]
    table = TableReport(report.heading, report.name, columns, rows)
    return table.without_empty("mark", "subtitle", "note", "link")


def codes_as_table(report: CodesReport) -> TableReport:
    """The same addresses as a list, for a spreadsheet."""
    columns = (Column("name", _("Name")), Column("address", _("Address")))
    rows = [(code.label, code.address) for code in report.codes]
    return TableReport(report.heading, report.name, columns, rows)
