"""What a draw aims at, goal by goal: counted from the seats, knowing none of the code that draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from tournaments.pairing import aims
from tournaments.pairing.goal import Goal
from tournaments.pairing.model import Draw, DrawInput, History
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
    if unit == "threes":
        return (*_rests(given, unit), *_never(given), _meetings(given, unit))
    if unit == "pairs":
        return _pairs_by_standing(given) if given.rule.method == "swiss" else _pairs_by_lot(given)
    return _individuals_by_standing(given) if given.rule.method == "swiss" else _individuals_by_lot(given)


def _pairs_by_standing(given: DrawInput) -> tuple[Goal, ...]:
    latest = [aims.latest_rematches(given)] if given.met_in_round else []
    return (
        aims.rematches(given),
        *latest,
        *_never(given),
        *_rests(given, "pairs"),
        _distance(given),
        *_turns(given),
    )


def _pairs_by_lot(given: DrawInput) -> tuple[Goal, ...]:
    season = [aims.season_opponents(given, squared=True)] if given.rule.season_memory else []
    return (aims.rematches(given), *_never(given), *_rests(given, "pairs"), *season)


def _individuals_by_standing(given: DrawInput) -> tuple[Goal, ...]:
    return (
        aims.partners(given),
        *_never(given),
        *_rests(given, "individuals"),
        *_threes(given),
        _table_sum(given),
        *_turns(given),
    )


def _individuals_by_lot(given: DrawInput) -> tuple[Goal, ...]:
    return (*_rests(given, "individuals"), *_never(given), *_threes(given), _meetings(given, "individuals"))


def _rests(given: DrawInput, unit: Unit) -> tuple[Goal, ...]:
    """Who rests, when somebody has to."""
    seated = {entry for table in given.locked for entry in table.entries}
    free = [entry for entry in given.entries if entry not in seated | given.must_sit_out]
    if len(free) % TABLE_SIZES[unit] == 0:
        return ()
    again = aims.resting_again(given)
    named = [aims.named_first(given)] if given.sit_out_first else []
    season = [aims.resting_in_season(given)] if given.rule.sit_out == "season" else []
    lowest = [aims.lowest(given, free)] if given.rule.method == "swiss" and unit != "threes" else []
    return (*([again, *named] if unit == "pairs" else [*named, again]), *season, *lowest)


def _threes(given: DrawInput) -> list[Goal]:
    return [aims.again_at_three(given)] if given.threes_before else []


def _never(given: DrawInput) -> list[Goal]:
    return [aims.apart(given)] if any(group.worth is None for group in given.apart) else []


def _groups(given: DrawInput, worth: Callable[[int], int]) -> list[tuple[int, Goal]]:
    soft = any(group.worth is not None for group in given.apart)
    return [(1, aims.rather_apart(given, worth))] if soft else []


def _turns(given: DrawInput) -> list[Goal]:
    return [aims.directions(given)] if given.rule.directions else []


def _meetings(given: DrawInput, unit: Unit) -> Goal:
    """The weighted sum of a draw by lot."""
    weights, before = given.rule.weights, _before_the_set(given)
    parts = [(weights.opponent_again, aims.rematches(before, "opponents"))]
    if unit == "individuals":
        parts = [
            (weights.partner_again, aims.partners(given)),
            *parts,
            (weights.crossed, aims.crossed(before)),
        ]
    if given.rule.season_memory:
        if unit == "individuals":
            parts.append((weights.season_partner, aims.season_partners(given)))
        parts.append((weights.season_opponent, aims.season_opponents(given)))
    scale = max(1, given.rule.repeat_worth) ** 2
    parts += _groups(given, lambda worth: weights.opponent_again * worth**2 // scale)
    return Goal("meetings", parts[0][1].words, parts=tuple(parts))


def _before_the_set(given: DrawInput) -> DrawInput:
    """Where four stay together for three rounds they meet again by nature: only the rounds before these count."""
    of_set, evening = History.from_tables(given.set_tables), given.evening
    return replace(
        given,
        evening=History(
            Counter(evening.partners) - Counter(of_set.partners),
            Counter(evening.opponents) - Counter(of_set.opponents),
        ),
    )


def _distance(given: DrawInput) -> Goal:
    """Fixed pairs: how far apart in rank, and groups kept apart for what they are worth; in squared doubled ranks."""
    first = aims.gaps(given) if given.rule.pattern == "near" else aims.off_pattern(given)
    return Goal("distance", first.words, parts=((1, first), *_groups(given, lambda worth: 4 * worth**2)))


def _table_sum(given: DrawInput) -> Goal:
    """Individuals: how near in rank, who meet again, and how equal the two sides are, in one sum."""
    worth = SQUARED_RANK * given.rule.repeat_worth**2
    parts = [
        (SQUARED_RANK // 24, aims.spread(given)),
        (worth, aims.rematches(given, "opponents")),
        (worth // 10, aims.crossed(given)),
        *_groups(given, lambda worth: SQUARED_RANK * worth**2),
    ]
    if given.rule.balance:
        parts.append((SQUARED_RANK // 2, aims.balance(given)))
    return Goal("nearness", parts[0][1].words, parts=tuple(parts))
