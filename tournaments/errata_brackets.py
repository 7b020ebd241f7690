"""What a published knock-out says otherwise than the one before it. Pure.

A line of its content is a match: {match, home, away, score, winner}; home and away are {entry, name, public, …}, null
while it is open who that is. A change has `what` "match", the number of the match, and `before` and `after`, each such
a line (after is null for a match that is gone).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

FORM = "knock_out"

Content = Mapping[str, Any]


def is_bracket(content: Content) -> bool:
    """Is it that of a knock-out?"""
    return bool(content["rule"].get("form") == FORM)


def changes(before: Content, after: Content, merged: Mapping[int, int]) -> Iterator[dict[str, Any]]:
    """The matches that were played or decided, and are said otherwise now; what was open then was right then.

    merged: entries that went on in another one since.
    """
    now = {line["match"]: line for line in after["lines"]}
    settled = set(before["columns"])
    for line in before["lines"]:
        number = line["match"]
        if number in settled and _result(line, merged) != _result(now.get(number), {}):
            yield {"what": "match", "match": number, "before": line, "after": now.get(number)}


def people_in(line: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    """The sides of a match that are known: {entry, name, public, …}."""
    return [line[side] for side in ("home", "away") if line[side]] if line else []


def entry_at(line: Mapping[str, Any], column: str) -> int | None:
    """Whose name a printed column of a match holds; None for a column without one, or while it is open."""
    if column == "winner":
        winner: int | None = line["winner"]
        return winner
    side = line[column] if column in ("home", "away") else None
    return side["entry"] if side else None


def _result(line: Mapping[str, Any] | None, merged: Mapping[int, int]) -> object:
    if line is None:
        return None
    entries = [entry_at(line, column) for column in ("home", "away", "winner")]
    return [merged.get(entry, entry) if entry is not None else None for entry in entries], line["score"]
