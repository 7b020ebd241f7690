"""Where the average of a standing is another than that of the rounds that were really played.

A standing counts what a rule gave for rounds that were not played, and points by hand; statistics count rounds at a
table alone. Whoever sees both is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tournaments.standing.ledger import AT_TABLE
from tournaments.standing.parts import is_any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.standing.ledger import EveningRows
    from tournaments.standing.season_lists import SeasonList


def differ(listed: SeasonList) -> bool:
    """Has anybody in this standing another average a round than at the tables?"""
    return listed.rule.unit == "round" and any(differs_for(listed, entry) for entry in _given(listed))


def differs_for(listed: SeasonList, entry: int) -> bool:
    """Has this entry another average a round than at the tables, because of scores that were given or taken?

    No for who never sat at a table, and in a standing whose average is of an evening: that is another thing anyhow.
    """
    rows = [row for evening in _seen(listed) for row in evening.posted(entry)]
    played = [row.total for row in rows if row.kind in AT_TABLE]
    if listed.rule.unit != "round" or not played or len(played) == len(rows):
        return False
    average = listed.averages[entry]
    return average is not None and average * len(played) != sum(played)


def _seen(listed: SeasonList) -> tuple[EveningRows, ...]:
    return listed.season.seen(all_evenings=listed.rule.all_evenings)


def _given(listed: SeasonList) -> Iterator[int]:
    """Everybody with a score that was not made at a table; nobody twice."""
    known: set[int] = set()
    for rows in _seen(listed):
        for entry in np.unique(rows["entry"][~is_any(rows, AT_TABLE)]).tolist():
            if entry not in known:
                known.add(entry)
                yield entry
