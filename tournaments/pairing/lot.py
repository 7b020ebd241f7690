"""The lot: every choice that chance makes in a draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Lot:
    """A sequence of choices that follows from its seed alone.

    Built on nothing but `Random.random`, the one part of the standard generator that promises the same
    numbers on every machine and in every later version of Python.
    """

    def __init__(self, seed: int | str) -> None:
        # A text seeds by its SHA-512, an int by its value: neither depends on the hash seed of the process.
        self._random = Random(f"klaverclub {seed}").random

    def below(self, limit: int) -> int:
        """A whole number from 0 up to, not including, `limit`."""
        return int(self._random() * limit)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in an order by lot, each order equally likely."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result
