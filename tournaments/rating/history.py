"""All rounds of one person as rows of bytes: a page with a thousand rounds reads one or a few of these."""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from tournaments.rating.evenings import Key
from tournaments.rating.told import Change
from tournaments.sentences import RefusalError, gettext_noop

_ROW = struct.Struct("<IqBHqBi3q4d2d2d")
_PLACE = struct.Struct("<Iq")  # what a row begins with: day and event


class Played(NamedTuple):
    """A round of a person: when, and what it changed."""

    day: int
    event: int
    change: Change

    @property
    def key(self) -> Key:
        return self.day, self.event

    @property
    def week(self) -> int:
        return (self.day - 1) // 7

    def pack(self) -> bytes:
        """A row; rows after each other are a history."""
        place, change = self.change[:5], self.change
        return _ROW.pack(
            *(self.day, self.event, *place),
            *(*change.others, *change.means, *change.variances, change.level, change.total),
        )


def pack_history(rounds: Iterable[Played]) -> bytes:
    """The rounds in the order given."""
    return b"".join(one.pack() for one in rounds)


def unpack_history(data: bytes | memoryview) -> list[Played]:
    """The rounds again, bit for bit."""
    try:
        return [
            Played(
                day,
                event,
                Change(round_, table, sheet, deals, result, (a, b, c), (m, n, o, p), (v, w), *rest),
            )
            for day, event, round_, table, sheet, deals, result, a, b, c, m, n, o, p, v, w, *rest in (
                _ROW.iter_unpack(data)
            )
        ]
    except struct.error as error:
        raise RefusalError(gettext_noop("These bytes of a rating are damaged.")) from error


def earlier(data: bytes, key: Key) -> bytes:
    """The part of a history in canonical order that lies before a place in the order."""
    rows = range(0, len(data), _ROW.size)
    return data[: _ROW.size * bisect_left(rows, key, key=lambda at: _PLACE.unpack_from(data, at))]
