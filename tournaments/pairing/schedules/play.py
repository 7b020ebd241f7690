"""A round of a schedule as it is played: with who is really there."""

from __future__ import annotations

from tournaments.pairing.assess import figures
from tournaments.pairing.late import repair_round
from tournaments.pairing.model import Draw, DrawInput
from tournaments.pairing.schedules.model import PlannedRound


def play(planned: PlannedRound, given: DrawInput) -> PlannedRound:
    """The planned round for those present: `planned` with entries, `given` as for a draw of this round.

    When everybody of the schedule is there and nobody else, it is the plan. Otherwise complete tables stay as they
    are; who would rest takes the place of who is missing, and the others who are left over are seated at new tables or
    rest (see `repair_round`). Locked tables go before planned ones. Raises DrawError as a draw does.
    """
    present, expected = set(given.entries), planned.entries
    if not given.locked and present == expected:
        return planned
    taken = {entry for table in given.locked for entry in table.entries}
    numbers = {table.number for table in given.locked}
    free = [t for t in planned.tables if t.number not in numbers and taken.isdisjoint(t.entries)]
    tables = (*given.locked, *free)
    plan = Draw(tables, planned.sit_outs, figures(tables, planned.sit_outs, given), ())
    played = repair_round(plan, given, gone=expected - present, arrivals=present - expected - taken)
    return PlannedRound(played.tables, played.sit_outs)
