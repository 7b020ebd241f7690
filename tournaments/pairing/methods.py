"""One door to every way of drawing a round."""

from __future__ import annotations

from typing import Literal

from tournaments.pairing.individuals import draw_individuals
from tournaments.pairing.model import Draw, DrawError, DrawInput
from tournaments.pairing.pairs import draw_pairs
from tournaments.pairing.stay import draw_stay
from tournaments.pairing.swiss_pairs import draw_swiss_pairs
from tournaments.pairing.swiss_tables import draw_swiss_tables
from tournaments.pairing.threes import draw_threes
from tournaments.sentences import gettext_noop

Unit = Literal["individuals", "pairs", "threes"]
"""Who take part: people who get a partner each round; fixed pairs, or anything else that is one entry a side; three
people at a table, each for himself."""

_DRAWS = {
    ("lot", "individuals"): draw_individuals,
    ("lot", "pairs"): draw_pairs,
    ("lot", "threes"): draw_threes,
    ("stay", "individuals"): draw_stay,
    ("swiss", "individuals"): draw_swiss_tables,
    ("swiss", "pairs"): draw_swiss_pairs,
    ("swiss", "threes"): draw_threes,
}


def draw_round(given: DrawInput, unit: Unit) -> Draw:
    """Draws one round by the method of the rule.

    Raises DrawError when the rounds of that method are not drawn but taken from a schedule, when it is not for such
    entries, or when the draw itself says no.
    """
    draw = _DRAWS.get((given.rule.method, unit))
    if draw is None:
        raise DrawError(
            gettext_noop("Rounds by the method “%(method)s” are not drawn for these entries."),
            method=given.rule.method,
        )
    return draw(given)
