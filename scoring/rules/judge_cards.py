"""The kinds of case about cards: ``legal``, ``roem``, ``play`` and ``trump``."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.rules import cards
from scoring.rules.auction import PASS, PLAY, AuctionRecord, AuctionVerdict, Call, judge_auction
from scoring.rules.cases import CannotJudge, Case, Json, cards_at, list_at, object_at, suit_at, word_at
from scoring.rules.play import PlayRecord, PlayVerdict, judge_play
from scoring.rules.roem import roem_points, trick_roem
from scoring.rules.rulesets import Ruleset
from scoring.rules.seats import SEATS, Seat, left_of
from scoring.rules.tricks import legal_cards

Hands = dict[Seat, list[cards.Card]]


def legal(case: Case, ruleset: Ruleset) -> Json:
    """What may be played to a trick, and the rule that says so."""
    trump = suit_at(case, "trump")
    trick, hand = cards_at(case, "trick", 0, 3), cards_at(case, "hand", 1, 8)
    both = cards.names(card for card in hand if card in trick)
    if both:
        raise CannotJudge(f"hand: {both[0]} lies in the trick already")
    found = legal_cards(hand, trick, trump, ruleset)
    return {"legal": cards.names(found.cards), "rule": found.rule}


def roem(case: Case, ruleset: Ruleset) -> Json:
    """The roem of four cards and its parts."""
    parts = trick_roem(cards_at(case, "cards", 4, 4), suit_at(case, "trump"), ruleset)
    shown = [part._asdict() | {"cards": cards.names(part.cards)} for part in parts]
    return {"roem": roem_points(parts), "parts": shown}


def play(case: Case, ruleset: Ruleset) -> Json:
    """A whole play record; with ``hands`` and ``auction`` where they were written down."""
    record = read_play(case)
    verdict = judge_play(record, ruleset)
    _check_hands(case, verdict)
    answer = verdict.to_json()
    if case.get("auction") is not None:
        answer["auction"] = _auction_of(case, verdict, ruleset).to_json()
    return answer


def trump(case: Case, ruleset: Ruleset) -> Json:
    """How trump was made: the declarer and the suit, or the fault, or who is to speak."""
    return judge_auction(_read_auction(case, _hands(case)), ruleset).to_json()


def read_play(case: Case) -> PlayRecord:
    """A play record from JSON. Raises ValueError that names trick and card."""
    tricks: list[tuple[cards.Card, ...]] = []
    for number, trick in enumerate(list_at(case, "tricks", "8 tricks"), 1):
        if not isinstance(trick, list):
            raise CannotJudge(f"trick {number}: a trick is a list of 4 cards in the order played")
        try:
            tricks.append(tuple(map(cards.card, trick)))
        except ValueError as error:
            raise CannotJudge(f"trick {number}: {error}") from error
    announced = case.get("announced")
    return PlayRecord(
        suit_at(case, "trump"),
        word_at(case, "declarer", SEATS),
        word_at(case, "leader", SEATS),
        tuple(tricks),
        None if announced is None else _announced(announced),
    )


def _announced(value: object) -> tuple[frozenset[Seat], ...]:
    """Per trick the seats that announced roem: null, a seat or a list of seats."""
    if not isinstance(value, list):
        raise CannotJudge("announced is a list of 8: per trick null, a seat or a list of seats")
    found: list[frozenset[Seat]] = []
    for number, said in enumerate(value, 1):
        seats = said if isinstance(said, list) else [] if said is None else [said]
        if not all(isinstance(seat, str) and seat in SEATS for seat in seats):
            raise CannotJudge(f"announced: trick {number}: {said!r}: allowed are N, E, S, W, null")
        found.append(frozenset(seats))
    return tuple(found)


def _hands(case: Case) -> Hands | None:
    """The dealt hands that the case gives: eight cards each, none in two hands."""
    if case.get("hands") is None:
        return None
    given, hands = object_at(case, "hands"), {}
    owner: dict[cards.Card, str] = {}
    for seat in given:
        if seat not in SEATS:
            raise CannotJudge(f"hands: {seat!r}: allowed are N, E, S, W")
        hands[seat] = cards_at(given, seat, 8, 8, f"hand of {seat}")
        for card in hands[seat]:
            if owner.setdefault(card, seat) != seat:
                raise CannotJudge(f"hand of {seat}: {cards.NAMES[card]} is in the hand of {owner[card]} too")
    return hands


def _check_hands(case: Case, verdict: PlayVerdict) -> None:
    """Nobody plays a card of another hand."""
    hands, record = _hands(case), verdict.record
    leader = record.leader
    for number, (trick, result) in enumerate(zip(record.tricks, verdict.tricks, strict=True), 1):
        for place, card in enumerate(trick):
            seat = left_of(leader, place)
            if hands and seat in hands and card not in hands[seat]:
                raise CannotJudge(f"trick {number}: {cards.NAMES[card]} is not in the hand of {seat}")
        leader = result.winner


def _auction_of(case: Case, verdict: PlayVerdict, ruleset: Ruleset) -> AuctionVerdict:
    """The auction before the play; both must tell of the same declarer, trump and leader."""
    record = verdict.record
    auction = judge_auction(_read_auction(object_at(case, "auction"), verdict.hands), ruleset)
    if auction.declarer and (auction.declarer, auction.trump) != (record.declarer, record.trump):
        made = f"{auction.declarer} makes {cards.SUITS[auction.trump or 0]} trump"
        raise CannotJudge(f"auction: {made}, the record says {record.declarer} and {case['trump']}")
    if auction.leader != record.leader:
        raise CannotJudge(f"leader: {record.leader} leads, but {auction.leader} sits left of the dealer")
    return auction


def _read_auction(case: Case, hands: Mapping[Seat, Sequence[cards.Card]] | None) -> AuctionRecord:
    calls = [_call(number, said) for number, said in enumerate(list_at(case, "calls", "calls"), 1)]
    turned = list_at(case, "turned", "suits") if case.get("turned") is not None else []
    return AuctionRecord(
        word_at(case, "dealer", SEATS), tuple(calls), tuple(map(_turned_suit, turned)), hands
    )


def _call(number: int, given: Any) -> Call:
    """A call as a word ("pass", "play", a suit), or as {seat, call}."""
    case = given if isinstance(given, Mapping) else {"call": given}
    try:
        said = word_at(case, "call", (PASS, PLAY, *cards.SUITS))
        return Call(said, None if case.get("seat") is None else word_at(case, "seat", SEATS))
    except CannotJudge as error:
        raise CannotJudge(f"call {number}: {error}") from error


def _turned_suit(given: object) -> cards.Suit:
    """The suit of a turned card ("9H") or of a letter ("H")."""
    try:
        if isinstance(given, str) and len(given) == 2:
            return cards.card(given) >> 3
        return cards.suit(given)
    except ValueError as error:
        raise CannotJudge(f"turned: {error}") from error
