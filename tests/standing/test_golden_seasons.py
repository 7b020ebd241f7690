"""Seasons of real clubs: what they published comes out of ledgers that are as theirs must have been.

The files say what was published; nobody published every score, so the evenings are made such that they agree with
all of it: `totals` are those of the people who are named, by letters, and an evening is filled up with a crowd of as
many as were there. Nothing expected here was computed by this program.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.standing.seasons import Score, season_of
from tournaments.standing.account import account
from tournaments.standing.ledger import Season
from tournaments.standing.presets import PRESETS
from tournaments.standing.rules import StandingRule, rounded
from tournaments.standing.tables import EveningResult, SeasonTable, evening_result, evening_rows, season_table

FILES = sorted((Path(__file__).parents[2] / "fixtures" / "seasons").glob("*.json"))
CROWD = 1000
"""Entries from here on are the crowd."""

Golden = dict[str, Any]


def ids(golden: Golden) -> dict[str, int]:
    return {name: number for number, name in enumerate(golden["totals"], start=1)}


def season(golden: Golden, after: int | None = None) -> Season:
    """The season up to an evening."""
    scores = [score for score in _scores(golden) if after is None or score.evening <= after]
    return season_of(scores, planned=golden["planned"])


def _scores(golden: Golden) -> list[Score]:
    scores = []
    for name, totals in golden["totals"].items():
        games = golden.get("games", {}).get(name, [None] * len(totals))
        for number, (total, own) in enumerate(zip(totals, games, strict=True), start=1):
            if total is not None:
                scores += _played(ids(golden)[name], number, own or _even(total, golden["rounds"]))
    for number, crowd in golden["crowd"].items():
        named = [totals[int(number) - 1] for totals in golden["totals"].values()]
        scores += _crowd(
            int(number), crowd, [total for total in named if total is not None], golden["rounds"]
        )
    return scores


def _played(entry: int, evening: int, games: list[int]) -> list[Score]:
    return [Score(entry, evening, round_, points) for round_, points in enumerate(games, start=1)]


def _even(total: int, parts: int) -> list[int]:
    return [total // parts + (part < total % parts) for part in range(parts)]


def _crowd(evening: int, crowd: Golden, named: list[int], rounds: int) -> list[Score]:
    """Everybody who is not named: the published totals, and lower ones that make the published average."""
    others = crowd["players"] - len(named) - len(crowd["top"])
    if "average" in crowd:
        rest = crowd["average"] * crowd["players"] - sum(named) - sum(crowd["top"])
        lower = _even(rest, others)
    else:
        lowest = min(named + crowd["top"])
        lower = [lowest - 50 - 7 * place for place in range(others)]
    first = CROWD + crowd.get("from", 1)
    by_entry = {first + place: _even(total, rounds) for place, total in enumerate(crowd["top"] + lower)}
    if "best_game" in crowd:
        by_entry[first] = _with_game(sum(by_entry[first]), crowd["best_game"], rounds)
    last = max(by_entry, default=0)
    if "worst_game" in crowd:
        by_entry[last] = _with_game(sum(by_entry[last]), crowd["worst_game"], rounds)
    scores = [score for entry, games in by_entry.items() for score in _played(entry, evening, games)]
    resting = {
        (last - 1 - round_ * 3 - seat, round_)
        for round_ in range(1, rounds + 1)
        for seat in range(crowd["players"] % 4)
    }
    return [
        replace(
            score,
            kind="sit_out" if (score.entry, score.round) in resting and rounds > 1 else "played",
            pits=crowd.get("pits", 0) if (score.entry, score.round) == (last, 1) else 0,
        )
        for score in scores
    ]


def _with_game(total: int, game: int, rounds: int) -> list[int]:
    return [game, *_even(total - game, rounds - 1)]


CASES = [pytest.param(json.loads(path.read_text("utf-8")), id=path.stem) for path in FILES]


def result_of(golden: Golden, number: int) -> EveningResult:
    return evening_result(evening_rows(season(golden), number), number)


def test_all_files_are_there() -> None:
    assert len(FILES) == 8


@pytest.mark.parametrize("golden", CASES)
def test_their_rule_is_one_of_the_presets(golden: Golden) -> None:
    rules = [replace(preset.rule, decimals=0) for preset in PRESETS.values()]
    assert replace(StandingRule.from_json(golden["rule"]), decimals=0) in rules


@pytest.mark.parametrize("golden", CASES)
def test_the_evenings(golden: Golden) -> None:
    for number, published in golden["published"]["evenings"].items():
        result = result_of(golden, int(number))
        top = [total for total in published["top"] if total is not None]
        totals = [line.total for line in result.lines]
        assert [total for total in totals if total in top][: len(top)] == top
        if None not in published["top"]:
            assert totals[: len(top)] == top
        if "ranks" in published:
            assert [line.rank for line in result.lines][: len(top)] == published["ranks"]
        if "players" in published:
            assert len(totals) == published["players"]
        if "average" in published:
            assert rounded(Fraction(sum(totals), len(totals))) == published["average"]
        if "best_game" in published:
            assert max(line.tally.best or 0 for line in result.lines) == published["best_game"]
        if "worst_game" in published:
            assert min(line.tally.worst or 9999 for line in result.lines) == published["worst_game"]
        if "pits" in published:
            assert sum(line.tally.pits for line in result.lines) == published["pits"]
        if "standing_a_round" in published:
            resting = Counter(
                place
                for line in result.lines
                for place, cell in enumerate(line.cells)
                if cell and cell.kinds == ("sit_out",)
            )
            assert set(resting.values()) == {published["standing_a_round"]}
        for line, per_game in zip(result.lines, published.get("per_game", []), strict=False):
            assert str(rounded(Fraction(line.total, golden["rounds"]))) == per_game


@pytest.mark.parametrize("golden", CASES)
def test_the_standings(golden: Golden) -> None:
    names = ids(golden)
    rule = StandingRule.from_json(golden["rule"])
    for published in golden["published"]["standings"]:
        table = _table(golden, rule, published["after"])
        expected = published["table"]
        assert [(line.entry, line.value) for line in table.lines[: len(expected)]] == [
            (names[name], value) for name, value in expected
        ]
        assert [line.rank for line in table.lines[: len(expected)]] == list(range(1, len(expected) + 1))
        if "gaps" in published:
            assert [line.gap for line in table.lines[: len(published["gaps"])]] == published["gaps"]
        if "between_second_and_third" in published:
            second, third = table.lines[1:3]
            assert third.gap - second.gap == published["between_second_and_third"]  # type: ignore[operator]
        if "people" in published:
            assert len(table.lines) == published["people"]
        if "at_all_evenings" in published:
            came = [line for line in table.lines if line.evenings_attended == published["after"]]
            assert len(came) == published["at_all_evenings"]


def _table(golden: Golden, rule: StandingRule, after: int) -> SeasonTable:
    planned = golden["planned"]
    to_come = planned - after if planned else 0
    return season_table(season(golden, after), rule, evenings_to_come=to_come)


@pytest.mark.parametrize("golden", CASES)
def test_averages_sums_and_what_was_dropped(golden: Golden) -> None:
    names = ids(golden)
    rule = StandingRule.from_json(golden["rule"])
    for published in golden["published"]["standings"]:
        own = season(golden, published["after"])
        best = replace(rule, measure="average", interim="rule")
        for name, average in published.get("averages_of_best", {}).items():
            line = season_table(own, best).lines.of(names[name])
            assert line
            assert str(rounded(line.value or 0)) == average
        for name, average in published.get("averages_of_all", {}).items():
            line = season_table(own, StandingRule(measure="average", unit="evening")).lines.of(names[name])
            assert line
            assert str(rounded(line.value or 0)) == average
        for name, points in published.get("left_out", {}).items():
            assert sum(result.points for result in account(own, rule, names[name]).left_out) == points


@pytest.mark.parametrize("golden", CASES)
def test_who_leads_by_plain_sum(golden: Golden) -> None:
    names = ids(golden)
    for published in golden["published"]["standings"]:
        by_sum = season_table(season(golden, published["after"]), StandingRule()).lines
        for name, total in published.get("sums_of_all", {}).items():
            line = by_sum.of(names[name])
            assert line
            assert line.value == total
        if "first_by_sum_of_all" in published:
            assert by_sum[0].entry == names[published["first_by_sum_of_all"]]


def test_the_plain_sum_makes_another_champion() -> None:
    (golden,) = (case.values[0] for case in CASES if case.id == "best_5_of_7_2023")
    assert isinstance(golden, dict)
    champion = season_table(season(golden), StandingRule.from_json(golden["rule"])).lines[0]
    most_points = season_table(season(golden), StandingRule()).lines[0]
    assert (champion.entry, most_points.entry) == (ids(golden)["D"], ids(golden)["G"])


def test_the_interim_standing_is_a_plain_sum_until_the_last_evening() -> None:
    (golden,) = (case.values[0] for case in CASES if case.id == "best_5_of_7_2023")
    assert isinstance(golden, dict)
    rule = StandingRule.from_json(golden["rule"])
    tables = [_table(golden, rule, after) for after in range(1, 8)]
    assert [table.interim for table in tables] == [True] * 6 + [False]
    leaders = [table.lines[0].entry for table in tables[2:5]]
    assert all(one != other for one, other in pairwise(leaders))
