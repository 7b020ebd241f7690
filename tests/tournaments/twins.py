"""One season twice: with somebody who stands in the books under two names, and with him alone from the start.

What happened is a `Tale` in names. `told` plays it through the services, in a club of its own; what comes of it is
compared by name, because keys are others in another club.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests import factories
from tournaments import pairing
from tournaments.models import (
    Entry,
    EntryMember,
    Evening,
    Posting,
    Presence,
    RatingValue,
    Round,
    Seat,
    SitOut,
)
from tournaments.services import closing, decisions, draw, draw_tables
from tournaments.standing import queries

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from tournaments.models import Club, Competition, User

JAN, DOUBLE = "Jan Jansen", "J. Jansen"
OTHERS = ("Anneke Bakker", "Bart Smit", "Corrie Kok", "Dirk Visser", "Els Mulder", "Frits Haas", "Gré Fuik")
PRESENT, EXCUSED, ABSENT = Presence.State.PRESENT, Presence.State.EXCUSED, Presence.State.ABSENT
SCORES = tuple(points for points in range(30, 133) if points not in (1, 81))


@dataclass
class Night:
    """states: of everybody who is known that evening. rounds: of each the tables (four names, partners first, and what
    they scored a deal) and who rests. penalties: name and round. stand_in: who sits on the seat of whom, the first of
    the first table of every round."""

    states: dict[str, str]
    rounds: list[tuple[list[tuple[list[str], int]], list[str]]]
    penalties: list[tuple[str, int]] = field(default_factory=list)
    stand_in: str = ""

    def as_one(self) -> Night:
        """The same evening of somebody who has one name: who was there was there, who gave notice gave notice."""
        states = dict(self.states)
        both = [states.pop(name) for name in (JAN, DOUBLE) if name in states]
        if both:
            states[JAN] = next(state for state in (PRESENT, EXCUSED, ABSENT) if state in both)
        rounds = [
            ([([_one(name) for name in four], points) for four, points in tables], [_one(n) for n in rest])
            for tables, rest in self.rounds
        ]
        penalties = [(_one(name), number) for name, number in self.penalties]
        return Night(states, rounds, penalties, _one(self.stand_in))


def _one(name: str) -> str:
    return JAN if name == DOUBLE else name


def random_tale(random: Random) -> list[Night]:
    """Five evenings on each of which at most one of the two names was there: first each of them once, then two without
    either, on which what is given rests on both, and one more."""
    first, later = [JAN, DOUBLE], [None, None, random.choice([JAN, DOUBLE])]
    random.shuffle(first)
    random.shuffle(later)
    return [_night(random, who) for who in [*first, *later]]


def _night(random: Random, who: str | None) -> Night:
    states = {name: random.choice([PRESENT] * 5 + [EXCUSED, ABSENT]) for name in OTHERS}
    present = [name for name, state in states.items() if state == PRESENT]
    for name in OTHERS[: 4 - len(present)]:
        states[name] = PRESENT  # enough for a table
    for name in (JAN, DOUBLE):
        states[name] = PRESENT if name == who else random.choice([EXCUSED, EXCUSED, ABSENT])
    present = [name for name, state in states.items() if state == PRESENT]
    rounds = []
    for _number in range(2):
        random.shuffle(present)
        seated = len(present) // 4 * 4
        tables = [(present[at : at + 4], random.choice(SCORES)) for at in range(0, seated, 4)]
        rounds.append((tables, present[seated:]))
    penalties = [(name, random.randint(1, 2)) for name in (JAN, DOUBLE) if random.random() < 0.4]
    stand_in = random.choice([JAN, DOUBLE, "", ""]) if who is None else ""
    return Night(states, rounds, penalties, stand_in)


def told(tale: list[Night], user: User, **fields: Any) -> Competition:
    """Plays it in the club of the user, everybody entered before the first evening."""
    club = user.roles.get().club
    names = dict.fromkeys(name for night in tale for name in sorted(night.states))
    people = [factories.make_person(name, club) for name in names]
    competition = factories.make_competition(people, club=club, rounds=2, **fields)
    members = EntryMember.objects.filter(competition=competition).select_related("entry", "person")
    entries = {member.person.name: member.entry for member in members}
    for night in tale:
        play(competition, night, entries, user)
    return competition


def play(competition: Competition, night: Night, entries: Mapping[str, Entry], user: User) -> Evening:
    """One evening, to its closing. Who is ABSENT was not asked after: closing says so."""
    number = competition.evenings.count() + 1
    date = factories.START + datetime.timedelta(weeks=number - 1)
    evening = Evening.objects.create(competition=competition, number=number, date=date, rounds_planned=2)
    for name, state in night.states.items():
        if state != ABSENT:
            Presence.objects.create(evening=evening, entry=entries[name], state=state)
    for at, (tables, resting) in enumerate(night.rounds, 1):
        round_ = Round.objects.create(evening=evening, number=at, seed=at)
        seated = [
            pairing.Table(
                table, tuple(entries[n].pk for n in four[:2]), tuple(entries[n].pk for n in four[2:])
            )
            for table, (four, _points) in enumerate(tables, 1)
        ]
        stored = draw_tables.store(round_, seated)
        if night.stand_in:
            person = entries[night.stand_in].members.get().person
            Seat.objects.filter(table=stored[0], entry=entries[tables[0][0][0]]).update(person=person)
        for name in resting:
            SitOut.objects.create(round=round_, entry=entries[name])
        draw.publish(round_, actor=user)
        for table, (_four, points) in zip(factories.tables(round_), tables, strict=True):
            factories.accept_sheet(table, user, points)
        closing.close_round(Round.objects.get(pk=round_.pk), actor=user)
    for name, at in night.penalties:
        round_ = evening.rounds.get(number=at)
        decisions.penalise(entries[name], round_, points=100, reason="te laat", actor=user)
    closing.close_evening(evening, actor=user)
    return evening


# What came of it ----------------------------------------------------------------------------------------------


def season_in_names(competition: Competition) -> dict[str, Any]:
    """Every posting, the result of every evening and every standing, by name."""
    found: dict[str, Any] = {"postings": _postings(competition)}
    for title in ("", *competition.get_titles()):
        season = queries.season_list(competition, queries.DESK, title)
        found[f"standing {title}"] = [
            (row.who.name, row.line.rank, row.line.value, dict(row.line.evenings), row.why, row.last)
            for row in season.rows
        ]
        found["results"] = {
            number: [
                (season.who[line.entry].name, line.rank, line.total) for line in season.results[number].lines
            ]
            for number in (evening.number for evening in season.evenings)
        }
    return found


def _postings(competition: Competition) -> list[Any]:
    rows = Posting.objects.filter(round__evening__competition=competition).select_related(
        "round__evening", "person", "entry"
    )
    return sorted(
        (
            *(row.round.evening.number, row.round.number, row.entry.name, row.kind),
            *(row.person.name if row.person else "", row.points, row.roem, row.bonus, row.total, row.pits),
            *(row.nats, -1 if row.against is None else row.against, row.board, str(row.reason)),
        )
        for row in rows.prefetch_related("entry__members__person")
    )


def ratings_in_names(club: Club) -> dict[str, tuple[float, float, int]]:
    """By name; to nine decimals, for a sum taken in another order of keys may differ in the last bit."""
    values = RatingValue.objects.filter(pool__clubs__club=club).select_related("person")
    return {one.person.name: (round(one.mean, 9), round(one.variance, 9), one.rounds) for one in values}
