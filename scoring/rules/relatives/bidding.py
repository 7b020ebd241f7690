"""Making trumps in a relative: who may say what, and how it ends.

KB-BID1, KB-BID2, KB-THROWIN, KB-SCHMEISS, KBS, KB4-BID1, KB4-BID2, KB4-NT, TB-BID, TB-FORCED.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.rules.relatives.deck import SUITS, Trump
from scoring.rules.relatives.game import Bid, Game, Seat
from scoring.rules.relatives.row import NO_TRUMPS

PASS, PLAY = "pass", "play"
SCHMEISS, AGREE, REFUSE = "schmeiss", "agree", "refuse"
WORDS = (PASS, PLAY, SCHMEISS, AGREE, REFUSE, *SUITS, NO_TRUMPS)
"""What can be said: "play" takes the turned suit, "agree" and "refuse" answer a schmeiss."""


class Call(NamedTuple):
    """What a seat said, one of ``WORDS``; ``seat`` is None where the record leaves out who spoke."""

    said: str
    seat: Seat | None = None


class Turn(NamedTuple):
    """Who speaks, what that seat may say with the bid it makes (None: it makes none), and the rule.

    ``turned``: the suit that is still to be had, None where none is.
    """

    seat: Seat
    offers: dict[str, Bid | None]
    rule: str
    turned: Trump = None

    @property
    def legal(self) -> tuple[str, ...]:
        """What may be said."""
        return tuple(self.offers)


class Fault(NamedTuple):
    """The first call that was not allowed: its number from 1, who said what, whose turn it was, the rule."""

    call: int
    said: str
    seat: Seat
    turn: Turn
    rule: str


class Outcome(NamedTuple):
    """How it ended: the bid as the sheet has it, and the seat that made trumps.

    ``trump`` is None for no trumps. Of a void deal ``maker`` is None and ``dealer`` deals next.
    """

    bid: Bid
    rule: str
    maker: Seat | None = None
    trump: Trump = None
    dealer: Seat | None = None


@dataclass(frozen=True, slots=True)
class Bidding:
    """What is known: the dealer, the turned suit where the game has one, and the calls in order."""

    game: Game
    dealer: Seat
    calls: tuple[Call, ...]
    turned: Trump = None

    @property
    def elder(self) -> Seat:
        """Who sits left of the dealer: speaks first, and leads."""
        return self.game.left_of(self.dealer)


@dataclass(frozen=True, slots=True)
class BiddingVerdict:
    """One of three: the outcome, the fault, or who speaks next."""

    bidding: Bidding
    outcome: Outcome | None = None
    fault: Fault | None = None
    turn: Turn | None = None

    def to_json(self) -> dict[str, Any]:
        """The verdict as ``judge`` prints it."""
        game, done, fault = self.bidding.game, self.outcome, self.fault
        maker = done.maker if done else None
        return {
            "declarer": maker,
            "side": maker and game.party_of(maker),
            "trump": (done.trump or NO_TRUMPS) if done and maker else None,
            "bid": done and done.bid.name,
            "void": bool(done and done.bid.void),
            "rule": done and done.rule,
            "leader": None if done and done.bid.void else self.bidding.elder,
            "next_dealer": done and done.dealer,
            "next": self.turn and _turn_json(self.turn),
            "fault": fault
            and {"call": fault.call, "said": fault.said, "by": fault.seat}
            | _turn_json(fault.turn)
            | {"rule": fault.rule},
        }


def _turn_json(turn: Turn) -> dict[str, Any]:
    data: dict[str, Any] = {"seat": turn.seat, "legal": list(turn.legal), "rule": turn.rule}
    return data | ({} if turn.turned is None else {"turned": turn.turned})


def judge_bidding(bidding: Bidding) -> BiddingVerdict:
    """Follow the calls until trumps are made, the deal is void, a rule is broken, or somebody is to speak.

    Raises ValueError where the turned suit is missing or the game has none, and where
    calls follow after the end.
    """
    _check_turned(bidding)
    turns = _turns(bidding)
    turn = next(turns)
    for number, call in enumerate(bidding.calls, 1):
        said = PLAY if turn.turned is not None and call.said == turn.turned else call.said
        seat = call.seat or turn.seat
        if said not in turn.offers or seat != turn.seat:
            rule = _broken(bidding.game, turn, said)
            return BiddingVerdict(bidding, fault=Fault(number, call.said, seat, turn, rule))
        if bid := turn.offers[said]:
            if number < len(bidding.calls):
                end = "the deal was void" if bid.void else "trumps were made"
                raise ValueError(f"call {number + 1}: {end} in call {number} already")
            return BiddingVerdict(bidding, _outcome(bidding, bid, seat, said))
        turn = _answer(bidding) if said == SCHMEISS else next(turns)
    return BiddingVerdict(bidding, turn=turn)


def _check_turned(bidding: Bidding) -> None:
    game = bidding.game
    if game.has_turned_suit and bidding.turned is None:
        raise ValueError(f"turned: no suit; in {game.name} a card is turned")
    if not game.has_turned_suit and bidding.turned is not None:
        raise ValueError(f"turned: in {game.name} no card is turned")


def _broken(game: Game, turn: Turn, said: str) -> str:
    """The rule on what was said, where the game has one; else that of the turn."""
    topic = {SCHMEISS: "schmeiss", NO_TRUMPS: "no_trumps"}.get(said)
    known = {bid.topic for bid in game.allowed_bids.values()}
    return game.rule(topic) if topic in known and said not in turn.offers else turn.rule


def _outcome(bidding: Bidding, bid: Bid, seat: Seat, said: str) -> Outcome:
    rule = bidding.game.rule(bid.topic)
    if bid.void:
        return Outcome(bid, rule, dealer=bidding.elder)
    trump = {"turned": bidding.turned, "none": None}.get(bid.suit, said)
    return Outcome(bid, rule, bidding.elder if bid.who == "elder" else seat, trump)


def _turns(bidding: Bidding) -> Iterator[Turn]:
    """Whose turn it is, one after the other, while everybody passes."""
    game = bidding.game
    order = [game.left_of(bidding.dealer, places) for places in range(1, len(game.seats) + 1)]
    if game.has_turned_suit:
        yield from (_taking(bidding, seat) for seat in order)
    yield from (_naming(bidding, seat) for seat in order)


def _taking(bidding: Bidding, seat: Seat) -> Turn:
    """The turned suit, for who takes it; the elder may throw instead (KB-BID1, KB-SCHMEISS)."""
    game = bidding.game
    offers: dict[str, Bid | None] = {PASS: None, PLAY: game.allowed_bids["turned"]}
    if "schmeiss" in game.allowed_bids and seat == bidding.elder:
        offers[SCHMEISS] = None
    return Turn(seat, offers, game.rule("bid1"), bidding.turned)


def _answer(bidding: Bidding) -> Turn:
    """The dealer agrees to throw in, or makes the elder take the turned suit (KB-SCHMEISS)."""
    bids = bidding.game.allowed_bids
    offers: dict[str, Bid | None] = {AGREE: bids["thrown"], REFUSE: bids["schmeiss"]}
    return Turn(bidding.dealer, offers, bidding.game.rule("schmeiss"), bidding.turned)


def _naming(bidding: Bidding, seat: Seat) -> Turn:
    """A suit is named, or no trumps; the dealer, who is last, must where the game has no void deal.

    KB-BID2, KB-THROWIN, KB4-BID2, KB4-FORCED, KB4-NT, KBS, TB-BID, TB-FORCED.
    """
    game, bids = bidding.game, bidding.game.allowed_bids
    last = seat == bidding.dealer
    forced = bids.get("dealer") if last else None
    bid = forced or bids["named"]
    refused = bidding.turned if bid.suit == "other" and game.bid2 == "other" else None
    offers: dict[str, Bid | None] = {} if forced else {PASS: bids["passed"] if last else None}
    offers |= dict.fromkeys((suit for suit in SUITS if suit != refused), bid)
    if game.no_trumps:
        offers[NO_TRUMPS] = bids["notrump"]
    return Turn(seat, offers, game.rule("forced" if forced else bid.topic))
