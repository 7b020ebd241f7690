"""Who comes into a round that is drawn already, and who leaves it: as few places change as can be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from scipy.optimize import linear_sum_assignment

from tournaments.pairing.lot import Lot
from tournaments.pairing.methods import Unit, draw_round
from tournaments.pairing.model import Couple, Draw, DrawError, DrawInput, Table, couple
from tournaments.pairing.ranks import doubled_ranks
from tournaments.sentences import gettext_noop

# What weighs when somebody is put on an empty chair, each outweighing what comes after it.
_TURN = 10**12
_NEVER = 10**10
_AGAIN = 10**8


def seat_late(draw: Draw, given: DrawInput, arrivals: Iterable[int]) -> Draw:
    """The same round with new tables of those who rest and the late arrivals, touching no table drawn.

    given: what `draw` was made from. Who waited gets a seat before who just came, and who cannot fill a table
    rests. Raises DrawError as a draw does, for instance when no table number is left.
    """
    return repair_round(draw, given, arrivals=frozenset(arrivals))


def repair_round(
    draw: Draw,
    given: DrawInput,
    *,
    gone: Collection[int] = frozenset(),
    arrivals: Collection[int] = frozenset(),
    keep: Collection[int] = frozenset(),
) -> Draw:
    """The same round once some are gone and some have come; every table that lost nobody stays as it is.

    given: what `draw` was made from. keep: numbers of tables where play has begun.

    Who waits takes the places of who is gone, so that the others there keep their seats and partners: first who
    rested, then who lost a table, then who just came; among them who meets or breaks least. A table is broken up only
    when there are not enough who wait. Who then still waits is drawn at new tables by the method of the rule (by lot
    where rounds come from a schedule), or rests. Raises DrawError when somebody leaves a table of `keep`, and as a draw
    does.
    """
    gone = frozenset(gone)
    damaged = [table for table in draw.tables if gone.intersection(table.entries)]
    _refuse_begun(damaged, keep)
    present = [entry for entry in dict.fromkeys((*given.entries, *sorted(arrivals))) if entry not in gone]
    whole = tuple(table for table in draw.tables if table not in damaged)
    given = _as_of_now(given, present, whole, frozenset(arrivals))
    waiting = [entry for entry in _places_wanted(draw, given, whole) if entry not in given.fixed_tables]
    chairs = _Chairs(damaged, gone, waiting, given)
    given = replace(given, locked=(*whole, *chairs.filled()))
    return draw_round(given, _unit(draw))


def _refuse_begun(damaged: Sequence[Table], keep: Collection[int]) -> None:
    begun = [table.number for table in damaged if table.number in keep]
    if begun:
        raise DrawError(
            gettext_noop("Play has begun at table %(table)s: who leaves there needs a substitute."),
            table=begun[0],
        )


def _as_of_now(
    given: DrawInput, present: Sequence[int], whole: tuple[Table, ...], arrivals: frozenset[int]
) -> DrawInput:
    """What the rest of the round is made from: who is there, with nothing wanted any more."""
    taken = {table.number for table in whole}
    seated = {entry for table in whole for entry in table.entries}
    # Nobody gives up a table for somebody who cannot move to another.
    blocked = {entry for entry in present if given.fixed_tables.get(entry) in taken and entry not in seated}
    drawn = given.rule if given.rule.method == "swiss" else replace(given.rule, method="lot")
    return replace(
        given,
        entries=tuple(present),
        must_sit_out=((given.must_sit_out - arrivals) | blocked) & frozenset(present),
        sit_out_first=(given.sit_out_first | arrivals) & frozenset(present),
        locked=whole,
        rule=drawn,
        partners_wanted=frozenset(),
        opponents_wanted=frozenset(),
    )


def _places_wanted(draw: Draw, given: DrawInput, whole: Sequence[Table]) -> list[int]:
    """Who rested and may be seated, then who just came."""
    seated = {entry for table in draw.tables for entry in table.entries}
    waiting = [entry for entry in given.entries if entry not in seated | given.must_sit_out]
    return sorted(
        waiting, key=lambda entry: (entry in given.sit_out_first, entry not in draw.sit_outs, entry)
    )


def _unit(draw: Draw) -> Unit:
    sizes = {len(table.north_south) for table in draw.tables}
    if 2 in sizes:
        return "individuals"
    return "threes" if any(table.third for table in draw.tables) else "pairs"


class _Chairs:
    """The empty chairs at tables that somebody left, and who may take them."""

    def __init__(
        self, damaged: Sequence[Table], gone: frozenset[int], waiting: Sequence[int], given: DrawInput
    ) -> None:
        self.gone, self.given, self.waited = gone, given, frozenset(waiting)
        self.people = list(waiting)
        self.tables = sorted(damaged, key=lambda table: (self._empty(table), table.number))
        while sum(map(self._empty, self.tables)) > len(self.people):
            broken_up = self.tables.pop()
            left = [entry for entry in broken_up.entries if entry not in gone]
            self.people += [entry for entry in left if entry not in given.fixed_tables]
        self.ranks = doubled_ranks(given) if given.rule.method == "swiss" else {}

    def _empty(self, table: Table) -> int:
        return len(self.gone.intersection(table.entries))

    def filled(self) -> list[Table]:
        """The tables with everybody on the chair that does the least harm; equal chances are left to the lot."""
        chairs = [(table, entry) for table in self.tables for entry in table.entries if entry in self.gone]
        if not chairs:
            return []
        people = Lot(self.given.seed).shuffled(self.people)
        prices = [[self._price(table, chair, person) for person in people] for table, chair in chairs]
        _rows, columns = linear_sum_assignment(prices)
        taken = {chair: people[at] for (_table, chair), at in zip(chairs, columns.tolist(), strict=True)}
        return [
            Table(table.number, *(tuple(taken.get(entry, entry) for entry in side) for side in table.sides))
            for table in self.tables
        ]

    def _price(self, table: Table, chair: int, person: int) -> int:
        """What it costs that this person takes the chair of who is gone."""
        seats = {entry: person if entry == chair else entry for entry in table.entries}
        sides = [[seats[entry] for entry in side if entry not in self.gone - {chair}] for side in table.sides]
        partners = [couple(*pair) for side in sides for pair in combinations(side, 2) if person in pair]
        others = [entry for side in sides if person not in side for entry in side]
        opponents = [couple(person, other) for other in others]
        evening, met = self.given.evening, [*partners, *opponents]
        again = 100 * sum(evening.partners.get(pair, 0) ** 2 for pair in partners)
        again += sum(evening.opponents.get(pair, 0) ** 2 for pair in opponents)
        gap = sum(abs(self.ranks[one] - self.ranks[other]) for one, other in met if self.ranks)
        return _TURN * self._turn(person) + _NEVER * self._never(met) + _AGAIN * again + gap

    def _turn(self, person: int) -> int:
        """Who rested comes first, then who lost a table, then who just came."""
        return 2 if person in self.given.sit_out_first else int(person not in self.waited)

    def _never(self, couples: Sequence[Couple]) -> int:
        groups = [group.entries for group in self.given.apart if group.worth is None]
        return sum(1 for pair in couples for group in groups if group.issuperset(pair))
