"""The score of a counted deal (KJ-SCORE-*, KJ-PIT-DEF, KJ-VERZAAKT)."""

from enum import StrEnum
from typing import Literal, NamedTuple

from scoring.rules.cards import TOTAL
from scoring.rules.rulesets import Ruleset

Party = Literal["decl", "def"]
"""The declaring side (who made trump) and the defending side."""


class Status(StrEnum):
    """How a deal ended."""

    MADE = "made"
    NAT = "nat"
    PIT = "pit"
    NAT_PIT = "nat+pit"
    VERZAAKT = "verzaakt"


class SideBooking(NamedTuple):
    """What a side books: card points, roem, pit bonus, extra after a revoke."""

    points: int = 0
    roem: int = 0
    pit: int = 0
    extra: int = 0

    @property
    def total(self) -> int:
        """All that the side books."""
        return self.points + self.roem + self.pit + self.extra


class Score(NamedTuple):
    """The bookings of both parties and how the deal ended."""

    declarers: SideBooking
    defenders: SideBooking
    status: Status


NOTHING = SideBooking()


def is_nat(declarers: int, defenders: int, ruleset: Ruleset) -> bool:
    """Whether the declarers fail, from card points plus roem (KJ-SCORE-MAJORITY)."""
    if ruleset.tie == "made":
        return declarers < defenders
    return declarers <= defenders


def score_deal(
    decl_points: int,
    decl_roem: int,
    def_points: int,
    def_roem: int,
    ruleset: Ruleset,
    *,
    pit: Party | None = None,
    verzaakt: Party | None = None,
) -> Score:
    """Book a deal from its counted card points (together 162) and roem.

    ``pit`` is the party that took all eight tricks, ``verzaakt`` the one that revoked.
    """
    if verzaakt:
        return _revoked(decl_roem, def_roem, verzaakt, ruleset)
    if is_nat(decl_points + decl_roem, def_points + def_roem, ruleset):
        bonus = ruleset.pit if pit == "def" and ruleset.pit_defenders else 0
        status = Status.NAT_PIT if pit == "def" else Status.NAT
        defenders = SideBooking(TOTAL, decl_roem + def_roem, bonus)
        return Score(NOTHING, defenders, status)
    bonus = ruleset.pit if pit == "decl" else 0
    return Score(
        SideBooking(decl_points, decl_roem, bonus),
        SideBooking(def_points, def_roem),
        Status.PIT if pit == "decl" else Status.MADE,
    )


def _revoked(decl_roem: int, def_roem: int, offender: Party, ruleset: Ruleset) -> Score:
    """All card points go to the other side; the roem as the ruleset says (X23)."""
    own, other = (decl_roem, def_roem) if offender == "decl" else (def_roem, decl_roem)
    kept, gained = {
        "move": (0, own + other),
        "void": (0, 0),
        "own": (own, other),
    }[ruleset.verzaakt]
    guilty = SideBooking(roem=kept)
    innocent = SideBooking(TOTAL, gained, extra=ruleset.extra_of_a_side)
    if offender == "decl":
        return Score(guilty, innocent, Status.VERZAAKT)
    return Score(innocent, guilty, Status.VERZAAKT)
