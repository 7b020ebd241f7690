"""How many mistakes on sheets are asked about before a round is closed, and how many honest rounds are."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from klaverclub.simulations.numbers import seed, whole
from klaverclub.simulations.rating_deals import DEALS, stock
from klaverclub.simulations.rating_worlds import EVENINGS, FEWEST, MOST, make_world
from tournaments.rating import (
    Evening,
    Parameters,
    RatedRound,
    RatedTable,
    State,
    looks_mirrored,
    rate,
    too_surprising,
)

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable, Iterator

HELP = "put mistakes into the results of clubs that are rated, and count what is asked about"
OPTIONS = ("clubs", "players", "seed", "json")
MISTAKES = (
    "a total 1,000 too high or too low",
    "a total 2,000 too high or too low",
    "one deal in the wrong column",
    "the two sides exchanged",
)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--clubs", type=whole(1, 1000), default=20, help="clubs of three seasons, half with regular partners"
    )
    parser.add_argument("--players", type=whole(FEWEST, MOST), default=80, help="people in a club")
    parser.add_argument("--seed", type=seed, default=201, help="the same seed gives the same figures")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")


def run(write: Callable[[str], object], told: dict[str, Any]) -> None:
    counts = measure(told["clubs"], told["players"], told["seed"])
    for line in [json.dumps(counts)] if told["json"] else _as_text(counts):
        write(line)


def measure(clubs: int, players: int, seed: int) -> dict[str, dict[str, int]]:
    """By kind of mistake, and of honest rounds: how many there were, and how many are asked about by which sign.

    The first season only teaches the rating. Each honest round of the other two is then looked at as it is, and once
    with each mistake.
    """
    found: dict[str, Counter[str]] = {kind: Counter() for kind in ("honest", *MISTAKES)}
    for number in range(seed, seed + clubs):
        random, state = np.random.default_rng(number), State()
        for at, evening in enumerate(make_world("mixed", players, 1, number).evenings):
            told = list[RatedTable]()
            rate(state, evening, Parameters(), told)
            if at >= EVENINGS:
                _count(evening, told, random, found)
    return {kind: dict(counts) for kind, counts in found.items()}


def _count(
    evening: Evening, told: list[RatedTable], random: np.random.Generator, found: dict[str, Counter[str]]
) -> None:
    for one, table in zip(evening, told, strict=True):
        _ask(table, found["honest"])
        for kind, difference in zip(MISTAKES, _mistaken(one, random), strict=True):
            surprise = table.known.surprise + difference - one.difference
            known = table.known._replace(surprise=surprise)
            _ask(table._replace(difference=difference, known=known), found[kind])


def _mistaken(one: RatedRound, random: np.random.Generator) -> Iterator[int]:
    sign = int(random.choice((-1, 1)))
    yield one.difference + 1000 * sign
    yield one.difference + 2000 * sign
    yield one.difference - 2 * int(random.choice(stock()))
    yield -one.difference


def _ask(table: RatedTable, counts: Counter[str]) -> None:
    mirrored, surprising = looks_mirrored(table), too_surprising(table)
    counts["rounds"] += 1
    counts["asked"] += mirrored or surprising
    counts["mirrored"] += mirrored
    counts["surprising"] += surprising


def _as_text(counts: dict[str, dict[str, int]]) -> Iterator[str]:
    honest = counts["honest"]
    yield (
        f"{honest['rounds']:,} honest rounds of {DEALS} deals: {1000 * honest['asked'] / honest['rounds']:.2f} in "
        f"1,000 asked about ({1000 * honest['surprising'] / honest['rounds']:.2f} too surprising, "
        f"{1000 * honest['mirrored'] / honest['rounds']:.2f} rather the other way round)"
    )
    yield "Each of them with a mistake:"
    for kind in MISTAKES:
        yield f"  {kind:36} {100 * counts[kind]['asked'] / counts[kind]['rounds']:5.1f} % asked about"
