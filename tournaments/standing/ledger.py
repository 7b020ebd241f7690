"""The postings of a season as columns of whole numbers, one pack of bytes an evening.

A standing looks at every posting of a season and at no name, so it reads columns instead of objects: 1.2 million
rows are some 20 MB and are added up in the time it takes to fetch them. Packs hold nothing that is not in the
ledger, do not depend on the order in which rows are handed over, and can be thrown away and made again.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.signedinteger[Any]]

COLUMNS = (
    "entry",
    "round",
    "table",
    "side",
    "kind",
    "total",
    "points",
    "roem",
    "pits",
    "nats",
    "against",
    "match_points",
)
"""A row as numbers. `total` is what counts, `points` what the cards made of it; `against` is the total of the other
side or NO_SCORE; table and side are 0 for who sat at none; `match_points` are those given by hand."""
KINDS = (
    "played",
    "substitute",
    "sit_out",
    "late",
    "left",
    "excused",
    "absent",
    "arbitrary",
    "penalty",
    "granted",
    "filled_in",
)
"""The kinds of postings; a row holds the place in this tuple, so new kinds come at the end."""
BESIDE = frozenset({"penalty", "granted", "filled_in"})
"""Kinds that stand beside the score of a round: they change points and are no round."""
AWAY = frozenset({"excused", "absent", "penalty", "granted"})
"""Whoever has only rows of these was not there that evening."""
AT_TABLE = frozenset({"played", "substitute"})
"""Scores made with cards at a table; best rounds and meetings are sought among these."""
ATTENDED = AT_TABLE | {"sit_out", "arbitrary", "filled_in"}
"""Kinds of a round for which somebody was there."""
NO_SCORE = -(1 << 31)

_MAGIC = b"KLED"
_VERSION = 1
_HEADER = struct.Struct(
    "<4sBxxxI12b"
)  # magic, version, number of rows, bytes per value of each column (0: all equal)
_WIDTHS = (1, 2, 4, 8)


class PackError(ValueError):
    """These bytes are no pack of this version; it has to be made again from the ledger."""


class Posted(NamedTuple):
    """One row in words: `kind` by name, `against` None for who had no other side."""

    entry: int
    round: int
    table: int
    side: int
    kind: str
    total: int
    points: int
    roem: int
    pits: int
    nats: int
    against: int | None
    match_points: int


@dataclass(frozen=True, eq=False)
class EveningRows:
    """The rows of one evening, in order of entry and then of all other columns.

    evening: its number. columns: by the names of COLUMNS, all of the same length.
    """

    evening: int
    columns: Mapping[str, Ints]

    def __len__(self) -> int:
        return len(self.columns["entry"])

    def __getitem__(self, name: str) -> Ints:
        return self.columns[name]

    def __contains__(self, entry: int) -> bool:
        """Has this entry a row?"""
        place = int(np.searchsorted(self["entry"], entry))
        return place < len(self) and int(self["entry"][place]) == entry

    @cached_property
    def entry_starts(self) -> NDArray[np.intp]:
        """Where the rows of each entry begin."""
        return _starts(self["entry"])

    @cached_property
    def entries(self) -> NDArray[np.int64]:
        """Who has a row, in rising order."""
        return self["entry"][self.entry_starts].astype(np.int64)

    @cached_property
    def cell_starts(self) -> NDArray[np.intp]:
        """Where the rows of each entry in each round begin."""
        return _starts(self["entry"], self["round"])

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of the rounds with a row."""
        return tuple(int(number) for number in np.unique(self["round"]))

    def posted(self, entry: int | None = None) -> Iterator[Posted]:
        """The rows in words: all of them, or those of one entry."""
        chosen = slice(None)
        if entry is not None:
            first, last = np.searchsorted(self["entry"], [entry, entry + 1])
            chosen = slice(int(first), int(last))
        for values in zip(*(self[name][chosen].tolist() for name in COLUMNS), strict=True):
            row = Posted(*values)
            against = None if row.against == NO_SCORE else row.against
            yield row._replace(kind=KINDS[values[COLUMNS.index("kind")]], against=against)


