"""From ledger rows to the result of an evening and the table of a season."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.sentences import Sentence, gettext_noop
from tournaments.standing.rules import StandingRule, shared_ranks

# Kinds of rows, as in the ledger. Whoever has only rows of these was not there that evening.
AWAY_KINDS = frozenset({"excused", "absent", "penalty"})
# Scores made by cards at a table; best and worst rounds are sought among these.
TABLE_KINDS = frozenset({"played", "substitute"})


@dataclass(frozen=True, slots=True)
class Row:
    """One posting: what `entry` scored in a round of an evening, and why.

    evening, round: numbers that sort in the order of play; a round number need be unique within its evening
    only. kind: the kind of the posting. points: the total that counts, cards, roem and pits together.
    played: whether the row weighs as a round in averages (a compensation may be told not to).
    A penalty changes points without being a round: it has kind "penalty".
    """

    entry: int
    evening: int
    round: int
    kind: str
    points: int
    card_points: int = 0
    roem: int = 0
    pits: int = 0
    nats: int = 0
    played: bool = True


@dataclass(frozen=True, slots=True)
class Cell:
    """What an entry has in one round: the points of all its rows there, and the kinds of these rows."""

    points: int
    kinds: tuple[str, ...]

    @property
    def at_table(self) -> bool:
        return not TABLE_KINDS.isdisjoint(self.kinds)


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over rows of one entry. Best and worst are round scores at a table, None without any."""

    points: int
    card_points: int
    roem: int
    pits: int
    nats: int
    rounds_played: int
    best: int | None
    worst: int | None


@dataclass(frozen=True, slots=True)
class EveningLine:
    """One line of an evening's result.

    rank: None for who is shown only (guests by choice of the caller; who was not there). gap: points behind
    the leader. cells: one for each round of the evening, None where the entry has no row.
    poedel: shares the last place, unless everybody shares the first.
    """

    entry: int
    rank: int | None
    total: int
    gap: int | None
    cells: tuple[Cell | None, ...]
    tally: Tally
    poedel: bool = False


