"""Which single slips would mend a row, likeliest first; never applied by itself.

The makers of ``repair_numbers`` and ``repair_marks`` propose what may have stood on the
paper. A proposal counts only when the changed row is not refused and no longer has the
finding that asked for it; its weight is how often the slip is made times how plausible
the changed row is (``repair_model``).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from scoring.rules import repair_marks as marks
from scoring.rules import repair_numbers as numbers
from scoring.rules.cards import TOTAL
from scoring.rules.findings import OTHER, SIDES, Sentence, Side, Suggestion, Verdict
from scoring.rules.repair_model import plausible
from scoring.rules.repair_numbers import Maker, Slip, Wanted

if TYPE_CHECKING:
    from scoring.rules.deal import DealVerdict
    from scoring.rules.declared import DeclaredDeal

MOST_SUGGESTIONS = 5
FAR_FETCHED = 1e-4
"""What is so much less likely than the likeliest is not offered."""

SUM: tuple[Maker, ...] = (
    *(numbers.points_digits, marks.bonus_in_cell, numbers.roem_in_points),
    *(marks.nat_half_written, numbers.points_rest),
)
ROEM: tuple[Maker, ...] = (numbers.roem_digits, numbers.roem_strokes, marks.bonus_in_cell)
JOINT: tuple[Maker, ...] = (*ROEM, numbers.points_digits, numbers.roem_exchanged)
EXCHANGED: tuple[Maker, ...] = (
    *(numbers.points_exchanged, numbers.roem_exchanged, numbers.columns_exchanged),
)
NAT: tuple[Maker, ...] = (
    marks.unmark,
    marks.mark_nat,
    marks.other_declarer,
    *EXCHANGED,
    numbers.points_digits,
)
PIT: tuple[Maker, ...] = (marks.unmark, marks.mark_pit, *EXCHANGED)

MAKERS: dict[str, tuple[Maker, ...]] = {
    "unreadable": (numbers.points_rest,),
    "missing_roem": (marks.no_roem,),
    "points": SUM,
    "sum": SUM,
    "roem": ROEM,
    "roem_total": ROEM,
    "roem_without_points": (*ROEM, numbers.roem_exchanged, numbers.points_exchanged, marks.roem_to_winner),
    "joint": JOINT,
    "never_seen": JOINT,
    "roem_high": ROEM,
    "no_roem_with_roem": (marks.unmark,),
    "pit_both": (marks.mark_pit,),
    "pit_points": (*PIT, numbers.points_digits),
    "pit_roem": (*PIT, marks.roem_to_winner),
    "pit_or_not": (marks.mark_pit, marks.mark_nat, marks.bonus_in_cell),
    "bonus_in_roem": (marks.bonus_in_cell,),
    "nat_both": (marks.mark_nat,),
    "nat_and_not_nat": (marks.unmark,),
    "nat_wrong_side": (marks.mark_nat, marks.other_declarer),
    "nat_against_points": NAT,
    "not_nat_against_points": NAT,
    "nat_unmarked": (marks.mark_nat, marks.other_declarer, *EXCHANGED, numbers.points_digits),
    "nat_roem_unmoved": (marks.roem_to_winner,),
    "tie": (marks.mark_nat,),
    "tie_made": (marks.unmark, numbers.points_digits),
    "declarer_against_turn": (marks.other_declarer, *EXCHANGED),
}
"""Which slips may lie behind a finding."""

SAME_SUM: tuple[Maker, ...] = (
    *(numbers.points_digits, *EXCHANGED, marks.mark_nat, marks.mark_pit, marks.unmark),
    *(marks.other_declarer, marks.roem_to_winner),
)
"""Slips after which both sides together book the same."""
OTHER_SUM: tuple[Maker, ...] = (
    *(*ROEM, numbers.roem_forgotten, numbers.roem_in_points),
    *(marks.mark_nat, marks.mark_pit, marks.unmark, marks.roem_to_winner),
)
"""Slips after which roem or the pit bonus is not what it was."""
EVERY_SLIP: tuple[Maker, ...] = tuple(dict.fromkeys((*SUM, *SAME_SUM, *OTHER_SUM, marks.no_roem)))


class Mending(NamedTuple):
    """A slip, the row after it is undone, and the weight of that."""

    slip: Slip
    after: "DealVerdict"
    weight: float

    def suggestion(self) -> Suggestion:
        """As it is offered: marks as a sorted list."""
        return as_suggestion(self.slip, self.after.number, self.weight)


def as_suggestion(slip: Slip, number: int | None, weight: float) -> Suggestion:
    """A slip as it is offered: marks as a sorted list."""
    fields = {
        name: sorted(value) if isinstance(value, frozenset) else value for name, value in slip.changes.items()
    }
    return Suggestion(fields, Sentence(slip.template, slip.params), weight, number)


def mended(row: "DealVerdict", changes: Mapping[str, Any]) -> "DealVerdict":
    """The row judged again with these changes; a cell that could not be read stays so unless it is changed."""
    from scoring.rules.deal import judge_deal

    deal = replace(row.deal, **changes)
    after = judge_deal(deal, row.ruleset, number=row.number, turn=row.turn)
    unread = {one.field for one in row.findings if one.code == "unreadable"} - changes.keys()
    return replace(after, verdict=Verdict.REFUSE, booked=None) if unread else after


def suggest(row: "DealVerdict") -> list[Suggestion]:
    """The likeliest single slips behind the findings of a row."""
    return ranked(one.suggestion() for one in merged(_mendings(row)))


def _mendings(row: "DealVerdict") -> Iterator[Mending]:
    asked: dict[Maker, set[str]] = {}
    for one in row.findings:
        for maker in MAKERS.get(one.code, ()):
            asked.setdefault(maker, set()).add(one.code)
    for maker, codes in asked.items():
        for slip in maker(row, None):
            after = mended(row, slip.changes)
            still = {one.code for one in after.findings}
            if after.verdict is not Verdict.REFUSE and codes - still:
                yield Mending(slip, after, slip.weight * plausible(after))


def behind_totals(row: "DealVerdict", wanted: Wanted) -> Iterator[Mending]:
    """Single slips in a row after which it books what the paper's totals want."""
    makers = EVERY_SLIP
    if wanted.slack is not None:
        makers = OTHER_SUM if wanted.slack else SAME_SUM
    before = 0.0
    for maker in makers:
        for slip in maker(row, wanted):
            if not may_book(row, slip.changes, wanted.due):
                continue
            after = mended(row, slip.changes)
            if after.booked and all(after.booked[side].total == due for side, due in wanted.due.items()):
                before = before or plausible(row)
                yield Mending(slip, after, slip.weight * plausible(after) / before)


