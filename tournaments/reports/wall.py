"""The lists on the wall: where everybody sits this round, by name and by table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.reports.documents import Cell, Column, Heading, Kind, TableReport

WALL_SIZE = 15
"""Points; read standing, in a crowd, without the right glasses."""

PARTNERS_TOGETHER = ("N", "S", "E", "W")


@dataclass(frozen=True, slots=True)
class WallSeat:
    """Where one person sits this round; without `table` and `seat` (N, E, S, W; or A, B, C) the person sits out."""

    name: str
    number: str = ""
    table: int | None = None
    seat: str = ""
    partner: str = ""
    opponents: tuple[str, ...] = ()
    team: str = ""


def seat_letter(seat: str) -> str:
    """The letter of a seat in the active language: N, O, Z, W on a Dutch page; A, B and C are the same everywhere."""
    letters = {
        "N": pgettext("seat letter", "N"),
        "E": pgettext("seat letter", "E"),
        "S": pgettext("seat letter", "S"),
        "W": pgettext("seat letter", "W"),
    }
    return letters.get(seat, seat)


def seat_name(seat: str) -> str:
    return {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}.get(seat, seat)


def wall_by_name(heading: Heading, round_number: int, seats: Sequence[WallSeat]) -> TableReport:
    """Everybody in the given order of names, those who sit out in their place among them.

    Beside the seat stands who plays with whom or, where everybody plays for himself, against whom.
    """
    alone = not any(seat.partner for seat in seats)
    report = TableReport(
        heading=_titled(heading, _("Round %(number)d: by name") % {"number": round_number}),
        name=_("round-%(number)d-by-name") % {"number": round_number},
        columns=(
            Column("name", _("Name")),
            Column("table", _("Table"), Kind.INT, strong=True),
            Column("seat", _("Seat"), strong=True),
            Column("team", _("Team")),
            Column("partner", _("Against") if alone else _("With")),
            Column("number", _("No."), on_paper=False),
            Column("opponents", _("Against"), on_paper=False),
        ),
        rows=[_person_cells(seat, alone) for seat in seats],
        size=WALL_SIZE,
    )
    return report.without_empty("team", "number", "opponents")


def wall_by_table(
    heading: Heading,
    round_number: int,
    seats: Sequence[WallSeat],
    positions: Sequence[str] = PARTNERS_TOGETHER,
) -> TableReport:
    """One row for each table, its seats in the order of `positions`, teams before theirs; who sits out stands below."""
    tables: dict[int, dict[str, str]] = {}
    for seat in seats:
        if seat.table is not None:
            tables.setdefault(seat.table, {})[seat.seat] = seat.name
            tables[seat.table].setdefault(f"team-{seat.seat}", seat.team)
    titles = {"team-N": _("North–South"), "team-E": _("East–West")}
    keys = [key for seat in positions for key in ((f"team-{seat}", seat) if seat in "NE" else (seat,))]
    resting = [seat.name for seat in seats if seat.table is None]
    report = TableReport(
        heading=_titled(heading, _("Round %(number)d: by table") % {"number": round_number}),
        name=_("round-%(number)d-by-table") % {"number": round_number},
        columns=(
            Column("table", _("Table"), Kind.INT, strong=True),
            *(Column(key, titles.get(key) or seat_name(key)) for key in keys),
        ),
        rows=[
            (table, *(at_table.get(key, "") for key in keys)) for table, at_table in sorted(tables.items())
        ],
        footnotes=(_("Sitting out this round: %(names)s.") % {"names": ", ".join(resting)},)
        if resting
        else (),
        size=WALL_SIZE,
    )
    return report.without_empty(*titles)


def _person_cells(seat: WallSeat, alone: bool) -> tuple[Cell, ...]:
    if seat.table is None:
        return seat.name, None, "", seat.team, _("sits out this round"), seat.number, ""
    against = ", ".join(seat.opponents)
    company = (against, seat.number, "") if alone else (seat.partner, seat.number, against)
    return seat.name, seat.table, seat_name(seat.seat), seat.team, *company


def _titled(heading: Heading, title: str) -> Heading:
    return replace(heading, title=heading.title or title)
