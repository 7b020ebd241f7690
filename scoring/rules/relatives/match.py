"""A match of a relative: deals in order, carried ties, and who has won (KB-END)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.rules.findings import Finding, Verdict, verdict_of
from scoring.rules.relatives.catalogue import make_finding
from scoring.rules.relatives.deal import DealVerdict, Status, judge_row
from scoring.rules.relatives.game import Game, Party, Seat
from scoring.rules.relatives.row import Row

DRAW = "draw"
_VOID = (Status.PASSED, Status.THROWN)


@dataclass(frozen=True)
class MatchVerdict:
    """What is said about a match.

    ``totals`` holds the running totals after each deal. ``winner`` is a party, "draw",
    or None while the match goes on or a deal must be mended; ``ended`` is the deal that
    decided, ``rule`` what it was decided by. ``pot`` was carried by a last tie.
    """

    game: Game
    deals: tuple[DealVerdict, ...]
    totals: tuple[dict[Party, int], ...]
    findings: tuple[Finding, ...]
    winner: Party | None = None
    ended: int | None = None
    rule: str | None = None
    pot: int = 0
    next_dealer: Seat | None = None

    @property
    def verdict(self) -> Verdict:
        """The worst of the deals and of the match."""
        return verdict_of([*self.findings, *(one for deal in self.deals for one in deal.findings)])

    def to_json(self) -> dict[str, Any]:
        """The verdict as ``judge`` prints it."""
        rows = zip(self.deals, self.totals, strict=True)
        return {
            "verdict": str(self.verdict),
            "winner": self.winner,
            "ended": self.ended,
            "rule": self.rule,
            "totals": self.totals[-1] if self.totals else dict.fromkeys(self.game.parties, 0),
            "carried": self.pot,
            "next_dealer": self.next_dealer,
            "deals": [deal.to_json() | {"number": deal.number, "totals": totals} for deal, totals in rows],
            "findings": [one.to_json() for one in self.findings],
        }


def judge_rows(game: Game, rows: Sequence[Row], first_dealer: Seat | None = None) -> MatchVerdict:
    """Judge the deals of a match in order.

    ``first_dealer`` dealt the first; the deal then goes to the left, also after a void
    deal. A deal that is refused adds nothing, and nobody wins until it is mended; deals
    after the end add nothing either.
    """
    match = _Match(game, dict.fromkeys(game.parties, 0))
    for number, row in enumerate(rows, 1):
        turn = game.left_of(first_dealer, number - 1) if first_dealer else None
        match.add(judge_row(game, row, number=number, turn=turn, carried=match.pot))
    dealer = game.left_of(first_dealer, len(rows)) if first_dealer and not match.ended else None
    return MatchVerdict(
        game,
        tuple(match.deals),
        tuple(match.totals),
        tuple(match.findings),
        match.winner,
        match.ended,
        match.rule,
        match.pot,
        dealer,
    )


@dataclass
class _Match:
    """A match while its deals are judged."""

    game: Game
    total: dict[Party, int]
    deals: list[DealVerdict] = field(default_factory=list)
    totals: list[dict[Party, int]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    played: int = 0
    pot: int = 0
    refused: bool = False
    winner: Party | None = None
    ended: int | None = None
    rule: str | None = None

    def add(self, deal: DealVerdict) -> None:
        """The next deal."""
        if self.ended:
            self.say("match_over", deal.number, self.ended)
        elif deal.booked is None:
            if not self.refused:
                self.say("not_judged", deal.number, deal.number)
            self.refused = True
        else:
            self.total = {party: points + deal.booked[party] for party, points in self.total.items()}
            self.pot = deal.pot
            self.played += deal.status not in _VOID
            if not self.refused:
                self.decide(deal)
        self.deals.append(deal)
        self.totals.append(self.total)

    def say(self, code: str, deal: int | None, number: int | None) -> None:
        """Add a finding on this deal."""
        self.findings.append(make_finding(self.game, code, None, deal, number=number))

    def decide(self, deal: DealVerdict) -> None:
        """Whether somebody has won after this deal (KB-END)."""
        winner, topic = self._winner(deal)
        if winner:
            self.winner, self.rule, self.ended = winner, self.game.rule(topic), deal.number

    def _winner(self, deal: DealVerdict) -> tuple[Party | None, str]:
        if deal.status is Status.WON:
            return deal.row.fus, "five_wins"
        best, end = max(self.total.values()), self.game.end_number
        leaders = [party for party, points in self.total.items() if points == best]
        if self.game.end_kind == "hands":
            drawn = len(leaders) > 1
            return (None if self.played < end else DRAW if drawn else leaders[0]), "end_kind"
        past = [party for party, points in self.total.items() if points >= end]
        topic = "end" if len(past) > 1 else "end_kind"
        return (leaders[0] if past and len(leaders) == 1 else None), topic
