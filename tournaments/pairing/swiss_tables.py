"""The draw of one round for individuals by standing: every round another partner, near in the standing."""

from __future__ import annotations

from tournaments.pairing.four_draw import Manner, draw_fours
from tournaments.pairing.model import Draw, DrawInput
from tournaments.pairing.table_prices import standing_cost, standing_prices

BY_STANDING = Manner(standing_prices, standing_cost, by_standing=True)


def draw_swiss_tables(given: DrawInput) -> Draw:
    """Draws the tables of one round.

    In this order, each goal outweighing all that come after it: no partner of this event again, no third time before a
    second; nobody at a table with somebody he is never to meet; who rests was named in `sit_out_first`, has rested least
    in the event, then this season, and stands lowest; who sits at a table of three did so least; and the least sum of
    opponents that meet again, partners who were opponents or the reverse, groups kept apart, the spread of the four in
    the standing and the difference of the two sides, in squared ranks (`quality.cost`, SQUARED_RANK to one). Then
    North-South and the first deal are spread, and the lot decides. Couples that are wanted and people who cannot move
    come before everything.

    Up to 16 people to be seated nothing cheaper exists; beyond that the search is bounded, `quality.bound` says what no
    draw can be below, and `quality.proven` whether the cost is that. With `rounds_after`, a draw is preferred that
    leaves a way to play those rounds too without repeated partners. The best table has the lowest number. Accelerated
    rounds and the pattern are for fixed pairs; here the spread alone says who meet. Raises DrawError for what no draw
    can be made from (see `prepare` and `wishes_of`).
    """
    return draw_fours(given, BY_STANDING)
