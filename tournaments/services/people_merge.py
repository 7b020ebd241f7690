"""Two people who turn out to be one; taking that back is `people_part`.

The other's rows become those of who stays; the other himself stays without any, so that what was made known of him
keeps its meaning and it can be undone by name. The log says what was moved (`Change.detail`, verb `MERGED`):

    {"other": key, "rows": Rows.to_json(), "memberships": [keys], "roles": [keys], "visibility": before,
     "joined": [{"kept": row, "after": row, "other": row}],    a club that both were in: row = `row_of` a membership
     "entries": [competitions that both took part in, see `people_entries`], "seasons": [those made again],
     "substitutes": [evenings, see `people_seasons.know_own_entries`], "scores": [rows that went by that], "reason",
     "together": [[kept, other]]}    a pair that stood in the books twice: the other couple of the same act

Of such a pair the row of the first couple holds what concerns both, and each names the other.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import names
from tournaments.models import (
    Change,
    Club,
    Competition,
    Evening,
    Membership,
    Person,
    Role,
)
from tournaments.services import (
    audit,
    people_entries,
    people_obstacles,
    people_rows,
    people_seasons,
)
from tournaments.services.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Collection

    from tournaments.models import User
    from tournaments.services.people_entries import Couples, Joint
    from tournaments.services.people_rows import Moving

MERGED, PARTED = "merge people", "undo merge"
_PRIVATE = [
    Person.Visibility.SHOWN,
    Person.Visibility.INITIALS,
    Person.Visibility.NUMBER,
    Person.Visibility.HIDDEN,
]
"""From least to most."""
ROW = ("pk", "club_id", "kind", "number", "since", "until")


@dataclass(frozen=True, slots=True)
class Joined:
    """A club that both belong to, with the number that stays and the one that lapses; "" for none."""

    club: Club
    number: str
    lapses: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What becomes of two people. `partners`: the two who become one with them. `joints`: what both took part in; `numbers`: clubs and numbers that come with the
    other; `obstacles` forbid it. `seasons`: where more changes than a name; `needs_reason` when some of that is known
    to people already."""

    kept: Person
    other: Person
    partners: Couples
    moving: list[Moving]
    joints: list[Joint]
    seasons: list[Competition]
    needs_reason: bool
    numbers: list[Membership]
    joined: list[Joined]
    roles: int
    visibility: str
    obstacles: list[str]

    @property
    def more_private(self) -> str:
        """How the name is shown from now on, in words; "" where that stays as it is."""
        changed = self.visibility != self.kept.visibility
        return str(Person.Visibility(self.visibility).label) if changed else ""

    @property
    def fingerprint(self) -> str:
        """Another one as soon as anything else would move."""
        told = (
            [(one.competition.pk, one.entered, one.rounds) for one in self.moving],
            [(one.kept.pk, one.gone.pk, _keys(one.own), _keys(one.others)) for one in self.joints],
            ([one.pk for one in self.seasons], self.needs_reason),
            [(one.club_id, one.number) for one in self.numbers],
            [(one.club.pk, one.number, one.lapses) for one in self.joined],
            [(kept.pk, other.pk) for kept, other in self.partners],
            (self.kept.name, self.other.name, self.roles, self.visibility, self.obstacles),
        )
        return hashlib.sha256(repr(told).encode()).hexdigest()[:32]


def _keys(evenings: Collection[Evening]) -> list[int]:
    return [evening.pk for evening in evenings]


# Finding ------------------------------------------------------------------------------------------------------


def probable_doubles(club: Club, person: Person) -> list[Person]:
    """Who of the club has the same name, or the same last name and initial; the likeliest first."""
    last = names.sort_key(names.Name("", "", person.last_name))
    namesakes = Person.objects.filter(memberships__club=club, sort_key__startswith=last).exclude(pk=person.pk)
    found = [other for other in namesakes if _alike(person, other)]
    return sorted(found, key=lambda other: (other.search_key != person.search_key, other.sort_key, other.pk))


def _alike(one: Person, other: Person) -> bool:
    last = {names.search_key(each.last_name) for each in (one, other)}
    first = [names.search_key(each.first_name)[:1] for each in (one, other)]
    return len(last) == 1 and (first[0] == first[1] or "" in first)


def preview(kept: Person, other: Person, allowed: Collection[int], *, partners: bool = False) -> Preview:
    """Everything that would move from `other` to `kept`; `allowed`: the clubs in which the asker may do this."""
    own = {one.club_id: one for one in kept.memberships.all()}
    theirs = list(other.memberships.select_related("club").order_by("club__name", "pk"))
    couples = people_entries.couples_of(kept, other, partners=partners)
    seasons = _changing(couples)
    return Preview(
        kept,
        other,
        couples[1:],
        people_rows.moving(other),
        people_entries.joints(couples),
        seasons,
        people_obstacles.needs_reason(seasons),
        [one for one in theirs if one.club_id not in own],
        [_as_joined(own[one.club_id], one) for one in theirs if one.club_id in own],
        Role.objects.filter(person=other).count(),
        max(kept.visibility, other.visibility, key=_PRIVATE.index),
        _forbidding(couples, allowed),
    )