@dataclass(frozen=True, slots=True)
class EveningResult:
    evening: int
    rounds: tuple[int, ...]
    lines: tuple[EveningLine, ...]


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One line of a season table.

    value: what is ranked, exact; None when an average has nothing to divide by. rank: None when shown only,
    then `unranked` says why. gap: behind the leader, in the unit of `value`. moved: places won (+) or lost
    (-) since the standing before the last evening, None for who is new in it.
    evenings: total of each evening with a row. rounds_counted, evenings_counted: what averages divide by.
    """

    entry: int
    rank: int | None
    value: Fraction | None
    gap: Fraction | None
    total: int
    rounds_counted: int
    evenings_counted: int
    evenings_attended: int
    evenings: Mapping[int, int]
    tally: Tally
    moved: int | None = None
    unranked: Sentence | None = None


@dataclass(frozen=True, slots=True)
class SeasonTable:
    rule: StandingRule
    evenings: tuple[int, ...]
    lines: tuple[SeasonLine, ...]


def tally(rows: Iterable[Row]) -> Tally:
    """Adds up rows of one entry."""
    rows = list(rows)
    scores = [cell.points for cell in _cells(rows).values() if cell.at_table]
    return Tally(
        points=sum(row.points for row in rows),
        card_points=sum(row.card_points for row in rows),
        roem=sum(row.roem for row in rows),
        pits=sum(row.pits for row in rows),
        nats=sum(row.nats for row in rows),
        rounds_played=len(scores),
        best=max(scores, default=None),
        worst=min(scores, default=None),
    )


def evening_result(
    rows: Iterable[Row],
    evening: int,
    *,
    unranked: Collection[int] = (),
    order: Mapping[int, int] | None = None,
) -> EveningResult:
    """The result of one evening: by points, shared ranks, then who is shown without a rank.

    Rows of other evenings are left out. unranked: entries to show without a rank. order: places in the list
    for entries with equal points (alphabetical, say); by entry id without it.
    """
    own = [row for row in rows if row.evening == evening]
    rounds = tuple(sorted({row.round for row in own}))
    by_entry = _by_entry(own)
    present = [entry for entry, rows in by_entry.items() if _attended(rows)]
    ranked = [entry for entry in present if entry not in unranked]
    totals = {entry: sum(row.points for row in rows) for entry, rows in by_entry.items()}
    ranks = dict(zip(ranked, shared_ranks([totals[entry] for entry in ranked]), strict=True))
    leader = max((totals[entry] for entry in ranked), default=None)
    last = max(ranks.values(), default=1)
    lines = []
    for entry, entry_rows in by_entry.items():
        cells = {row_round: cell for (_, row_round), cell in _cells(entry_rows).items()}
        rank = ranks.get(entry)
        line = EveningLine(
            entry=entry,
            rank=rank,
            total=totals[entry],
            gap=leader - totals[entry] if leader is not None and rank is not None else None,
            cells=tuple(cells.get(row_round) for row_round in rounds),
            tally=tally(entry_rows),
            poedel=rank is not None and rank == last > 1,
        )
        lines.append(line)
    lines.sort(key=lambda line: (line.rank is None, -line.total, _place(line.entry, order)))
    return EveningResult(evening, rounds, tuple(lines))


def season_table(
    rows: Iterable[Row],
    rule: StandingRule,
    *,
    guests: Collection[int] = (),
    evenings_to_come: int = 0,
    order: Mapping[int, int] | None = None,
) -> SeasonTable:
    """The standing under `rule` over all rows, with the places moved since before the last evening.

    evenings_to_come: evenings still to be played; who can still reach the minimum attendance is ranked.
    guests, order: as in `evening_result`; whether guests are ranked is for the rule.
    """
    rows = list(rows)
    evenings = tuple(sorted({row.evening for row in rows}))
    lines = _season_lines(rows, rule, guests, evenings_to_come)
    if len(evenings) > 1:
        earlier = [row for row in rows if row.evening < evenings[-1]]
        before = {
            line.entry: line.rank for line in _season_lines(earlier, rule, guests, evenings_to_come + 1)
        }
        lines = [replace(line, moved=_moved(before.get(line.entry), line.rank)) for line in lines]
    lines.sort(key=lambda line: (line.rank is None, -(line.value or 0), _place(line.entry, order)))
    return SeasonTable(rule, evenings, tuple(lines))


def _season_lines(
    rows: Sequence[Row], rule: StandingRule, guests: Collection[int], evenings_to_come: int
) -> list[SeasonLine]:
    lines = [_season_line(entry, entry_rows, rule) for entry, entry_rows in _by_entry(rows).items()]
    reasons = {line.entry: _why_unranked(line, rule, guests, evenings_to_come) for line in lines}
    values = {
        line.entry: line.value for line in lines if line.value is not None and reasons[line.entry] is None
    }
    ranks = dict(zip(values, shared_ranks(list(values.values())), strict=True))
    leader = max(values.values(), default=None)
    return [
        replace(
            line,
            rank=ranks.get(line.entry),
            gap=leader - values[line.entry] if leader is not None and line.entry in values else None,
            unranked=reasons[line.entry],
        )
        for line in lines
    ]


def _season_line(entry: int, rows: Sequence[Row], rule: StandingRule) -> SeasonLine:
    by_evening: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        by_evening[row.evening].append(row)
    counted = {(row.evening, row.round) for row in rows if _is_round(row)}
    evenings_counted = len({evening for evening, _ in counted})
    line = SeasonLine(
        entry=entry,
        rank=None,
        value=None,
        gap=None,
        total=sum(row.points for row in rows),
        rounds_counted=len(counted),
        evenings_counted=evenings_counted,
        evenings_attended=sum(_attended(evening_rows) for evening_rows in by_evening.values()),
        evenings={evening: sum(row.points for row in by_evening[evening]) for evening in sorted(by_evening)},
        tally=tally(rows),
    )
    return replace(line, value=_value(line, rows, rule))


def _value(line: SeasonLine, rows: Sequence[Row], rule: StandingRule) -> Fraction | None:
    """A sum takes every row; an average only rounds that weigh, and penalties."""
    if rule.measure == "sum":
        return Fraction(line.total)
    divisor = line.rounds_counted if rule.unit == "round" else line.evenings_counted
    if not divisor:
        return None
    return Fraction(sum(row.points for row in rows if _is_round(row) or row.kind == "penalty"), divisor)


def _why_unranked(
    line: SeasonLine, rule: StandingRule, guests: Collection[int], evenings_to_come: int
) -> Sentence | None:
    if line.entry in guests and not rule.guests_ranked:
        return Sentence(gettext_noop("guest"))
    if line.evenings_attended + evenings_to_come < rule.minimum_attendance:
        params = {"attended": line.evenings_attended, "minimum": rule.minimum_attendance}
        return Sentence(gettext_noop("%(attended)s of at least %(minimum)s evenings attended"), params)
    if line.value is None:
        return Sentence(gettext_noop("no round counts yet"))
    return None


def _by_entry(rows: Iterable[Row]) -> dict[int, list[Row]]:
    groups: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.entry].append(row)
    return dict(sorted(groups.items()))


def _cells(rows: Iterable[Row]) -> dict[tuple[int, int], Cell]:
    groups: dict[tuple[int, int], list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.evening, row.round].append(row)
    return {
        key: Cell(sum(row.points for row in group), tuple(sorted({row.kind for row in group})))
        for key, group in groups.items()
    }


def _is_round(row: Row) -> bool:
    return row.played and row.kind != "penalty"


def _attended(rows: Iterable[Row]) -> bool:
    return any(row.kind not in AWAY_KINDS for row in rows)


def _moved(before: int | None, now: int | None) -> int | None:
    return None if before is None or now is None else before - now


def _place(entry: int, order: Mapping[int, int] | None) -> tuple[int, int]:
    return (order.get(entry, len(order)) if order is not None else 0, entry)
