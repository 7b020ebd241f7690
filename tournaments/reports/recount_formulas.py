"""The formulas with which a spreadsheet counts a season again, and what each comes to.

They use only what every spreadsheet has (SUM, COUNT, LARGE, SUMPRODUCT, ROUND), so that it matters little which one
opens the workbook. What a formula comes to is counted here in exact fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from openpyxl.utils import get_column_letter

from klaverclub.templatetags.figures import figure
from tournaments.reports.figures import rounded
from tournaments.reports.recount import Recount, RecountRow, Result

Answer = str | int | Fraction
FIRST = 3
"""The column of the first result, behind place and name."""
MOST_LISTED = 200
"""So many places a formula lists one by one; beyond that it counts rows of the sheet."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula without its "=", and what it comes to."""

    text: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class Some:
    """The formula for the sum of chosen cells and for how many they are, and what both come to."""

    total: str
    number: str
    points: int
    units: int


class Count:
    """Where everything stands in the sheet of a recount, and the formulas of each of its rows."""

    def __init__(self, recount: Recount) -> None:
        self.recount = recount
        self.rule = recount.rule
        self.is_average = self.rule.measure == "average"
        self.has_loose = any(row.loose for row in recount.rows)
        self.loose = FIRST + len(recount.units)
        self.first_period = self.loose + self.has_loose
        self.again = self.first_period + len(self.rule.periods)
        self.standing, self.same = self.again + 1, self.again + 2
        self.decimals = self.rule.printed_decimals

    def titles(self) -> list[str]:
        units = [
            f"{unit.evening}.{unit.round}" if unit.round else str(unit.evening) for unit in self.recount.units
        ]
        periods = [
            _("Period %(number)d") % {"number": place} for place, _one in enumerate(self.rule.periods, 1)
        ]
        beside = [_("Beside")] if self.has_loose else []
        end = [_("Counted again"), _("In the standing"), _("Same?")]
        return [_("Place"), _("Name"), *units, *beside, *periods, *end]

    def row(self, row: RecountRow, at: int, meetings: Sequence[str]) -> list[object]:
        """The cells of one entry in line `at`; `meetings`: by result, where the match points of its rounds stand."""
        cells = [self._result(result, where) for result, where in zip(row.results, meetings, strict=True)]
        beside = [row.loose or None] if self.has_loose else []
        found = [self._some(row, at, period) for period in range(len(self.recount.keep))]
        periods = [self._period(some) for some in found] if self.rule.periods else []
        again = self._again(row, at, found, periods)
        standing = None if row.value is None else rounded(row.value, self.decimals)
        return [
            row.rank,
            row.name,
            *cells,
            *beside,
            *periods,
            again,
            standing,
            self._same(at, again, standing),
        ]

    def same_in(self, first: int, last: int) -> Formula:
        """How many rows are the same."""
        letter = get_column_letter(self.same)
        return Formula(f'COUNTIF({letter}{first}:{letter}{last},"{_("same")}")', len(self.recount.rows))

    def _result(self, result: Result | None, where: str) -> object:
        if result is None:
            return None
        if not result.chosen_from:
            return f"({figure(result.points)})"
        if not where:
            return result.points
        worth = f"SUM({where})"
        if most := self.rule.match.most_an_evening:
            worth = f"MIN({most},{worth})"
        return Formula(f"{worth}{result.by_hand:+d}" if result.by_hand else worth, result.points)

    # What counts -----------------------------------------------------------------

    def _some(self, row: RecountRow, at: int, period: int) -> Some:
        """What counts of the results of a period: all of them, or what cannot be left out and the best of the others."""
        places = [place for place, unit in enumerate(self.recount.units) if unit.period == period]
        results = {place: row.results[place] for place in places}
        known = {place: one for place, one in results.items() if one is not None and one.chosen_from}
        everything = _refs(places, at)
        keep = self.recount.keep[period]
        if not keep or not places:
            points = sum(one.points for one in known.values())
            return Some(f"SUM({everything})", f"COUNT({everything})", points, len(known))
        fixed = [place for place, one in known.items() if one.fixed]
        others = [place for place in places if place not in fixed]
        left = max(keep - len(fixed), 0)
        best = sorted((one.points for one in known.values() if not one.fixed), reverse=True)[:left]
        points = sum(known[place].points for place in fixed) + sum(best)
        parts = [f"SUM({_refs(fixed, at)})"] if fixed else []
        number = f"MIN({left},COUNT({_refs(others, at)}))" if left and others else "0"
        if left and others:
            parts.append(largest(_refs(others, at), left))
        total = "+".join(parts) or "0"
        return Some(total, f"({len(fixed)}+{number})" if fixed else number, points, len(fixed) + len(best))

    def _period(self, some: Some) -> Formula:
        """The result of a period, empty without one."""
        if self.is_average:
            answer = Fraction(some.points, some.units) if some.units else ""
            return Formula(f'IF({some.number}=0,"",({some.total})/{some.number})', answer)
        return Formula(f'IF({some.number}=0,"",{some.total})', some.points if some.units else "")

    def _again(self, row: RecountRow, at: int, found: Sequence[Some], periods: Sequence[Formula]) -> Formula:
        beside = f"+{get_column_letter(self.loose)}{at}" if self.has_loose and row.loose else ""
        if periods:
            return self._of_periods(row, at, found, periods, beside)
        some = found[0]
        if not self.is_average:
            return Formula(f"{some.total}{beside}", some.points + row.loose)
        answer = Fraction(some.points + row.loose, some.units) if some.units else ""
        return Formula(f'IF({some.number}=0,"",({some.total}{beside})/{some.number})', answer)

    def _of_periods(
        self, row: RecountRow, at: int, found: Sequence[Some], periods: Sequence[Formula], beside: str
    ) -> Formula:
        """The sum of the periods that count, or their average."""
        first = get_column_letter(self.first_period)
        last = get_column_letter(self.first_period + len(periods) - 1)
        where = f"{first}{at}:{last}{at}"
        most = self.rule.best_periods or len(periods)
        known = [(one.answer, some) for one, some in zip(periods, found, strict=True) if one.answer != ""]
        known = sorted(known, key=lambda pair: -pair[0])[:most]
        total = largest(where, most) if self.rule.best_periods else f"SUM({where})"
        points = sum((value for value, _some in known), Fraction(0))
        if not self.is_average:
            return Formula(f"{total}{beside}", points + row.loose)
        if not known:
            return Formula(f'IF(COUNT({where})=0,"",{total})', "")
        units = sum(some.units for _value, some in known)
        spread = f"{beside}/{units}" if beside else ""
        answer = points / len(known) + Fraction(row.loose, units)
        return Formula(f'IF(COUNT({where})=0,"",{total}/MIN({most},COUNT({where})){spread})', answer)

    def _same(self, at: int, again: Formula, standing: object) -> Formula:
        ours, theirs = (f"{get_column_letter(column)}{at}" for column in (self.again, self.standing))
        same, other = _("same"), _("different")
        if again.answer == "" or standing is None:
            is_same = again.answer == "" and standing is None
        else:
            is_same = rounded(again.answer, self.decimals) == standing
        text = (
            f'IF(OR({ours}="",{theirs}=""),IF({ours}={theirs},"{same}","{other}"),'
            f'IF(ROUND({ours},{self.decimals})=ROUND({theirs},{self.decimals}),"{same}","{other}"))'
        )
        return Formula(text, same if is_same else other)


def largest(where: str, count: int) -> str:
    """The formula for the sum of the `count` largest numbers, or of all when there are no more than that."""
    if count > MOST_LISTED:
        places = f"ROW($1:${count})"
    else:
        places = "{" + ",".join(str(place) for place in range(1, count + 1)) + "}"
    listed = f"({where})" if "," in where else where
    return f"IF(COUNT({where})<={count},SUM({where}),SUMPRODUCT(LARGE({listed},{places})))"


def _refs(places: Sequence[int], at: int) -> str:
    """The cells of results in line `at`: runs of neighbours as C5:F5, separated by commas."""
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return ",".join(
        f"{get_column_letter(FIRST + run[0])}{at}:{get_column_letter(FIRST + run[-1])}{at}" for run in runs
    )
