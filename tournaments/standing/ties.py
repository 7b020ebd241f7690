"""What breaks equal results, one criterion after another; what is not broken shares a rank.

Each criterion is asked only of those who are still equal, and parts them; the next is asked of each part that is left.
Numbers are of the results that count under the rule, and of penalties and grants: what was dropped is no help and no
harm.

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

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tournaments.standing.counting import Counted
from tournaments.standing.ledger import NO_SCORE
from tournaments.standing.parts import TABLE, Numbers, Part, Places, Truths, added, any_of
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


def ranking(who: Places, groups: Numbers, counted: Counted) -> tuple[Numbers, tuple[Step, ...]]:
    """The shared ranks of those at the places `who`, and the criteria that were asked, in order.

    groups: of each of them, 0 for the best, 1 for the next; equals have the same.
    """
    rule = counted.rule
    steps = []
    for criterion in rule.ties:
        tied = _sizes(groups)[groups] > 1
        if not tied.any():
            break
        asked, numbers = tied, np.zeros(len(who), np.int64)
        if criterion == "head_to_head":
            numbers, asked = head_to_head(groups, tied, who, counted)
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
    counting = counted.counts if best else counted.counts | counted.loose_units
    for part, chosen in counted.by_part(counting):
        if criterion == "best_round":
            highest = np.maximum.reduceat(np.where(chosen, _best_rounds(part), NONE), part.first_units)
            numbers[part.who] = np.maximum(numbers[part.who], highest)
        elif criterion == "best_evening":
            totals = added(added(part.rows["total"], part.starts) * chosen, part.first_units)
            there = any_of(chosen, part.first_units)
            numbers[part.who] = np.maximum(numbers[part.who], np.where(there, totals, NONE))
        else:
            numbers[part.who] += added(_of_units(part, criterion) * chosen, part.first_units)
    return numbers


def _best_rounds(part: Part) -> Numbers:
    """The highest score at a table in each unit."""
    at_table = np.where(part.cell_flags & TABLE > 0, part.cell_totals, NONE)
    highest: Numbers = np.maximum.reduceat(at_table, part.first_cells) if part.by_evening else at_table
    return highest


def _of_units(part: Part, criterion: str) -> Numbers:
    if criterion != "wins":
        return added(part.rows[criterion], part.starts)
    margin, met = part.margins
    won = met & (margin > 0)
    return added(won, part.first_cells) if part.by_evening else won.astype(np.int64)


def head_to_head(groups: Numbers, asked: Truths, who: Places, counted: Counted) -> tuple[Numbers, Truths]:
    """The number of each of those at the places `who` against the others of its group, and in which groups all met."""
    numbers = np.zeros(len(who), np.int64)
    place = np.full(len(counted.entries), -1, np.intp)
    place[who[asked]] = np.flatnonzero(asked)
    found = [np.zeros(0, np.int64)]
    for part in counted.parts:
        pairs, difference = _meetings(part, place, groups)
        one, other = np.divmod(pairs % len(who) ** 2, len(who))
        worth = _worth(difference, counted.rule)
        np.add.at(numbers, one, worth)
        np.add.at(numbers, other, -worth)
        found.append(pairs % len(who) ** 2)
    pairs = np.unique(np.concatenate(found))
    sizes = _sizes(groups)
    met = np.bincount(groups[pairs // len(who)], minlength=len(sizes))
    return numbers, asked & (met == sizes * (sizes - 1) // 2)[groups]


def _worth(difference: Numbers, rule: StandingRule) -> Numbers:
    if rule.measure != "match_points":
        return difference
    worth = [rule.match.of(points) - rule.match.of(-points) for points in difference.tolist()]
    return np.array(worth, np.int64)


def _meetings(part: Part, place: Places, groups: Numbers) -> tuple[Numbers, Numbers]:
    """The meetings of an evening of those who have a place: one number for round, one and other, and the points of the
    one less those of the other over all tables of the round."""
    rows, size = part.rows, len(groups)
    nobody = np.zeros(0, np.int64)
    if np.count_nonzero(place[part.who] >= 0) < 2:
        return nobody, nobody
    at = place[np.repeat(part.who, np.diff(rows.entry_starts, append=len(rows)))]
    seated = (part.flags & TABLE > 0) & (rows["table"] > 0) & (rows["side"] > 0)
    chosen = np.flatnonzero(seated & (at >= 0))
    at = at[chosen]
    number, table, side, total = (
        rows[name][chosen].astype(np.int64) for name in ("round", "table", "side", "total")
    )
    order = np.lexsort((at, table, number))
    at, number, table, side, total = (column[order] for column in (at, number, table, side, total))
    pairs, differences = [nobody], [nobody]
    for step in range(1, len(at)):
        together = (number[step:] == number[:-step]) & (table[step:] == table[:-step])
        if not together.any():
            break
        equal = (groups[at[step:]] == groups[at[:-step]]) & (at[step:] != at[:-step])
        met = np.flatnonzero(together & equal & (side[step:] != side[:-step]))
        pairs.append((number[met] * size + at[met]) * size + at[met + step])
        differences.append(total[met] - total[met + step])
    unique, of = np.unique(np.concatenate(pairs), return_inverse=True)
    sums = np.zeros(len(unique), np.int64)
    np.add.at(sums, of, np.concatenate(differences))
    return unique, sums
