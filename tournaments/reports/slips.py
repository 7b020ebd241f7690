"""The paper score sheets of a round."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.reports.documents import (
    SEATS,
    Cell,
    Column,
    FilledDeal,
    GameSlip,
    Heading,
    Kind,
    SlipsReport,
    TableReport,
    TableSlip,
)
from tournaments.reports.wall import seat_letter, seat_name


def table_slips(heading: Heading, round_number: int, slips: Iterable[TableSlip | GameSlip]) -> SlipsReport:
    """The score sheets of a round, in the given order."""
    title = heading.title or _("Score sheets of round %(number)d") % {"number": round_number}
    name = _("sheets-round-%(number)d") % {"number": round_number}
    return SlipsReport(replace(heading, title=title), name, tuple(slips))


def side_word(side: str) -> str:
    """`we` or `they` in the active language."""
    return {"we": _("we"), "they": _("they")}[side]


def tally(roem: int) -> str:
    """Roem in the marks that clubs write, V for 50 and I for 20; digits when no marks can say it.

    >>> tally(70), tally(40), tally(60), tally(30), tally(0)
    ('VI', 'II', 'III', '30', '')
    """
    for fifties in range(roem // 50, -1, -1):
        twenties, rest = divmod(roem - 50 * fifties, 20)
        if rest == 0:
            return "V" * fifties + "I" * twenties
    return str(roem)


def as_table(report: SlipsReport) -> TableReport:
    """The same sheets as one list of deals, for filling in with a spreadsheet; lists of three are for paper only."""
    if any(isinstance(slip, TableSlip) for slip in report.slips):
        return _klaverjas_table(report)
    return _game_table(report, [slip for slip in report.slips if isinstance(slip, GameSlip)])


def box_title(box: str) -> str:
    """What a column of a side is called."""
    return {
        "points": _("points"),
        "melds": _("melds"),
        "roem": _("roem"),
        "bela": _("bela"),
        "stand": _("stand"),
    }[box]


def _klaverjas_table(report: SlipsReport) -> TableReport:
    return TableReport(
        heading=report.heading,
        name=report.name,
        columns=(
            Column("code", _("Code")),
            Column("round", _("Round"), Kind.INT),
            Column("table", _("Table"), Kind.INT),
            *(Column(seat, seat_name(seat)) for seat in SEATS),
            Column("deal", _("Deal"), Kind.INT),
            Column("dealer", _("Dealer")),
            Column("declarer", _("Plays")),
            Column("we_points", _("We: points"), Kind.INT),
            Column("we_roem", _("We: roem")),
            Column("they_points", _("They: points"), Kind.INT),
            Column("they_roem", _("They: roem")),
            Column("nat", _("Nat")),
            Column("pit", _("Pit")),
        ),
        rows=[row for slip in report.slips if isinstance(slip, TableSlip) for row in _deal_rows(slip)],
    )


def _game_table(report: SlipsReport, slips: Sequence[GameSlip]) -> TableReport:
    words = [side.word for side in slips[0].sides]
    boxes = [(box, box_title(box)) for box in slips[0].boxes]
    return TableReport(
        heading=report.heading,
        name=report.name,
        columns=(
            Column("code", _("Code")),
            Column("round", _("Round"), Kind.INT),
            Column("table", _("Table"), Kind.INT),
            *(Column(f"players_{word}", word) for word in words),
            Column("deal", _("Deal"), Kind.INT),
            Column("dealer", _("Dealer")),
            Column("maker", _("Maker")),
            Column("trumps", _("Trumps")),
            *(Column(f"{word}_{box}", f"{word}: {title}") for word in words for box, title in boxes),
        ),
        rows=[
            (
                *(slip.code, slip.round_number, slip.table),
                *(" + ".join(name for _letter, name in side.players if name) for side in slip.sides),
                *(deal, slip.dealer(deal), "", ""),
                *(None,) * (len(boxes) * len(words)),
            )
            for slip in slips
            for deal in range(1, slip.deals + 1)
        ],
    )


def _deal_rows(slip: TableSlip) -> Iterable[tuple[Cell, ...]]:
    written = slip.filled.deals if slip.filled else ()
    names = tuple(slip.seats.get(seat, "") for seat in SEATS)
    for number in range(1, slip.deals + 1):
        deal = written[number - 1] if number <= len(written) else FilledDeal()
        yield (
            slip.code,
            slip.round_number,
            slip.table,
            *names,
            number,
            seat_letter(slip.dealer(number)),
            side_word(deal.declarer) if deal.declarer else "",
            deal.we_points,
            deal.we_roem,
            deal.they_points,
            deal.they_roem,
            "N" if deal.nat else "",
            "P" if deal.pit else "",
        )
