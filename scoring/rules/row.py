"""A row of a sheet while it is judged: its values, completed, and each by itself."""

from collections.abc import Sequence
from typing import Any

from scoring.rules.cards import TOTAL
from scoring.rules.catalogue import finding
from scoring.rules.declared import DeclaredDeal, read_marks
from scoring.rules.entry import EntryError
from scoring.rules.findings import OTHER, SIDES, Finding, Severity, Side
from scoring.rules.reach import POINTS
from scoring.rules.rulesets import Ruleset


class Row:
    """The values of a declared deal, and the findings that gather on it.

    ``points`` and ``roem`` hold a number per side, or None where nothing is known;
    once neither ``refused`` nor ``missing`` they are whole. ``declarer`` and ``nat``
    are what the row reveals.
    """

    __slots__ = (
        *("completed", "deal", "declarer", "findings", "marks", "missing", "nat", "number"),
        *("points", "refused", "roem", "ruleset", "turn", "unreadable"),
    )

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
        self.findings: list[Finding] = [error.finding(number) for error in unreadable]
        self.unreadable = {error.field for error in unreadable}
        self.refused = bool(unreadable)
        self.missing = False
        self.completed: dict[str, Any] = {}
        self.declarer: Side | None = deal.declarer
        self.nat: Side | None = None
        self.points: dict[Side, Any] = {"we": deal.we_points, "they": deal.they_points}
        self.roem: dict[Side, Any] = {"we": deal.we_roem, "they": deal.they_roem}
        for code in self.marks.contradictions:
            self.say(code, "marks")

    def say(self, code: str, field: str | None, *, severity: Severity | None = None, **details: Any) -> None:
        """Add a finding."""
        said = finding(code, field, self.number, severity=severity, **details)
        self.findings.append(said)
        self.refused |= said.severity is Severity.IMPOSSIBLE

    def say_too_much_on_nothing(self, side: Side) -> None:
        """This roem cannot stand beside no card points (I5)."""
        most = self.ruleset.reach.on_no_points
        self.say("roem_without_points", f"{side}_roem", side=side, roem=self.roem[side], most=most)

    def is_written_nat(self, side: Side) -> bool:
        """Whether the card points are as written after nat of this side."""
        return not self.points[side] and self.points[OTHER[side]] == TOTAL

    # What follows from what was typed

    def complete(self) -> None:
        """Fill in what the typed values and marks leave no choice about."""
        we, they = self.points["we"], self.points["they"]
        if we is None and they is None:
            # A pit, a nat or a revoke tells the points by itself.
            loser = self._loser_by_mark()
            if loser and not self.unreadable & {"we_points", "they_points"}:
                self._fill("points", loser, 0)
                self._fill("points", OTHER[loser], TOTAL)
        elif we is None and they in POINTS:
            self._fill("points", "we", TOTAL - they)
        elif they is None and we in POINTS:
            self._fill("points", "they", TOTAL - we)
        if self.marks.no_roem:
            self._no_roem()
        elif self.marks.pit:
            self._no_roem_without_a_trick(OTHER[self.marks.pit])

    def _no_roem_without_a_trick(self, loser: Side) -> None:
        if self.roem[loser] is None and self.ruleset.reach.without_a_trick == {0}:
            self._fill("roem", loser, 0)

    def _loser_by_mark(self) -> Side | None:
        marks = self.marks
        if marks.pit:
            return OTHER[marks.pit]
        if marks.nat:
            return marks.nat_side or self.deal.declarer
        return marks.verzaakt

    def _no_roem(self) -> None:
        for side in SIDES:
            if self.roem[side] is None:
                self._fill("roem", side, 0)
            elif self.roem[side]:
                self.say("no_roem_with_roem", f"{side}_roem")

    def _fill(self, kind: str, side: Side, value: int) -> None:
        field = f"{side}_{kind}"
        if field not in self.unreadable:
            (self.points if kind == "points" else self.roem)[side] = value
            self.completed[field] = value

    # Each value by itself

    def check_points(self) -> None:
        """Whether the card points are there, can occur and add up (I1, I2)."""
        we, they = self.points["we"], self.points["they"]
        if we in POINTS and they in POINTS:
            if we + they != TOTAL:
                self.say("sum", "they_points", we=we, they=they, sum=we + they)
            return
        for side in SIDES:
            points = self.points[side]
            if points is not None and points not in POINTS:
                self.say("points", f"{side}_points", side=side, points=points)
        if we is None and they is None and not self.unreadable & {"we_points", "they_points"}:
            self.missing = True
            self.say("missing_points", "we_points", side="we")

    def check_roem(self) -> None:
        """Whether the roem is there and can occur (I3)."""
        reach, we, they = self.ruleset.reach, self.roem["we"], self.roem["they"]
        if we in reach.one_side and they in reach.one_side:
            if we + they not in reach.total:
                self.say("roem_total", "they_roem", total=we + they)
            return
        for side in SIDES:
            roem, field = self.roem[side], f"{side}_roem"
            if roem is None:
                if field not in self.unreadable:
                    self.missing = True
                    self.say("missing_roem", field, side=side)
            elif roem not in reach.one_side:
                self.say("roem", field, side=side, roem=roem)
