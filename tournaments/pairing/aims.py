"""The single goals of a draw: what each counts for two people, for a table and for a rest, and how it is said.

All are whole numbers, added over a draw, so that whoever looks for a better draw by another way may add the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations

from tournaments.pairing.model import Apart, Couple, Draw, DrawInput, Table, couple
from tournaments.pairing.ranks import classes, doubled_ranks, seed_ranks
from tournaments.sentences import Sentence, gettext_noop

Words = Callable[[Draw], Sentence]
Price = Callable[[int, int], int]


def _no_price(one: int, other: int) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal: what it counts for two people as partners, as opponents, for a table as a whole, and for a rest.

    parts: a goal that is a weighted sum of others, which say in words what it is made of.
    """

    name: str
    words: Words
    partner: Price = _no_price
    opponent: Price = _no_price
    table: Callable[[Table], int] = lambda _table: 0
    rest: Callable[[int], int] = lambda _entry: 0
    parts: tuple[tuple[int, Goal], ...] = ()

    def at(self, table: Table) -> int:
        """What one table counts."""
        if self.parts:
            return sum(weight * part.at(table) for weight, part in self.parts)
        partners = sum(self.partner(*pair) for pair in table.partners)
        return partners + sum(self.opponent(*pair) for pair in table.opponents) + self.table(table)

    def value(self, draw: Draw, given: DrawInput) -> int:
        """What a whole draw counts; lower is better."""
        return sum(map(self.at, draw.tables)) + sum(map(self.rest, resting(draw, given)))


def resting(draw: Draw, given: DrawInput) -> list[int]:
    """Who rests and could have been seated."""
    return [entry for entry in draw.sit_outs if entry not in given.must_sit_out]


# Who rests.


def resting_again(given: DrawInput) -> Goal:
    def words(draw: Draw) -> Sentence:
        count = sum(1 for entry in resting(draw, given) if given.sit_outs_evening.get(entry, 0))
        return _counted(
            count,
            gettext_noop("Nobody rests again."),
            gettext_noop("One entry rests again."),
            gettext_noop("%(count)s entries rest again."),
        )

    return Goal("rests", words, rest=lambda entry: given.sit_outs_evening.get(entry, 0) ** 2)


def named_first(given: DrawInput) -> Goal:
    def words(draw: Draw) -> Sentence:
        return _counted(
            sum(1 for entry in resting(draw, given) if entry not in given.sit_out_first),
            gettext_noop("Who rests was first in turn to rest: came late, or offered to."),
            gettext_noop("One entry rests that was not first in turn to rest."),
            gettext_noop("%(count)s entries rest that were not first in turn to rest."),
        )

    return Goal("first", words, rest=lambda entry: int(entry not in given.sit_out_first))


def resting_in_season(given: DrawInput) -> Goal:
    def words(draw: Draw) -> Sentence:
        return _counted(
            sum(given.sit_outs_season.get(entry, 0) for entry in resting(draw, given)),
            gettext_noop("Who rests has not rested on earlier evenings."),
            gettext_noop("Who rests has rested once on earlier evenings."),
            gettext_noop("Who rests has rested %(count)s times on earlier evenings."),
        )

    return Goal("season_rests", words, rest=lambda entry: given.sit_outs_season.get(entry, 0))


def lowest(given: DrawInput, free: list[int]) -> Goal:
    ranks = doubled_ranks(given)
    last = max((ranks[entry] for entry in free), default=0)

    def words(draw: Draw) -> Sentence:
        rest = resting(draw, given)
        highest = min((ranks[entry] for entry in rest), default=last)
        others = sum(1 for entry in free if entry not in rest and ranks[entry] > highest)
        return _counted(
            others,
            gettext_noop("Who rests stands lowest."),
            gettext_noop("Who rests stands lowest but for one other."),
            gettext_noop("Who rests stands lowest but for %(count)s others."),
        )

    return Goal("lowest", words, rest=lambda entry: last - ranks[entry])


# Who met before.


def partners(given: DrawInput) -> Goal:
    met = given.evening.partners

    def words(draw: Draw) -> Sentence:
        return _counted(
            sum(1 for table in draw.tables for pair in table.partners if met.get(pair, 0)),
            gettext_noop("Nobody plays with the same partner again."),
            gettext_noop("One couple plays together again."),
            gettext_noop("%(count)s couples play together again."),
        )

    return Goal("partners", words, partner=_squared(met))


