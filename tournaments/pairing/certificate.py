"""A second opinion on a draw: is it sound, and is there a better one? Nothing of the code that draws is used here.

A small field is decided by working out every set of people left (`optimum`). A larger one is decided goal by goal
with prices that prove a bound (`bounds`); where that stays open the answer says how much better a draw could be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tournaments.pairing.alternatives import Alternatives, add
from tournaments.pairing.bounds import Cap, judge
from tournaments.pairing.check import validate_draw
from tournaments.pairing.columns import MOST_ROWS, columns_of, rows_needed
from tournaments.pairing.goal import resting
from tournaments.pairing.goals import Unit, goals
from tournaments.pairing.model import Draw, DrawInput, Table
from tournaments.pairing.optimum import MOST_PLAYERS, optimum
from tournaments.sentences import Sentence

MOST: Mapping[Unit, int] = {"pairs": 600, "individuals": 240, "threes": 120}
"""Players that can be judged in some seconds."""

Verdict = Literal["best", "better", "bound", "open"]


@dataclass(frozen=True, slots=True)
class Certificate:
    """What the second method found.

    faults: what is wrong with the draw. verdict: "best", no better draw exists; "better", one does for this round
    taken alone; "bound", none is better than `bound` at the goal, where the draw has `value`; "open", not decided
    within the bounds of the method. goal: at which the draw could be better. tables: those of a better draw, when
    one was made; who sits at none of them rests.
    """

    faults: tuple[Sentence, ...]
    verdict: Verdict
    goal: str = ""
    value: int = 0
    bound: int = 0
    tables: tuple[Table, ...] = ()


def certify(draw: Draw, given: DrawInput, unit: Unit) -> Certificate:
    """Judges a draw by lot or by standing by all goals in their order.

    Later rounds are not looked at: with `rounds_after` a draw may rightly stay behind the best of its round. Where
    people sit at their table is judged for the tables as they are. The work is bounded: some seconds at most.
    """
    faults = tuple(validate_draw(draw, given))
    if faults:
        return Certificate(faults, "open")
    choice = Alternatives.around(draw, given, unit)
    return (
        _rests(draw, given, unit, choice)
        or _tables(draw, choice, unit)
        or _seats(draw, given, unit)
        or Certificate((), "best")
    )


def _rests(draw: Draw, given: DrawInput, unit: Unit, choice: Alternatives) -> Certificate | None:
    """Where who rests was settled first: the lowest sums of the rest goals, of so many people."""
    count = len(resting(draw, given))
    if choice.shape[1] or not count:
        return None
    aims = [goal for goal in goals(given, unit) if goal.rest]
    settled = {entry for pair in given.partners_wanted | given.opponents_wanted for entry in pair}
    settled |= given.must_sit_out | {entry for table in given.locked for entry in table.entries}
    free = sorted(
        tuple(goal.rest(e) for goal in aims if goal.rest) for e in given.entries if e not in settled
    )
    best = add(*free[:count])
    for goal, least in zip(aims, best, strict=True):
        value = goal.value(draw, given)
        if value > least:
            return Certificate((), "better", goal.name, value, least)
    return None


def _tables(draw: Draw, choice: Alternatives, unit: Unit) -> Certificate | None:
    if len(choice.players) <= MOST_PLAYERS:
        return _small(draw, choice)
    values = choice.of(draw)
    if not any(values):
        return None
    wide = rows_needed(choice) > MOST_ROWS and not _by_width(choice)
    if wide or len(choice.players) > MOST[unit]:
        first = next(number for number, value in enumerate(values) if value)
        return Certificate((), "open", choice.goals[first].name, values[first])
    return _large(draw, choice)


def _small(draw: Draw, choice: Alternatives) -> Certificate | None:
    best = optimum(choice)
    assert best is not None, "the draw itself is one"
    for goal, value, least in zip(choice.goals, choice.of(draw), best.prices, strict=True):
        if value > least:
            return Certificate((), "better", goal.name, value, least, best.tables)
    return None


def _large(draw: Draw, choice: Alternatives) -> Certificate | None:
    """Goal by goal, each among the draws that are as good at the goals before it."""
    columns = columns_of(choice, draw)
    allowed, caps = np.ones(len(columns.members), np.bool_), list[Cap]()
    for number, (goal, value) in enumerate(zip(choice.goals, choice.of(draw), strict=True)):
        prices = columns.prices[number]
        if value == 0:
            allowed &= prices == 0
            continue
        if goal.rest and value == _least_rest(choice, number):
            caps.append(Cap(prices, value))
            continue
        found = judge(columns, number, allowed, caps, value)
        if found.better is not None:
            least = int(prices[found.better].sum())
            tables = [columns.table(row) for row in found.better.tolist()]
            return Certificate(
                (), "better", goal.name, value, least, tuple(table for table in tables if table)
            )
        if found.bound < value:
            return Certificate((), "bound", goal.name, value, found.bound)
        caps.append(Cap(prices, value))
    return None


def _by_width(choice: Alternatives) -> bool:
    """Can wide tables be left out, because the last goal counts the width?"""
    parts = [part.name for _weight, part in choice.goals[-1].parts]
    return bool(choice.given.scores) and ("gaps" in parts or "spread" in parts)


def _least_rest(choice: Alternatives, goal: int) -> int:
    """What as many as rest count at least."""
    rests = sorted(choice.rest(entry)[goal] for entry in choice.players if choice.may_rest(entry))
    return sum(rests[: choice.shape[1]])


def _seats(draw: Draw, given: DrawInput, unit: Unit) -> Certificate | None:
    """Which side sits North-South, table by table."""
    for goal in goals(given, unit):
        if not goal.seat:
            continue
        value = sum(goal.at(table) for table in draw.tables if table not in given.locked)
        least = sum(
            min(goal.at(table), goal.at(_turned(table))) for table in draw.tables if table not in given.locked
        )
        if value > least:
            return Certificate((), "better", goal.name, value, least)
    return None


def _turned(table: Table) -> Table:
    """With the sides changed about."""
    return table if table.third else Table(table.number, table.east_west, table.north_south)
