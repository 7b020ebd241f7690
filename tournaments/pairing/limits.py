"""What the organiser asked for before a draw: who must meet, who never should, and who cannot move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from tournaments.pairing.model import Couple, DrawError, DrawInput, couple
from tournaments.sentences import gettext_noop


def wanted_meetings(given: DrawInput, free: tuple[int, ...]) -> tuple[Couple, ...]:
    """The couples of fixed pairs that must meet and do not sit at a locked table together already.

    Raises DrawError when one of them cannot: it is not to be drawn, is wanted twice, or the two cannot move.
    """
    if given.partners_wanted:
        raise DrawError(gettext_noop("Fixed pairs cannot be made partners of one another."))
    locked = {pair for table in given.locked for pair in table.opponents}
    wanted = sorted({couple(*pair) for pair in given.opponents_wanted} - locked)
    times = Counter(entry for pair in wanted for entry in pair)
    for one, other in wanted:
        for entry in (one, other):
            if entry not in free:
                raise DrawError(
                    gettext_noop(
                        "Entries %(one)s and %(other)s are to meet, but %(entry)s is not to be drawn."
                    ),
                    one=one,
                    other=other,
                    entry=entry,
                )
            if times[entry] > 1:
                raise DrawError(
                    gettext_noop("Entry %(entry)s is to meet two others in one round."), entry=entry
                )
        if cannot_meet(given, one, other):
            raise DrawError(
                gettext_noop("Entries %(one)s and %(other)s are to meet, but each has a table of its own."),
                one=one,
                other=other,
            )
    return tuple(wanted)


def cannot_meet(given: DrawInput, one: int, other: int) -> bool:
    """Two entries that cannot move and have different tables."""
    tables = given.fixed_tables
    return one in tables and other in tables and tables[one] != tables[other]


def clashes(given: DrawInput, free: Iterable[int]) -> set[Couple]:
    """The couples of these entries that cannot meet."""
    fixed = sorted(entry for entry in free if entry in given.fixed_tables)
    return {pair for pair in combinations(fixed, 2) if cannot_meet(given, *pair)}


def never_together(given: DrawInput) -> frozenset[Couple]:
    """The couples of groups that should never sit at one table, and those that cannot meet."""
    present = set(given.entries)
    groups = [group.entries & present for group in given.apart if group.worth is None]
    apart = {pair for group in groups for pair in combinations(sorted(group), 2)}
    return frozenset(apart | clashes(given, given.entries))


def no_way() -> DrawError:
    """Where not everybody can be matched, at any price."""
    return DrawError(
        gettext_noop(
            "No draw is possible: too many entries have a table of their own, and two of them can never meet."
        )
    )


def check_fixed_tables(given: DrawInput, free: tuple[int, ...]) -> None:
    """Whether everybody who cannot move can have the table it needs.

    Raises DrawError when that table is not in use, is taken by a locked one, or is needed by two fixed pairs.
    """
    locked = {table.number for table in given.locked}
    needed: dict[int, int] = {}
    for entry in free:
        number = given.fixed_tables.get(entry)
        if number is None:
            continue
        params = {"entry": entry, "table": number}
        if given.table_numbers is not None and number not in given.table_numbers:
            raise DrawError(
                gettext_noop("Entry %(entry)s needs table %(table)s, which is not in use."), **params
            )
        if number in locked:
            raise DrawError(
                gettext_noop("Entry %(entry)s needs table %(table)s, where others stay."), **params
            )
        if number in needed:
            raise DrawError(
                gettext_noop(
                    "Entries %(other)s and %(entry)s both need table %(table)s. Give one of them another table."
                ),
                other=needed[number],
                **params,
            )
        needed[number] = entry
