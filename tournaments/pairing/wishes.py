"""Who must sit together or at a certain table: couples wanted by hand, and people who cannot move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from tournaments.pairing.fours import Numbers
from tournaments.pairing.model import Couple, DrawError, DrawInput, Table, couple
from tournaments.pairing.numbering import Group
from tournaments.sentences import gettext_noop

_SPLITS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


@dataclass(frozen=True, slots=True)
class Wishes:
    """partners, opponents: couples that must be so. tables: the table number that somebody must sit at."""

    partners: frozenset[Couple] = frozenset()
    opponents: frozenset[Couple] = frozenset()
    tables: dict[int, int] = field(default_factory=dict)

    @property
    def wanted(self) -> frozenset[int]:
        """Who may not rest, as they are wanted at a table."""
        return frozenset(entry for pair in self.partners | self.opponents for entry in pair)

    def broken(self, players: Sequence[int], size: int) -> tuple[Numbers, Numbers]:
        """For every two players as partners, and as opponents: wishes that it breaks less those that it keeps.

        size: of the tables, of which the players have the first numbers.
        """
        number = {entry: i for i, entry in enumerate(players)}
        partner, opponent = np.zeros((size, size), dtype=np.int64), np.zeros((size, size), dtype=np.int64)
        for one, other, as_partners, as_opponents in self._parts():
            if one in number and other in number:
                for at in ((number[one], number[other]), (number[other], number[one])):
                    partner[at] += as_partners
                    opponent[at] += as_opponents
        return partner, opponent

    def _parts(self) -> Iterator[tuple[int, int, int, int]]:
        """Two people, and what they count as partners and as opponents."""
        for one, other in self.partners:
            yield one, other, -1, 1
        for one, other in self.opponents:
            yield one, other, 1, -1
        for one, other in combinations(self.tables, 2):
            apart = 1 if self.tables[one] != self.tables[other] else -1
            yield one, other, apart, apart

    def broken_by(self, groups: Iterable[Group]) -> list[DrawError]:
        """What there is to say against these tables."""
        tables = [Table(0, *group) for group in groups]
        partners = {pair for table in tables for pair in table.partners}
        opponents = {pair for table in tables for pair in table.opponents}
        together = partners | opponents
        seated = sorted(entry for table in tables for entry in table.entries if entry in self.tables)
        wrong = sorted((self.partners - partners) | (self.opponents - opponents))
        for one, other in combinations(seated, 2):
            if (self.tables[one] == self.tables[other]) != ((one, other) in together):
                wrong.append((one, other))
        return [
            DrawError(
                gettext_noop(
                    "What is asked for entries %(one)s and %(other)s does not go with all else that is asked. Take something back."
                ),
                one=one,
                other=other,
            )
            for one, other in wrong
        ]


def wishes_of(given: DrawInput, free: Sequence[int]) -> Wishes:
    """The wishes that concern people who are to be seated.

    Raises DrawError for a wish that no draw can keep: somebody is not there or sits at a locked table, a table number
    is not free, too many are wanted at one table, or two are wanted as partner of one.
    """
    partners = {couple(*pair) for pair in given.partners_wanted}
    opponents = {couple(*pair) for pair in given.opponents_wanted}
    partners -= {pair for table in given.locked for pair in table.partners}
    opponents -= {pair for table in given.locked for pair in table.opponents}
    for pair in sorted(partners | opponents):
        for entry in pair:
            if entry not in free:
                raise DrawError(
                    gettext_noop(
                        "Entries %(one)s and %(other)s are to sit together, but %(entry)s is not to be drawn."
                    ),
                    one=pair[0],
                    other=pair[1],
                    entry=entry,
                )
    wishes = Wishes(
        frozenset(partners),
        frozenset(opponents),
        {entry: given.fixed_tables[entry] for entry in free if entry in given.fixed_tables},
    )
    _check_numbers(wishes, given)
    for group in _groups(wishes):
        _check_group(wishes, group)
    return wishes


def _check_numbers(wishes: Wishes, given: DrawInput) -> None:
    taken = {table.number for table in given.locked}
    for entry, number in wishes.tables.items():
        params = {"entry": entry, "table": number}
        if given.table_numbers is not None and number not in given.table_numbers:
            raise DrawError(
                gettext_noop("Entry %(entry)s needs table %(table)s, which is not in use."), **params
            )
        if number in taken:
            raise DrawError(
                gettext_noop("Entry %(entry)s needs table %(table)s, where others stay."), **params
            )
    for number, people in Counter(wishes.tables.values()).items():
        if people > 4:
            raise DrawError(
                gettext_noop(
                    "%(count)s people need table %(table)s, which has four seats. Give one of them another table."
                ),
                count=people,
                table=number,
            )


def _groups(wishes: Wishes) -> list[list[int]]:
    """Who must sit at one table according to the wishes together."""
    group_of: dict[int, list[int]] = {}
    same_table = (
        pair for pair in combinations(wishes.tables, 2) if wishes.tables[pair[0]] == wishes.tables[pair[1]]
    )
    for one, other in (*sorted(wishes.partners | wishes.opponents), *same_table):
        mine, theirs = group_of.setdefault(one, [one]), group_of.setdefault(other, [other])
        if mine is not theirs:
            mine += theirs
            group_of |= dict.fromkeys(theirs, mine)
    return [group for entry, group in group_of.items() if entry == group[0]]


def _check_group(wishes: Wishes, group: list[int]) -> None:
    """Raises DrawError unless these can sit at one table, divided over the sides as they are wanted."""
    numbers = {wishes.tables[entry] for entry in group if entry in wishes.tables}
    seats = [*group, *range(-1, len(group) - 5, -1)]
    possible = (
        len(group) <= 4
        and len(numbers) <= 1
        and any(
            _divides(wishes, [couple(seats[a], seats[b]) for a, b in split], set(group)) for split in _SPLITS
        )
    )
    if not possible:
        raise DrawError(
            gettext_noop(
                "Entries %(entries)s cannot sit at one table as is asked for them. Take one of these wishes back."
            ),
            entries=", ".join(map(str, sorted(group))),
        )


def _divides(wishes: Wishes, sides: list[Couple], group: set[int]) -> bool:
    partners = {pair for pair in wishes.partners if group.issuperset(pair)}
    return partners.issubset(sides) and wishes.opponents.isdisjoint(sides)
