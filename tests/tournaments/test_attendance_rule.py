"""What a round not played is worth, with values worked out by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tournaments.attendance import PRESETS, AttendanceRule, Compensation, Known, Scores, award
from tournaments.sentences import RuleError

# Two rounds of an evening: four scores of the first, three of the second so far.
FIRST = [1700, 1500, 1400, 1301]
SECOND = [1450, 1610, 1333]
EVENING = FIRST + SECOND


def known(
    round_: list[int] | None = None,
    evening: list[int] | None = None,
    own: list[int] | None = None,
    deals: int = 16,
    **others: Any,
) -> Known:
    """What is known with these scores."""
    of = Scores.of
    return Known(deals, round=of(round_ or []), evening=of(evening or []), own=of(own or []), **others)


def reasons(compensation: Compensation, of: Known) -> str:
    return ", ".join(str(sentence) for sentence in award(compensation, of).reasons)


@pytest.mark.parametrize(
    ("compensation", "points", "reason"),
    [
        (Compensation("zero"), 0, "no points"),
        (Compensation("fixed", 1450), 1450, "fixed at 1450 points"),
        # 10294 / 7 = 1470.57…
        (Compensation("evening_average"), 1471, "average of 7 scores of the evening, 1471"),
        (Compensation("lowest"), 1333, "the lowest score of the round, 1333"),
        # (1500 + 1601) / 2 = 1550.5, half up.
        (Compensation("own_average"), 1551, "own average over 2 rounds, 1551"),
    ],
)
def test_each_kind(compensation: Compensation, points: int, reason: str) -> None:
    given = award(compensation, known(SECOND, EVENING, [1500, 1601]))
    assert given.points == points
    assert [str(sentence) for sentence in given.reasons] == [reason]


def test_a_half_is_rounded_up() -> None:
    assert award(Compensation("evening_average"), known(evening=[1500, 1501])).points == 1501
    assert award(Compensation("evening_average"), known(evening=[1500, 1500, 1501])).points == 1500


def test_what_is_not_known_yet_falls_back() -> None:
    own = Compensation("own_average")
    assert award(own, known(evening=[1400, 1600])).points == 1500
    assert award(own, known(deals=12)).points == 1200
    assert reasons(own, known(deals=12)) == "100 points for each of 12 deals, 1200, as no score is known yet"
    assert award(Compensation("evening_average"), known()).points == 1600
    assert award(Compensation("lowest"), known(deals=8)).points == 800
    assert award(Compensation("lowest"), known(evening=FIRST)).points == 1301
    assert reasons(Compensation("lowest"), known(evening=FIRST)) == "the lowest score of the evening, 1301"


def test_zero_and_fixed_never_fall_back() -> None:
    assert award(Compensation("zero"), known()).points == 0
    assert award(Compensation("fixed", 0), known()).points == 0


def test_pits_are_passed_on() -> None:
    given = award(Compensation("fixed", 1600, pits=1), known())
    assert (given.points, given.pits) == (1600, 1)


@pytest.mark.parametrize(
    ("club", "kind", "points", "pits"),
    [
        ("de_pitslag", "sit_out", 1600, 1),
        ("de_pitslag", "late", 1450, 0),
        ("aobk", "sit_out", 1600, 0),
        ("de_daele", "excused", 1250, 0),
        ("de_daele", "absent", 0, 0),
        ("laarderwegkwartier", "excused", 1333, 0),
        ("laarderwegkwartier", "absent", 0, 0),
        ("laarderwegkwartier", "left", 1333, 0),
        ("default", "sit_out", 1471, 0),
        ("default", "late", 1333, 0),
        ("default", "absent", 0, 0),
    ],
)
def test_the_rules_of_real_clubs(club: str, kind: str, points: int, pits: int) -> None:
    given = award(PRESETS[club].for_kind(kind), known(SECOND, EVENING))
    assert (given.points, given.pits) == (points, pits)


def test_an_evening_of_four_rounds_missed_with_notice_is_5000_at_de_daele() -> None:
    compensation = PRESETS["de_daele"].for_kind("excused")
    assert sum(award(compensation, known()).points for _ in range(4)) == 5000


def test_what_weighs_in_averages() -> None:
    assert not AttendanceRule().counts_as_played("absent")
    assert AttendanceRule().counts_as_played("sit_out")
    assert PRESETS["de_daele"].counts_as_played("absent")  # the evening still counts
    for kind in ("played", "substitute", "arbitrary", "penalty"):
        assert AttendanceRule().counts_as_played(kind)
    with pytest.raises(KeyError):
        AttendanceRule().for_kind("played")


@pytest.mark.parametrize("club", PRESETS)
def test_there_and_back_through_json(club: str) -> None:
    rule = PRESETS[club]
    assert AttendanceRule.from_json(json.loads(json.dumps(rule.to_json()))) == rule


def changed(field: str, **values: Any) -> dict[str, object]:
    data: dict[str, Any] = AttendanceRule().to_json()
    data[field] |= values
    return data


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            changed("late", kind="double"),
            "“double” is no compensation; choose one of: fixed, evening_average, round_average, own_average, lowest, "
            "lowest_evening, zero, score.",
        ),
        (changed("late", kind=[]), None),
        (
            changed("late", kind="fixed", value=-1),
            "“value” is a whole number from 0 to 10000, not -1.",
        ),
        (changed("late", kind="fixed", value=1e2), "“value” is a whole number from 0 to 10000, not 100.0."),
        (changed("late", kind="fixed", value="1450"), "“value” is a whole number from 0 to 10000, not 1450."),
        (changed("late", pits=17), "“pits” is a whole number from 0 to 16, not 17."),
        (
            changed("late", kind="zero", value=3),
            "A value of 3 points goes only with a fixed compensation.",
        ),
        (changed("late", counts_as_played=1), "Whether the round counts as played is either true or false."),
        (
            changed("late", bonus=1),
            "A compensation has the fields counts_as_played, kind, later, most, most_percent, most_times, percent, "
            "pits, until_known, value and no others.",
        ),
        (
            AttendanceRule().to_json() | {"version": 3},
            "These rules have version 3; this program reads versions 1 to 2.",
        ),
        (AttendanceRule().to_json() | {"ill": {}}, None),
        ({"version": 1}, None),
        (AttendanceRule().to_json() | {"late": 1450}, None),
    ],
)
def test_bad_rules_are_refused_in_words(data: dict[str, object], sentence: str | None) -> None:
    with pytest.raises(RuleError) as refused:
        AttendanceRule.from_json(data)
    assert sentence in (None, str(refused.value))
    assert refused.value.msgid % refused.value.params == str(refused.value)


def test_a_compensation_in_words() -> None:
    sentences = Compensation("fixed", 1600, pits=1, counts_as_played=False).sentences()
    assert [str(sentence) for sentence in sentences] == [
        "1600 points a round.",
        "Pits credited: 1.",
        "Does not count as a round played.",
    ]
    assert [str(sentence) for sentence in Compensation("lowest").sentences()] == [
        "The lowest score of that round."
    ]
