"""The documents that say how it stands: the result of an evening and the table of a season."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from klaverclub.templatetags.figures import figure
from tournaments.games import Terms
from tournaments.reports.documents import Awarded, Cell, Column, Heading, Kind, TableReport
from tournaments.reports.figures import AWARDED_MARK
from tournaments.reports.recount import Recount

USUAL, WITH_VALUE = 11, 10
"""Type sizes in points: one more column of figures must not turn the page."""
MOST_NAMED = 4
"""So many people share a note below a table before the rest is counted."""


@dataclass(frozen=True, slots=True)
class EveningResultRow:
    """One entry of an evening.

    A guest has no `rank`. `rounds` in points, in order: None is not played (yet), `Awarded` was given by
    rule. `best` and `worst` are of the rounds that count; `pits` is None in a game without them; `poedel` marks the last place.
    """

    rank: int | None
    name: str
    number: str
    rounds: tuple[int | None, ...]
    total: int
    best: int | None
    worst: int | None
    pits: int | None
    nats: int
    roem: int
    poedel: bool = False


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One entry of a season.

    A guest has no `rank` and no `gap`: how far behind the leader, in what the table is ranked by.
    `average` is None before the first score, `last_evening` (points) None when absent, `trend` (places
    won since the last list) None for a newcomer. `value`: what is ranked, where that is neither the total nor the
    average. `remark`: why there is no rank.
    """

    rank: int | None
    name: str
    number: str
    evenings: int
    rounds: int
    total: int
    average: Fraction | None
    last_evening: int | None
    gap: int | Fraction | None
    trend: int | None
    value: Fraction | None = None
    remark: str = ""


def evening_result(
    heading: Heading, rows: Sequence[EveningResultRow], notes: Sequence[str] = (), terms: Terms | None = None
) -> TableReport:
    """The result of one evening, in the given order; `notes` come below those made here.

    `terms` are those of the game, of klaverjassen when left out.
    """
    terms = terms or Terms(_("Roem"), _("Nats"), pits=True)
    rounds = max((len(row.rounds) for row in rows), default=0)
    columns = (
        Column("rank", _("Place"), Kind.RANK),
        Column("name", _("Name")),
        Column("number", _("No."), on_paper=_share_names(rows)),
        *(
            Column(f"round_{number}", pgettext("column", "Round %(number)d") % {"number": number}, Kind.INT)
            for number in range(1, rounds + 1)
        ),
        Column("total", _("Total"), Kind.INT, strong=True),
        Column("best", _("Best"), Kind.INT),
        Column("worst", _("Worst"), Kind.INT),
        Column("pits", _("Pits"), Kind.INT),
        Column("nats", terms.lost, Kind.INT),
        Column("roem", terms.melds, Kind.INT),
        Column("remark", _("Remark"), on_paper=False),
    )
    report = TableReport(
        heading=replace(heading, title=heading.title or _("Result of the evening")),
        name=_("result"),
        columns=columns,
        rows=[_evening_cells(row, rounds) for row in rows],
        footnotes=(*_evening_footnotes(rows), *notes),
    )
    return report.without_empty("number", "remark", *(() if terms.pits else ("pits",)))


