"""From ledger rows to the result of an evening and the table of a season."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from tournaments.standing import ties
from tournaments.standing.counting import Counted, in_force
from tournaments.standing.ledger import AT_TABLE, AWAY, Season
from tournaments.standing.lines import BELOW, GUEST, NOTHING, RANKED, Lines, Places, SeasonLine, Tally
from tournaments.standing.parts import IS_ROUND, Numbers, Part, Truths, added, parts_of
from tournaments.standing.rules import StandingRule, shared_ranks

__all__ = [
    "Cell",
    "EveningLine",
    "EveningResult",
    "Row",
    "SeasonLine",
    "SeasonTable",
    "Tally",
    "evening_result",
    "evening_rows",
    "season_table",
    "tally",
]


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
        return not AT_TABLE.isdisjoint(self.kinds)


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


def evening_rows(season: Season, number: int) -> list[Row]:
    """The rows of an evening of a season, for `evening_result`; none when it has no rows."""
    weighing = season.weighing(number)
    return [
        Row(
            entry=row.entry,
            evening=number,
            round=row.round,
            kind=row.kind,
            points=row.total,
            card_points=row.points,
            roem=row.roem,
            pits=row.pits,
            nats=row.nats,
            played=row.kind in weighing,
        )
        for rows in season.evenings
        if rows.evening == number
        for row in rows.posted()
    ]


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """A standing.

    evenings: the numbers of those it is made of. lines: the ranked first; each is made when it is asked for.
    interim: whether a plain sum stands in for the rule, because the season is not over.
    """

    rule: StandingRule
    evenings: tuple[int, ...]
    lines: Lines
    interim: bool = False


def season_table(
    season: Season,
    rule: StandingRule,
    *,
    guests: Collection[int] = frozenset(),
    evenings_to_come: int = 0,
    order: Mapping[int, int] | None = None,
) -> SeasonTable:
    """The standing under `rule`, with the places moved since before the last evening.

    evenings_to_come: evenings of which nothing has been played yet; who can still reach the minimum attendance is ranked.
    guests: entries that are shown without a rank, unless the rule ranks them. order: places in the list for entries
    with the same rank (alphabetical, say); by entry id without it.
    """
    view = season.seen(all_evenings=rule.all_evenings)
    entries, parts = parts_of(view, season, rule)
    guest = np.isin(entries, np.array(sorted(guests), np.int64)) & (not rule.guests_ranked)
    counted = Counted(entries, parts, in_force(rule, season, evenings_to_come))

    def before() -> Places:
        last = view[-1].evening
        earlier = replace(season, evenings=tuple(rows for rows in season.evenings if rows.evening != last))
        to_come = evenings_to_come + 1
        counted_before = Counted(entries, parts[:-1], in_force(rule, earlier, to_come))
        return _places(counted_before, earlier, guest, to_come)

    return SeasonTable(
        rule=rule,
        evenings=tuple(rows.evening for rows in view),
        lines=Lines(
            counted,
            _places(counted, season, guest, evenings_to_come),
            before if len(view) > 1 else None,
            order,
        ),
        interim=counted.rule != rule,
    )


def _places(counted: Counted, season: Season, guest: Truths, evenings_to_come: int) -> Places:
    """Who has which rank over the evenings of `counted`, and why others have none."""
    rule = counted.rule
    left = np.zeros(len(guest), np.int64)
    if rule.minimum_attendance:
        left = _left_to_attend(counted, season, evenings_to_come)
    short = counted.attended + left < rule.minimum_attendance
    unranked = short & (rule.below_minimum == "unranked")
    reasons = np.select([guest, unranked, ~counted.has_value], [GUEST, BELOW, NOTHING], RANKED)
    here = np.zeros(len(guest), np.bool_)
    for part in counted.parts:
        here[part.who] = True
    who = np.flatnonzero(here & (reasons == RANKED))
    groups = ties.dense(-counted.order[who], short[who])
    ranks = np.zeros(len(guest), np.int64)
    ranks[who], steps = ties.ranking(who, groups, counted)
    return Places(ranks, reasons, short & (ranks > 0), steps, left, season.supposed)


def _left_to_attend(counted: Counted, season: Season, evenings_to_come: int) -> Numbers:
    """Evenings or rounds, as the minimum of the rule counts them, that everybody can still attend."""
    by_evening = counted.rule.minimum_unit == "evening"
    ahead = evenings_to_come if by_evening else evenings_to_come * _rounds_an_evening(counted, season)
    left = np.full(len(counted.entries), ahead, np.int64)
    for part in counted.parts:
        running = season.running.get(part.evening)
        if running:
            rounds = _rounds_left(part, running, len(left))
            left += _not_there_yet(part, rounds) if by_evening else rounds
    return left


def _rounds_left(part: Part, running: Collection[int], entries: int) -> Numbers:
    """Rounds of a running evening that everybody still has before him: not over, and without a score of his."""
    left = np.full(entries, len(running), np.int64)
    cells = part.rows["round"][part.rows.cell_starts]
    settled = (part.cell_flags & IS_ROUND > 0) & np.isin(cells, list(running))
    left[part.who] -= added(settled, part.first_cells)
    return left


def _not_there_yet(part: Part, rounds_left: Numbers) -> Truths:
    """Who can still come to a running evening and has not been there."""
    able = rounds_left > 0
    able[part.who] &= ~part.attended
    return able


def _rounds_an_evening(counted: Counted, season: Season) -> int:
    longest = max((len(part.rows.rounds) for part in counted.parts), default=0)
    return season.rounds_an_evening if season.rounds_an_evening is not None else longest


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


def _attended(rows: Iterable[Row]) -> bool:
    return any(row.kind not in AWAY for row in rows)


def _place(entry: int, order: Mapping[int, int] | None) -> tuple[int, int]:
    return (order.get(entry, len(order)) if order is not None else 0, entry)
