"""A whole play record judged: 32 cards in the order played (KJ-LEAD .. KJ-VERZAAKT).

Each hand is what its seat played, so a revoke is known because the whole record is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.rules.cards import (
    DECK,
    KING,
    LAST_TRICK,
    NAMES,
    POINTS,
    POWER,
    QUEEN,
    WHOLE_DECK,
    Card,
    Mask,
    Suit,
    from_mask,
    names,
)
from scoring.rules.findings import OTHER, SIDES, Side
from scoring.rules.roem import NO_ROEM, STUK, Part, roem_table
from scoring.rules.rulesets import Ruleset
from scoring.rules.score import Party, Score, SideBooking, Status, score_deal
from scoring.rules.seats import PAIRS, SEATS, SIDE_OF, Seat, left_of
from scoring.rules.tricks import legal_mask

TRICKS = 8


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """Eight tricks of four cards in the order played; a trick's winner leads the next.

    ``announced`` tells for each trick which seats announced roem; None when nobody
    wrote that down. Raises ValueError, with trick and card, when these are not the 32
    cards of one deal.
    """

    trump: Suit
    declarer: Seat
    leader: Seat
    tricks: tuple[tuple[Card, ...], ...]
    announced: tuple[frozenset[Seat], ...] | None = None

    def __post_init__(self) -> None:
        played = 0
        for trick in self.tricks:
            for card in trick:
                played |= 1 << card
        if played != WHOLE_DECK or len(self.tricks) != TRICKS or {*map(len, self.tricks)} != {4}:
            raise ValueError(_not_a_deal(self.tricks))
        if self.announced is not None and len(self.announced) != TRICKS:
            raise ValueError(f"announced: {len(self.announced)} tricks; a play record has {TRICKS}")


def _not_a_deal(tricks: Sequence[Sequence[Card]]) -> str:
    """What keeps these tricks from being a deal, by trick and card."""
    seen: dict[Card, int] = {}
    for number, trick in enumerate(tricks, 1):
        for card in trick:
            if card in seen:
                return f"trick {number}: {NAMES[card]} was played in trick {seen[card]} already"
            seen[card] = number
        if len(trick) != 4:
            return f"trick {number}: {len(trick)} cards ({' '.join(names(trick))}); a trick is 4"
    missing = " ".join(NAMES[card] for card in DECK if card not in seen)
    return f"{len(tricks)} tricks; a play record has {TRICKS} (not played: {missing or 'none'})"


class TrickResult(NamedTuple):
    """Who won a trick, its card points (the 10 of the last inside) and its roem.

    ``roem`` is what counts of ``parts``: nothing where it had to be announced and
    ``announced`` is False (None: nobody wrote down who announced what).
    """

    winner: Seat
    points: int
    roem: int
    parts: tuple[Part, ...]
    announced: bool | None = None


class Revoke(NamedTuple):
    """A card that was not allowed: trick 1 to 8, what was legal, the rule that says so."""

    trick: int
    seat: Seat
    card: Card
    legal: Mask
    rule: str


class Penalty(NamedTuple):
    """What the first revoke costs the player himself, beside what the sides book."""

    seat: Seat
    points: int


class HandStuk(NamedTuple):
    """King and queen of trumps from one hand; ``trick`` is where the second fell."""

    seat: Seat
    trick: int
    roem: int


@dataclass(frozen=True, slots=True)
class PlayVerdict:
    """What the engine says about a play record.

    ``points`` (together 162), ``roem`` and ``tricks_won`` are as played; ``booked``
    follows the first of ``revokes`` where there is one.
    """

    record: PlayRecord
    tricks: tuple[TrickResult, ...]
    revokes: tuple[Revoke, ...]
    points: Mapping[Side, int]
    roem: Mapping[Side, int]
    tricks_won: Mapping[Side, int]
    booked: Mapping[Side, SideBooking]
    status: Status
    stuk: HandStuk | None = None
    penalty: Penalty | None = None

    @property
    def hands(self) -> dict[Seat, list[Card]]:
        """The eight cards that each seat was dealt, in the order of the suits."""
        held: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
        leader = self.record.leader
        for trick, result in zip(self.record.tricks, self.tricks, strict=True):
            for place, card in enumerate(trick):
                held[left_of(leader, place)].append(card)
            leader = result.winner
        return {seat: sorted(cards) for seat, cards in held.items()}

    def to_json(self) -> dict[str, Any]:
        """The verdict as ``judge`` prints it."""
        data = {
            "tricks": [_trick_json(trick) for trick in self.tricks],
            "revokes": [
                one._asdict() | {"card": NAMES[one.card], "legal": names(from_mask(one.legal))}
                for one in self.revokes
            ],
            "points": _by_pair(self.points),
            "roem": _by_pair(self.roem),
            "tricks_won": _by_pair(self.tricks_won),
            "score": _by_pair({side: self.booked[side].total for side in SIDES}),
            "status": str(self.status),
            "hands": {seat: names(hand) for seat, hand in self.hands.items()},
        }
        more = {"stuk": self.stuk, "penalty": self.penalty}
        return data | {name: one._asdict() for name, one in more.items() if one}


def _trick_json(trick: TrickResult) -> dict[str, Any]:
    parts = [part._asdict() | {"cards": names(part.cards)} for part in trick.parts]
    data = trick._asdict() | {"parts": parts}
    if trick.announced is None:
        del data["announced"]
    return data


def _by_pair(numbers: Mapping[Side, int]) -> dict[str, int]:
    return {PAIRS[side]: numbers[side] for side in SIDES}


def judge_play(record: PlayRecord, ruleset: Ruleset) -> PlayVerdict:
    """Judge a whole play record: tricks, roem, revokes, and what the deal books."""
    tricks, leaders = _count(record, ruleset)
    points: dict[Side, int] = {"we": 0, "they": 0}
    roem, won = points.copy(), points.copy()
    for trick in tricks:
        side = SIDE_OF[trick.winner]
        points[side] += trick.points
        roem[side] += trick.roem
        won[side] += 1
    stuk = _hand_stuk(record, leaders, ruleset) if ruleset.stuk_scope == "hand" else None
    if stuk:
        roem[SIDE_OF[stuk.seat]] += stuk.roem
    revokes = _revokes(record, leaders, ruleset)
    score = _score(record, points, roem, won, revokes, ruleset)
    decl = SIDE_OF[record.declarer]
    booked: dict[Side, SideBooking] = {decl: score.declarers, OTHER[decl]: score.defenders}
    penalty = None
    if revokes and ruleset.extra and ruleset.extra_for == "person":
        penalty = Penalty(revokes[0].seat, ruleset.extra)
    return PlayVerdict(
        *(record, tuple(tricks), tuple(revokes), points, roem, won, booked, score.status, stuk, penalty)
    )


def _count(record: PlayRecord, ruleset: Ruleset) -> tuple[list[TrickResult], list[int]]:
    """The result of each trick, and who led it (0 to 3 for N E S W)."""
    power_of, worth = POWER[record.trump], POINTS[record.trump]
    roem_of = roem_table(record.trump, ruleset)
    leader = SEATS.index(record.leader)
    results: list[TrickResult] = []
    leaders: list[int] = []
    for number, (first, second, third, fourth) in enumerate(record.tricks):
        leaders.append(leader)
        power = power_of[first >> 3]
        best, place = power[first], 0
        if power[second] > best:
            best, place = power[second], 1
        if power[third] > best:
            best, place = power[third], 2
        if power[fourth] > best:
            place = 3
        leader = leader + place & 3
        points = worth[first] + worth[second] + worth[third] + worth[fourth]
        if number == TRICKS - 1:
            points += LAST_TRICK
        roem, parts = roem_of.get(1 << first | 1 << second | 1 << third | 1 << fourth, NO_ROEM)
        if record.announced is None:
            results.append(TrickResult(SEATS[leader], points, roem, parts))
        else:
            said = _said(record.announced[number], SIDE_OF[SEATS[leader]], ruleset)
            counts = said or ruleset.roem_declare == "automatic"
            results.append(TrickResult(SEATS[leader], points, roem if counts else 0, parts, said))
    return results, leaders


def _said(seats: frozenset[Seat], owner: Side, ruleset: Ruleset) -> bool:
    """Whether the roem of this side was announced by who may do so (X7)."""
    if ruleset.roem_who == "own":
        return any(SIDE_OF[seat] == owner for seat in seats)
    return bool(seats)


def _hand_stuk(record: PlayRecord, leaders: Sequence[int], ruleset: Ruleset) -> HandStuk | None:
    """Stuk in one hand counts for its holder, who says it at the second card (X8)."""
    pair = [record.trump * 8 + QUEEN, record.trump * 8 + KING]
    found = [
        (number, SEATS[leader + place & 3])
        for number, (leader, trick) in enumerate(zip(leaders, record.tricks, strict=True))
        for place, card in enumerate(trick)
        if card in pair
    ]
    (_, one), (number, seat) = found
    if one != seat:
        return None
    lost = (
        ruleset.roem_declare == "required"
        and record.announced is not None
        and seat not in record.announced[number]
    )
    return HandStuk(seat, number + 1, 0 if lost else STUK)


def _revokes(record: PlayRecord, leaders: Sequence[int], ruleset: Ruleset) -> list[Revoke]:
    """The cards that were not allowed, in the order of play.

    The tricks are taken from the last to the first, so that the hands fill up.
    """
    trump = record.trump
    held = [0, 0, 0, 0]
    revokes: list[Revoke] = []
    for number in range(TRICKS, 0, -1):
        trick, leader = record.tricks[number - 1], leaders[number - 1]
        led = trick[0] >> 3
        power = POWER[trump][led]
        best = 0
        found: list[Revoke] = []
        for place, card in enumerate(trick):
            seat = leader + place & 3
            held[seat] |= 1 << card
            # Following a plain suit is always allowed: nothing to look up.
            if place and (card >> 3 != led or led == trump):
                legal, rule = legal_mask(held[seat], led, trick[best], best == place - 2, trump, ruleset)
                if not legal >> card & 1:
                    found.append(Revoke(number, SEATS[seat], card, legal, rule))
            if power[card] > power[trick[best]]:
                best = place
        revokes[:0] = found
    return revokes


def _score(
    record: PlayRecord,
    points: Mapping[Side, int],
    roem: Mapping[Side, int],
    won: Mapping[Side, int],
    revokes: Sequence[Revoke],
    ruleset: Ruleset,
) -> Score:
    decl = SIDE_OF[record.declarer]
    other = OTHER[decl]
    pit: Party | None = None
    if not won[other]:
        pit = "decl"
    elif not won[decl]:
        pit = "def"
    verzaakt: Party | None = None
    if revokes:
        verzaakt = "decl" if SIDE_OF[revokes[0].seat] == decl else "def"
    return score_deal(
        points[decl], roem[decl], points[other], roem[other], ruleset, pit=pit, verzaakt=verzaakt
    )
