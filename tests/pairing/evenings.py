"""Playing evenings and seasons for the tests of the draw."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, permutations
from pathlib import Path
from random import Random

from tournaments.pairing import Draw, DrawInput, History, Table, draw_individuals, validate_draw

ROOT = Path(__file__).parents[2]


def printed(program: str, hash_seed: str) -> str:
    """What a program prints in a process of its own with this PYTHONHASHSEED."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@dataclass
class Played:
    """An evening as it went."""

    draws: list[Draw] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    rests: Counter[int] = field(default_factory=Counter)

    def total(self, figure: str) -> int:
        return sum(getattr(draw.quality, figure) for draw in self.draws)


def play(
    entries: Iterable[int],
    rounds: int,
    seed: int,
    draw: Callable[[DrawInput], Draw] = draw_individuals,
    season: History | None = None,
    season_rests: Counter[int] | None = None,
) -> Played:
    """Draws every round of an evening with the announced number of rounds, checking each draw."""
    evening, entries = Played(), tuple(entries)
    for number in range(rounds):
        given = DrawInput(
            entries=entries,
            seed=f"{seed} {number}",
            evening=History.from_tables(evening.tables),
            season=season or History(),
            sit_outs_evening=dict(evening.rests),
            sit_outs_season=season_rests or {},
            rounds_after=rounds - 1 - number,
        )
        drawn = draw(given)
        assert validate_draw(drawn, given) == []
        evening.draws.append(drawn)
        evening.tables += drawn.tables
        evening.rests.update(drawn.sit_outs)
    return evening


def random_history(count: int, rounds: int, seed: int) -> History:
    """What `rounds` rounds at tables of four leave behind, with people seated at random."""
    random = Random(seed)
    tables = []
    for _ in range(rounds):
        people = random.sample(range(1, count + 1), count)
        for start in range(0, count - 3, 4):
            a, b, c, d = people[start : start + 4]
            tables.append(Table(1, (a, b), (c, d)))
    return History.from_tables(tables)


def arrangements(people: list[int]) -> Iterator[list[Table]]:
    """Every way to divide people over tables and sides; which side and chair makes no difference."""
    if not people:
        yield []
        return
    first, rest = people[0], people[1:]
    for others in combinations(rest, 3):
        left = [person for person in rest if person not in others]
        for partner in others:
            one, other = (person for person in others if person != partner)
            for tables in arrangements(left):
                yield [Table(1, (first, partner), (one, other)), *tables]


def perfect_matchings(points: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair up an even number of points."""
    if not points:
        yield []
        return
    first, rest = points[0], points[1:]
    for other in rest:
        for matching in perfect_matchings([point for point in rest if point != other]):
            yield [(first, other), *matching]


def met_times(tables: Iterable[Table]) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]]]:
    """How often couples were partners and opponents, counted from the seats."""
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for table in tables:
        seats = table.seats
        for one, other in permutations("NESW", 2):
            opposite = {one, other} in ({"N", "S"}, {"E", "W"})
            pair = frozenset({seats[one], seats[other]})
            (partners if opposite else opponents)[pair] += 1
    return (
        Counter({pair: n // 2 for pair, n in partners.items()}),
        Counter({pair: n // 2 for pair, n in opponents.items()}),
    )
