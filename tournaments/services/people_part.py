"""A merge of two people taken back: everything is of two again, as the log says (see `people_merge`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import (
    Change,
    Competition,
    EntryMember,
    Evening,
    Membership,
    Person,
    Posting,
    Role,
    Seat,
)
from tournaments.services import audit, guards, people_entries, people_kept, people_rows, people_seasons
from tournaments.services.errors import Refused
from tournaments.services.people_merge import MERGED, PARTED, ROW, refuse_without_reason, row_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from tournaments.models import User
    from tournaments.services.people_entries import Couples


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
    acts = _acts(act)
    found = [guards.closed_season(season) for season in seasons_of(act) if season.is_closed]
    return found + [text for one in acts for text in _contradictions(one)]


def _contradictions(act: Change) -> list[str]:
    kept, other = _people_of(act)
    if other.merged_into_id != kept.pk:
        return [_("%(name)s is not one with %(kept)s any more.") % {"name": other.name, "kept": kept.name}]
    rows = act.detail["rows"]
    found = []
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
    return list(Competition.objects.filter(pk__in=_first(act).detail.get("seasons", [])).order_by("pk"))


def entries_of(act: Change) -> list[dict[str, Any]]:
    """What the log says of the competitions that both took part in."""
    return list(_first(act).detail.get("entries", []))


def couples_of(act: Change) -> Couples:
    """Who become two again, first the two of this act."""
    return [_people_of(one) for one in _acts(act)]


def _acts(act: Change) -> list[Change]:
    """All that was done in one act: the couple itself, and the other couple of a pair."""
    return [act, *(_act_of(*couple) for couple in act.detail.get("together", []))]


def _act_of(kept: int, other: int) -> Change:
    acts = Change.objects.filter(verb=MERGED, subject=f"person:{kept}", detail__other=other)
    return acts.order_by("-pk")[0]


def _first(act: Change) -> Change:
    """The row of the log that holds what concerns all of them."""
    return next((one for one in _acts(act) if "entries" in one.detail), act)


def _people_of(act: Change) -> tuple[Person, Person]:
    kept = Person.objects.get(pk=act.subject.partition(":")[2])
    return kept, Person.objects.get(pk=act.detail["other"])


@transaction.atomic
def undo(act: Change, *, actor: User | None, allowed: Collection[int], reason: str = "") -> Person:
    """Makes two people of one again, as they were; who comes back. What was done since stays with who was kept, but
    on an evening that was the other's.

    Raises `Refused` with everything that contradicts it, and without a reason as `merge` does.
    """
    acts = _acts(act)
    couples = couples_of(act)
    people = people_rows.locked(*(one.pk for couple in couples for one in couple))
    seasons = seasons_of(act)
    people_seasons.hold(seasons)
    found = people_rows.not_allowed(list(people.values()), allowed) + contradictions(act)
    if found:
        raise Refused(" ".join(found))
    refuse_without_reason(seasons, reason)
    for one, (kept, other) in zip(acts, couples, strict=True):
        _make_two(one, people[kept.pk], people[other.pk])
    detail = _first(act).detail
    for record in detail.get("entries", []):
        people_entries.part(record)
    people_kept.put_back(detail.get("scores", []))
    people_seasons.make_again(seasons, [])
    people_seasons.have_read_again(seasons)
    for one, (kept, other) in zip(acts, couples, strict=True):
        told = {"name": kept.name, "other": other.pk, "other_name": other.name, "reason": reason.strip()}
        audit.record(actor, one.club, PARTED, kept, **told)
    return people[couples[0][1].pk]


def _make_two(act: Change, kept: Person, other: Person) -> None:
    """Moves back all that is of one person alone."""
    detail = act.detail
    people_seasons.forget_own_entries(detail.get("substitutes", []), kept)
    _move_back(detail["rows"], kept, other)
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
    now = row_of(mine)
    for name in ("kind", "number", "since", "until"):
        if now[name] == joined["after"][name]:
            setattr(mine, name, joined["kept"][name])
    mine.save()
    wanted = joined["other"]
    Membership(
        pk=wanted["pk"], person=other, club_id=wanted["club_id"], **{n: wanted[n] for n in ROW[2:]}
    ).save(force_insert=True)
