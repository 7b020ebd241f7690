"""One person who turns out to be two: some competitions were somebody else's.

The two may be made one again by a merge, so nothing more is kept than what the log says:
`{"other": key, "competitions": [keys], "rows": Rows.to_json()}`, verb `SPLIT`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Membership, Person
from tournaments.services import audit, people, people_rows
from tournaments.services.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Collection

    from tournaments.models import Club, Competition, User
    from tournaments.names import Name

SPLIT = "split person"


def obstacles(person: Person, other: Person | None, competitions: Collection[Competition]) -> list[str]:
    """Why these competitions cannot be somebody else's; `other` None: a new person."""
    if not competitions:
        return [_("Choose at least one competition.")]
    if other is None:
        return []
    if other.pk == person.pk:
        return [_("Choose two different people.")]
    return people_rows.obstacles(person, other, competitions)


@transaction.atomic
def split(
    person: Person,
    competitions: Collection[Competition],
    *,
    club: Club,
    to: Person | Name,
    actor: User | None,
    key: str = "",
) -> Person:
    """Makes these competitions of the club somebody else's, entries, seats and results; who that is.

    to: somebody of the club, or the name of a new guest. Raises `AlreadyDone` for a repeated `key`, `Refused` with
    everything that forbids it.
    """
    audit.refuse_repeat(key)
    other = to if isinstance(to, Person) else None
    if found := obstacles(person, other, competitions):
        raise Refused(" ".join(found))
    if not isinstance(to, Person):
        to = people.add_person(
            club, to, actor=actor, kind=Membership.Kind.GUEST, visibility=person.visibility
        )
    known = people_rows.locked(person.pk, to.pk)
    person, to = known[person.pk], known[to.pk]
    if found := obstacles(person, to, competitions):  # somebody entered one of them in the meantime
        raise Refused(" ".join(found))
    rows = people_rows.move(person, to, competitions)
    audit.record(
        actor,
        club,
        SPLIT,
        person,
        key=key,
        name=person.name,
        other=to.pk,
        other_name=to.name,
        competitions=[one.pk for one in competitions],
        rows=rows.to_json(),
    )
    return to
