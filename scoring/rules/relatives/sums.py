"""What the parties of a match book, by where it comes from: cards, melds and bela, and the rest."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.rules.relatives.deal import DealVerdict, Status, column_total
from scoring.rules.relatives.game import Party
from scoring.rules.relatives.match import MatchVerdict


@dataclass
class Sums:
    """The sums of one party. ``points`` are card points, ``melds`` melds and bela that it books.

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
        """What it books beyond cards and melds.

        Points carried from an equal deal, and its part of a score that equal opponents of
        the maker halve (KB3-BETE).
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
    for party, source in _gains(deal):
        column = deal.columns[source]
        points = column.points or 0
        sums[party].points += points
        sums[party].melds += column_total(deal.game, column) - points


def _gains(deal: DealVerdict) -> Iterator[tuple[Party, Party]]:
    """Who books whose column: his own, save a beaten maker; the maker's, who alone beat him best."""
    maker = deal.declarer
    if maker is None or deal.status not in (Status.MADE, Status.TIE, Status.BETE):
        return
    others = deal.game.others(maker)
    yield from ((party, party) for party in others)
    if deal.status is Status.MADE:
        yield maker, maker
    if deal.status is Status.BETE:
        own = {party: column_total(deal.game, deal.columns[party]) for party in others}
        best = [party for party in others if own[party] == max(own.values())]
        if len(best) == 1:
            yield best[0], maker
