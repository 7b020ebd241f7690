"""All rounds of one person as columns of bytes: a page with a thousand rounds reads one or a few of these."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import NamedTuple

from tournaments.rating.columns import narrow, pack, unpack
from tournaments.rating.evenings import Key
from tournaments.rating.told import Change

_MAGIC = b"KRH\x01"
_COLUMNS = 18


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


def pack_history(rounds: Iterable[Played]) -> bytes:
    """The rounds in the order given."""
    rows = [
        (
            *(day, event, change.round, change.table, change.sheet, change.deals, change.result),
            *change.others,
            *change.means,
            *change.variances,
            *(change.level, change.total),
        )
        for day, event, change in rounds
    ]
    columns = list(zip(*rows, strict=True)) or [()] * _COLUMNS
    return pack(
        _MAGIC,
        [*(narrow(column) for column in columns[:10]), *(array("d", column) for column in columns[10:])],
    )


def unpack_history(data: bytes | memoryview) -> list[Played]:
    """The rounds again, bit for bit."""
    return [
        Played(
            day, event, Change(round_, table, sheet, deals, result, (a, b, c), (m, n, o, p), (v, w), *rest)
        )
        for day, event, round_, table, sheet, deals, result, a, b, c, m, n, o, p, v, w, *rest in zip(
            *unpack(_MAGIC, data, (_COLUMNS,)), strict=True
        )
    ]
