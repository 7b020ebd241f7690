"""Two people who are one and both took part in a competition: their two entries become one, and two again.

Each evening of the competition was that of one of them; whose it was keeps what the evening says of him, and the other's
absence goes. All that was decided by hand stays. What makes a season is then made again from its sources, so that it is
as if one person had been entered from the start. The log keeps of each competition (`Change.detail["entries"]`):

    {"competition", "kept": entry, "gone": entry, "evenings": [keys of those that were of the entry that is gone],
     "presences": [those that were of `gone`], "stays": [postings by hand of `kept` on these evenings],
     "beside": [postings by hand of `gone` on the others],
     "fields": {name: [before, after]} of `kept`, "was": [merged entries that went along],
     "groups": [groups in which `kept` took the place], "rows": [rows that went, whole]}

For two of one squad only the membership goes: `gone` is `kept`. For two of two teams see `people_teams`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tournaments.models import (
    ApartGroup,
    Competition,
    Entry,
    EntryMember,
    Evening,
    MergedEntry,
    Posting,
    Presence,
    Round,
    Schedule,
    Seat,
    SitOut,
)
from tournaments.pairing.renamed import renamed, renamed_tables
from tournaments.services import people_kept, people_teams
from tournaments.services.ledger_rows import BY_RULE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from tournaments.models import Person

    Couples = list[tuple[Person, Person]]
    """Who is kept, and who he is too."""

_FALLBACKS = ("strength", "fixed_table")
_EITHER = ("ranked", "active")
_FIRST = (Presence.State.PRESENT, Presence.State.EXCUSED, Presence.State.ABSENT)
"""What stands where two names say it otherwise."""


@dataclass(frozen=True, slots=True)
class Joint:
    """A competition that two take part in: `person` stays, `other` is him too; the entry that stays and the one that goes on in it, and the evenings on
    which each was there, in order. The entries are the same for two of one squad; two teams both stay."""

    competition: Competition
    person: Person
    other: Person
    kept: Entry
    gone: Entry
    own: tuple[Evening, ...]
    others: tuple[Evening, ...]

    @property
    def one_squad(self) -> bool:
        return self.kept.pk == self.gone.pk

    @property
    def two_teams(self) -> bool:
        return self.competition.is_teams and not self.one_squad


def merged_in(joints: Iterable[Joint]) -> dict[int, int]:
    """Which entry goes on in which, by key."""
    return {one.gone.pk: one.kept.pk for one in joints if not (one.one_squad or one.two_teams)}


def merged_by(records: Iterable[Mapping[str, Any]]) -> dict[int, int]:
    """The same of what the log says."""
    return {record["gone"]: record["kept"] for record in records if "was" in record}


def couples_of(kept: Person, other: Person, *, partners: bool = False) -> Couples:
    """These two and, with `partners`, who plays with each of them in a competition of fixed pairs: also two who are one."""
    found = [(kept, other)]
    if partners:
        found += [couple for couple in _partners(kept, other) if couple not in found]
    return found


def _partners(kept: Person, other: Person) -> Iterable[tuple[Person, Person]]:
    own = {one.competition_id: one.entry for one in _members(kept)}
    for member in _members(other):
        pair = own.get(member.competition_id)
        if pair and pair.pk != member.entry_id and member.competition.is_pairs:
            with_kept = next((one for one in pair.people if one != kept), None)
            with_other = next((one for one in member.entry.people if one != other), None)
            if with_kept and with_other:
                yield with_kept, with_other


def joints(couples: Couples) -> list[Joint]:
    """The competitions in which both of a couple are entered, the newest first. Where only the other's entry has matches
    of a division, that one stays."""
    found = {}
    for kept, other in couples:
        own = {one.competition_id: one.entry for one in _members(kept)}
        for member in _members(other):
            if mine := own.get(member.competition_id):
                stays, goes = mine, member.entry
                if goes.divisions.exists() and not stays.divisions.exists():
                    stays, goes = goes, stays
                theirs = [_sorted(evenings_of(person, member.competition)) for person in (kept, other)]
                joint = Joint(member.competition, kept, other, stays, goes, theirs[0], theirs[1])
                found.setdefault((joint.kept.pk, joint.gone.pk), joint)
    return list(found.values())


def _members(person: Person) -> Iterable[EntryMember]:
    members = EntryMember.objects.filter(person=person).select_related("competition__club", "entry")
    return members.order_by("-competition__created", "-competition", "pk")


def _sorted(evenings: Iterable[int]) -> tuple[Evening, ...]:
    return tuple(Evening.objects.filter(pk__in=list(evenings)).order_by("number"))


def shared(kept: Person, other: Person) -> list[Competition]:
    """The competitions in which both are entered or sat at a table: there more changes than a name."""
    both = [_competitions(person) for person in (kept, other)]
    found = Competition.objects.filter(pk__in=both[0] & both[1]).select_related("club")
    return list(found.order_by("-created", "-pk"))


def _competitions(person: Person) -> set[int]:
    entered = EntryMember.objects.filter(person=person).values_list("competition", flat=True)
    seated = Seat.objects.filter(person=person).values_list("round__evening__competition", flat=True)
    return {*entered, *seated}


def evenings_of(person: Person, competition: Competition) -> set[int]:
    """The evenings on which somebody was there: at a table, for whomever; or his entry was, with a seat, a rest, a
    score that was decided, or only ticked at the door. Of a team, which is more than one, the table alone says so."""
    found = {*_seats(competition, person=person)}
    if not competition.is_teams:
        for entry in Entry.objects.filter(competition=competition, members__person=person):
            found |= _evenings_of_entry(competition, entry)
    return found


def _evenings_of_entry(competition: Competition, entry: Entry) -> set[int]:
    present = Presence.objects.filter(entry=entry, state=Presence.State.PRESENT)
    rested = SitOut.objects.filter(entry=entry)
    decided = Posting.objects.filter(entry=entry, kind=Posting.Kind.ARBITRARY)
    return {
        *_seats(competition, entry=entry),
        *present.values_list("evening", flat=True),
        *rested.values_list("round__evening", flat=True),
        *decided.values_list("round__evening", flat=True),
    }


def _seats(competition: Competition, **whose: object) -> Iterable[int]:
    seats = Seat.objects.filter(round__evening__competition=competition, **whose)
    return seats.values_list("round__evening", flat=True)


# Joining ------------------------------------------------------------------------------------------------------


def join(joint: Joint, reason: str) -> dict[str, Any]:
    """Has the entry that goes go on in the one that stays, but for the people and what the rules make of it; the record
    for the log. Nothing may forbid it, and the people are made one next."""
    if joint.two_teams:
        return people_teams.transfer(joint, reason)
    stays, goes = joint.kept, joint.gone
    record: dict[str, Any] = {"competition": joint.competition.pk, "kept": stays.pk, "gone": goes.pk}
    if joint.one_squad:
        member = EntryMember.objects.filter(entry=goes, person=joint.other)
        return record | {"rows": people_kept.take_out(member)}
    evenings = _evenings_that_go(joint)
    presences, rows = _one_presence(joint, evenings)
    record |= {"evenings": evenings, "presences": presences, **_by_hand(stays, goes, evenings)}
    for model in (Seat, SitOut):
        model.objects.filter(entry=goes).update(entry=stays)
    going = Posting.objects.filter(entry=goes)
    rows += people_kept.take_out(
        going.exclude(round__evening__in=evenings).filter(BY_RULE)
        | Posting.objects.filter(BY_RULE, entry=stays, round__evening__in=evenings)
    )
    going.update(entry=stays)
    exchange_labels(evenings, stays.pk, goes.pk)
    record |= {"fields": _together(stays, goes), "groups": _groups(stays, goes)}
    record["was"] = list(MergedEntry.objects.filter(entry=goes).values_list("key", flat=True))
    MergedEntry.objects.filter(entry=goes).update(entry=stays)
    rows += people_kept.take_out(EntryMember.objects.filter(entry=goes))
    rows += people_kept.take_out(Entry.objects.filter(pk=goes.pk))
    MergedEntry.objects.create(key=record["gone"], entry=stays)
    return record | {"rows": rows}


def _evenings_that_go(joint: Joint) -> list[int]:
    """Where what is of the entry that goes counts: it was there; or neither was, and only it was excused or known."""
    there = {"kept": _side(joint, joint.kept), "gone": _side(joint, joint.gone)}
    states: dict[int, dict[int, str]] = {}
    known = Presence.objects.filter(entry__in=[joint.kept, joint.gone])
    for evening, entry, state in known.values_list("evening", "entry", "state"):
        states.setdefault(evening, {})[entry] = state
    neither = [
        evening
        for evening, state in states.items()
        if evening not in there["kept"]
        and joint.gone.pk in state
        and (
            joint.kept.pk not in state
            or (state[joint.gone.pk], state[joint.kept.pk]) == (Presence.State.EXCUSED, Presence.State.ABSENT)
        )
    ]
    return sorted({*there["gone"], *neither})


def _side(joint: Joint, entry: Entry) -> set[int]:
    """The evenings on which this entry was there, or somebody of it at another's seat."""
    people = entry.members.values("person")
    return _evenings_of_entry(joint.competition, entry) | {*_seats(joint.competition, person__in=people)}


