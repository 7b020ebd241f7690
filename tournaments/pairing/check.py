"""An independent look at a draw: it counts for itself and trusts none of the code that draws."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from tournaments.pairing.model import Draw, DrawInput
from tournaments.sentences import Sentence, gettext_noop


def validate_draw(draw: Draw, given: DrawInput) -> list[Sentence]:
    """Everything that is wrong with `draw` for this input, for individuals and for pairs; empty when sound.

    A repeated partner is not wrong but a matter of quality; figures that do not add up are wrong.
    """
    return [*_people(draw, given), *_tables(draw, given), *_turns(draw, given), *_figures(draw, given)]


def _people(draw: Draw, given: DrawInput) -> list[Sentence]:
    seats = [entry for table in draw.tables for entry in (*table.north_south, *table.east_west)]
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


def _tables(draw: Draw, given: DrawInput) -> list[Sentence]:
    """Sizes, numbers and locked tables."""
    found = []
    sizes = Counter((len(table.north_south), len(table.east_west)) for table in draw.tables)
    usual = (1, 1) if sizes[1, 1] > sizes[2, 2] else (2, 2)
    for table in draw.tables:
        if (len(table.north_south), len(table.east_west)) != usual:
            params = {"table": table.number, "found": len(table.north_south) + len(table.east_west)}
            text = gettext_noop("Table %(table)s has %(found)s entries, which is not a full table.")
            found.append(Sentence(text, params))
        if not (table in given.locked or given.table_numbers is None or table.number in given.table_numbers):
            text = gettext_noop("Table number %(table)s is not among those to be used.")
            found.append(Sentence(text, {"table": table.number}))
    for number, times in sorted(Counter(table.number for table in draw.tables).items()):
        if times > 1:
            text = gettext_noop("Table number %(table)s is used %(times)s times.")
            found.append(Sentence(text, {"table": number, "times": times}))
    for table in given.locked:
        if table not in draw.tables:
            text = gettext_noop("Locked table %(table)s was changed.")
            found.append(Sentence(text, {"table": table.number}))
    rest = len(draw.sit_outs) - len(given.must_sit_out & set(draw.sit_outs))
    if rest >= sum(usual):
        text = gettext_noop("%(count)s entries rest although they could fill a table.")
        found.append(Sentence(text, {"count": rest}))
    return found


def _turns(draw: Draw, given: DrawInput) -> list[Sentence]:
    """Somebody rests again tonight although somebody else, free to rest, has not rested."""
    rested = given.sit_outs_evening
    kept = given.must_sit_out | given.sit_out_first | {e for table in given.locked for e in table.entries}
    again = [entry for entry in draw.sit_outs if rested.get(entry, 0) and entry not in kept]
    seated = {entry for table in draw.tables for entry in table.entries} - kept
    fresh = min((rested.get(entry, 0) for entry in seated), default=0)
    individuals = all(len(table.north_south) == 2 for table in draw.tables)
    text = gettext_noop("Entry %(entry)s rests again this evening while others have rested less.")
    return [Sentence(text, {"entry": e}) for e in again if individuals and rested.get(e, 0) > fresh]


def _figures(draw: Draw, given: DrawInput) -> list[Sentence]:
    """Counts the figures once more, from the seats."""
    counted = dict.fromkeys(("repeated_partners", "repeated_opponents", "crossed"), 0)
    for table in draw.tables:
        for one, other in combinations((*table.north_south, *table.east_west), 2):
            together = (one in table.north_south) == (other in table.north_south)
            pair = (min(one, other), max(one, other))
            partners = given.evening.partners.get(pair, 0) > 0
            opponents = given.evening.opponents.get(pair, 0) > 0
            counted["repeated_partners"] += together and partners
            counted["repeated_opponents"] += not together and opponents
            counted["crossed"] += opponents if together else partners
    counted["second_sit_outs"] = sum(given.sit_outs_evening.get(entry, 0) > 0 for entry in draw.sit_outs)
    text = gettext_noop("The figure %(figure)s is %(stated)s but counts to %(counted)s.")
    return [
        Sentence(text, {"figure": name, "stated": getattr(draw.quality, name), "counted": value})
        for name, value in counted.items()
        if getattr(draw.quality, name) != value
    ]
