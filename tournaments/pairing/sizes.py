"""How many tables of four and of three a number of people makes, and how many rest."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.pairing.rule import PairingRule


@dataclass(frozen=True, slots=True)
class Sizes:
    """fours, threes: tables of four and of three people. resting: people without a seat."""

    fours: int
    threes: int
    resting: int

    @property
    def tables(self) -> int:
        return self.fours + self.threes


def table_sizes(people: int, rule: PairingRule) -> Sizes:
    """The tables for so many people, 0 or more.

    When the club plays tables of three, three who are left over make one and two who are left over make two with
    four others. One who is left over rests all the same: three tables of three for the sake of one would take nine
    people from a full table.
    """
    fours, left = divmod(people, 4)
    if rule.leftovers == "three" and left == 3:
        return Sizes(fours, 1, 0)
    if rule.leftovers == "three" and left == 2 and fours:
        return Sizes(fours - 1, 2, 0)
    return Sizes(fours, 0, left)
