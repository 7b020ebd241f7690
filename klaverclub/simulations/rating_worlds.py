"""Clubs and leagues in which everybody's true strength is known: who comes, who sits with whom, what comes of it.

True strengths are in points of a round, with the constants of the design: who first comes has a strength around that
of a newcomer, and from week to week it wanders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from klaverclub.simulations.rating_deals import DEALS, luck
from tournaments.rating import Evening, RatedRound

SEASONS, EVENINGS, ROUNDS, SUMMER = 3, 30, 3, 22
"""Seasons, evenings a season (one a week), rounds an evening, weeks of summer in between."""
NEWCOMER, SPREAD, DRIFT = -12.2, 59.2, 2.84
CLUB_SPREAD, CLUB_SIZE = 25.0, 40
TURNOVER, ATTENDANCE = 0.10, 0.65
"""Share of a club that is replaced in a summer, and of the members that come to an evening."""
FEWEST, MOST = 12, 10_000
"""People in a club: with fewer there is hardly an evening with a table."""
LEAGUE_EVENING = 3
"""Every so manieth evening the clubs of a league meet."""
FIRST_DAY = 739_500
SEATINGS = ("random", "swiss", "regular", "mixed")
"""By lot; by standing; regular partners against pairs by lot; half of the club with a regular partner."""

Ints = NDArray[np.int64]
Reals = NDArray[np.float64]


@dataclass
class World:
    """What was played, with the true expectation of every round (`truth`, as the rounds of `evenings` in order).

    `strengths` are people's true strengths at the end of each season, the level of their club included, and `active`
    who played in it; `club` is everybody's club.
    """

    evenings: list[Evening] = field(default_factory=list)
    truth: list[float] = field(default_factory=list)
    strengths: list[Reals] = field(default_factory=list)
    active: list[NDArray[np.bool_]] = field(default_factory=list)
    club: list[int] = field(default_factory=list)


def make_world(seating: str, players: int, clubs: int, seed: int) -> World:
    """A club (`clubs` 1), or a league of clubs of equal size, over three seasons."""
    return _Maker(seating, players, clubs, seed).make()


class _Maker:
    def __init__(self, seating: str, players: int, clubs: int, seed: int) -> None:
        self.random = np.random.default_rng([seed, players, clubs, SEATINGS.index(seating)])
        self.seating, self.clubs = seating, clubs
        self.levels = self.random.normal(0, CLUB_SPREAD, clubs) if clubs > 1 else np.zeros(1)
        self.strength = np.empty(0)
        self.club = np.empty(0, dtype=np.int64)
        self.members = np.empty(0, dtype=np.int64)
        self.points = np.empty(0)
        self.world = World()
        self._welcome(np.arange(players) % clubs)

    def _welcome(self, clubs: Ints) -> None:
        newcomers = np.arange(len(self.strength), len(self.strength) + len(clubs))
        self.strength = np.append(self.strength, self.random.normal(NEWCOMER, SPREAD, len(clubs)))
        self.club = np.append(self.club, clubs)
        self.members = np.append(self.members, newcomers)

    def make(self) -> World:
        day = FIRST_DAY
        for season in range(SEASONS):
            if season:
                self._summer()
                day += 7 * SUMMER
            self.points = np.zeros(len(self.strength))
            self._pair_up()
            for number in range(EVENINGS):
                self._wander(1)
                self._evening(day, number)
                day += 7
            self._note()
        self.world.club = self.club.tolist()
        return self.world

    def _wander(self, weeks: int) -> None:
        self.strength = self.strength + self.random.normal(0, DRIFT * weeks**0.5, len(self.strength))

    def _summer(self) -> None:
        self._wander(SUMMER)
        leaving = self.random.random(len(self.members)) < TURNOVER
        clubs = self.club[self.members[leaving]]
        self.members = self.members[~leaving]
        self._welcome(clubs)

    def _pair_up(self) -> None:
        """Regular partners for the season: of all members, or where seating is mixed of half of them."""
        self.pairs = []
        for club in range(self.clubs):
            own = self.random.permutation(self.members[self.club[self.members] == club])
            paired = len(own) // 2 if self.seating == "mixed" else len(own)
            self.pairs += [own[at : at + 2] for at in range(0, paired - 1, 2)]

    def _evening(self, day: int, number: int) -> None:
        meeting = self.clubs > 1 and number % LEAGUE_EVENING == LEAGUE_EVENING - 1
        halls = (
            [self.members]
            if meeting
            else [self.members[self.club[self.members] == club] for club in range(self.clubs)]
        )
        rounds = list[RatedRound]()
        for round_ in range(1, ROUNDS + 1):
            if round_ == 1:
                there = [hall[self.random.random(len(hall)) < ATTENDANCE] for hall in halls]
            tables = np.concatenate(
                [self._between_clubs(hall) if meeting else self._seat(hall) for hall in there]
            )
            rounds += self._play(tables, round_)
        self.world.evenings.append(Evening(day, 1, rounds))

    def _play(self, tables: Ints, round_: int) -> Iterator[RatedRound]:
        strength = self.strength + self.levels[self.club]
        expected = strength[tables] @ (1, 1, -1, -1)
        differences = np.rint(expected + luck(self.random, len(tables))).astype(int)
        self.world.truth += expected.tolist()
        np.add.at(self.points, tables, differences[:, None] * np.array([1, 1, -1, -1]))
        for number, (four, difference) in enumerate(
            zip(tables.tolist(), differences.tolist(), strict=True), 1
        ):
            clubs = tuple(self.club[four].tolist()) if self.clubs > 1 else None
            yield RatedRound(round_, number, tuple(four), difference, DEALS, 0, clubs)

    def _seat(self, hall: Ints) -> Ints:
        ways: dict[str, Callable[[Ints], Ints]] = {
            "random": self._by_lot,
            "swiss": self._by_standing,
            "regular": self._regular,
            "mixed": self._regular,
        }
        return ways[self.seating](hall)

    def _by_lot(self, hall: Ints) -> Ints:
        return self._fours(self.random.permutation(hall))

    def _by_standing(self, hall: Ints) -> Ints:
        """Neighbours in the standing meet: the first and fourth of a table against the second and third."""
        shuffled = self.random.permutation(hall)
        ranked = shuffled[np.argsort(-self.points[shuffled], kind="stable")]
        return self._fours(ranked)[:, [0, 3, 1, 2]]

    def _regular(self, hall: Ints) -> Ints:
        """Who is there with the regular partner plays with that partner, the others as the lot has it."""
        here = set(hall.tolist())
        pairs = [pair for pair in self.pairs if here.issuperset(pair.tolist())]
        paired = np.concatenate([np.empty(0, dtype=np.int64), *pairs])
        others = self.random.permutation(np.setdiff1d(hall, paired))
        couples = np.concatenate([paired, others[: len(others) // 2 * 2]]).reshape(-1, 2)
        return self._fours(self.random.permutation(couples).ravel())

    def _between_clubs(self, hall: Ints) -> Ints:
        """Two of a club against two of another."""
        couples = []
        for club in range(self.clubs):
            own = self.random.permutation(hall[self.club[hall] == club])
            couples.append(own[: len(own) // 2 * 2].reshape(-1, 2))
        order, tables = self.random.permutation(self.clubs), []
        for one, other in order[: len(order) // 2 * 2].reshape(-1, 2):
            count = min(len(couples[one]), len(couples[other]))
            tables.append(np.hstack([couples[one][:count], couples[other][:count]]))
        return np.concatenate(tables)

    @staticmethod
    def _fours(people: Ints) -> Ints:
        return people[: len(people) // 4 * 4].reshape(-1, 4)

    def _note(self) -> None:
        active = np.zeros(len(self.strength), dtype=bool)
        active[self.members] = True
        self.world.strengths.append(self.strength + self.levels[self.club])
        self.world.active.append(active)
