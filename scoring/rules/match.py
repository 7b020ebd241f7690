"""When a match ends and who has won it (KJ-END-*, I20).

Totals are sequences with one number per side (or per player, in games for three), so
that every game of the family decides its matches here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.rules.booked import Booked
from scoring.rules.catalogue import finding
from scoring.rules.deal import DealVerdict, judge_deal
from scoring.rules.declared import DeclaredDeal
from scoring.rules.entry import EntryError
from scoring.rules.findings import SIDES, Finding, Side, Verdict, verdict_of
from scoring.rules.rulesets import Ruleset

DRAW = "draw"
"""In the place of a winner, when there is none."""


def ended_after(running: Sequence[Sequence[int]], kind: str, number: int) -> int | None:
    """The deal (from 1) that ends the match, or None while it goes on.

    ``running`` holds the totals after each deal. "hands": after so many deals. "points":
    after the first deal in which a side stands at or past the target, and highest; with
    the highest totals equal one more deal is played.
    """
    if kind == "hands":
        return number if len(running) >= number else None
    for deal, totals in enumerate(running, 1):
        highest = max(totals)
        if highest >= number and list(totals).count(highest) == 1:
            return deal
    return None


def leader(totals: Sequence[int]) -> int | None:
    """The place of the highest total; None when it is shared."""
    highest = max(totals)
    return totals.index(highest) if list(totals).count(highest) == 1 else None


@dataclass(frozen=True)
class MatchVerdict:
    """What the engine says about a match.

    ``ended`` is the deal that ended it and ``totals`` stand as they were then; after
    that deal no other counts. ``winner`` None with ``ended``: a draw. Where a deal is
    refused nothing is decided.
    """

    deals: tuple[DealVerdict | Booked, ...]
    verdict: Verdict
    findings: tuple[Finding, ...]
    running: tuple[tuple[int, int], ...]
    ended: int | None
    decided: bool

    @property
    def totals(self) -> tuple[int, int]:
        """The totals that count."""
        played = self.running[: self.ended]
        return played[-1] if played else (0, 0)

    @property
    def winner(self) -> Side | None:
        """The side that has won."""
        place = leader(self.totals) if self.ended else None
        return None if place is None else SIDES[place]

    def to_json(self) -> dict[str, Any]:
        """The verdict as ``judge`` prints it.

        ``carried`` holds points that wait for the winner of the next deal: never any in
        klaverjassen, where a tie is nat.
        """
        return {
            "verdict": str(self.verdict),
            "over": self.ended is not None if self.decided else None,
            "ended_after": self.ended,
            "winner": (self.winner or DRAW) if self.ended else None,
            "totals": dict(zip(SIDES, self.totals, strict=True)),
            "running": [dict(zip(SIDES, totals, strict=True)) for totals in self.running],
            "carried": 0,
            "deals": [one._asdict() if isinstance(one, Booked) else one.to_json() for one in self.deals],
            "findings": [one.to_json() for one in self.findings],
        }


def judge_match(
    deals: Sequence[DeclaredDeal | Booked],
    ruleset: Ruleset,
    *,
    unreadable: Mapping[int, Sequence[EntryError]] | None = None,
) -> MatchVerdict:
    """Judge the deals of a match, declared or booked, and say who won it and when.

    ``unreadable`` holds, by deal number, cells that were typed but could not be read.
    """
    rows: list[DealVerdict | Booked] = []
    findings: list[Finding] = []
    for number, deal in enumerate(deals, 1):
        if isinstance(deal, Booked):
            rows.append(deal)
            if not deal.can_be(ruleset):
                findings.append(finding("booked", None, number, we=deal.we, they=deal.they))
        else:
            cells = (unreadable or {}).get(number, ())
            rows.append(judge_deal(deal, ruleset, number=number, unreadable=cells))
    refused = bool(findings) or any(row.we is None for row in rows)
    running: list[tuple[int, int]] = []
    we = they = 0
    for row in rows:
        we, they = we + (row.we or 0), they + (row.they or 0)
        running.append((we, they))
    ended = None if refused else ended_after(running, ruleset.end_kind, ruleset.end_number)
    if ended is not None and ended < len(rows):
        findings.append(after_the_end(ended, running[ended - 1], ruleset))
    everything = [*findings, *(one for row in rows if isinstance(row, DealVerdict) for one in row.findings)]
    return MatchVerdict(
        tuple(rows), verdict_of(everything), tuple(findings), tuple(running), ended, not refused
    )


def after_the_end(ended: int, totals: Sequence[int], ruleset: Ruleset) -> Finding:
    """The finding on the first deal after the one that ended the match (I20)."""
    if ruleset.end_kind == "hands":
        return finding("match_full", None, ended + 1, deals=ended)
    points = max(totals)
    return finding("match_over", None, ended + 1, side=SIDES[list(totals).index(points)], points=points)
