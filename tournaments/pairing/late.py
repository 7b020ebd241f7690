"""Late arrivals into a round that is drawn already."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tournaments.pairing.individuals import draw_individuals
from tournaments.pairing.model import Draw, DrawInput
from tournaments.pairing.pairs import draw_pairs
from tournaments.pairing.threes import draw_threes


def seat_late(draw: Draw, given: DrawInput, arrivals: Iterable[int]) -> Draw:
    """The same round with new tables of those who rest and the late arrivals, touching no table drawn.

    given: what `draw` was made from. Who waited gets a seat before who just came, and who cannot fill a table
    rests. Raises DrawError as a draw does, for instance when no table number is left.
    """
    arrivals = frozenset(arrivals)
    wider = replace(
        given,
        entries=(*given.entries, *sorted(arrivals - set(given.entries))),
        must_sit_out=given.must_sit_out - arrivals,
        sit_out_first=given.sit_out_first | arrivals,
        locked=draw.tables,
    )
    table = draw.tables[0]
    if table.third:
        return draw_threes(wider)
    return draw_pairs(wider) if len(table.north_south) == 1 else draw_individuals(wider)
