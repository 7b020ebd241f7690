"""What the goals of a draw for individuals come down to between every two people, as whole numbers.

A goal that outweighs another costs more than all that the lesser goals together can cost in a whole draw.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np

from tournaments.pairing.costs import tables_cost
from tournaments.pairing.fours import Numbers, Prices
from tournaments.pairing.model import Apart, Couple, DrawInput, History, Table
from tournaments.pairing.ranks import doubled_ranks
from tournaments.pairing.rule import PairingRule
from tournaments.pairing.wishes import Wishes

SQUARED_RANK = 240
"""The unit of a draw by standing: what a gap of one rank, squared, costs. It makes every part below a whole number."""
_SPREAD = SQUARED_RANK // 24
"""A sixth, for each of the six couples of a table; the ranks are doubled."""
_UNEVEN = SQUARED_RANK // 2
_MOST = 1 << 60
"""No goal of a whole draw counts more, so that sums stay whole numbers of 64 bits. Only a field of thousands with many
wishes comes near; there the goals above are no longer strictly apart."""


def standing_prices(
    players: Sequence[int],
    given: DrawInput,
    wishes: Wishes,
    empty: int = 0,
    banned: Collection[Couple] = (),
    together: Collection[Couple] = (),
) -> Prices:
    """The prices of a draw by standing. empty: chairs that stay empty, one at every table of three.

    The goals in order: wishes; no partner of this event again, by the square of how often; no `banned` partners; no two
    of a group that is never to meet; nobody at a table of three again, by the square of how often; couples that are to
    stay `together` at a table; and one sum in squared ranks: opponents again and partners who were opponents, or the
    reverse, by the rule's worth of a repeat; groups kept apart by their worth; a sixth of the squared gaps in rank
    between the four; and how far the sides differ.
    """
    couples = _Couples(players, empty)
    partners, opponents = couples.counts(given.evening.partners), couples.counts(given.evening.opponents)
    ranks = doubled_ranks(given)
    rank = np.array([*(ranks[player] for player in players), *[0] * empty], dtype=np.int64)
    worth = SQUARED_RANK * given.rule.repeat_worth**2
    near = _SPREAD * (rank[:, None] - rank[None, :]) ** 2 + couples.groups(given.apart, _squared_ranks)
    uneven = _UNEVEN if given.rule.balance else 0
    soft = _Goals(
        couples.among_people(near + worth // 10 * opponents),
        couples.among_people(near + worth * opponents**2 + worth // 10 * partners),
    )
    never = couples.never(given.apart)
    kept = -couples.among(together)
    goals = [
        _Goals(kept, kept),
        couples.at_threes(given.threes_before),
        _Goals(never, never),
        _Goals(couples.among(banned), couples.none),
        _Goals(partners**2, couples.none),
        couples.wishes(wishes),
    ]
    sum_of_ranks = 2 * int(rank.max(initial=0))
    partner, opponent, units = _stacked(soft, goals, couples.size // 4, uneven * sum_of_ranks)
    return Prices(opponent, partner - opponent, rank, dear=units[4], uneven=uneven, empty=empty)


def lot_prices(
    players: Sequence[int], given: DrawInput, wishes: Wishes, empty: int = 0, banned: Collection[Couple] = ()
) -> Prices:
    """The prices of a draw by lot: wishes, groups never to meet, turns at a table of three, the weights of the rule.

    A group kept apart by its worth costs what its worth in repeated opponents is.
    """
    couples = _Couples(players, empty)
    weights, evening = given.rule.weights, given.evening
    season = given.season if given.rule.season_memory else History()
    partners, opponents = couples.counts(evening.partners), couples.counts(evening.opponents)
    rather = couples.groups(given.apart, partial(_repeats, given.rule))
    soft = _Goals(
        rather
        + weights.partner_again * partners**2
        + weights.crossed * opponents
        + weights.season_partner * couples.counts(season.partners)
        + weights.partner_again // 2 * couples.among(banned),
        rather
        + weights.opponent_again * opponents**2
        + weights.crossed * partners
        + weights.season_opponent * couples.counts(season.opponents),
    )
    never = couples.never(given.apart)
    goals = [couples.at_threes(given.threes_before), _Goals(never, never), couples.wishes(wishes)]
    partner, opponent, _units = _stacked(soft, goals, couples.size // 4, 0)
    rank = np.zeros(couples.size, dtype=np.int64)
    return Prices(opponent, partner - opponent, rank, dear=max(1, weights.partner_again), empty=empty)


def standing_cost(tables: Sequence[Table], given: DrawInput) -> int:
    """What these tables cost in the one sum in squared ranks, which is the last goal of a draw by standing."""
    ranks = doubled_ranks(given)
    evening, worth = given.evening, SQUARED_RANK * given.rule.repeat_worth**2
    total = 0
    for table in tables:
        for pair in table.partners:
            total += worth // 10 * evening.opponents.get(pair, 0)
        for pair in table.opponents:
            total += worth * evening.opponents.get(pair, 0) ** 2 + worth // 10 * evening.partners.get(pair, 0)
        for one, other in (*table.partners, *table.opponents):
            total += _SPREAD * (ranks[one] - ranks[other]) ** 2
        if given.rule.balance and not table.third:
            we, they = (sum(ranks[entry] for entry in side) for side in table.sides)
            total += _UNEVEN * abs(we - they)
    return total + _met_of_groups(tables, given, _squared_ranks)


def lot_cost(tables: Sequence[Table], given: DrawInput) -> int:
    """What these tables cost in the weights of the rule, groups that are rather kept apart included."""
    return tables_cost(tables, given) + _met_of_groups(tables, given, partial(_repeats, given.rule))


def _squared_ranks(worth: int) -> int:
    return SQUARED_RANK * worth**2


def _repeats(rule: PairingRule, worth: int) -> int:
    """By lot a group counts as many opponents again as its worth is that of one."""
    return rule.weights.opponent_again * worth**2 // max(1, rule.repeat_worth) ** 2


def _met_of_groups(tables: Sequence[Table], given: DrawInput, price: Callable[[int], int]) -> int:
    return sum(
        price(group.worth)
        for table in tables
        for pair in combinations(table.entries, 2)
        for group in given.apart
        if group.worth is not None and group.entries.issuperset(pair)
    )


@dataclass(frozen=True, slots=True)
class _Goals:
    """What a goal counts for two people as partners, and as opponents."""

    partner: Numbers
    opponent: Numbers

    @property
    def most(self) -> int:
        """What it can count at one table."""
        partner, opponent = (int(np.abs(values).max(initial=0)) for values in (self.partner, self.opponent))
        return 2 * partner + 4 * opponent


class _Couples:
    """Tables of values between players, and empty chairs after them."""

    def __init__(self, players: Sequence[int], empty: int) -> None:
        self.people, self.size = len(players), len(players) + empty
        self.number = {player: i for i, player in enumerate(players)}
        self.players = players
        self.none = np.zeros((self.size, self.size), dtype=np.int64)

    def counts(self, counts: Mapping[Couple, int]) -> Numbers:
        found = self.none.copy()
        for (one, other), times in counts.items():
            if one in self.number and other in self.number:
                i, j = self.number[one], self.number[other]
                found[i, j] = found[j, i] = times
        return found

    def among(self, couples: Collection[Couple]) -> Numbers:
        return self.counts(dict.fromkeys(couples, 1))

    def among_people(self, values: Numbers) -> Numbers:
        """The values between players; nothing for an empty chair, and nothing for anybody with himself."""
        found = self.none.copy()
        found[: self.people, : self.people] = values[: self.people, : self.people]
        np.fill_diagonal(found, 0)
        return found

    def groups(self, groups: Sequence[Apart], price: Callable[[int], int]) -> Numbers:
        """What the groups that two share are worth."""
        return self._shared((group, price(group.worth)) for group in groups if group.worth is not None)

    def never(self, groups: Sequence[Apart]) -> Numbers:
        return self._shared((group, 1) for group in groups if group.worth is None)

    def _shared(self, groups: Iterable[tuple[Apart, int]]) -> Numbers:
        found = self.none.copy()
        for group, value in groups:
            members = [self.number[entry] for entry in sorted(group.entries) if entry in self.number]
            found[np.ix_(members, members)] += value
        return self.among_people(found)

    def at_threes(self, before: Mapping[int, int]) -> _Goals:
        """How often, squared, who sits with an empty chair did so before."""
        found = self.none.copy()
        times = np.array([before.get(player, 0) ** 2 for player in self.players], dtype=np.int64)
        found[: self.people, self.people :] = times[:, None]
        found[self.people :, : self.people] = times[None, :]
        return _Goals(found, found)

    def wishes(self, wishes: Wishes) -> _Goals:
        """Wishes broken less wishes kept; and no two empty chairs at one table, which outweighs all of them,
        also where a table counts for three rounds."""
        partner, opponent = wishes.broken(self.players, self.size)
        dearest = 1 + 2 * (np.count_nonzero(partner < 0) + np.count_nonzero(opponent < 0))
        partner[self.people :, self.people :] += dearest
        opponent[self.people :, self.people :] += dearest
        return _Goals(partner, opponent)


def _stacked(
    soft: _Goals, goals: Sequence[_Goals], tables: int, most: int
) -> tuple[Numbers, Numbers, list[int]]:
    """The goals on top of each other, the least first, as partners and as opponents; and the unit of each.

    A unit outweighs all that lies below it. most: what one table can cost beside its couples.
    """
    partner, opponent, units = soft.partner.copy(), soft.opponent.copy(), list[int]()
    unit = 1 + tables * (soft.most + most)
    for goal in goals:
        total = 1 + tables * goal.most
        units.append(min(unit, _MOST // total))
        partner += units[-1] * goal.partner
        opponent += units[-1] * goal.opponent
        unit = units[-1] * total
    return partner, opponent, units
