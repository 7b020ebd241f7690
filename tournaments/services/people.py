"""People of a club: members with their number, guests, entries in a competition, roles of users."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments.models import Entry, EntryMember, Membership, Person, Role
from tournaments.services import audit
from tournaments.services.errors import Refused
from tournaments.services.guards import refuse_closed_season

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.models import Club, Competition, User
    from tournaments.names import Name


def namesakes(club: Club, name: Name) -> list[Person]:
    """People of the club with exactly this name, accents and case aside."""
    twin = Person(first_name=name.first, prefix=name.prefix, last_name=name.last)
    twin.set_keys()
    return list(Person.objects.filter(memberships__club=club, search_key=twin.search_key))


@transaction.atomic
def add_person(
    club: Club,
    name: Name,
    *,
    actor: User | None,
    kind: str = Membership.Kind.MEMBER,
    number: str = "",
    visibility: str = Person.Visibility.SHOWN,
    key: str = "",
) -> Person:
    """Adds somebody to a club.

    Raises `AlreadyDone` for a repeated `key`, `Refused` for a number that another member has. People may
    share a name: callers ask first (`namesakes`).
    """
    audit.refuse_repeat(key)
    _refuse_taken_number(club, number)
    person = Person.objects.create(
        first_name=name.first, prefix=name.prefix, last_name=name.last, visibility=visibility
    )
    Membership.objects.create(club=club, person=person, kind=kind, number=number)
    audit.record(actor, club, "add person", person, key=key, name=person.name, kind=kind, number=number)
    return person


@transaction.atomic
def change_person(
    membership: Membership, name: Name, *, actor: User, kind: str, number: str, visibility: str
) -> Person:
    """Changes name, number, kind or visibility; what was played stays as it was."""
    _refuse_taken_number(membership.club, number, besides=membership)
    person = membership.person
    before = {"name": person.name, "number": membership.number, "kind": membership.kind}
    person.first_name, person.prefix, person.last_name = name.first, name.prefix, name.last
    person.visibility = visibility
    person.save()
    membership.kind, membership.number = kind, number
    membership.save()
    audit.record(
        actor, membership.club, "change person", person, before=before, name=person.name, number=number
    )
    return person


def _refuse_taken_number(club: Club, number: str, besides: Membership | None = None) -> None:
    if not number:
        return
    others = Membership.objects.filter(club=club, number=number).select_related("person")
    if besides:
        others = others.exclude(pk=besides.pk)
    if holder := others.first():
        raise Refused(
            _("Number %(number)s belongs to %(name)s. Choose another number, or leave it empty.")
            % {"number": number, "name": holder.person.name}
        )


@transaction.atomic
def add_entry(
    competition: Competition,
    people: Sequence[Person],
    *,
    actor: User | None,
    ranked: bool | None = None,
    represents: str = "",
) -> Entry:
    """Enters one person, or two for a competition of fixed pairs; teams are made by `squads.add_team`.

    `represents`: the club that they play for in a league of clubs.

    `ranked` left out: guests are shown but not ranked. An entry of the same people that was closed is opened
    again, with its past. Raises `Refused` when the number of people is wrong,
    somebody is named twice or already entered.
    """
    refuse_closed_season(competition)
    if competition.is_teams:
        raise Refused(_("This competition is for teams: make a team with its squad."))
    wanted = 2 if competition.is_pairs else 1
    if len(people) != wanted:
        raise Refused(
            _("A pair is two people: choose both.") if competition.is_pairs else _("Choose one person.")
        )
    if len({person.pk for person in people}) != wanted:
        raise Refused(
            _("%(name)s was chosen twice: a pair is two different people.") % {"name": people[0].name}
        )
    if closed := _closed_entry(competition, people):
        closed.active = True
        closed.save()
        audit.record(actor, competition.club, "open entry", closed, people=[person.pk for person in people])
        return closed
    entered = EntryMember.objects.filter(competition=competition, person__in=people).select_related("person")
    if first := entered.first():
        raise Refused(
            _("%(name)s already takes part in %(competition)s.")
            % {"name": first.person.name, "competition": competition}
        )
    if ranked is None:
        ranked = not Membership.objects.filter(
            club=competition.club, person__in=people, kind=Membership.Kind.GUEST
        ).exists()
    entry = Entry.objects.create(competition=competition, ranked=ranked, represents=represents)
    try:
        with transaction.atomic():
            for position, person in enumerate(people):
                EntryMember.objects.create(
                    entry=entry, competition=competition, person=person, position=position
                )
    except IntegrityError as error:  # entered by somebody else in the same instant
        raise Refused(_("Somebody else has just entered %(name)s.") % {"name": people[0].name}) from error
    audit.record(actor, competition.club, "add entry", entry, people=[person.pk for person in people])
    return entry


def _closed_entry(competition: Competition, people: Sequence[Person]) -> Entry | None:
    wanted = {person.pk for person in people}
    entries = Entry.objects.filter(competition=competition, active=False, members__person=people[0])
    for entry in entries.prefetch_related("members"):
        if {member.person_id for member in entry.members.all()} == wanted:
            return entry
    return None


@transaction.atomic
def remove_entry(entry: Entry, *, actor: User) -> None:
    """Takes an entry out of a competition; one that has played is only closed, so that the past stays.

    So is one with fixtures: its matches wait for the organiser to decide them.
    """
    refuse_closed_season(entry.competition)
    club = entry.competition.club
    used = (entry.seats, entry.postings, entry.home_fixtures, entry.away_fixtures)
    if any(rows.exists() for rows in used):
        entry.active = False
        entry.save()
        audit.record(actor, club, "close entry", entry, name=entry.name)
        return
    audit.record(actor, club, "remove entry", entry, name=entry.name)
    entry.divisions.all().delete()
    entry.delete()


@transaction.atomic
def give_role(club: Club, user: User, kind: str, *, actor: User | None, person: Person | None = None) -> Role:
    role, created = Role.objects.get_or_create(user=user, club=club, kind=kind, defaults={"person": person})
    if created:
        audit.record(actor, club, "give role", role, user=user.username, kind=kind)
    return role


@transaction.atomic
def take_role(role: Role, *, actor: User) -> None:
    """Takes a role away; the last administrator of a club stays one."""
    administrators = Role.objects.filter(club=role.club, kind=Role.Kind.ADMINISTRATOR)
    if role.kind == Role.Kind.ADMINISTRATOR and administrators.count() == 1:
        raise Refused(
            _("%(user)s is the last administrator of %(club)s. Make somebody else administrator first.")
            % {"user": role.user, "club": role.club}
        )
    audit.record(actor, role.club, "take role", role, user=role.user.username, kind=role.kind)
    role.delete()


@transaction.atomic
def set_password(club: Club, user: User, password: str, *, actor: User) -> None:
    """Gives somebody of the club a new password.

    Raises `Refused` for a user who is something in another club too, or administers everything: whoever could
    set that password could act there.
    """
    elsewhere = Role.objects.filter(user=user).exclude(club=club).exists()
    if (elsewhere or user.is_superuser) and user != actor:
        raise Refused(
            _(
                "%(user)s has rights outside this club too: only an administrator of everything sets that password."
            )
            % {"user": user.username}
        )
    user.set_password(password)
    user.save()
    audit.record(actor, club, "set password", user)
