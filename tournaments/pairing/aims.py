"""The single goals of a draw: what each counts, and how it is said in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

from tournaments.pairing.goal import Goal, Price, resting, seats_of
from tournaments.pairing.model import Apart, Couple, Draw, DrawInput, Table, couple
from tournaments.pairing.ranks import doubled_ranks, score_groups
from tournaments.sentences import Sentence, gettext_noop

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


def latest_rematches(given: DrawInput) -> Goal:
    met = given.met_in_round

    def words(draw: Draw) -> Sentence:
        rounds = [
            met.get(pair, 0)
            for table in draw.tables
            for pair in table.opponents
            if given.evening.opponents.get(pair, 0)
        ]
        if not rounds:
            return Sentence(gettext_noop("Nobody meets the same opponent again."))
        text = gettext_noop("Who meet again met last in round %(round)s or before.")
        return Sentence(text, {"round": max(rounds)})

    def price(one: int, other: int) -> int:
        pair = couple(one, other)
        return met.get(pair, 0) if given.evening.opponents.get(pair, 0) else 0

    return Goal("latest", words, opponent=price)


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


def rather_apart(given: DrawInput, worth: Callable[[int], int]) -> Goal:
    """What `worth` makes of the worth of a group, for each couple of it at one table."""
    groups = [group for group in given.apart if group.worth is not None]

    def words(draw: Draw) -> Sentence:
        return _counted(
            _broken(draw, groups),
            gettext_noop("Nobody sits with one of a group that is kept apart."),
            gettext_noop("Two of a group that is kept apart sit together."),
            gettext_noop("%(count)s couples of groups that are kept apart sit together."),
        )

    def price(one: int, other: int) -> int:
        return sum(worth(group.worth or 0) for group in groups if {one, other} <= group.entries)

    return Goal("groups", words, partner=price, opponent=price)


def _broken(draw: Draw, groups: list[Apart]) -> int:
    couples = [pair for table in draw.tables for pair in combinations(table.entries, 2)]
    return sum(1 for pair in couples for group in groups if group.entries.issuperset(pair))


# Tables of three among tables of four.


def again_at_three(given: DrawInput) -> Goal:
    before = given.threes_before

    def words(draw: Draw) -> Sentence:
        return _counted(
            sum(1 for table in draw.tables if table.third for entry in table.entries if before.get(entry, 0)),
            gettext_noop("Nobody sits at a table of three again."),
            gettext_noop("One entry sits at a table of three again."),
            gettext_noop("%(count)s entries sit at a table of three again."),
        )

    return Goal("threes", words, three=lambda entry: before.get(entry, 0) ** 2)


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
    """How far a meeting is from the one that the pattern wants within a group of equal scores; across, the rank gap.

    The first of a group is to meet the last ("fold"), or the first of the lower half ("slide"); in an odd group the
    last one is left over.
    """
    ranks = doubled_ranks(given)
    places: dict[int, tuple[int, int]] = {}
    before = 0
    for group in score_groups(given):
        places |= dict.fromkeys(group, (before, len(group) - len(group) % 2))
        before += len(group)

    def off(one: int, other: int) -> int:
        start, count = places[one]
        gap = abs(ranks[one] - ranks[other])
        if places[other][0] != start:
            return gap
        if given.rule.pattern == "slide":
            return abs(gap - count)
        return abs(ranks[one] + ranks[other] - (4 * start + 2 * count + 2))

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
        return abs(we - they)

    def words(draw: Draw) -> Sentence:
        text = gettext_noop("The two sides of a table differ by %(mean)s ranks on average, at most %(most)s.")
        return _averaged(text, [off(table) for table in draw.tables if not table.third])

    return Goal("balance", words, tilt=lambda entry: ranks[entry])


# Where they sit.


def directions(given: DrawInput) -> Goal:
    """How unevenly North-South and East-West are spread over the rounds, this one included."""

    def surplus(entry: int, seat: str) -> int:
        seats = given.seats_before.get(entry, {})
        before = seats.get("N", 0) + seats.get("S", 0) - seats.get("E", 0) - seats.get("W", 0)
        return before + (1 if seat in "NS" else -1)

    def words(draw: Draw) -> Sentence:
        seats = [each for table in draw.tables if not table.third for each in seats_of(table)]
        return _counted(
            sum(1 for entry, seat in seats if abs(surplus(entry, seat)) > 1),
            gettext_noop("Everybody has sat North-South about as often as East-West."),
            gettext_noop("One entry has sat one way at least twice more than the other."),
            gettext_noop("%(count)s entries have sat one way at least twice more than the other."),
        )

    return Goal("directions", words, seat=lambda entry, seat: surplus(entry, seat) ** 2)


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
