"""What can occur in a deal: answers with their reason, from the sets of ``reach.py``.

"Impossible" is always proven. "Possible" is proven too: by the exact table, or by a split
of the deck that is shown. Whatever is left is "unknown".
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules.bounds import JointBound, joint_bound
from scoring.rules.exhibit import Split, exhibit
from scoring.rules.findings import Sentence, Side
from scoring.rules.findings import gettext_noop as _
from scoring.rules.reach import (
    POINTS,
    POINTS_BY_TRICKS,
    POINTS_WITH_LAST,
    POINTS_WITHOUT_LAST,
    members,
)
from scoring.rules.rulesets import Ruleset

MOST_TRIED = 50
"""So many combinations are looked for when a question leaves something open."""

NO_POINTS = _("No side can have %(points)d card points: a side has 0, 2 to 160 or 162.")
NOT_WITH_TRICKS = _("A side with %(tricks)d tricks cannot have %(points)d card points.")
NO_ROEM = _("No side can have %(roem)d roem in a deal.")
NO_TOTAL = _("The two sides cannot have %(roem)d roem together in a deal.")
NO_TRICK = _("A side without a trick cannot have %(roem)d roem.")
NEVER = _("No way to share the 32 cards out in eight tricks gives these card points and roem together.")
EXACT = _("Some way to share the 32 cards out in eight tricks gives it: the table is exact.")
UNSAID = _("Some way to share the 32 cards out gives it, if other roem is not announced.")
SHOWN = _("The split of the cards that is shown gives it.")
OPEN = _(
    "It lies within the bounds that are proven for these rules, but no split of the cards that gives it was found."
)


@dataclass(frozen=True)
class Question:
    """Card points, roem and tricks of "we", and the roem of "they"; None is "any"."""

    points: int | None = None
    roem_we: int | None = None
    roem_they: int | None = None
    tricks: int | None = None


@dataclass(frozen=True)
class Answer:
    """Whether something can occur: True, False, or None where it is not known.

    ``legal``: True when a deal, legal card by card under these rules, has been seen with
    these points and roem; None when not. ``split`` is shown where it is the proof.
    """

    possible: bool | None
    reason: Sentence
    rule: str
    legal: bool | None = None
    split: Split | None = None

    def to_json(self) -> dict[str, Any]:
        """The answer as ``judge`` prints it."""
        data: dict[str, Any] = {
            "possible": "unknown" if self.possible is None else self.possible,
            "reason": str(self.reason),
            "rule": self.rule,
        }
        if self.possible is not False:
            data["legal"] = "unknown" if self.legal is None else self.legal
        return data | ({"split": self.split.to_json()} if self.split else {})


def can_occur(asked: Question, ruleset: Ruleset) -> Answer:
    """Whether these points and roem can occur together in a deal."""
    refused = _each_by_itself(asked, ruleset)
    if refused:
        return refused
    found = list(_candidates(asked, ruleset))
    if not found:
        return Answer(False, Sentence(NEVER), "I4")
    legal = True if any(seen for _points, _roem, seen in found) and asked.tricks is None else None
    if asked.tricks is None and ruleset.reach.exact:
        unsaid = ruleset.roem_declare == "required"
        return Answer(True, Sentence(UNSAID if unsaid else EXACT), "I4", legal)
    for points, roem, _seen in sorted(found, key=_how_unusual)[:MOST_TRIED]:
        split = exhibit(points, roem, ruleset, asked.tricks)
        if split:
            return Answer(True, Sentence(SHOWN), "I4", legal, split)
    return Answer(None, Sentence(OPEN), "I4", legal)


def _each_by_itself(asked: Question, ruleset: Ruleset) -> Answer | None:
    """What can be refused without looking at the rest (I2, I3)."""
    points, tricks, reach = asked.points, asked.tricks, ruleset.reach
    if points is not None and points not in POINTS:
        return Answer(False, Sentence(NO_POINTS, {"points": points}), "I2")
    if tricks is not None and points is not None and points not in POINTS_BY_TRICKS[tricks]:
        return Answer(False, Sentence(NOT_WITH_TRICKS, {"points": points, "tricks": tricks}), "I2")
    for roem, lost in ((asked.roem_we, tricks == 0), (asked.roem_they, tricks == 8)):
        if roem is not None and roem not in reach.one_side:
            return Answer(False, Sentence(NO_ROEM, {"roem": roem}), "I3")
        if roem is not None and lost and roem not in reach.without_a_trick:
            return Answer(False, Sentence(NO_TRICK, {"roem": roem}), "I6")
    if asked.roem_we is not None and asked.roem_they is not None:
        total = asked.roem_we + asked.roem_they
        if total not in reach.total:
            return Answer(False, Sentence(NO_TOTAL, {"roem": total}), "I3")
    return None


Candidate = tuple[int, Mapping[Side, int], bool]


def _candidates(asked: Question, ruleset: Ruleset) -> Iterator[Candidate]:
    """Points of "we", roem of both, and whether a legal deal was seen, within the bounds."""
    reach = ruleset.reach
    with_tricks: JointBound = {}
    if asked.tricks is not None:
        with_tricks = joint_bound(ruleset.quads, ruleset.roem_mode, asked.tricks)
    for pair, (possible, seen) in reach.joint.items():
        we, they = pair
        if asked.roem_we not in (None, we) or asked.roem_they not in (None, they):
            continue
        if asked.tricks is not None:
            possible &= with_tricks.get(pair, 0)
        for points in members(possible) if asked.points is None else [asked.points]:
            if possible >> points & 1:
                yield points, {"we": we, "they": they}, reach.knows_seen and bool(seen >> points & 1)


def _how_unusual(candidate: Candidate) -> tuple[int, int]:
    points, roem, _seen = candidate
    return sum(roem.values()), abs(points - 81)


def totals(tricks: int | None, ruleset: Ruleset) -> dict[str, Any]:
    """The card points and the roem that a side can have, with so many tricks or with any.

    ``exact`` tells of each set whether all of it occurs or it is a bound.
    """
    reach = ruleset.reach
    answer: dict[str, Any] = {"tricks": tricks}
    if tricks is None:
        points = POINTS
        answer["by_tricks"] = [sorted(some) for some in POINTS_BY_TRICKS]
    else:
        points = POINTS_BY_TRICKS[tricks]
        answer["without_last"] = sorted(POINTS_WITHOUT_LAST[tricks])
        answer["with_last"] = sorted(POINTS_WITH_LAST[tricks])
    side = reach.without_a_trick if tricks == 0 else reach.one_side
    roem = {
        "side": sorted(side),
        "side_exact": reach.exact,
        "both": sorted(reach.total),
        "both_exact": reach.exact_total,
    }
    return answer | {"points": sorted(points), "points_exact": True, "roem": roem}
