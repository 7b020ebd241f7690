"""A match of a relative: deals in order, carried ties, and who has won (KB-END)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.rules.findings import Finding, Verdict, verdict_of
from scoring.rules.match import DRAW, ended_after, leader
from scoring.rules.relatives.catalogue import make_finding
from scoring.rules.relatives.deal import DealVerdict, Status, judge_row
from scoring.rules.relatives.game import Game, Party, Seat
from scoring.rules.relatives.row import Row

_VOID = (Status.PASSED, Status.THROWN)

Totals = dict[Party, int]


@dataclass(frozen=True)
class MatchVerdict:
    """What is said about a match.

    ``running`` holds the totals after each deal; a deal that is refused adds nothing.
    ``first_dealer`` dealt the first deal, when that is known.
    """

    game: Game
    deals: tuple[DealVerdict, ...]
    running: tuple[Totals, ...]
    first_dealer: Seat | None = None

    @property
    def refused(self) -> int | None:
        """The first deal that must be mended; from there on nothing is decided."""
        return next((number for number, deal in enumerate(self.deals, 1) if deal.booked is None), None)

    @cached_property
    def ended(self) -> int | None:
        """The deal (from 1) that ended the match; void deals are not counted as played."""
        decided = self.deals[: self.refused - 1] if self.refused else self.deals
        played = [number for number, deal in enumerate(decided, 1) if deal.status not in _VOID]
        totals = [list(self.running[number - 1].values()) for number in played]
        place = ended_after(totals, self.game.end_kind, self.game.end_number)
        by_points = played[place - 1] if place else None
        won = [number for number in played if self.deals[number - 1].status is Status.WON]
        return min([*won[:1], *([by_points] if by_points else [])], default=None)

    @property
    def totals(self) -> Totals:
        """The totals that count: those of the end, or the last."""
        counting = self.running[: self.ended]
        return counting[-1] if counting else dict.fromkeys(self.game.parties, 0)

    @property
    def winner(self) -> Party | None:
        """Who has won, or "draw"; None while nothing is decided."""
        if not self.ended:
            return None
        deal = self.deals[self.ended - 1]
        if deal.status is Status.WON:
            return deal.row.fus
        place = leader(list(self.totals.values()))
        return DRAW if place is None else self.game.parties[place]

    @property
    def rule(self) -> str | None:
        """The id of the rule that decided."""
        if not self.ended:
            return None
        if self.deals[self.ended - 1].status is Status.WON:
            return self.game.rule("five_wins")
        past = [points for points in self.totals.values() if points >= self.game.end_number]
        both = self.game.end_kind == "points" and len(past) > 1
        return self.game.rule("end" if both else "end_kind")

    @property
    def pot(self) -> int:
        """Points of ties that wait for the winner of the next deal."""
        counting = self.deals[: self.ended]
        return counting[-1].pot if counting else 0

    @property
    def next_dealer(self) -> Seat | None:
        """Who deals next, while the match goes on."""
        if self.ended or self.first_dealer is None:
            return None
        return self.game.left_of(self.first_dealer, len(self.deals))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is to be said about the match as a whole."""
        if self.ended and self.ended < len(self.deals):
            return (make_finding(self.game, "match_over", None, self.ended + 1, number=self.ended),)
        if self.refused and not self.ended:
            return (make_finding(self.game, "not_judged", None, self.refused, number=self.refused),)
        return ()

    @property
    def verdict(self) -> Verdict:
        """The worst of the deals and of the match."""
        return verdict_of([*self.findings, *(one for deal in self.deals for one in deal.findings)])

    def to_json(self) -> dict[str, Any]:
        """The verdict as ``judge`` prints it."""
        return {
            "verdict": str(self.verdict),
            "over": None if self.refused and not self.ended else self.ended is not None,
            "ended_after": self.ended,
            "winner": self.winner,
            "rule": self.rule,
            "totals": self.totals,
            "running": list(self.running),
            "carried": self.pot,
            "next_dealer": self.next_dealer,
            "deals": [deal.to_json() for deal in self.deals],
            "findings": [one.to_json() for one in self.findings],
        }


def judge_rows(game: Game, rows: Sequence[Row], first_dealer: Seat | None = None) -> MatchVerdict:
    """Judge the deals of a match in order.

    ``first_dealer`` dealt the first; the deal then goes to the left, also after a void
    deal.
    """
    deals: list[DealVerdict] = []
    running: list[Totals] = []
    totals, pot = dict.fromkeys(game.parties, 0), 0
    for number, row in enumerate(rows, 1):
        turn = game.left_of(first_dealer, number - 1) if first_dealer else None
        deal = judge_row(game, row, number=number, turn=turn, carried=pot)
        pot, booked = deal.pot, deal.booked or {}
        totals = {party: points + booked.get(party, 0) for party, points in totals.items()}
        deals.append(deal)
        running.append(totals)
    return MatchVerdict(game, tuple(deals), tuple(running), first_dealer)


def check_written(match: MatchVerdict, written: Mapping[Party, int | None]) -> list[Finding]:
    """The totals that stand on the paper against those of the deals, once all are booked."""
    findings: list[Finding] = []
    for party, total in written.items():
        due = match.totals[party]
        if total is not None and total != due and not match.refused:
            field, off = f"written_{party}", total - due
            findings.append(
                make_finding(
                    *(match.game, "written_total", field),
                    side=party,
                    written=total,
                    total=due,
                    difference=off,
                )
            )
    return findings
