"""Who is shown by which name, and who has a page: only as far as people allow it themselves.

Full names, member numbers and the pages of who is hidden are for who works at the desk. Who signs in and only looks
reads here what the public reads, and himself in full: everybody in a club has such an account, and what is told here
about one person, round by round, is more than what hangs on the wall. Standings, results and tables at the desk do keep
the names in full for such a reader: they are those of the hall, where everybody must find his seat and may check the
scores, and where the same lists hang.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from tournaments import embargo, names
from tournaments.models import Membership, Person, RatingEvening

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet

    from tournaments.models import Club
    from tournaments.rating import Key
    from tournaments.standing.queries import Reader


@dataclass(frozen=True, slots=True)
class Somebody:
    """A person as the reader may see it.

    number: the member number, empty in public. own: the reader is it. hidden: may not be found, and has no page.
    """

    person: int
    name: str
    number: str
    own: bool
    hidden: bool
    sort_key: str


def people_of(club: Club) -> QuerySet[Person]:
    """Everybody who belongs or belonged to a club, or is entered in one of its competitions."""
    members = Membership.objects.filter(club=club).values("person")
    entered = Person.objects.filter(entries__competition__club=club).values("pk")
    return Person.objects.filter(Q(pk__in=members) | Q(pk__in=entered), merged_into=None)


def reads_as_public(reader: Reader) -> bool:
    """Whether somebody reads about others only what they allow everybody: all but who works at the desk."""
    return reader.public or not reader.desk


def shown_people(club: Club, reader: Reader) -> QuerySet[Person]:
    """Who of them has a page for this reader."""
    people = people_of(club)
    if not reads_as_public(reader):
        return people
    return people.filter(~Q(visibility=Person.Visibility.HIDDEN) | Q(pk__in=reader.people))


def found_person(club: Club, reader: Reader, pk: int) -> Person | None:
    """Who has a page under this key, or whom that person turned out to be; None for nobody this reader may find."""
    seen: set[int] = set()
    while pk not in seen:
        seen.add(pk)
        onward = Person.objects.filter(pk=pk).values_list("merged_into", flat=True).first()
        pk = onward or pk
    return shown_people(club, reader).filter(pk=pk).first()


def somebodies(people: Iterable[Person], club: Club, reader: Reader) -> dict[int, Somebody]:
    """These people by key, in the order of the names that are shown; one query at the desk, none in public."""
    found = list(people)
    numbers: dict[int, str] = {}
    if not reads_as_public(reader):
        known = Membership.objects.filter(club=club, person__in=[one.pk for one in found])
        numbers = dict(known.values_list("person_id", "number"))
    made = [_somebody(one, reader, numbers.get(one.pk, "")) for one in found]
    return {one.person: one for one in sorted(made, key=lambda one: (one.sort_key, one.person))}


def _somebody(person: Person, reader: Reader, number: str) -> Somebody:
    own, as_public = person.pk in reader.people, reads_as_public(reader)
    name = _name(person, reader)
    return Somebody(
        person=person.pk,
        name=name,
        number=number,
        own=own,
        hidden=as_public and not own and person.visibility == Person.Visibility.HIDDEN,
        sort_key=names.search_key(name) if as_public else person.sort_key,
    )


def _name(person: Person, reader: Reader) -> str:
    own = person.pk in reader.people
    return person.public_name() if reads_as_public(reader) and not own else person.name


def named(keys: Iterable[int], club: Club, reader: Reader) -> dict[int, Somebody]:
    """The people with these keys."""
    return somebodies(Person.objects.filter(pk__in=set(keys)), club, reader)


def search(club: Club, reader: Reader, query: str) -> list[Somebody]:
    """Everybody whose shown name has words that begin so, accents and case aside, in the order of the names."""
    people = shown_people(club, reader)
    if not reads_as_public(reader):
        return list(somebodies(people.search(query), club, reader).values())
    full = Person.Visibility.SHOWN
    found = [*people.filter(visibility=full).search(query)]
    found += [
        person
        for person in people.exclude(visibility=full)
        if names.search_matches(query, names.search_key(_name(person, reader)))
    ]
    return list(somebodies(found, club, reader).values())


def secret_from(club: Club, reader: Reader) -> Key | None:
    """From which place in the order of rated evenings this reader may know nothing: the first that is kept back."""
    if reader.desk:
        return None
    kept_back = embargo.evenings_in_force().values("pk")
    rated = RatingEvening.objects.filter(pool__clubs__club=club, evening__in=kept_back)
    return rated.order_by("day", "event").values_list("day", "event").first()
