"""`manage.py simulate ratings`: worlds of which the truth is known, and what ratings make of them."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from django.core.management import CommandError

from klaverclub.simulations import rating_deals
from klaverclub.simulations.rating_measures import measure
from klaverclub.simulations.rating_rivals import Exact, Ours, rivals
from klaverclub.simulations.rating_worlds import SEATINGS, make_world
from tests.klaverclub.test_simulate import simulate
from tests.rating.evenings import MONDAY, evening
from tournaments.rating import Book, Parameters


def test_the_stock_of_deals_is_what_the_card_play_gives():
    again = rating_deals.play(sheets=2)
    assert rating_deals.stock()[: len(again)].tolist() == again
    assert rating_deals.stock().mean() == 0
    assert rating_deals.stock().std() * 4 == pytest.approx(543, abs=8), "points in a round of 16 deals"


@pytest.mark.parametrize("seating", SEATINGS)
def test_worlds_are_as_told(seating):
    world = make_world(seating, 24, 1, seed=3)
    rounds = [one for evening_ in world.evenings for one in evening_]
    assert len(rounds) == len(world.truth)
    assert len(world.evenings) == 90
    luck = np.array([one.difference for one in rounds]) - np.array(world.truth)
    assert luck.std() == pytest.approx(547, rel=0.1)
    assert [active.sum() for active in world.active] == [24, 24, 24], "who leaves is replaced"
    assert make_world(seating, 24, 1, seed=3).truth == world.truth


def test_clubs_of_a_league_meet():
    world = make_world("mixed", 48, 4, seed=3)
    meeting = [bool(evening_.clubs) for evening_ in world.evenings]
    assert meeting == [False, False, True] * 30


def test_the_exact_filter_by_hand():
    """After one round two partners are known together: covariance -100²/500 each; the second round shows it.

    1 and 2 beat 3 and 4 by 50: all ± 10, variances 80, covariances ∓ 20. Then against 5 and 6, who are new: 1 and 2
    together have variance 80 + 80 - 2 × 20 = 120, total 120 + 200 + 100 = 420; expected 20, they win by 62: surprise 42,
    and 1 gets (80 - 20)/420 of it, which is 6. The diagonal filter takes 80/460 of it.
    """
    easy = Parameters(newcomer_mean=0, newcomer_variance=100, drift=0, hand_variance=25)
    evenings = [evening(MONDAY, ((1, 2, 3, 4), 50), ((1, 2, 5, 6), 62))]
    exact, book = Exact(7, 1, easy), Book()
    exact.evening(evenings[0])
    assert exact.strength(1) == pytest.approx(16)
    book.change(put=evenings)
    ours = Ours(easy)
    ours.evening(evenings[0])
    assert ours.strength(1) == pytest.approx(10 + 42 * 80 / 460, abs=1e-5)


def test_figures_of_small_clubs():
    """On few clubs: what is right in kind. The figures of the README are of forty."""
    makers = rivals(library=True, exact=True)
    found = measure([make_world("random", 40, 1, seed) for seed in (501, 502, 503)], makers)
    exact, ours = found.rivals[Exact.name], found.rivals[Ours.name]
    assert abs(exact.log_loss - ours.log_loss) < 1e-4
    assert found.gain("a coin") == pytest.approx(0, abs=1e-12)
    assert found.known < ours.log_loss < found.rivals["season average"].log_loss < math.log(2)
    assert found.gain(Ours.name) > 1.1 * found.gain("OpenSkill, tuned")
    assert 0.8 < ours.slope < 1.2
    assert 0.72 < ours.covered < 0.9
    assert ours.spearman(2) > ours.spearman(0) > 0.4


def test_who_knows_the_truth_is_calibrated():
    """The yardstick of the measures: true chances have slope 1 and the loss `known`."""
    world = make_world("random", 24, 1, seed=5)
    found = measure([world], rivals(library=False, exact=False))
    truth = found.rivals["a coin"]
    truth.chances = truth.true
    assert truth.slope == pytest.approx(1)
    assert truth.log_loss == pytest.approx(found.known)


def test_as_text_and_as_json():
    options = [
        "ratings",
        "--clubs",
        "1",
        "--players",
        "16",
        "--leagues",
        "0",
        "--seed",
        "7",
        "--seating",
        "swiss",
    ]
    text = simulate(*options)
    assert text.startswith("1 clubs of 16, swiss seating: ")
    assert "this rating" in text
    assert "% bands hold the true strength of" in text
    told = json.loads(simulate(*options, "--json"))
    assert set(told["found"]) >= {"a coin", "season average", "Elo with margin, tuned", "this rating"}
    assert simulate(*options) == text, "the same seed gives the same figures"


def test_the_radar():
    told = json.loads(simulate("radar", "--clubs", "1", "--players", "24", "--json"))
    honest, *mistakes = told.values()
    assert honest["asked"] / honest["rounds"] < 0.005
    assert all(kind["rounds"] == honest["rounds"] for kind in mistakes)
    assert told["a total 2,000 too high or too low"]["asked"] > 0.5 * honest["rounds"]
    text = simulate("radar", "--clubs", "1", "--players", "24")
    assert "honest rounds of 16 deals" in text
    assert "the two sides exchanged" in text


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("ratings", "--players", "0"), "'0' is no whole number from 12 to 10,000"),
        (("ratings", "--clubs", "-1"), "'-1' is no whole number from 0 to 1,000"),
        (("ratings", "--seed", "-1"), "'-1' is no whole number from 0 to 999,999,999"),
        (("ratings", "--clubs", "0", "--leagues", "0"), "Nothing to rate"),
        (("ratings", "--clubs", "0", "--seating", "random"), "leagues are only played with all seatings"),
        (("radar", "--clubs", "0"), "'0' is no whole number from 1 to 1,000"),
        (("radar", "--players", "3"), "'3' is no whole number from 12 to 10,000"),
        (("radar", "--players", "9" * 5000), "is no whole number"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(options, told):
    with pytest.raises(CommandError, match=told):
        simulate(*options)


def test_the_smallest_club_is_rated():
    assert "this rating" in simulate("ratings", "--clubs", "1", "--leagues", "0", "--players", "12")
    assert "honest rounds" in simulate("radar", "--clubs", "1", "--players", "12")
