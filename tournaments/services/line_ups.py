"""Who plays at which table for a team: proposed from its squad, changed before the draw is published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import EntryMember, Fixture, Round, Seat
from tournaments.services import audit, draw_tables
from tournaments.services.draw import refuse_unless_draft
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    import datetime
    from collections.abc import Sequence

    from tournaments.models import Entry, Evening, Person, User

Pair = list["Person"]


def from_squad(entry: Entry, tables: int, day: datetime.date, fixture: Fixture | None = None) -> list[Pair]:
    """The first of the squad of that day two by two, one pair a table; in this match nobody who may not play in it.

    Raises `Refused` when the squad is too small.
    """
    bound = bound_elsewhere(fixture, entry) if fixture else {}
    people = [person for person in entry.people_on(day) if person.pk not in bound]
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


def match_of(round_: Round, entry: Entry) -> Fixture | None:
    """The match that a team plays in a round: the last that began by then on this evening with who sits there."""
    mine = Seat.objects.filter(round=round_, entry=entry).values("table")
    met = set(Seat.objects.filter(table__in=mine).values_list("entry_id", flat=True))
    begun = Fixture.objects.filter(
        table__round__evening=round_.evening_id, table__round__number__lte=round_.number
    )
    begun = begun.filter(home__in=met, away__in=met).select_related("division")
    return begun.order_by("-table__round__number").first()


def bound_elsewhere(fixture: Fixture, entry: Entry) -> dict[int, str]:
    """Who came to a team from another and may not play for it in this match, and why, by person.

    Nobody plays for two teams on one match day of a division, whatever the dates of its matches; nor in one
    knock-out, where its rule says so.
    """
    came = entry.members.exclude(since=None).values("person")
    seats = Seat.objects.filter(person__in=came, entry__competition=entry.competition_id).exclude(entry=entry)
    seats = seats.exclude(round__state=Round.State.DRAFT).select_related("round", "entry", "person")
    division = fixture.division
    tied = division.kind == division.Kind.KNOCK_OUT and division.get_transfers().cup_tied
    bound = {}
    for seat in seats:
        other = match_of(seat.round, seat.entry)
        if other is None or other.division_id != fixture.division_id:
            continue
        told = {"name": seat.person.name, "team": seat.entry.name, "division": division.name}
        if tied:
            bound[seat.person_id] = (
                _("%(name)s has played for %(team)s in %(division)s, and plays for no other team in it.")
                % told
            )
        elif other.match_day == fixture.match_day:
            told |= {"day": other.match_day}
            bound[seat.person_id] = (
                _("%(name)s has played for %(team)s on match day %(day)s, and plays for no other team on it.")
                % told
            )
    return bound


@transaction.atomic
def change(round_: Round, entry: Entry, people: Sequence[Person], *, actor: User) -> None:
    """Seats these people for a team in a draft, in the order of `seats_of`; who is not in its squad is a substitute.

    The same twice is the same. Raises `Refused` once the draw is published, for another number of people, and for
    somebody who is named twice, sits elsewhere in this round, plays for another team on this day or has played for
    another on this match day.
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
    _refuse_bound(round_, entry, people)
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
    there = EntryMember.objects.on(round_.evening.date).exclude(entry=entry)
    members = there.filter(competition=entry.competition, person__in=people)
    if other := members.select_related("person", "entry").first():
        raise Refused(
            _("%(name)s plays for %(team)s, and cannot play for another team.")
            % {"name": other.person.name, "team": other.entry.name}
        )


def _refuse_bound(round_: Round, entry: Entry, people: Sequence[Person]) -> None:
    match = match_of(round_, entry)
    bound = bound_elsewhere(match, entry) if match else {}
    if why := next((bound[person.pk] for person in people if person.pk in bound), None):
        raise Refused(why)
