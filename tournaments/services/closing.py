"""Closing a round and an evening, and saying by name what stands in the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import Sheet
from tournaments import league_board
from tournaments.excused import excused
from tournaments.models import Entry, Evening, Posting, Presence, Round
from tournaments.services import audit, draw, evening_ledger, posting, seat_scores, threes_list
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season
from tournaments.standing.queries import DESK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.models import Table, User


@dataclass(frozen=True)
class Blocker:
    """One thing that stands in the way: the table (if it is one), who sits there, and the sentence."""

    table: Table | None
    names: list[str]
    text: str


def blockers(round_: Round) -> list[Blocker]:
    """What keeps this round from being closed; empty when nothing does. Tables that need no sheet do not."""
    if round_.state == Round.State.DRAFT:
        return [Blocker(None, [], _("The draw of this round is not published."))]
    states = {sheet.pk: sheet for sheet in Sheet.objects.filter(table__round=round_).with_state()}
    found = []
    for table in round_.tables.exclude(excused()).prefetch_related("seats__person"):
        names = [seat.person.name for seat in table.seats.all()]
        at_table = {"table": table.number, "names": ", ".join(names)}
        sheet = states.get(table.sheet_id)
        if sheet is None:
            if not threes_list.recorded(table):
                text = _("Table %(table)s: the list is missing (%(names)s).") % at_table
                found.append(Blocker(table, names, text))
        elif sheet.latest is None:
            found.append(
                Blocker(table, names, _("Table %(table)s: the sheet is missing (%(names)s).") % at_table)
            )
        elif round_.evening.competition.require_check and not sheet.checked:
            found.append(
                Blocker(table, names, _("Table %(table)s: the sheet is not checked (%(names)s).") % at_table)
            )
    return found


@transaction.atomic
def close_round(round_: Round, *, actor: User) -> None:
    """Closes a published round and books everybody who did not play it. Closing twice is closing once."""
    refuse_closed_season(round_.evening.competition)
    if round_.state == Round.State.CLOSED:
        return
    if found := blockers(round_):
        raise Refused(" ".join(blocker.text for blocker in found))
    closed = Round.objects.filter(pk=round_.pk, state=Round.State.PUBLISHED).update(
        state=Round.State.CLOSED, closed_at=timezone.now()
    )
    round_.refresh_from_db()
    if closed:
        posting.post_absences(round_.evening)
        audit.record(actor, round_.evening.competition.club, "close round", round_)


@transaction.atomic
def reopen_round(round_: Round, *, actor: User) -> None:
    """Opens a closed round again: its sheets can be changed, its rows of absence wait for the next closing."""
    refuse_closed_season(round_.evening.competition)
    if round_.evening.is_closed:
        raise Refused(_("This evening is closed. Open the evening first."))
    reopened = Round.objects.filter(pk=round_.pk, state=Round.State.CLOSED).update(
        state=Round.State.PUBLISHED, closed_at=None
    )
    round_.refresh_from_db()
    if reopened:
        posting.post_absences(round_.evening)
        audit.record(actor, round_.evening.competition.club, "reopen round", round_)


def evening_blockers(evening: Evening) -> list[Blocker]:
    """What keeps the evening from being closed: rounds that are not, and matches that are half played."""
    rounds = list(evening.rounds.order_by("number"))
    if not rounds:
        return [Blocker(None, [], _("No round has been played yet."))]
    found = []
    for round_ in rounds:
        if round_.state == Round.State.CLOSED:
            continue
        found.append(Blocker(None, [], _("Round %(number)s is not closed.") % {"number": round_.number}))
        if round_.state == Round.State.PUBLISHED:
            found.extend(blockers(round_))
    if any(round_.method == draw.FIXTURES for round_ in rounds):
        found.extend(_unfinished(evening))
    return found


def _unfinished(evening: Evening) -> Iterator[Blocker]:
    """Matches that began on this evening and take more rounds than were played."""
    for board in league_board.load(evening.competition, DESK):
        for match in board.matches:
            begun = match.fixture.table and match.fixture.table.round.evening_id == evening.pk
            if begun and match.between_rounds:
                told = {"home": match.home.name, "away": match.away.name}
                told |= {"done": match.rounds, "count": match.planned_rounds}
                text = _(
                    "%(home)s – %(away)s: %(done)s of %(count)s rounds are played. Play on, or say on the page of the "
                    "match that it ends here."
                )
                yield Blocker(None, [match.home.name, match.away.name], text % told)


@transaction.atomic
def close_evening(evening: Evening, *, actor: User) -> None:
    """Closes an evening. Ranked entries that nobody asked after were absent without notice.

    On an evening of chosen matches only those who have one are expected.
    """
    refuse_closed_season(evening.competition)
    if evening.is_closed:
        return
    if found := evening_blockers(evening):
        raise Refused(" ".join(blocker.text for blocker in found))
    closed = Evening.objects.filter(pk=evening.pk, closed_at=None).update(closed_at=timezone.now())
    evening.refresh_from_db()
    if not closed:
        return
    expected = evening.rounds.exclude(method=draw.FIXTURES).exists()
    unasked = Entry.objects.filter(competition=evening.competition, active=True, ranked=True).exclude(
        presences__evening=evening
    )
    unasked = list(unasked) if expected else []
    Presence.objects.bulk_create(
        Presence(evening=evening, entry=entry, state=Presence.State.ABSENT) for entry in unasked
    )
    posting.post_absences(evening)
    freeze(evening)
    audit.record(
        actor, evening.competition.club, "close evening", evening, absent=[entry.pk for entry in unasked]
    )


def freeze(evening: Evening) -> None:
    """Writes down what the rows of an evening rest on beside its sheets, so that no later change moves them.

    attendance: the rule. round: what a round is usually worth. unranked: the entries that were guests. substitutes:
    who sat in for somebody, with his own entry or null. Whatever is booked in a closed evening goes by these.
    """
    competition = evening.competition
    guests = competition.entries.filter(ranked=False).order_by("pk")
    substitutes = {
        str(each.seat.person_id): each.own for each in seat_scores.replaced_seats(evening).values()
    }
    evening.frozen = {
        "attendance": competition.attendance,
        "round": evening_ledger.usual_round_of(competition),
        "unranked": list(guests.values_list("pk", flat=True)),
        "substitutes": substitutes,
    }
    evening.save(update_fields=["frozen"])


@transaction.atomic
def reopen_evening(evening: Evening, *, actor: User) -> None:
    """Opens the newest evening again, by the rules of now; an older one stays closed while a newer has scores."""
    refuse_closed_season(evening.competition)
    newer = Posting.objects.filter(
        round__evening__competition=evening.competition, round__evening__number__gt=evening.number
    )
    if newer.exists():
        raise Refused(
            _("A later evening has been played. Correct single sheets instead of opening this evening.")
        )
    if Evening.objects.filter(pk=evening.pk, closed_at__isnull=False).update(closed_at=None, frozen=None):
        posting.post_evening(evening)
        audit.record(actor, evening.competition.club, "reopen evening", evening)
    evening.refresh_from_db()
