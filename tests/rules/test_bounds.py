"""The bounds on points and roem: the published figures, the stored file, and random splits."""

import io
import os
from itertools import product
from random import Random

import pytest
from django.core.management import CommandError, call_command

from scoring.management.commands import tables
from scoring.rules.bounds import MODES, QUAD_VALUES, joint_bound, mirrored
from scoring.rules.cards import DECK, trick_points
from scoring.rules.reach import BOUNDS_FILE, joint_bounds, joint_table
from scoring.rules.roem import roem_points, trick_roem
from scoring.rules.rulesets import make_ruleset

FULL = os.environ.get("KLAVERCLUB_TEST_FULL") == "1"
DEFAULT = (0, 0, 0, 100, 200, 100, 100, 100)
KO = (0, 0, 150, 0, 200, 100, 100, 100)
ALL_100 = (100,) * 8


def count(bound):
    return sum(points.bit_count() for points in bound.values())


def impossible_tens(bound):
    totals = {own + other for own, other in bound}
    return [roem for roem in range(0, max(totals), 10) if roem not in totals]


def test_the_published_figures_of_the_default():
    bound = joint_bound(DEFAULT, "both")
    assert (len(bound), count(bound)) == (1_462, 120_773)
    by_tricks = [joint_bound(DEFAULT, "both", tricks) for tricks in range(9)]
    assert sum(map(count, by_tricks)) == 318_444
    assert by_tricks[0] == {(0, other): 1 for _own, other in by_tricks[0]}


def test_the_exact_table_lies_within_the_bound():
    bound, exact = joint_bound(DEFAULT, "both"), joint_table("amsterdam")
    assert all(not possible & ~bound[pair] for pair, (possible, _seen) in exact.items())
    assert count(bound) - sum(possible.bit_count() for possible, _ in exact.values()) == 1_096


def test_what_no_deal_can_hold():
    assert impossible_tens(joint_bounds(DEFAULT, "both")) == [10, 30, 530, 630, 680, 690]
    assert impossible_tens(joint_bounds(KO, "both")) == [10, 30, 530, 630, 660, 680, 690]
    nku = impossible_tens(joint_bounds(ALL_100, "both"))
    assert nku == [10, 30, 610, *range(630, 700, 10), *range(710, 800, 10)]


SAMPLE = [
    (DEFAULT, "both"),
    (KO, "either"),
    ((0, 0, 0, 0, 100, 100, 100, 100), "hand"),
    ((0, 0, 0, 0, 200, 100, 100, 100), "either-unsaid"),
]


EVERYTHING = [(quads, mode) for mode in MODES for quads in product(*QUAD_VALUES)]


@pytest.mark.parametrize(("quads", "mode"), EVERYTHING if FULL else SAMPLE)
def test_the_stored_file_is_what_comes_out(quads, mode):
    assert joint_bounds(quads, mode) == joint_bound(quads, mode)


def test_a_file_that_is_not_right(tmp_path, monkeypatch):
    """``--check`` compares, and writes nothing."""
    monkeypatch.setattr(tables, "MODES", ("both",))
    monkeypatch.setattr(tables, "bounds_of", lambda _mode: [(DEFAULT, {(0, 0): 1})])
    before = BOUNDS_FILE.read_bytes()
    with pytest.raises(CommandError, match=r"bounds\.bin: both .* is not what comes out"):
        call_command("tables", "--check")
    assert BOUNDS_FILE.read_bytes() == before
    monkeypatch.setattr(tables, "BOUNDS_FILE", tmp_path / "bounds.bin")
    output = io.StringIO()
    call_command("tables", stdout=output)
    assert "bounds.bin written" in output.getvalue()
    assert (tmp_path / "bounds.bin").stat().st_size > 50


@pytest.mark.parametrize("mode", MODES)
def test_every_ruleset_has_its_bound_the_same_from_both_sides(mode):
    for quads in product(*QUAD_VALUES):
        bound = joint_bounds(quads, mode)
        assert bound[0, 0] & 1
        assert max(max(pair) for pair in bound) >= 600
        for (own, other), points in bound.items():
            assert bound[other, own] == mirrored(points)


def test_less_that_counts_is_possible_where_roem_may_go_unsaid():
    for quads in (DEFAULT, KO, ALL_100):
        for mode in ("both", "either"):
            said, unsaid = joint_bounds(quads, mode), joint_bounds(quads, f"{mode}-unsaid")
            assert all(not points & ~unsaid[pair] for pair, points in said.items())


def splits(number):
    """Ways to split the deck into eight tricks: all runs or all quads, then a few cards exchanged."""
    rng = Random("splits")
    orders = (list(DECK), sorted(DECK, key=lambda card: card % 8))
    for _ in range(number):
        deck = rng.choice(orders)[:]
        for _exchange in range(rng.randrange(14)):
            one, other = rng.sample(range(32), 2)
            deck[one], deck[other] = deck[other], deck[one]
        tricks = [deck[at : at + 4] for at in range(0, 32, 4)]
        yield rng, tricks, [rng.randrange(2) for _ in tricks], rng.randrange(8)


@pytest.mark.parametrize("options", [{}, {"run_bonus": "either"}, {"stuk_scope": "hand"}], ids=str)
@pytest.mark.parametrize("unsaid", [False, True])
def test_no_split_is_called_impossible(options, unsaid):
    rulesets = [
        make_ruleset(
            "amsterdam", options | dict(zip(("quad.7", "quad.8", "quad.9", "quad.T"), some, strict=True))
        )
        for some in ((0, 0, 0, 100), (100, 100, 100, 100), (0, 0, 150, 0), (100, 0, 0, 0))
    ]
    said = "required" if unsaid else "automatic"
    reaches = [ruleset.with_options({"roem_declare": said}).reach for ruleset in rulesets]
    for rng, tricks, owners, last in splits(400):
        held = rng.random() < 0.5 and not any({21, 22} <= set(trick) for trick in tricks)
        holder = rng.randrange(2)
        for ruleset, reach in zip(rulesets, reaches, strict=True):
            points, roem = [0, 0], [0, 0]
            for at, (trick, owner) in enumerate(zip(tricks, owners, strict=True)):
                points[owner] += trick_points(trick, 2, last=at == last)
                parts = trick_roem(trick, 2, ruleset)
                if unsaid:
                    parts = [part for part in parts if rng.random() < 0.7]
                roem[owner] += roem_points(parts)
            if ruleset.stuk_scope == "hand" and held:
                roem[holder] += 20
            possible, _ = reach.joint[roem[0], roem[1]]
            assert possible >> points[0] & 1
            assert roem[0] in reach.one_side
            assert sum(roem) in reach.total