def rematches(given: DrawInput, name: str = "rematches") -> Goal:
    met = given.evening.opponents

    def words(draw: Draw) -> Sentence:
        return _counted(
            sum(1 for table in draw.tables for pair in table.opponents if met.get(pair, 0)),
            gettext_noop("Nobody meets the same opponent again."),
            gettext_noop("Two opponents meet again."),
            gettext_noop("%(count)s times opponents meet again."),
        )

    return Goal(name, words, opponent=_squared(met))


def crossed(given: DrawInput) -> Goal:
    evening = given.evening

    def words(draw: Draw) -> Sentence:
        partners = [pair for table in draw.tables for pair in table.partners]
        opponents = [pair for table in draw.tables for pair in table.opponents]
        count = sum(1 for pair in partners if evening.opponents.get(pair, 0))
        return _counted(
            count + sum(1 for pair in opponents if evening.partners.get(pair, 0)),
            gettext_noop("No partners become opponents, nor the reverse."),
            gettext_noop("One couple of partners becomes opponents, or the reverse."),
            gettext_noop("%(count)s couples of partners become opponents, or the reverse."),
        )

    return Goal("crossed", words, partner=_times(evening.opponents), opponent=_times(evening.partners))


def season_partners(given: DrawInput) -> Goal:
    met = given.season.partners

    def words(draw: Draw) -> Sentence:
        return _counted(
            sum(met.get(pair, 0) for table in draw.tables for pair in table.partners),
            gettext_noop("No partners played together on an earlier evening."),
            gettext_noop("The partners played together once on earlier evenings."),
            gettext_noop("The partners played together %(count)s times on earlier evenings."),
        )

    return Goal("season_partners", words, partner=_times(met))


def season_opponents(given: DrawInput, *, squared: bool = False) -> Goal:
    met = given.season.opponents

    def words(draw: Draw) -> Sentence:
        return _counted(
            sum(met.get(pair, 0) for table in draw.tables for pair in table.opponents),
            gettext_noop("No opponents met on an earlier evening."),
            gettext_noop("The opponents met once on earlier evenings."),
            gettext_noop("The opponents met %(count)s times on earlier evenings."),
        )

    return Goal("season_opponents", words, opponent=_squared(met) if squared else _times(met))


# Groups that are kept apart.


def apart(given: DrawInput) -> Goal:
    groups = [group for group in given.apart if group.worth is None]

    def words(draw: Draw) -> Sentence:
        return _counted(
            _broken(draw, groups),
            gettext_noop("Nobody sits with somebody he is never to meet."),
            gettext_noop("Two of a group that is never to meet sit together."),
            gettext_noop("%(count)s couples that are never to meet sit together."),
        )

    def price(one: int, other: int) -> int:
        return sum(1 for group in groups if {one, other} <= group.entries)

    return Goal("apart", words, partner=price, opponent=price)


def rather_apart(given: DrawInput) -> Goal:
    """Twice the worth of a group, squared, for each couple of it at one table: squared doubled ranks."""
    groups = [group for group in given.apart if group.worth is not None]

    def words(draw: Draw) -> Sentence:
        return _counted(
            _broken(draw, groups),
            gettext_noop("Nobody sits with one of a group that is kept apart."),
            gettext_noop("Two of a group that is kept apart sit together."),
            gettext_noop("%(count)s couples of groups that are kept apart sit together."),
        )

    def price(one: int, other: int) -> int:
        return sum((2 * (group.worth or 0)) ** 2 for group in groups if {one, other} <= group.entries)

    return Goal("groups", words, partner=price, opponent=price)


def _broken(draw: Draw, groups: list[Apart]) -> int:
    couples = [pair for table in draw.tables for pair in combinations(table.entries, 2)]
    return sum(1 for pair in couples for group in groups if group.entries.issuperset(pair))


# How near in the standing.


def gaps(given: DrawInput) -> Goal:
    ranks = doubled_ranks(given)

    def words(draw: Draw) -> Sentence:
        gaps = [max(wide) - min(wide) for wide in ([ranks[e] for e in t.entries] for t in draw.tables)]
        return _averaged(
            gettext_noop("The opponents are %(mean)s ranks apart on average, at most %(most)s."), gaps
        )

    return Goal("gaps", words, opponent=lambda one, other: (ranks[one] - ranks[other]) ** 2)


