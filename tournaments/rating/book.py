"""All evenings of a pool of people in order, with a checkpoint before each: a change replays only what follows it."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from datetime import date

from tournaments.rating.evenings import Evening, Key
from tournaments.rating.filter import rate
from tournaments.rating.parameters import Periods
from tournaments.rating.state import Checkpoint, State
from tournaments.rating.told import RatedTable


class Book:
    """Evenings in canonical order (date, event) and what is known before and after each.

    Evenings may come, go and change in any order and at any place; `digest` is always that of a book which got its
    present evenings at once.
    """

    def __init__(self, evenings: Iterable[Evening] = (), periods: Periods | None = None) -> None:
        self.periods = periods or Periods()
        self._evenings: list[Evening] = []
        self._keys: list[Key] = []
        self._before: list[Checkpoint] = []
        self.state = State()
        self.change(put=evenings)

    def __iter__(self) -> Iterator[Evening]:
        return iter(self._evenings)

    def __len__(self) -> int:
        return len(self._evenings)

    def change(self, put: Iterable[Evening] = (), drop: Iterable[Key] = ()) -> int:
        """Puts evenings in, in place of those with the same key, and takes others out; the number replayed.

        An evening without rounds is as good as none. Unchanged evenings are not replayed for their own sake.
        """
        first = len(self._evenings)
        for key in drop:
            first = min(first, self._drop(key))
        for evening in put:
            first = min(first, self._put(evening))
        return self._replay(first)

    def _place(self, key: Key) -> tuple[int, bool]:
        at = bisect_left(self._keys, key)
        return at, at < len(self._keys) and self._keys[at] == key

    def _drop(self, key: Key) -> int:
        at, there = self._place(key)
        if not there:
            return len(self._evenings)
        del self._evenings[at], self._keys[at]
        return at

    def _put(self, evening: Evening) -> int:
        at, there = self._place(evening.key)
        if not len(evening):
            return self._drop(evening.key)
        if there and self._evenings[at] == evening:
            return len(self._evenings)
        if there:
            self._evenings[at] = evening
        else:
            self._evenings.insert(at, evening)
            self._keys.insert(at, evening.key)
        return at

    def _replay(self, first: int) -> int:
        if first < len(self._before):
            self.state = State.thaw(self._before[first])
            del self._before[first:]
        for evening in self._evenings[first:]:
            self._before.append(self.state.freeze(self._before[-1] if self._before else None))
            rate(self.state, evening, self.periods.on(evening.day))
        return len(self._evenings) - first

    def as_it_was(self, day: date) -> State:
        """What is known now of how people stood at the end of a day."""
        at = bisect_left(self._keys, (day.toordinal() + 1, 0))
        return State.thaw(self._before[at] if at < len(self._before) else self.state.freeze())

    def tell(self, key: Key) -> list[RatedTable]:
        """Every round of an evening explained; nothing where there is no such evening."""
        at, there = self._place(key)
        told = list[RatedTable]()
        if there:
            state, evening = State.thaw(self._before[at]), self._evenings[at]
            rate(state, evening, self.periods.on(evening.day), told)
        return told

    def digest(self) -> str:
        """SHA-256 over every bit of every checkpoint and of what is known now."""
        return digest([*self._before, self.state.freeze()])


def digest(checkpoints: Iterable[Checkpoint]) -> str:
    found = hashlib.sha256()
    for checkpoint in checkpoints:
        for frozen in checkpoint:
            for part in frozen:
                found.update(len(part).to_bytes(8, "little"))
                found.update(part)
    return found.hexdigest()