def _one_presence(joint: Joint, evenings: Collection[int]) -> tuple[list[int], list[dict[str, Any]]]:
    """Leaves of both only what counts, as that of the entry that stays: who was there was, under either name, and else
    who gave notice did. The keys of what was the other's, and the rows that went."""
    known: dict[int, list[Presence]] = {}
    for one in Presence.objects.filter(entry__in=[joint.kept, joint.gone]):
        known.setdefault(one.evening_id, []).append(one)
    best = [
        _first(both, joint.gone.pk if evening in evenings else joint.kept.pk)
        for evening, both in known.items()
    ]
    kept = [one.pk for one in best]
    moved = sorted(one.pk for one in best if one.entry_id == joint.gone.pk)
    rows = Presence.objects.filter(entry__in=[joint.kept, joint.gone]).exclude(pk__in=kept)
    lapsed = people_kept.take_out(rows)
    Presence.objects.filter(pk__in=moved).update(entry=joint.kept)
    return moved, lapsed


def _first(both: Iterable[Presence], whose: int) -> Presence:
    """What stands of these; where they say the same, what is of this entry."""
    return min(both, key=lambda one: (_FIRST.index(one.state), one.entry_id != whose))


def _by_hand(stays: Entry, goes: Entry, evenings: Collection[int]) -> dict[str, list[int]]:
    """Points by hand that stand on an evening of the other: to tell whose they are, when it is undone."""
    by_hand = Posting.objects.filter(kind__in=Posting.DECIDED)
    here = by_hand.filter(entry=stays, round__evening__in=evenings).order_by("pk")
    there = by_hand.filter(entry=goes).exclude(round__evening__in=evenings).order_by("pk")
    return {
        "stays": list(here.values_list("pk", flat=True)),
        "beside": list(there.values_list("pk", flat=True)),
    }


