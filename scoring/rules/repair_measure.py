"""How well slips are caught and repaired, measured on simulated sheets.

Every sheet is played out card by card, typed in one of eight styles, judged (false
alarms), and judged again with one slip drawn by the rates of the model.

A slip is *caught* when the engine refuses the sheet or asks something that it does not
ask without the slip; *by the rows alone* is before the totals are typed. A repair is *right* when all that it changes was wrong and then
books what was played, roem and bonus apart. *Unseen* are slips of the writer that his
totals follow: the paper agrees with itself.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, product
from random import Random
from typing import Any

from scoring.rules.deal import DealVerdict
from scoring.rules.findings import SIDES, Severity, Suggestion
from scoring.rules.repair_sheet import Honest, Opportunity, Style, TypedSheet
from scoring.rules.repair_typist import typist_slips
from scoring.rules.repair_writer import writer_slips
from scoring.rules.rulesets import Ruleset
from scoring.rules.seats import SEATS
from scoring.rules.sheet import SheetVerdict
from scoring.rules.simulate import PlayedDeal, play_sheet

LARGE = 10
"""From this many points on a slip in a total counts as large."""
SHOWN = 3
UNSEEN = "unseen: "


@dataclass
class Tally:
    """How slips of one kind fared."""

    slips: int = 0
    caught: int = 0
    by_rows: int = 0
    first: int = 0
    shown: int = 0
    """The right repair is among the first three."""

    def add(self, caught: bool, by_rows: bool, place: int | None) -> None:
        """One slip: whether it was caught, and the place of the right repair, from 0."""
        self.slips += 1
        self.caught += caught
        self.by_rows += by_rows
        self.first += place == 0
        self.shown += place is not None and place < SHOWN

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(one + two for one, two in zip(vars(self).values(), vars(other).values(), strict=True)))


@dataclass
class Report:
    """The outcome of a measurement; ``alarms`` are findings on honest sheets, by severity and code."""

    sheets: int = 0
    alarmed: Counter[str] = field(default_factory=Counter)
    alarms: Counter[tuple[str, str]] = field(default_factory=Counter)
    large: dict[str, Tally] = field(default_factory=dict)
    small: dict[str, Tally] = field(default_factory=dict)

    @property
    def unseen(self) -> int:
        """Large slips that the paper does not show."""
        return sum(tally.slips for kind, tally in self.large.items() if kind.startswith(UNSEEN))

    def total(self, *, unseen: bool = True) -> Tally:
        """All large slips, with or without those that the paper does not show."""
        return sum(
            (tally for kind, tally in self.large.items() if unseen or not kind.startswith(UNSEEN)), Tally()
        )


def measure(ruleset: Ruleset, sheets: int, seed: int, *, even: bool = False) -> Report:
    """Play, judge, spoil and judge again so many sheets; the same from the same seed.

    ``even`` makes every kind of slip as often as every other, whatever the model says.
    """
    report = Report()
    for rng, played in _played(ruleset, sheets, seed):
        honest = Honest.of(played, Style.drawn(rng), ruleset)
        _note_alarms(report, honest.verdict)
        _note_slip(report, honest, _drawn(honest, rng, even), rng)
    return report


def measure_honest(ruleset: Ruleset, sheets: int, seed: int) -> Report:
    """Only play and judge so many sheets, each in all eight styles."""
    report = Report()
    for _rng, played in _played(ruleset, sheets, seed):
        for style in product((False, True), repeat=3):
            _note_alarms(report, Honest.of(played, Style(*style), ruleset).verdict)
    return report


def _played(ruleset: Ruleset, sheets: int, seed: int) -> Iterator[tuple[Random, list[PlayedDeal]]]:
    deals = ruleset.end_number if ruleset.end_kind == "hands" else 16
    for number in range(sheets):
        rng = Random(f"{seed}:{number}")
        yield rng, play_sheet(ruleset, rng, deals=deals, first_dealer=rng.choice(SEATS))


def _findings(verdict: SheetVerdict) -> Counter[tuple[str, str, int | None]]:
    """What is more than a note, by severity, code and deal."""
    found = chain(verdict.findings, *(one.findings for one in verdict.deals))
    return Counter(
        (str(one.severity), one.code, one.deal) for one in found if one.severity is not Severity.NOTE
    )


def _note_alarms(report: Report, verdict: SheetVerdict) -> None:
    report.sheets += 1
    found = _findings(verdict)
    report.alarmed.update({severity for severity, _code, _deal in found})
    report.alarms.update((severity, code) for severity, code, _deal in found)


def _drawn(honest: Honest, rng: Random, even: bool) -> Opportunity:
    """One of the slips that can be made on this sheet."""
    choices = [*typist_slips(honest), *writer_slips(honest)]
    if even:
        kind = rng.choice(sorted({one.kind for one in choices}))
        choices = [one for one in choices if one.kind == kind]
    return rng.choices(choices, [one.rate for one in choices])[0]


def _note_slip(report: Report, honest: Honest, slip: Opportunity, rng: Random) -> None:
    spoilt = slip.change(rng)
    verdict = spoilt.judged()
    caught = bool(_findings(verdict) - _findings(honest.verdict))
    rows = [_findings(sheet.without_totals().judged()) for sheet in (spoilt, honest.sheet)]
    tallies = report.large if _size(honest, spoilt, verdict) >= LARGE else report.small
    place = _place(honest, spoilt, verdict) if caught else None
    tallies.setdefault(slip.kind, Tally()).add(caught, bool(rows[0] - rows[1]), place)


def _size(honest: Honest, spoilt: TypedSheet, verdict: SheetVerdict) -> int:
    """By how much the slip changes a total: that of the paper, or that of the rows as they stand."""
    right = honest.sheet.written
    paper = max(abs(spoilt.written[side] - right[side]) for side in SIDES)
    stand = (sum(_stands(row)[at] for row in verdict.deals) for at in (0, 1))
    typed = max(abs(total - right[side]) for side, total in zip(SIDES, stand, strict=True))
    return max(paper, typed)


def _stands(row: DealVerdict) -> tuple[int, int]:
    """What a row books; when it is refused, its numbers as they stand."""
    if row.booked:
        return row.booked["we"].total, row.booked["they"].total
    we, they = (sum(row.cell(f"{side}_{kind}") or 0 for kind in ("points", "roem")) for side in SIDES)
    return we, they


def _place(honest: Honest, spoilt: TypedSheet, verdict: SheetVerdict) -> int | None:
    """The place of the right repair among what is offered: for the sheet, or else for its rows."""
    offered = verdict.suggestions or [one for row in verdict.deals for one in row.suggestions[:SHOWN]]
    for place, one in enumerate(offered):
        if is_right(honest, spoilt, verdict, one):
            return place
    return None


def is_right(honest: Honest, spoilt: TypedSheet, verdict: SheetVerdict, repair: Suggestion) -> bool:
    """Whether all that a repair changes was wrong, and is as it was played afterwards."""
    after = apply(spoilt, repair)
    if repair.deal is None:
        return after.written == honest.sheet.written != spoilt.written
    at = repair.deal - 1
    right, was = honest.verdict.deals[at].booked, verdict.deals[at].booked
    rows = after.judged().deals
    books = rows[at].booked
    if books == right:
        return was != right
    # After a skipped row every row stands one place too high.
    played, now = (Counter(map(str, (one.booked for one in rows))) for rows in (honest.verdict.deals, rows))
    return books is not None and played == now


def apply(sheet: TypedSheet, repair: Suggestion) -> TypedSheet:
    """The sheet as it is after one key."""
    if repair.deal is None:
        totals: Mapping[str, Any] = repair.fields
        return sheet.with_totals({side: totals.get(f"written_{side}", sheet.written[side]) for side in SIDES})
    changes: dict[str, Any] = dict(repair.fields)
    if "marks" in changes:
        changes["marks"] = frozenset(changes["marks"])
    return sheet.with_row(repair.deal - 1, **changes)
