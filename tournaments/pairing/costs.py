"""What it costs that two people sit at one table as partners, or as opponents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournaments.pairing.model import Couple, DrawInput, History, Table, couple

Matrix = list[list[int]]


class Costs:
    """Costs of a round between players numbered 0 to n - 1.

    The three ways to divide four people over two sides differ only in who are partners, so a table costs the sum
    of `opponent` over its six couples plus `surplus` (partner minus opponent cost) over its two sides.
    """

    def __init__(self, players: Sequence[int], given: DrawInput) -> None:
        count = len(players)
        self.players = players
        self.opponent: Matrix = [[0] * count for _ in range(count)]
        self.surplus: Matrix = [[0] * count for _ in range(count)]
        for i, one in enumerate(players):
            for j in range(i):
                partner, opponent = pair_costs(couple(one, players[j]), given)
                self.opponent[i][j] = self.opponent[j][i] = opponent
                self.surplus[i][j] = self.surplus[j][i] = partner - opponent

    def dissuade(self, pairs: Iterable[Couple], price: int) -> None:
        """Makes partners of these entries dearer by `price`."""
        number = {entry: i for i, entry in enumerate(self.players)}
        for one, other in pairs:
            if one in number and other in number:
                i, j = number[one], number[other]
                self.surplus[i][j] += price
                self.surplus[j][i] += price

    def partner(self, i: int, j: int) -> int:
        """What it costs that these two are partners."""
        return self.surplus[i][j] + self.opponent[i][j]

    def named(self, players: Couple) -> Couple:
        """The entries behind two player numbers."""
        return self.players[players[0]], self.players[players[1]]

    def four(self, a: int, b: int, c: int, d: int) -> int:
        """What the four cost at one table, divided over the sides in the cheapest way."""
        oa, ob, oc = self.opponent[a], self.opponent[b], self.opponent[c]
        sa, sb, sc = self.surplus[a], self.surplus[b], self.surplus[c]
        return (
            oa[b] + oa[c] + oa[d] + ob[c] + ob[d] + oc[d] + min(sa[b] + sc[d], sa[c] + sb[d], sa[d] + sb[c])
        )

    def splits(self, a: int, b: int, c: int, d: int) -> list[tuple[Couple, Couple]]:
        """The cheapest ways to divide the four over the sides; there may be more than one."""
        ways = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
        prices = [self.surplus[x][y] + self.surplus[z][w] for (x, y), (z, w) in ways]
        return [way for way, price in zip(ways, prices, strict=True) if price == min(prices)]


def pair_costs(pair: Couple, given: DrawInput) -> tuple[int, int]:
    """What it costs if these two are partners, and if they are opponents."""
    weights, evening = given.rule.weights, given.evening
    season = given.season if given.rule.season_memory else History()
    partners, opponents = _count(evening.partners, pair), _count(evening.opponents, pair)
    partner = (
        weights.partner_again * partners**2
        + weights.crossed * opponents
        + weights.season_partner * _count(season.partners, pair)
    )
    opponent = (
        weights.opponent_again * opponents**2
        + weights.crossed * partners
        + weights.season_opponent * _count(season.opponents, pair)
    )
    return partner, opponent


def tables_cost(tables: Sequence[Table], given: DrawInput) -> int:
    """What these tables cost together."""
    partners = (pair_costs(pair, given)[0] for table in tables for pair in table.partners)
    opponents = (pair_costs(pair, given)[1] for table in tables for pair in table.opponents)
    return sum(partners) + sum(opponents)


def _count(counts: Mapping[Couple, int], pair: Couple) -> int:
    return counts.get(pair, 0)
