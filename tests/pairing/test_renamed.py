"""What a draw was made from, under other numbers: the same draw of other names, and back again to the letter."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tournaments.pairing import Apart, DrawInput, History, PairingRule, Table, draw_round
from tournaments.pairing.renamed import renamed, renamed_tables

EARLIER = [Table(1, (1, 2), (3, 4)), Table(2, (5, 6), (7, 9))]
NAMES = {9: 8, 8: 9}
"""9 is there and 8 is not: they change names."""


def given(tables, entries, other):
    """Everything that a draw may be made from, for eight of which the last is `entries[-1]`; `other` was there before."""
    last = entries[-1]
    return DrawInput(
        entries=tuple(entries),
        seed=7,
        evening=History.from_tables(tables),
        season=History.from_tables([Table(1, (1, other), (2, 3))]),
        sit_outs_evening={last: 1},
        sit_outs_season={other: 2, 1: 1},
        must_sit_out=frozenset({last}),
        sit_out_first=frozenset({last, 1}),
        locked=(Table(1, (1, 2), (3, last)),),
        rule=PairingRule(),
        scores={last: Fraction(7, 3), other: Fraction(2), 1: Fraction(1)},
        strengths={last: Fraction(5)},
        apart=(Apart(frozenset({1, last}), None, "family"),),
        fixed_tables={last: 2},
        seats_before={last: {"N": 1}, 1: {"E": 2}},
        tables_before={last: {2: 1}, other: {1: 1}},
        partners_wanted=frozenset({(1, last)}),
        opponents_wanted=frozenset({(2, last)}),
        met_in_round={(1, last): 1, (1, other): 2},
        threes_before={last: 1},
        set_tables=(Table(2, (5, 6), (7, last)),),
    )


def test_it_is_what_the_others_would_have_made_it():
    before = given(EARLIER, [1, 2, 3, 4, 5, 6, 7, 9], 8)
    tables = [Table.from_json(each) for each in renamed_tables([one.to_json() for one in EARLIER], NAMES)]
    after = given(tables, [1, 2, 3, 4, 5, 6, 7, 8], 9)
    assert tables[1] == Table(2, (5, 6), (7, 8))
    assert DrawInput.from_json(renamed(before.to_json(), NAMES)) == after


@pytest.mark.parametrize("seed", range(5))
def test_twice_is_as_it_was(seed):
    """Of what is really kept with a round: the names in any order, a history of several rounds."""
    entries = list(range(1, 9))
    Random(seed).shuffle(entries)
    tables = list(draw_round(DrawInput(tuple(entries), seed), "individuals").tables)
    kept = DrawInput(tuple(entries), seed, evening=History.from_tables(tables)).to_json()
    once = renamed(kept, {3: 30, 30: 3})
    assert 3 not in once["entries"]
    assert renamed(once, {3: 30, 30: 3}) == kept
