"""Teams: their names, the clubs they play for, and their squads in the order of the line-up."""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments import names
from tournaments.models import Entry, EntryMember, Membership, Person, Seat
from tournaments.services import audit, people
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    import datetime
    from collections.abc import Mapping, Sequence

    from tournaments.models import Competition, Evening, User
    from tournaments.names import Name

MOST_IN_SQUAD = 24


@transaction.atomic
def add_team(
    competition: Competition,
    name: str,
    squad: Sequence[Person],
    *,
    represents: str = "",
    newcomers: Sequence[Name] = (),
    actor: User | None,
    key: str = "",
) -> Entry:
    """Enters a team with its squad, the usual line-up first; `newcomers` become guests of the club and its reserves.

    Raises `AlreadyDone` for a repeated key, and `Refused` for a name that another team has, too few or too many
    people, and somebody who is named twice or already takes part.
    """
    audit.refuse_repeat(key)
    refuse_closed_season(competition)
    if not competition.is_teams:
        raise Refused(_("Only a competition of teams has teams."))
    name = " ".join(name.split())
    _refuse_name(competition, name)
    squad = [*squad, *_guests(competition, newcomers, actor)]
    _refuse_squad(competition, squad)
    entry = Entry.objects.create(competition=competition, team_name=name, represents=represents)
    _store_squad(entry, squad)
    audit.record(
        actor,
        competition.club,
        "add team",
        entry,
        key=key,
        name=name,
        represents=represents,
        people=_keys(squad),
    )
    return entry


@transaction.atomic
def change_team(
    entry: Entry,
    name: str,
    squad: Sequence[Person],
    *,
    represents: str = "",
    newcomers: Sequence[Name] = (),
    actor: User,
) -> None:
    """Another name, club, squad or order of the line-up; rounds that are drawn stay as they are.

    The squad is that of the end: who goes to another team on a day to come is not in it, and stays until then.
    Raises `Refused` as `add_team` does, and for somebody who leaves the squad but has played for the team or came
    to it from another.
    """
    competition = entry.competition
    refuse_closed_season(competition)
    entry.refresh_from_db(from_queryset=Entry.objects.select_for_update())
    name = " ".join(name.split())
    _refuse_name(competition, name, besides=entry)
    squad = [*squad, *_guests(competition, newcomers, actor)]
    _refuse_squad(competition, squad, besides=entry)
    before = {"name": entry.team_name, "represents": entry.represents, "people": _keys(entry.people)}
    _refuse_gone(entry, squad)
    entry.team_name, entry.represents = name, represents
    entry.save()
    came = {member.person_id: member for member in entry.members.filter(until=None)}
    entry.members.filter(until=None).delete()
    _store_squad(entry, squad, came)
    audit.record(
        actor,
        competition.club,
        "change team",
        entry,
        before=before,
        name=name,
        represents=represents,
        people=_keys(squad),
    )


def refuse_other_day(evening: Evening, day: datetime.date) -> None:
    """Raises `Refused` when an evening would go to a day on which somebody who has a seat is of another team."""
    seats = Seat.objects.filter(round__evening=evening, entry__competition=evening.competition_id)
    members = EntryMember.objects.filter(competition=evening.competition_id)
    moved = members.filter(Q(since__isnull=False) | Q(until__isnull=False)).values("person")
    for seat in seats.filter(person__in=moved).select_related("entry", "person").order_by("pk"):
        own = members.filter(entry=seat.entry_id, person=seat.person_id)
        if own.on(evening.date).exists() and not own.on(day).exists():
            raise Refused(
                _("%(name)s has a seat for %(team)s, and is of another team on that day.")
                % {"name": seat.person.name, "team": seat.entry.name}
            )


