"""The rules engine: a sheet judged, against a bare loop that only adds its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from klaverclub.benchmarks.measure import Comparison, compare
from scoring.rules import Ruleset, judge_deal, judge_sheet
from scoring.rules.simulate import play_sheet

SHEETS = 40


def comparisons() -> Iterator[Comparison]:
    ruleset = Ruleset()
    rng = Random("bench")
    sheets = [
        [deal.declared(with_declarer=True) for deal in play_sheet(ruleset, rng)] for _number in range(SHEETS)
    ]
    numbers = [
        [(d.we_points or 0, d.we_roem or 0, d.they_points or 0, d.they_roem or 0) for d in sheet]
        for sheet in sheets
    ]
    deals = [deal for sheet in sheets for deal in sheet]

    def judge() -> None:
        for sheet in sheets:
            judge_sheet(sheet, ruleset, written={"we": 1600, "they": 1600})

    def add() -> None:
        for sheet in numbers:
            we = they = 0
            for we_points, we_roem, they_points, they_roem in sheet:
                we += we_points + we_roem
                they += they_points + they_roem

    def judge_one_by_one() -> None:
        for deal in deals:
            judge_deal(deal, ruleset)

    yield compare(
        "judge a sheet of 16 deals with written totals",
        judge,
        "a bare loop that adds its numbers",
        add,
        unit="sheet",
        units=SHEETS,
    )
    yield compare(
        "judge a declared deal",
        judge_one_by_one,
        "a bare loop that adds its numbers",
        add,
        unit="deal",
        units=len(deals),
    )
