"""Knock-out brackets: seeding, byes, third place, consolation, clubmates kept apart.

The bracket is for seeds 1 to n. A side of a match is where it comes from: "S5" is seed 5, "W3" and "L3" are the
winner and the loser of match 3. When the better seed always wins, the first 2^j seeds are the last 2^j left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.pairing.model import DrawError
from tournaments.sentences import gettext_noop

MOST_IN_BRACKET = 64
_STEPS = 24
_BARRED = 4


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a bracket. `round`: 1 is played first; `part`: "main", "third" (place) or "consolation".

    `last`: how many are left in this part when the round begins (2: a final).
    """

    number: int
    round: int
    home: str
    away: str
    part: str = "main"
    last: int = 2


def seed_order(size: int) -> list[int]:
    """The seeds of a full bracket from top to bottom; `size` is a power of two. Neighbours meet first."""
    order = [1]
    while len(order) < size:
        full = 2 * len(order)
        order = [seed for one in order for seed in (one, full + 1 - one)]
    return order


def bracket(
    entries: int, *, third_place: bool = False, consolation: bool = False
) -> tuple[BracketMatch, ...]:
    """The matches for so many entries, in the order of play; matches are numbered from 1.

    The first seeds have a bye when the number is no power of two; no match is without an opponent. `third_place`:
    the losers of the semi-finals meet. `consolation`: the losers of the first round play a knock-out of their own.
    Raises DrawError for fewer than 2 or more than 64 entries.
    """
    if not 2 <= entries <= MOST_IN_BRACKET:
        raise DrawError(
            gettext_noop("A knock-out has 2 to %(most)s entries, not %(count)s."),
            most=MOST_IN_BRACKET,
            count=entries,
        )
    main = _tree([f"S{seed}" for seed in range(1, entries + 1)], 1, 0, "main")
    matches = main
    if third_place and entries >= 4:
        final = main[-1]
        one, other = (f"L{side[1:]}" for side in (final.home, final.away))
        third = BracketMatch(final.number, final.round, one, other, "third")
        matches = [*main[:-1], third, replace(final, number=final.number + 1)]
    if consolation and not (third_place and entries == 4):  # that is the same match
        losers = [f"L{match.number}" for match in main if match.round == 1]
        if len(losers) >= 2:
            matches = [*matches, *_tree(losers, 2, len(matches), "consolation")]
    return tuple(matches)


def _tree(sides: Sequence[str], first_round: int, before: int, part: str) -> list[BracketMatch]:
    """Plays these sides, best first, down to one; numbers follow on `before`."""
    order = seed_order(_full(len(sides)))
    left = [sides[seed - 1] if seed <= len(sides) else "" for seed in order]
    matches: list[BracketMatch] = []
    round_ = first_round
    while len(left) > 1:
        following = []
        for home, away in zip(left[::2], left[1::2], strict=True):
            if home and away:
                number = before + len(matches) + 1
                matches.append(BracketMatch(number, round_, home, away, part, len(left)))
                following.append(f"W{number}")
            else:
                following.append(home or away)
        left = following
        round_ += 1
    return matches


def separate(seeds: Sequence[int], groups: Collection[Collection[int]]) -> list[int]:
    """The same entries with those of one group as far apart in the bracket as their seeding allows.

    Entries change places only within a band of equal seeding (3–4, 5–8, 9–16 …) and never between a bye and none, so
    the first 2^j stay the first 2^j. The best change is made again and again, also when it is for the worse, and never
    one of the last few taken back (tabu search); the best order on the way is the answer.
    """
    order = list(seeds)
    size = _full(len(order))
    at = [seed - 1 for seed in seed_order(size)]
    place = [at.index(seed) for seed in range(len(order))]
    byes = size - len(order)
    bands = [
        (one, other)
        for one, other in combinations(range(len(order)), 2)
        if one.bit_length() == other.bit_length() and (one < byes) == (other < byes)
    ]
    friends = {entry: {other for group in groups if entry in group for other in group} for entry in order}

    def cost(entry: int, seed: int, without: int) -> int:
        """What this entry meets at this seed; a meeting a round earlier is worse than any number of later ones,
        and one in the final costs nothing."""
        met = (
            (place[seed] ^ place[there]).bit_length()
            for there, other in enumerate(order)
            if other in friends[entry] and other not in (entry, without)
        )
        final = size.bit_length() - 1
        return sum(size ** (2 * (final - 1 - round_)) for round_ in met if round_ < final)

    def gain(one: int, other: int) -> int:
        """By how much it becomes cheaper when the entries of these two seeds change places."""
        up, down = order[one], order[other]
        before = cost(up, one, down) + cost(down, other, up)
        return before - cost(up, other, down) - cost(down, one, up)

    now = least = sum(cost(entry, seed, entry) for seed, entry in enumerate(order))
    found = list(order)
    barred: deque[tuple[int, int]] = deque(maxlen=_BARRED)
    for _step in range(_STEPS):
        free = [pair for pair in bands if pair not in barred]
        if not least or not free:
            break
        one, other = max(free, key=lambda pair: gain(*pair))
        now -= 2 * gain(one, other)  # every meeting is counted from both sides
        order[one], order[other] = order[other], order[one]
        barred.append((one, other))
        if now < least:
            least, found = now, list(order)
    return found


def _full(entries: int) -> int:
    """The smallest power of two that holds so many."""
    return 1 << (entries - 1).bit_length()
