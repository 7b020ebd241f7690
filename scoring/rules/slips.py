"""The single slips that people make on a row, and which of them would mend it.

Each maker looks at a judged row and proposes changes with a weight: roughly how often
the slip is made, relative to the others. A proposal counts only when the changed row
is not refused and no longer has the finding that asked for it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from scoring.rules.cards import TOTAL
from scoring.rules.findings import OTHER, SIDES, Sentence, Suggestion, Verdict
from scoring.rules.findings import gettext_noop as _
from scoring.rules.reach import POINTS

if TYPE_CHECKING:
    from scoring.rules.deal import DealVerdict

MOST_SUGGESTIONS = 5
MOST_READABLE = 99_999
"""No number on a sheet is higher; above it no slip of a digit is looked for."""
MISREAD = ({"1", "7"}, {"3", "8"}, {"0", "6"}, {"4", "9"}, {"5", "6"})
TALLY = (20, 50)
COMMON_ROEM = frozenset({0, 20, 40, 50, 70})


class Slip(NamedTuple):
    """A proposal: new values of fields (marks as a frozenset), the reason, the weight."""

    changes: dict[str, Any]
    reason: Sentence
    weight: float


Maker = Callable[["DealVerdict"], Iterator[Slip]]

SWAPPED = _("Two digits swapped: %(old)d typed for %(new)d.")
MISREAD_DIGIT = _("A digit misread: %(old)d typed for %(new)d.")
OTHER_DIGIT = _("One digit wrong: %(old)d typed for %(new)d.")
LOST_DIGIT = _("A digit too few or too many: %(old)d typed for %(new)d.")
STROKE = _("A stroke too few or too many: %(old)d for %(new)d roem.")
_DIGIT_SLIPS = {SWAPPED: 6.0, MISREAD_DIGIT: 4.0, OTHER_DIGIT: 1.5, LOST_DIGIT: 1.0}


@lru_cache(maxsize=4096)
def digit_slips(value: int) -> Mapping[int, str]:
    """Numbers from which ``value`` may have come by one slip of a digit, and how."""
    text = str(value)
    found: dict[int, str] = {}
    if not 0 <= value <= MOST_READABLE:
        return found

    def note(digits: str, how: str) -> None:
        if digits and int(digits) != value:
            found.setdefault(int(digits), how)

    for at in range(len(text) - 1):
        note(text[:at] + text[at + 1] + text[at] + text[at + 2 :], SWAPPED)
    for at, old in enumerate(text):
        for new in "0123456789":
            how = MISREAD_DIGIT if {old, new} in MISREAD else OTHER_DIGIT
            note(text[:at] + new + text[at + 1 :], how)
    for at in range(len(text)):
        note(text[:at] + text[at + 1 :], LOST_DIGIT)
    for at in range(len(text) + 1):
        for new in "0123456789":
            note(text[:at] + new + text[at:], LOST_DIGIT)
    return found


def _digits(field: str, old: int, new: int, how: str, **more: Any) -> Slip:
    sentence = Sentence(how, {"old": old, "new": new})
    return Slip({field: new, **more}, sentence, _DIGIT_SLIPS[how])


def points_digits(row: "DealVerdict") -> Iterator[Slip]:
    """A digit of the card points; the other side follows when the row was whole."""
    deal = row.deal
    whole = deal.we_points is None or deal.they_points is None or deal.we_points + deal.they_points == TOTAL
    for side in SIDES:
        field, other = f"{side}_points", f"{OTHER[side]}_points"
        old, rest = getattr(deal, field), getattr(deal, other)
        if old is None:
            continue
        for new, how in digit_slips(old).items():
            if new not in POINTS:
                continue
            if rest is None:
                yield _digits(field, old, new, how)
            elif whole:
                yield _digits(field, old, new, how, **{other: TOTAL - new})
            elif new + rest == TOTAL:
                yield _digits(field, old, new, how)


def points_rest(row: "DealVerdict") -> Iterator[Slip]:
    """Trust one side, and give the other what is left of 162."""
    for side in SIDES:
        points = getattr(row.deal, f"{side}_points")
        if points in POINTS:
            reason = Sentence(_("162 less the %(points)d of “%(side)s”."), {"points": points, "side": side})
            yield Slip({f"{OTHER[side]}_points": TOTAL - points}, reason, 0.5)


def points_exchanged(row: "DealVerdict") -> Iterator[Slip]:
    """The card points stand in each other's columns."""
    deal = row.deal
    if deal.we_points != deal.they_points:
        changes = {"we_points": deal.they_points, "they_points": deal.we_points}
        yield Slip(changes, Sentence(_("Card points of the two sides exchanged.")), 3.0)


