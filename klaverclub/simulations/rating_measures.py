"""How good a rating is in worlds of which the truth is known.

A forecast is judged by what it loses on average over the luck of its round, not by the one result that came of it:
the true chance is known, and a hundredth of the rounds then tells as much.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr
from scipy.stats import spearmanr

from klaverclub.simulations.rating_deals import DEALS, stock
from klaverclub.simulations.rating_rivals import Makers, Ours, Rival
from klaverclub.simulations.rating_worlds import EVENINGS, SEASONS, World
from tournaments.rating.shown import BAND

COIN = math.log(2)
Reals = NDArray[np.float64]


@dataclass
class Found:
    """What was found of one rival over all worlds of a kind; `total` fields are sums over rounds.

    `slope`: how far the chances should be stretched (of their log-odds): 1 is calibrated, less is overconfident.
    """

    true: list[float] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    orders: list[list[float]] = field(default_factory=lambda: [[] for _season in range(SEASONS)])
    inside: int = 0
    banded: int = 0
    clubs: list[tuple[float, float]] = field(default_factory=list)

    @property
    def log_loss(self) -> float:
        return _loss(np.array(self.true), np.array(self.chances))

    @property
    def slope(self) -> float | None:
        """By Newton's method; None for who says the same of every round."""
        chances, true = np.array(self.chances), np.array(self.true)
        odds, slope = np.log(chances / (1 - chances)), 1.0
        if not odds.any():
            return None
        for _step in range(25):
            fitted = 1 / (1 + np.exp(-slope * odds))
            slope += float((odds @ (true - fitted)) / ((odds * odds) @ (fitted * (1 - fitted))))
        return slope

    def spearman(self, season: int) -> float:
        """Order against the true order at the end of a season, on average over the worlds."""
        return float(np.mean(self.orders[season]))

    @property
    def covered(self) -> float:
        """Share of the bands at the end of a season in which the true strength lies."""
        return self.inside / self.banded

    @property
    def club_slope(self) -> float:
        """How much of the true difference between clubs is found."""
        true, found = np.array(self.clubs).T
        return float((true @ found) / (true @ true))


@dataclass
class Measured:
    """A kind of world: its rivals, and what knowing everybody's true strength would bring."""

    known: float
    rounds: int
    rivals: dict[str, Found]

    def gain(self, name: str) -> float:
        """The share of what can be known that a rival finds; below 0 is worse than a coin."""
        return (COIN - self.rivals[name].log_loss) / (COIN - self.known)


def measure(worlds: Iterable[World], makers: Makers) -> Measured:
    found = {name: Found() for name in makers}
    spread = float(stock().std()) * DEALS**0.5
    true = list[float]()
    for world in worlds:
        chances = ndtr(np.array(world.truth) / spread).tolist()
        true += chances
        for name, make in makers.items():
            rival = make(len(world.club), max(world.club) + 1)
            _run(rival, world, found[name])
            found[name].true += chances
    return Measured(_loss(np.array(true), np.array(true)), len(true), found)


def _loss(true: Reals, chances: Reals) -> float:
    """The log-loss to be expected of these chances."""
    return float(-(true * np.log(chances) + (1 - true) * np.log1p(-chances)).mean())


def _run(rival: Rival, world: World, found: Found) -> None:
    for season in range(SEASONS):
        rival.season()
        for evening in world.evenings[season * EVENINGS : (season + 1) * EVENINGS]:
            found.chances += rival.evening(evening)
        people = np.flatnonzero(world.active[season]).tolist()
        strengths = world.strengths[season][people]
        estimates = [rival.strength(person) for person in people]
        if len(set(estimates)) > 1:
            found.orders[season].append(_order(estimates, strengths, [world.club[one] for one in people]))
        if isinstance(rival, Ours):
            _look_closer(rival, people, strengths, world, found)


def _order(estimates: Sequence[float], strengths: Reals, clubs: Sequence[int]) -> float:
    """Spearman's correlation, on average over the clubs: lists are made club by club."""
    orders = []
    for club in sorted(set(clubs)):
        own = [at for at, one in enumerate(clubs) if one == club]
        orders.append(spearmanr(np.array(estimates)[own], strengths[own]).statistic)
    return float(np.mean(orders))


def _look_closer(rival: Ours, people: list[int], strengths: Reals, world: World, found: Found) -> None:
    """The bands of people, and the levels of clubs."""
    clubs = np.array([world.club[person] for person in people])
    means, variances = np.array([rival.value(person) for person in people]).T
    means = means + np.array([rival.level(club) for club in clubs])
    found.inside += int((abs(means - strengths) <= BAND * np.sqrt(variances)).sum())
    found.banded += len(people)
    if clubs.max():
        true, seen = (
            np.array([of[clubs == club].mean() for club in sorted(set(clubs))]) for of in (strengths, means)
        )
        found.clubs += zip((true - true.mean()).tolist(), (seen - seen.mean()).tolist(), strict=True)
