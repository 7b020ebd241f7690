"""The draw of one round for individuals at tables of four, whatever its goals are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from tournaments.pairing.assess import finish
from tournaments.pairing.field import choose_sit_outs, prepare
from tournaments.pairing.fours import Numbers, Prices
from tournaments.pairing.limits import never_together
from tournaments.pairing.lookahead import Step
from tournaments.pairing.lot import Lot
from tournaments.pairing.model import Couple, Draw, DrawInput, Table, couple
from tournaments.pairing.numbering import Group, numbered
from tournaments.pairing.proposals import Proposal, best_proposal, come_again, completable
from tournaments.pairing.ranks import doubled_ranks
from tournaments.pairing.resting import Turn, Turns, who_may_rest
from tournaments.pairing.seating import MOST_PROVEN, best_tables
from tournaments.pairing.seats import seat
from tournaments.pairing.sizes import table_sizes
from tournaments.pairing.table_bound import MOST_PEOPLE, raised_bound
from tournaments.pairing.wishes import wishes_of

MOST_SWAPS = 3
"""Other choices of who rests that a large field looks at when a group cannot be kept apart."""
_BROKEN = 1 << 62
"""In the order of proposals, a group that is never to meet outweighs the cost of all tables."""


def _one_round(table: Table) -> list[Table]:
    return [table]


@dataclass(frozen=True, slots=True)
class Manner:
    """How a draw is made.

    prices: what it costs who sit together; see `standing_prices` for what it is made from. price: what tables cost, for
    the quality. by_standing: the ranks say who rests and which table is the first; else the lot does. rounds: the rounds
    that are played at a table as it is drawn.
    """

    prices: Callable[..., Prices]
    price: Callable[[Sequence[Table], DrawInput], int]
    by_standing: bool
    rounds: Callable[[Table], list[Table]] = _one_round

    def cost(self, tables: Iterable[Table], given: DrawInput) -> int:
        return self.price(self.played(tables), given)

    def played(self, tables: Iterable[Table]) -> list[Table]:
        """What is played at these tables, round after round."""
        return [played for table in tables for played in self.rounds(table)]


def draw_fours(given: DrawInput, manner: Manner) -> Draw:
    """Draws the tables. Raises DrawError (see `prepare`, `wishes_of` and `who_may_rest`)."""
    return _FourDraw(given, manner).draw()


@dataclass(frozen=True, slots=True)
class _Seating:
    """Who rest and who sit together. unmet: wishes. repeated: partners again, in squares. broken: couples of groups
    that are never to meet. bound: of the cost, in these prices."""

    resting: frozenset[int]
    groups: tuple[Group, ...]
    unmet: int
    repeated: int
    broken: int
    turn: Turn
    cost: int
    bound: int
    prices: Prices

    @property
    def order(self) -> tuple[int, int, int, Turn, int]:
        return self.unmet, self.repeated, self.broken, self.turn, self.cost


class _FourDraw:
    def __init__(self, given: DrawInput, manner: Manner) -> None:
        self.given, self.manner = given, manner
        self.field = prepare(given, side=2)
        self.lot = Lot(given.seed)
        self.sizes = table_sizes(len(self.field.free), given.rule)
        self.wishes = wishes_of(given, self.field.free)
        self.may_rest = who_may_rest(self.field.free, self.wishes.wanted, self.sizes.resting)
        self.never = never_together(given)
        self.again = come_again(given, given.evening.partners)

    @cached_property
    def turns(self) -> Turns:
        return Turns(self.given, self.may_rest, self.lot)

    @cached_property
    def ranks(self) -> dict[int, int] | None:
        return doubled_ranks(self.given) if self.manner.by_standing else None

    def draw(self) -> Draw:
        first: dict[frozenset[int], _Seating] = {}

        def propose(banned: set[Couple], step: Step | None) -> Proposal:
            seating = self._best(banned, step)
            if not banned and not step:
                first[seating.resting] = seating
            return self._proposal(seating, free_choice=not banned and not step)

        best = best_proposal(self.given, self.again, 2, propose, self.lot, self.never)
        cost = self.manner.cost((*best.tables, *self.given.locked), self.given)
        bound = self._bound(first[best.resting]) if best.resting in first else None
        return finish(
            self.given,
            best.tables,
            [*best.resting, *self.field.resting],
            cost=cost,
            proven=best.proven or cost == bound,
            completable=best.completable,
            bound=bound,
        )

    def _bound(self, seating: _Seating) -> int | None:
        """Of the cost that the quality tells, where that is all there is to the cost of these tables."""
        new = self.manner.cost([Table(0, *group) for group in seating.groups], self.given)
        if new != seating.cost:
            return None
        bound = seating.bound
        if bound < new and seating.prices.count <= MOST_PEOPLE:
            bound = max(bound, raised_bound(seating.prices, new))
        return bound + self.manner.cost(self.given.locked, self.given)

    def _best(self, banned: set[Couple], step: Step | None) -> _Seating:
        """The best choice of who rest, and the tables of the others."""
        count = self.sizes.resting
        if step and len(step.resting) == count and step.resting.issubset(self.may_rest):
            return self._seating(step.resting, banned, step)
        if not self.manner.by_standing:
            resting = choose_sit_outs(self.given, self.may_rest, count, self.lot)
            return self._seating(resting, banned, step)
        small = len(self.field.free) - count <= MOST_PROVEN
        every = self.turns.all_in_order(count) if small else []
        best = self._seating(every[0] if every else self.turns.first(count), banned, step)
        for resting in every[1:] if every else self._others(best):
            if self._is_flawless(best) and (self.turns.of(resting) > best.turn or best.cost == 0):
                break
            best = min(best, self._seating(resting, banned, step), key=lambda seating: seating.order)
        return best

    @cached_property
    def sparing(self) -> tuple[frozenset[int], int]:
        return self.turns.sparing_partners(self.field.free, self.sizes.resting)

    def _is_flawless(self, seating: _Seating) -> bool:
        """Whether no other people resting can repeat fewer partners or keep more apart."""
        if seating.unmet or seating.broken:
            return False
        return not seating.repeated or seating.repeated == self.sparing[1]

    def _others(self, best: _Seating) -> Iterator[frozenset[int]]:
        """What else a large field may try when it has a flaw that other people resting may mend."""
        count = self.sizes.resting
        if not count or self._is_flawless(best):
            return
        if best.repeated:
            yield self.sparing[0]
        together = {pair for group in best.groups for pair in _couples(Table(0, *group))}
        met = {entry for pair in together & self.never for entry in pair}
        groups = {entry for pair in self.never if not met.isdisjoint(pair) for entry in pair}
        yield from self.turns.with_one_of(groups, count, MOST_SWAPS)

    def _seating(self, resting: frozenset[int], banned: set[Couple], step: Step | None) -> _Seating:
        """The best tables found for those who do not rest, off the banned partners, with the partners of a step."""
        players = [entry for entry in self.field.free if entry not in resting]
        off = banned | set(combinations(players, 2)).difference(step.couples) if step else banned
        prices = self.manner.prices(players, self.given, self.wishes, self.sizes.threes, off)
        rows, bound = best_tables(prices, self.lot)
        groups = tuple(_group(prices, row, players, self.lot) for row in rows)
        tables = [Table(0, *group) for group in groups]
        played = self.manner.played(tables)
        met = self.given.evening.partners
        return _Seating(
            resting=resting,
            groups=groups,
            unmet=len(self.wishes.broken_by(groups)),
            repeated=sum(met.get(pair, 0) ** 2 for table in played for pair in table.partners),
            broken=sum(pair in self.never for table in tables for pair in _couples(table)),
            turn=self.turns.of(resting),
            cost=prices.total(rows),
            bound=bound,
            prices=prices,
        )

    def _proposal(self, seating: _Seating, *, free_choice: bool) -> Proposal:
        if against := self.wishes.broken_by(seating.groups):
            raise against[0]
        given, lot = self.given, self.lot
        tables = seat(numbered(seating.groups, given, self.field.numbers, lot, self.ranks), given, lot)
        couples = tuple(pair for table in self.manner.played(tables) for pair in table.partners)
        locked = [pair for table in given.locked for pair in table.partners]
        way = completable(given, self.again.union(couples, locked), seating.resting, 2, lot, self.never)
        repeated = len(self.again.intersection(couples))
        return Proposal(
            tables,
            seating.resting,
            couples,
            repeated,
            cost=_BROKEN * seating.broken + self.manner.cost(tables, given),
            completable=way,
            proven=free_choice and 4 * len(tables) <= MOST_PROVEN,
            # Other partners may avoid a dead end; a repeated partner only other people resting can.
            settled=way is not False and not (repeated and seating.resting),
        )


def _group(prices: Prices, row: Numbers, players: Sequence[int], lot: Lot) -> Group:
    """The sides of a table; three people play each for himself."""
    people = prices.people(row)
    if len(people) == 3:
        return tuple((players[person],) for person in people)
    one, other = lot.choice(prices.splits(row))
    return tuple((players[a], players[b]) for a, b in (one, other))


def _couples(table: Table) -> list[Couple]:
    return [couple(*pair) for pair in combinations(table.entries, 2)]
