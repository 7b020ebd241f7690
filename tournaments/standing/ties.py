"""What breaks equal results, one criterion after another; what is not broken shares a rank.

Each criterion is asked only of those who are still equal, and parts them; the next is asked of each part that is left.
Numbers are of the results that count under the rule: what was dropped is no help and no harm.

head_to_head: how those who are equal did against each other. A meeting is a round in which two of them sat at one
    table on different sides; it is worth the points of the one less the points of the other (of all their tables in
    that round, for teams), or, where match points are ranked, his match points less those of the other. The number is
    the sum over all meetings with the others of the group, on every evening that the standing looks at, dropped for
    one of them or not. It is asked only when each of the group has met each other; otherwise nothing is parted.
wins: rounds with more points than the other side; most first. pits, roem: most first. nats: fewest first.
best_round: the highest score of a round at a table. best_evening: the highest total of an evening. Who has none
    comes after who has.
lot: a number made of the seed and the entry alone, the highest first. It is the same whenever it is asked, and
    depends on nobody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tournaments.standing.counting import Counted, Numbers, Part, Places, Truths, added, differences, is_any
from tournaments.standing.ledger import AT_TABLE, NO_SCORE, EveningRows
from tournaments.standing.rules import StandingRule

NONE = NO_SCORE
"""The number of who has none."""


def lot(seed: int, entry: int) -> int:
    """The lot of an entry, 0 to 2⁴⁸."""
    return int.from_bytes(blake2b(f"{seed}:{entry}".encode(), digest_size=6).digest())


@dataclass(frozen=True, eq=False)
class Step:
    """One criterion, in columns over all entries: who were `tied` when its turn came, of whom it could be `asked`,
    and their numbers."""

    criterion: str
    tied: Truths
    asked: Truths
    numbers: Numbers


def ranking(
    who: Places, groups: Numbers, counted: Counted, view: Sequence[EveningRows], rule: StandingRule
) -> tuple[Numbers, tuple[Step, ...]]:
    """The shared ranks of those at the places `who`, and the criteria that were asked, in order.

    groups: of each of them, 0 for the best, 1 for the next; equals have the same. view: the evenings of the standing,
    for meetings.
    """
    steps = []
    for criterion in rule.ties:
        tied = _sizes(groups)[groups] > 1
        if not tied.any():
            break
        asked, numbers = tied, np.zeros(len(who), np.int64)
        if criterion == "head_to_head":
            numbers, asked = head_to_head(groups, tied, counted.entries[who], view, rule)
        elif criterion == "lot":
            numbers[tied] = [lot(rule.seed, int(entry)) for entry in counted.entries[who[tied]]]
        else:
            numbers = number_of(counted, criterion)[who]
        columns = (_over_all(column, who, counted) for column in (tied, asked, numbers))
        steps.append(Step(criterion, *columns))
        better_first = numbers if criterion == "nats" else -numbers
        groups = dense(np.where(asked, better_first, 0), groups)
    sizes = _sizes(groups)
    return 1 + (np.cumsum(sizes) - sizes)[groups], tuple(steps)


def _sizes(groups: Numbers) -> Numbers:
    return np.bincount(groups, minlength=1).astype(np.int64)


def _over_all(column: NDArray[Any], who: Places, counted: Counted) -> NDArray[Any]:
    """A column over those at the places `who` as one over all entries."""
    spread = np.zeros(len(counted.entries), column.dtype)
    spread[who] = column
    return spread


def dense(values: Numbers, within: NDArray[Any]) -> Numbers:
    """0, 1, 2, … in the order of `within` and then of the values; equals get the same number."""
    if not len(values):
        return np.zeros(0, np.int64)
    order = np.lexsort((values, within))
    news = np.zeros(len(values), np.int64)
    news[1:] = (values[order][1:] != values[order][:-1]) | (within[order][1:] != within[order][:-1])
    numbers = np.empty(len(values), np.int64)
    numbers[order] = np.cumsum(news)
    return numbers


def number_of(counted: Counted, criterion: str) -> Numbers:
    """The number of every entry for a criterion, of the results that count; NONE for a best of nothing."""
    best = criterion in ("best_round", "best_evening")
    numbers = np.full(len(counted.entries), NONE if best else 0, np.int64)
    first = 0
    for part in counted.parts:
        chosen = np.flatnonzero(counted.counts[first : first + len(part.of)])
        first += len(part.of)
        if best:
            values, of = _bests(part, criterion, chosen)
            np.maximum.at(numbers, part.who[of], values)
        else:
            np.add.at(numbers, part.who[part.of[chosen]], _of_units(part, criterion)[chosen])
    return numbers


def _of_units(part: Part, criterion: str) -> Numbers:
    rows = part.rows
    if criterion != "wins":
        return added(rows[criterion], part.starts)
    difference, met = differences(rows)
    return added(met & (difference > 0), np.searchsorted(rows.cell_starts, part.starts))


def _bests(part: Part, criterion: str, chosen: Places) -> tuple[Numbers, Places]:
    """The best of the chosen units, with the places in `who` they belong to."""
    rows = part.rows
    if criterion == "best_round":
        cells = added(rows["total"], rows.cell_starts)
        at_table = np.logical_or.reduceat(is_any(rows, AT_TABLE), rows.cell_starts)
        first = np.searchsorted(rows.cell_starts, part.starts)
        return np.maximum.reduceat(np.where(at_table, cells, NONE), first)[chosen], part.of[chosen]
    totals = np.zeros(len(part.who), np.int64)
    np.add.at(totals, part.of[chosen], added(rows["total"], part.starts)[chosen])
    there = np.unique(part.of[chosen])
    return totals[there], there


def head_to_head(
    groups: Numbers, asked: Truths, entries: Numbers, view: Sequence[EveningRows], rule: StandingRule
) -> tuple[Numbers, Truths]:
    """The number of each of `entries` against the others of its group, and in which groups all have met."""
    numbers = np.zeros(len(entries), np.int64)
    found: list[Numbers] = []
    by_entry = np.argsort(entries)
    for rows in view:
        meetings, difference = _meetings(rows, groups, asked, entries, by_entry)
        one, other = meetings[:, 1], meetings[:, 2]
        worth = _worth(difference, rule)
        np.add.at(numbers, one, worth)
        np.add.at(numbers, other, -worth)
        found.append(meetings[:, 1:])
    pairs = np.unique(np.concatenate(found), axis=0) if found else np.zeros((0, 2), np.int64)
    sizes = np.bincount(groups)
    met = np.bincount(groups[pairs[:, 0]], minlength=len(sizes))
    return numbers, asked & (met == sizes * (sizes - 1) // 2)[groups]


def _worth(difference: Numbers, rule: StandingRule) -> Numbers:
    if rule.measure != "match_points":
        return difference
    worth = [rule.match.of(points) - rule.match.of(-points) for points in difference.tolist()]
    return np.array(worth, np.int64)


def _meetings(
    rows: EveningRows, groups: Numbers, asked: Truths, entries: Numbers, by_entry: Places
) -> tuple[Numbers, Numbers]:
    """Meetings of an evening as (round, one, other), by places in `entries`, one < other; and one's points less the
    other's, over all tables of the round."""
    place = np.searchsorted(entries, rows["entry"], sorter=by_entry)
    at = by_entry[np.minimum(place, len(entries) - 1)]
    given = (
        (entries[at] == rows["entry"])
        & asked[at]
        & is_any(rows, AT_TABLE)
        & (rows["table"] > 0)
        & (rows["side"] > 0)
    )
    at, chosen = at[given], np.flatnonzero(given)
    number, table, side, total = (
        rows[name][chosen].astype(np.int64) for name in ("round", "table", "side", "total")
    )
    order = np.lexsort((at, table, number))
    at, number, table, side, total = (column[order] for column in (at, number, table, side, total))
    pairs, differences_ = [np.zeros((0, 3), np.int64)], [np.zeros(0, np.int64)]
    for step in range(1, len(at)):
        together = (number[step:] == number[:-step]) & (table[step:] == table[:-step])
        if not together.any():
            break
        met = np.flatnonzero(
            together
            & (groups[at[step:]] == groups[at[:-step]])
            & (side[step:] != side[:-step])
            & (at[step:] != at[:-step])
        )
        pairs.append(np.stack([number[met], at[met], at[met + step]], axis=1))
        differences_.append(total[met] - total[met + step])
    unique, place = np.unique(np.concatenate(pairs), axis=0, return_inverse=True)
    sums = np.zeros(len(unique), np.int64)
    np.add.at(sums, place.reshape(-1), np.concatenate(differences_))
    return unique, sums
