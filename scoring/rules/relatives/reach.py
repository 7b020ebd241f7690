"""Which card points and melds a deal can have, by exact computation.

**Card points of one party.** A party with k tricks owns some set of k times n cards, n
the number of players, and every set of so many cards can be a party's tricks: the other
tricks and the cards that are not played take what is left. The last trick adds its
points to a party that has a trick, and fails a party only when another has one. So the
sums of all subsets of that size, by one shift-and-or for every card of the pack, are
exactly the points that some splitting of the deal gives.

**The sum of all parties** is the sum of the cards that are played, any set of that size,
and the last trick.

**All parties together.** ``can_share`` looks for a splitting: for each value from high to
low it gives so many cards of that value to each party, so many to nobody. Cards worth
nothing fill up the tricks. The search remembers the states from which it failed, so it
ends; it answers yes exactly when there is a splitting. King and queen of trumps of a
bela, and the cards of melds that were shown, are cards that were played.

All this is about the splitting of the cards, not about legal play. What lies outside is
impossible.

**Melds.** ``meld_totals`` lists the sums of every choice of disjoint runs and fours that
fits into the hands, a run ending where the next card is missing. Card points and melds
are judged apart; what they can be together is not computed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from operator import add
from typing import NamedTuple

from scoring.rules.relatives.deck import SUITS, Card, Trump
from scoring.rules.relatives.game import Game, Party

_STRIDE = 256  # more than the points of any pack


def one_party(game: Game, *, trumps: bool = True, tricks: int | None = None) -> frozenset[int]:
    """The card points that a party can have, with this number of tricks or any."""
    some = range(game.hand + 1) if tricks is None else (tricks,)
    values = tuple(game.deck.values(trumps=trumps))
    return frozenset(
        points
        for number in some
        for points in _with_tricks(values, number, game.hand, len(game.seats), game.last_trick)
    )


def sums(game: Game, *, trumps: bool = True) -> frozenset[int]:
    """What the card points of all parties can be together."""
    played = game.hand * len(game.seats)
    some = _subset_sums(tuple(game.deck.values(trumps=trumps)), played)
    return frozenset(points + game.last_trick for points in some)


@lru_cache(maxsize=256)
def _with_tricks(values: tuple[int, ...], tricks: int, of: int, players: int, last: int) -> frozenset[int]:
    cards = _subset_sums(values, tricks * players)
    without = cards if tricks < of else frozenset()
    return without | {points + last for points in cards if tricks}


@lru_cache(maxsize=256)
def _subset_sums(values: tuple[int, ...], number: int) -> frozenset[int]:
    """The sums of so many of these values: bit ``_STRIDE * n + p`` says that n can sum to p."""
    found = 1
    for value in values:
        found |= found << _STRIDE + value
    points = found >> _STRIDE * number & (1 << _STRIDE) - 1
    return frozenset(total for total in range(_STRIDE) if points >> total & 1)


class Group(NamedTuple):
    """The cards of one value: how many there are, and how many were played for certain."""

    value: int
    cards: int
    played: int


def can_share(
    game: Game,
    points: Sequence[int],
    tricks: Sequence[int | None],
    last: int | None = None,
    *,
    trumps: bool = True,
    trump: Trump = None,
    played: Iterable[Card] = (),
) -> bool:
    """Whether the parties, in the order of the sheet, can have these card points together.

    ``tricks`` are theirs where they are known, ``last`` is the place of the party with
    the last trick. ``trumps`` says whether there are trumps at all; ``trump`` and
    ``played`` name cards that were certainly played.
    """
    counted = Counter(game.deck.values(trumps=trumps))
    certain = Counter(game.deck.points(card, trump) for card in played)
    groups = tuple(Group(value, counted[value], certain[value]) for value in sorted(counted, reverse=True))
    spare = len(game.deck.cards) - game.hand * len(game.seats)
    owners = range(len(points)) if last is None else (last,)
    return any(
        points[owner] >= game.last_trick
        and tricks[owner] != 0
        and _can_share(
            groups,
            tuple(one - game.last_trick * (place == owner) for place, one in enumerate(points)),
            tuple(tricks),
            owner,
            (game.hand, len(game.seats), spare),
        )
        for owner in owners
    )


State = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""Groups dealt with, cards left unplayed, and by party the points to come and the cards had."""


