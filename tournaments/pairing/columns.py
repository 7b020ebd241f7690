"""Every table that could be made, and every rest, as rows of numbers, with what each counts at every goal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from tournaments.pairing.alternatives import Alternatives
from tournaments.pairing.goal import Goal
from tournaments.pairing.model import Draw, Table

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]

MOST_ROWS = 600_000
_WAYS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))
"""The three ways to divide four places over two sides, two and two."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Tables and rests, one a row of `members`: places in `players`, a side after the other.

    needed: how often each place is to be covered: every player once; after them one place that stands for resting
    and one for sitting at a table of three, as often as that is done. Rows are filled up with the place after these.
    prices: one list for each goal, the most important first. own: how many rows at the end are the draw's own.
    """

    players: tuple[int, ...]
    members: Numbers
    needed: Numbers
    prices: tuple[Numbers, ...]
    own: int

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
    ways = {1: 1, 2: 1, 3: 1, 4: 3}
    return sum(comb(len(choice.players), size) * ways[size] for size in choice.shape)


def columns_of(choice: Alternatives, draw: Draw) -> Columns:
    """The rows of all tables and rests that are allowed, and at the end those of `draw` itself once more."""
    count = len(choice.players)
    blocks = [_block(size, count) for size in sorted(choice.shape)]
    own = _own(choice, draw)
    members = np.concatenate([*(block[_allowed(block, choice)] for block in blocks), own])
    needed = np.ones(count + 2, np.int64)
    needed[count], needed[count + 1] = choice.shape[1], choice.shape[3]
    prices = tuple(_prices(goal, members, choice) for goal in choice.goals)
    return Columns(choice.players, members, needed, prices, len(own))


def _block(size: int, count: int) -> Numbers:
    """All groups of this size; of four in all three ways."""
    groups = np.array(list(combinations(range(count), size)), np.int64).reshape(-1, size)
    if size == 4:
        groups = np.concatenate([groups[:, way] for way in _WAYS])
    return _filled(groups, count)


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
    partner, opponent = (_matrix(price, choice.players) for price in (goal.partner, goal.opponent))
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


def _matrix(price: Callable[[int, int], int], players: Sequence[int]) -> Numbers:
    """What each couple counts; nothing for a place that is no player."""
    count = len(players)
    matrix = np.zeros((count + 3, count + 3), np.int64)
    for (i, one), (j, other) in combinations(enumerate(players), 2):
        matrix[i, j] = matrix[j, i] = price(one, other)
    return matrix


def _vector(value: Callable[[int], int], players: Sequence[int]) -> Numbers:
    return np.array([*map(value, players), 0, 0, 0], np.int64)
