"""Luck at the table: what one side had more in deals played out card by card by four equal players.

Playing a deal takes more than a millisecond, and a club of three seasons plays 86,000. So deals are drawn, with
replacement, from a stock that the project's card-play simulator played once; `play` plays it again.
"""

from __future__ import annotations

from array import array
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from scoring.rules.rulesets import make_ruleset
from scoring.rules.seats import SEATS
from scoring.rules.simulate import play_sheet

STOCK = Path(__file__).with_name("rating_deals.bin")
SHEETS, DEALS = 1250, 16
SKILL = 0.3  # four such players give a round the spread that was designed for: 543 points
RULES, SEED = "amsterdam", "deals for the rating"


def play(sheets: int = SHEETS) -> list[int]:
    """The differences in points of the deals of the first sheets of the stock, north and south less east and west."""
    ruleset, random = make_ruleset(RULES), Random(SEED)
    return [
        deal.booked["we"].total - deal.booked["they"].total
        for _sheet in range(sheets)
        for deal in play_sheet(ruleset, random, deals=DEALS, skills=dict.fromkeys(SEATS, SKILL))
    ]


def write() -> None:
    """Plays the stock anew; half a minute."""
    STOCK.write_bytes(array("h", play()).tobytes())


@cache
def stock() -> NDArray[np.int64]:
    """Every deal both ways round: neither side of the table is luckier."""
    found = np.frombuffer(STOCK.read_bytes(), dtype="<i2").astype(np.int64)
    return np.concatenate([found, -found])


def luck(random: np.random.Generator, tables: int, deals: int = DEALS) -> NDArray[np.int64]:
    """The luck of so many tables in a round: a sum of deals each."""
    return random.choice(stock(), (tables, deals)).sum(axis=1)
