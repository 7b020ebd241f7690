"""Seasons of which the people have become others: made again from their sources, and what that threw away put back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.models import Competition, Evening, Posting, Presence
from tournaments.services import people_kept, people_rows, posting

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from tournaments.models import Person


def hold(competitions: Iterable[Competition]) -> list[Posting]:
    """Has nobody else book in these competitions until the end of the transaction; their ledgers as they are."""
    evenings = Evening.objects.select_for_update().filter(competition__in=list(competitions)).order_by("pk")
    held = [evening.pk for evening in evenings]
    return list(Posting.objects.filter(round__evening__in=held).order_by("pk"))


def make_again(competitions: Iterable[Competition], before: Sequence[Posting]) -> list[dict[str, Any]]:
    """Books these seasons from their sheets and rules; the rows of `before` that it took for others."""
    seasons = list(competitions)
    for competition in seasons:
        posting.post_season(competition)
    now = Posting.objects.filter(round__evening__competition__in=seasons).values_list("pk", flat=True)
    left = set(now)
    return people_kept.told(row for row in before if row.pk not in left)


def have_read_again(competitions: Iterable[Competition]) -> None:
    """Whatever is made of the evenings of these seasons is made anew."""
    evenings = Evening.objects.filter(competition__in=list(competitions)).select_related("competition")
    people_rows.have_read_again(list(evenings))


def know_own_entries(competitions: Iterable[Competition], person: Person) -> list[int]:
    """Has closed evenings know a substitute of whom it was not known that he was entered himself; those evenings."""
    found = []
    closed = Evening.objects.filter(competition__in=list(competitions), frozen__isnull=False)
    known = Presence.objects.filter(entry__members__person=person)
    own = dict(known.values_list("evening", "entry"))
    for evening in closed.order_by("pk"):
        substitutes = evening.frozen.get("substitutes", {})
        if substitutes.get(str(person.pk), 0) is None and evening.pk in own:
            _know(evening, person, own[evening.pk])
            found.append(evening.pk)
    return found


def forget_own_entries(evenings: Collection[int], person: Person) -> None:
    """Takes `know_own_entries` back, where the evening was not closed anew since."""
    for evening in Evening.objects.filter(pk__in=evenings, frozen__isnull=False):
        if str(person.pk) in evening.frozen.get("substitutes", {}):
            _know(evening, person, None)


def _know(evening: Evening, person: Person, own: int | None) -> None:
    substitutes = {**evening.frozen["substitutes"], str(person.pk): own}
    evening.frozen = {**evening.frozen, "substitutes": substitutes}
    evening.save(update_fields=["frozen"])
