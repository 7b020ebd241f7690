"""What a standing rests on, in short: for whoever keeps one, and must know when it is another."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Q

from tournaments.models import Round
from tournaments.standing.verified import newest_check

if TYPE_CHECKING:
    from tournaments.models import Competition

MARKS = (
    *("pk", "number", "ledger_version", "counts", "name", "date", "rounds_planned", "closed_at"),
    *("rounds_over", "rounds_drawn", "embargo_from", "embargo_lifted_at"),
)
"""What of an evening a standing, and who may see it, rests on."""

Marks = list[tuple[Any, ...]]


def marks_of(competition: Competition) -> Marks:
    """The evenings as far as a standing rests on them, in the order of play."""
    over = Count("rounds", filter=Q(rounds__state=Round.State.CLOSED))
    evenings = competition.evenings.annotate(rounds_over=over, rounds_drawn=Count("rounds"))
    return list(evenings.order_by("number").values_list(*MARKS))


def standing_key(competition: Competition, marks: Marks | None = None) -> str:
    """Another text as soon as anything that a standing rests on is another: for caches.

    The competition must have been read just before, and so must `marks_of` it, where they are given; one query without,
    and one where sheets are checked.
    """
    rests_on = (
        *(competition.pk, competition.name, competition.season, competition.kind, competition.names_version),
        *(competition.standing, competition.titles, competition.attendance, competition.planned_evenings),
        *(competition.rounds_per_evening, competition.ruleset, competition.closed_at),
        *(competition.require_check, newest_check() if competition.require_check else 0),
        marks_of(competition) if marks is None else marks,
    )
    return hashlib.sha256(repr(rests_on).encode()).hexdigest()[:32]