def _together(stays: Entry, goes: Entry) -> dict[str, list[Any]]:
    """Has the entry that stays take part and have a rank where either has, and what only the other has."""
    after = {name: getattr(stays, name) or getattr(goes, name) for name in _EITHER}
    for name in _FALLBACKS:
        own = getattr(stays, name)
        after[name] = getattr(goes, name) if own is None else own
    after["represents"] = stays.represents or goes.represents
    changed = {name: [getattr(stays, name), value] for name, value in after.items()}
    changed = {name: both for name, both in changed.items() if both[0] != both[1]}
    for name, (_before, value) in changed.items():
        setattr(stays, name, value)
    stays.save()
    return changed


def _groups(stays: Entry, goes: Entry) -> list[list[Any]]:
    """Groups to keep apart, with whether the entry that stays is new in it."""
    found = []
    for group in ApartGroup.objects.filter(entries=goes).order_by("pk"):
        new = not group.entries.filter(pk=stays.pk).exists()
        group.entries.remove(goes)
        if new:
            group.entries.add(stays)
        found.append([group.pk, new])
    return found


def exchange_labels(evenings: Collection[int], one: int, other: int) -> None:
    """Exchanges two entries in what evenings keep of their closing, their schedule, and what their draws were made from.

    Only one of them was there, so the other name stands for nobody; twice is as it was.
    """
    names = {one: other, other: one}
    for evening in Evening.objects.filter(pk__in=evenings).select_related("schedule"):
        if evening.frozen:
            evening.frozen = _renamed_frozen(evening.frozen, names)
            evening.save(update_fields=["frozen"])
    for schedule in Schedule.objects.filter(evening__in=evenings):
        schedule.entries = [names.get(entry, entry) for entry in schedule.entries]
        schedule.rounds = [renamed_tables(tables, names) for tables in schedule.rounds]
        schedule.sit_outs = [[names.get(entry, entry) for entry in out] for out in schedule.sit_outs]
        schedule.save()
    for round_ in Round.objects.filter(evening__in=evenings, given__isnull=False):
        round_.given = renamed(round_.given, names)
        round_.save(update_fields=["given"])


