"""The matches of a published knock-out as a page shows them: by round, with who goes on."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match with its texts as they are printed; `goes_on` is "home", "away" or empty."""

    number: int
    home: str
    away: str
    home_score: str
    away_score: str
    note: str
    goes_on: str


@dataclass(frozen=True, slots=True)
class ShownRound:
    name: str
    matches: tuple[ShownMatch, ...]


def rounds(
    keys: Sequence[str], rows: Sequence[Sequence[str]], lines: Sequence[Mapping[str, Any]]
) -> tuple[ShownRound, ...]:
    """The rounds in the order in which they are printed. keys: of the printed columns; a row for each line."""
    cells = [dict(zip(keys, row, strict=True)) for row in rows]
    by_round = groupby(zip(cells, lines, strict=True), key=lambda pair: pair[0]["round"])
    return tuple(
        ShownRound(name, tuple(_match(texts, line) for texts, line in there)) for name, there in by_round
    )


def _match(texts: Mapping[str, str], line: Mapping[str, Any]) -> ShownMatch:
    won = (side for side in ("home", "away") if line[side] and line[side]["entry"] == line["winner"])
    return ShownMatch(
        number=line["match"],
        home=texts["home"],
        away=texts["away"],
        home_score=texts.get("home_score", ""),
        away_score=texts.get("away_score", ""),
        note=texts.get("note", ""),
        goes_on=next(won, ""),
    )
