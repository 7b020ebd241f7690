"""A rule that cannot be is refused with the sentence that says why."""

from __future__ import annotations

from typing import Any

import pytest

from tournaments.sentences import RuleError
from tournaments.standing.presets import PRESETS
from tournaments.standing.rules import Band, MatchPoints, Period, StandingRule


def refused(make: Any, *args: Any, **fields: Any) -> str:
    with pytest.raises(RuleError) as refusal:
        make(*args, **fields)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"best": 5, "drop": 2},
            "Say how many best results count or how many lowest are dropped, not both; now it is 5 and 2.",
        ),
        ({"best_periods": 1}, "The best periods cannot count while the season has no periods."),
        (
            {"periods": (Period(1, 6), Period(7, 12)), "best_periods": 3},
            "The best 3 of 2 periods cannot count: there are only 2.",
        ),
        (
            {"periods": (Period(1, 6), Period(6, 12))},
            "The period of evenings 6 to 12 begins before the one of 1 to 6 is over; periods follow each other.",
        ),
        ({"periods": (Period(6, 1),)}, "A period from evening 6 to 1 ends before it begins."),
        ({"periods": (Period(0, 6),)}, "“first” is a whole number from 1 to 100, not 0."),
        (
            {"unit": "evening", "best": 4, "periods": (Period(1, 6), Period(7, 9))},
            "The best 4 evenings cannot count in the period of evenings 7 to 9: it has only 3.",
        ),
        (
            {"unit": "evening", "drop": 3, "periods": (Period(7, 9),)},
            "When 3 of the 3 results in the period of evenings 7 to 9 are dropped, nothing is left.",
        ),
        (
            {"last": 6, "periods": (Period(1, 6),)},
            "The last evenings of everybody are not those of a period: choose one of the two.",
        ),
        (
            {"last": 6, "drop": 1},
            "Of the last 6 evenings say how many best count, not how many are dropped.",
        ),
        (
            {"last": 5, "best": 6, "unit": "evening"},
            "The best 6 of the last 5 evenings cannot count.",
        ),
        (
            {"last": 5, "undroppable": ("absent",)},
            "Only evenings that somebody attended are taken, so an absence cannot be what always counts.",
        ),
        (
            {"measure": "average", "interim": "sum"},
            "A plain sum cannot stand in for an average until the season is over; show the rule itself.",
        ),
        (
            {"measure": "match_points", "best": 3, "match": MatchPoints(most_an_evening=6)},
            "With a maximum of match points for an evening the best evenings are chosen, not the best rounds.",
        ),
        ({"ties": ("pits", "nats", "pits")}, "“pits” stands more than once in “ties”."),
        (
            {"ties": ("lot", "pits")},
            "The lot always decides, so it comes last; nothing after it could decide.",
        ),
        (
            {"ties": ("age",)},
            "“ties” is one of head_to_head, wins, pits, nats, roem, best_round, best_evening, lot, not “age”.",
        ),
        (
            {"undroppable": ("ill",)},
            "“undroppable” is one of excused, absent, late, left, sit_out, not “ill”.",
        ),
        ({"best": 101, "unit": "evening"}, "“best” is a whole number from 0 to 100, not 101."),
        ({"seed": -1}, f"“seed” is a whole number from 0 to {2**63 - 1}, not -1."),
        ({"interim": "average"}, "“interim” is one of rule, sum, not “average”."),
        ({"all_evenings": 1}, "Whether all evenings are taken is either true or false."),
        ({"ties": "pits"}, "“ties” of a standing rule cannot be read."),
        ({"match": None}, "“match” of a standing rule cannot be read."),
    ],
)
def test_contradictions(fields: dict[str, Any], sentence: str) -> None:
    assert refused(StandingRule, **fields) == sentence


@pytest.mark.parametrize(
    ("match", "sentence"),
    [
        (
            {"win": 0, "draw": 1, "loss": 2},
            "A win is worth more match points than a loss and a draw is between them, not 0, 1 and 2.",
        ),
        (
            {"win": 1, "draw": 1, "loss": 1},
            "A win is worth more match points than a loss and a draw is between them, not 1, 1 and 1.",
        ),
        (
            {"bands": (Band(500, 3, 0), Band(250, 4, 0))},
            "The margins of match points rise: after 500 comes more than that, not 250.",
        ),
        (
            {"bands": (Band(250, 3, 0), Band(250, 4, 0))},
            "The margins of match points rise: after 250 comes more than that, not 250.",
        ),
        (
            {"bands": (Band(250, 1, 0),)},
            "Winning by 250 points or more cannot be worth less than winning by fewer, nor losing by it worth more.",
        ),
        (
            {"bands": (Band(250, 3, 0), Band(500, 4, 1))},
            "Winning by 500 points or more cannot be worth less than winning by fewer, nor losing by it worth more.",
        ),
        ({"bands": (Band(0, 3, 0),)}, "“margin” is a whole number from 1 to 10000, not 0."),
        ({"win": 1001}, "“win” is a whole number from 0 to 1000, not 1001."),
        (
            {"bands": (Band(250, 8, 0),), "most_an_evening": 6},
            "One win is worth 8 match points; the maximum for an evening, 6, is less than that.",
        ),
    ],
)
def test_match_points_that_cannot_be(match: dict[str, Any], sentence: str) -> None:
    assert refused(MatchPoints, **match) == sentence


