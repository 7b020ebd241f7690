"""One paper sheet typed for two tables: two tables never have the same deals in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scoring.rules.findings import Finding, Sentence, Severity, gettext_noop

if TYPE_CHECKING:
    from scoring.entry.context import Twin
    from scoring.entry.form import SheetForm

Likeness = tuple[object, ...] | None

FEWEST = 4
"""So many equal rows are no accident: one row is equal about once in 160 times."""

SAME = gettext_noop(
    "This is the same sheet as that of table %(table)d: all %(deals)d deals are equal. "
    "One of the two was typed for the wrong table; mend that one first."
)
MIRRORED = gettext_noop(
    "This is the sheet of table %(table)d with the columns exchanged: all %(deals)d deals are equal. "
    "One of the two was typed for the wrong table; mend that one first."
)
ALIKE = gettext_noop(
    "%(equal)d of the %(deals)d deals are exactly those of table %(table)d. Are these two different papers?"
)


def find_twins(form: SheetForm, deals: Sequence[Mapping[str, Any]], twins: Iterable[Twin]) -> list[Finding]:
    """Impossible where another table of the round has this very sheet, irregular where much of it is equal."""
    found = []
    turns = [[form.likeness(deal, turn) for deal in deals] for turn in range(len(form.sides))]
    for twin in twins:
        theirs = [form.likeness(deal) for deal in twin.deals]
        straight, *crossed = [_equal(mine, theirs) for mine in turns]
        equal = max(straight, *crossed)
        if equal < FEWEST:
            continue
        params = {"table": twin.table, "deals": _saying(turns[0]), "equal": equal}
        if equal == _saying(turns[0]) == _saying(theirs):
            template = SAME if straight == equal else MIRRORED
            found.append(_finding("same_sheet", Severity.IMPOSSIBLE, template, params))
        else:
            found.append(_finding("alike_sheet", Severity.IRREGULAR, ALIKE, params))
    return found


def _saying(rows: list[Likeness]) -> int:
    """How many rows say something."""
    return sum(row is not None for row in rows)


def _finding(code: str, severity: Severity, template: str, params: dict[str, object]) -> Finding:
    return Finding(code, severity, None, "KJ-RECORD", Sentence(template, params))


def _equal(mine: list[Likeness], theirs: list[Likeness]) -> int:
    """How many rows say the same."""
    return sum(one == other for one, other in zip(mine, theirs, strict=False) if one is not None)
