"""The verdict of one deal of a relative: what it books, and what is to be said about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from scoring.rules.findings import Finding, Suggestion, Verdict, verdict_of
from scoring.rules.relatives.checks import STEPS, check_booked
from scoring.rules.relatives.game import Game, Party, Seat
from scoring.rules.relatives.row import Column, Row
from scoring.rules.relatives.working import Working


class Status(StrEnum):
    """How a deal ended."""

    MADE = "made"
    BETE = "bete"
    TIE = "tie"
    CARRIED = "carried"  # a tie of which nobody books the points
    WON = "won"  # a run of five that wins the match
    PASSED = "passed"
    THROWN = "thrown"


@dataclass(frozen=True)
class DealVerdict:
    """What is said about one deal.

    ``booked`` is None for a deal that is refused, ``status`` also where no more is known
    than what is booked. ``columns`` are the
    columns with what followed from what was typed; ``completed`` names those fields.
    ``pot`` goes to the winner of the next deal.
    """

    game: Game
    row: Row
    number: int | None
    findings: tuple[Finding, ...]
    declarer: Party | None
    columns: Mapping[Party, Column]
    completed: Mapping[str, Any]
    booked: Mapping[Party, int] | None = None
    status: Status | None = None
    pot: int = 0
    turn: Seat | None = None
    no_trumps: bool = False

    @property
    def verdict(self) -> Verdict:
        """Refuse, confirm or accept."""
        return verdict_of(self.findings)

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return not any(one.code.startswith("missing") for one in self.findings)

    @cached_property
    def suggestions(self) -> list[Suggestion]:
        """Single changes that would mend a refused deal, likeliest first."""
        from scoring.rules.relatives.suggest import suggest

        return suggest(self)

    def to_json(self) -> dict[str, Any]:
        """The verdict as ``judge`` prints it."""
        booked = self.booked or {}
        return {
            "verdict": str(self.verdict),
            **{party: booked.get(party) for party in self.game.parties},
            "status": self.status and str(self.status),
            "declarer": self.declarer,
            "complete": self.complete,
            "completed": dict(self.completed),
            "carried": self.pot,
            "findings": [one.to_json() for one in self.findings],
            "suggestions": [one.to_json() for one in self.suggestions],
        }


def judge_row(
    game: Game, row: Row, *, number: int | None = None, turn: Seat | None = None, carried: int = 0
) -> DealVerdict:
    """Judge one deal.

    ``number`` is its place on the sheet (from 1), ``turn`` the seat that had to deal
    where the order tells, ``carried`` the points that its winner gets on top.
    """
    deal = Working(game, row, number, turn)
    booking = _Booking(None, None, carried)
    if row.booked:
        check_booked(deal, row.booked)
        booking = _Booking(row.booked, None, 0 if any(row.booked.values()) else carried)
    elif deal.bid and deal.bid.void:
        deal.check_void()
        booking = _Booking(dict.fromkeys(game.parties, 0), Status(deal.bid.name), carried)
    elif row.fus:
        deal.check_fus()
        booked = {party: game.run5 * (party == row.fus) for party in game.parties}
        booking = _Booking(booked, Status.WON, carried)
    else:
        deal.complete()
        for step in STEPS:
            step(deal)
        if not deal.refused:
            booking = _book(deal, carried)
    if deal.refused:
        booking = _Booking(None, None, carried)
    return DealVerdict(
        game,
        row,
        number,
        tuple(deal.findings),
        deal.declarer,
        deal.columns,
        deal.completed,
        *booking,
        turn=turn,
        no_trumps=deal.no_trumps,
    )


class _Booking(NamedTuple):
    booked: Mapping[Party, int] | None
    status: Status | None
    pot: int


def _book(deal: Working, carried: int) -> _Booking:
    """What each party books (KB-SCORE, KB-TIE, KB3-CONTRACT)."""
    game, maker = deal.game, deal.declarer
    assert maker is not None, "a deal without a maker was refused"
    own = {party: column_total(game, column) for party, column in deal.columns.items()}
    others = game.others(maker)
    best = max(own[party] for party in others)
    if own[maker] > best:
        booked, status, winner = own, Status.MADE, maker
    elif own[maker] == best:
        if game.kb_tie == "carry":
            pot = carried + sum(own.values())
            deal.say("tie_carried", None, own=best, pot=pot)
            return _Booking(dict.fromkeys(game.parties, 0), Status.CARRIED, pot)
        deal.say("tie", None, side=maker, own=best)
        return _Booking(own | {maker: 0}, Status.TIE, carried)
    else:
        deal.say("bete", None, side=maker, own=own[maker], against=best)
        gains = _shared(own[maker], [party for party in others if own[party] == best])
        booked = {party: own[party] + gains.get(party, 0) for party in game.parties} | {maker: 0}
        status, winner = Status.BETE, next(party for party in others if own[party] == best)
    if carried:
        deal.say("pot", None, side=winner, pot=carried)
        booked = booked | {winner: booked[winner] + carried}
    return _Booking(booked, status, 0)


def column_total(game: Game, column: Column) -> int:
    """Cards, melds and bela of one party."""
    return (column.points or 0) + (column.melds or 0) + game.bela * column.bela


def _shared(points: int, parties: list[Party]) -> dict[Party, int]:
    """Points in equal parts; what is left over goes to the first."""
    part, rest = divmod(points, len(parties))
    return {party: part + rest * (place == 0) for place, party in enumerate(parties)}
