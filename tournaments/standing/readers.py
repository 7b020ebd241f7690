"""For whom a list is made, and the names in it as that reader may see them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.db.models import Prefetch

from tournaments import names
from tournaments.models import EntryMember, Membership, Person, Role
from tournaments.standing.packs import partners_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from django.contrib.auth.models import AnonymousUser

    from tournaments.models import Club, Competition, Entry, User


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a list is made.

    public: names only as far as their owners allow, and no member numbers. people: keys of the people the
    reader is, whose rows are marked as the own ones. desk: works at the desk, and sees the scores of an evening
    under embargo (`tournaments.embargo`); never on a public page.
    """

    public: bool = False
    people: frozenset[int] = frozenset()
    desk: bool = False

    def name_of(self, person: Person) -> str:
        return person.public_name() if self.public else person.name


def reader_for(user: User | AnonymousUser, club: Club, *, public: bool = False) -> Reader:
    """Who asks; costs no query for somebody who is not signed in."""
    if not user.is_authenticated:
        return Reader(public)
    roles = list(Role.objects.filter(user=user, club=club).values_list("person_id", "kind"))
    desk = not public and (user.is_superuser or any(kind != Role.Kind.PLAYER for _, kind in roles))
    return Reader(public, frozenset(person for person, _ in roles if person), desk)


DESK = Reader(desk=True)
"""Whoever makes a document: that is for the desk alone."""


@dataclass(frozen=True, slots=True)
class Who:
    """A name in a list as the reader may see it; `number` is the member number, empty in public.

    entry: key of the entry, of the person in a list of people, or `packs.partners_key` of two partners. people: the
    keys of the people it is. own: the reader is one of them.
    """

    entry: int
    name: str
    number: str
    guest: bool
    own: bool
    people: tuple[int, ...] = ()

    def matches(self, query: str) -> bool:
        return names.search_matches(query, self.search_key)

    @property
    def search_key(self) -> str:
        return names.search_key(f"{self.name} {self.number}")

    def seen_by(self, reader: Reader) -> Who:
        """The same, marked when the reader is in it."""
        return replace(self, own=not reader.people.isdisjoint(self.people))


def who_is_who(competition: Competition, reader: Reader) -> dict[int, Who]:
    """Every entry of a competition, in the order of the names that are shown."""
    members = EntryMember.objects.select_related("person")
    entries = list(competition.entries.prefetch_related(Prefetch("members", members)))
    numbers = _numbers(competition, reader)
    return _sorted((_sort_key(entry, reader), _who_of_entry(entry, reader, numbers)) for entry in entries)


def people_who(competition: Competition, reader: Reader) -> dict[int, Who]:
    """Everybody who sat at a table of a competition, by person; who is in no entry with a rank is a guest."""
    ranked = EntryMember.objects.filter(competition=competition, entry__ranked=True)
    members = set(ranked.values_list("person_id", flat=True))
    seated = Person.objects.filter(seats__round__evening__competition=competition).distinct()
    numbers = _numbers(competition, reader)
    return _sorted(
        (
            names.search_key(person.public_name()) if reader.public else person.sort_key,
            Who(
                entry=person.pk,
                name=reader.name_of(person),
                number=numbers.get(person.pk, ""),
                guest=person.pk not in members,
                own=person.pk in reader.people,
                people=(person.pk,),
            ),
        )
        for person in seated
    )


def partners_who(competition: Competition, reader: Reader, keys: Iterable[int]) -> dict[int, Who]:
    """Two people who played together, by `packs.partners_key`; in the order of the first name of the two."""
    people = people_who(competition, reader)
    place = {person: number for number, person in enumerate(people)}
    pairs = {key: sorted(partners_of(key), key=place.__getitem__) for key in keys}
    found = {}
    for key, (one, other) in sorted(pairs.items(), key=lambda pair: [place[person] for person in pair[1]]):
        both = (people[one], people[other])
        found[key] = Who(
            entry=key,
            name=" + ".join(who.name for who in both),
            number=" + ".join(who.number for who in both if who.number),
            guest=any(who.guest for who in both),
            own=any(who.own for who in both),
            people=(one, other),
        )
    return found


def _who_of_entry(entry: Entry, reader: Reader, numbers: Mapping[int, str]) -> Who:
    people = tuple(person.pk for person in entry.people)
    known = [] if entry.team_name else [numbers[pk] for pk in people if numbers.get(pk)]
    return Who(
        entry=entry.pk,
        name=entry.name_for(public=reader.public),
        number=" + ".join(known),
        guest=not entry.ranked,
        own=not reader.people.isdisjoint(people),
        people=people,
    )


def _sort_key(entry: Entry, reader: Reader) -> str:
    return names.search_key(entry.public_name()) if reader.public else entry.sort_key


def _numbers(competition: Competition, reader: Reader) -> dict[int, str]:
    """Member numbers by person; they are not for the public."""
    if reader.public:
        return {}
    return dict(Membership.objects.filter(club=competition.club_id).values_list("person_id", "number"))


def _sorted(found: Iterable[tuple[str, Who]]) -> dict[int, Who]:
    return {who.entry: who for _, who in sorted(found, key=lambda pair: (pair[0], pair[1].entry))}
