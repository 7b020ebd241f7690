"""What a typist may put in a cell: card points, and roem as digits or tally marks."""

import re

from scoring.rules.findings import Finding, Sentence, Severity, gettext_noop

NO_ROEM = frozenset({"-", "\N{EN DASH}", "\N{EM DASH}", "/"})
"""The line that is drawn through the box when there was no roem."""

_DIGITS = re.compile(r"[0-9]{1,3}", re.ASCII)
_TALLY = {"I": 20, "i": 20, "V": 50, "v": 50}
_MOST_STROKES = 16
_SHOWN = 20


class EntryError(ValueError):
    """A cell that cannot be read; ``field`` names it, ``typed`` is kept as it was."""

    def __init__(self, field: str, typed: object, template: str) -> None:
        self.field = field
        self.typed = typed
        shown = typed if isinstance(typed, str) else repr(typed)
        if len(shown) > _SHOWN:
            shown = shown[:_SHOWN] + "…"
        self.sentence = Sentence(template, {"typed": shown})
        super().__init__(f"{field}: {self.sentence}")

    def finding(self, deal: int | None = None) -> Finding:
        """The same, as a finding on deal ``deal``."""
        return Finding(
            code="unreadable",
            severity=Severity.IMPOSSIBLE,
            field=self.field,
            rule="KJ-RECORD",
            sentence=self.sentence,
            deal=deal,
        )


POINTS_UNREADABLE = gettext_noop(
    "“%(typed)s” cannot be read as card points. Type a whole number from 0 to 162, digits only."
)
ROEM_UNREADABLE = gettext_noop(
    "“%(typed)s” cannot be read as roem. Type digits (20, 70), tally marks (I = 20, V = 50) or - for no roem."
)


def parse_points(typed: str | None, field: str = "points") -> int | None:
    """Card points as typed; None for an empty cell. Raises EntryError.

    Only the digits 0-9, three at most: whether a side can have so many points is for
    the judge of the deal to say.
    """
    text = (typed or "").strip()
    if not text:
        return None
    if _DIGITS.fullmatch(text):
        return int(text)
    raise EntryError(field, typed, POINTS_UNREADABLE)


def parse_roem(typed: str | None, field: str = "roem") -> int | None:
    """Roem as typed; None for an empty cell, 0 for the line of no roem.

    Digits, or tally marks I = 20 and V = 50 in any order. Raises EntryError.
    """
    text = (typed or "").strip()
    if not text:
        return None
    if text in NO_ROEM:
        return 0
    if _DIGITS.fullmatch(text):
        return int(text)
    strokes = text.replace(" ", "")
    if len(strokes) <= _MOST_STROKES and all(stroke in _TALLY for stroke in strokes):
        return sum(_TALLY[stroke] for stroke in strokes)
    raise EntryError(field, typed, ROEM_UNREADABLE)