def may_book(row: "DealVerdict", changes: Mapping[str, Any], due: Mapping[Side, int]) -> bool:
    """Whether a row with these changes could book this at all: a quick look before it is judged.

    A side books nothing, its own, or all, with or without a pit bonus.
    """
    if row.verzaakt:
        return True
    points = {side: changes.get(f"{side}_points", getattr(row.deal, f"{side}_points")) for side in SIDES}
    roem = {side: changes.get(f"{side}_roem", row.cell(f"{side}_roem")) or 0 for side in SIDES}
    everything = TOTAL + roem["we"] + roem["they"]
    for side, total in due.items():
        own, other = points[side], points[OTHER[side]]
        if own is None:
            own = 0 if other is None else TOTAL - other
        own += roem[side]
        if total and all(total - amount not in (0, row.ruleset.pit) for amount in (own, everything)):
            return False
    return True


def merged(mendings: Iterable[Mending]) -> Iterator[Mending]:
    """Slips that lead to one and the same row are one repair: the weights add up, the likeliest is named."""
    rows: dict[tuple[int | None, DeclaredDeal], Mending] = {}
    for one in mendings:
        key = one.after.number, one.after.deal
        known = rows.setdefault(key, one)
        if known is not one:
            heavier = max(known, one, key=lambda mending: mending.weight)
            rows[key] = heavier._replace(weight=known.weight + one.weight)
    yield from rows.values()


def ranked(suggestions: Iterable[Suggestion]) -> list[Suggestion]:
    """The heaviest first, of equal weights the one that was found first; nothing far-fetched."""
    heaviest = sorted(suggestions, key=lambda one: -one.weight)[:MOST_SUGGESTIONS]
    return [one for one in heaviest if one.weight > heaviest[0].weight * FAR_FETCHED]