@pytest.mark.parametrize(
    ("rule", "season", "sentence"),
    [
        (
            StandingRule(unit="evening", best=8),
            {"planned_evenings": 7},
            "The best 8 of 7 evenings cannot count: the season has only 7.",
        ),
        (
            StandingRule(unit="round", best=29),
            {"planned_evenings": 7, "rounds_per_evening": 4},
            "The best 29 of 28 rounds cannot count: the season has only 28.",
        ),
        (
            StandingRule(unit="evening", drop=7),
            {"planned_evenings": 7},
            "When 7 of 7 results are dropped, nothing is left.",
        ),
        (
            StandingRule(periods=(Period(1, 6), Period(7, 12))),
            {"planned_evenings": 10},
            "The period of evenings 7 to 12 lies outside the season of 10 evenings.",
        ),
        (
            StandingRule(unit="round", best=9, periods=(Period(1, 2),)),
            {"rounds_per_evening": 4},
            "The best 9 rounds cannot count in the period of evenings 1 to 2: it has only 8.",
        ),
        (
            StandingRule(last=8),
            {"planned_evenings": 7},
            "The last 8 evenings cannot count: the season has only 7.",
        ),
        (
            StandingRule(minimum_attendance=8),
            {"planned_evenings": 7},
            "Nobody can attend 8 evenings: the season has only 7.",
        ),
        (
            StandingRule(minimum_attendance=29, minimum_unit="round"),
            {"planned_evenings": 7, "rounds_per_evening": 4},
            "Nobody can play 29 rounds: the season has only 28.",
        ),
        (
            StandingRule(ties=("pits", "nats")),
            {"has": {"against", "pits", "roem"}},
            "Nats cannot break ties: the sheets do not have them.",
        ),
        (
            StandingRule(ties=("best_round", "head_to_head")),
            {"has": {"pits", "nats", "roem"}},
            "The result against each other cannot break ties: at these tables there are no two sides.",
        ),
        (
            StandingRule(measure="match_points"),
            {"has": {"pits", "nats", "roem"}},
            "Match points need two sides at a table; here everybody plays alone.",
        ),
    ],
)
def test_what_this_season_does_not_have(rule: StandingRule, season: dict[str, Any], sentence: str) -> None:
    assert refused(rule.check, **season) == sentence


def test_what_is_not_known_yet_refuses_nothing() -> None:
    StandingRule(unit="evening", best=8).check()
    StandingRule(unit="round", best=29).check(planned_evenings=7)
    StandingRule(minimum_attendance=29, minimum_unit="round").check(planned_evenings=7)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_in_the_season_it_is_made_for(name: str) -> None:
    preset = PRESETS[name]
    for rule in (preset.rule, *preset.titles.values()):
        rule.check(planned_evenings=preset.planned, rounds_per_evening=4)
        assert StandingRule.from_json(rule.to_json()) == rule
        assert all(str(sentence) for sentence in rule.sentences())


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"periods": [{"first": 1}]}, "“periods” of a standing rule cannot be read."),
        ({"periods": 3}, "“periods” of a standing rule cannot be read."),
        ({"match": {"wins": 3}}, "“match” of a standing rule cannot be read."),
        (
            {"match": {"win": 0, "loss": 1}},
            "A win is worth more match points than a loss and a draw is between them, not 0, 1 and 1.",
        ),
        (
            {"ties": [["pits"]]},
            "“ties” is one of head_to_head, wins, pits, nats, roem, best_round, best_evening, lot, not “['pits']”.",
        ),
        ({"periods": [{"first": "a", "last": 2}]}, "“first” is a whole number from 1 to 100, not a."),
    ],
)
def test_damaged_data_is_refused_in_words(data: dict[str, Any], sentence: str) -> None:
    assert refused(StandingRule.from_json, StandingRule().to_json() | data) == sentence


def test_version_1_is_read() -> None:
    old = {
        "version": 1,
        "measure": "average",
        "unit": "evening",
        "decimals": 1,
        "minimum_attendance": 5,
        "guests_ranked": True,
    }
    assert StandingRule.from_json(old) == StandingRule(
        measure="average", unit="evening", decimals=1, minimum_attendance=5, guests_ranked=True
    )


def test_a_rule_with_everything_in_words() -> None:
    rule = StandingRule(
        measure="match_points",
        unit="evening",
        best=4,
        periods=(Period(1, 6), Period(7, 12)),
        best_periods=1,
        undroppable=("absent",),
        all_evenings=True,
        interim="sum",
        minimum_attendance=8,
        minimum_unit="round",
        below_minimum="last",
        match=MatchPoints(3, 1, 0, (Band(250, 4, 0),), 8),
        ties=("head_to_head", "nats"),
    )
    assert [str(sentence) for sentence in rule.sentences()] == [
        "The season has periods of these evenings: 1–6, 7–12.",
        "The result of a period is the sum of the match points of its best 4 evenings.",
        "The standing is the result of the best of 2 periods.",
        "Absence without notice cannot be dropped: it takes one of the places that count.",
        "Evenings that do not count for the official standing count here too.",
        "Until the season is over everything counts: the interim standing is a plain sum.",
        "Match points of a round: 3 for a win, 1 for a draw, 0 for a loss.",
        "With a difference of 250 points or more: 4 for a win, 0 for a loss.",
        "The most match points that can be won on one evening: 8.",
        "Who plays fewer than 8 rounds comes after everybody else.",
        "As long as somebody can still reach that, he is ranked as if he had.",
        "Guests are shown but not ranked.",
        "Equal results, step 1: the result of the rounds against each other, when all of them have met.",
        "Equal results, step 2: fewest nats.",
        "What is still equal after that shares a rank.",
    ]
