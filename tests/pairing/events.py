"""Playing events by standing for the tests: fixed pairs with a strength, luck, and totals as a klaverjas evening has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from tournaments.pairing import Draw, DrawInput, History, PairingRule, Table, draw_round, validate_draw

A_ROUND = 2592
"""Points of a round of sixteen deals without roem, to be divided by the two sides."""


@dataclass
class Event:
    """An event as it goes: change `present` between rounds to let entries come and go."""

    present: tuple[int, ...]
    rounds: int
    seed: int | str
    rule: PairingRule = field(default_factory=lambda: PairingRule("swiss"))
    announced: bool = True
    extra: dict[str, object] = field(default_factory=dict)
    tables: list[Table] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)
    rests: Counter[int] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    seats: dict[int, Counter[str]] = field(default_factory=dict)

    def given(self) -> DrawInput:
        """What the next round is drawn from."""
        number = len(self.draws) + 1
        return DrawInput(
            entries=self.present,
            seed=f"{self.seed} {number}",
            evening=History.from_tables(self.tables),
            sit_outs_evening=dict(self.rests),
            rounds_after=self.rounds - number if self.announced else 0,
            rule=self.rule,
            scores={entry: Fraction(points) for entry, points in self.scores.items()},
            round_number=number,
            seats_before={entry: dict(seats) for entry, seats in self.seats.items()},
            **self.extra,  # type: ignore[arg-type]
        )

    def play(self) -> Draw:
        """Draws the next round, checks it, and plays it."""
        given = self.given()
        drawn = draw_round(given, "pairs")
        assert validate_draw(drawn, given) == []
        self.enter(drawn)
        return drawn

    def enter(self, drawn: Draw) -> None:
        """Plays the tables: the lower number is the stronger pair."""
        random = Random(f"{self.seed} {len(self.draws)}")
        for table in drawn.tables:
            one, other = table.entries
            share = A_ROUND // 2 + int(random.gauss(0, 350) + 10 * (other - one))
            self.scores[one] += share
            self.scores[other] += A_ROUND - share
            for entry, seat in ((one, "N"), (other, "E")):
                self.seats.setdefault(entry, Counter())[seat] += 1
        for entry in drawn.sit_outs:
            self.scores[entry] += A_ROUND // 2
        self.draws.append(drawn)
        self.tables += drawn.tables
        self.rests.update(drawn.sit_outs)


def play_event(
    entries: Iterable[int], rounds: int, seed: int | str, rule: PairingRule | None = None, **extra: object
) -> Event:
    """A whole event with everybody there all the time."""
    event = Event(tuple(entries), rounds, seed, rule or PairingRule("swiss"), extra=extra)
    for _ in range(rounds):
        event.play()
    return event
