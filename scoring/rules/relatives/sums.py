"""What the parties of a match book, by where it comes from: their own cards, melds and bela, and the rest."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.rules.relatives.deal import DealVerdict, Status, column_total
from scoring.rules.relatives.game import Party
from scoring.rules.relatives.match import MatchVerdict


@dataclass
class Sums:
    """The sums of one party. ``points`` are its own card points, ``melds`` its own melds and bela that it books.

    ``all_tricks`` and ``bete`` count deals: those in which it won every trick, and those that
    it lost as maker. A tie is not lost.
    """

    points: int = 0
    melds: int = 0
    all_tricks: int = 0
    bete: int = 0
    total: int = 0

    @property
    def bonus(self) -> int:
        """What it books beyond its own cards and melds.

        The score of a maker who was bete, or its part where equal opponents of the maker
        halve it (KB-SCORE, KB3-BETE), and points carried from an equal deal (KB-TIE).
        """
        return self.total - self.points - self.melds


def sum_up(match: MatchVerdict) -> dict[Party, Sums]:
    """The sums of every party, over the deals that count."""
    sums = {party: Sums() for party in match.game.parties}
    for deal in match.deals[: match.ended]:
        if deal.booked is not None:
            _add(sums, deal)
    return sums


def _add(sums: dict[Party, Sums], deal: DealVerdict) -> None:
    for party, booked in (deal.booked or {}).items():
        sums[party].total += booked
        sums[party].all_tricks += deal.columns[party].tricks == deal.game.hand
    if deal.status is Status.WON and deal.row.fus:
        sums[deal.row.fus].melds += deal.game.run5
    if deal.status is Status.BETE and deal.declarer:
        sums[deal.declarer].bete += 1
    for party in _keepers(deal):
        column = deal.columns[party]
        points = column.points or 0
        sums[party].points += points
        sums[party].melds += column_total(deal.game, column) - points


def _keepers(deal: DealVerdict) -> Iterator[Party]:
    """Who books his own column: everybody in a deal that was made, else all but the maker."""
    maker = deal.declarer
    if maker is None or deal.status not in (Status.MADE, Status.TIE, Status.BETE):
        return
    yield from deal.game.others(maker)
    if deal.status is Status.MADE:
        yield maker
