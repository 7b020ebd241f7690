"""Choosing between proposals for one round when the first has a flaw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from tournaments.pairing.lookahead import can_finish
from tournaments.pairing.lot import Lot
from tournaments.pairing.model import Couple, DrawInput, Table

# Looked at before the best of them is taken although it repeats a couple or leaves a dead end.
PROPOSALS = 12


@dataclass(frozen=True, slots=True)
class Proposal:
    """A way to play the round.

    couples: those that should not come again tonight (partners; for fixed pairs opponents), at the new tables.
    repeated: how many of them come again already. settled: no other proposal can be better.
    """

    tables: tuple[Table, ...]
    resting: frozenset[int]
    couples: tuple[Couple, ...]
    repeated: int
    cost: int
    completable: bool | None
    proven: bool
    settled: bool

    @property
    def order(self) -> tuple[int, bool, int]:
        return (self.repeated, self.completable is False, self.cost)


def best_proposal(propose: Callable[[set[Couple]], Proposal], lot: Lot) -> Proposal:
    """The best of the proposals, each kept off about 60 % of the couples that led the earlier ones astray."""
    banned: set[Couple] = set()
    best = propose(banned)
    for _ in range(PROPOSALS - 1):
        if best.settled:
            break
        banned = banned | {pair for pair in best.couples if lot.below(10) < 6}
        best = min(best, propose(banned), key=lambda proposal: proposal.order)
    return best


def completable(
    given: DrawInput,
    met: Mapping[Couple, int],
    couples: Iterable[Couple],
    resting: Collection[int],
    sit_outs: int,
    lot: Lot,
) -> bool | None:
    """Can the announced rounds follow `couples` without a couple coming again, if the same entries stay?

    met: how often couples met before this round. sit_outs: entries that rest in each later round. None when no
    round is announced.
    """
    if not given.rounds_after:
        return None
    used = {pair for pair, times in met.items() if times} | set(couples)
    sat = Counter(dict(given.sit_outs_evening)) + Counter(resting)
    return can_finish(given.entries, used, sat, given.rounds_after, sit_outs, lot)
