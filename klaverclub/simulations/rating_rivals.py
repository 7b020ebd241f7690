"""Ways to foretell who wins a round: ours, what clubs do now, and those of the libraries, all behind one door.

A rival sees the rounds in order. Before each it gives the chance that north and south win, then it learns the result.
`strengths` are its estimates of everybody on a scale of its own. Constants were tuned on other worlds than those that
are measured (README of tournaments/rating).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tournaments.rating import Evening, Parameters, RatedRound, RatedTable, State, rate
from tournaments.rating.state import people_start

LUCK = 546.6
"""Standard deviation of the luck in a round of 16 deals, for those who know no better."""


def phi(value: float) -> float:
    return 0.5 * math.erfc(-value / math.sqrt(2))


class Rival(Protocol):
    """`evening` gives the chances of its rounds, in order, and learns them."""

    name: str

    def season(self) -> None:
        """A new season begins."""

    def evening(self, evening: Evening) -> list[float]: ...

    def strength(self, person: int) -> float: ...


class Coin:
    name = "a coin"

    def season(self) -> None:
        pass

    def evening(self, evening: Evening) -> list[float]:
        return [0.5] * len(evening)

    def strength(self, person: int) -> float:
        return 0.0


class Ours:
    name = "this rating"

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.parameters = parameters or Parameters()
        self.state = State()
        self.told: list[RatedTable] = []
        self.clubs: dict[int, int] = {}

    def season(self) -> None:
        pass

    def evening(self, evening: Evening) -> list[float]:
        told = list[RatedTable]()
        rate(self.state, evening, self.parameters, told)
        return [table.chance for table in told]

    def strength(self, person: int) -> float:
        return self.value(person)[0]

    def value(self, person: int) -> tuple[float, float]:
        """Mean and variance."""
        value = self.state.people.get(person)
        start = people_start(self.parameters)
        return (value.mean, value.variance) if value else (start.mean, start.variance)

    def level(self, club: int) -> float:
        value = self.state.clubs.get(club)
        return value.mean if value else 0.0


class RoundByRound(ABC):
    """Rivals that look at one table at a time."""

    @abstractmethod
    def season(self) -> None:
        """A new season begins."""

    def evening(self, evening: Evening) -> list[float]:
        chances = []
        for one in evening:
            chances.append(self.chance(one))
            self.learn(one)
        return chances

    @abstractmethod
    def chance(self, one: RatedRound) -> float:
        """That north and south win this round."""

    @abstractmethod
    def learn(self, one: RatedRound) -> None:
        """Takes the result of this round in."""


class SeasonAverage(RoundByRound):
    """What clubs do now: the average of one's rounds this season, anew each season."""

    name = "season average"

    def __init__(self, scale: float = 0.135) -> None:
        """`scale`: how much of a difference in averages comes back in the next round."""
        self.scale = scale
        self.season()

    def season(self) -> None:
        self.points: dict[int, float] = defaultdict(float)
        self.rounds: dict[int, int] = defaultdict(int)

    def strength(self, person: int) -> float:
        return self.points[person] / self.rounds[person] if self.rounds[person] else 0.0

    def chance(self, one: RatedRound) -> float:
        a, b, c, d = map(self.strength, one.people)
        return phi(self.scale * (a + b - c - d) / LUCK)

    def learn(self, one: RatedRound) -> None:
        for seat, person in enumerate(one.people):
            self.points[person] += one.difference if seat < 2 else -one.difference
            self.rounds[person] += 1


class EloMargin(RoundByRound):
    """Elo on the difference itself: a fixed share of every surprise."""

    name = "Elo with margin, tuned"

    def __init__(self, share: float = 0.0078) -> None:
        self.share = share
        self.rating: dict[int, float] = defaultdict(lambda: Parameters().newcomer_mean)

    def season(self) -> None:
        pass

    def strength(self, person: int) -> float:
        return self.rating[person]

    def _expected(self, one: RatedRound) -> float:
        a, b, c, d = map(self.strength, one.people)
        return a + b - c - d

    def chance(self, one: RatedRound) -> float:
        return phi(self._expected(one) / LUCK)

    def learn(self, one: RatedRound) -> None:
        moved = self.share * (one.difference - self._expected(one))
        for seat, person in enumerate(one.people):
            self.rating[person] += moved if seat < 2 else -moved


