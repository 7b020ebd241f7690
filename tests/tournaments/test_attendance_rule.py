"""What a round not played is worth, with values worked out by hand."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.attendance import (
    CHOICES,
    PRESETS,
    Amount,
    AttendanceRule,
    Compensation,
    Known,
    Scores,
    Substitution,
    Swap,
    award,
    best_swaps,
)
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
    got = award(compensation, known(SECOND, EVENING, [1500, 1601]))
    assert got.points == points
    assert [str(sentence) for sentence in got.reasons] == [reason]


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
    got = award(Compensation("fixed", 1600, pits=1), known())
    assert (got.points, got.pits) == (1600, 1)


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
    got = award(PRESETS[club].for_kind(kind), known(SECOND, EVENING))
    assert (got.points, got.pits) == (points, pits)


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


# Percentages, maxima, steps -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("compensation", "points", "reason"),
    [
        # The mean of 1450, 1610, 1333 is 1464.33…
        (Compensation("round_average"), 1464, "average of 3 scores of the round, 1464"),
        # 95 per cent of 1464.33… is 1391.116…
        (
            Compensation("round_average", percent=95),
            1391,
            "average of 3 scores of the round, 1464, 95 per cent of that, 1391",
        ),
        # Half of 1333 is 666.5.
        (
            Compensation("lowest", percent=50),
            667,
            "the lowest score of the round, 1333, 50 per cent of that, 667",
        ),
        (
            Compensation("own_average", most=1500),
            1500,
            "own average over 2 rounds, 1551, at most 1500",
        ),
        (Compensation("own_average", most=1551), 1551, "own average over 2 rounds, 1551"),
        # The average of the evening is 10294 / 7; 105 per cent of it is 1544.1.
        (
            Compensation("own_average", most_percent=105),
            1544,
            "own average over 2 rounds, 1551, at most 105 per cent of the average of the evening, 1544",
        ),
        # 10294 / 7 × 110 / 100 = 1617.6…: the own average is less.
        (Compensation("own_average", most_percent=110), 1551, "own average over 2 rounds, 1551"),
        # First the percentage, then the maximum: 110 per cent of 1550.5 is 1705.55.
        (
            Compensation("own_average", percent=110, most=1700),
            1700,
            "own average over 2 rounds, 1551, 110 per cent of that, 1706, at most 1700",
        ),
    ],
)
def test_percentages_and_maxima(compensation: Compensation, points: int, reason: str) -> None:
    of = known(SECOND, EVENING, [1500, 1601])
    assert (award(compensation, of).points, reasons(compensation, of)) == (points, reason)


def test_rounding_is_done_once_at_the_end() -> None:
    """50 per cent of 1500.5 is 750.25; of the rounded 1501 it would be 750.5, so 751."""
    half = Compensation("evening_average", percent=50)
    assert award(half, known(evening=[1500, 1501])).points == 750


def test_an_own_average_that_is_not_known_yet_may_have_points_of_its_own() -> None:
    own = Compensation("own_average", until_known=1450)
    assert (award(own, known()).points, reasons(own, known())) == (
        1450,
        "1450 as long as the own average is not known",
    )
    assert award(own, known(own=[1600])).points == 1600


FALLING = Compensation(
    "own_average",
    most=1600,
    pits=1,
    later=(Amount("own_average", most=1500), Amount("fixed", 1300), Amount("zero")),
)


@pytest.mark.parametrize(("times", "points"), [(1, 1600), (2, 1500), (3, 1300), (4, 0), (5, 0), (40, 0)])
def test_each_time_may_be_worth_less_and_the_last_step_goes_on(times: int, points: int) -> None:
    got = award(FALLING, known(own=[1700], times=times))
    assert (got.points, got.pits) == (points, 1)
    assert str(got.reasons[-1]) == f"time {times} of this season"


def test_so_many_times_and_then_nothing() -> None:
    twice = Compensation("fixed", 1450, pits=1, most_times=2)
    assert [award(twice, known(times=times)).points for times in (1, 2, 3)] == [1450, 1450, 0]
    assert award(twice, known(times=3)).pits == 0
    assert (
        reasons(twice, known(times=3)) == "no points: given at most 2 times a season, time 3 of this season"
    )


def test_bridge_clubs_give_their_own_average_with_a_maximum_that_falls() -> None:
    """The average of the evening is 1600: 105, 100, 95 and then 90 per cent of it."""
    excused = PRESETS["bridge_105"].for_kind("excused")
    strong = known(evening=[1600, 1600], own=[1900])
    points = [award(excused, replace(strong, times=times)).points for times in range(1, 6)]
    assert points == [1680, 1600, 1520, 1440, 1440]
    weak = known(evening=[1600, 1600], own=[1500])
    assert [award(excused, replace(weak, times=times)).points for times in range(1, 5)] == [
        1500,
        1500,
        1500,
        1440,
    ]
    unknown = known(evening=[1600, 1600])
    assert award(excused, unknown).points == 1600  # half of what a table makes, as on the first evening
    assert award(PRESETS["bridge_105"].for_kind("absent"), strong).points == 800
    second = PRESETS["bridge_100"].for_kind("excused")
    assert [award(second, replace(strong, times=times)).points for times in range(1, 6)] == [
        1600,
        1440,
        1280,
        1120,
        1120,
    ]


def test_a_table_that_sat_out_gets_the_average_of_the_other_tables() -> None:
    assert award(PRESETS["westerwolde"].for_kind("sit_out"), known(SECOND, EVENING)).points == 1464


# Version 1, and what cannot be --------------------------------------------------------------------------------

VERSION_1 = {
    "version": 1,
    "sit_out": {"kind": "fixed", "value": 1600, "pits": 1, "counts_as_played": True},
    "absent_with_notice": {"kind": "own_average", "value": 0, "pits": 0, "counts_as_played": True},
    "absent_without_notice": {"kind": "zero", "value": 0, "pits": 0, "counts_as_played": False},
    "late": {"kind": "lowest", "value": 0, "pits": 0, "counts_as_played": True},
    "left_early": {"kind": "lowest_evening", "value": 0, "pits": 0, "counts_as_played": True},
}


def test_version_1_is_read_and_written_as_version_2() -> None:
    rule = AttendanceRule.from_json(VERSION_1)
    assert rule.sit_out == Compensation("fixed", 1600, pits=1)
    assert rule.left_early == Compensation("lowest_evening")
    assert (rule.inside, rule.outside, rule.own_average) == (Substitution(), Substitution(), "played")
    assert rule.to_json()["version"] == 2
    assert AttendanceRule.from_json(rule.to_json()) == rule
    with pytest.raises(RuleError):
        AttendanceRule.from_json(VERSION_1 | {"own_average": "played"})


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Compensation("fixed", 1600, percent=90), "has no percentage and no maximum"),
        (lambda: Compensation("zero", most=100), "has no percentage and no maximum"),
        (lambda: Compensation("own_average", most=1500, most_percent=95), "Choose one maximum: 1500 points"),
        (lambda: Compensation("lowest", until_known=1450), "go only with the own average"),
        (lambda: Compensation("lowest", percent=0), "“percent” is a whole number from 1 to 200, not 0."),
        (lambda: Compensation("lowest", percent=201), "“percent” is a whole number from 1 to 200, not 201."),
        (lambda: replace(FALLING, most_times=3), "Step 4 is never reached: this is given at most 3 times"),
        (lambda: Compensation("zero", later=(Amount(),) * 10), "No more than 9 steps"),
        (lambda: AttendanceRule(late=Compensation("score")), "can only be given to who is replaced"),
        (
            lambda: AttendanceRule(late=Compensation("zero", later=(Amount("score"),))),
            "can only be given to who is replaced",
        ),
        (lambda: AttendanceRule(own_average="best"), "“best” is no own average"),
        (lambda: Substitution("everybody"), "“everybody” says not who gets the score"),
        (lambda: Substitution("absent", Amount("fixed", 1)), "there is no other amount for him"),
        (lambda: Substitution("both", may_replace=True), "cannot replace a lower round with it as well"),
        (lambda: AttendanceRule(outside=Substitution("substitute")), "has no place there for a score"),
        (
            lambda: AttendanceRule(inside=Substitution("substitute")).check(individual=False),
            "has no score of his own there",
        ),
    ],
)
def test_a_rule_that_cannot_be_says_why(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        make()
    assert sentence in str(refused.value)
    assert refused.value.msgid % refused.value.params == str(refused.value)


@pytest.mark.parametrize("club", PRESETS)
def test_every_preset_can_be_played_and_says_what_it_is(club: str) -> None:
    PRESETS[club].check(individual=True)
    assert CHOICES[club].title
    assert CHOICES[club].note.endswith(".")


def test_who_looks_back() -> None:
    assert not AttendanceRule().looks_back
    assert PRESETS["bridge_105"].looks_back
    assert AttendanceRule(sit_out=Compensation("fixed", 1, most_times=1)).looks_back
    gets = Substitution("nobody", Amount("own_average"))
    assert AttendanceRule(outside=gets).looks_back


def test_falling_points_in_words() -> None:
    words = " ".join(str(sentence) for sentence in FALLING.sentences())
    assert words == (
        "The own average of this season. At most 1600 points a round. "
        "Time 2 of the season: The own average of this season. At most 1500 points a round. "
        "Time 3 of the season: 1300 points a round. From time 4 of the season on: No points. "
        "Pits credited: 1."
    )


def test_a_rule_says_what_goes_for_all_reasons_together() -> None:
    def words(rule: AttendanceRule) -> list[str]:
        return [" ".join(str(sentence) for sentence in each) for each in rule.paragraphs()]

    assert words(AttendanceRule()) == ["A substitute: The score counts for who is replaced."]
    times, own, _substitute = words(PRESETS["bridge_105"])
    assert times.startswith("Times: a round of sitting out is one time")
    assert own.endswith("without earlier evenings with an absence without notice or a penalty.")
    inside, outside = words(PRESETS["laarderwegkwartier"])
    assert inside == (
        "A substitute who takes part himself: The score counts for neither of the two. Who is replaced gets what any "
        "other absence gets. It may take the place of a lower round that he played himself that evening."
    )
    assert outside.startswith("Any other substitute: The score counts for neither")
    half = AttendanceRule(outside=Substitution("nobody", Amount("score", percent=50)))
    assert words(half)[-1] == (
        "Any other substitute: The score counts for neither of the two. Who is replaced gets: The score that the "
        "substitute made. Of that 50 per cent."
    )


# Filling in ---------------------------------------------------------------------------------------------------


def test_the_highest_extra_score_replaces_the_lowest_own_one() -> None:
    assert best_swaps([1500, 1200, 1400], [1450, 1300]) == (Swap(own=1, extra=0),)
    assert best_swaps([1500, 1200, 1400], [1450, 1410]) == (Swap(1, 0), Swap(2, 1))
    assert best_swaps([1500], [1500]) == ()
    assert best_swaps([], [1500]) == ()


@given(
    own=st.lists(st.integers(0, 9), max_size=4),
    extra=st.lists(st.integers(0, 9), max_size=3),
)
def test_no_other_choice_of_rounds_to_replace_gives_more(own: list[int], extra: list[int]) -> None:
    """Against every way of giving each extra score a different own round or none."""
    best = sum(own)
    places = [*range(len(own)), *(-1 for _ in extra)]
    for choice in itertools.permutations(places, len(extra)):
        after = list(own)
        for score, place in zip(extra, choice, strict=True):
            if place >= 0:
                after[place] = score
        best = max(best, sum(after))
    after = list(own)
    swaps = best_swaps(own, extra)
    for swap in swaps:
        after[swap.own] = extra[swap.extra]
    assert sum(after) == best
    assert len({swap.own for swap in swaps}) == len({swap.extra for swap in swaps}) == len(swaps)