def _renamed_frozen(frozen: Mapping[str, Any], names: Mapping[int, int]) -> dict[str, Any]:
    now = dict(frozen)
    if "unranked" in now:
        now["unranked"] = [names.get(entry, entry) for entry in now["unranked"]]
    if "substitutes" in now:
        now["substitutes"] = {who: names.get(own, own) for who, own in now["substitutes"].items()}
    return now


# Parting ------------------------------------------------------------------------------------------------------


def is_whole(record: Mapping[str, Any], kept: Person) -> bool:
    """Whether two entries that were joined can be told apart again."""
    if "days" in record:
        return people_teams.is_whole(record)
    if not EntryMember.objects.filter(entry=record["kept"], person=kept).exists():
        return False
    same = record["kept"] == record["gone"]
    return same or MergedEntry.objects.filter(key=record["gone"], entry=record["kept"]).exists()


def part(record: Mapping[str, Any]) -> None:
    """Makes two entries of one again, after the people are two. What was done since on an evening of the one that comes
    back is his; on any other evening it stays."""
    if "days" in record:
        people_teams.part(record)
        return
    if record["kept"] == record["gone"]:
        people_kept.put_back(record["rows"])
        return
    stays, goes, evenings = record["kept"], record["gone"], record["evenings"]
    MergedEntry.objects.filter(key=goes).delete()
    later = ("tournaments.presence", "tournaments.posting")
    people_kept.put_back([row for row in record["rows"] if row["model"] not in later][::-1])
    MergedEntry.objects.filter(key__in=record["was"]).update(entry=goes)
    for model in (Seat, SitOut):
        model.objects.filter(entry=stays, round__evening__in=evenings).update(entry=goes)
    Presence.objects.filter(pk__in=record["presences"], entry=stays).update(entry=goes)
    here = Posting.objects.filter(entry=stays)
    going = here.filter(round__evening__in=evenings).exclude(pk__in=record["stays"])
    keys = [
        *going.values_list("pk", flat=True),
        *here.filter(pk__in=record["beside"]).values_list("pk", flat=True),
    ]
    Posting.objects.filter(pk__in=keys).update(entry=goes)
    exchange_labels(evenings, stays, goes)
    people_kept.put_back([row for row in record["rows"] if row["model"] in later])
    _apart(record)


def _apart(record: Mapping[str, Any]) -> None:
    """What the entry that stays had of its own, as far as it was not changed since; and the groups of the other."""
    stays = Entry.objects.get(pk=record["kept"])
    for name, (before, after) in record["fields"].items():
        if getattr(stays, name) == after:
            setattr(stays, name, before)
    stays.save()
    for group, new in record["groups"]:
        for known in ApartGroup.objects.filter(pk=group):
            known.entries.add(record["gone"])
            if new:
                known.entries.remove(stays)
