"""Two people who turn out to be one, and taking that back.

The other's rows become those of who stays; the other himself stays without any, so that what was made known of him
keeps its meaning and it can be undone by name. The log says what was moved (`Change.detail`, verb `MERGED`):

    {"other": key, "rows": Rows.to_json(), "memberships": [keys], "roles": [keys], "visibility": before,
     "joined": [{"kept": row, "after": row, "other": row}],    a club that both were in: row = `_row` of a membership
     "entries": [competitions that both took part in, see `people_entries`], "seasons": [those made again],
     "substitutes": [evenings, see `people_seasons.know_own_entries`], "scores": [rows that went by that], "reason"}
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
    EntryMember,
    Evening,
    Membership,
    Person,
    Posting,
    Role,
    Seat,
)
from tournaments.services import (
    audit,
    guards,
    people_entries,
    people_kept,
    people_obstacles,
    people_rows,
    people_seasons,
)
from tournaments.services.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Collection

    from tournaments.models import User
    from tournaments.services.people_entries import Joint
    from tournaments.services.people_rows import Moving

MERGED, PARTED = "merge people", "undo merge"
_PRIVATE = [
    Person.Visibility.SHOWN,
    Person.Visibility.INITIALS,
    Person.Visibility.NUMBER,
    Person.Visibility.HIDDEN,
]
"""From least to most."""
_ROW = ("pk", "club_id", "kind", "number", "since", "until")


@dataclass(frozen=True, slots=True)
class Joined:
    """A club that both belong to, with the number that stays and the one that lapses; "" for none."""

    club: Club
    number: str
    lapses: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What becomes of two people. `joints`: what both took part in; `numbers`: clubs and numbers that come with the
    other; `obstacles` forbid it. `seasons`: where more changes than a name; `needs_reason` when some of that is known
    to people already."""

    kept: Person
    other: Person
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


def preview(kept: Person, other: Person, allowed: Collection[int]) -> Preview:
    """Everything that would move from `other` to `kept`; `allowed`: the clubs in which the asker may do this."""
    own = {one.club_id: one for one in kept.memberships.all()}
    theirs = list(other.memberships.select_related("club").order_by("club__name", "pk"))
    seasons = _changing(kept, other)
    return Preview(
        kept,
        other,
        people_rows.moving(other),
        people_entries.joints(kept, other),
        seasons,
        people_obstacles.needs_reason(seasons),
        [one for one in theirs if one.club_id not in own],
        [_as_joined(own[one.club_id], one) for one in theirs if one.club_id in own],
        Role.objects.filter(person=other).count(),
        max(kept.visibility, other.visibility, key=_PRIVATE.index),
        _forbidding(kept, other, allowed),
    )


def _changing(kept: Person, other: Person) -> list[Competition]:
    """Where both are known, so that more changes than a name; a closed season keeps what it says."""
    return [one for one in people_entries.shared(kept, other) if not one.is_closed]


def _as_joined(own: Membership, other: Membership) -> Joined:
    lapses = other.number if own.number else ""
    return Joined(other.club, own.number or other.number, lapses)


