"""A deal while it is judged: its columns, what follows from them, and the findings."""

from dataclasses import replace
from typing import Any

from scoring.rules.findings import Finding, Severity
from scoring.rules.relatives.catalogue import make_finding
from scoring.rules.relatives.deck import Card, Trump
from scoring.rules.relatives.game import Bid, Game, Party, Seat
from scoring.rules.relatives.row import NO_TRUMPS, NUMBERS, Column, Row


class Working:
    """The values of one deal, completed step by step, and the findings that gather on it."""

    def __init__(self, game: Game, row: Row, number: int | None, turn: Seat | None) -> None:
        self.game = game
        self.row = row
        self.number = number
        self.turn = turn
        self.findings: list[Finding] = []
        self.completed: dict[str, Any] = {}
        self.columns: dict[Party, Column] = dict(row.columns)
        self.declarer = row.declarer
        self.dealer = row.dealer or turn
        self.bid: Bid | None = game.allowed_bids.get(row.bid) if row.bid else None
        for cell in row.unreadable:
            self.say("unreadable", cell.field, typed=cell.typed)

    def say(self, code: str, field: str | None, *, topic: str = "", **params: Any) -> None:
        """Add a finding."""
        self.findings.append(make_finding(self.game, code, field, self.number, topic=topic, **params))

    @property
    def refused(self) -> bool:
        """Whether something impossible was found."""
        return any(one.severity is Severity.IMPOSSIBLE for one in self.findings)

    @property
    def no_trumps(self) -> bool:
        """Whether the deal is played without trumps."""
        return self.row.trump == NO_TRUMPS or bool(self.bid and self.bid.topic == "no_trumps")

    @property
    def trump(self) -> Trump:
        """The suit of trumps; None when there is none or it is not known."""
        return None if self.no_trumps else self.row.trump

    def values(self, name: str) -> list[Any]:
        """This cell of every column."""
        return [getattr(column, name) for column in self.columns.values()]

    def known(self, name: str) -> dict[Party, int]:
        """This number of every column that has it."""
        numbers = {party: getattr(column, name) for party, column in self.columns.items()}
        return {party: number for party, number in numbers.items() if number is not None}

    def is_unreadable(self, field: str) -> bool:
        """Whether something was typed there that is no number."""
        return any(cell.field == field for cell in self.row.unreadable)

    def fill(self, party: Party, name: str, value: int) -> None:
        """Set a number that follows from others, unless something unreadable was typed."""
        field = f"{party}_{name}"
        if not self.is_unreadable(field):
            change: dict[str, Any] = {name: value}
            self.columns[party] = replace(self.columns[party], **change)
            self.completed[field] = value

    def complete(self) -> None:
        """Fill in what the typed values leave no choice about."""
        game = self.game
        self._rest("tricks", game.hand)
        for party, tricks in self.known("tricks").items():
            column = self.columns[party]
            if tricks == 0 and column.points is None:
                self.fill(party, "points", 0)
            if tricks == 0 and column.melds is None and self.row.announced is None:
                self.fill(party, "melds", 0)
        if game.all_played:
            self._rest("points", game.total(trumps=not self.no_trumps))
        melds = self.known("melds")
        if self.row.announced is None and any(melds.values()):
            for party in game.parties:
                if party not in melds:
                    self.fill(party, "melds", 0)
        seat = self._bidder()
        if self.declarer is None and seat:
            self.declarer = self.completed["declarer"] = game.party_of(seat)

    def _rest(self, name: str, total: int) -> None:
        """One number is missing where all of them have a known sum."""
        known = self.known(name)
        missing = [party for party in self.game.parties if party not in known]
        if len(missing) == 1 and 0 <= total - sum(known.values()) <= total and min(known.values()) >= 0:
            self.fill(missing[0], name, total - sum(known.values()))

    def _bidder(self) -> Seat | None:
        """Who must have bid, where the bid and the dealer tell."""
        if self.bid is None or self.dealer is None:
            return None
        return {"dealer": self.dealer, "elder": self.game.left_of(self.dealer)}.get(self.bid.who)

    # Making trumps

    def check_bid(self) -> None:
        """Whether bid, maker, trumps and turned suit go together (KB-BID1 .. KBS)."""
        row, bid = self.row, self.bid
        if row.dealer and self.turn and row.dealer != self.turn:
            self.say("dealer_turn", "dealer", dealer=row.dealer, due=self.turn)
        if bid is None:
            return
        if bid.topic == "no_trumps":
            if row.trump not in (None, NO_TRUMPS):
                self.say("bid_no_trumps", "trump", topic=bid.topic, trump=row.trump)
        elif row.trump == NO_TRUMPS:
            self.say("bid_trumps", "trump", topic="no_trumps")
        elif row.trump and row.turned:
            other = bid.suit == "other" and self.game.bid2 == "other"
            if bid.suit == "turned" and row.trump != row.turned:
                self.say("bid_suit", "trump", topic=bid.topic, trump=row.trump, turned=row.turned)
            elif other and row.trump == row.turned:
                self.say("bid_turned", "trump", topic=bid.topic, trump=row.trump)
        seat = self._bidder()
        if seat and self.declarer and self.game.party_of(seat) != self.declarer:
            self.say("bid_who", "declarer", topic=bid.topic, side=self.declarer, dealer=self.dealer)

    def is_blank(self) -> bool:
        """Whether nothing of a played deal is filled in; zeros are nothing."""
        cells = [cell for name in NUMBERS for cell in self.values(name)]
        return not (any(cells) or any(self.values("bela")) or self.row.last or self.row.announced)

    def check_void(self) -> None:
        """A void deal has no maker and no points (KB-THROWIN, KB-SCHMEISS)."""
        topic = self.bid.topic if self.bid else "deal"
        if self.row.declarer or self.row.fus or not self.is_blank():
            self.say("void_filled_in", None, topic=topic)

    def check_fus(self) -> None:
        """A run of five that wins at once is not played out (KBC)."""
        if not self.is_blank():
            self.say("fus_and_more", "fus", topic="five_wins")

    # What must be there

    def check_missing(self) -> None:
        """Nothing that the score needs may be missing."""
        if self.declarer is None:
            self.say("missing_declarer", "declarer")
        points, melds = self.known("points"), self.known("melds")
        for party in self.game.parties:
            if party not in points and not self.is_unreadable(f"{party}_points"):
                self.say("missing_points", f"{party}_points", side=party)
        without = [party for party in self.game.parties if party not in melds]
        cells = [f"{party}_melds" for party in without if not self.is_unreadable(f"{party}_melds")]
        if cells and not any(one.code == "melds_open" for one in self.findings):
            self.say("missing_melds", cells[0])

    def played_cards(self) -> list[Card]:
        """Cards that were certainly played: of melds that were shown, and of bela."""
        shown = self.row.announced or {}
        cards = {card for melds in shown.values() for meld in melds for card in meld.cards}
        if any(self.values("bela")) and self.trump:
            cards |= {"K" + self.trump, "Q" + self.trump}
        return sorted(cards)