def _changing(couples: Couples) -> list[Competition]:
    """Where both of a couple are known, so that more changes than a name; a closed season keeps what it says."""
    found = {one.pk: one for couple in couples for one in people_entries.shared(*couple) if not one.is_closed}
    return list(found.values())


def _as_joined(own: Membership, other: Membership) -> Joined:
    lapses = other.number if own.number else ""
    return Joined(other.club, own.number or other.number, lapses)


def _forbidding(couples: Couples, allowed: Collection[int]) -> list[str]:
    if any(kept.pk == other.pk for kept, other in couples):
        return [_("Choose two different people.")]
    people = [one for couple in couples for one in couple]
    gone = [
        _("%(name)s is already known to be somebody else.") % {"name": one.name}
        for one in people
        if one.merged_into_id
    ]
    return gone or people_rows.not_allowed(people, allowed) + people_obstacles.of_merge(couples)


# Doing --------------------------------------------------------------------------------------------------------


@transaction.atomic
def merge(
    kept: Person,
    other: Person,
    *,
    club: Club,
    actor: User | None,
    allowed: Collection[int],
    reason: str = "",
    partners: bool = False,
    key: str = "",
) -> Change:
    """Makes everything of `other` that of `kept`, who keeps name and number; the row of the log.

    partners: whoever they play with in fixed pairs are one as well, in the same act. Where both took part in a competition their entries become one, and the season is made again from its sources.
    Raises `AlreadyDone` for a repeated `key`, `Refused` with everything that forbids it, and without a reason where
    something changes that is closed or published.
    """
    audit.refuse_repeat(key)
    couples = people_entries.couples_of(kept, other, partners=partners)
    people = people_rows.locked(*(one.pk for couple in couples for one in couple))
    couples = [(people[one.pk], people[two.pk]) for one, two in couples]
    seasons = _changing(couples)
    before = people_seasons.hold(seasons)
    if found := _forbidding(couples, allowed):
        raise Refused(" ".join(found))
    refuse_without_reason(seasons, reason)
    joints = people_entries.joints(couples)
    entries = [people_entries.join(joint, reason.strip()) for joint in joints]
    moved = [_make_one(*couple) for couple in couples]
    substitutes = [people_seasons.know_own_entries(seasons, one) for one, _other in couples]
    scores = people_seasons.make_again(seasons, before)
    people_seasons.have_read_again(seasons)
    acts = []
    for at, (one, two) in reversed(list(enumerate(couples))):
        both = {"entries": entries, "seasons": [season.pk for season in seasons], "scores": scores}
        acts.append(
            audit.record(
                actor,
                club,
                MERGED,
                one,
                key="" if at else key,
                name=one.name,
                other=two.pk,
                other_name=two.name,
                **moved[at],
                **({} if at else both),
                substitutes=substitutes[at],
                reason=reason.strip(),
                together=[[each.pk for each in couple] for couple in couples if couple != (one, two)],
            )
        )
    return acts[-1]


def _make_one(kept: Person, other: Person) -> dict[str, Any]:
    """Moves all that is of one person alone; what was moved, for the log."""
    rows = people_rows.move(other, kept)
    roles = list(other.roles.order_by("pk").values_list("pk", flat=True))
    Role.objects.filter(pk__in=roles).update(person=kept)
    moved, joined = _move_memberships(kept, other)
    visibility = kept.visibility
    kept.visibility = max(visibility, other.visibility, key=_PRIVATE.index)
    kept.save()
    other.merged_into = kept
    other.save()
    return {
        "rows": rows.to_json(),
        "memberships": moved,
        "joined": joined,
        "roles": roles,
        "visibility": [visibility, kept.visibility],
    }


def refuse_without_reason(seasons: Collection[Competition], reason: str) -> None:
    """Raises `Refused` where something changes that is closed or published, without a reason."""
    if not reason.strip() and people_obstacles.needs_reason(seasons):
        raise Refused(_("Say why: what was published changes only with a reason."))


def _move_memberships(kept: Person, other: Person) -> tuple[list[int], list[dict[str, Any]]]:
    """Memberships come along; where both belong to a club the two become one."""
    own = {one.club_id: one for one in kept.memberships.all()}
    moved, joined = [], []
    for theirs in other.memberships.order_by("pk"):
        mine = own.get(theirs.club_id)
        if mine is None:
            moved.append(theirs.pk)
            continue
        before, gone = row_of(mine), row_of(theirs)
        mine.number = mine.number or theirs.number
        mine.kind = (
            Membership.Kind.MEMBER if Membership.Kind.MEMBER in (mine.kind, theirs.kind) else mine.kind
        )
        mine.since = min(mine.since, theirs.since) if mine.since and theirs.since else None
        mine.until = max(mine.until, theirs.until) if mine.until and theirs.until else None
        theirs.delete()  # before the other takes its number
        mine.save()
        joined.append({"kept": before, "after": row_of(mine), "other": gone})
    Membership.objects.filter(pk__in=moved).update(person=kept)
    return moved, joined


def row_of(one: Membership) -> dict[str, Any]:
    found = {name: getattr(one, name) for name in ROW}
    return found | {name: found[name] and found[name].isoformat() for name in ("since", "until")}
