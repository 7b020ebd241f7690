"""Seats, sides and turns at the table (KJ-DEAL, KJ-TRUMP-UTRECHT, I21)."""

from typing import Literal

from scoring.rules.findings import Side
from scoring.rules.rulesets import Ruleset

Seat = Literal["N", "E", "S", "W"]
SEATS: tuple[Seat, ...] = ("N", "E", "S", "W")
SIDE_OF: dict[Seat, Side] = {"N": "we", "E": "they", "S": "we", "W": "they"}
PAIRS: dict[Side, str] = {"we": "NS", "they": "EW"}


def left_of(seat: Seat, places: int = 1) -> Seat:
    """The seat so many places to the left, which is clockwise."""
    return SEATS[(SEATS.index(seat) + places) % 4]


def dealer_of(first_dealer: Seat, number: int) -> Seat:
    """The dealer of deal ``number`` (from 1) when this seat dealt the first."""
    return left_of(first_dealer, number - 1)


def derived_declarer(ruleset: Ruleset, first_dealer: Seat | None, number: int) -> Side | None:
    """The side that must make trump in deal ``number``, or None when it may vary.

    Under the Utrecht rule nobody passes: the seat left of the dealer declares.
    """
    if ruleset.trump_method != "utrecht" or first_dealer is None:
        return None
    return SIDE_OF[left_of(dealer_of(first_dealer, number))]
