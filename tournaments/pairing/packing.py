"""Whether so many rounds fit into what is left: disjoint perfect matchings of a small graph, by looking at all ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


class _OutOfStepsError(Exception):
    """The search was cut short."""


def rounds_fit(neighbours: Sequence[int], rounds: int, steps: int) -> bool | None:
    """Are there `rounds` perfect matchings of which no two share a couple?

    neighbours: of every point, as bits. steps: couples tried before the search is given up, which gives None; the
    answers True and False are certain.
    """
    search = _Packing(neighbours, steps)
    try:
        return search.fit(rounds, 0)
    except _OutOfStepsError:
        return None


class _Packing:
    """Rounds are taken in order of the partner of the point with the fewest others left: any order will do."""

    def __init__(self, neighbours: Sequence[int], steps: int) -> None:
        self.neighbours = list(neighbours)
        self.steps = steps
        self.pivot = min(range(len(neighbours)), key=lambda point: (neighbours[point].bit_count(), point))

    def fit(self, rounds: int, first: int) -> bool:
        """Can the rounds be filled, the pivot's partners numbered from `first` up?"""
        if rounds == 0:
            return True
        if any(left.bit_count() < rounds for left in self.neighbours):
            return False
        choices = [point for point in _points(self.neighbours[self.pivot]) if point >= first]
        for at, partner in enumerate(choices):
            if len(choices) - at < rounds:
                return False
            for couples in self._matchings(partner):
                self._toggle(couples)
                if self.fit(rounds - 1, partner + 1):
                    return True
                self._toggle(couples)
        return False

    def _matchings(self, partner: int) -> Iterator[list[tuple[int, int]]]:
        everybody = (1 << len(self.neighbours)) - 1
        couples = [(self.pivot, partner)]
        yield from self._extend(everybody & ~(1 << self.pivot | 1 << partner), couples)

    def _extend(self, left: int, couples: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
        """Every matching of the points left, added to the couples; who has the fewest choices goes first."""
        if not left:
            yield list(couples)
            return
        one = min(_points(left), key=lambda point: (self.neighbours[point] & left).bit_count())
        for other in _points(self.neighbours[one] & left):
            self.steps -= 1
            if self.steps < 0:
                raise _OutOfStepsError
            couples.append((one, other))
            yield from self._extend(left & ~(1 << one | 1 << other), couples)
            couples.pop()

    def _toggle(self, couples: list[tuple[int, int]]) -> None:
        for one, other in couples:
            self.neighbours[one] ^= 1 << other
            self.neighbours[other] ^= 1 << one


def _points(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
