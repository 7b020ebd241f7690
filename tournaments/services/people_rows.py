"""What is of a person: entries, seats, postings; looked at, moved to somebody else, and what forbids that.

A person is asked after by the rows that name him. What a page shows of him follows from these; publications and the
rating lists that were made known keep what they said.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from django.db.models import Count, F, Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Club, Competition, EntryMember, Evening, Person, Posting, Seat
from tournaments.services import rating

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from django.db.models import QuerySet

MOST_NAMED = 5
"""So many rounds that forbid it are named; the others are counted."""


@dataclass(frozen=True, slots=True)
class Moving:
    """What is of a person in one competition: an entry or only the place of others, rounds and evenings at a table."""

    competition: Competition
    entered: bool
    rounds: int
    evenings: int


@dataclass(frozen=True, slots=True)
class Rows:
    """Keys of the rows that were moved, for the log. frozen: what closed evenings kept of substitutes before."""

    members: list[int]
    seats: list[int]
    postings: list[int]
    frozen: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def locked(*people: int) -> dict[int, Person]:
    """These people as they are now, for this transaction alone; always in the same order, so that nobody waits for ever.

    Their keys stay, so whoever books something for one of them in the meantime need not wait either.
    """
    found = Person.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk")
    return {person.pk: person for person in found}


def clubs_of(people: Collection[Person]) -> QuerySet[Club]:
    """Every club that knows one of these people, by membership, entry or seat."""
    return Club.objects.filter(
        Q(memberships__person__in=people) | Q(pk__in=competitions_of(people).values("club"))
    ).distinct()


def competitions_of(people: Collection[Person]) -> QuerySet[Competition]:
    """The competitions in which one of these people is entered or sat at a table."""
    entered = EntryMember.objects.filter(person__in=people).values("competition")
    seated = Seat.objects.filter(person__in=people).values("round__evening__competition")
    return Competition.objects.filter(Q(pk__in=entered) | Q(pk__in=seated))


def moving(person: Person, club: Club | None = None) -> list[Moving]:
    """What is of a person, by competition, the newest first; of one club where it is given."""
    competitions = competitions_of([person]).select_related("club").order_by("-created", "-pk")
    if club:
        competitions = competitions.filter(club=club)
    entered = set(EntryMember.objects.filter(person=person).values_list("competition", flat=True))
    seats = Seat.objects.filter(person=person).order_by().values("round__evening__competition")
    counted = seats.annotate(
        rounds=Count("round", distinct=True), evenings=Count("round__evening", distinct=True)
    )
    at_tables = {row["round__evening__competition"]: row for row in counted}
    nothing = {"rounds": 0, "evenings": 0}
    return [
        Moving(one, one.pk in entered, counts["rounds"], counts["evenings"])
        for one in competitions
        for counts in [at_tables.get(one.pk, nothing)]
    ]


def obstacles(one: Person, other: Person, competitions: Collection[Competition] | None = None) -> list[str]:
    """Why what is of one cannot simply become that of another (in these competitions), each with what to do about it.

    Two entries stay two here; making one of them is for a merge (`people_entries`).
    """
    entries = EntryMember.objects.filter(person=one).filter(
        competition__in=EntryMember.objects.filter(person=other).values("competition")
    )
    theirs = Seat.objects.filter(person=other).values("round")
    seats = Seat.objects.filter(person=one, round__in=theirs)
    if competitions is not None:
        entries = entries.filter(competition__in=competitions)
        seats = seats.filter(round__evening__competition__in=competitions)
    seats = seats.exclude(round__evening__competition__in=entries.values("competition"))  # said already
    found = [_both_entered(one, other, member) for member in entries.select_related("competition")]
    rounds = list(seats.order_by("round__evening__date", "round__number").select_related("round__evening"))
    found += [_both_seated(one, other, seat) for seat in rounds[:MOST_NAMED]]
    if len(rounds) > MOST_NAMED:
        found.append(_("And in %(count)s rounds more.") % {"count": len(rounds) - MOST_NAMED})
    return found


def _both_entered(one: Person, other: Person, member: EntryMember) -> str:
    told = {"one": one.name, "other": other.name, "competition": member.competition}
    return (
        _(
            "%(one)s and %(other)s both take part in %(competition)s. Take the one who has not played out of that "
            "competition first; when both have played, their results cannot become those of one."
        )
        % told
    )


def _both_seated(one: Person, other: Person, seat: Seat) -> str:
    day = date_format(seat.round.evening.date, "SHORT_DATE_FORMAT")
    told = {"one": one.name, "other": other.name, "round": seat.round.number, "day": day}
    return (
        _(
            "%(one)s and %(other)s both sat at a table in round %(round)s of %(day)s. If one of them did not, say at "
            "that table who did."
        )
        % told
    )


def not_allowed(people: Collection[Person], allowed: Collection[int]) -> list[str]:
    """Why somebody who has the right in these clubs alone may not do it: people who are known elsewhere too."""
    strange = clubs_of(people).exclude(pk__in=allowed)
    return [
        _("%(club)s knows one of them too: only who organises there as well can do this.") % {"club": club}
        for club in strange
    ]


# Moving -------------------------------------------------------------------------------------------------------


def move(one: Person, other: Person, competitions: Collection[Competition] | None = None) -> Rows:
    """Makes everything of one that of another (in these competitions); within a transaction.

    Nothing may forbid it (`obstacles`). Ledgers are read anew and ratings asked for.
    """
    members = EntryMember.objects.filter(person=one)
    seats = Seat.objects.filter(person=one)
    postings = Posting.objects.filter(person=one)
    if competitions is not None:
        members = members.filter(competition__in=competitions)
        seats = seats.filter(round__evening__competition__in=competitions)
        postings = postings.filter(round__evening__competition__in=competitions)
    evenings = evenings_of(seats, postings)
    keys = [list(rows.order_by("pk").values_list("pk", flat=True)) for rows in (members, seats, postings)]
    frozen = _rename_substitute(evenings, one, other)
    for rows in (members, seats, postings):
        rows.update(person=other)
    have_read_again(evenings)
    return Rows(*keys, frozen)


def evenings_of(seats: QuerySet[Seat], postings: QuerySet[Posting]) -> list[Evening]:
    """The evenings of these rows, with their competition."""
    found = Evening.objects.filter(
        Q(rounds__in=seats.values("round")) | Q(rounds__in=postings.values("round"))
    )
    return list(found.distinct().select_related("competition").order_by("pk"))


def _rename_substitute(evenings: Iterable[Evening], one: Person, other: Person) -> dict[str, Any]:
    """Has closed evenings know a substitute by his other name; what they kept before, by evening."""
    before = {}
    for evening in evenings:
        known: Mapping[str, Any] = (evening.frozen or {}).get("substitutes", {})
        if str(one.pk) in known:
            before[str(evening.pk)] = dict(known)
            renamed = {who: own for who, own in known.items() if who != str(one.pk)}
            renamed.setdefault(str(other.pk), known[str(one.pk)])
            _freeze_substitutes(evening, renamed)
    return before


def part_substitutes(evening: Evening, kept: Person, other: Person, before: Mapping[str, Any]) -> None:
    """Has a closed evening know by his own name again who was renamed; `before`: what it kept then."""
    now = dict(evening.frozen["substitutes"])
    if str(kept.pk) not in now:
        return  # opened, and closed without him
    now[str(other.pk)] = before[str(other.pk)]
    if str(kept.pk) not in before:
        del now[str(kept.pk)]
    _freeze_substitutes(evening, now)


def _freeze_substitutes(evening: Evening, substitutes: Mapping[str, Any]) -> None:
    evening.frozen = {**(evening.frozen or {}), "substitutes": dict(substitutes)}
    evening.save(update_fields=["frozen"])


def have_read_again(evenings: Collection[Evening]) -> None:
    """Whatever is made of these evenings is made anew: packs, lists of people, ratings."""
    keys = [evening.pk for evening in evenings]
    Evening.objects.filter(pk__in=keys).update(ledger_version=F("ledger_version") + 1)
    rating.forget(evenings)
    for competition in {evening.competition.club_id: evening.competition for evening in evenings}.values():
        rating.ask(competition)
