"""What is known of people, or of clubs, at one moment: a mean, a variance, when they last played and how often."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from tournaments.rating.columns import from_bytes, pack, to_bytes, unpack
from tournaments.rating.parameters import Parameters

_MAGIC = b"KRC\x01"


class Value(NamedTuple):
    """Mean and variance in points of a round; `week` is that of the last rated round, -1 before it."""

    mean: float
    variance: float
    week: int
    rounds: int


class Start(NamedTuple):
    """What is assumed of who has not played, and what a week without play adds to the variance."""

    mean: float
    variance: float
    drift: float


class Frozen(NamedTuple):
    """`Values` as bytes, ascending by key. `keys` may be shared with an earlier moment."""

    keys: bytes
    numbers: bytes


class Values:
    """Values by key. Keys are people, or clubs."""

    def __init__(self) -> None:
        self.place: dict[int, int] = {}
        self.means: list[float] = []
        self.variances: list[float] = []
        self.weeks: list[int] = []
        self.rounds: list[int] = []

    def get(self, key: int) -> Value | None:
        at = self.place.get(key)
        if at is None:
            return None
        return Value(self.means[at], self.variances[at], self.weeks[at], self.rounds[at])

    def bring(
        self, keys: Sequence[int], week: int, start: Start
    ) -> tuple[list[int], list[float], list[float]]:
        """Places, means and variances of these keys before a round in this week; who is new gets a place."""
        place = self.place
        if not place.keys() >= set(keys):
            self._welcome(keys, start)
        at = [place[key] for key in keys]
        weeks, variances, most, drift = self.weeks, self.variances, start.variance, start.drift
        return (
            at,
            [self.means[one] for one in at],
            [
                min(most, variances[one] + drift * (week - weeks[one])) if weeks[one] >= 0 else most
                for one in at
            ],
        )

    def _welcome(self, keys: Sequence[int], start: Start) -> None:
        for key in keys:
            if key not in self.place:
                self.place[key] = len(self.means)
                self.means.append(start.mean)
                self.variances.append(start.variance)
                self.weeks.append(-1)
                self.rounds.append(0)

    def take(
        self,
        at: Sequence[int],
        means: Sequence[float],
        variances: Sequence[float],
        week: int,
        rounds: Sequence[int],
    ) -> None:
        """Puts back what `bring` gave, after so many rounds each."""
        for one, mean, variance, played in zip(at, means, variances, rounds, strict=True):
            self.means[one] = mean
            self.variances[one] = variance
            self.weeks[one] = week
            self.rounds[one] += played

    def add(self, others: Values) -> None:
        """Takes over whoever is not known here yet."""
        for key in others.place:
            value = others.get(key)
            if value is not None and key not in self.place:
                self.place[key] = len(self.means)
                self.means.append(value.mean)
                self.variances.append(value.variance)
                self.weeks.append(value.week)
                self.rounds.append(value.rounds)

    def freeze(self, before: Frozen | None = None) -> Frozen:
        """All of it as bytes, the same for the same values; shares the keys with `before` where they are the same."""
        ordered = sorted(self.place)
        keys = to_bytes(array("q", ordered))
        if before and before.keys == keys:
            keys = before.keys
        at = [self.place[key] for key in ordered]
        numbers = array("d", [self.means[one] for one in at])
        numbers.extend(array("d", [self.variances[one] for one in at]))
        counts = array("i", [self.weeks[one] for one in at])
        counts.extend(array("i", [self.rounds[one] for one in at]))
        return Frozen(keys, to_bytes(numbers) + to_bytes(counts))

    @classmethod
    def thaw(cls, frozen: Frozen) -> Values:
        values = cls()
        values.place = {key: at for at, key in enumerate(from_bytes("q", frozen.keys))}
        size = len(values.place)
        numbers = from_bytes("d", frozen.numbers[: 16 * size])
        counts = from_bytes("i", frozen.numbers[16 * size :])
        values.means, values.variances = list(numbers[:size]), list(numbers[size:])
        values.weeks, values.rounds = list(counts[:size]), list(counts[size:])
        return values


class Checkpoint(NamedTuple):
    """Everything that a replay starts from."""

    people: Frozen
    clubs: Frozen

    def pack(self) -> bytes:
        return pack(_MAGIC, [array("B", part) for frozen in self for part in frozen])

    @classmethod
    def unpack(cls, data: bytes | memoryview) -> Checkpoint:
        """The checkpoint of these bytes; refuses others."""
        people, people_numbers, clubs, club_numbers = (part.tobytes() for part in unpack(_MAGIC, data, (4,)))
        return cls(Frozen(people, people_numbers), Frozen(clubs, club_numbers))


class State:
    """People and clubs at one moment."""

    def __init__(self, people: Values | None = None, clubs: Values | None = None) -> None:
        self.people = people or Values()
        self.clubs = clubs or Values()

    def freeze(self, before: Checkpoint | None = None) -> Checkpoint:
        people, clubs = before or (None, None)
        return Checkpoint(self.people.freeze(people), self.clubs.freeze(clubs))

    @classmethod
    def thaw(cls, checkpoint: Checkpoint) -> State:
        return cls(Values.thaw(checkpoint.people), Values.thaw(checkpoint.clubs))


def people_start(parameters: Parameters) -> Start:
    return Start(parameters.newcomer_mean, parameters.newcomer_variance, parameters.drift)


def club_start(parameters: Parameters) -> Start:
    return Start(0.0, parameters.club_variance, parameters.club_drift)