def roem_exchanged(row: "DealVerdict") -> Iterator[Slip]:
    """The roem stands on the wrong side."""
    deal = row.deal
    if deal.we_roem != deal.they_roem:
        changes = {"we_roem": deal.they_roem, "they_roem": deal.we_roem}
        yield Slip(changes, Sentence(_("Roem on the wrong side.")), 3.0)


def columns_exchanged(row: "DealVerdict") -> Iterator[Slip]:
    """The whole row is mirrored."""
    deal = row.deal
    changes = {
        f"{side}_{kind}": getattr(deal, f"{OTHER[side]}_{kind}")
        for side in SIDES
        for kind in ("points", "roem")
    }
    if deal.we_points != deal.they_points and deal.we_roem != deal.they_roem:
        yield Slip(changes, Sentence(_("The columns of the two sides exchanged.")), 2.5)


def roem_digits(row: "DealVerdict") -> Iterator[Slip]:
    """A digit of the roem, a tally stroke, or roem noted in tens (2 for 20)."""
    possible = row.ruleset.reach.one_side
    for side in SIDES:
        field = f"{side}_roem"
        old = getattr(row.deal, field)
        if old is None:
            continue
        for new, how in digit_slips(old).items():
            if new in possible:
                slip = _digits(field, old, new, how)
                rare = 1.0 if new in COMMON_ROEM else 0.3
                yield slip._replace(weight=slip.weight * rare)
        for stroke in TALLY:
            for new in (old - stroke, old + stroke):
                if old in possible and new in COMMON_ROEM:
                    reason = Sentence(STROKE, {"old": old, "new": new})
                    yield Slip({field: new}, reason, 3.0)
        if old * 10 in possible and 0 < old < 10:
            reason = Sentence(_("Roem noted in tens: %(old)d for %(new)d."), {"old": old, "new": old * 10})
            yield Slip({field: old * 10}, reason, 8.0)


def roem_in_points(row: "DealVerdict") -> Iterator[Slip]:
    """Roem was added to the card points."""
    deal = row.deal
    if deal.we_points is None or deal.they_points is None:
        return
    over = deal.we_points + deal.they_points - TOTAL
    if over <= 0 or over not in row.ruleset.reach.one_side:
        return
    for side in SIDES:
        points, roem = getattr(deal, f"{side}_points"), getattr(deal, f"{side}_roem")
        if points - over in POINTS and roem in (None, 0, over):
            reason = Sentence(_("%(roem)d roem is inside the card points."), {"roem": over})
            weight = 5.0 if roem == over or points > TOTAL else 2.0
            yield Slip({f"{side}_points": points - over, f"{side}_roem": over}, reason, weight)


def bonus_in_cell(row: "DealVerdict") -> Iterator[Slip]:
    """The pit bonus was typed inside the card points or the roem."""
    bonus = row.ruleset.pit
    if not bonus:
        return
    for side in SIDES:
        points, roem = row.cell(f"{side}_points"), row.cell(f"{side}_roem")
        marks = _with_mark(row, f"pit-{side}")
        reason = Sentence(_("The pit bonus of %(bonus)d was typed as well."), {"bonus": bonus})
        if points == TOTAL + bonus:
            changes = {f"{side}_points": TOTAL, f"{OTHER[side]}_points": 0}
            yield Slip({**changes, "marks": marks}, reason, 6.0)
        elif points == TOTAL and roem is not None and roem - bonus in row.ruleset.reach.one_side:
            yield Slip({f"{side}_roem": roem - bonus, "marks": marks}, reason, 6.0)


