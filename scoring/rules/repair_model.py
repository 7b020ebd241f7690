"""How often people make which slip, and how plausible a row is: what ranks the repairs.

A repair is a hypothesis: "the paper has this row, and a slip made it into what was
typed". Its weight is Bayes' rule without the common factor:

    rate of the slip  x  share of this outcome  x  plausible(row after) / plausible(row before)

so a frequent slip in an odd row goes first. Several slips that lead to one and the same
repair add up. Nobody has counted slips on klaverjas sheets: the rates are estimates, in
slips per 100,000 opportunities. Only their proportions matter.

**Numbers** (typed from handwriting; half as often when the writer copies a subtotal, a
sixth when he reads his own cell while adding). After Verhoeff ("Error detecting decimal
codes", 1969) 60 to 95 % of the mistakes in written numbers are one wrong digit, 10 to
20 % two neighbours swapped, 10 to 20 % a digit too few or too many. A sheet has some 80
typed digits in some 45 pairs of neighbours. Of the single wrong digits we give two
thirds to the pairs that look alike in handwriting (``LOOKALIKES``).

**Columns.** Both sides look on while the writer writes, nobody while the typist types:
wrong columns are mostly a typist's. Roem stands alone in its column, so it goes astray
more often than a whole row. A slip of the writer that his totals follow cannot be seen
on the sheet at all; the second sheet of the table catches most of those.

**Marks.** One small letter beside four numbers: skipped as often as one sheet in a
hundred has it.

**The writer's rules.** Nat moves everything to the other side; people forget that, or
half of it, in one of some 250 nats, and the roem of the nat side more often than that,
because it stands in another column. Where the pit bonus goes differs by club (inside the
roem, in a column of its own), so it is the least sure thing on the paper.

**Adding up.** A column of sixteen numbers of three digits: one in a hundred goes wrong
by a carry of ten, fewer by a carry of a hundred or by one; a row skipped or taken twice
costs a finger on the wrong line.

Plausibility comes from 51,200 deals of ``simulate``: the roem of a side, the lower card
points of a row, nat (22 %), pit (2.8 %), and 162 without a pit (3 in 100,000).
"""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from scoring.rules.cards import TOTAL
from scoring.rules.findings import Severity

if TYPE_CHECKING:
    from scoring.rules.deal import DealVerdict


class Digits(NamedTuple):
    """Slips in one number, per 100,000: pairs of neighbours (``swapped``) or digits."""

    swapped: float
    lookalike: float
    other: float
    length: float

    def times(self, factor: float) -> "Digits":
        """The same slips, made so much more often."""
        return Digits(*(rate * factor for rate in self))


TYPED = Digits(swapped=25, lookalike=32, other=16, length=6)
CARRIED = TYPED.times(1 / 2)
ADDED = TYPED.times(1 / 6)

LOOKALIKES = ("17", "38", "06", "49", "56")
LOOKS_LIKE = {
    digit: "".join(pair.replace(digit, "") for pair in LOOKALIKES if digit in pair) for digit in "0123456789"
}
"""The digits that each digit is read as."""

# What the typist does, per row or per cell.
COLUMNS = 60  # a whole row in each other's columns
POINTS_COLUMNS = 20  # only the card points
ROEM_SIDE = 150  # per side with roem: it stands on the other side
ROEM_FORGOTTEN = 20  # per side with roem: a line is typed
ROEM_TENS = 500  # per side with roem: 2 for 20
ROEM_STROKE = 40  # per side with roem: a tally stroke too few, too many, or misread
ROEM_LEFT_OPEN = 2000  # per row: the line that says "no roem" is not typed
ROW_AGAIN = 30  # per row: the row above is typed again, and this one is lost
AHEAD = 0.2  # per row typed again: the row below instead, people seldom run ahead
ROW_SKIPPED = 30  # per row: the next one is typed, and the last one of the sheet stays empty
MARK_FORGOTTEN = 300  # per row with nat or pit
MARK_ADDED = 20  # per row: a mark that belongs to another row
MARK_SIDE = 60  # per row with nat or pit: in the wrong column
DECLARER = 100  # per row: the other side is said to have played
TOTALS_EXCHANGED = 300  # per sheet

