"""The schedule of an evening as people read it: who sits where in all rounds, by round and by person.

Rounds that are published are told as they were played, whatever became of the plan; the others as planned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from tournaments.models import Entry, Round, Schedule, Table
from tournaments.names import search_key
from tournaments.pairing import schedules
from tournaments.services.draw_input import pure_table
from tournaments.services.schedules import rounds_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tournaments import pairing
    from tournaments.models import Club, Evening
    from tournaments.sentences import Sentence
    from tournaments.standing.queries import Reader


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody with a number in the schedule; None for who came in later and has none."""

    entry: int
    number: int | None
    name: str
    sort: str
    own: bool

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table of a round: who play together, North and South first; of pairs one name a side.

    When somebody left, it may have become a table of three, where everybody plays for himself.
    """

    number: int
    sides: tuple[tuple[Who, ...], ...]

    @property
    def north_south(self) -> tuple[Who, ...]:
        return self.sides[0]

    @property
    def east_west(self) -> tuple[Who, ...]:
        """Everybody but the first side."""
        return tuple(who for side in self.sides[1:] for who in side)


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round of the timetable; `pk` of the round once it is published, which is then told as it was played."""

    number: int
    pk: int | None
    tables: tuple[PlannedTable, ...]
    resting: tuple[Who, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A round on a card. Without `table` there is no seat; `there` False: not in this round at all.

    seat: N, E, S or W; for a pair N or E, the side.
    """

    round: int
    done: bool
    there: bool = True
    table: int | None = None
    seat: str = ""
    partner: Who | None = None
    opponents: tuple[Who, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """Everything for one person or pair."""

    who: Who
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Timetable:
    """The whole schedule; `people` by number, `proof` counted by number from the plan."""

    method: str
    pairs: bool
    people: tuple[Who, ...]
    rounds: tuple[PlannedRound, ...]
    proof: schedules.Proof

    @property
    def title(self) -> str:
        return method_name(self.method)

    @property
    def how(self) -> str:
        return method_how(self.method)

    @property
    def by_name(self) -> list[Who]:
        return sorted(self.people, key=lambda who: (who.sort, who.entry))

    @property
    def praise(self) -> list[str]:
        return said(self.proof.praise)

    @property
    def counted(self) -> list[tuple[Who, schedules.Person]]:
        """Everybody with what the schedule is for him, by number."""
        return [(who, self.proof.people[number]) for number, who in enumerate(self.people, 1)]

    @property
    def cards(self) -> list[Card]:
        """All cards by number."""
        return [self._card(who) for who in self.people]

    def card(self, entry: int) -> Card | None:
        """The card of an entry; None for who has no number."""
        return next((self._card(who) for who in self.people if who.entry == entry), None)

    def _card(self, who: Who) -> Card:
        return Card(who, tuple(_line(planned, who) for planned in self.rounds))


def method_name(method: str, kind: str = "") -> str:
    """The name of a schedule, in the active language."""
    if kind == "directed":
        return _("Whist schedule with fair places at the left and right")
    if kind == "triple":
        return _("Whist schedule with fair corners of the table")
    return {
        "whist": _("Whist schedule"),
        "mitchell": _("Mitchell movement"),
        "howell": _("Howell movement"),
        "move_up": _("All pairs move up or down"),
    }[method]


def method_how(method: str) -> str:
    """How it goes, in one sentence in the active language."""
    return {
        "whist": _("Everybody has another partner each round."),
        "mitchell": _("The even pairs stay at their table, the odd pairs go one table up after each round."),
        "howell": _("One pair stays, all others follow each other from table to table."),
        "move_up": _("The odd pairs go one table up after each round, the even pairs one table down."),
    }[method]


def said(sentences: Iterable[Sentence]) -> list[str]:
    """Sentences of the pure core in the active language."""
    return [_(sentence.msgid) % dict(sentence.params) for sentence in sentences]


def timetable(evening: Evening, schedule: Schedule, reader: Reader) -> Timetable:
    """The schedule of an evening as this reader may see it; the number of queries does not grow with it."""
    planned, played = rounds_of(schedule), _played(evening)
    people = _people(schedule, played.values(), reader)
    numbers = {entry: number for number, entry in enumerate(schedule.entries, 1)}
    return Timetable(
        method=schedule.method,
        pairs=evening.competition.entries_a_table == 2,
        people=tuple(people[entry] for entry in schedule.entries),
        rounds=tuple(
            _told(number, each, played.get(number), people) for number, each in enumerate(planned, 1)
        ),
        proof=schedules.count([each.renamed(numbers) for each in planned]),
    )


def is_public(evening: Evening) -> bool:
    """Readers see the schedule as soon as a round of the evening is published."""
    rounds = Round.objects.filter(evening=evening).exclude(state=Round.State.DRAFT)
    return Schedule.objects.filter(evening=evening).exists() and rounds.exists()


def running(club: Club) -> Evening | None:
    """The newest evening that is being played by a schedule that readers may see."""
    published = Round.objects.exclude(state=Round.State.DRAFT)
    found = Schedule.objects.filter(
        Exists(published.filter(evening=OuterRef("evening"))),
        evening__competition__club=club,
        evening__closed_at=None,
    )
    newest = found.select_related("evening").order_by("-evening__date", "-pk").first()
    return newest.evening if newest else None


@dataclass(frozen=True, slots=True)
class _Played:
    """A published round as it is stored."""

    pk: int
    tables: tuple[pairing.Table, ...]
    resting: tuple[int, ...]

    @property
    def entries(self) -> set[int]:
        return set(self.resting) | {entry for table in self.tables for entry in table.entries}


def _played(evening: Evening) -> dict[int, _Played]:
    rounds = Round.objects.filter(evening=evening).exclude(state=Round.State.DRAFT)
    tables: dict[int, list[pairing.Table]] = {}
    for table in Table.objects.filter(round__in=rounds).prefetch_related("seats").order_by("number"):
        tables.setdefault(table.round_id, []).append(pure_table(table))
    return {
        round_.number: _Played(
            round_.pk,
            tuple(tables.get(round_.pk, ())),
            tuple(out.entry_id for out in round_.sit_outs.all()),
        )
        for round_ in rounds.prefetch_related("sit_outs")
    }


def _people(schedule: Schedule, played: Iterable[_Played], reader: Reader) -> dict[int, Who]:
    wanted = set(schedule.entries).union(*(round_.entries for round_ in played))
    numbers = {entry: number for number, entry in enumerate(schedule.entries, 1)}
    found = Entry.objects.filter(pk__in=wanted).prefetch_related("members__person")
    return {
        entry.pk: Who(
            entry=entry.pk,
            number=numbers.get(entry.pk),
            name=" + ".join(reader.name_of(person) for person in entry.people),
            sort=search_key(entry.public_name()) if reader.public else entry.sort_key,
            own=any(person.pk in reader.people for person in entry.people),
        )
        for entry in found
    }


def _told(
    number: int, planned: schedules.PlannedRound, played: _Played | None, people: Mapping[int, Who]
) -> PlannedRound:
    tables, resting = (played.tables, played.resting) if played else (planned.tables, planned.sit_outs)
    return PlannedRound(
        number=number,
        pk=played.pk if played else None,
        tables=tuple(
            PlannedTable(table.number, tuple(tuple(people[entry] for entry in side) for side in table.sides))
            for table in tables
        ),
        resting=tuple(people[entry] for entry in resting),
    )


def _line(planned: PlannedRound, who: Who) -> Line:
    """What a round is for somebody."""
    done = planned.pk is not None
    for table in planned.tables:
        for own, seats in zip(table.sides, ("NS", "EW", "S"), strict=False):
            if who in own:
                partner = next((each for each in own if each != who), None)
                against = tuple(each for side in table.sides if side is not own for each in side)
                return Line(planned.number, done, True, table.number, seats[own.index(who)], partner, against)
    return Line(planned.number, done, there=who in planned.resting)


# Beside a round ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Note:
    """Which round of the schedule a round is, and what became of it: who is missing, who came in, which tables."""

    method: str
    number: int
    rounds: int
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    changed: tuple[int, ...]


def note(round_: Round) -> Note | None:
    """What the schedule has to say beside a round; None when it has none, or ends before it."""
    schedule = Schedule.objects.filter(evening=round_.evening_id).first()
    if schedule is None or round_.number > len(schedule.rounds):
        return None
    planned = rounds_of(schedule)[round_.number - 1]
    stored = Table.objects.filter(round=round_).prefetch_related("seats").order_by("number")
    actual = _Played(
        round_.pk,
        tuple(pure_table(table) for table in stored),
        tuple(round_.sit_outs.values_list("entry_id", flat=True)),
    )
    expected = set(schedule.entries)
    names = Entry.objects.filter(pk__in=expected ^ actual.entries).prefetch_related("members__person")
    return Note(
        method=schedule.method,
        number=round_.number,
        rounds=len(schedule.rounds),
        missing=tuple(entry.name for entry in names if entry.pk in expected),
        extra=tuple(entry.name for entry in names if entry.pk not in expected),
        changed=tuple(table.number for table in planned.tables if table not in actual.tables),
    )