def nat_half_written(row: "DealVerdict") -> Iterator[Slip]:
    """Nat was written as 162, but the points of the nat side were left."""
    for side in SIDES:
        if getattr(row.deal, f"{OTHER[side]}_points") == TOTAL:
            reason = Sentence(_("Nat: the points of “%(side)s” were left standing."), {"side": side})
            marks = row.deal.marks if _marks_of(row, "nat") else _with_mark(row, f"nat-{side}")
            yield Slip({f"{side}_points": 0, "marks": marks}, reason, 5.0)


# Marks and the declarer


def _marks_of(row: "DealVerdict", kind: str) -> frozenset[str]:
    return frozenset(mark for mark in row.deal.marks if mark == kind or mark.startswith(f"{kind}-"))


def _with_mark(row: "DealVerdict", mark: str) -> frozenset[str]:
    return (row.deal.marks - _marks_of(row, mark.split("-")[0])) | {mark}


def _marked(row: "DealVerdict", mark: str, reason: str, weight: float) -> Iterator[Slip]:
    marks = _with_mark(row, mark)
    if marks != row.deal.marks:
        side = mark.partition("-")[2]
        yield Slip({"marks": marks}, Sentence(reason, {"side": side} if side else {}), weight)


def mark_nat(row: "DealVerdict") -> Iterator[Slip]:
    """The box nat was forgotten, or ticked for the wrong side."""
    if row.deal.declarer:
        yield from _marked(row, "nat", _("Mark nat."), 9.0)
        return
    for side in SIDES:
        yield from _marked(row, f"nat-{side}", _("Nat for “%(side)s”."), 8.0)


def mark_pit(row: "DealVerdict") -> Iterator[Slip]:
    """The box pit was forgotten, or ticked for the wrong side."""
    for side in SIDES:
        yield from _marked(row, f"pit-{side}", _("Pit for “%(side)s”."), 7.0)


def unmark(row: "DealVerdict") -> Iterator[Slip]:
    """A box was ticked that should not be."""
    for kind, reason in (
        ("nat", _("It was not nat: take the mark away.")),
        ("not-nat", _("It was nat after all: take the mark away.")),
        ("pit", _("It was no pit: take the mark away.")),
        ("no-roem", _("There was roem: take the mark away.")),
    ):
        marks = _marks_of(row, kind)
        if marks:
            yield Slip({"marks": row.deal.marks - marks}, Sentence(reason), 4.0)


def other_declarer(row: "DealVerdict") -> Iterator[Slip]:
    """The other side played."""
    if row.deal.declarer:
        other = OTHER[row.deal.declarer]
        yield Slip({"declarer": other}, Sentence(_("“%(side)s” played."), {"side": other}), 5.0)


def no_roem(row: "DealVerdict") -> Iterator[Slip]:
    """An empty roem cell means that there was none."""
    empty = {f"{side}_roem": 0 for side in SIDES if row.cell(f"{side}_roem") is None}
    reason = Sentence(_("Nothing is filled in: there was no roem."))
    if len(empty) == 2:
        yield Slip({"marks": row.deal.marks | {"no-roem"}}, reason, 5.0)
    elif empty:
        yield Slip(dict(empty), reason, 5.0)


def roem_to_winner(row: "DealVerdict") -> Iterator[Slip]:
    """All roem belongs to the side with the pit, or to the side that is not nat."""
    for side in SIDES:
        own, other = row.cell(f"{side}_roem"), row.cell(f"{OTHER[side]}_roem")
        if own and other is not None:
            reason = Sentence(_("All roem belongs to “%(side)s”."), {"side": OTHER[side]})
            yield Slip({f"{side}_roem": 0, f"{OTHER[side]}_roem": own + other}, reason, 3.0)
            reason = Sentence(_("“%(side)s” had no roem."), {"side": side})
            yield Slip({f"{side}_roem": 0}, reason, 2.0)


