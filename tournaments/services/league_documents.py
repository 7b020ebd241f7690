"""What is printed of a league or cup."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments import league_board
from tournaments.reports import fixtures
from tournaments.services.errors import Refused
from tournaments.standing.queries import DESK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.league_matches import Match, Side
    from tournaments.models import Competition
    from tournaments.reports.documents import Heading, TableReport


def fixture_list(competition: Competition, heading: Heading) -> TableReport:
    """All matches of a competition with full names. Raises `Refused` when there are none."""
    listed = [
        (board, match)
        for board in league_board.load(competition, DESK)
        for _day, matches in board.days
        for match in matches
    ]
    if not listed:
        raise Refused(_("The fixtures are not made yet: make them first, then print."))
    rows = [
        fixtures.FixtureRow(
            division=board.division.name,
            day=match.fixture.match_day,
            number=match.fixture.number,
            date=match.date,
            home=named(match.home),
            away=named(match.away),
            venue=match.fixture.venue.name if match.fixture.venue else "",
            home_score=match.home.score,
            away_score=match.away.score,
            note=remark(match),
        )
        for board, match in listed
    ]
    status = status_of([match for _board, match in listed])
    return fixtures.fixture_list(replace(heading, status=status), rows)


def status_of(matches: Sequence[Match]) -> str:
    """How far a league is: a list of fixtures is final only after its last match."""
    settled = sum(match.settled and not match.provisional for match in matches)
    if settled == len(matches):
        return ""
    return _("%(done)s of %(count)s matches played or decided") % {"done": settled, "count": len(matches)}


def named(side: Side) -> str:
    """A side by name, or where it comes from, as the beginning of a line."""
    return side.name[:1].upper() + side.name[1:]


def public_remark(match: Match) -> str:
    """The state alone: who got it stands beside it, and why is for the club."""
    if match.ended_early:
        counts = {"done": match.rounds, "count": match.planned_rounds}
        return _("ended early: %(done)s of %(count)s rounds") % counts
    return "" if match.state in ("planned", "played") else match.state_word


def remark(match: Match) -> str:
    """The state, who got it without play, and why."""
    if match.ended_early:
        return ", ".join(filter(None, (public_remark(match), match.note)))
    if match.state in ("planned", "played"):
        return match.note
    to = _("to %(name)s") % {"name": match.winner_name} if match.state == "awarded" else ""
    return ", ".join(filter(None, (match.state_word, to, match.note)))
