"""Who really sat where, said after the cards were played: people change places, and the sheets count for them there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.models import Entry, Posting, Round, Seat, SitOut
from tournaments.services import audit, correct, draw, posting
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season, refuse_unreviewed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.models import Person, Table, User


@transaction.atomic
def reseat(
    table: Table,
    places: Mapping[str, int],
    *,
    actor: User,
    reason: str = "",
    reviewed: bool = False,
    key: str = "",
) -> None:
    """Says who really sat where at a table: `places` holds the entry of each position.

    One act, whatever moves: who comes from another table, or rested, changes places with who leaves this one, in the
    order of the seats. What the sheets of those tables say is booked again for who sits there now. Substitutes move
    along with the entry that they sat in for.
    Raises `Refused` for an entry that is not in the round or on two sides, in a closed season, across tables for
    chosen matches and teams, where a list of three is kept, and as `refuse_unreviewed` does; `AlreadyDone` for a
    repeated key.
    """
    audit.refuse_repeat(key)
    round_ = correct.lock(table.round)
    refuse_closed_season(round_.evening.competition)
    seats = list(
        Seat.objects.filter(round=round_)
        .select_related("table__sheet", "person")
        .order_by("table__number", "pk")
    )
    own = [seat for seat in seats if seat.table_id == table.pk]
    moves = _moves(round_, own, places)
    if not moves:
        return
    coming = set(moves) - {seat.entry_id for seat in own}
    tables = list({seat.table: None for seat in seats if seat in own or seat.entry_id in coming})
    _refuse_unfit(round_, tables)
    for one in tables:
        one.round = round_
        refuse_unreviewed(round_, reason=reason, reviewed=reviewed, since=correct.scored_at(one))
    papers = [one.sheet_id for one in tables]
    Posting.objects.filter(sheet_version__sheet__in=papers, entry__in=moves).delete()
    _store([seat for seat in seats if seat.table in tables], moves)
    _rest(round_, moves)
    for one in tables:
        correct.rebook(one, actor)
    posting.post_absences(round_.evening)
    club = round_.evening.competition.club
    audit.record(actor, club, "correct seats", table, key=key, reason=reason, moves=sorted(moves.items()))


def _moves(round_: Round, own: list[Seat], places: Mapping[str, int]) -> dict[int, int]:
    """Who comes where each entry was that moves; everybody who comes somewhere also goes somewhere."""
    if set(places) != {seat.position for seat in own}:
        raise Refused(_("Say for every seat of the table who sat there."))
    pairs = {(seat.entry_id, places[seat.position]) for seat in own}
    before, after = ([pair[side] for pair in sorted(pairs)] for side in (0, 1))
    if len(set(before)) < len(pairs) or len(set(after)) < len(pairs):
        raise Refused(_("Somebody is named on two seats. Choose another name for one of them."))
    in_order = list(dict.fromkeys(seat.entry_id for seat in own))
    goal = dict(pairs)
    coming = [goal[entry] for entry in in_order if goal[entry] not in goal]
    known = Entry.objects.filter(pk__in=coming)
    if len(coming) > known.filter(_in_round(round_)).distinct().count():
        raise Refused(_("One of these has no place in this round. Look at it again."))
    leaving = [entry for entry in in_order if entry not in after]
    moves = goal | dict(zip(coming, leaving, strict=True))
    return {entry: other for entry, other in moves.items() if entry != other}


def _in_round(round_: Round) -> Q:
    seated, resting = Seat.objects.filter(round=round_), SitOut.objects.filter(round=round_)
    return Q(pk__in=seated.values("entry")) | Q(pk__in=resting.values("entry"))


def _refuse_unfit(round_: Round, tables: list[Table]) -> None:
    chosen = round_.method == draw.FIXTURES or round_.evening.competition.is_teams
    if len(tables) > 1 and chosen:
        raise Refused(
            _("These matches were chosen: who met whom cannot be changed, only who sat on which side.")
        )
    if any(table.sheet is None for table in tables):
        raise Refused(_("At a table of three a list is kept, a line for each: change the list instead."))


def _store(seats: list[Seat], moves: Mapping[int, int]) -> None:
    """Puts everybody on the seats of who was there, together with who sat for him."""
    people: dict[int, list[tuple[Person, bool]]] = {}
    for seat in seats:
        people.setdefault(seat.entry_id, []).append((seat.person, seat.extra))
    resting = Entry.objects.filter(pk__in=set(moves.values()) - set(people))
    for entry in resting.prefetch_related("members__person"):
        people[entry.pk] = [(person, False) for person in entry.people]
    waiting = {entry: iter(own) for entry, own in people.items()}
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).delete()
    after = []
    for seat in seats:
        comes = moves.get(seat.entry_id, seat.entry_id)
        person, extra = next(waiting[comes])
        place = {"table": seat.table, "round_id": seat.round_id, "position": seat.position}
        after.append(Seat(**place, entry_id=comes, person=person, extra=extra))
    Seat.objects.bulk_create(after)


def _rest(round_: Round, moves: Mapping[int, int]) -> None:
    """Who rests in place of somebody who played after all."""
    for rest in SitOut.objects.filter(round=round_, entry__in=moves):
        rest.entry_id = moves[rest.entry_id]
        rest.reason = SitOut.Reason.LOT
        rest.save()
