"""Whether the rounds still announced can be played without pairing anybody twice.

Near the end of a small field the couples that have not met may no longer cover everybody: six pairs after
three rounds can be left with two triangles. So a draw is taken only when a way through the rest of the evening
is found with it. The way is a certificate; it is not the draw of those rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.pairing.lot import Lot
from tournaments.pairing.matching import cheapest_matching
from tournaments.pairing.model import Couple, couple

TRIES = 24


def can_finish(
    entries: Sequence[int],
    used: set[Couple],
    sat: Mapping[int, int],
    rounds: int,
    sit_outs: int,
    lot: Lot,
) -> bool:
    """Is a way found to play `rounds` more rounds, `sit_outs` entries resting in each, without a used couple?

    used: couples that may not come again. sat: how often each rested tonight. Nobody rests more often than the
    number of rounds makes necessary. Rounds beyond what can exist at all are not asked for.
    """
    entries = sorted(entries)
    met = dict.fromkeys(entries, 0)
    for pair in used:
        if pair[0] in met and pair[1] in met:
            met[pair[0]] += 1
            met[pair[1]] += 1
    count = len(entries)
    total = sum(sat.get(entry, 0) for entry in entries) + sit_outs * rounds
    rests = {entry: max(0, -(-total // count) - sat.get(entry, 0)) for entry in entries}
    rounds = min([rounds, *(count - 1 - met[entry] + rests[entry] for entry in entries)])
    # Dirac: a graph in which everybody has at least half of the others left has a perfect matching, and each
    # round takes one neighbour of everybody away.
    fewest_left = count - 1 - sit_outs - max(met.values()) - (rounds - 1)
    if rounds <= 0 or 2 * fewest_left >= count - sit_outs:
        return True
    return any(_find_way(entries, used, rests, rounds, sit_outs, lot) for _ in range(TRIES))


def _find_way(
    entries: Sequence[int],
    used: set[Couple],
    rests: Mapping[int, int],
    rounds: int,
    sit_outs: int,
    lot: Lot,
) -> bool:
    """Draws round after round by lot among the couples left; resting is one more point to be paired with."""
    used, left, count = set(used), dict(rests), len(entries)

    def price(i: int, j: int) -> int | None:
        if j < count:
            return None if couple(entries[i], entries[j]) in used else 0
        # Who has rested least goes first, or the last rounds lack people who still may.
        return -left[entries[i]] if i < count and left[entries[i]] > 0 else None

    for _ in range(rounds):
        matching = cheapest_matching(count + sit_outs, price, lot)
        if matching is None:
            return False
        for i, j in matching:
            if j < count:
                used.add(couple(entries[i], entries[j]))
            else:
                left[entries[i]] -= 1
    return True
