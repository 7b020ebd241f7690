"""Deals played out card by card by four sensible players, from a seed.

For the demo club and for measuring: the result of every deal follows from 32 legal
plays, so points, roem, nat and pit come at natural rates.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from scoring.rules.auction import speakers
from scoring.rules.cards import DECK, Card, Suit
from scoring.rules.declared import DeclaredDeal
from scoring.rules.findings import OTHER, SIDES, Side
from scoring.rules.play import PlayRecord, judge_play
from scoring.rules.policy import ENOUGH, View, best_suit, choose_card
from scoring.rules.rulesets import Ruleset
from scoring.rules.score import SideBooking, Status
from scoring.rules.seats import SEATS, SIDE_OF, Seat, dealer_of, left_of
from scoring.rules.tricks import legal_cards, winner

SKILL = 0.8
"""The skill of a player of whom nothing else is said; 0 is noise, 1 is steady."""


@dataclass(frozen=True)
class PlayedDeal:
    """A deal as it was played. ``tricks`` holds, per trick, the leader and the cards."""

    number: int
    dealer: Seat
    declarer: Seat
    trump: Suit
    tricks: tuple[tuple[Seat, tuple[Card, ...]], ...]
    points: Mapping[Side, int]
    roem: Mapping[Side, int]
    tricks_won: Mapping[Side, int]
    booked: Mapping[Side, SideBooking]
    status: Status

    @property
    def side(self) -> Side:
        """The side that played."""
        return SIDE_OF[self.declarer]

    @property
    def pit(self) -> Side | None:
        """The side that won all eight tricks."""
        return next((side for side in SIDES if self.tricks_won[side] == 8), None)

    @property
    def nat(self) -> Side | None:
        """The side that is nat."""
        return self.side if self.status in (Status.NAT, Status.NAT_PIT) else None

    def declared(self, *, with_declarer: bool = False, as_written: bool = False) -> DeclaredDeal:
        """The row of the sheet. ``as_written``: after nat 0 and 162, the roem moved."""
        marks = set()
        if self.nat:
            # Without the declarer only the column of the N tells who is nat in a tie.
            marks.add("nat" if with_declarer else f"nat-{self.nat}")
        if self.pit:
            marks.add(f"pit-{self.pit}")
        points, roem = dict(self.points), dict(self.roem)
        if as_written and self.nat:
            other = OTHER[self.nat]
            points = {self.nat: 0, other: 162}
            roem = {self.nat: 0, other: sum(self.roem.values())}
        return DeclaredDeal(
            declarer=self.side if with_declarer else None,
            we_points=points["we"],
            we_roem=roem["we"],
            they_points=points["they"],
            they_roem=roem["they"],
            marks=frozenset(marks),
        )


def play_sheet(
    ruleset: Ruleset,
    rng: Random,
    *,
    deals: int = 16,
    first_dealer: Seat = "N",
    skills: Mapping[Seat, float] | None = None,
) -> list[PlayedDeal]:
    """Play the deals of one sheet; ``skills`` (0 to 1) default to ``SKILL``."""
    table = {seat: (skills or {}).get(seat, SKILL) for seat in SEATS}
    return [
        play_deal(ruleset, rng, number=number, dealer=dealer_of(first_dealer, number), skills=table)
        for number in range(1, deals + 1)
    ]


def play_deal(
    ruleset: Ruleset, rng: Random, *, number: int, dealer: Seat, skills: Mapping[Seat, float]
) -> PlayedDeal:
    """Deal, make trump and play one deal."""
    deck = list(DECK)
    rng.shuffle(deck)
    hands = {seat: sorted(deck[at * 8 : at * 8 + 8]) for at, seat in enumerate(SEATS)}
    declarer, trump = _make_trump(hands, dealer, ruleset, rng, skills)
    tricks = tuple(_play(hands, left_of(dealer), trump, ruleset, rng, skills))
    record = PlayRecord(trump, declarer, left_of(dealer), tuple(trick for _leader, trick in tricks))
    verdict = judge_play(record, ruleset)
    return PlayedDeal(
        *(number, dealer, declarer, trump, tricks),
        *(verdict.points, verdict.roem, verdict.tricks_won, verdict.booked, verdict.status),
    )


def _make_trump(
    hands: Mapping[Seat, Sequence[Card]],
    dealer: Seat,
    ruleset: Ruleset,
    rng: Random,
    skills: Mapping[Seat, float],
) -> tuple[Seat, Suit]:
    """Who makes trump, and which suit (KJ-TRUMP-*)."""
    order = speakers(dealer, ruleset)
    if ruleset.trump_method == "utrecht":
        seat = left_of(dealer)
        return seat, best_suit(hands[seat], range(4), rng, skills[seat])[0]
    turned = rng.sample(range(4), 4) if ruleset.trump_method == "random" else []
    rounds: list[Sequence[Suit]] = [[suit] for suit in turned] or [range(4)]
    if turned and ruleset.random_allpass != "redraw":
        rounds = rounds[:1]
    for suits in rounds:
        for seat in order:
            suit, value = best_suit(hands[seat], suits, rng, skills[seat])
            if value >= ENOUGH:
                return seat, suit
    return _forced(hands, dealer, turned, ruleset, rng, skills)


def _forced(
    hands: Mapping[Seat, Sequence[Card]],
    dealer: Seat,
    turned: Sequence[Suit],
    ruleset: Ruleset,
    rng: Random,
    skills: Mapping[Seat, float],
) -> tuple[Seat, Suit]:
    """Who must make trump when everybody has passed, and which suit."""
    if turned and ruleset.random_allpass == "forced2":
        return left_of(dealer), turned[1]
    seat = speakers(dealer, ruleset)[0]
    if turned and ruleset.random_allpass == "redraw":
        return seat, turned[-1]
    return seat, best_suit(hands[seat], turned[1:] or range(4), rng, skills[seat])[0]


def _play(
    hands: Mapping[Seat, list[Card]],
    leader: Seat,
    trump: Suit,
    ruleset: Ruleset,
    rng: Random,
    skills: Mapping[Seat, float],
) -> Iterator[tuple[Seat, tuple[Card, ...]]]:
    """The eight tricks; the hands are emptied."""
    played = 0
    voids = dict.fromkeys(SEATS, 0)
    for tricks_left in range(8, 0, -1):
        trick: list[Card] = []
        for place in range(4):
            seat = left_of(leader, place)
            hand = hands[seat]
            legal = legal_cards(hand, trick, trump, ruleset).cards
            others = [voids[left_of(seat, places)] for places in (1, 2, 3)]
            held = sum(1 << card for card in hand)
            view = View(hand, trick, trump, 0xFFFFFFFF & ~(played | held), others, tricks_left)
            card = choose_card(view, legal, ruleset, rng, skills[seat])
            if trick and card >> 3 != trick[0] >> 3:
                voids[seat] |= 1 << (trick[0] >> 3)
            hand.remove(card)
            trick.append(card)
            played |= 1 << card
        yield leader, tuple(trick)
        leader = left_of(leader, winner(trick, trump))