def _forbidding(kept: Person, other: Person, allowed: Collection[int]) -> list[str]:
    if kept.pk == other.pk:
        return [_("Choose two different people.")]
    gone = [
        _("%(name)s is already known to be somebody else.") % {"name": one.name}
        for one in (kept, other)
        if one.merged_into_id
    ]
    return gone or people_rows.not_allowed([kept, other], allowed) + people_obstacles.of_merge(kept, other)


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
    key: str = "",
) -> Change:
    """Makes everything of `other` that of `kept`, who keeps name and number; the row of the log.

    Where both took part in a competition their entries become one, and the season is made again from its sources.
    Raises `AlreadyDone` for a repeated `key`, `Refused` with everything that forbids it, and without a reason where
    something changes that is closed or published.
    """
    audit.refuse_repeat(key)
    people = people_rows.locked(kept.pk, other.pk)
    kept, other = people[kept.pk], people[other.pk]
    seasons = _changing(kept, other)
    before = people_seasons.hold(seasons)
    if found := _forbidding(kept, other, allowed):
        raise Refused(" ".join(found))
    _refuse_without_reason(seasons, reason)
    joints = people_entries.joints(kept, other)
    entries = [people_entries.join(joint, kept, other, reason.strip()) for joint in joints]
    rows = people_rows.move(other, kept)
    substitutes = people_seasons.know_own_entries(seasons, kept)
    scores = people_seasons.make_again(seasons, before)
    people_seasons.have_read_again(seasons)
    roles = list(other.roles.order_by("pk").values_list("pk", flat=True))
    Role.objects.filter(pk__in=roles).update(person=kept)
    moved, joined = _move_memberships(kept, other)
    visibility = kept.visibility
    kept.visibility = max(visibility, other.visibility, key=_PRIVATE.index)
    kept.save()
    other.merged_into = kept
    other.save()
    return audit.record(
        actor,
        club,
        MERGED,
        kept,
        key=key,
        name=kept.name,
        other=other.pk,
        other_name=other.name,
        rows=rows.to_json(),
        memberships=moved,
        joined=joined,
        roles=roles,
        visibility=[visibility, kept.visibility],
        entries=entries,
        seasons=[season.pk for season in seasons],
        substitutes=substitutes,
        scores=scores,
        reason=reason.strip(),
    )


def _refuse_without_reason(seasons: Collection[Competition], reason: str) -> None:
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
        before, gone = _row(mine), _row(theirs)
        mine.number = mine.number or theirs.number
        mine.kind = (
            Membership.Kind.MEMBER if Membership.Kind.MEMBER in (mine.kind, theirs.kind) else mine.kind
        )
        mine.since = min(mine.since, theirs.since) if mine.since and theirs.since else None
        mine.until = max(mine.until, theirs.until) if mine.until and theirs.until else None
        theirs.delete()  # before the other takes its number
        mine.save()
        joined.append({"kept": before, "after": _row(mine), "other": gone})
    Membership.objects.filter(pk__in=moved).update(person=kept)
    return moved, joined


def _row(one: Membership) -> dict[str, Any]:
    found = {name: getattr(one, name) for name in _ROW}
    return found | {name: found[name] and found[name].isoformat() for name in ("since", "until")}


# Taking back --------------------------------------------------------------------------------------------------


def merges_of(person: Person) -> list[tuple[Person, Change]]:
    """Who this person was too, each with the act that can be undone; the last first."""
    doubles = {one.pk: one for one in person.doubles.all()}
    acts = Change.objects.filter(verb=MERGED, subject=f"person:{person.pk}", detail__other__in=list(doubles))
    return [
        (doubles.pop(act.detail["other"]), act)
        for act in acts.order_by("-pk")
        if act.detail["other"] in doubles
    ]


def contradictions(act: Change) -> list[str]:
    """Why a merge cannot be undone: what was moved is no longer as it was moved."""
    kept, other = _people_of(act)
    if other.merged_into_id != kept.pk:
        return [_("%(name)s is not one with %(kept)s any more.") % {"name": other.name, "kept": kept.name}]
    rows = act.detail["rows"]
    found = [guards.closed_season(season) for season in seasons_of(act) if season.is_closed]
    if not all(people_entries.is_whole(record, kept) for record in act.detail.get("entries", [])):
        found.append(_("What both took part in is no longer that of %(kept)s alone.") % {"kept": kept.name})
    members = EntryMember.objects.filter(pk__in=rows["members"], person=kept).count()
    if members < len(rows["members"]):
        found.append(
            _("An entry that came from %(name)s has gone or is somebody else's.") % {"name": other.name}
        )
    seats = Seat.objects.filter(pk__in=rows["seats"], person=kept).count()
    rounds = Seat.objects.filter(pk__in=rows["seats"]).values("round")
    if seats < len(rows["seats"]) or Seat.objects.filter(round__in=rounds, person=kept).count() > seats:
        found.append(
            _("Who sat at a table where %(name)s did has been changed since. Split the person instead.")
            % {"name": other.name}
        )
    memberships = [*act.detail["memberships"], *(each["kept"]["pk"] for each in act.detail["joined"])]
    if Membership.objects.filter(pk__in=memberships, person=kept).count() < len(memberships):
        found.append(_("A membership that came from %(name)s has gone.") % {"name": other.name})
    for each in act.detail["joined"]:
        wanted = each["other"]
        taken = Membership.objects.filter(club=wanted["club_id"], number=wanted["number"]).exclude(
            pk=each["kept"]["pk"]
        )
        if wanted["number"] and (holder := taken.select_related("person").first()):
            found.append(
                _("Number %(number)s is that of %(name)s now. Give that member another number first.")
                % {"number": wanted["number"], "name": holder.person.name}
            )
    return found


