"""A whole deal as it was played: tricks, revokes, melds and what it books."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.rules.findings import Finding, verdict_of
from scoring.rules.relatives.catalogue import make_finding
from scoring.rules.relatives.deal import DealVerdict, judge_row
from scoring.rules.relatives.deck import Card, Trump
from scoring.rules.relatives.game import Game, Party, Seat
from scoring.rules.relatives.legal import legal_cards
from scoring.rules.relatives.melds import Announced, melds_in, worth
from scoring.rules.relatives.row import NO_TRUMPS, Column, Row


@dataclass(frozen=True)
class Record:
    """The cards in the order played; the winner of a trick leads the next.

    ``announced`` None: everybody showed what the hand holds. ``bela`` tells whether it
    was said by who could. Raises ValueError, with trick and card, when these are not the
    tricks of one deal.
    """

    game: Game
    declarer: Party
    leader: Seat
    trump: Trump
    tricks: tuple[tuple[Card, ...], ...]
    announced: Announced | None = None
    bela: bool = True

    def __post_init__(self) -> None:
        players, seen = len(self.game.seats), dict[Card, int]()
        for number, trick in enumerate(self.tricks, 1):
            for card in trick:
                if card in seen:
                    raise ValueError(f"trick {number}: {card} was played in trick {seen[card]} already")
                seen[card] = number
            if len(trick) != players:
                raise ValueError(f"trick {number}: {len(trick)} cards; a trick is {players}")
        if len(self.tricks) != self.game.hand:
            raise ValueError(f"{len(self.tricks)} tricks; a deal has {self.game.hand}")
        for seat, melds in (self.announced or {}).items():
            for meld in melds:
                missing = [card for card in meld.cards if card not in self.hands[seat]]
                if missing:
                    raise ValueError(f"announced: {seat}: {missing[0]} is not in the hand")

    @property
    def leaders(self) -> list[Seat]:
        """Who led each trick, and who would lead after the last."""
        leaders = [self.leader]
        for trick in self.tricks:
            leaders.append(self.game.left_of(leaders[-1], self.game.deck.winner(trick, self.trump)))
        return leaders

    @property
    def hands(self) -> dict[Seat, tuple[Card, ...]]:
        """What each player held, in the order played."""
        hands: dict[Seat, tuple[Card, ...]] = dict.fromkeys(self.game.seats, ())
        for leader, trick in zip(self.leaders, self.tricks, strict=False):
            for place, card in enumerate(trick):
                hands[self.game.left_of(leader, place)] += (card,)
        return hands


class Revoke(NamedTuple):
    """A card that was not allowed: trick from 1, what was legal, the rule that says so."""

    trick: int
    seat: Seat
    card: Card
    legal: tuple[Card, ...]
    rule: str


def judge_record(record: Record) -> tuple[DealVerdict, list[Revoke], dict[str, Any]]:
    """The verdict of the deal as it was played, the revokes, and all of it as JSON."""
    game, hands = record.game, record.hands
    winners = [*record.leaders[1:]]
    points = [_points(record, number) for number in range(game.hand)]
    shown = record.announced
    if shown is None:
        shown = {seat: melds_in(game, hand) for seat, hand in hands.items()}
    royal = {"K" + record.trump, "Q" + record.trump} if record.trump else set()
    columns: dict[Party, Column] = {}
    for party in game.parties:
        won = [number for number, seat in enumerate(winners) if game.party_of(seat) == party]
        columns[party] = Column(
            points=sum(points[number] for number in won),
            bela=record.bela
            and bool(royal)
            and any(royal <= {*hands[seat]} for seat in game.players(party))
            and bool(won or not game.bela_needs_trick),
            tricks=len(won),
        )
    row = Row(
        columns,
        declarer=record.declarer,
        trump=record.trump or NO_TRUMPS,
        dealer=game.left_of(record.leader, -1),
        last=game.party_of(winners[-1]),
        announced=shown,
    )
    deal, revokes = judge_row(game, row), _revokes(record)
    return deal, revokes, _json(record, deal, revokes, points)


def _points(record: Record, number: int) -> int:
    deck, last = record.game.deck, number == record.game.hand - 1
    cards = sum(deck.points(card, record.trump) for card in record.tricks[number])
    return cards + record.game.last_trick * last


def _revokes(record: Record) -> list[Revoke]:
    game, found = record.game, list[Revoke]()
    held = {seat: list(hand) for seat, hand in record.hands.items()}
    for number, (leader, trick) in enumerate(zip(record.leaders, record.tricks, strict=False), 1):
        for place, card in enumerate(trick):
            seat = game.left_of(leader, place)
            legal, rule = legal_cards(game, held[seat], trick[:place], record.trump)
            if card not in legal:
                found.append(Revoke(number, seat, card, legal, rule))
            held[seat].remove(card)
    return found


def _json(
    record: Record, deal: DealVerdict, revokes: Sequence[Revoke], points: Sequence[int]
) -> dict[str, Any]:
    findings: list[Finding] = [
        *deal.findings,
        *(
            make_finding(
                record.game,
                "revoke",
                None,
                rule=one.rule,
                trick=one.trick,
                seat=one.seat,
                card=one.card,
                legal=" ".join(one.legal),
            )
            for one in revokes
        ),
    ]
    columns = deal.columns.items()
    winners = record.leaders[1:]
    shown = deal.row.announced or {}
    return deal.to_json() | {
        "verdict": str(verdict_of(findings)),
        "findings": [one.to_json() for one in findings],
        "tricks": [{"winner": seat, "points": won} for seat, won in zip(winners, points, strict=True)],
        "revokes": [one._asdict() | {"legal": list(one.legal)} for one in revokes],
        "points": {party: column.points for party, column in columns},
        "tricks_won": {party: column.tricks for party, column in columns},
        "melds": {party: column.melds for party, column in columns},
        "bela": {party: column.bela for party, column in columns},
        "shown": {seat: worth(record.game, melds) for seat, melds in shown.items()},
        "hands": {seat: list(record.game.deck.ordered(hand)) for seat, hand in record.hands.items()},
    }
