"""Whist schedules: everybody a partner of everybody once and an opponent of everybody twice, or as near as can be."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, product
from math import comb

from tournaments.pairing.model import Couple, Table
from tournaments.pairing.schedules.model import PlannedRound, Schedule, ScheduleError
from tournaments.pairing.schedules.starters import Starter, starters_of
from tournaments.sentences import gettext_noop

LARGEST = 40
LARGER = (41, 53, 61, 73, 89, 97)
"""Sizes above 40 that have a schedule: the primes of the form 4n + 1."""

FEW = 5_000
"""Ways to choose rounds that are all looked at."""
WEIGHT = 10**6
"""More than any count of couples in a schedule of the largest size."""


def kinds(size: int) -> tuple[str, ...]:
    """The kinds of schedule for so many players, fairest seats first; empty when there is none."""
    return tuple(starters_of(size)) if 4 <= size <= LARGEST or size in LARGER else ()


def most_rounds(size: int) -> int:
    """How many rounds the whole schedule for so many players has. Raises ScheduleError as `whist` does."""
    return _starter(size, kinds(size)[0] if kinds(size) else "").rounds


@lru_cache(maxsize=64)
def whist(size: int, rounds: int, kind: str = "") -> Schedule:
    """The schedule of so many rounds for `size` players.

    When that is fewer rounds than the whole schedule has, they are chosen from it so that few people rest twice, then
    few meet the same opponents again, then few play with who was an opponent, then few sit at the same table again.
    Without `kind` it is the best of all kinds in rests and opponents; among equals, and for a whole schedule, the one
    with the fairest seats. Of 4n players the last number stays where it is.
    Raises ScheduleError for a size or a kind that has no schedule, and for more rounds than there are.
    """
    starters = [_starter(size, each) for each in ([kind] if kind else kinds(size) or [""])]
    most = starters[0].rounds
    if not 1 <= rounds <= most:
        raise ScheduleError(
            gettext_noop(
                "A schedule for %(size)s players has 1 to %(most)s rounds, not %(rounds)s: after %(most)s rounds "
                "everybody has had everybody, and it begins again."
            ),
            size=size,
            most=most,
            rounds=rounds,
        )
    choices = [(starter, *_chosen(starter, rounds)) for starter in starters]
    best, shifts, _cost = choices[0] if rounds == most else min(choices, key=_company)
    return Schedule("whist", best.kind, size, tuple(_moved(best, by) for by in shifts))


def _company(choice: tuple[Starter, list[int], int]) -> int:
    """What a choice of rounds costs in rests and opponents alone."""
    return choice[2] // WEIGHT**2


def _starter(size: int, kind: str) -> Starter:
    if not kinds(size):
        raise ScheduleError(
            gettext_noop(
                "There is a schedule for every number of players from 4 to %(largest)s, and for %(larger)s; not for "
                "%(size)s. Draw each round by lot or by standing instead, or split the hall in two groups."
            ),
            largest=LARGEST,
            larger=", ".join(map(str, LARGER)),
            size=size,
        )
    if kind not in kinds(size):
        raise ScheduleError(
            gettext_noop("For %(size)s players there is no schedule of the kind “%(kind)s”, only %(kinds)s."),
            size=size,
            kind=kind,
            kinds=", ".join(kinds(size)),
        )
    return starters_of(size)[kind]


def _moved(starter: Starter, by: int) -> PlannedRound:
    """The starter with an element added to everybody; players are numbered from 1."""

    def at(player: int) -> int:
        return starter.shifted(player, by) + 1

    tables = tuple(
        Table(number, (at(north), at(south)), (at(east), at(west)))
        for number, (north, south, east, west) in enumerate(starter.tables, 1)
    )
    return PlannedRound(tables, tuple(sorted(at(player) for player in starter.sit_out)))


# Which rounds -----------------------------------------------------------------


def _chosen(starter: Starter, rounds: int) -> tuple[list[int], int]:
    """By what the starter is moved in each round, and what those rounds cost together.

    Two rounds have in common what depends on the difference of their moves alone. While there are few ways to choose,
    nothing is better; beyond that the search begins with the best moves at equal distances and exchanges one move for
    another as long as that is better.
    """
    group = starter.group
    if rounds == group.order:
        return list(range(group.order)), 0
    first = _moved(starter, 0)
    price = [_in_common(first, _moved(starter, by)) for by in range(group.order)]
    between = [[price[group.plus(to, by, -1)] for to in range(group.order)] for by in range(group.order)]

    def cost(moves: list[int]) -> int:
        return sum(between[one][other] for one in moves for other in moves if one != other)

    if comb(group.order - 1, rounds - 1) <= FEW:
        choices = [[0, *moves] for moves in combinations(range(1, group.order), rounds - 1)]
        best = min(choices, key=cost)
        return best, cost(best)
    best = min(([renamed[i] for i in range(rounds)] for renamed in group.automorphisms()), key=cost)
    return _exchanged(best, group.order, cost)


def _exchanged(moves: list[int], order: int, cost: Callable[[list[int]], int]) -> tuple[list[int], int]:
    """Moves of which none can be exchanged for the better, beginning with these; and their cost."""
    lowest, improved = cost(moves), True
    while improved:
        improved = False
        for place, move in product(range(1, len(moves)), range(1, order)):
            other = [*moves[:place], move, *moves[place + 1 :]]
            if move not in moves and (found := cost(other)) < lowest:
                moves, lowest, improved = other, found, True
    return sorted(moves), lowest


def _in_common(one: PlannedRound, other: PlannedRound) -> int:
    """What two rounds cost together: who rests in both outweighs all couples of opponents in both, those all
    partners who become opponents, and those all who sit at the same table again."""
    rested = len(set(one.sit_outs) & set(other.sit_outs))
    opposed, opposed_then = _couples(one, "opponents"), _couples(other, "opponents")
    crossed = len(_couples(one, "partners") & opposed_then)
    where = {number: table.number for table in other.tables for number in table.entries}
    again = sum(where.get(number) == table.number for table in one.tables for number in table.entries)
    return ((rested * WEIGHT + len(opposed & opposed_then)) * WEIGHT + crossed) * WEIGHT + again


def _couples(planned: PlannedRound, name: str) -> set[Couple]:
    return {pair for table in planned.tables for pair in getattr(table, name)}
