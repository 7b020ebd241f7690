"""Who plays at which table for a team: proposed from its squad, changed before the draw is published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import EntryMember, Seat
from tournaments.services import audit, draw_tables
from tournaments.services.draw import refuse_unless_draft
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.models import Entry, Evening, Person, Round, User

Pair = list["Person"]


def from_squad(entry: Entry, tables: int) -> list[Pair]:
    """The first of the squad two by two, one pair a table. Raises `Refused` when the squad is too small."""
    people = entry.people
    if len(people) < 2 * tables:
        raise Refused(
            _("%(name)s has %(count)s in its squad; a match takes %(size)s. Add somebody to the squad first.")
            % {"name": entry.name, "count": len(people), "size": 2 * tables}
        )
    return [people[2 * at : 2 * at + 2] for at in range(tables)]


def as_they_sat(evening: Evening, number: int, entry: Entry) -> list[Pair]:
    """The pairs of a team in a round of this evening, in the order of the tables."""
    seats = Seat.objects.filter(round__evening=evening, round__number=number, entry=entry)
    pairs: dict[int, Pair] = {}
    for seat in _in_order(list(seats.select_related("table", "person"))):
        pairs.setdefault(seat.table.number, []).append(seat.person)
    return list(pairs.values())


def moved_on(pairs: Sequence[Pair]) -> list[Pair]:
    """Everybody at the next table, the last pair at the first."""
    return [*pairs[-1:], *pairs[:-1]]


def seats_of(round_: Round, entry: Entry) -> list[Seat]:
    """The seats of a team in a round, table by table, who sits North or East first."""
    seats = Seat.objects.filter(round=round_, entry=entry).select_related("table", "person")
    return _in_order(list(seats))


def _in_order(seats: list[Seat]) -> list[Seat]:
    return sorted(seats, key=lambda seat: (seat.table.number, "NESW".index(seat.position)))


@transaction.atomic
def change(round_: Round, entry: Entry, people: Sequence[Person], *, actor: User) -> None:
    """Seats these people for a team in a draft, in the order of `seats_of`; who is not in its squad is a substitute.

    The same twice is the same. Raises `Refused` once the draw is published, for another number of people, and for
    somebody who is named twice, sits elsewhere in this round or plays for another team.
    """
    refuse_closed_season(entry.competition)
    draw_tables.lock(round_)
    refuse_unless_draft(round_)
    seats = seats_of(round_, entry)
    if not seats:
        raise Refused(_("%(name)s does not play in this round.") % {"name": entry.name})
    if len(people) != len(seats):
        raise Refused(_("Name somebody for each of the %(count)s seats.") % {"count": len(seats)})
    _refuse_twice(people)
    _refuse_elsewhere(round_, entry, people)
    before = [seat.person_id for seat in seats]
    if before == [person.pk for person in people]:
        return
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).delete()
    for seat, person in zip(seats, people, strict=True):
        seat.pk, seat.person = None, person
    Seat.objects.bulk_create(seats)
    audit.record(
        actor,
        entry.competition.club,
        "line-up",
        round_,
        entry=entry.pk,
        before=before,
        people=[person.pk for person in people],
    )


def _refuse_twice(people: Sequence[Person]) -> None:
    for at, person in enumerate(people):
        if person in people[:at]:
            raise Refused(_("%(name)s has two seats in this line-up.") % {"name": person.name})


def _refuse_elsewhere(round_: Round, entry: Entry, people: Sequence[Person]) -> None:
    seated = Seat.objects.filter(round=round_, person__in=people).exclude(entry=entry)
    if other := seated.select_related("table", "person").first():
        raise Refused(
            _("%(name)s already sits at table %(table)s in this round.")
            % {"name": other.person.name, "table": other.table.number}
        )
    members = EntryMember.objects.filter(competition=entry.competition, person__in=people).exclude(
        entry=entry
    )
    if other := members.select_related("person", "entry").first():
        raise Refused(
            _("%(name)s plays for %(team)s, and cannot play for another team.")
            % {"name": other.person.name, "team": other.entry.name}
        )
