"""What other pages say of a league or cup: at a round of chosen matches, and before the next one is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import template

from tournaments import league_board
from tournaments.models import Competition, Round
from tournaments.standing.queries import DESK

if TYPE_CHECKING:
    from tournaments.models import Evening

register = template.Library()


@register.inclusion_tag("leagues/_round_note.html")
def league_note(round_: Round) -> dict[str, Any]:
    """`{% league_note round %}`: matches of this round that, after a correction, others should play."""
    if round_.method != "fixtures" or round_.state == Round.State.CLOSED:
        return {"matches": []}
    return {
        "matches": [
            match
            for match in _matches(round_.evening.competition)
            if match.stale and match.fixture.table and match.fixture.table.round_id == round_.pk
        ]
    }


@register.inclusion_tag("leagues/_undecided.html")
def undecided_matches(evening: Evening) -> dict[str, Any]:
    """`{% undecided_matches evening %}`: matches of a cup with equal scores, of which somebody must say who goes on."""
    if evening.competition.get_pairing().method != "fixtures":
        return {"matches": []}
    return {"matches": [match for match in _matches(evening.competition) if match.undecided]}


def _matches(competition: Competition) -> list[league_board.Match]:
    return [match for board in league_board.load(competition, DESK) for match in board.matches]
