"""The verdict of a declared deal: what it books, and what is to be said about it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.rules.cards import TOTAL
from scoring.rules.declared import DeclaredDeal
from scoring.rules.entry import EntryError
from scoring.rules.findings import (
    OTHER,
    SIDES,
    Finding,
    Side,
    Suggestion,
    Verdict,
    verdict_of,
)
from scoring.rules.row import Row
from scoring.rules.rulesets import Ruleset
from scoring.rules.score import Party, SideBooking, Status, is_nat, score_deal

RARE_ROEM = 200
"""Roem of both sides above which a row is asked about (I18)."""


@dataclass(frozen=True)
class DealVerdict:
    """What the engine says about one declared deal.

    ``booked``, ``status`` and ``nat`` are None for a row that is refused. ``declarer``
    is as typed, or as the row reveals it. ``completed`` holds the fields that followed
    from what was typed.
    """

    deal: DeclaredDeal
    ruleset: Ruleset
    number: int | None
    verdict: Verdict
    findings: tuple[Finding, ...]
    complete: bool
    completed: dict[str, Any]
    declarer: Side | None
    turn: Side | None = None
    booked: dict[Side, SideBooking] | None = None
    status: Status | None = None
    nat: Side | None = None
    pit: Side | None = None
    verzaakt: Side | None = None

    @property
    def we(self) -> int | None:
        """All that "we" books, roem and pit bonus inside."""
        return self.booked["we"].total if self.booked else None

    @property
    def they(self) -> int | None:
        """All that "they" books, roem and pit bonus inside."""
        return self.booked["they"].total if self.booked else None

    def cell(self, field: str) -> int | None:
        """A points or roem cell, as typed or as it completed itself."""
        typed: int | None = getattr(self.deal, field)
        return self.completed.get(field) if typed is None else typed

    @cached_property
    def suggestions(self) -> list[Suggestion]:
        """Single changes that would mend the row, likeliest first."""
        from scoring.rules.slips import suggest

        return suggest(self)

    def to_json(self) -> dict[str, Any]:
        """The verdict as ``judge`` prints it."""
        return {
            "verdict": str(self.verdict),
            "we": self.we,
            "they": self.they,
            "status": self.status and str(self.status),
            "declarer": self.declarer,
            "complete": self.complete,
            "completed": self.completed,
            "findings": [one.to_json() for one in self.findings],
            "suggestions": [one.to_json() for one in self.suggestions],
        }


def judge_deal(
    deal: DeclaredDeal,
    ruleset: Ruleset,
    *,
    number: int | None = None,
    turn: Side | None = None,
    unreadable: Sequence[EntryError] = (),
) -> DealVerdict:
    """Judge one declared deal.

    ``number`` is its place on the sheet (from 1), ``turn`` the side that had to make
    trump where the order of dealing tells, ``unreadable`` the cells that were typed
    but could not be read.
    """
    row = Row(deal, ruleset, number, turn, unreadable)
    row.complete()
    row.check_points()
    row.check_roem()
    for step in _STEPS:
        if row.refused:
            break
        step(row)
    booked, status = (None, None) if row.refused else _book(row)
    findings = row.findings
    return DealVerdict(
        deal=deal,
        ruleset=ruleset,
        number=number,
        verdict=verdict_of(findings) if findings else Verdict.ACCEPT,
        findings=tuple(findings),
        complete=not row.missing,
        completed=row.completed,
        declarer=row.declarer,
        turn=turn,
        booked=booked,
        status=status,
        nat=row.nat if booked else None,
        pit=row.marks.pit,
        verzaakt=row.marks.verzaakt,
    )


def _check_pit(row: Row) -> None:
    """A pit is all eight tricks (I6)."""
    pit = row.marks.pit
    if pit is None:
        return
    loser = OTHER[pit]
    points, roem = row.points[loser], row.roem[loser]
    if points:
        field = f"{loser}_points"
        field = f"{pit}_points" if field in row.completed else field
        row.say("pit_points", field, side=pit, other=loser, points=points)
    if roem not in row.ruleset.reach.without_a_trick:
        row.say("pit_roem", f"{loser}_roem", side=pit, other=loser, roem=roem)


def _settle(row: Row) -> None:
    """Find out who played, and whether that side is nat (I8, I14, I15, I21)."""
    marks, turn = row.marks, row.turn
    if marks.verzaakt:
        row.declarer = row.declarer or marks.nat_side or turn
    elif marks.nat:
        _settle_marked_nat(row)
    else:
        _settle_unmarked(row)
    if turn and row.declarer and row.declarer != turn:
        field = "declarer" if row.deal.declarer else "marks"
        row.say("declarer_against_turn", field, side=row.declarer, other=turn)


def _totals(row: Row, side: Side) -> tuple[int, int]:
    """Card points with roem of this side, and of the other."""
    other = OTHER[side]
    return row.points[side] + row.roem[side], row.points[other] + row.roem[other]


def _settle_marked_nat(row: Row) -> None:
    marked, declarer = row.marks.nat_side, row.deal.declarer
    if marked and declarer and marked != declarer:
        row.say("nat_wrong_side", "marks", side=marked, other=declarer)
        return
    claimed = marked or declarer or _lower_side(row)
    if claimed is None:
        return
    own, against = _totals(row, claimed)
    if row.is_written_nat(claimed) or is_nat(own, against, row.ruleset):
        row.declarer = row.nat = claimed
    else:
        row.say("nat_against_points", "marks", side=claimed, own=own, against=against)


def _lower_side(row: Row) -> Side | None:
    """The side that must have played when the row is nat."""
    for side in SIDES:
        if row.is_written_nat(side):
            return side
    we, they = _totals(row, "we")
    if we != they:
        return "we" if we < they else "they"
    if row.ruleset.tie == "made":
        row.say("tie_made", "marks", own=we)
    elif row.turn is None:
        row.say("tie", "declarer", own=we)
    return row.turn


def _settle_unmarked(row: Row) -> None:
    declarer = row.declarer or row.turn or _higher_side(row)
    row.declarer = declarer
    if declarer is None:
        return
    own, against = _totals(row, declarer)
    if not is_nat(own, against, row.ruleset):
        return
    row.nat = declarer
    if row.marks.not_nat:
        code = "not_nat_against_points"
    elif row.marks.pit == OTHER[declarer]:
        return  # the pit of the others says it already
    else:
        # With the declarer on the paper the mark says nothing new; where only the turn
        # tells who played, the missing mark is a free check.
        code = "nat_follows" if row.deal.declarer else "nat_unmarked"
    row.say(code, "marks", side=declarer, own=own, against=against)


def _higher_side(row: Row) -> Side | None:
    """The side that must have played when the row is not nat (I15)."""
    we, they = _totals(row, "we")
    if we == they:
        if row.ruleset.tie == "nat":
            row.say("tie", "declarer", own=we)
        return None
    return "we" if we > they else "they"


def _check_reach(row: Row) -> None:
    """Whether points and roem can come from one deal of cards (I4, I5)."""
    if row.marks.verzaakt:
        return  # the cards may not have been played out
    if row.marks.nat and row.nat and row.is_written_nat(row.nat):
        _check_written_nat(row, row.nat)
        return
    points, roem, reach = row.points, row.roem, row.ruleset.reach
    for side in SIDES:
        if not points[side] and roem[side] > reach.on_no_points:
            row.say_too_much_on_nothing(side)
            return
    possible, seen = reach.joint.get((roem["we"], roem["they"]), (0, 0))
    if seen >> points["we"] & 1:
        return
    side = "we" if roem["we"] >= roem["they"] else "they"
    other = OTHER[side]
    row.say(
        "never_seen" if possible >> points["we"] & 1 else "joint",
        f"{side}_roem",
        side=side,
        other=other,
        points=points[side],
        roem=roem[side],
        roem2=roem[other],
    )


def _check_written_nat(row: Row, side: Side) -> None:
    """Roem left beside the 0 of a nat side moves; some deal must allow it."""
    other = OTHER[side]
    own, against = row.roem[side], row.roem[other]
    if not own:
        return
    # At most so many card points were really won: own + p <= against + 162 - p.
    most = (TOTAL + against - own) // 2
    reach = row.ruleset.reach
    possible, _ = reach.joint.get((own, against), (0, 0))
    if most < 0 or not possible & ((1 << most + 1) - 1):
        row.say_too_much_on_nothing(side)
        return
    code = "nat_roem_left" if own <= reach.on_no_points else "nat_roem_unmoved"
    row.say(code, f"{side}_roem", side=side, other=other, roem=own)


def _ask(row: Row) -> None:
    """Notes, and questions about rows that are possible but seldom right."""
    marks, points, roem = row.marks, row.points, row.roem
    if roem["we"] + roem["they"] > RARE_ROEM:
        row.say("roem_high", "we_roem", total=roem["we"] + roem["they"])
    if marks.verzaakt:
        offender = marks.verzaakt
        row.say("verzaakt", "marks", side=offender, other=OTHER[offender])
        if row.ruleset.extra and row.ruleset.extra_for == "person":
            row.say("verzaakt_person", "marks", points=row.ruleset.extra)
        if marks.pit:
            row.say("verzaakt_and_pit", "marks")
    elif marks.pit:
        _ask_about_bonus(row, marks.pit)
        if not _bonus(row):
            row.say("pit_no_bonus", "marks")
    elif not marks.nat and (points["we"] == TOTAL or points["they"] == TOTAL):
        side: Side = "we" if points["we"] else "they"
        row.say("pit_or_not", "marks", side=side, other=OTHER[side])
        _ask_about_bonus(row, side)


def _bonus(row: Row) -> int:
    """What a pit earns: nothing for defenders where the rules say so."""
    return 0 if row.nat and not row.ruleset.pit_defenders else row.ruleset.pit


def _ask_about_bonus(row: Row, pit: Side) -> None:
    """Whether the roem of the side with all points holds the bonus, which never stands there."""
    bonus, roem = _bonus(row), row.roem[pit]
    if bonus and roem - bonus in row.ruleset.reach.one_side:
        row.say("bonus_in_roem", f"{pit}_roem", side=pit, bonus=bonus, roem=roem)


def _book(row: Row) -> tuple[dict[Side, SideBooking], Status]:
    # Where nobody knows who played, both sides keep their own: either may be "decl".
    decl: Side = row.declarer or "we"
    other = OTHER[decl]
    party: dict[Side | None, Party | None] = {None: None, decl: "decl", other: "def"}
    score = score_deal(
        row.points[decl],
        row.roem[decl],
        row.points[other],
        row.roem[other],
        row.ruleset,
        pit=party[row.marks.pit],
        verzaakt=party[row.marks.verzaakt],
    )
    return {decl: score.declarers, other: score.defenders}, score.status


_STEPS: tuple[Callable[[Row], None], ...] = (_check_pit, _settle, _check_reach, _ask)
