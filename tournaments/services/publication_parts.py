"""What every list that is published is made with: whose names, and of which day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone

from tournaments.standing.queries import Reader

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from tournaments.models import Competition, Evening
    from tournaments.standing.queries import Who

EVERYBODY = Reader(public=True, desk=True)
"""Names as their owners allow; whether it may be seen yet is asked when it is shown."""


def date_of(evenings: Sequence[Evening], competition: Competition) -> date:
    """Of the last evening that is counted."""
    return evenings[-1].date if evenings else timezone.localdate(competition.created)


def who_in(entry: int, names: Mapping[int, Who], public: Mapping[int, Who]) -> dict[str, Any]:
    """An entry as it stands in a content: as the desk saw it, and as its owner let everybody read."""
    who = names[entry]
    return {
        "entry": entry,
        "name": who.name,
        "public": public[entry].name,
        "number": who.number,
        "guest": who.guest,
    }