SUM: tuple[Maker, ...] = (points_digits, bonus_in_cell, roem_in_points, nat_half_written, points_rest)
ROEM: tuple[Maker, ...] = (roem_digits, bonus_in_cell)
NAT: tuple[Maker, ...] = (unmark, other_declarer, points_exchanged, roem_exchanged)
PIT: tuple[Maker, ...] = (unmark, mark_pit, points_exchanged, columns_exchanged)

MAKERS: dict[str, tuple[Maker, ...]] = {
    "missing_roem": (no_roem,),
    "points": SUM,
    "sum": SUM,
    "roem": ROEM,
    "roem_total": ROEM,
    "roem_without_points": (*ROEM, roem_exchanged, points_exchanged, roem_to_winner),
    "joint": (*ROEM, points_digits, roem_exchanged),
    "never_seen": (*ROEM, points_digits, roem_exchanged),
    "roem_high": ROEM,
    "no_roem_with_roem": (unmark,),
    "pit_both": (mark_pit,),
    "pit_points": (*PIT, points_digits),
    "pit_roem": (*PIT, roem_to_winner),
    "pit_or_not": (mark_pit, mark_nat, bonus_in_cell),
    "bonus_in_roem": (bonus_in_cell,),
    "nat_both": (mark_nat,),
    "nat_and_not_nat": (unmark,),
    "nat_wrong_side": (mark_nat, other_declarer),
    "nat_against_points": (*NAT, points_digits),
    "not_nat_against_points": (*NAT, points_digits),
    "nat_unmarked": (mark_nat, other_declarer, points_exchanged, points_digits),
    "nat_roem_unmoved": (roem_to_winner,),
    "tie": (mark_nat,),
    "tie_made": (unmark, points_digits),
    "declarer_against_turn": (other_declarer, points_exchanged),
}
"""Which slips may lie behind a finding."""

EVERY_SLIP: tuple[Maker, ...] = (
    *(points_digits, points_exchanged, roem_exchanged, columns_exchanged, roem_digits),
    *(bonus_in_cell, roem_in_points, nat_half_written, mark_nat, mark_pit, unmark),
    *(other_declarer, roem_to_winner, points_rest, no_roem),
)


def mended(row: "DealVerdict", changes: dict[str, Any]) -> "DealVerdict":
    """The row judged again with these changes."""
    from scoring.rules.deal import judge_deal

    deal = replace(row.deal, **changes)
    return judge_deal(deal, row.ruleset, number=row.number, turn=row.turn)


def suggest(row: "DealVerdict") -> list[Suggestion]:
    """The likeliest single slips behind the findings of a row."""
    codes = [one.code for one in row.findings if one.code in MAKERS]
    found: dict[str, tuple[float, Suggestion]] = {}
    for code in codes:
        for maker in MAKERS[code]:
            for slip in maker(row):
                after = mended(row, slip.changes)
                still = {one.code for one in after.findings}
                if after.verdict is Verdict.REFUSE or code in still:
                    continue
                weight = slip.weight if after.verdict is Verdict.ACCEPT else slip.weight / 4
                suggestion = as_suggestion(slip, row.number, weight)
                key = repr(sorted(suggestion.fields.items()))
                if key not in found or found[key][0] < weight:
                    found[key] = weight, suggestion
    ranked = sorted(found.values(), key=lambda one: -one[0])
    return [suggestion for _weight, suggestion in ranked[:MOST_SUGGESTIONS]]


def as_suggestion(slip: Slip, number: int | None, weight: float) -> Suggestion:
    """A slip as a suggestion, its marks as a sorted list."""
    fields = {
        name: sorted(value) if isinstance(value, frozenset) else value for name, value in slip.changes.items()
    }
    return Suggestion(fields, slip.reason, weight, number)