def season_table(
    heading: Heading,
    rows: Sequence[SeasonRow],
    by_average: bool = False,
    decimals: int = 2,
    notes: Sequence[str] = (),
    value: str = "",
    recount: Recount | None = None,
    no_recount: str = "",
) -> TableReport:
    """The table of a season, in the given order; `by_average` when the average decides, not the sum.

    `decimals` are those of the average; `notes` come below the table, what it is an average of among them. `value`: the
    title of the column of what is ranked, where that is neither the total nor the average of everything.
    """
    gap_kind, gap_decimals = (Kind.DECIMAL, decimals) if by_average else (Kind.INT, 0)
    ranked = Column("value", value, gap_kind, decimals=gap_decimals, strong=True)
    plain = not value
    total = _("All points") if value or by_average else _("Total")
    average = _("Average of all") if value else _("Average")
    report = TableReport(
        heading=replace(heading, title=heading.title or _("Season table")),
        name=_("season"),
        columns=(
            Column("rank", _("Place"), Kind.RANK),
            Column("trend", _("Trend"), Kind.TREND),
            Column("name", _("Name")),
            Column("number", _("No."), on_paper=_share_names(rows)),
            Column("evenings", _("Evenings"), Kind.INT),
            Column("rounds", _("Counted rounds") if value else _("Rounds"), Kind.INT),
            *([ranked] if value else []),
            Column("total", total, Kind.INT, strong=plain and not by_average),
            Column("average", average, Kind.DECIMAL, decimals=decimals, strong=plain and by_average),
            Column("gap", _("Behind"), gap_kind, decimals=gap_decimals),
            Column("last_evening", _("Last evening"), Kind.INT),
            Column("remark", _("Remark"), on_paper=False),
        ),
        rows=[_season_cells(row, with_value=bool(value)) for row in rows],
        footnotes=tuple(notes),
        size=WITH_VALUE if value else USUAL,
        recount=recount,
        no_recount=no_recount,
    )
    return report.without_empty("number", "trend", "remark")


def _evening_cells(row: EveningResultRow, rounds: int) -> tuple[Cell, ...]:
    scores = row.rounds + (None,) * (rounds - len(row.rounds))
    figures = (row.total, row.best, row.worst, row.pits, row.nats, row.roem)
    return row.rank, row.name, row.number, *scores, *figures, _("poedel") if row.poedel else ""


def _season_cells(row: SeasonRow, *, with_value: bool) -> tuple[Cell, ...]:
    value = (row.value,) if with_value else ()
    played = (row.evenings, row.rounds, *value, row.total, row.average)
    gap = -row.gap if row.gap else None
    return row.rank, row.trend, row.name, row.number, *played, gap, row.last_evening, row.remark


def _evening_footnotes(rows: Sequence[EveningResultRow]) -> tuple[str, ...]:
    scores = [
        (score, row.name, number)
        for row in rows
        for number, score in enumerate(row.rounds, 1)
        if score is not None and not isinstance(score, Awarded)
    ]
    notes = []
    if scores:
        highest, lowest = max(scores)[0], min(scores)[0]
        notes = [
            _("Highest round: %(points)s, %(names)s.")
            % {"points": figure(highest), "names": _holders(scores, highest)},
            _("Lowest round: %(points)s, %(names)s.")
            % {"points": figure(lowest), "names": _holders(scores, lowest)},
            ngettext(
                "%(count)d entry; average of a round %(average)s.",
                "%(count)d entries; average of a round %(average)s.",
                len(rows),
            )
            % {
                "count": len(rows),
                "average": figure(Fraction(sum(score for score, *_rest in scores), len(scores))),
            },
        ]
    if poedels := [row.name for row in rows if row.poedel]:
        notes.append(_("Poedel: %(names)s.") % {"names": ", ".join(poedels)})
    if any(isinstance(score, Awarded) for row in rows for score in row.rounds):
        notes.append(
            _("%(mark)s Not played: awarded by the rule for absence and sitting out.")
            % {"mark": AWARDED_MARK}
        )
    return tuple(notes)


def _share_names(rows: Sequence[EveningResultRow] | Sequence[SeasonRow]) -> bool:
    """Whether the names alone do not tell everybody apart; only then numbers are worth their room on paper."""
    return len({row.name for row in rows}) < len(rows)


def _holders(scores: Sequence[tuple[int, str, int]], wanted: int) -> str:
    """Who had that score, the first few by name."""
    holders = [(name, number) for score, name, number in scores if score == wanted]
    named = ", ".join(
        _("%(name)s (round %(number)d)") % {"name": name, "number": number}
        for name, number in holders[:MOST_NAMED]
    )
    others = len(holders) - MOST_NAMED
    if others <= 0:
        return named
    return ngettext("%(names)s and %(count)d other", "%(names)s and %(count)d others", others) % {
        "names": named,
        "count": others,
    }