class OpenSkill(RoundByRound):
    """openskill.py, Plackett-Luce, tuned; it sees who won, not by how much."""

    name = "OpenSkill, tuned"

    def __init__(self, beta: float = 4.8, tau: float = 0.011) -> None:
        from openskill.models import PlackettLuce

        self.model: Any = PlackettLuce(mu=0.0, sigma=1.0, beta=beta, tau=tau, limit_sigma=False)
        self.beta = beta
        self.rating: dict[int, Any] = defaultdict(self.model.rating)

    def season(self) -> None:
        pass

    def strength(self, person: int) -> float:
        return float(self.rating[person].mu)

    def chance(self, one: RatedRound) -> float:
        a, b, c, d = (self.rating[person] for person in one.people)
        spread = 4 * self.beta**2 + a.sigma**2 + b.sigma**2 + c.sigma**2 + d.sigma**2
        return phi((a.mu + b.mu - c.mu - d.mu) / math.sqrt(spread))

    def learn(self, one: RatedRound) -> None:
        a, b, c, d = one.people
        ranks = [0, 0] if not one.difference else [0, 1] if one.difference > 0 else [1, 0]
        mine, theirs = self.model.rate(
            [[self.rating[a], self.rating[b]], [self.rating[c], self.rating[d]]], ranks=ranks
        )
        self.rating.update(zip(one.people, [*mine, *theirs], strict=True))


class Exact:
    """The yardstick: the same model with every covariance kept, which is what the diagonal filter leaves out."""

    name = "exact filter, full covariance"

    def __init__(self, people: int, clubs: int, parameters: Parameters | None = None) -> None:
        """People are numbered from 0, clubs too."""
        self.parameters = known = parameters or Parameters()
        self.people = people
        self.mean = np.concatenate([np.full(people, known.newcomer_mean), np.zeros(clubs)])
        self.covariance = np.diag(
            [known.newcomer_variance] * people + [known.club_variance if clubs > 1 else 0.0] * clubs
        )
        self.week = np.full(people + clubs, -1)

    def season(self) -> None:
        pass

    def strength(self, person: int) -> float:
        return float(self.mean[person])

    def _drift(self, evening: Evening) -> None:
        """As the diagonal filter does: nobody gets less sure than a newcomer."""
        known = self.parameters
        met = [self.people + club for club in evening.clubs]
        for at, most, drift in (
            *((person, known.newcomer_variance, known.drift) for person in evening.people),
            *((club, known.club_variance, known.club_drift) for club in met),
        ):
            if self.week[at] >= 0:
                now = self.covariance[at, at]
                self.covariance[at, at] = min(most, now + drift * (evening.week - self.week[at]))
            self.week[at] = evening.week

    def evening(self, evening: Evening) -> list[float]:
        self._drift(evening)
        return list(self._rounds(evening))

    def _rounds(self, evening: Evening) -> Iterator[float]:
        for one in evening:
            at, weights = self._seen(one)
            gains: NDArray[np.float64] = self.covariance[:, at] @ weights
            total = float(gains[at] @ weights) + self.parameters.noise(one.deals)
            expected = float(self.mean[at] @ weights)
            yield phi(expected / math.sqrt(total))
            self.mean += gains * ((one.difference - expected) / total)
            self.covariance -= np.outer(gains, gains / total)

    def _seen(self, one: RatedRound) -> tuple[list[int], NDArray[np.float64]]:
        """The places that count in this round, and how."""
        weights: dict[int, int] = defaultdict(int)
        for seat, person in enumerate(one.people):
            sign = 1 if seat < 2 else -1
            weights[person] += sign
            if one.clubs:
                weights[self.people + one.clubs[seat]] += sign
        kept = {at: weight for at, weight in weights.items() if weight}
        return list(kept), np.array(list(kept.values()), dtype=float)


Makers = dict[str, Callable[[int, int], Rival]]


def rivals(*, library: bool, exact: bool) -> Makers:
    """A maker of each rival, by name, from the numbers of people and clubs."""
    makers: Makers = {
        Coin.name: lambda _people, _clubs: Coin(),
        SeasonAverage.name: lambda _people, _clubs: SeasonAverage(),
        EloMargin.name: lambda _people, _clubs: EloMargin(),
    }
    if library:
        makers[OpenSkill.name] = lambda _people, _clubs: OpenSkill()
    makers[Ours.name] = lambda _people, _clubs: Ours()
    if exact:
        makers[Exact.name] = Exact
    return makers