def seasons_of(act: Change) -> list[Competition]:
    """The competitions that a merge made again, and undoing it does."""
    return list(Competition.objects.filter(pk__in=act.detail.get("seasons", [])).order_by("pk"))


def _people_of(act: Change) -> tuple[Person, Person]:
    kept = Person.objects.get(pk=act.subject.partition(":")[2])
    return kept, Person.objects.get(pk=act.detail["other"])


@transaction.atomic
def undo(act: Change, *, actor: User | None, allowed: Collection[int], reason: str = "") -> Person:
    """Makes two people of one again, as they were; who comes back. What was done since stays with who was kept, but
    on an evening that was the other's.

    Raises `Refused` with everything that contradicts it, and without a reason as `merge` does.
    """
    kept, other = _people_of(act)
    people = people_rows.locked(kept.pk, other.pk)
    kept, other = people[kept.pk], people[other.pk]
    seasons = seasons_of(act)
    people_seasons.hold(seasons)
    if found := people_rows.not_allowed([kept, other], allowed) + contradictions(act):
        raise Refused(" ".join(found))
    _refuse_without_reason(seasons, reason)
    detail = act.detail
    people_seasons.forget_own_entries(detail.get("substitutes", []), kept)
    _move_back(detail["rows"], kept, other)
    for record in detail.get("entries", []):
        people_entries.part(record)
    people_kept.put_back(detail.get("scores", []))
    people_seasons.make_again(seasons, [])
    people_seasons.have_read_again(seasons)
    Role.objects.filter(pk__in=detail["roles"], person=kept).update(person=other)
    Membership.objects.filter(pk__in=detail["memberships"]).update(person=other)
    for each in detail["joined"]:
        _part_membership(each, other)
    before, after = detail["visibility"]
    if kept.visibility == after:
        kept.visibility = before
        kept.save()
    other.merged_into = None
    other.save()
    told = {"name": kept.name, "other": other.pk, "other_name": other.name, "reason": reason.strip()}
    audit.record(actor, act.club, PARTED, kept, **told)
    return other


def _move_back(rows: dict[str, Any], kept: Person, other: Person) -> None:
    """Entries and seats by key; postings by the rounds of these seats, for a corrected sheet has others."""
    seats = Seat.objects.filter(pk__in=rows["seats"])
    moved = Posting.objects.filter(pk__in=rows["postings"]) | Posting.objects.filter(
        round__in=list(seats.values_list("round", flat=True))
    )
    postings = Posting.objects.filter(pk__in=list(moved.filter(person=kept).values_list("pk", flat=True)))
    evenings = people_rows.evenings_of(seats, postings)
    for evening in Evening.objects.filter(pk__in=list(rows["frozen"]), frozen__isnull=False):
        people_rows.part_substitutes(evening, kept, other, rows["frozen"][str(evening.pk)])
    postings.update(person=other)
    EntryMember.objects.filter(pk__in=rows["members"]).update(person=other)
    seats.update(person=other)
    people_rows.have_read_again(evenings)


def _part_membership(joined: dict[str, Any], other: Person) -> None:
    """Two memberships again; what was changed of the joined one since stays."""
    mine = Membership.objects.get(pk=joined["kept"]["pk"])
    now = _row(mine)
    for name in ("kind", "number", "since", "until"):
        if now[name] == joined["after"][name]:
            setattr(mine, name, joined["kept"][name])
    mine.save()
    wanted = joined["other"]
    Membership(
        pk=wanted["pk"], person=other, club_id=wanted["club_id"], **{n: wanted[n] for n in _ROW[2:]}
    ).save(force_insert=True)
