"""The proof of a schedule: everything is counted from the seats, and said in words.

It trusts nothing of the code that makes schedules, and takes whatever has tables: numbers or people.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.pairing.model import Couple
from tournaments.pairing.schedules.model import PlannedRound
from tournaments.sentences import Sentence, gettext_noop

MOST_PARTNER, MOST_OPPONENT, MOST_MEETINGS = 1, 2, 1
"""How often two people may be partners and opponents in a schedule, and two pairs meet."""

MOST_NAMED = 10
"""Numbers that are named one by one in a sentence."""
LEFT = {"N": "E", "E": "S", "S": "W", "W": "N"}
CORNER = {"N": "E", "E": "N", "S": "W", "W": "S"}


@dataclass(frozen=True, slots=True)
class Person:
    """What the rounds are for one number: how often with whom, against whom, where, on which seat.

    left: how often who sat at the left. corner: how often who was the opponent across the North-East or the South-West
    corner. For a pair `partners`, `left` and `corner` are empty, `seats` counts "N" (North-South) and "E" (East-West).
    """

    partners: Mapping[int, int]
    opponents: Mapping[int, int]
    left: Mapping[int, int]
    corner: Mapping[int, int]
    tables: Mapping[int, int]
    seats: Mapping[str, int]
    sit_outs: int


@dataclass(frozen=True, slots=True)
class Proof:
    """The count of a schedule of `rounds` rounds.

    people: by number. faults: what is not as it should be, empty for a sound schedule. praise: what is.
    """

    rounds: int
    people: Mapping[int, Person]
    faults: tuple[Sentence, ...]
    praise: tuple[Sentence, ...]

    @property
    def is_sound(self) -> bool:
        return not self.faults

    def times(self, couple: Couple) -> tuple[int, int]:
        """How often two were partners and opponents."""
        one, other = couple
        person = self.people[one]
        return person.partners.get(other, 0), person.opponents.get(other, 0)


def count(rounds: Sequence[PlannedRound]) -> Proof:
    """Counts the rounds of a schedule, one by one and person by person."""
    numbers = sorted({number for planned in rounds for number in _named(planned)})
    people = {number: _person(number, rounds) for number in numbers}
    individuals = any(len(table.north_south) == 2 for planned in rounds for table in planned.tables)
    faults = [*_places(rounds, numbers), *_meetings(people, individuals=individuals)]
    praise = () if faults else tuple(_praise(people, len(rounds), individuals=individuals))
    return Proof(len(rounds), people, tuple(faults), praise)


def _named(planned: PlannedRound) -> list[int]:
    return [number for table in planned.tables for number in table.entries] + list(planned.sit_outs)


def _person(number: int, rounds: Sequence[PlannedRound]) -> Person:
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    seats: Counter[str] = Counter()
    for planned in rounds:
        for table in planned.tables:
            if number not in table.entries:
                continue
            own, against = (
                (table.north_south, table.east_west)
                if number in table.north_south
                else (table.east_west, table.north_south)
            )
            counts["partners"].update(other for other in own if other != number)
            counts["opponents"].update(against)
            counts["tables"][table.number] += 1
            around = table.seats
            seat = next(letter for letter in "NESW" if around[letter] == number)
            seats[seat] += 1
            if len(own) == 2:
                counts["left"][around[LEFT[seat]]] += 1
                counts["corner"][around[CORNER[seat]]] += 1
    return Person(
        partners=counts["partners"],
        opponents=counts["opponents"],
        left=counts["left"],
        corner=counts["corner"],
        tables=counts["tables"],
        seats=seats,
        sit_outs=sum(planned.sit_outs.count(number) for planned in rounds),
    )


# What is wrong ----------------------------------------------------------------


def _places(rounds: Sequence[PlannedRound], numbers: list[int]) -> Iterable[Sentence]:
    """Everybody has one place in every round, and every table one number."""
    for number, planned in enumerate(rounds, 1):
        named = Counter(_named(planned))
        for person in numbers:
            if named[person] != 1:
                text = gettext_noop(
                    "In round %(round)s number %(person)s has %(places)s places instead of one."
                )
                yield Sentence(text, {"round": number, "person": person, "places": named[person]})
        for table, times in Counter(table.number for table in planned.tables).items():
            if times > 1:
                text = gettext_noop("In round %(round)s table %(table)s is used %(times)s times.")
                yield Sentence(text, {"round": number, "table": table, "times": times})


def _meetings(people: Mapping[int, Person], *, individuals: bool) -> Iterable[Sentence]:
    most = MOST_OPPONENT if individuals else MOST_MEETINGS
    for one, other in combinations(people, 2):
        together, against = people[one].partners.get(other, 0), people[one].opponents.get(other, 0)
        if together > MOST_PARTNER:
            text = gettext_noop("Numbers %(one)s and %(other)s are partners %(times)s times.")
            yield Sentence(text, {"one": one, "other": other, "times": together})
        if against > most:
            text = gettext_noop("Numbers %(one)s and %(other)s are opponents %(times)s times.")
            yield Sentence(text, {"one": one, "other": other, "times": against})


# What is right ----------------------------------------------------------------


def _praise(people: Mapping[int, Person], rounds: int, *, individuals: bool) -> Iterable[Sentence]:
    pairs = list(combinations(people, 2))
    against = Counter(people[one].opponents.get(other, 0) for one, other in pairs)
    if individuals:
        together = Counter(people[one].partners.get(other, 0) for one, other in pairs)
        yield from _company(together, against)
        yield from _corners(people, whole=not together[0])
    else:
        yield from _pairs(against, rounds)
    yield from _rests(people)
    yield from _moves(people)


def _company(together: Counter[int], against: Counter[int]) -> Iterable[Sentence]:
    if set(together) == {1} and set(against) == {2}:
        yield Sentence(gettext_noop("Everybody plays once with everybody and twice against everybody."))
        return
    if set(together) == {1}:
        yield Sentence(gettext_noop("Everybody plays once with everybody."))
    else:
        yield Sentence(gettext_noop("Nobody plays twice with the same partner."))
    if against[2]:
        text = gettext_noop(
            "Nobody meets the same opponent more than twice; %(twice)s of %(all)s couples of opponents meet twice."
        )
        yield Sentence(text, {"twice": against[2], "all": against[1] + against[2]})
    else:
        yield Sentence(gettext_noop("Nobody meets the same opponent twice."))


def _corners(people: Mapping[int, Person], *, whole: bool) -> Iterable[Sentence]:
    """Fair seats: who sits at the left, at which corner, and how often everybody sits on each seat."""
    others = [(person, other) for number, person in people.items() for other in people if other != number]
    lefts = {person.left.get(other, 0) for person, other in others}
    if whole and lefts == {1}:
        yield Sentence(gettext_noop("Everybody has everybody once at his left and once at his right."))
    elif max(lefts) == 1:
        yield Sentence(gettext_noop("Nobody has the same person at his left twice, nor at his right."))
    if whole and {person.corner.get(other, 0) for person, other in others} == {1}:
        text = gettext_noop(
            "Everybody meets every opponent once across the North-East or South-West corner, once across another."
        )
        yield Sentence(text)
    if all(len({person.seats.get(letter, 0) for letter in "NESW"}) == 1 for person in people.values()):
        yield Sentence(gettext_noop("Everybody sits North, East, South and West equally often."))


def _pairs(against: Counter[int], rounds: int) -> Iterable[Sentence]:
    if set(against) == {1}:
        yield Sentence(gettext_noop("Every pair meets every other pair once."))
    else:
        text = gettext_noop("No pair meets another twice: up to %(rounds)s others in %(rounds)s rounds.")
        yield Sentence(text, {"rounds": rounds})


def _rests(people: Mapping[int, Person]) -> Iterable[Sentence]:
    rests = {person.sit_outs for person in people.values()}
    if rests == {0}:
        yield Sentence(gettext_noop("Nobody sits out."))
    elif rests == {1}:
        yield Sentence(gettext_noop("Everybody sits out once."))
    elif len(rests) == 1:
        yield Sentence(gettext_noop("Everybody sits out %(times)s times."), {"times": min(rests)})
    elif rests == {0, 1}:
        yield Sentence(gettext_noop("Nobody sits out twice."))
    else:
        text = gettext_noop("Everybody sits out %(fewest)s to %(most)s times.")
        yield Sentence(text, {"fewest": min(rests), "most": max(rests)})


def _moves(people: Mapping[int, Person]) -> Iterable[Sentence]:
    """Who keeps a table, where there is more than one."""
    staying = {
        number: next(iter(person.tables))
        for number, person in people.items()
        if len(person.tables) == 1 and sum(person.tables.values()) > 1
    }
    if len({table for person in people.values() for table in person.tables}) == 1:
        return
    if len(staying) == 1:
        ((number, table),) = staying.items()
        text = gettext_noop("Number %(number)s stays at table %(table)s.")
        yield Sentence(text, {"number": number, "table": table})
    elif len(staying) > MOST_NAMED:
        yield Sentence(gettext_noop("%(count)s numbers keep their table."), {"count": len(staying)})
    elif staying:
        text = gettext_noop("These numbers keep their table: %(numbers)s.")
        yield Sentence(text, {"numbers": ", ".join(map(str, staying))})
