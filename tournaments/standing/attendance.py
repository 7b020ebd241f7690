"""How somebody stands against the minimum attendance of a rule while the season runs.

Whoever can still reach the minimum is ranked like everybody else, so that a standing of the first evenings is a standing;
whoever cannot any more is treated as at the end, at once. When nothing is left to play only the minimum itself decides.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.sentences import Sentence, counted, gettext_noop, ngettext_noop

SHORT = {
    "evening": ngettext_noop(
        "%(attended)s of at least %(minimum)s evening attended",
        "%(attended)s of at least %(minimum)s evenings attended",
    ),
    "round": ngettext_noop(
        "%(attended)s of at least %(minimum)s round played",
        "%(attended)s of at least %(minimum)s rounds played",
    ),
}
TOO_LATE = {
    "evening": ngettext_noop(
        "%(attended)s of at least %(minimum)s evening attended, with only %(left)s still to play",
        "%(attended)s of at least %(minimum)s evenings attended, with only %(left)s still to play",
    ),
    "round": ngettext_noop(
        "%(attended)s of at least %(minimum)s round played, with only %(left)s still to play",
        "%(attended)s of at least %(minimum)s rounds played, with only %(left)s still to play",
    ),
}
NEEDS_MORE = {
    "evening": ngettext_noop(
        "%(attended)s of at least %(minimum)s evening attended so far",
        "%(attended)s of at least %(minimum)s evenings attended so far",
    ),
    "round": ngettext_noop(
        "%(attended)s of at least %(minimum)s round played so far",
        "%(attended)s of at least %(minimum)s rounds played so far",
    ),
}
NEEDS = {
    "evening": gettext_noop("needs %(more)s more of %(left)s evenings still to play"),
    "round": gettext_noop("needs %(more)s more of %(left)s rounds still to play"),
}
"""There are two or more left: with one he needs all."""
NEEDS_ALL = {
    "evening": ngettext_noop(
        "needs the one evening still to play", "needs all %(left)s evenings still to play"
    ),
    "round": ngettext_noop("needs the one round still to play", "needs all %(left)s rounds still to play"),
}


@dataclass(frozen=True, slots=True)
class Attendance:
    """Evenings or rounds (`unit`), each 0 and up: attended so far, the minimum, and left: those he can still attend.

    supposed: nobody has said how many are left, so that their number is not to be shown.
    """

    unit: str
    attended: int
    minimum: int
    left: int
    supposed: bool = False

    @property
    def needed(self) -> int:
        """How many more it takes, 0 for who has the minimum."""
        return max(self.minimum - self.attended, 0)

    @property
    def reachable(self) -> bool:
        return self.needed <= self.left

    def sentence(self) -> Sentence | None:
        """What is missing and whether it can still be had; None for who has the minimum."""
        if not self.needed:
            return None
        params = {
            "attended": self.attended,
            "minimum": self.minimum,
            "more": self.needed,
            "left": self.left,
        }
        if self.reachable and not self.supposed:
            if self.needed < self.left:
                return Sentence(NEEDS[self.unit], params)
            return counted(NEEDS_ALL[self.unit], self.left, **params)
        return counted(self._texts()[self.unit], self.minimum, **params)

    def _texts(self) -> dict[str, tuple[str, str]]:
        if self.supposed and self.reachable:
            return NEEDS_MORE
        return TOO_LATE if self.left and not self.supposed else SHORT
