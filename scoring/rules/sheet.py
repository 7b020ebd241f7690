"""The verdict of a whole sheet: every deal, the totals, the paper's own totals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from scoring.rules.cards import TOTAL
from scoring.rules.catalogue import finding
from scoring.rules.deal import DealVerdict, judge_deal
from scoring.rules.declared import DeclaredDeal
from scoring.rules.entry import EntryError
from scoring.rules.findings import SIDES, Finding, Side, Suggestion, Verdict, verdict_of
from scoring.rules.match import after_the_end, ended_after
from scoring.rules.repair_paper import settled
from scoring.rules.rulesets import Ruleset
from scoring.rules.score import NOTHING
from scoring.rules.seats import Seat, derived_declarer
from scoring.rules.totals import explain

MOST_TOTAL = 99_999
"""No total on paper is above this, or below zero."""

Written = Mapping[Side, int | None]


@dataclass
class SideTotals:
    """What a side has on the sheet so far; pits and nats are counts."""

    points: int = 0
    roem: int = 0
    pit_points: int = 0
    extra: int = 0
    pits: int = 0
    nats: int = 0

    @property
    def total(self) -> int:
        """All that the side books."""
        return self.points + self.roem + self.pit_points + self.extra


class CheckSum(NamedTuple):
    """The check sum of the sheet (I11): what both totals must be together.

    ``expected`` is deals x 162 + roem + pit bonuses + extra after a revoke, with roem
    as typed unless a revoke made it void; ``actual`` is the sum of what was booked.
    """

    deals: int
    roem: int
    pits: int
    extra: int
    expected: int
    actual: int

    @property
    def holds(self) -> bool:
        """Whether nothing was lost or counted twice."""
        return self.expected == self.actual


class Missing(NamedTuple):
    """A cell that is not filled in."""

    deal: int
    field: str


@dataclass(frozen=True)
class SheetVerdict:
    """What the engine says about a sheet.

    ``findings`` are those of the sheet as a whole; each deal has its own. ``running``
    holds, per deal, both totals so far (a refused deal adds nothing).
    """

    deals: tuple[DealVerdict, ...]
    ruleset: Ruleset
    written: Written
    first_dealer: Seat | None
    verdict: Verdict
    findings: tuple[Finding, ...]
    totals: Mapping[Side, SideTotals]
    running: tuple[tuple[int, int], ...]
    checksum: CheckSum
    missing: tuple[Missing, ...] = field(default=())

    @property
    def complete(self) -> bool:
        """Whether every cell is filled in."""
        return not self.missing

    @cached_property
    def suggestions(self) -> list[Suggestion]:
        """Single slips that would explain the paper's totals, likeliest first."""
        return explain(self)

    def to_json(self) -> dict[str, Any]:
        """The verdict as ``judge`` prints it."""
        return {
            "verdict": str(self.verdict),
            "complete": self.complete,
            "deals": [{"deal": number, **one.to_json()} for number, one in enumerate(self.deals, 1)],
            "totals": {side: self.totals[side].total for side in SIDES},
            "sides": {side: _details(self.totals[side]) for side in SIDES},
            "running": [{"we": we, "they": they} for we, they in self.running],
            "checksum": {**self.checksum._asdict(), "holds": self.checksum.holds},
            "missing": [one._asdict() for one in self.missing],
            "findings": [one.to_json() for one in self.findings],
            "suggestions": [one.to_json() for one in self.suggestions],
        }


def _details(totals: SideTotals) -> dict[str, int]:
    return {**vars(totals), "total": totals.total}


def judge_sheet(
    deals: Sequence[DeclaredDeal],
    ruleset: Ruleset,
    *,
    written: Written | None = None,
    first_dealer: Seat | None = None,
    unreadable: Mapping[int, Sequence[EntryError]] | None = None,
) -> SheetVerdict:
    """Judge a sheet: its deals in order, and the totals written on the paper.

    ``first_dealer`` is the seat that dealt deal 1, where known; under the Utrecht rule
    it tells who played. ``unreadable`` holds, by deal number, cells that were typed
    but could not be read.
    """
    dealer = first_dealer or _likely_dealer(deals, ruleset)
    verdicts = tuple(
        judge_deal(
            deal,
            ruleset,
            number=number,
            turn=derived_declarer(ruleset, dealer, number),
            unreadable=(unreadable or {}).get(number, ()),
        )
        for number, deal in enumerate(deals, 1)
    )
    totals, running = _add_up(verdicts)
    written = {side: (written or {}).get(side) for side in SIDES}
    booked = sum(one.booked is not None for one in verdicts)
    findings = [
        *_after_the_end(running, ruleset),
        *_written(written, totals, complete=booked == len(verdicts)),
    ]
    if any(one.code == "written_total" for one in findings):
        findings += _units(written, verdicts)
    elif booked == len(verdicts) and all(written[side] == totals[side].total for side in SIDES):
        verdicts = tuple(settled(one) for one in verdicts)
    everything = findings + [one for verdict in verdicts for one in verdict.findings]
    return SheetVerdict(
        deals=verdicts,
        ruleset=ruleset,
        written=written,
        first_dealer=first_dealer,
        verdict=verdict_of(everything),
        findings=tuple(findings),
        totals=totals,
        running=running,
        checksum=_check_sum(verdicts, ruleset),
        missing=tuple(missing_cells(verdicts)),
    )


