"""The rating beside OpenSkill: rounds per second, a correction, and 1.2 million rounds with the memory they take.

OpenSkill is compiled, ours is plain Python; both rate the same rounds in the same order. Seconds are of the
processor, so that whatever else the computer does counts little.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Iterator
from functools import partial
from random import Random

from klaverclub.benchmarks.measure import Comparison, compare
from klaverclub.simulations.rating_rivals import OpenSkill
from klaverclub.simulations.rating_worlds import make_world
from tournaments.rating import Book, Evening, Parameters, RatedRound, State, rate

PEER = "OpenSkill (Plackett-Luce, compiled)"
SAMPLE = 2_000
"""Rounds that the other is given: it takes much longer."""
BACK = 60
"""Evenings in two seasons."""
PEOPLE, EVENINGS, ROUNDS = 10_000, 90, 1_200_000


def comparisons() -> Iterator[Comparison]:
    try:
        import openskill
    except ImportError:
        sys.stderr.write(
            "openskill is not installed (it belongs to the test group): the rating is not compared\n"
        )
        return
    del openskill
    club = make_world("random", 80, 1, seed=1).evenings
    yield _rounds("rate a club of 80", club)
    yield _rounds("rate a league of 400 in ten clubs", make_world("mixed", 400, 10, seed=1).evenings)
    yield _correction(club)
    yield _large()


def _rounds(name: str, evenings: list[Evening]) -> Comparison:
    rounds = sum(map(len, evenings))
    ours = compare(
        name,
        partial(_rate, evenings),
        PEER,
        partial(_rate_by_openskill, evenings, SAMPLE),
        unit="round",
        turns=5,
        clock=time.process_time,
    )
    return Comparison(name, PEER, "round", ours.ours / rounds, ours.theirs / min(SAMPLE, rounds))


def _rate(evenings: list[Evening]) -> None:
    state, parameters = State(), Parameters()
    for evening in evenings:
        rate(state, evening, parameters)


def _rate_by_openskill(evenings: list[Evening], most: int) -> None:
    rival = OpenSkill()
    for one in [one for evening in evenings for one in evening][:most]:
        rival.learn(one)


def _correction(evenings: list[Evening]) -> Comparison:
    """One result of two seasons back is changed, against working everything out again."""
    book = Book(evenings)
    scores = iter(range(1, 10**6))

    def correct() -> None:
        evening = evenings[-BACK]
        first, *others = evening
        changed = first._replace(difference=next(scores))
        assert book.change(put=[Evening(evening.day, evening.key[1], [changed, *others])]) == BACK

    return compare(
        "correct a sheet of two seasons back in a club of 80",
        correct,
        "the whole replayed",
        partial(Book, evenings),
        unit="correction",
        clock=time.process_time,
    )


def _large() -> Comparison:
    """A league of 10,000, with a checkpoint before every evening."""
    packs = [evening.pack() for evening in _crowd(1)]
    tracemalloc.start()
    evenings = list(map(Evening.unpack, packs))
    book = Book(evenings)
    memory = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    del book, packs
    name = f"rate {ROUNDS:,} rounds of {PEOPLE:,} people, {memory:.0f} MB with all rounds and {EVENINGS} checkpoints"
    start = time.process_time()
    Book(evenings)
    ours = time.process_time() - start
    start = time.process_time()
    _rate_by_openskill(evenings[:1], SAMPLE)
    theirs = (time.process_time() - start) * ROUNDS / SAMPLE
    return Comparison(name, f"{PEER}, by {SAMPLE:,} of them", "replay", ours, theirs)


def _crowd(seed: int) -> Iterator[Evening]:
    random, people = Random(seed), list(range(PEOPLE))
    tables = PEOPLE // 4
    for number in range(EVENINGS):
        rounds = []
        left = ROUNDS * (number + 1) // EVENINGS - ROUNDS * number // EVENINGS
        for round_ in range(1, -(-left // tables) + 1):
            random.shuffle(people)
            for table in range(min(tables, left)):
                north, south, east, west = people[4 * table : 4 * table + 4]
                difference = round(random.gauss(0, 546))
                rounds.append(RatedRound(round_, table + 1, (north, south, east, west), difference, 16))
            left -= tables
        yield Evening(739_500 + 7 * number, 1, rounds)
