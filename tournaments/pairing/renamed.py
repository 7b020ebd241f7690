"""What a draw was made from with other numbers for its entries. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Names = Mapping[int, int]

_LISTS = ("must_sit_out", "sit_out_first")
_BY_ENTRY = (
    *("sit_outs_evening", "sit_outs_season", "scores", "strengths", "fixed_tables"),
    *("seats_before", "tables_before", "threes_before"),
)
_COUPLES = ("partners_wanted", "opponents_wanted", "met_in_round")
_TABLES = ("locked", "set_tables")


def renamed(given: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """`DrawInput.to_json()` with each entry called as `names` has it; who is not in it keeps his number.

    No two entries may get one number. Lists that are kept in order of number are put in that order again, so that
    renaming back gives what there was.
    """
    now = dict(given)
    now["entries"] = [names.get(entry, entry) for entry in given["entries"]]
    now |= {name: _entries(given[name], names) for name in _LISTS}
    now |= {name: _rows(given[name], names, 1) for name in _BY_ENTRY}
    now |= {name: _rows(given[name], names, 2) for name in _COUPLES}
    now |= {name: renamed_tables(given[name], names) for name in _TABLES}
    for scope in ("evening", "season"):
        now[scope] = {kind: _rows(rows, names, 2) for kind, rows in given[scope].items()}
    now["apart"] = [group | {"entries": _entries(group["entries"], names)} for group in given["apart"]]
    return now


def renamed_tables(tables: Iterable[Any], names: Names) -> list[Any]:
    """Tables as `Table.to_json()` gives them."""
    return [
        [number, *([names.get(entry, entry) for entry in side] for side in sides)]
        for number, *sides in tables
    ]


def _entries(entries: Iterable[int], names: Names) -> list[int]:
    return sorted(names.get(entry, entry) for entry in entries)


def _rows(rows: Iterable[Any], names: Names, width: int) -> list[Any]:
    """Rows that begin with one entry, or with a couple, lowest number first."""
    found = [[*sorted(names.get(entry, entry) for entry in row[:width]), *row[width:]] for row in rows]
    return sorted(found, key=lambda row: row[:width])
