"""Who stops in mid-season: the matches that are left open, decided for the opponents or cancelled, all in one act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import league_board
from tournaments.models import Division, Entry
from tournaments.services import audit, fixtures
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season
from tournaments.standing.queries import DESK

if TYPE_CHECKING:
    from tournaments.league_board import DivisionBoard
    from tournaments.league_matches import Match
    from tournaments.models import User

AWARD, CANCEL = "award", "cancel"


def open_matches(entry: Entry) -> list[tuple[DivisionBoard, Match]]:
    """The matches of an entry that wait for it, in the order of their divisions and numbers.

    Not those of which a sheet is in, nor those of a knock-out whose other side is not known yet.
    """
    if not entry.divisions.exists():
        return []
    boards = league_board.load(entry.competition, DESK)
    return [(board, match) for board in boards for match in board.waiting_for(entry.pk)]


@transaction.atomic
def settle(entry: Entry, way: str, reason: str, *, actor: User, key: str = "") -> int:
    """Ends all open matches of an entry that no longer takes part: for the opponents (`AWARD`), or so that they count
    for nobody (`CANCEL`). Returns how many.

    In a knock-out somebody goes on, so there the opponent always wins; a match of two who both stopped is cancelled
    in a round robin. Raises `AlreadyDone` for a repeated key, and `Refused`, with nothing done, in a closed season,
    without a reason, for an entry that still takes part, and for a match that stands in a draft.
    """
    competition = entry.competition
    refuse_closed_season(competition)
    audit.refuse_repeat(key)
    if entry.active:
        raise Refused(_("%(name)s takes part: take the name out first.") % {"name": entry.name})
    if not reason.strip():
        raise Refused(_("Say why the matches are decided without play."))
    found = open_matches(entry)
    opponents = Entry.objects.in_bulk([_opponent(match, entry) for _board, match in found])
    for board, match in found:
        opponent = opponents[_opponent(match, entry)]
        is_cup = board.division.kind == Division.Kind.KNOCK_OUT
        try:
            if is_cup or (way == AWARD and opponent.active):
                fixtures.award(match.fixture, opponent, reason.strip(), actor=actor)
            else:
                fixtures.cancel(match.fixture, reason.strip(), actor=actor)
        except Refused as refused:
            told = {"number": match.fixture.number, "division": board.division.name, "why": refused.message}
            raise Refused(_("%(division)s, match %(number)s: %(why)s") % told) from refused
    numbers = [[board.division.name, match.fixture.number] for board, match in found]
    detail = {"name": entry.name, "way": way, "matches": numbers, "reason": reason.strip()}
    audit.record(actor, competition.club, "settle matches of entry", entry, key=key, **detail)
    return len(found)


def _opponent(match: Match, entry: Entry) -> int:
    other = match.away.entry if match.home.entry == entry.pk else match.home.entry
    assert other is not None  # both sides of an open match are known
    return other
