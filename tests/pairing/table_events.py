"""Events for individuals by standing, for the tests of the draw: results from true strength and luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from random import Random

from tournaments.pairing import Draw, DrawInput, History, PairingRule, Table
from tournaments.pairing.swiss_tables import draw_swiss_tables

SWISS = PairingRule(method="swiss")


@dataclass
class Event:
    """An event as it went; `scores` are totals of about 1,300 a round."""

    people: int
    rounds: int
    seed: int
    rule: PairingRule = SWISS
    draw: Callable[[DrawInput], Draw] = draw_swiss_tables
    draws: list[Draw] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    rests: Counter[int] = field(default_factory=Counter)
    threes: Counter[int] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)

    def play(self) -> Event:
        luck = Random(self.seed)
        strengths = [luck.gauss(0, 100) for _ in range(self.people)]
        for number in range(self.rounds):
            drawn = self.draw(self.given(number))
            self.draws.append(drawn)
            self.tables += drawn.tables
            self.rests.update(drawn.sit_outs)
            self.scores.update(dict.fromkeys(drawn.sit_outs, 1296))
            for table in drawn.tables:
                self.threes.update(table.entries if table.third else ())
                # What one side wins the other loses, but for the roem; the luck of sixteen deals is about 240.
                strength = [sum(strengths[entry] for entry in side) for side in table.sides]
                edge = sum(strength[:1]) - sum(strength[1:]) / (len(strength) - 1)
                won = edge / 2 + luck.gauss(0, 240)
                for side, share in zip(table.sides, (won, -won, -won), strict=False):
                    self.scores.update(dict.fromkeys(side, round(1296 + share + luck.gauss(0, 50))))
        return self

    def given(self, number: int) -> DrawInput:
        return DrawInput(
            entries=tuple(range(self.people)),
            seed=f"{self.seed} {number}",
            evening=History.from_tables(self.tables),
            sit_outs_evening=dict(self.rests),
            threes_before=dict(self.threes),
            rounds_after=max(0, self.rounds - 1 - number),
            rule=self.rule,
            scores={entry: Fraction(score) for entry, score in self.scores.items()},
            round_number=number + 1,
        )

    def total(self, figure: str) -> int:
        return sum(getattr(draw.quality, figure) for draw in self.draws)

    @property
    def spread(self) -> float:
        """In ranks, over the rounds after the first."""
        spreads = [draw.quality.spread for draw in self.draws[1:]]
        return sum(spreads) / len(spreads) / 10


def shapes(people: list[int], threes: int) -> Iterator[list[Table]]:
    """Every way to seat people at so many tables of three and the rest at tables of four."""
    if not people:
        yield []
        return
    first, rest = people[0], people[1:]
    for others in combinations(rest, 2) if threes else ():
        left = [person for person in rest if person not in others]
        for tables in shapes(left, threes - 1):
            yield [Table(0, (first,), (others[0],), (others[1],)), *tables]
    for others in combinations(rest, 3) if len(people) > 3 * threes else ():
        left = [person for person in rest if person not in others]
        for tables in shapes(left, threes):
            for partner in others:
                one, other = (person for person in others if person != partner)
                yield [Table(0, (first, partner), (one, other)), *tables]
