"""The cells of a deal of a relative as they are typed, and the row that the rules engine reads in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.entry.cells import NOTHING
from scoring.rules.entry import NO_ROEM
from scoring.rules.relatives import Game, Row, form_fields, read_row
from scoring.rules.relatives.row import NUMBERS

BELA = "bela"
"""One mark for the deal, with the side that has it: there is one king and queen of trumps."""


def choices(game: Game) -> dict[str, tuple[str, ...]]:
    """What is chosen once for a deal, with the allowed values."""
    return {one.name: ("", *one.choices) for one in form_fields(game) if one.kind == "choice"}


def numbers(game: Game, *kinds: str) -> tuple[str, ...]:
    """The boxes of these kinds, column after column."""
    return tuple(f"{party}_{kind}" for party in game.parties for kind in kinds)


def to_deal(game: Game, cells: Mapping[str, str]) -> dict[str, Any]:
    """The deal as JSON for `relatives.read_row`; what is not filled in is left out."""
    deal: dict[str, Any] = {name: cells[name] for name in choices(game) if cells.get(name)}
    for party in game.parties:
        typed = {kind: cells.get(f"{party}_{kind}", "") for kind in NUMBERS}
        column: dict[str, Any] = {kind: _read(kind, text) for kind, text in typed.items() if text}
        if cells.get(BELA) == party:
            column[BELA] = True
        if column:
            deal[party] = column
    return deal


def to_row(game: Game, cells: Mapping[str, str]) -> Row:
    """The row that the engine judges; a cell that is no number is listed in it."""
    return read_row(game, to_deal(game, cells))


def _read(kind: str, typed: str) -> int | str:
    """A number; for melds a dash is none, and a single digit stands for tens, since no meld is below 20."""
    if kind == "melds" and typed in NO_ROEM:
        return 0
    if kind == "melds" and typed in set("23456789"):
        return int(typed) * 10
    return int(typed) if typed.isascii() and typed.isdigit() else typed


def from_deal(game: Game, deal: Mapping[str, Any]) -> dict[str, str]:
    """The cells that somebody would have typed for this deal."""
    cells = {name: deal.get(name) or "" for name in choices(game)}
    columns: dict[str, Mapping[str, Any]] = {party: deal.get(party) or {} for party in game.parties}
    cells[BELA] = next((party for party, column in columns.items() if column.get(BELA)), "")
    for party, column in columns.items():
        cells |= {f"{party}_{kind}": text(kind, column.get(kind)) for kind in NUMBERS}
    return cells


def patch(fields: Mapping[str, Any]) -> dict[str, str]:
    """A suggestion of the engine as cells to put into a row."""
    return {
        name: value if isinstance(value, str) else text(name.partition("_")[2], value)
        for name, value in fields.items()
    }


def text(kind: str, value: int | None) -> str:
    if value is None:
        return ""
    return NOTHING if value == 0 and kind == "melds" else str(value)


def box_of(field: str | None) -> str | None:
    """The box of the form for a field of the engine, where each side has its own bela."""
    return BELA if field and field.endswith(f"_{BELA}") else field
