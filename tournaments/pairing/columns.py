"""Every table that could be made, and every rest, as rows of numbers, with what each counts at every goal."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.alternatives import Alternatives
from tournaments.pairing.goal import Goal
from tournaments.pairing.model import Draw, Table
from tournaments.pairing.ranks import doubled_ranks

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]

MOST_ROWS = 600_000
_WAYS = {
    **{size: (tuple(range(size)),) for size in (1, 2, 3)},
    4: ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2)),
}
"""The ways to divide a group over the sides: four places two and two, a side after the other."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Tables and rests, one a row of `members`: places in `players`, a side after the other.

    needed: how often each place is to be covered: every player once; after them one place that stands for resting
    and one for sitting at a table of three, as often as that is done. Rows are filled up with the place after these.
    prices: one list for each goal, the most important first. own: how many rows at the end are the draw's own.
    outside: what any row that was left out counts at least, goal by goal; empty when none was left out.
    """

    players: tuple[int, ...]
    members: Numbers
    needed: Numbers
    prices: tuple[Numbers, ...]
    own: int
    outside: tuple[int, ...] = ()

    def table(self, row: int) -> Table | None:
        """The table of a row; None for a rest."""
        places = self.members[row].tolist()
        count = len(self.players)
        if count in places:
            return None
        group = [self.players[place] for place in places if place < count]
        if len(group) == 4:
            return Table(0, tuple(group[:2]), tuple(group[2:]))
        return Table(0, *((entry,) for entry in group))


def rows_needed(choice: Alternatives) -> int:
    """How many rows there are at most; more than MOST_ROWS take too long to look at."""
    return sum(comb(len(choice.players), size) * len(_WAYS[size]) for size in choice.shape)


def columns_of(choice: Alternatives, draw: Draw) -> Columns:
    """The rows of all tables and rests that are allowed, and at the end those of `draw` itself once more.

    When there would be more than MOST_ROWS, tables that are too wide in rank are left out (`outside`).
    """
    count = len(choice.players)
    widest = _widest(choice) if rows_needed(choice) > MOST_ROWS else None
    blocks = [_block(size, choice, widest) for size in sorted(choice.shape)]
    own = _own(choice, draw)
    members = np.concatenate([*(block[_allowed(block, choice)] for block in blocks), own])
    needed = np.ones(count + 2, np.int64)
    needed[count], needed[count + 1] = choice.shape[1], choice.shape[3]
    prices = tuple(_prices(goal, members, choice) for goal in choice.goals)
    outside = () if widest is None else tuple(_least(goal, widest + 1) for goal in choice.goals)
    return Columns(choice.players, members, needed, prices, len(own), outside)


def _widest(choice: Alternatives) -> int:
    """The most doubled ranks from first to last at a table for which the rows stay within MOST_ROWS."""
    ranks = sorted(doubled_ranks(choice.given)[entry] for entry in choice.players)
    widest = 0
    while sum(_ending(ranks, size, widest + 1) for size in choice.shape) <= MOST_ROWS:
        widest += 1
    return widest


def _ending(ranks: Sequence[int], size: int, widest: int) -> int:
    """How many rows of this size are no wider."""
    later = (bisect_right(ranks, rank + widest) - place - 1 for place, rank in enumerate(ranks))
    return sum(comb(count, size - 1) for count in later) * len(_WAYS[size])


def _least(goal: Goal, wide: int) -> int:
    """What a table so many doubled ranks wide counts at least: the part of the goal that is about the width."""
    for weight, part in goal.parts:
        if part.name == "gaps":
            return weight * wide**2
        if part.name == "spread":
            # Of four the two between are each at half of the width from both ends at best; of three the one.
            return weight * wide**2 * 3 // 2
    return 0


def _block(size: int, choice: Alternatives, widest: int | None) -> Numbers:
    """All groups of this size, no wider than that, in all ways to divide them over the sides."""
    count = len(choice.players)
    all_groups = widest is None or size == 1
    chosen = list(combinations(range(count), size) if all_groups else _near(size, choice, widest or 0))
    groups = np.array(chosen, np.int64).reshape(-1, size)
    return _filled(np.concatenate([groups[:, way] for way in _WAYS[size]]), count)


def _near(size: int, choice: Alternatives, widest: int) -> Iterator[tuple[int, ...]]:
    ranks = doubled_ranks(choice.given)
    order = sorted(range(len(choice.players)), key=lambda place: ranks[choice.players[place]])
    sorted_ranks = [ranks[choice.players[place]] for place in order]
    for first, rank in enumerate(sorted_ranks):
        end = bisect_right(sorted_ranks, rank + widest)
        for others in combinations(order[first + 1 : end], size - 1):
            yield (order[first], *others)


def _filled(groups: Numbers, count: int) -> Numbers:
    """Rows of four places: who rests covers the place of resting, three the place of a table of three."""
    size = groups.shape[1]
    rows = np.full((len(groups), 4), count + 2, np.int64)
    rows[:, :size] = groups
    if size in (1, 3):
        rows[:, size] = count + size // 2
    return rows


def _own(choice: Alternatives, draw: Draw) -> Numbers:
    place = {entry: number for number, entry in enumerate(choice.players)}
    groups = [table.entries for table in draw.tables if table.entries[0] in place]
    groups += [(entry,) for entry in draw.sit_outs if entry in place]
    rows = [_filled(np.array([[place[entry] for entry in group]], np.int64), len(place)) for group in groups]
    return np.concatenate(rows)


def _allowed(rows: Numbers, choice: Alternatives) -> Mask:
    """Without rows in which somebody has not whom he must have, or two meet whose tables are fixed elsewhere."""
    given = choice.given
    place = {entry: number for number, entry in enumerate(choice.players)}
    allowed = np.ones(len(rows), np.bool_)

    def with_(entry: int) -> Mask:
        found: Mask = (rows == place.get(entry, -1)).any(axis=1)
        return found

    for wanted, as_partners in ((given.partners_wanted, True), (given.opponents_wanted, False)):
        for one, other in wanted:
            both = with_(one) & with_(other)
            partners = ((rows[:, :2] == place.get(one, -1)) | (rows[:, :2] == place.get(other, -1))).sum(
                axis=1
            ) != 1
            four = rows[:, 3] < len(place)
            together = partners & four if as_partners else ~(partners & four)
            allowed &= (both & together) | ~(with_(one) | with_(other))
    fixed = sorted(given.fixed_tables.items())
    for (one, here), (other, there) in combinations(fixed, 2):
        if here != there:
            allowed &= ~(with_(one) & with_(other))
    return allowed


def _prices(goal: Goal, rows: Numbers, choice: Alternatives) -> Numbers:
    if goal.parts:
        return sum(
            (weight * _prices(part, rows, choice) for weight, part in goal.parts),
            np.zeros(len(rows), np.int64),
        )
    count = len(choice.players)
    three, four = rows[:, 3] == count + 1, rows[:, 3] < count
    found = np.zeros(len(rows), np.int64)
    couples = ((0, 1), (2, 3), (0, 2), (0, 3), (1, 2), (1, 3))
    met = _met(rows, count)
    partner, opponent = (_matrix(price, choice.players, met) for price in (goal.partner, goal.opponent))
    for one, other in couples:
        as_opponents = opponent[rows[:, one], rows[:, other]]
        as_partners = partner[rows[:, one], rows[:, other]]
        found += np.where(four, as_partners, as_opponents) if (one, other) in couples[:2] else as_opponents
    found += three * _vector(goal.three, choice.players)[rows[:, :3]].sum(axis=1)
    if goal.tilt:
        tilt = _vector(goal.tilt, choice.players)[rows]
        found += four * np.abs(tilt[:, 0] + tilt[:, 1] - tilt[:, 2] - tilt[:, 3])
    if goal.rest:
        found += (rows[:, 1] == count) * _vector(goal.rest, choice.players)[rows[:, 0]]
    return found


def _met(rows: Numbers, count: int) -> list[tuple[int, int]]:
    """The couples of players that are in a row together."""
    codes = [
        np.unique(rows[:, one] * (count + 3) + rows[:, other]) for one, other in combinations(range(4), 2)
    ]
    found = (divmod(int(code), count + 3) for code in np.unique(np.concatenate(codes)))
    return [(one, other) for one, other in found if one < count and other < count]


def _matrix(
    price: Callable[[int, int], int], players: Sequence[int], met: Sequence[tuple[int, int]]
) -> Numbers:
    """What each of these couples counts; nothing for a place that is no player."""
    matrix = np.zeros((len(players) + 3, len(players) + 3), np.int64)
    for one, other in met:
        matrix[one, other] = matrix[other, one] = price(players[one], players[other])
    return matrix


def _vector(value: Callable[[int], int], players: Sequence[int]) -> Numbers:
    return np.array([*map(value, players), 0, 0, 0], np.int64)
