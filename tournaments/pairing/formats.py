"""Whole events played by chance, to see what a way of drawing is worth: strength, luck, and people who come and go."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from math import inf
from random import Random
from statistics import NormalDist

from tournaments.pairing.goals import TABLE_SIZES, Unit
from tournaments.pairing.methods import draw_round
from tournaments.pairing.model import Apart, Draw, DrawError, DrawInput, History, Quality, Table
from tournaments.pairing.ranks import doubled_ranks
from tournaments.pairing.rule import PairingRule
from tournaments.pairing.schedules import METHODS as SCHEDULES
from tournaments.pairing.schedules import Schedule, movement, play, whist
from tournaments.sentences import Sentence

A_ROUND = 2592
"""Points of sixteen deals without roem, which the two sides of a table divide."""
LUCK, SKILL = 350, 150
"""The spread of the score of a round; what one unit of strength of a side over the other is worth in it."""
GROUP = 3
"""People in a group that is kept apart."""

METHODS: Mapping[str, tuple[str, ...]] = {
    "individuals": ("lot", "swiss", "stay", "whist"),
    "pairs": ("lot", "swiss", "mitchell", "howell", "move_up"),
}
"""Ways to draw an event that are simulated."""

MOST_EVENTS, PATIENCE = 12, 0.6
"""Events of each way that a comparison plays at most; seconds after which it begins no more of them."""

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Plan:
    """An event to be played: the way of drawing, for how many, how many rounds.

    late: the share that comes in after the first round, at the latest halfway. withdraw: the share that leaves before
    the end. absent: the share of rounds that somebody misses in between. groups: so many groups of three are never to
    meet. rule: the rule in detail; its method is `method`.
    """

    method: str
    unit: Unit
    players: int
    rounds: int
    late: float = 0.0
    withdraw: float = 0.0
    absent: float = 0.0
    groups: int = 0
    rule: PairingRule | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One round of an event: what it was drawn from, the draw, and the seconds it took."""

    given: DrawInput
    draw: Draw
    seconds: float


@dataclass(slots=True)
class Figures:
    """What happened in one event, or in many added together.

    partners_again, opponents_again: meetings too many, a third time counting as two. most_met: how often two were
    opponents at most. second_rests: rests too many. apart: couples of groups together. spread, widest: ranks from
    first to last at a table, mean and most, from the second round on. fidelity: how far the final order is that of
    true strength (Spearman, -1 to 1). seconds, slowest: of a draw, mean and most.
    """

    events: int = 0
    partners_again: int = 0
    opponents_again: int = 0
    most_met: int = 0
    second_rests: int = 0
    apart: int = 0
    fidelity: float = 0.0
    spreads: list[float] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    def add(self, other: Figures) -> None:
        self.events += other.events
        self.partners_again += other.partners_again
        self.opponents_again += other.opponents_again
        self.most_met = max(self.most_met, other.most_met)
        self.second_rests += other.second_rests
        self.apart += other.apart
        self.fidelity += other.fidelity
        self.spreads += other.spreads
        self.times += other.times

    def summary(self) -> dict[str, float]:
        """Per event where that is a count, and as means and extremes."""
        events = max(1, self.events)
        counts = ("partners_again", "opponents_again", "second_rests", "apart")
        return {name: round(getattr(self, name) / events, 3) for name in counts} | {
            "most_met": self.most_met,
            "spread": round(_mean(self.spreads), 2),
            "widest": max(self.spreads, default=0.0),
            "fidelity": round(self.fidelity / events, 3),
            "seconds": _mean(self.times),
            "slowest": max(self.times, default=0.0),
        }


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def simulate(
    plan: Plan, seeds: Sequence[int], clock: Clock = time.process_time, patience: float = inf
) -> Figures:
    """Plays one event for each seed and adds their figures. Raises DrawError when the plan cannot be played.

    patience: after so many seconds of `clock` no further event is begun; the first is always played.
    """
    total = Figures()
    begin = clock()
    for seed in seeds:
        event = Event(plan, seed, clock)
        for _step in event.play():
            pass
        total.add(event.figures())
        if clock() - begin > patience:
            break
    return total