@dataclass(frozen=True, eq=False)
class Season:
    """What a standing is made of: the rows of every evening and how to look at them.

    evenings: those with rows, in any order. counts: numbers of the evenings that count officially (of others too,
    that have no rows yet). weighs: by evening, the kinds of rows that weigh as a round in averages; every kind that is
    a round for an evening not named. planned: how many evenings will count in the whole season, None while that is
    not known. rounds_an_evening: how many an evening to come will have; None: as many as the longest so far. closed:
    whether no evening will be held any more, however many were planned. running: by evening that is being played, the
    rounds that are not over. supposed: nobody has said how many evenings are still to come; what is asked for is taken.
    """

    evenings: tuple[EveningRows, ...]
    counts: frozenset[int]
    weighs: Mapping[int, frozenset[str]] = field(default_factory=dict)
    planned: int | None = None
    rounds_an_evening: int | None = None
    closed: bool = False
    running: Mapping[int, frozenset[int]] = field(default_factory=dict)
    supposed: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "evenings", tuple(sorted(self.evenings, key=lambda rows: rows.evening)))

    def weighing(self, evening: int) -> frozenset[str]:
        """The kinds that weigh as a round that evening."""
        return self.weighs.get(evening, frozenset(KINDS)) - BESIDE

    def over(self, evenings: Collection[int]) -> Season:
        """The season as it was when it went no further than these evenings, by what their rows say now."""
        return replace(
            self,
            evenings=tuple(rows for rows in self.evenings if rows.evening in evenings),
            running={number: rounds for number, rounds in self.running.items() if number in evenings},
            closed=False,
        )

    def seen(self, *, all_evenings: bool = False) -> tuple[EveningRows, ...]:
        """The evenings that a standing takes, in the order of play: those that count, or all."""
        return tuple(
            rows for rows in self.evenings if len(rows) and (all_evenings or rows.evening in self.counts)
        )


def pack(rows: Iterable[Sequence[int]]) -> bytes:
    """The rows of an evening, each a sequence of whole numbers in the order of COLUMNS, as bytes.

    The same rows in another order give the same bytes. Raises ValueError for a row of another length or an unknown
    kind, OverflowError for a number beyond 64 bits.
    """
    given = list(rows)
    if any(len(row) != len(COLUMNS) for row in given):
        raise ValueError(f"a row has {len(COLUMNS)} numbers: {', '.join(COLUMNS)}")
    values = np.array(given, dtype=np.int64).reshape(len(given), len(COLUMNS))
    kinds = values[:, COLUMNS.index("kind")]
    if ((kinds < 0) | (kinds >= len(KINDS))).any():
        raise ValueError(f"a kind is a number below {len(KINDS)}")
    values = values[np.lexsort(values.T[::-1])]
    columns = [_narrow(name, values[:, place]) for place, name in enumerate(COLUMNS)]
    widths = [0 if len(column) == 1 != len(given) else column.itemsize for column in columns]
    parts = [_HEADER.pack(_MAGIC, _VERSION, len(given), *widths)]
    for column in columns:
        data = column.tobytes()
        parts.append(data + bytes(-len(data) % 8))
    return b"".join(parts)


def unpack(evening: int, data: bytes | memoryview) -> EveningRows:
    """The rows that were packed, as rows of evening number `evening`. Raises PackError."""
    if len(data) < _HEADER.size:
        raise PackError("too short for a pack")
    magic, version, count, *widths = _HEADER.unpack_from(data)
    if magic != _MAGIC or version != _VERSION:
        raise PackError("not a pack of this version")
    columns: dict[str, Ints] = {}
    offset = _HEADER.size
    for name, width in zip(COLUMNS, widths, strict=True):
        stored, length = (width, count) if width else (8, 1)
        if stored not in _WIDTHS or offset + stored * length > len(data):
            raise PackError("a pack with a column missing")
        values: Ints = np.frombuffer(data, dtype=f"<i{stored}", count=length, offset=offset)
        offset += stored * length + -stored * length % 8
        columns[name] = values if width else np.broadcast_to(values, (count,))
    columns["against"] = _with_no_score(columns["against"])
    return EveningRows(evening, columns)


def _narrow(name: str, values: NDArray[np.int64]) -> Ints:
    """The values in as few bytes as hold them; one value when all are equal. The lowest stands for NO_SCORE."""
    if len(values) > 1 and (values == values[0]).all():
        return values[:1].astype("<i8")
    real = values[values != NO_SCORE] if name == "against" else values
    for width in _WIDTHS:
        limits = np.iinfo(f"<i{width}")
        lowest = limits.min + (name == "against")
        if not len(real) or (lowest <= real.min() and real.max() <= limits.max):
            break
    if name == "against":
        values = np.where(values == NO_SCORE, limits.min, values)
    return values.astype(f"<i{width}")


def _with_no_score(values: Ints) -> Ints:
    if values.dtype.itemsize == 8:
        limit = np.iinfo(np.int64).min
        return np.where(values == limit, NO_SCORE, values) if (values == limit).any() else values
    return np.where(values == np.iinfo(values.dtype).min, NO_SCORE, values.astype(np.int32))


def _starts(*columns: Ints) -> NDArray[np.intp]:
    """The places in sorted columns where a new group of equal values begins."""
    if not len(columns[0]):
        return np.zeros(0, dtype=np.intp)
    changes = np.zeros(len(columns[0]), dtype=bool)
    changes[0] = True
    for column in columns:
        changes[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(changes)
