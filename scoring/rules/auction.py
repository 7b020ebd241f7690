"""Making trump: who may say what, and who ends up as declarer (KJ-TRUMP-*, X17-X21)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple

from scoring.rules.cards import SUITS, Card, Suit
from scoring.rules.rulesets import Ruleset
from scoring.rules.seats import PAIRS, SIDE_OF, Seat, left_of

PASS, PLAY = "pass", "play"


class Call(NamedTuple):
    """What a seat said: "pass", "play" (the turned suit) or the letter of a suit.

    ``seat`` is None where the record leaves out who spoke: then it was who had to.
    """

    said: str
    seat: Seat | None = None


class Turn(NamedTuple):
    """Who speaks, what that seat may say, the rule, and the suit that lies turned."""

    seat: Seat
    legal: tuple[str, ...]
    rule: str
    turned: Suit | None = None


class Fault(NamedTuple):
    """A call that was not allowed: its number from 1, what was said, whose turn it was."""

    call: int
    said: str
    seat: Seat
    turn: Turn


@dataclass(frozen=True, slots=True)
class AuctionRecord:
    """How trump was made: the calls in order, and the suits turned (random only).

    ``hands`` are the cards of the seats whose hand is known.
    """

    dealer: Seat
    calls: tuple[Call, ...]
    turned: tuple[Suit, ...] = ()
    hands: Mapping[Seat, Sequence[Card]] | None = None


@dataclass(frozen=True, slots=True)
class AuctionVerdict:
    """Who made trump, which suit and by what rule; or the fault; or who speaks next.

    ``leader`` leads the first trick (KJ-LEAD).
    """

    leader: Seat
    declarer: Seat | None = None
    trump: Suit | None = None
    rule: str | None = None
    fault: Fault | None = None
    turn: Turn | None = None

    def to_json(self) -> dict[str, Any]:
        """The verdict as ``judge`` prints it."""
        fault = self.fault
        return {
            "declarer": self.declarer,
            "side": self.declarer and PAIRS[SIDE_OF[self.declarer]],
            "trump": None if self.trump is None else SUITS[self.trump],
            "rule": self.rule,
            "leader": self.leader,
            "next": self.turn and _turn_json(self.turn),
            "fault": fault
            and {"call": fault.call, "said": fault.said, "by": fault.seat, **_turn_json(fault.turn)},
        }


def _turn_json(turn: Turn) -> dict[str, Any]:
    data: dict[str, Any] = {"seat": turn.seat, "legal": list(turn.legal), "rule": turn.rule}
    return data | ({} if turn.turned is None else {"turned": SUITS[turn.turned]})


def judge_auction(record: AuctionRecord, ruleset: Ruleset) -> AuctionVerdict:
    """Follow the calls until somebody makes trump, breaks a rule, or is to speak.

    Raises ValueError where the record lacks a turned suit, has calls after trump was
    made, or a suit that nobody can have turned.
    """
    _check_turned(record, ruleset)
    leader = left_of(record.dealer)
    turns = _turns(record, ruleset)
    for number, call in enumerate(record.calls, 1):
        turn = _narrowed(next(turns), record, ruleset)
        said = PLAY if turn.turned is not None and call.said == SUITS[turn.turned] else call.said
        seat = call.seat or turn.seat
        if said not in turn.legal or seat != turn.seat:
            return AuctionVerdict(leader, fault=Fault(number, call.said, seat, turn))
        if said != PASS:
            if number < len(record.calls):
                raise ValueError(f"call {number + 1}: trump was made in call {number} already")
            trump = SUITS.index(said) if turn.turned is None else turn.turned
            return AuctionVerdict(leader, seat, trump, turn.rule)
    return AuctionVerdict(leader, turn=_narrowed(next(turns), record, ruleset))


def _check_turned(record: AuctionRecord, ruleset: Ruleset) -> None:
    most = 0
    if ruleset.trump_method == "random":
        most = {"redraw": len(record.turned), "forced2": 2, "name_other": 1}[ruleset.random_allpass]
        if not record.turned:
            raise ValueError("turned: no suit; under these rules a card is turned for trump")
    if len(record.turned) > most:
        raise ValueError(f"turned: {len(record.turned)} suits; allowed are at most {most} under these rules")


def speakers(dealer: Seat, ruleset: Ruleset) -> list[Seat]:
    """The four seats in the order of speaking (X17)."""
    first = left_of(dealer) if ruleset.first_bidder == "left" else dealer
    return [left_of(first, places) for places in range(4)]


def _turns(record: AuctionRecord, ruleset: Ruleset) -> Iterator[Turn]:
    """Whose turn it is, one after the other, while everybody passes."""
    suits, seats = tuple(SUITS), speakers(record.dealer, ruleset)
    left = left_of(record.dealer)
    if ruleset.trump_method == "utrecht":
        yield Turn(left, suits, "KJ-TRUMP-UTRECHT")
    elif ruleset.trump_method == "free":
        for seat in seats:
            yield Turn(seat, (PASS, *suits), "KJ-TRUMP-FREE")
        yield Turn(seats[0], suits, "KJ-TRUMP-FORCED-FIRST")
    else:
        yield from _random_turns(record, ruleset, seats)


def _random_turns(record: AuctionRecord, ruleset: Ruleset, seats: Sequence[Seat]) -> Iterator[Turn]:
    """The turned suit is offered to all; when all pass there are three endings (X19)."""
    for number in count(1):
        turned = _turned(record, number)
        rule = "KJ-TRUMP-RANDOM" if number == 1 else "KJ-TRUMP-RANDOM-REDRAW"
        for seat in seats:
            yield Turn(seat, (PASS, PLAY), rule, turned)
        if ruleset.random_allpass != "redraw":
            break
    if ruleset.random_allpass == "forced2":
        yield Turn(left_of(record.dealer), (PLAY,), "KJ-TRUMP-RANDOM-FORCED2", _turned(record, 2))
    others = tuple(suit for suit in SUITS if suit != SUITS[turned])
    yield Turn(seats[0], others, "KJ-TRUMP-RANDOM-OTHER")


def _turned(record: AuctionRecord, number: int) -> Suit:
    if number > len(record.turned):
        raise ValueError(f"turned: all passed {number - 1} times, but suit {number} is missing")
    return record.turned[number - 1]


def _narrowed(turn: Turn, record: AuctionRecord, ruleset: Ruleset) -> Turn:
    """Without the suits of which the seat holds no card, where that matters (X21).

    Who has no choice left keeps it: a forced suit is played also without holding it.
    """
    hand = (record.hands or {}).get(turn.seat)
    if not ruleset.trump_must_hold or hand is None:
        return turn
    held = {SUITS[card >> 3] for card in hand}
    if turn.turned is not None:
        held = {PLAY} if SUITS[turn.turned] in held else set()
    legal = tuple(word for word in turn.legal if word == PASS or word in held)
    return turn._replace(legal=legal) if legal else turn
