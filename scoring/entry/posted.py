"""A posted typing page: every row as typed, with what the page knew when it was sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.sheets import TypedRow

if TYPE_CHECKING:
    from django.http import HttpRequest, QueryDict

    from scoring.entry.form import SheetForm

LONGEST_KEY = 64


class BadRequest(ValueError):
    """The request is not one that our page sends."""


@dataclass(frozen=True)
class Posted:
    """The whole page: all rows (0 is the foot), the base version, the key of this attempt, the confirmation."""

    rows: dict[int, dict[str, str]]
    revisions: dict[int, int]
    base: int
    key: str
    confirmed: str

    @property
    def typed(self) -> list[TypedRow]:
        return [TypedRow(position, cells, self.revisions[position]) for position, cells in self.rows.items()]


def read_page(data: QueryDict, form: SheetForm) -> Posted:
    """Raises BadRequest when the page is not whole."""
    rows, revisions = {}, {}
    for position in range(form.sheet.deals + 1):
        prefix = f"r{position}-"
        rows[position] = form.read_row(data, prefix) if position else form.read_foot(data, prefix)
        revisions[position] = number(data, f"{prefix}revision")
    key = data.get("key", "")
    if not key or len(key) > LONGEST_KEY:
        raise BadRequest("key")
    return Posted(rows, revisions, number(data, "base"), key, data.get("confirmed", ""))


def read_single(data: QueryDict, form: SheetForm) -> tuple[TypedRow, int]:
    """One row and the base version. Raises BadRequest."""
    position = number(data, "position")
    if position > form.sheet.deals:
        raise BadRequest("position")
    cells = form.read_row(data) if position else form.read_foot(data)
    return TypedRow(position, cells, number(data, "revision")), number(data, "base")


def seen_revisions(data: QueryDict) -> dict[int, int]:
    """What the page showed of each row when it asked: "1:3,2:1"."""
    seen = {}
    for pair in data.get("seen", "").split(","):
        position, _, revision = pair.partition(":")
        if position.isdecimal() and revision.isdecimal():
            seen[int(position)] = int(revision)
    return seen


def number(data: QueryDict, name: str) -> int:
    text = data.get(name, "0")
    if not text.isdecimal() or len(text) > 9:
        raise BadRequest(name)
    return int(text)


def wants_json(request: HttpRequest) -> bool:
    """Our script asks for JSON, a plain form for a page."""
    return request.headers.get("accept", "").startswith("application/json")
