"""What the organiser decides about one match: another date or place, later, without play, never, or who goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import league_board, league_matches
from tournaments.excused import excused
from tournaments.models import Fixture, Round
from tournaments.services import audit
from tournaments.services.errors import Refused
from tournaments.services.evenings import refuse_unlikely_date
from tournaments.services.guards import refuse_closed_season
from tournaments.standing.queries import DESK

if TYPE_CHECKING:
    import datetime

    from tournaments.league_matches import Match
    from tournaments.models import Entry, User, Venue

State = Fixture.State


@transaction.atomic
def move(fixture: Fixture, *, date: datetime.date | None, venue: Venue | None, actor: User) -> None:
    """Gives a match that is not played another date or place."""
    _refuse_unless_open(fixture)
    _refuse_date(date)
    fixture.date, fixture.venue = date, venue
    _store(fixture, actor, "move match", date=_iso(date), venue=venue.name if venue else None)


@transaction.atomic
def postpone(fixture: Fixture, note: str, *, date: datetime.date | None = None, actor: User) -> None:
    """Puts a match off, to another date or to one that is still to be agreed. Its first date stays known."""
    _refuse_unless_open(fixture)
    if not note:
        raise Refused(_("Say why the match is postponed."))
    _refuse_date(date)
    planned = fixture.first_date or fixture.date
    if date and planned and date <= planned:
        raise Refused(_("A match is put off to a later date. To play it earlier, give it another date."))
    if fixture.first_date is None:
        fixture.first_date = fixture.date
    fixture.state, fixture.date, fixture.note = State.POSTPONED, date, note
    _store(fixture, actor, "postpone match", date=_iso(date), note=note)


@transaction.atomic
def award(fixture: Fixture, winner: Entry, reason: str, *, actor: User) -> None:
    """Gives a match to one of the two without play; at the tables as long as none of its sheets is in."""
    _refuse_unless_playable(fixture)
    if not reason:
        raise Refused(_("Say why the match is decided without play."))
    _refuse_stranger(fixture, winner)
    fixture.state, fixture.winner, fixture.note = State.AWARDED, winner, reason
    _store(fixture, actor, "award match", winner=winner.pk, note=reason)


@transaction.atomic
def cancel(fixture: Fixture, reason: str, *, actor: User) -> None:
    """Says that a match will not be played and counts for nobody. In a knock-out somebody must go on: refused."""
    _refuse_unless_playable(fixture)
    if fixture.division.kind == fixture.division.Kind.KNOCK_OUT:
        raise Refused(_("In a knock-out somebody goes on: decide the match without play instead."))
    if not reason:
        raise Refused(_("Say why the match is cancelled."))
    fixture.state, fixture.winner, fixture.note = State.CANCELLED, None, reason
    _store(fixture, actor, "cancel match", note=reason)


@transaction.atomic
def end_early(fixture: Fixture, reason: str, *, actor: User) -> None:
    """Says that a match of several rounds ends after those that are played, all of whose sheets are in: they count."""
    refuse_closed_season(fixture.division.competition)
    fixture.refresh_from_db(from_queryset=Fixture.objects.select_for_update())
    if not _as_it_stands(fixture).between_rounds:
        raise Refused(_("Only a match that takes more rounds, and whose sheets so far are in, ends early."))
    if not reason:
        raise Refused(_("Say why the match ends early."))
    fixture.state, fixture.note = State.ENDED, reason
    _store(fixture, actor, "end match early", note=reason)


@transaction.atomic
def restore(fixture: Fixture, *, actor: User) -> None:
    """Takes a postponement, award, cancellation or early end back: the match is planned, on its first date if it had one.

    Where it was drawn already it is at its tables again, and their sheets are waited for.
    """
    refuse_closed_season(fixture.division.competition)
    fixture.refresh_from_db(from_queryset=Fixture.objects.select_for_update())
    if fixture.state == State.PLANNED:
        return
    if fixture.table_id:
        if fixture.state == State.POSTPONED:
            raise Refused(_("This match has a table: take the draw back first."))
        _refuse_missing_in_closed(fixture)
    _refuse_followed(fixture)
    fixture.date = fixture.first_date or fixture.date
    fixture.state, fixture.first_date, fixture.winner, fixture.note = State.PLANNED, None, None, ""
    _store(fixture, actor, "restore match")


@transaction.atomic
def decide(fixture: Fixture, winner: Entry, reason: str, *, actor: User) -> None:
    """Says who goes on after equal scores in a knock-out, and why (another deal, the better seed, the lot)."""
    refuse_closed_season(fixture.division.competition)
    fixture.refresh_from_db(from_queryset=Fixture.objects.select_for_update())
    match = _as_it_stands(fixture)
    equal = match.home.score is not None and match.home.score == match.away.score
    if fixture.division.kind != fixture.division.Kind.KNOCK_OUT or not equal:
        raise Refused(_("Only a match of a knock-out with equal scores is decided this way."))
    if not reason:
        raise Refused(_("Say how it was decided who goes on."))
    _refuse_stranger(fixture, winner)
    _refuse_followed(fixture)
    fixture.winner, fixture.note = winner, reason
    _store(fixture, actor, "decide match", winner=winner.pk, note=reason)


def _refuse_unless_open(fixture: Fixture) -> None:
    refuse_closed_season(fixture.division.competition)
    fixture.refresh_from_db(from_queryset=Fixture.objects.select_for_update())
    if fixture.table_id:
        raise Refused(_("This match has a table: it is drawn or played. Take the draw back first."))
    if fixture.state in league_matches.DECIDED:
        raise Refused(_("This match is decided. Take that back first."))


def _refuse_unless_playable(fixture: Fixture) -> None:
    """It is not decided, and has no table, or nothing of it is in, or it waits for its next round."""
    refuse_closed_season(fixture.division.competition)
    fixture.refresh_from_db(from_queryset=Fixture.objects.select_for_update())
    if fixture.state in league_matches.DECIDED:
        raise Refused(_("This match is decided. Take that back first."))
    if fixture.table_id is None:
        return
    match = _as_it_stands(fixture)
    if not match.tables:
        raise Refused(_("This match has a table: it is drawn or played. Take the draw back first."))
    if not (match.stands_still or match.between_rounds):
        raise Refused(
            _(
                "A score of this match is in already. Decide the scores of its other tables by hand: then the round "
                "can be closed."
            )
        )


def _refuse_missing_in_closed(fixture: Fixture) -> None:
    """A closed round misses no sheet, also when a decision is taken back."""
    round_ = fixture.table.round
    without = round_.tables.filter(excused(), seats__entry=fixture.home_id)
    if round_.state == Round.State.CLOSED and without.exists():
        raise Refused(_("Round %(number)s is closed. Open it again first.") % {"number": round_.number})


def _refuse_date(date: datetime.date | None) -> None:
    if date:
        refuse_unlikely_date(date)


def _refuse_stranger(fixture: Fixture, winner: Entry) -> None:
    match = _as_it_stands(fixture)
    if None in (match.home.entry, match.away.entry):
        raise Refused(_("It is not known yet who meet in this match."))
    if winner.pk not in (match.home.entry, match.away.entry):
        raise Refused(_("%(name)s does not play in this match.") % {"name": winner.name})


def _refuse_followed(fixture: Fixture) -> None:
    """A decision on which a later match rests that is drawn or played stays."""
    sources = {f"W{fixture.number}", f"L{fixture.number}"}
    for later in fixture.division.fixtures.exclude(table=None).order_by("number"):
        if sources & {later.home_from, later.away_from}:
            raise Refused(
                _("Match %(number)s, which follows from this one, is drawn or played already.")
                % {"number": later.number}
            )


def _as_it_stands(fixture: Fixture) -> Match:
    board = league_board.load_division(fixture.division, DESK)
    return next(match for match in board.matches if match.fixture.pk == fixture.pk)


def _store(fixture: Fixture, actor: User, verb: str, **detail: object) -> None:
    fixture.save()
    audit.record(actor, fixture.division.competition.club, verb, fixture, number=fixture.number, **detail)


def _iso(date: datetime.date | None) -> str | None:
    return date.isoformat() if date else None
