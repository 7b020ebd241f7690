"""Choosing between proposals for one round when the first has a flaw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Set
from dataclasses import dataclass
from itertools import combinations

from tournaments.pairing.field import sit_outs_so_far
from tournaments.pairing.lookahead import MOST_SEARCHED, Evening, Step, can_finish, find_way
from tournaments.pairing.lot import Lot
from tournaments.pairing.model import Couple, DrawInput, Table

# Looked at before the best of them is taken although it repeats a couple or leaves a dead end.
PROPOSALS = 4
# One rest this evening outweighs all rests of a season, to which it adds one as well.
_EVENING = 1000


@dataclass(frozen=True, slots=True)
class Proposal:
    """A way to play the round.

    couples: those that should not come again tonight (partners; for fixed pairs opponents), at the new tables.
    repeated: how many of them come again already. settled: no other proposal can be better. now: what no look ahead is worth
    besides: never-groups that meet, rests again.
    """

    tables: tuple[Table, ...]
    resting: frozenset[int]
    couples: tuple[Couple, ...]
    repeated: int
    cost: int
    completable: bool | None
    proven: bool
    settled: bool
    now: tuple[int, int] = (0, 0)

    @property
    def order(self) -> tuple[int, tuple[int, int], bool, int]:
        return (self.repeated, self.now, self.completable is False, self.cost)


def best_proposal(
    given: DrawInput,
    again: Set[Couple],
    side: int,
    propose: Callable[[set[Couple], Step | None], Proposal],
    lot: Lot,
    never: Set[Couple] = frozenset(),
) -> Proposal:
    """The best of a few proposals, and at last of one that begins a way through the whole evening.

    propose: makes a proposal that keeps off the banned couples, about 60 % of those that led the earlier ones
    astray; or one with the couples and the resting of a step. again, side, never: as in `completable`.
    """
    banned: set[Couple] = set()
    best = propose(banned, None)
    for _ in range(PROPOSALS - 1):
        if best.settled:
            return best
        banned = banned | {pair for pair in best.couples if lot.below(10) < 6}
        best = min(best, propose(banned, None), key=lambda proposal: proposal.order)
    if not best.settled and is_whole(given):
        way = find_way(evening_after(given, again, (), side, never), given.rounds_after + 1, lot)
        if way:
            best = min(best, propose(set(), way[0]), key=lambda proposal: proposal.order)
    return best


def is_whole(given: DrawInput) -> bool:
    """Whether a way through the whole evening may begin with this round: nothing of it is settled beforehand."""
    return not (given.locked or given.must_sit_out or given.partners_wanted or given.opponents_wanted)


def come_again(given: DrawInput, met: Mapping[Couple, int]) -> frozenset[Couple]:
    """Couples that met tonight; once everybody met everybody, those that met more often than others."""
    count = len(given.entries)
    # While a couple has no count at all there is no need to look at every couple of a large field.
    everybody = len(met) >= count * (count - 1) // 2
    least = min(met.get(pair, 0) for pair in combinations(sorted(given.entries), 2)) if everybody else 0
    return frozenset(pair for pair, times in met.items() if times > least)


def completable(
    given: DrawInput,
    again: Set[Couple],
    resting: Collection[int],
    side: int,
    lot: Lot,
    never: Set[Couple] = frozenset(),
) -> bool | None:
    """Can the announced rounds be played without one of the couples `again`, if the same entries stay?

    again: couples of earlier rounds and of this one. resting: who rest this round. side: entries to a side of a
    table. never: couples that may not come in any round. None when no round is announced, or the field is too large
    for a search.
    """
    if not given.rounds_after:
        return None
    found = can_finish(evening_after(given, again, resting, side, never), given.rounds_after, lot)
    return found or (None if len(given.entries) > MOST_SEARCHED else False)


def evening_after(
    given: DrawInput,
    again: Set[Couple],
    resting: Collection[int],
    side: int,
    never: Set[Couple] = frozenset(),
) -> Evening:
    """The evening once these rest. Individuals rest strictly in turn; pairs in turn of the evening."""
    rested = Counter(dict(given.sit_outs_evening)) + Counter(resting)
    season = {entry: sit_outs_so_far(given, entry)[1] if side == 2 else 0 for entry in given.entries}
    turns = {entry: (_EVENING + 1) * rested[entry] + season[entry] for entry in given.entries}
    return Evening(
        entries=given.entries,
        used=again,
        rested=rested,
        turns=turns,
        step=_EVENING + 1,
        sit_outs=len(given.entries) % (2 * side),
        never=never,
    )