def _likely_dealer(deals: Sequence[DeclaredDeal], ruleset: Ruleset) -> Seat | None:
    """A seat that dealt first, as most of the typed declarers have it (Utrecht, I21).

    Which of two partners it was makes no difference to the sides.
    """
    votes: Counter[Seat] = Counter()
    for number, deal in enumerate(deals, 1):
        if deal.declarer:
            seats: tuple[Seat, Seat] = ("N", "E")
            votes.update(seat for seat in seats if derived_declarer(ruleset, seat, number) == deal.declarer)
    return votes.most_common(1)[0][0] if votes else None


def missing_cells(verdicts: Sequence[DealVerdict]) -> list[Missing]:
    """The cells that still have to be filled in, in the order of the paper."""
    cells: list[Missing] = []
    for number, verdict in enumerate(verdicts, 1):
        for one in verdict.findings:
            if one.code == "missing_points":
                cells += [Missing(number, f"{side}_points") for side in SIDES]
            elif one.code == "missing_roem" and one.field:
                cells.append(Missing(number, one.field))
    return cells


def _add_up(
    verdicts: Sequence[DealVerdict],
) -> tuple[dict[Side, SideTotals], tuple[tuple[int, int], ...]]:
    totals: dict[Side, SideTotals] = {side: SideTotals() for side in SIDES}
    running: list[tuple[int, int]] = []
    for verdict in verdicts:
        if verdict.booked:
            for side in SIDES:
                _add(totals[side], side, verdict)
        running.append((totals["we"].total, totals["they"].total))
    return totals, tuple(running)


def _add(total: SideTotals, side: Side, verdict: DealVerdict) -> None:
    booking = verdict.booked[side] if verdict.booked else NOTHING
    total.points += booking.points
    total.roem += booking.roem
    total.pit_points += booking.pit
    total.extra += booking.extra
    total.pits += verdict.pit == side and not verdict.verzaakt
    total.nats += verdict.nat == side


def _check_sum(verdicts: Sequence[DealVerdict], ruleset: Ruleset) -> CheckSum:
    """From what was typed, apart from the bookings."""
    booked = [one for one in verdicts if one.booked]
    actual = sum((one.we or 0) + (one.they or 0) for one in booked)
    roem = pits = extra = 0
    for one in booked:
        if one.verzaakt:
            extra += ruleset.extra_of_a_side
        elif one.pit and (ruleset.pit_defenders or one.nat is None):
            pits += 1
        if not (one.verzaakt and ruleset.verzaakt == "void"):
            for side in SIDES:
                roem += one.cell(f"{side}_roem") or 0
    expected = len(booked) * TOTAL + roem + pits * ruleset.pit + extra
    return CheckSum(len(booked), roem, pits, extra, expected, actual)


def _after_the_end(running: Sequence[tuple[int, int]], ruleset: Ruleset) -> list[Finding]:
    """Deals after a side reached the points that end the match (I20)."""
    if ruleset.end_kind != "points":
        return []  # a sheet may hold more deals, or fewer, than a match
    ended = ended_after(running, ruleset.end_kind, ruleset.end_number)
    if ended is None or ended == len(running):
        return []
    return [after_the_end(ended, running[ended - 1], ruleset)]


def _written(written: Written, totals: Mapping[Side, SideTotals], *, complete: bool) -> list[Finding]:
    """The paper's own totals against the sum of the deals, once all are booked."""
    findings: list[Finding] = []
    for side in SIDES:
        value, total = written.get(side), totals[side].total
        if value is None:
            continue
        if not 0 <= value <= MOST_TOTAL:
            findings.append(finding("written_value", f"written_{side}", side=side, written=value))
        elif complete and value != total:
            findings.append(
                finding(
                    "written_total",
                    f"written_{side}",
                    side=side,
                    written=value,
                    total=total,
                    difference=value - total,
                )
            )
    return findings


def _units(written: Written, verdicts: Sequence[DealVerdict]) -> list[Finding]:
    """Whether the last digits of the written totals can be right at all (I12)."""
    we, they = written["we"], written["they"]
    if we is None or they is None or any(one.verzaakt for one in verdicts):
        return []
    deals = len(verdicts)
    ends, due = (we + they) % 10, deals * TOTAL % 10
    bonuses = sum(one.booked[side].pit for one in verdicts if one.booked for side in SIDES)
    due = (due + bonuses) % 10
    return [finding("written_units", "written_we", written=ends, deals=deals, due=due)] if ends != due else []
