"""The verdict of a declared deal: what it books, and what is to be said about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.rules.cards import TOTAL
from scoring.rules.catalogue import finding
from scoring.rules.declared import DeclaredDeal, read_marks
from scoring.rules.entry import EntryError
from scoring.rules.findings import (
    OTHER,
    SIDES,
    Finding,
    Severity,
    Side,
    Suggestion,
    Verdict,
    verdict_of,
)
from scoring.rules.reach import MOST_ROEM_ON_NO_POINTS, POINTS
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
    return _Judge(deal, ruleset, number, turn, unreadable).verdict()


class _Judge:
    """One pass over one row; each step adds findings."""

    def __init__(
        self,
        deal: DeclaredDeal,
        ruleset: Ruleset,
        number: int | None,
        turn: Side | None,
        unreadable: Sequence[EntryError],
    ) -> None:
        self.deal = deal
        self.ruleset = ruleset
        self.number = number
        self.turn = turn
        self.marks = read_marks(deal.marks)
        self.findings = [error.finding(number) for error in unreadable]
        self.unreadable = {error.field for error in unreadable}
        self.completed: dict[str, Any] = {}
        self.declarer: Side | None = deal.declarer
        self.nat: Side | None = None
        self.points: dict[Side, Any] = {"we": deal.we_points, "they": deal.they_points}
        self.roem: dict[Side, Any] = {"we": deal.we_roem, "they": deal.they_roem}

    def verdict(self) -> DealVerdict:
        for code in self.marks.contradictions:
            self.say(code, "marks")
        self.complete_points()
        self.complete_roem()
        self.check_points()
        self.check_roem()
        missing = any(one.code.startswith("missing") for one in self.findings)
        for step in (self.check_pit, self.settle, self.check_reach, self.ask):
            if self.refused:
                break
            step()
        booked, status = (None, None) if self.refused else self.book()
        return DealVerdict(
            deal=self.deal,
            ruleset=self.ruleset,
            number=self.number,
            verdict=verdict_of(self.findings) if self.findings else Verdict.ACCEPT,
            findings=tuple(self.findings),
            complete=not missing,
            completed=self.completed,
            declarer=self.declarer,
            turn=self.turn,
            booked=booked,
            status=status,
            nat=self.nat if booked else None,
            pit=self.marks.pit,
            verzaakt=self.marks.verzaakt,
        )

    def say(self, code: str, field: str | None, **details: Any) -> None:
        self.findings.append(finding(code, field, self.number, **details))

    @property
    def refused(self) -> bool:
        findings = self.findings
        return bool(findings) and verdict_of(findings) is Verdict.REFUSE

    def total(self, side: Side) -> int:
        return int(self.points[side] + self.roem[side])

    # What follows from what was typed

    def complete_points(self) -> None:
        we, they = self.points["we"], self.points["they"]
        if we is None and they is None:
            # A pit, a nat or a revoke tells the points by itself.
            loser = self.loser_by_mark()
            if loser and not self.unreadable & {"we_points", "they_points"}:
                self.fill("points", loser, 0)
                self.fill("points", OTHER[loser], TOTAL)
        elif we is None and they in POINTS:
            self.fill("points", "we", TOTAL - they)
        elif they is None and we in POINTS:
            self.fill("points", "they", TOTAL - we)

    def loser_by_mark(self) -> Side | None:
        marks = self.marks
        if marks.pit:
            return OTHER[marks.pit]
        if marks.nat:
            return marks.nat_side or self.deal.declarer
        return marks.verzaakt

    def complete_roem(self) -> None:
        marks, roem = self.marks, self.roem
        if marks.no_roem:
            for side in SIDES:
                if roem[side] is None:
                    self.fill("roem", side, 0)
                elif roem[side]:
                    self.say("no_roem_with_roem", f"{side}_roem")
        elif marks.pit and roem[OTHER[marks.pit]] is None:
            self.fill("roem", OTHER[marks.pit], 0)

    def fill(self, kind: str, side: Side, value: int) -> None:
        field = f"{side}_{kind}"
        if field not in self.unreadable:
            (self.points if kind == "points" else self.roem)[side] = value
            self.completed[field] = value

    # Each value by itself

    def check_points(self) -> None:
        points = self.points
        typed = [side for side in SIDES if points[side] is not None]
        if not typed:
            if not self.unreadable & {"we_points", "they_points"}:
                self.say("missing_points", "we_points", side="we")
            return
        wrong = [side for side in typed if points[side] not in POINTS]
        for side in wrong:
            self.say("points", f"{side}_points", side=side, points=points[side])
        if not wrong and len(typed) == 2:
            we, they = points["we"], points["they"]
            if we + they != TOTAL:
                self.say("sum", "they_points", we=we, they=they, sum=we + they)

    def check_roem(self) -> None:
        reach, we, they = self.ruleset.reach, self.roem["we"], self.roem["they"]
        if we in reach.one_side and they in reach.one_side:
            if we + they not in reach.total:
                self.say("roem_total", "they_roem", total=we + they)
            return
        for side in SIDES:
            roem, field = self.roem[side], f"{side}_roem"
            if roem is None:
                if field not in self.unreadable:
                    self.say("missing_roem", field, side=side)
            elif roem not in reach.one_side:
                self.say("roem", field, side=side, roem=roem)

    # The row as a whole

    def check_pit(self) -> None:
        pit = self.marks.pit
        if pit is None:
            return
        loser = OTHER[pit]
        points, roem = self.points[loser], self.roem[loser]
        if points:
            field = f"{loser}_points"
            field = f"{pit}_points" if field in self.completed else field
            self.say("pit_points", field, side=pit, other=loser, points=points)
        if roem:
            self.say("pit_roem", f"{loser}_roem", side=pit, other=loser, roem=roem)

    def settle(self) -> None:
        """Find out who played, and whether that side is nat."""
        if self.marks.verzaakt:
            self.declarer = self.declarer or self.marks.nat_side or self.turn
        elif self.marks.nat:
            self.settle_marked_nat()
        else:
            self.settle_unmarked()
        if self.turn and self.declarer and self.declarer != self.turn:
            field = "declarer" if self.deal.declarer else "marks"
            self.say("declarer_against_turn", field, side=self.declarer, other=self.turn)

    def settle_marked_nat(self) -> None:
        nat_side, declarer = self.marks.nat_side, self.deal.declarer
        if nat_side and declarer and nat_side != declarer:
            self.say("nat_wrong_side", "marks", side=nat_side, other=declarer)
            return
        claimed = nat_side or declarer or self.lower_side()
        if claimed is None:
            return
        own, against = self.total(claimed), self.total(OTHER[claimed])
        if self.is_written(claimed) or is_nat(own, against, self.ruleset):
            self.declarer = self.nat = claimed
        else:
            self.say("nat_against_points", "marks", side=claimed, own=own, against=against)

    def is_written(self, side: Side) -> bool:
        """Whether the card points are as written after nat of this side."""
        return not self.points[side] and self.points[OTHER[side]] == TOTAL

    def lower_side(self) -> Side | None:
        """The side that must have played when the row is nat."""
        for side in SIDES:
            if self.is_written(side):
                return side
        we, they = self.total("we"), self.total("they")
        if we != they:
            return "we" if we < they else "they"
        if self.ruleset.tie == "made":
            self.say("tie_made", "marks", own=we)
        elif self.turn is None:
            self.say("tie", "declarer", own=we)
        return self.turn

    def settle_unmarked(self) -> None:
        declarer = self.declarer or self.turn or self.higher_side()
        self.declarer = declarer
        if declarer is None:
            return
        other = OTHER[declarer]
        own, against = self.total(declarer), self.total(other)
        if not is_nat(own, against, self.ruleset):
            return
        self.nat = declarer
        if self.marks.not_nat:
            code = "not_nat_against_points"
        elif self.marks.pit == other:
            return  # the pit of the others says it already
        else:
            # With the declarer on the paper the mark says nothing new; where only the turn
            # tells who played, the missing mark is a free check.
            code = "nat_follows" if self.deal.declarer else "nat_unmarked"
        self.say(code, "marks", side=declarer, own=own, against=against)

    def higher_side(self) -> Side | None:
        """The side that must have played when the row is not nat (I15)."""
        we, they = self.total("we"), self.total("they")
        if we == they:
            if self.ruleset.tie == "nat":
                self.say("tie", "declarer", own=we)
            return None
        return "we" if we > they else "they"

    def check_reach(self) -> None:
        """Whether points and roem can come from one deal of cards (I4, I5)."""
        if self.marks.nat and self.nat and self.is_written(self.nat):
            self.check_written_nat(self.nat)
            return
        if self.marks.verzaakt:
            return  # the cards may not have been played out
        points, roem = self.points, self.roem
        for side in SIDES:
            if points[side] == 0 and roem[side] > MOST_ROEM_ON_NO_POINTS:
                field = f"{side}_roem"
                self.say("roem_without_points", field, side=side, roem=roem[side])
                return
        reach = self.ruleset.reach
        if reach.joint is None:
            return
        possible, seen = reach.joint.get((roem["we"], roem["they"]), (0, 0))
        if seen >> points["we"] & 1:
            return
        higher: Side = "we" if roem["we"] >= roem["they"] else "they"
        self.say(
            "never_seen" if possible >> points["we"] & 1 else "joint",
            f"{higher}_roem",
            severity=None if reach.proven else Severity.UNUSUAL,
            **self.points_and_roem(higher),
        )

    def points_and_roem(self, side: Side) -> dict[str, object]:
        other = OTHER[side]
        return {
            "side": side,
            "other": other,
            "points": self.points[side],
            "roem": self.roem[side],
            "roem2": self.roem[other],
        }

    def check_written_nat(self, side: Side) -> None:
        """Roem left beside the 0 of a nat side moves; some deal must allow it."""
        other = OTHER[side]
        own, against = self.roem[side], self.roem[other]
        if not own:
            return
        # At most so many card points were really won: own + p <= against + 162 - p.
        most = (TOTAL + against - own) // 2
        joint = self.ruleset.reach.joint
        possible = ~0 if joint is None else joint.get((own, against), (0, 0))[0]
        if most < 0 or not possible & ((1 << most + 1) - 1):
            self.say("roem_without_points", f"{side}_roem", side=side, roem=own)
            return
        may_be_counted = own <= MOST_ROEM_ON_NO_POINTS
        code = "nat_roem_left" if may_be_counted else "nat_roem_unmoved"
        self.say(code, f"{side}_roem", side=side, other=other, roem=own)

    def ask(self) -> None:
        """Notes, and questions about rows that are possible but seldom right."""
        marks = self.marks
        total = self.roem["we"] + self.roem["they"]
        if total > RARE_ROEM:
            self.say("roem_high", "we_roem", total=total)
        if marks.verzaakt:
            offender = marks.verzaakt
            self.say("verzaakt", "marks", side=offender, other=OTHER[offender])
            if marks.pit:
                self.say("verzaakt_and_pit", "marks")
        elif marks.pit:
            self.ask_about_bonus(marks.pit)
        elif not marks.nat and TOTAL in self.points.values():
            side: Side = "we" if self.points["we"] else "they"
            self.say("pit_or_not", "marks", side=side, other=OTHER[side])

    def ask_about_bonus(self, pit: Side) -> None:
        bonus, roem = self.ruleset.pit, self.roem[pit]
        if self.nat and not self.ruleset.pit_defenders:
            bonus = 0
        if not bonus:
            self.say("pit_no_bonus", "marks")
        elif roem - bonus in self.ruleset.reach.one_side:
            self.say("bonus_in_roem", f"{pit}_roem", side=pit, bonus=bonus, roem=roem)

    def book(self) -> tuple[dict[Side, SideBooking], Status]:
        decl: Side = self.declarer or "we"
        other = OTHER[decl]

        def party(side: Side | None) -> Party | None:
            return side and ("decl" if side == decl else "def")

        score = score_deal(
            *(self.points[decl], self.roem[decl]),
            *(self.points[other], self.roem[other]),
            self.ruleset,
            pit=party(self.marks.pit),
            verzaakt=party(self.marks.verzaakt),
        )
        return {decl: score.declarers, other: score.defenders}, score.status
