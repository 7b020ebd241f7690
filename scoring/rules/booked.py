"""Deals of which only the bookings are known: can some deal book these two totals?"""

from typing import NamedTuple

from scoring.rules.cards import TOTAL
from scoring.rules.rulesets import Ruleset


class Booked(NamedTuple):
    """What the two sides booked for a deal, roem and bonuses inside."""

    we: int
    they: int

    def can_be(self, ruleset: Ruleset) -> bool:
        """Whether some deal books this (I9, I10, I13, I14, and the table of points and roem)."""
        we, they = self
        return _own_each(we, they, ruleset) or any(
            _pit(winner, loser, ruleset) or _nat(winner, loser, ruleset) or _revoked(winner, loser, ruleset)
            for winner, loser in ((we, they), (they, we))
        )


def _own_each(we: int, they: int, ruleset: Ruleset) -> bool:
    """Made: both keep their own; equal totals only where a tie is made."""
    if we == they and ruleset.tie == "nat":
        return False
    roem = we + they - TOTAL
    return any(
        own + other == roem and we >= own and possible >> we - own & 1
        for (own, other), (possible, _seen) in ruleset.reach.joint.items()
    )


def _all(own: int, other: int, ruleset: Ruleset) -> bool:
    """Whether a side can have all card points with this roem, the other with that."""
    possible, _seen = ruleset.reach.joint.get((own, other), (0, 0))
    return bool(possible >> TOTAL & 1)


def _pit(winner: int, loser: int, ruleset: Ruleset) -> bool:
    """All tricks to the side that plays, with the bonus."""
    return loser in ruleset.reach.without_a_trick and _all(winner - TOTAL - ruleset.pit, loser, ruleset)


def _nat(winner: int, loser: int, ruleset: Ruleset) -> bool:
    """All to the defenders; with a bonus when they took all tricks."""
    roem, reach = winner - TOTAL, ruleset.reach
    if loser:
        return False
    with_pit = ruleset.pit_defenders and any(
        _all(roem - ruleset.pit - lost, lost, ruleset) for lost in reach.without_a_trick
    )
    return roem in reach.total or with_pit


def _revoked(winner: int, loser: int, ruleset: Ruleset) -> bool:
    """162 and the extra to the side that did not revoke, and roem as the rules have it (X23)."""
    roem = winner - TOTAL - ruleset.extra_of_a_side
    if ruleset.verzaakt == "own":
        return (roem, loser) in ruleset.reach.joint
    return not loser and (roem in ruleset.reach.total if ruleset.verzaakt == "move" else not roem)