def compare(unit: Unit, players: int, rounds: int) -> dict[str, Figures | Sentence]:
    """Every way of drawing for so many: what a few events make of it, or why it does not fit.

    How many events depends on what they cost: this is for somebody who waits. Everybody is there all the time.
    """
    found: dict[str, Figures | Sentence] = {}
    for method in METHODS[unit]:
        plan = Plan(method, unit, players, rounds)
        try:
            found[method] = simulate(plan, range(1, 1 + MOST_EVENTS), patience=PATIENCE)
        except DrawError as error:
            found[method] = error.sentence
    return found


def least_again(plan: Plan) -> tuple[int, int] | None:
    """The fewest partners and opponents again that so many rounds must have.

    None when people come and go, and where four stay together and so meet again by nature.
    """
    if plan.late or plan.withdraw or plan.absent or plan.method == "stay":
        return None
    tables = plan.players // TABLE_SIZES[plan.unit]
    couples = plan.players * (plan.players - 1) // 2
    partners, opponents = {"pairs": (0, 1), "individuals": (2, 4), "threes": (0, 3)}[plan.unit]
    return (
        max(0, plan.rounds * tables * partners - couples),
        max(0, plan.rounds * tables * opponents - couples),
    )


class Event:
    """One event as it is played. Everything follows from the plan and the seed."""

    def __init__(self, plan: Plan, seed: int, clock: Clock = time.process_time) -> None:
        self.plan = plan
        self.seed = seed
        self.clock = clock
        self.rule = plan.rule or PairingRule(method=plan.method)
        self.chance = Random(f"event {seed}").random
        self.entries = tuple(range(1, plan.players + 1))
        self.strength = {entry: self._normal() for entry in self.entries}
        self.stays = {entry: self._stay() for entry in self.entries}
        self.apart = self._groups()
        self.schedule: Schedule | None = None
        self.numbers: dict[int, int] = {}
        self.steps: list[Step] = []
        self.points: Counter[int] = Counter()
        self.played: Counter[int] = Counter()
        self.rests: Counter[int] = Counter()
        self.seats: dict[int, Counter[str]] = {}
        self.spreads: list[float] = []

    def _normal(self) -> float:
        return NormalDist().inv_cdf(min(max(self.chance(), 1e-9), 1 - 1e-9))

    def _stay(self) -> frozenset[int]:
        """In which rounds somebody is there."""
        plan = self.plan
        first, last = 1, plan.rounds
        if self.chance() < plan.late:
            first = 2 + int(self.chance() * max(0, plan.rounds // 2))
        if self.chance() < plan.withdraw:
            last = first + int(self.chance() * max(1, plan.rounds - first))
        return frozenset(r for r in range(first, last + 1) if self.chance() >= plan.absent)

    def _groups(self) -> tuple[Apart, ...]:
        """Who belong together, by lot."""
        order = sorted(self.entries, key=lambda entry: (self.chance(), entry))
        size = min(GROUP, self.plan.players // max(1, self.plan.groups))
        return tuple(
            Apart(frozenset(order[start * size : (start + 1) * size]), name=str(start + 1))
            for start in range(self.plan.groups)
        )

    def play(self) -> Iterator[Step]:
        """Draws and plays round after round; a round for which too few are there is not played."""
        for number in range(1, self.plan.rounds + 1):
            given = self._given(number)
            if len(given.entries) < TABLE_SIZES[self.plan.unit]:
                continue
            start = self.clock()
            draw = self._draw(given)
            step = Step(given, draw, self.clock() - start)
            self._enter(step)
            yield step

    def _given(self, number: int) -> DrawInput:
        tables = [table for step in self.steps for table in step.draw.tables]
        present = tuple(entry for entry in self.entries if number in self.stays[entry])
        return DrawInput(
            entries=present,
            seed=f"{self.seed} {number}",
            evening=History.from_tables(tables),
            sit_outs_evening=dict(self.rests),
            rounds_after=self.plan.rounds - number,
            rule=self.rule,
            scores=self._scores() if self.rule.method == "swiss" else {},
            round_number=number,
            apart=tuple(group for group in self.apart if len(group.entries.intersection(present)) > 1),
            seats_before={entry: dict(seats) for entry, seats in self.seats.items()},
            set_tables=self._set(number) if self.rule.method == "stay" else (),
        )

    def _set(self, number: int) -> tuple[Table, ...]:
        """Where the four stay together for three rounds: the tables of these so far."""
        first = number - (number - 1) % 3
        steps = [step for step in self.steps if step.given.round_number >= first]
        return tuple(table for step in steps for table in step.draw.tables)

    def _scores(self) -> dict[int, Fraction]:
        """Points a round, so that who misses one is not behind for that alone."""
        return {entry: Fraction(self.points[entry], times) for entry, times in self.played.items()}

    def _draw(self, given: DrawInput) -> Draw:
        if self.rule.method not in SCHEDULES:
            return draw_round(given, self.plan.unit)
        schedule = self.schedule = self.schedule or self._plan_schedule(given.entries)
        planned = schedule.rounds[given.round_number - 1].renamed(self.numbers)
        taken = play(planned, given)
        return Draw(taken.tables, taken.sit_outs, Quality(0, 0, 0, 0, 0, proven=False, completable=None), ())

    def _plan_schedule(self, entries: Sequence[int]) -> Schedule:
        """For who is there at the beginning; numbers go by lot."""
        order = sorted(entries, key=lambda entry: (self.chance(), entry))
        method, size, rounds = self.rule.method, len(order), self.plan.rounds
        self.numbers = dict(enumerate(order, 1))
        return whist(size, rounds) if method == "whist" else movement(method, size, rounds)

    def _enter(self, step: Step) -> None:
        """Plays the tables: strength and luck decide how the points are divided."""
        if self.played:
            ranks = doubled_ranks(replace(step.given, scores=self._scores()))
            at_tables = [[ranks[entry] for entry in table.entries] for table in step.draw.tables]
            self.spreads += [(max(table) - min(table)) / 2 for table in at_tables]
        for table in step.draw.tables:
            self._play(table)
        self.rests.update(step.draw.sit_outs)
        self.steps.append(step)

    def _play(self, table: Table) -> None:
        """Each side wins its share, and what it is stronger and luckier than the others."""
        strengths = [sum(self.strength[entry] for entry in side) / len(side) for side in table.sides]
        luck = [self._normal() for _side in table.sides]
        for number, side in enumerate(table.sides):
            stronger = strengths[number] - sum(strengths) / len(strengths)
            luckier = luck[number] - sum(luck) / len(luck)
            won = round(A_ROUND / 2 + 2 * SKILL * stronger + 2**0.5 * LUCK * luckier)
            for entry, seat in zip(side, ("NS", "EW", "S")[number], strict=False):
                self.points[entry] += won
                self.played[entry] += 1
                self.seats.setdefault(entry, Counter())[seat] += 1

    def figures(self) -> Figures:
        """What happened so far."""
        met = History.from_tables(table for step in self.steps for table in step.draw.tables)
        couples = [
            pair
            for step in self.steps
            for table in step.draw.tables
            for pair in combinations(table.entries, 2)
        ]
        return Figures(
            events=1,
            partners_again=sum(times - 1 for times in met.partners.values()),
            opponents_again=sum(times - 1 for times in met.opponents.values()),
            most_met=max(met.opponents.values(), default=0),
            second_rests=sum(times - 1 for times in self.rests.values()),
            apart=sum(1 for pair in couples for group in self.apart if group.entries.issuperset(pair)),
            fidelity=_spearman([(self.strength[e], float(score)) for e, score in self._scores().items()]),
            spreads=list(self.spreads),
            times=[step.seconds for step in self.steps],
        )


def _spearman(pairs: Sequence[tuple[float, float]]) -> float:
    """The correlation of ranks; 0 when there is nothing to compare."""
    one, other = (_ranks([pair[place] for pair in pairs]) for place in (0, 1))
    middle = (len(pairs) - 1) / 2
    together = sum((a - middle) * (b - middle) for a, b in zip(one, other, strict=True))
    sizes = [sum((rank - middle) ** 2 for rank in ranks) for ranks in (one, other)]
    return together / (sizes[0] * sizes[1]) ** 0.5 if all(sizes) else 0.0


def _ranks(values: Sequence[float]) -> list[float]:
    """The place of each value from 0; equal ones share the mean."""
    below = sorted(values)
    return [below.index(value) + (below.count(value) - 1) / 2 for value in values]
