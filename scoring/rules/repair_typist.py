"""The slips of a typist, by the rates of ``repair_model``: the model read forwards.

It is written apart from the code that reads it backwards, so that a slip the repairs do
not think of counts against them.
"""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from scoring.rules import repair_model as model
from scoring.rules.declared import DeclaredDeal
from scoring.rules.findings import OTHER, SIDES, Side
from scoring.rules.repair_model import TYPED, Digits
from scoring.rules.repair_numbers import STROKES
from scoring.rules.repair_sheet import (
    Honest,
    Opportunity,
    TypedSheet,
    exchanged,
    in_row,
    mirrored,
)


def typist_slips(honest: Honest) -> Iterator[Opportunity]:
    """Every slip that can be made when this sheet is typed."""
    sheet = honest.sheet
    for at, row in enumerate(sheet.rows):
        yield from _numbers(sheet, at, row)
        yield from _columns(sheet, at, row)
        yield from _roem(sheet, at, row)
        yield from _marks(sheet, at, row)
        yield from _rows(sheet, at)
    for side in SIDES:
        for slip, rate, outcome in misread(sheet.written[side], TYPED):
            yield Opportunity(f"{slip}, in a total", rate, partial(_total, sheet, side, outcome))
    we, they = sheet.written["we"], sheet.written["they"]
    yield Opportunity(
        "totals exchanged", model.TOTALS_EXCHANGED, lambda _rng: sheet.with_totals({"we": they, "they": we})
    )


Outcome = Callable[[Random], int]


def _total(sheet: TypedSheet, side: Side, outcome: Outcome, rng: Random) -> TypedSheet:
    return sheet.with_totals({side: outcome(rng)})


# Numbers


def misread(number: int, rates: Digits) -> Iterator[tuple[str, float, Outcome]]:
    """Every kind of slip at every digit of a number, how often, and what it makes of the number."""
    text = str(number)
    for place, digit in enumerate(text):
        if model.LOOKS_LIKE[digit]:
            yield "digit misread", rates.lookalike, partial(_wrong_digit, text, place, True)
        yield "digit wrong", rates.other, partial(_wrong_digit, text, place, False)
        yield "digit too few or too many", rates.length, partial(_wrong_length, text, place)
        if place + 1 < len(text) and text[place + 1] != digit:
            yield "digits swapped", rates.swapped, partial(_swapped, text, place)


def _wrong_digit(text: str, place: int, alike: bool, rng: Random) -> int:
    partners = model.LOOKS_LIKE[text[place]]
    choice = partners if alike else "".join(set("0123456789") - set(partners + text[place]))
    return int(text[:place] + rng.choice(sorted(choice)) + text[place + 1 :])


def _wrong_length(text: str, place: int, rng: Random) -> int:
    """The digit left out, typed twice, or another one put in after it."""
    what = rng.random()
    if what < 1 / 2 and len(text) > 1:
        return int(text[:place] + text[place + 1 :])
    more = text[place] if what < 5 / 6 else rng.choice("0123456789")
    return int(text[: place + 1] + more + text[place + 1 :])


def _swapped(text: str, place: int, _rng: Random) -> int:
    return int(text[:place] + text[place + 1] + text[place] + text[place + 2 :])


def _numbers(sheet: TypedSheet, at: int, row: DeclaredDeal) -> Iterator[Opportunity]:
    for side in SIDES:
        for kind in ("points", "roem"):
            field = f"{side}_{kind}"
            number = getattr(row, field)
            if number is None or (kind == "roem" and not number):
                continue  # a line is no number
            for slip, rate, outcome in misread(number, TYPED):
                yield Opportunity(f"{slip}, in the {kind}", rate, partial(_cell, sheet, at, field, outcome))


def _cell(sheet: TypedSheet, at: int, field: str, outcome: Outcome, rng: Random) -> TypedSheet:
    return sheet.with_row(at, **{field: outcome(rng)})


# Columns, roem, marks, rows


def _columns(sheet: TypedSheet, at: int, row: DeclaredDeal) -> Iterator[Opportunity]:
    numbers = exchanged(row, "points", "roem")
    both = {**numbers, "marks": mirrored(row.marks)}
    for changes in (numbers, both):  # the marks stand beside the columns, or in them
        yield Opportunity("columns exchanged", model.COLUMNS / 2, in_row(sheet, at, **changes))
    points = exchanged(row, "points")
    yield Opportunity("card points exchanged", model.POINTS_COLUMNS, in_row(sheet, at, **points))


def _roem(sheet: TypedSheet, at: int, row: DeclaredDeal) -> Iterator[Opportunity]:
    for side in SIDES:
        field = f"{side}_roem"
        roem = getattr(row, field)
        if not roem:
            continue
        moved = exchanged(row, "roem")
        yield Opportunity("roem on the wrong side", model.ROEM_SIDE, in_row(sheet, at, **moved))
        yield Opportunity("roem forgotten", model.ROEM_FORGOTTEN, in_row(sheet, at, **{field: 0}))
        strokes = [roem + more for more in STROKES if roem + more > 0]
        for changed in strokes:
            rate = model.ROEM_STROKE / len(strokes)
            yield Opportunity("tally stroke", rate, in_row(sheet, at, **{field: changed}))


def _marks(sheet: TypedSheet, at: int, row: DeclaredDeal) -> Iterator[Opportunity]:
    marked = {mark.split("-")[0] for mark in row.marks}
    for kind in sorted(marked):
        own = {mark for mark in row.marks if mark.startswith(kind)}
        without = in_row(sheet, at, marks=row.marks - own)
        yield Opportunity(f"{kind} mark forgotten", model.MARK_FORGOTTEN, without)
        if mirrored(row.marks) != row.marks:
            other = (row.marks - own) | mirrored(frozenset(own))
            yield Opportunity(
                f"{kind} mark on the wrong side", model.MARK_SIDE, in_row(sheet, at, marks=other)
            )
    for kind in ("nat", "pit"):
        for side in SIDES if kind not in marked else ():
            mark = kind if kind == "nat" and row.declarer else f"{kind}-{side}"
            added = in_row(sheet, at, marks=row.marks | {mark})
            yield Opportunity("mark too many", model.MARK_ADDED / 4, added)
    if row.declarer:
        wrong = in_row(sheet, at, declarer=OTHER[row.declarer])
        yield Opportunity("wrong declarer", model.DECLARER, wrong)


def _rows(sheet: TypedSheet, at: int) -> Iterator[Opportunity]:
    rows = sheet.rows
    if at:
        again = in_row(sheet, at, **_cells(rows[at - 1]))
        yield Opportunity("row above typed again", model.ROW_AGAIN, again)
    if at + 1 < len(rows):
        ahead = in_row(sheet, at, **_cells(rows[at + 1]))
        yield Opportunity("row below typed as well", model.ROW_AGAIN * model.AHEAD, ahead)

    def skip(_rng: Random) -> TypedSheet:
        return replace_rows(sheet, (*rows[:at], *rows[at + 1 :], DeclaredDeal()))

    yield Opportunity("row skipped", model.ROW_SKIPPED, skip)


def _cells(row: DeclaredDeal) -> dict[str, object]:
    return {name: getattr(row, name) for name in DeclaredDeal.__slots__}


def replace_rows(sheet: TypedSheet, rows: tuple[DeclaredDeal, ...]) -> TypedSheet:
    """The same paper, other rows typed."""
    return TypedSheet(rows, sheet.written, sheet.ruleset, sheet.first_dealer)
