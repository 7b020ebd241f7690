"""Columns of numbers as bytes, alike on every machine."""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Container, Iterable, Sequence
from typing import Any, TypeAlias

from tournaments.sentences import RefusalError, gettext_noop

Column: TypeAlias = "array[Any]"
"""Whole numbers, or with the type code "d" reals."""
_WIDTHS = (
    ("B", 0, 255),
    ("H", 0, 65_535),
    ("h", -32_768, 32_767),
    ("i", -(2**31), 2**31 - 1),
    ("q", -(2**63), 2**63 - 1),
)
_HEAD = struct.Struct("<cI")
_DAMAGED = gettext_noop("These bytes of a rating are damaged.")


def _little(column: Column) -> Column:
    """The column in the order of bytes of this machine, from one in little-endian order, or the other way round."""
    if sys.byteorder == "big":
        column = column[:]
        column.byteswap()
    return column


def narrow(values: Sequence[int]) -> Column:
    """The whole numbers in the narrowest type that holds all of them."""
    least, most = min(values, default=0), max(values, default=0)
    code = next(code for code, low, high in _WIDTHS if low <= least and most <= high)
    return array(code, values)


def to_bytes(column: Column) -> bytes:
    return _little(column).tobytes()


def from_bytes(code: str, data: bytes) -> Column:
    """The column of this type; `ValueError` where the bytes do not fill it."""
    column: Column = array(code)
    column.frombytes(data)
    return _little(column)


def pack(magic: bytes, columns: Iterable[Column]) -> bytes:
    """The columns one after another, each with its type and length, behind a mark that says what it is."""
    parts = [magic]
    for column in columns:
        parts += [_HEAD.pack(column.typecode.encode(), len(column)), to_bytes(column)]
    return b"".join(parts)


def unpack(magic: bytes, data: bytes | memoryview, count: Container[int]) -> list[Column]:
    """The columns again, of which there must be one of these numbers. Refuses what `pack` did not make."""
    data = bytes(data)
    if not data.startswith(magic):
        raise RefusalError(gettext_noop("These bytes are no part of a rating of this version."))
    columns, at = list[Column](), len(magic)
    try:
        while at < len(data):
            code, length = _HEAD.unpack_from(data, at)
            at += _HEAD.size
            size = array(code.decode()).itemsize * length
            columns.append(from_bytes(code.decode(), data[at : at + size]))
            at += size
    except (struct.error, ValueError) as error:
        raise RefusalError(_DAMAGED) from error
    if at != len(data) or len(columns) not in count:
        raise RefusalError(_DAMAGED)
    return columns