# What the writer does.
ROEM_IN_POINTS = 150  # per side with roem: inside the card points
BONUS_IN_CELL = 3000  # per pit: inside the card points or the roem, and marked as well
NAT_POINTS_LEFT = 400  # per nat: 162 for one side, and the points of the other left standing
NAT_NOT_APPLIED = 400  # per nat: the totals hold the points as counted
NAT_ROEM_LEFT = 1000  # per nat with own roem: the totals leave it with the nat side
NAT_ROEM_LOST = 200  # per nat with own roem: the totals have it nowhere
BONUS_LEFT_OUT = 1000  # per pit: of the totals
BONUS_TWICE = 500  # per pit: in the totals
ROW_LEFT_OUT = 60  # per row, when adding up
ROW_TWICE = 30  # per row, when adding up
ROW_IN_WRONG_COLUMNS = 30  # per row, when adding up
ROEM_LEFT_OUT = 40  # per side with roem, when adding up
CARRY = {1: 200, 10: 300, 100: 200, 1000: 20, 20: 20, 200: 20}  # per total, either way
SUBTOTALS_EXCHANGED = 100  # per block
SUBTOTAL_LEFT_OUT = 20  # per block
UNSEEN_COLUMNS = 6  # per row, and his totals follow
UNSEEN_ROEM_SIDE = 15  # per side with roem, and his totals follow
ANY = 2.0  # a slip of another kind, where the rest of the row leaves one value only

BLOCKS = (4, 8, 12, 16, 20)
"""After these deals the paper has subtotals, where more deals follow."""

# How plausible a row is.
_LOW_POINTS = (0.0003, 0.0024, 0.006, 0.010, 0.014, 0.018, 0.021, 0.022, 0.0175)
"""The chance of a made or counted row by its lower card points, per point, by tens."""
_ROEM = dict(
    zip(
        (0, 20, 40, 50, 60, 70, 80, 90, 100, 110, 120),
        (0.535, 0.281, 0.091, 0.034, 0.021, 0.022, 0.003, 0.008, 0.0013, 0.0016, 0.0008),
        strict=True,
    )
)
_SELDOM_ROEM, _RARE_ROEM, _MOST_SELDOM = 2e-4, 1e-5, 160
_NAT, _WRITTEN_NAT, _PIT, _NO_PIT = 0.22, 0.11, 0.028, 3e-5
_ODD = 0.1
"""For each question that the engine asks, and for a nat without its mark."""
_COUNTED_ABOVE = frozenset({"pit_or_not", "roem_high", "bonus_in_roem", "verzaakt"})
"""Findings on what the chances already tell, or on what was decided at the table."""


def plausible(row: "DealVerdict") -> float:
    """About how often a row like this stands on an honest sheet; 1 for one that is refused."""
    if row.booked is None:
        return 1.0
    chance = _points_chance(row) * _roem_chance(row)
    for one in row.findings:
        asked = one.severity is not Severity.NOTE and one.code not in _COUNTED_ABOVE
        if asked or one.code == "nat_follows":
            chance *= _ODD
    return chance


def roem_chance(roem: int) -> float:
    """How often a side has this much roem in a deal."""
    return _ROEM.get(roem, _SELDOM_ROEM if roem <= _MOST_SELDOM else _RARE_ROEM)


@cache
def _both_roem_chance(total: int) -> float:
    """How often both sides together have this much."""
    return sum(roem_chance(own) * roem_chance(total - own) for own in _ROEM if own <= total)


def _roem_chance(row: "DealVerdict") -> float:
    we, they = row.cell("we_roem") or 0, row.cell("they_roem") or 0
    if row.nat and not row.cell(f"{row.nat}_points"):
        return _both_roem_chance(we + they)  # after nat it stands together
    return roem_chance(we) * roem_chance(they)


def _points_chance(row: "DealVerdict") -> float:
    if row.verzaakt:
        return _PIT  # the same before and after: who revoked is not a number
    low = min(row.cell("we_points") or 0, row.cell("they_points") or 0)
    if row.pit:
        return _PIT / 2
    if low == 0:
        return (_WRITTEN_NAT if row.nat else _NO_PIT) / 2
    return _LOW_POINTS[min(low, TOTAL - low) // 10] / 2 * (_NAT if row.nat else 1 - _NAT)
