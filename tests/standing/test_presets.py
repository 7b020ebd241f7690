"""The rules of real clubs, as they print themselves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.standing.seasons import Score, evenings, season_of
from tournaments.standing.presets import PRESETS
from tournaments.standing.tables import season_table


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        ("sum", ["The standing is the sum of all points."]),
        ("average_round", ["The standing is the average number of points per round."]),
        ("average_evening", ["The standing is the average number of points per evening."]),
        (
            "best_5_of_7",
            [
                "The standing is the sum of the best 5 evenings.",
                "Until the season is over everything counts: the interim standing is a plain sum.",
                "To be ranked one attends at least 5 evenings.",
                "As long as somebody can still reach that, he is ranked as if he had.",
            ],
        ),
        ("best_5_of_7_points_champion", ["The standing is the sum of the best 5 evenings."]),
        (
            "best_4_of_6_in_7_periods",
            [
                "The season has periods of these evenings: 1–6, 7–12, 13–18, 19–24, 25–30, 31–36, 37–42.",
                "The result of a period is the sum of its best 4 evenings.",
                "The standing is the sum of the results of the best 5 of 7 periods.",
            ],
        ),
        (
            "average_best_6_of_8",
            [
                "The standing is the average of the best 6 evenings.",
                "To be ranked one attends at least 6 evenings.",
                "As long as somebody can still reach that, he is ranked as if he had.",
            ],
        ),
        ("best_7_of_14", ["The standing is the sum of the best 7 evenings."]),
        (
            "best_9_of_11",
            [
                "The standing is the sum of the best 9 evenings.",
                "Absence without notice cannot be dropped: it takes one of the places that count.",
            ],
        ),
        ("drop_2", ["The lowest 2 evenings are dropped; an evening missed is dropped first."]),
        (
            "half_or_last",
            [
                "Who attends fewer than 7 evenings comes after everybody else.",
                "As long as somebody can still reach that, he is ranked as if he had.",
            ],
        ),
        (
            "match_points",
            [
                "Match points of a round: 2 for a win, 1 for a draw, 0 for a loss.",
                "The most match points that can be won on one evening: 6.",
            ],
        ),
        (
            "match_points_by_margin",
            [
                "With a difference of 250 points or more: 3 for a win, 0 for a loss.",
                "With a difference of 500 points or more: 4 for a win, 0 for a loss.",
                "Equal results, step 1: the result of the rounds against each other, when all of them have met.",
            ],
        ),
        ("ladder", ["Only the last 6 evenings that somebody attended count."]),
        ("ties_broken", ["Equal results, step 4: a lot, drawn once and kept."]),
    ],
)
def test_a_preset_says_what_it_does(name: str, sentences: list[str]) -> None:
    said = [str(sentence) for sentence in PRESETS[name].rule.sentences()]
    assert [sentence for sentence in said if sentence in sentences] == sentences


def test_every_preset_is_tried_here() -> None:
    (mark,) = (mark for mark in test_a_preset_says_what_it_does.pytestmark if mark.name == "parametrize")  # type: ignore[attr-defined]
    assert {name for name, _ in mark.args[1]} == set(PRESETS)


def test_the_points_champion_beside_the_champion() -> None:
    preset = PRESETS["best_5_of_7_points_champion"]
    # The eighth evening is a free one: it counts for the points champion only.
    season = season_of(
        evenings(A=[600, 600, 600, 600, 600, 100, 100, 100], B=[500] * 8), counts=frozenset(range(1, 8))
    )
    (title,) = preset.titles.values()
    assert [(line.entry, line.value) for line in season_table(season, preset.rule).lines] == [
        (1, 3000),
        (2, 2500),
    ]
    assert [(line.entry, line.value) for line in season_table(season, title).lines] == [(2, 4000), (1, 3300)]


def test_seven_periods_of_six_weeks() -> None:
    # A: 400 each of 42 weeks: 7 periods of 1600, five of them count. B: only in five periods, 500 each in 3 weeks.
    scores = [Score(1, week, 1, 400) for week in range(1, 43)]
    scores += [Score(2, week, 1, 500) for week in range(1, 31) if week % 6 in (1, 2, 3)]
    lines = season_table(season_of(scores), PRESETS["best_4_of_6_in_7_periods"].rule).lines
    assert [(line.entry, line.value) for line in lines] == [(1, 5 * 4 * 400), (2, 5 * 3 * 500)]


def test_an_average_of_the_best_six_of_eight() -> None:
    rule = PRESETS["average_best_6_of_8"].rule
    scores = evenings(A=[1500, 1501, 1502, 1503, 1504, 1505, 900, 800], B=[1600, 1600, 1600, 1600, 1600])
    lines = season_table(season_of(scores), rule).lines
    assert [(line.entry, line.rank, line.value) for line in lines] == [
        (1, 1, Fraction(9015, 6)),
        (2, None, 1600),
    ]
    assert str(lines[1].unranked) == "5 of at least 6 evenings attended"