def off_pattern(given: DrawInput) -> Goal:
    """How far a meeting is from the one that the pattern wants: its target within a rank, the rank gap across.

    Within a class of equals in order of strength, doubled, the first meets the last ("fold") or the first of the
    lower half ("slide").
    """
    ranks = doubled_ranks(given)
    seeds: dict[int, tuple[int, int]] = {}
    for equals in classes(ranks).values():
        seeds |= {entry: (seed, len(equals)) for entry, seed in seed_ranks(given, equals).items()}

    def off(one: int, other: int) -> int:
        if ranks[one] != ranks[other]:
            return abs(ranks[one] - ranks[other])
        (first, count), (second, _count) = seeds[one], seeds[other]
        return (
            abs(first + second - 2 * (count + 1))
            if given.rule.pattern == "fold"
            else abs(abs(first - second) - count)
        )

    def words(draw: Draw) -> Sentence:
        gaps = [off(*pair) for table in draw.tables for pair in table.opponents]
        text = gettext_noop(
            "The meetings are %(mean)s ranks off the chosen pattern on average, at most %(most)s."
        )
        return _averaged(text, gaps)

    return Goal("pattern", words, opponent=lambda one, other: off(one, other) ** 2)


def spread(given: DrawInput) -> Goal:
    ranks = doubled_ranks(given)

    def words(draw: Draw) -> Sentence:
        seats = [[ranks[entry] for entry in table.entries] for table in draw.tables]
        text = gettext_noop("The four of a table are %(mean)s ranks apart on average, at most %(most)s.")
        return _averaged(text, [max(table) - min(table) for table in seats])

    def price(one: int, other: int) -> int:
        return (ranks[one] - ranks[other]) ** 2

    return Goal("spread", words, partner=price, opponent=price)


def balance(given: DrawInput) -> Goal:
    ranks = doubled_ranks(given)

    def off(table: Table) -> int:
        we, they = (sum(ranks[entry] for entry in side) for side in (table.north_south, table.east_west))
        return 0 if table.third else abs(we - they)

    def words(draw: Draw) -> Sentence:
        text = gettext_noop("The two sides of a table differ by %(mean)s ranks on average, at most %(most)s.")
        return _averaged(text, [off(table) for table in draw.tables])

    return Goal("balance", words, table=off)


# Where they sit.


def directions(given: DrawInput) -> Goal:
    """How unevenly North-South and East-West are spread over the rounds, this one included."""

    def before(entry: int) -> int:
        seats = given.seats_before.get(entry, {})
        return seats.get("N", 0) + seats.get("S", 0) - seats.get("E", 0) - seats.get("W", 0)

    def off(table: Table) -> list[int]:
        return [*(before(e) + 1 for e in table.north_south), *(before(e) - 1 for e in table.east_west)]

    def words(draw: Draw) -> Sentence:
        uneven = sum(1 for table in draw.tables for seats in off(table) if abs(seats) > 1)
        return _counted(
            uneven,
            gettext_noop("Everybody has sat North-South about as often as East-West."),
            gettext_noop("One entry has sat one way two times or more oftener than the other."),
            gettext_noop("%(count)s entries have sat one way two times or more oftener than the other."),
        )

    return Goal("directions", words, table=lambda table: sum(seats**2 for seats in off(table)))


# Small things.


def _times(counts: Mapping[Couple, int]) -> Price:
    return lambda one, other: counts.get(couple(one, other), 0)


def _squared(counts: Mapping[Couple, int]) -> Price:
    return lambda one, other: counts.get(couple(one, other), 0) ** 2


def _counted(count: int, none: str, one: str, many: str) -> Sentence:
    if count == 0:
        return Sentence(none)
    return Sentence(one) if count == 1 else Sentence(many, {"count": count})


def _averaged(text: str, doubled: list[int]) -> Sentence:
    """Doubled ranks in words, as ranks to one decimal."""
    if not doubled:
        return Sentence(text, {"mean": 0.0, "most": 0.0})
    mean = round(sum(doubled) / (2 * len(doubled)), 1)
    return Sentence(text, {"mean": mean, "most": round(max(doubled) / 2, 1)})
