"""What a season is counted from, laid out so that a spreadsheet can count it once more.

Made from the rows of the ledger in plain Python, not from the table that it is to check.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from tournaments.standing.ledger import AT_TABLE, AWAY, BESIDE, EveningRows, Posted, Season
from tournaments.standing.rules import StandingRule

MOST_CELLS = 150_000
"""Results that still open in a spreadsheet; above that the count is left out."""
MATCHED = AT_TABLE | {"arbitrary"}


@dataclass(frozen=True, slots=True)
class Unit:
    """What a rule chooses among: an evening, or (`round` above 0) a round of it. `period`: its place, -1 in none."""

    evening: int
    round: int
    period: int


@dataclass(frozen=True, slots=True)
class Result:
    """What somebody has in a unit: points (or match points, of which `by_hand` were given or taken).

    chosen_from: may it be chosen at all; not on evenings that a ladder does not look at. fixed: cannot be left out.
    meetings: own total and that of the others, round by round, where match points follow from them.
    """

    points: int
    chosen_from: bool = True
    fixed: bool = False
    by_hand: int = 0
    meetings: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class RecountRow:
    """One entry: what it has in each unit (None: no result), beside them in `loose`, and `value` as the standing says."""

    rank: int | None
    name: str
    results: tuple[Result | None, ...]
    loose: int
    value: Fraction | None


@dataclass(frozen=True, slots=True)
class Recount:
    """A season to be counted again under a rule.

    keep: by period how many of its units count, 0 for all. rule: the one in force. sentences: the rule in words.
    """

    rule: StandingRule
    sentences: tuple[str, ...]
    units: tuple[Unit, ...]
    keep: tuple[int, ...]
    rows: tuple[RecountRow, ...]


def recount(
    season: Season,
    rule: StandingRule,
    lines: Sequence[tuple[int, int | None, str, Fraction | None]],
    sentences: Iterable[str],
) -> Recount | None:
    """The count of a season under `rule`, the one in force. `lines`: entry, rank, name and value, in order of the list.

    None where it would be too large.
    """
    units = _units(season, rule)
    if len(units) * len(lines) > MOST_CELLS:
        return None
    seen = season.seen(all_evenings=rule.all_evenings)
    found = {entry: _results(season, seen, rule, entry) for entry, _rank, _name, _value in lines}
    keys = [(unit.evening, unit.round) for unit in units]
    rows = []
    for entry, rank, name, value in lines:
        results, loose = found[entry]
        rows.append(RecountRow(rank, name, tuple(results.get(key) for key in keys), loose, value))
    return Recount(rule, tuple(sentences), units, _keep(rule, units), tuple(rows))


def by_evening(rule: StandingRule) -> bool:
    """Are evenings the units, instead of rounds?"""
    return rule.unit == "evening" or bool(rule.measure == "match_points" and rule.match.most_an_evening)


def _units(season: Season, rule: StandingRule) -> tuple[Unit, ...]:
    units = []
    for rows in season.seen(all_evenings=rule.all_evenings):
        period = _period(rule, rows.evening)
        rounds = (0,) if by_evening(rule) else rows.rounds
        units += [Unit(rows.evening, number, period) for number in rounds]
    return tuple(units)


def _period(rule: StandingRule, evening: int) -> int:
    if not rule.periods:
        return 0
    return next(
        (place for place, one in enumerate(rule.periods) if one.first <= evening <= one.last),
        -1,
    )


def _keep(rule: StandingRule, units: Sequence[Unit]) -> tuple[int, ...]:
    """By period, how many units count; 0 for all."""
    periods = range(max(len(rule.periods), 1))
    if rule.best:
        return tuple(rule.best for _ in periods)
    if rule.drop:
        return tuple(max(sum(unit.period == period for unit in units) - rule.drop, 1) for period in periods)
    return tuple(0 for _ in periods)


def _results(
    season: Season, seen: Sequence[EveningRows], rule: StandingRule, entry: int
) -> tuple[dict[tuple[int, int], Result], int]:
    """By evening and round (0 for the whole evening) what an entry has, and what it has beside all results."""
    found: dict[tuple[int, int], Result] = {}
    loose = 0
    attended = 0
    for rows in reversed(seen):
        posted = list(rows.posted(entry))
        there = any(row.kind not in AWAY for row in posted)
        in_view = _period(rule, rows.evening) >= 0
        if rule.last:
            in_view = there and attended < rule.last
            attended += there
        for number, group in _by_unit(posted, rule):
            weighing = season.weighing(rows.evening)
            result = _result(group, rule, weighing)
            is_result = any(
                row.kind in weighing if rule.measure == "average" else row.kind not in BESIDE for row in group
            )
            if is_result:
                found[rows.evening, number] = replace(result, chosen_from=in_view)
            elif in_view:
                loose += result.points
    return found, loose


def _by_unit(posted: Sequence[Posted], rule: StandingRule) -> Iterable[tuple[int, list[Posted]]]:
    if by_evening(rule):
        return [(0, list(posted))] if posted else []
    in_order = sorted(posted, key=lambda row: row.round)
    return [(number, list(group)) for number, group in groupby(in_order, key=lambda row: row.round)]


def _result(rows: Sequence[Posted], rule: StandingRule, weighing: frozenset[str]) -> Result:
    fixed = any(row.kind in rule.undroppable for row in rows)
    if rule.measure == "match_points":
        meetings = tuple(_meetings(rows))
        worth = sum(rule.match.of(own - other) for own, other in meetings)
        most = rule.match.most_an_evening
        by_hand = sum(row.match_points for row in rows)
        return Result((min(worth, most) if most else worth) + by_hand, True, fixed, by_hand, meetings)
    if rule.measure == "average":
        return Result(
            sum(row.total for row in rows if row.kind in weighing or row.kind in BESIDE), True, fixed
        )
    return Result(sum(row.total for row in rows), True, fixed)


def _meetings(rows: Sequence[Posted]) -> Iterable[tuple[int, int]]:
    """Own total and that of the others in each round with others, over all tables of the round."""
    sums: dict[int, tuple[int, int]] = {}
    for row in rows:
        if row.kind in MATCHED and row.against is not None:
            own, other = sums.get(row.round, (0, 0))
            sums[row.round] = own + row.total, other + row.against
    return [sums[number] for number in sorted(sums)]
