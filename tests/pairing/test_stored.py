"""What a draw was made from, kept as JSON and read again without a difference."""

from __future__ import annotations

import json
from dataclasses import fields
from fractions import Fraction

from tests.pairing.evenings import random_history
from tournaments.pairing import Apart, DrawInput, History, PairingRule, Quality, Table, draw_round

FULL = DrawInput(
    entries=(5, 3, 9, 1, 2, 12, 13),
    seed="evening 4",
    evening=random_history(9, 2, 1),
    season=random_history(13, 5, 2),
    sit_outs_evening={5: 1},
    sit_outs_season={3: 2},
    must_sit_out=frozenset({13}),
    sit_out_first=frozenset({12, 2}),
    locked=(Table(3, (5,), (3,)), Table(4, (1,), (2,), (9,))),
    table_numbers=(3, 4, 7),
    rounds_after=3,
    rule=PairingRule("swiss", pattern="fold"),
    scores={5: Fraction(4012, 3), 3: Fraction(1200)},
    strengths={5: Fraction(1, 7)},
    round_number=4,
    apart=(Apart(frozenset({1, 2}), None, "de Vries"), Apart(frozenset({3, 5}), 8)),
    fixed_tables={5: 3},
    seats_before={5: {"N": 1, "W": 2}},
    tables_before={5: {3: 2, 1: 1}},
    partners_wanted=frozenset({(1, 2)}),
    opponents_wanted=frozenset({(3, 5)}),
    met_in_round={(3, 5): 2},
    threes_before={9: 1},
    set_tables=(Table(2, (1, 2), (3, 5)),),
)


def test_everything_comes_back() -> None:
    assert DrawInput.from_json(json.loads(json.dumps(FULL.to_json()))) == FULL
    plain = DrawInput((1, 2), 7)
    assert DrawInput.from_json(json.loads(json.dumps(plain.to_json()))) == plain
    assert set(FULL.to_json()) == {item.name for item in fields(DrawInput)}


def test_the_stored_input_gives_the_same_draw() -> None:
    given = DrawInput(tuple(range(1, 14)), 3, evening=random_history(13, 2, 8), rounds_after=2)
    again = DrawInput.from_json(json.loads(json.dumps(given.to_json())))
    assert draw_round(again, "individuals") == draw_round(given, "individuals")


def test_quality_stored_before_the_draw_by_standing_is_read() -> None:
    stored = {
        "repeated_partners": 0,
        "repeated_opponents": 1,
        "crossed": 2,
        "second_sit_outs": 0,
        "cost": 11_000,
        "proven": True,
        "completable": None,
    }
    quality = Quality(**stored)  # type: ignore[arg-type]
    assert (quality.spread, quality.apart, quality.bound, quality.to_come) == (0, 0, None, 0)
    assert Quality(**json.loads(json.dumps(quality.to_json()))) == quality


def test_couples_may_be_given_either_way_round() -> None:
    met = History(opponents={(2, 1): 1, (1, 2): 2})
    assert History.from_json(met.to_json()).opponents == {(1, 2): 3}