def copy_entry(entry: Entry, following: Competition, *, actor: User | None) -> Entry:
    """The same person, pair or team in another competition, with everything that is known of it."""
    if entry.team_name:
        copy = add_team(following, entry.team_name, entry.people, represents=entry.represents, actor=actor)
    else:
        copy = people.add_entry(following, entry.people, actor=actor)
    copy.ranked, copy.represents = entry.ranked, entry.represents
    copy.strength, copy.fixed_table = entry.strength, entry.fixed_table
    copy.save()
    return copy


def _guests(competition: Competition, newcomers: Sequence[Name], actor: User | None) -> list[Person]:
    """Makes guests of people who are not in the club yet."""
    guests = []
    for newcomer in newcomers:
        if people.namesakes(competition.club, newcomer):
            raise Refused(
                _("%(name)s is in the list already: choose the name there.")
                % {"name": names.display(newcomer)}
            )
        guests.append(people.add_person(competition.club, newcomer, actor=actor, kind=Membership.Kind.GUEST))
    return guests


def _refuse_name(competition: Competition, name: str, besides: Entry | None = None) -> None:
    if not name:
        raise Refused(_("A team has a name: fill it in."))
    others = competition.entries.filter(team_name__iexact=name)
    if others.exclude(pk=besides.pk if besides else None).exists():
        raise Refused(_("There is a team %(name)s already: choose another name.") % {"name": name})


def _refuse_squad(competition: Competition, squad: Sequence[Person], besides: Entry | None = None) -> None:
    size = competition.team_size or 2
    if not size <= len(squad) <= MOST_IN_SQUAD:
        raise Refused(
            _(
                "A team of %(size)s needs a squad of %(size)s to %(most)s people; there are %(count)s. People who "
                "are not in the list are added to the club first, as guests for instance."
            )
            % {"size": size, "most": MOST_IN_SQUAD, "count": len(squad)}
        )
    named = Counter(squad)
    if twice := next((person for person, times in named.items() if times > 1), None):
        raise Refused(_("%(name)s stands twice in the squad.") % {"name": twice.name})
    others = EntryMember.objects.filter(competition=competition, person__in=squad, until=None)
    if besides:
        others = others.exclude(entry=besides)
    if taken := others.select_related("person", "entry").first():
        raise Refused(
            _("%(name)s already plays for %(team)s.") % {"name": taken.person.name, "team": taken.entry.name}
        )


def _refuse_gone(entry: Entry, squad: Sequence[Person]) -> None:
    """Who has played stays: the sheets of the past say that he was of the team."""
    gone = [person for person in entry.people if person not in squad]
    came = (
        entry.members.filter(until=None, person__in=gone).exclude(since=None).select_related("person").first()
    )
    if came:
        raise Refused(
            _(
                "%(name)s came from another team: take that transfer back, or let %(name)s go to another team from "
                "a day on."
            )
            % {"name": came.person.name}
        )
    played = Seat.objects.filter(entry=entry, person__in=gone).select_related("person").first()
    if played:
        raise Refused(
            _(
                "%(name)s has a seat in a match of this team and stays in the squad: as the last reserve, for instance."
            )
            % {"name": played.person.name}
        )


def _store_squad(
    entry: Entry, squad: Sequence[Person], came: Mapping[int, EntryMember] = MappingProxyType({})
) -> None:
    """`came`: how the people who were in it already came to it, by person."""
    members = [
        EntryMember(entry=entry, competition=entry.competition, person=person, position=position)
        for position, person in enumerate(squad)
    ]
    left = EntryMember.objects.filter(competition=entry.competition, person__in=squad).exclude(until=None)
    days = dict(left.order_by("until").values_list("person_id", "until"))  # of a team that is gone since
    for member in members:
        member.since = days.get(member.person_id)
        if before := came.get(member.person_id):
            member.since, member.reason = before.since, before.reason
    try:
        with transaction.atomic():
            EntryMember.objects.bulk_create(members)
    except IntegrityError as error:  # entered by somebody else in the same instant
        raise Refused(_("Somebody else has just entered one of these people.")) from error


def _keys(squad: Sequence[Person]) -> list[int]:
    return [person.pk for person in squad]