@lru_cache(maxsize=4096)
def _can_share(
    groups: tuple[Group, ...],
    points: tuple[int, ...],
    tricks: tuple[int | None, ...],
    last: int,
    table: tuple[int, int, int],
) -> bool:
    """Depth first over the groups; ``table`` is tricks, players and cards that are not played."""
    all_tricks, players, spare = table
    seen: set[State] = set()
    todo: list[State] = [(0, 0, points, (0,) * len(points))]
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        at, unplayed, due, had = state
        group = groups[at]
        if group.value:
            later = sum(one.value * one.cards for one in groups[at + 1 :])
            for share in _shares(group, due):
                left = tuple(one - group.value * cards for one, cards in zip(due, share, strict=True))
                gone = unplayed + group.cards - sum(share)
                fits = sum(share) >= group.played and gone <= spare and sum(left) <= later
                if fits and max(left) <= later:
                    todo.append((at + 1, gone, left, tuple(map(add, had, share))))
        elif not any(due):
            blanks = all_tricks * players - sum(had)
            least = [-(-cards // players) for cards in had]
            least[last] = max(least[last], 1)
            known = [need if one is None else one for need, one in zip(least, tricks, strict=True)]
            enough = all(one >= need for one, need in zip(known, least, strict=True))
            free = sum(known) <= all_tricks if None in tricks else sum(known) == all_tricks
            if group.played <= blanks <= group.cards and enough and free:
                return True
    return False


def _shares(group: Group, due: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """How many cards of a group each party may get, by what it still needs."""
    most = [min(group.cards, one // group.value) for one in due]
    for share in product(*(range(number + 1) for number in most)):
        if sum(share) <= group.cards:
            yield share


# Melds


def meld_totals(game: Game, party: Party) -> frozenset[int]:
    """What the melds of a party can count, all its players together."""
    shape = (game.deck.ranks, game.hand, len(game.players(party)))
    totals = _meld_totals(*shape, (game.run3, game.run4, game.run5), game.quads)
    if game.three_dardas:  # nothing else makes that sum in nine cards
        totals = totals - {3 * game.run3} | {game.three_dardas}
    return totals


Held = tuple[int, ...]
"""How many cards of melds each player of the party holds."""
Totals = dict[Held, int]
"""Held -> the sums of melds, bit p for p points in tens."""


@lru_cache(maxsize=64)
def _meld_totals(
    ranks: str, hand: int, players: int, runs: tuple[int, int, int], quads: tuple[tuple[str, int], ...]
) -> frozenset[int]:
    found = 0
    for owners in product(range(-1, players), repeat=len(quads)):
        fours = [
            (rank, owner, worth) for (rank, worth), owner in zip(quads, owners, strict=True) if owner >= 0
        ]
        held = tuple(4 * sum(owner == player for _, owner, _ in fours) for player in range(players))
        if max(held) > hand:
            continue
        free = "".join(" " if rank in [four[0] for four in fours] else rank for rank in ranks)
        start = sum(worth for *_, worth in fours) // 10
        for more, sums in _four_suits(free, hand, players, runs).items():
            if all(cards <= hand for cards in map(add, held, more)):
                found |= sums << start
    return frozenset(10 * tens for tens in range(found.bit_length()) if found >> tens & 1)


@lru_cache(maxsize=1024)
def _four_suits(free: str, hand: int, players: int, runs: tuple[int, int, int]) -> Totals:
    """What four suits can hold when only the ranks that are not blank may stand in runs."""
    suit: Totals = defaultdict(int)
    for held, worth in _one_suit(free, players, runs):
        suit[held] |= 1 << worth // 10
    total: Totals = {(0,) * players: 1}
    for _ in SUITS:
        after: Totals = defaultdict(int)
        for had, before in total.items():
            for held, worths in suit.items():
                cards = tuple(map(add, had, held))
                if max(cards) <= hand:
                    for tens in range(worths.bit_length()):
                        if worths >> tens & 1:
                            after[cards] |= before << tens
        total = after
    return total


def _one_suit(
    free: str, players: int, runs: tuple[int, int, int], barred: int | None = None
) -> set[tuple[Held, int]]:
    """Every choice of runs in one suit: the cards of each player, and the points.

    ``barred`` had the card before: a run that went on would be the same run.
    """
    found = {((0,) * players, 0)}
    for first in range(len(free)):
        for length in range(3, len(free) - first + 1):
            if " " in free[first : first + length]:
                break
            for player in range(players):
                if player == barred and first == 0:
                    continue
                own = tuple(length * (one == player) for one in range(players))
                found |= {
                    (tuple(map(add, own, held)), runs[min(length, 5) - 3] + worth)
                    for held, worth in _one_suit(free[first + length :], players, runs, player)
                }
    return found
