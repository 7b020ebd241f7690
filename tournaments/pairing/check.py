"""An independent look at a draw: it counts for itself and trusts none of the code that draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from tournaments.pairing.model import Draw, DrawInput, Table
from tournaments.pairing.ranks import doubled_ranks
from tournaments.sentences import Sentence, gettext_noop

Shape = tuple[int, ...]
"""How many entries sit at each side of a table."""

PAIRS, FOUR, THREE = (1, 1), (2, 2), (1, 1, 1)


def validate_draw(draw: Draw, given: DrawInput) -> list[Sentence]:
    """Everything that is wrong with `draw` for this input, for individuals, pairs and threes; empty when sound.

    A repeated partner is not wrong but a matter of quality; figures that do not add up are wrong.
    """
    return [
        *_people(draw, given),
        *_shapes(draw, given),
        *_numbers(draw, given),
        *_wanted(draw, given),
        *_turns(draw, given),
        *_figures(draw, given),
    ]


def _people(draw: Draw, given: DrawInput) -> list[Sentence]:
    seats = [entry for table in draw.tables for entry in table.entries]
    times = Counter([*seats, *draw.sit_outs])
    present = set(given.entries)
    twice = gettext_noop("Entry %(entry)s is in the draw %(times)s times.")
    absent = gettext_noop("Entry %(entry)s is not present.")
    missing = gettext_noop("Entry %(entry)s is present but not in the draw.")
    cannot = gettext_noop("Entry %(entry)s has a seat but cannot be seated.")
    return [
        *(Sentence(twice, {"entry": entry, "times": n}) for entry, n in sorted(times.items()) if n > 1),
        *(Sentence(absent, {"entry": entry}) for entry in sorted(set(times) - present)),
        *(Sentence(missing, {"entry": entry}) for entry in sorted(present - set(times))),
        *(Sentence(cannot, {"entry": entry}) for entry in sorted(given.must_sit_out & set(seats))),
    ]


def _shapes(draw: Draw, given: DrawInput) -> list[Sentence]:
    """Full tables of one kind; of three among those of four where the rule has them, and no more rest than must."""
    shapes = Counter(_shape(table) for table in draw.tables)
    threes = given.rule.leftovers == "three" and shapes[FOUR] > 0
    usual = max((PAIRS, FOUR, THREE), key=lambda shape: shapes[shape]) if shapes and not threes else FOUR
    allowed = {usual, THREE} if threes else {usual}
    text = gettext_noop("Table %(table)s has %(found)s entries, which is not a full table.")
    found = [
        Sentence(text, {"table": table.number, "found": len(table.entries)})
        for table in draw.tables
        if _shape(table) not in allowed
    ]
    rest = len(draw.sit_outs) - len(given.must_sit_out & set(draw.sit_outs))
    if rest >= (3 if threes else sum(usual)):
        text = gettext_noop("%(count)s entries rest although they could fill a table.")
        found.append(Sentence(text, {"count": rest}))
    return found


def _shape(table: Table) -> Shape:
    return tuple(len(side) for side in table.sides)


def _numbers(draw: Draw, given: DrawInput) -> list[Sentence]:
    """Table numbers, locked tables, and who cannot move."""
    found = []
    for table in draw.tables:
        if not (table in given.locked or given.table_numbers is None or table.number in given.table_numbers):
            text = gettext_noop("Table number %(table)s is not among those to be used.")
            found.append(Sentence(text, {"table": table.number}))
        for entry in table.entries if table not in given.locked else ():
            fixed = given.fixed_tables.get(entry, table.number)
            if fixed != table.number:
                text = gettext_noop("Entry %(entry)s belongs at table %(fixed)s but sits at table %(table)s.")
                found.append(Sentence(text, {"entry": entry, "fixed": fixed, "table": table.number}))
    for number, times in sorted(Counter(table.number for table in draw.tables).items()):
        if times > 1:
            text = gettext_noop("Table number %(table)s is used %(times)s times.")
            found.append(Sentence(text, {"table": number, "times": times}))
    for table in given.locked:
        if table not in draw.tables:
            text = gettext_noop("Locked table %(table)s was changed.")
            found.append(Sentence(text, {"table": table.number}))
    return found


def _wanted(draw: Draw, given: DrawInput) -> list[Sentence]:
    """Couples that must be partners, or opponents, and are not."""
    partners = gettext_noop("Entries %(one)s and %(other)s must be partners and are not.")
    opponents = gettext_noop("Entries %(one)s and %(other)s must meet and do not.")
    found = []
    for text, wanted, together in (
        (partners, given.partners_wanted, 1),
        (opponents, given.opponents_wanted, 2),
    ):
        for one, other in sorted(wanted):
            tables = [table for table in draw.tables if one in table.entries and other in table.entries]
            sides = {side for table in tables for side in table.sides if one in side or other in side}
            if len(sides) != together:
                found.append(Sentence(text, {"one": one, "other": other}))
    return found


def _turns(draw: Draw, given: DrawInput) -> list[Sentence]:
    """By lot: somebody rests again tonight although somebody else, free to rest, has not rested."""
    if given.rule.method == "swiss" or any(_shape(table) == PAIRS for table in draw.tables):
        return []
    rested = given.sit_outs_evening
    wanted = {entry for pair in given.partners_wanted | given.opponents_wanted for entry in pair}
    locked = {entry for table in given.locked for entry in table.entries}
    kept = given.must_sit_out | given.sit_out_first | locked | wanted
    seated = {entry for table in draw.tables for entry in table.entries} - kept
    fresh = min((rested.get(entry, 0) for entry in seated), default=0)
    text = gettext_noop("Entry %(entry)s rests again this evening while others have rested less.")
    again = [entry for entry in draw.sit_outs if rested.get(entry, 0) > fresh and entry not in kept]
    return [Sentence(text, {"entry": entry}) for entry in again] if seated else []


def _figures(draw: Draw, given: DrawInput) -> list[Sentence]:
    """Counts the figures once more, from the seats."""
    counted = Counter(
        second_sit_outs=sum(given.sit_outs_evening.get(entry, 0) > 0 for entry in draw.sit_outs)
    )
    for table in draw.tables:
        side_of = {entry: number for number, side in enumerate(table.sides) for entry in side}
        for one, other in combinations(sorted(side_of), 2):
            counted.update(_meeting(given, one, other, side_of[one] == side_of[other]))
    counted["spread"] = _spread(draw, given) if given.rule.method == "swiss" else 0
    text = gettext_noop("The figure %(figure)s is %(stated)s but counts to %(counted)s.")
    names = ("repeated_partners", "repeated_opponents", "crossed", "second_sit_outs", "apart", "spread")
    return [
        Sentence(text, {"figure": name, "stated": getattr(draw.quality, name), "counted": counted[name]})
        for name in names
        if getattr(draw.quality, name) != counted[name]
    ]


def _meeting(given: DrawInput, one: int, other: int, together: bool) -> Mapping[str, int]:
    """What the meeting of two, the lowest number first, adds to the figures."""
    partners = given.evening.partners.get((one, other), 0) > 0
    opponents = given.evening.opponents.get((one, other), 0) > 0
    return {
        "repeated_partners": together and partners,
        "repeated_opponents": not together and opponents,
        "crossed": opponents if together else partners,
        "apart": any(one in group.entries and other in group.entries for group in given.apart),
    }


def _spread(draw: Draw, given: DrawInput) -> int:
    """The mean over the tables of the ranks from the first to the last at it, in tenths."""
    ranks = doubled_ranks(given)
    widths = [
        max(map(ranks.__getitem__, t.entries)) - min(map(ranks.__getitem__, t.entries)) for t in draw.tables
    ]
    return round(Fraction(10 * sum(widths), 2 * len(widths))) if widths else 0
