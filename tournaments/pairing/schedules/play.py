"""A round of a schedule as it is played: with who is really there."""

from __future__ import annotations

from dataclasses import replace

from tournaments.pairing.individuals import draw_individuals
from tournaments.pairing.model import DrawInput
from tournaments.pairing.pairs import draw_pairs
from tournaments.pairing.schedules.model import PlannedRound


def play(planned: PlannedRound, given: DrawInput) -> PlannedRound:
    """The planned round for those present: `planned` with entries, `given` as for a draw of this round.

    When everybody of the schedule is there and nobody else, it is the plan. Otherwise complete tables stay as they
    are, and who is left (partners and opponents of who is missing, who would rest, who came late) is drawn around
    them; who would have rested rests before all others. Locked tables go before planned ones.
    Raises DrawError as a draw does.
    """
    present = set(given.entries)
    if not given.locked and present == _everybody(planned):
        return planned
    taken = {entry for table in given.locked for entry in table.entries}
    numbers = {table.number for table in given.locked}
    whole = tuple(
        table
        for table in planned.tables
        if present - taken >= set(table.entries) and table.number not in numbers
    )
    resting = given.sit_out_first | present.intersection(planned.sit_outs)
    wider = replace(given, locked=given.locked + whole, sit_out_first=resting)
    individuals = any(len(table.north_south) == 2 for table in planned.tables)
    drawn = draw_individuals(wider) if individuals else draw_pairs(wider)
    return PlannedRound(drawn.tables, drawn.sit_outs)


def _everybody(planned: PlannedRound) -> set[int]:
    return {entry for table in planned.tables for entry in table.entries} | set(planned.sit_outs)
