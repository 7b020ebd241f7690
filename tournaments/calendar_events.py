"""The evenings and matches of a club as events of a calendar that others subscribe to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import league_board
from tournaments.reports.feed import Event

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tournaments.models import Evening


def evening_events(evenings: Iterable[Evening]) -> Iterator[Event]:
    """An event a day of play; callers fetch `competition__club` with the evenings.

    Evenings have a day by the clock of the club and no hour, so an event fills its day in whatever time zone it is read.
    """
    for evening in evenings:
        competition = evening.competition
        title = evening.name or _("evening %(number)s") % {"number": evening.number}
        rounds = ngettext("%(count)d round", "%(count)d rounds", evening.rounds_planned)
        notes = [rounds % {"count": evening.rounds_planned}]
        if not evening.counts:
            notes.append(_("does not count for the standing"))
        yield Event(
            key=f"evening-{evening.pk}",
            day=evening.date,
            title=f"{competition}, {title}",
            place=", ".join(filter(None, (competition.club.name, competition.club.town))),
            text=", ".join(notes),
            rests_on=(competition.club.town,),
            told=(evening.name, evening.number, evening.rounds_planned, evening.counts, str(competition)),
        )


def match_events(
    matches: Iterable[tuple[str, league_board.Match]], *, scores: bool = True
) -> Iterator[Event]:
    """An event for each match with a date, given with the name of its division; `scores` False keeps them secret.

    One that is put off without another date yet is cancelled on the day that it had.
    """
    for division, match in matches:
        day = match.date or match.fixture.first_date
        if day is None:
            continue
        yield Event(
            key=f"match-{match.fixture.pk}",
            day=day,
            title=f"{match.home.name} – {match.away.name}",
            place=match.fixture.venue.name if match.fixture.venue else "",
            text=_about(division, match, scores=scores),
            cancelled=match.state == league_board.State.CANCELLED or match.date is None,
            rests_on=(match.home.entry, match.away.entry, match.fixture.venue_id),
            told=(str(match.state), match.fixture.match_day, *_scores(match, scores=scores)),
        )


def _scores(match: league_board.Match, *, scores: bool) -> tuple[int | None, ...]:
    """What home and away made; empty when that is not known, or secret."""
    return (match.home.score, match.away.score) if scores and match.home.score is not None else ()


def _about(division: str, match: league_board.Match, *, scores: bool) -> str:
    if made := _scores(match, scores=scores):
        return f"{division}: {made[0]} – {made[1]}"
    day = _("match day %(day)s") % {"day": match.fixture.match_day}
    secret = match.state == "playing" and not scores  # how many sheets are in is told by who may see them
    state = _("at the table") if secret else match.state_word
    return ", ".join(filter(None, (division, day, state)))
