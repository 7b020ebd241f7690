"""What a draw aims at, goal by goal: counted from the seats, knowing none of the code that draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from tournaments.pairing import aims
from tournaments.pairing.aims import Goal
from tournaments.pairing.model import Draw, DrawInput
from tournaments.sentences import Sentence

Unit = Literal["individuals", "pairs", "threes"]
TABLE_SIZES: Mapping[Unit, int] = {"individuals": 4, "pairs": 2, "threes": 3}

SQUARED_RANK = 240
"""The one sum of a draw by standing for individuals, per squared rank."""


@dataclass(frozen=True, slots=True)
class Level:
    """How a draw does at one goal. value: lower is better, in the unit of the goal; parts: what it is made of."""

    goal: str
    value: int
    sentence: Sentence
    parts: tuple[Level, ...] = ()


def levels(draw: Draw, given: DrawInput, unit: Unit) -> tuple[Level, ...]:
    """How `draw` does at every goal, the most important first.

    Of two draws the better one is better at the first goal at which they differ; where all are equal the lot
    decided.
    """
    return tuple(_level(goal, draw, given) for goal in goals(given, unit))


def _level(goal: Goal, draw: Draw, given: DrawInput) -> Level:
    parts = tuple(_level(part, draw, given) for _weight, part in goal.parts)
    return Level(goal.name, goal.value(draw, given), goal.words(draw), parts)


def goals(given: DrawInput, unit: Unit) -> tuple[Goal, ...]:
    """The goals of a draw from this input in their order, as PairingRule.method has them; those that cannot matter are left out."""
    size = TABLE_SIZES[unit]
    seated = {entry for table in given.locked for entry in table.entries}
    free = [entry for entry in given.entries if entry not in seated | given.must_sit_out]
    rests = tuple(_rest_goals(given, unit, free)) if len(free) % size else ()
    apart = [aims.apart(given)] if any(group.worth is None for group in given.apart) else []
    if given.rule.method == "swiss":
        again = aims.partners(given) if unit == "individuals" else aims.rematches(given)
        last = _table_sum(given) if unit == "individuals" else _distance(given)
        turns = [aims.directions(given)] if given.rule.directions and unit != "threes" else []
        return (again, *apart, *rests, last, *turns)
    if unit == "pairs":
        return (aims.rematches(given), *apart, *rests, *_season_rematches(given))
    return (*apart, *rests, _meetings(given, unit))


def _rest_goals(given: DrawInput, unit: Unit, free: list[int]) -> Iterator[Goal]:
    again = aims.resting_again(given)
    named = [aims.named_first(given)] if given.sit_out_first else []
    yield from [again, *named] if unit == "pairs" else [*named, again]
    if given.rule.method == "swiss":
        yield aims.lowest(given, free)
    elif given.rule.sit_out == "season":
        yield aims.resting_in_season(given)


def _season_rematches(given: DrawInput) -> tuple[Goal, ...]:
    return (aims.season_opponents(given, squared=True),) if given.rule.season_memory else ()


def _meetings(given: DrawInput, unit: Unit) -> Goal:
    """The weighted sum of a draw by lot."""
    weights = given.rule.weights
    parts = [(weights.opponent_again, aims.rematches(given, "opponents"))]
    if unit == "individuals":
        parts = [
            (weights.partner_again, aims.partners(given)),
            *parts,
            (weights.crossed, aims.crossed(given)),
        ]
    if given.rule.season_memory:
        if unit == "individuals":
            parts.append((weights.season_partner, aims.season_partners(given)))
        parts.append((weights.season_opponent, aims.season_opponents(given)))
    return Goal("meetings", parts[0][1].words, parts=tuple(parts))


def _distance(given: DrawInput) -> Goal:
    """Fixed pairs: how far apart in rank, and groups kept apart for what they are worth."""
    parts = [(1, aims.gaps(given) if given.rule.pattern == "near" else aims.off_pattern(given))]
    if any(group.worth is not None for group in given.apart):
        parts.append((1, aims.rather_apart(given)))
    return Goal("distance", parts[0][1].words, parts=tuple(parts))


def _table_sum(given: DrawInput) -> Goal:
    """Individuals: how near in rank, who meet again, and how equal the two sides are, in one sum."""
    worth = SQUARED_RANK * given.rule.repeat_worth**2
    parts = [
        (SQUARED_RANK // 24, aims.spread(given)),
        (worth, aims.rematches(given, "opponents")),
        (worth // 10, aims.crossed(given)),
    ]
    if any(group.worth is not None for group in given.apart):
        parts.append((SQUARED_RANK // 4, aims.rather_apart(given)))
    if given.rule.balance:
        parts.append((SQUARED_RANK // 2, aims.balance(given)))
    return Goal("nearness", parts[0][1].words, parts=tuple(parts))
