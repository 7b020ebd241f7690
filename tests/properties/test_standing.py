"""What holds for every season and every rule of standing."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.standing.seasons import Score, season_of
from tournaments.sentences import RuleError
from tournaments.standing.account import Account, account
from tournaments.standing.counting import order_of
from tournaments.standing.ledger import COLUMNS, KINDS, NO_SCORE, Season, pack, unpack
from tournaments.standing.rules import ABSENCES, TIES, Band, MatchPoints, Period, StandingRule
from tournaments.standing.separation import against_each_other, equals, meetings, separation
from tournaments.standing.tables import SeasonLine, SeasonTable, season_table

if TYPE_CHECKING:
    from collections.abc import Sequence

ENTRIES = range(1, 7)
# Few different scores, so that much is equal.
TOTALS = (0, 50, 100, 150, 262)
TABLE_KINDS = ("played", "played", "substitute")


def an_evening(chance: Random, number: int) -> list[Score]:
    """Some rounds: one table of four; everybody else has a row of another kind, or none; here and there a penalty."""
    scores = []
    for round_ in range(1, chance.randint(1, 3) + 1):
        people = chance.sample(ENTRIES, len(ENTRIES))
        totals = chance.choices(TOTALS, k=2)
        scores += [
            Score(
                entry,
                number,
                round_,
                totals[place % 2],
                chance.choice(TABLE_KINDS),
                table=1,
                side=place % 2 + 1,
                against=totals[1 - place % 2],
                roem=chance.choice((0, 20)),
                pits=chance.randint(0, 1),
                nats=chance.randint(0, 1),
            )
            for place, entry in enumerate(people[:4])
        ]
        for entry in people[4:]:
            kind = chance.choice((None, *ABSENCES, "arbitrary"))
            if kind:
                scores.append(
                    Score(entry, number, round_, chance.choice(TOTALS), kind, weighs=chance.random() < 0.5)
                )
    for kind in chance.choices(("penalty", "granted", "filled_in"), k=chance.randint(0, 2)):
        points, by_hand = chance.choice((-100, 0, 50)), chance.randint(-1, 1)
        pits = chance.randint(0, 1)
        scores.append(Score(chance.choice(ENTRIES), number, 1, points, kind, match_points=by_hand, pits=pits))
    return scores


@st.composite
def seasons(draw: st.DrawFn) -> list[Score]:
    evenings, chance = draw(st.integers(0, 5)), Random(draw(st.integers(0, 10**6)))
    return [score for number in range(1, evenings + 1) for score in an_evening(chance, number)]


def a_rule(chance: Random) -> StandingRule:
    """Any rule that does not contradict itself."""
    few = (0, 0, 1, 2, 3)
    while True:
        bounds = sorted(chance.sample(range(1, 7), chance.choice((2, 4))))
        periods = tuple(Period(*pair) for pair in zip(bounds[::2], bounds[1::2], strict=True))
        bands = chance.choice(((), (Band(60, 3, 0),), (Band(50, 2, 0), Band(100, 4, 0))))
        try:
            return StandingRule(
                measure=chance.choice(("sum", "average", "match_points")),
                unit=chance.choice(("round", "evening")),
                best=chance.choice(few),
                drop=chance.choice(few),
                periods=chance.choice(((), periods)),
                best_periods=chance.choice((0, 1)),
                undroppable=tuple(chance.sample(ABSENCES, chance.randint(0, 2))),
                last=chance.choice(few),
                all_evenings=chance.random() < 0.5,
                interim=chance.choice(("rule", "sum")),
                minimum_attendance=chance.choice(few),
                minimum_unit=chance.choice(("evening", "round")),
                below_minimum=chance.choice(("unranked", "last")),
                guests_ranked=chance.random() < 0.5,
                match=MatchPoints(2, 1, 0, bands, chance.choice((0, 4, 6))),
                ties=(*chance.sample(TIES[:-1], chance.randint(0, 7)), *chance.choice(((), ("lot",)))),
                seed=chance.randint(0, 9),
            )
        except RuleError:
            continue


@st.composite
def rules(draw: st.DrawFn) -> StandingRule:
    return a_rule(Random(draw(st.integers(0, 10**6))))


@st.composite
def cases(draw: st.DrawFn) -> tuple[Season, StandingRule, dict[str, Any]]:
    """A season, a rule, and what else a table is made with."""
    scores = draw(seasons())
    numbers = sorted({score.evening for score in scores})
    counting = draw(st.sets(st.sampled_from(numbers))) if numbers else set()
    season = season_of(
        scores,
        counts=frozenset(counting or numbers),
        planned=draw(st.sampled_from([None, 3, 6])),
        rounds_an_evening=draw(st.sampled_from([None, 3])),
        running=draw(st.dictionaries(st.sampled_from(numbers), st.frozensets(st.integers(1, 4)), max_size=2))
        if numbers
        else {},
        supposed=draw(st.booleans()),
    )
    extra = {
        "evenings_to_come": draw(st.integers(0, 1)),
        "guests": draw(st.sets(st.sampled_from(ENTRIES), max_size=1)),
    }
    return season, draw(rules()), extra


def table_of(case: tuple[Season, StandingRule, dict[str, Any]]) -> SeasonTable:
    season, rule, extra = case
    return season_table(season, rule, **extra)


def accounts_of(case: tuple[Season, StandingRule, dict[str, Any]]) -> dict[int, Account]:
    season, rule, extra = case
    lines = table_of(case).lines
    return {
        line.entry: account(season, rule, line.entry, evenings_to_come=extra["evenings_to_come"])
        for line in lines
    }


@settings(max_examples=150, deadline=None)
@given(cases())
def test_the_account_of_a_place_recomputes_its_line(case: Any) -> None:
    accounts = accounts_of(case)
    for line in table_of(case).lines:
        told = accounts[line.entry]
        assert told.value == line.value
        assert {(result.evening, result.round or 0) for result in told.left_out} == line.left_out
        assert (told.evenings_attended, told.rounds_attended) == (
            line.evenings_attended,
            line.rounds_attended,
        )
        assert told.attendance == line.attendance
        for criterion, number in (line.ties or {}).items():
            if criterion != "head_to_head":
                assert number == told.numbers[criterion]
        rows = [row for result in told.results for row in result.rows]
        assert (
            sum(row.total for row in rows) == line.total == sum(line.evenings.values()) == line.tally.points
        )
        assert (line.tally.roem, line.tally.pits, line.tally.nats) == tuple(
            sum(getattr(row, name) for row in rows) for name in ("roem", "pits", "nats")
        )


@settings(max_examples=150, deadline=None)
@given(cases())
def test_who_is_ranked_follows_from_who_can_still_reach_the_minimum(case: Any) -> None:
    _, rule, extra = case
    accounts = accounts_of(case)
    for line in table_of(case).lines:
        told = accounts[line.entry].attendance
        short = told is not None and told.attended + told.left < told.minimum
        guest = line.entry in extra["guests"] and not rule.guests_ranked
        unranked = guest or line.value is None or (short and rule.below_minimum == "unranked")
        assert (line.rank is None) == unranked
        assert (line.below is not None) == (short and not unranked)


def ranks_by_comparing(case: Any) -> dict[int, int]:
    """Ranks from the accounts alone: sort, part what is equal, criterion by criterion, count who is better."""
    season, rule, _ = case
    accounts = accounts_of(case)
    lines = {line.entry: line for line in table_of(case).lines}
    ranked = [entry for entry, line in lines.items() if line.rank is not None]
    groups: dict[Any, list[int]] = defaultdict(list)
    for entry in ranked:
        groups[lines[entry].below is not None, -accounts[entry].value].append(entry)  # type: ignore[operator]
    ordered = [groups[key] for key in sorted(groups)]
    for criterion in rule.ties:
        ordered = [part for group in ordered for part in parted(group, criterion, season, rule, accounts)]
    ranks, before = {}, 0
    for group in ordered:
        ranks |= dict.fromkeys(group, before + 1)
        before += len(group)
    return ranks


def parted(
    group: list[int], criterion: str, season: Season, rule: StandingRule, accounts: dict[int, Account]
) -> list[list[int]]:
    if criterion == "head_to_head":
        view = season.seen(all_evenings=rule.all_evenings)
        numbers = against_each_other(group, list(meetings(rule, view, group)))
    else:
        numbers = {entry: accounts[entry].numbers[criterion] for entry in group}
    if numbers is None:
        return [group]
    sign = -1 if criterion == "nats" else 1
    worth = {entry: -(10**9) if number is None else sign * number for entry, number in numbers.items()}
    parts: dict[int, list[int]] = defaultdict(list)
    for entry in group:
        parts[-worth[entry]].append(entry)
    return [parts[key] for key in sorted(parts)]


@settings(max_examples=150, deadline=None)
@given(cases())
def test_ranks_are_those_of_comparing_the_accounts(case: Any) -> None:
    assert {line.entry: line.rank for line in table_of(case).lines if line.rank} == ranks_by_comparing(case)


@settings(max_examples=50, deadline=None)
@given(cases())
def test_what_separates_two_places_is_what_ranked_them(case: Any) -> None:
    season, _, extra = case
    table = table_of(case)
    ranked = [line for line in table.lines if line.rank]
    for better, worse in combinations(ranked, 2):
        found = separation(
            season, table, better.entry, worse.entry, evenings_to_come=extra["evenings_to_come"]
        )
        assert (found.decided is None) == (better.rank == worse.rank)
        if found.decided and found.decided.criterion in ("value", "minimum"):
            assert found.decided.one > found.decided.other  # type: ignore[operator]


@settings(max_examples=50, deadline=None)
@given(cases(), st.permutations(ENTRIES))
def test_renaming_changes_nothing_but_the_names(case: Any, names: Sequence[int]) -> None:
    season, rule, extra = case
    rule = replace(rule, ties=tuple(tie for tie in rule.ties if tie != "lot"))  # a lot goes with the name
    rename = dict(zip(ENTRIES, names, strict=True))
    renamed = replace(
        season,
        evenings=tuple(
            unpack(rows.evening, pack([(rename[row[0]], *row[1:]) for row in numbers_of(rows)]))
            for rows in season.evenings
        ),
    )
    guests = {rename[guest] for guest in extra["guests"]}
    before = season_table(season, rule, **extra).lines
    after = season_table(renamed, rule, **extra | {"guests": guests}).lines
    assert {rename[line.entry]: replace(line, entry=0) for line in before} == {
        line.entry: replace(line, entry=0) for line in after
    }


def numbers_of(rows: Any) -> list[tuple[int, ...]]:
    return [tuple(int(rows[name][at]) for name in COLUMNS) for at in range(len(rows))]


@settings(max_examples=50, deadline=None)
@given(cases(), st.randoms())
def test_the_order_of_rows_and_evenings_changes_nothing(case: Any, chance: Any) -> None:
    season, rule, extra = case
    shuffled = [
        unpack(rows.evening, pack(chance.sample(numbers_of(rows), len(rows)))) for rows in season.evenings
    ]
    chance.shuffle(shuffled)
    again = replace(season, evenings=tuple(shuffled))
    assert season_table(again, rule, **extra) == season_table(season, rule, **extra)


@settings(max_examples=50, deadline=None)
@given(cases())
def test_a_page_of_lines_is_that_part_of_all_lines(case: Any) -> None:
    lines = list(table_of(case).lines)
    fresh = table_of(case).lines
    assert list(fresh[2:4]) == lines[2:4]
    assert [fresh.of(line.entry) for line in lines] == lines


@settings(max_examples=50, deadline=None)
@given(cases(), st.sampled_from(TOTALS))
def test_a_round_in_which_all_score_the_same_changes_no_rank_by_sums(case: Any, total: int) -> None:
    season, _, extra = case
    assume(season.evenings)
    everybody = {int(entry) for rows in season.seen() for entry in rows.entries}
    last = season.seen()[-1].evening if season.seen() else 0
    level = [
        unpack(
            rows.evening,
            pack(
                [
                    *numbers_of(rows),
                    *(
                        Score(entry, last, 9, total, table=1, side=1, against=total).numbers
                        for entry in everybody
                        if rows.evening == last
                    ),
                ]
            ),
        )
        for rows in season.evenings
    ]
    for ties in ((), ("pits", "nats"), ("wins", "head_to_head")):
        rule = StandingRule(ties=ties)
        before = season_table(season, rule, **extra).lines
        after = season_table(replace(season, evenings=tuple(level)), rule, **extra).lines
        assert {line.entry: line.rank for line in before} == {line.entry: line.rank for line in after}


@settings(max_examples=50, deadline=None)
@given(seasons(), st.integers(1, 4), st.sampled_from(["evening", "round"]))
def test_best_is_the_best_of_all_choices(scores: list[Score], best: int, unit: str) -> None:
    table = season_table(season_of(scores), StandingRule(unit=unit, best=best))
    for line in table.lines:
        results, beside = results_of(scores, line.entry, unit)
        choices = combinations(results, min(best, len(results)))
        assert line.value == max(sum(choice) for choice in choices) + beside


@settings(max_examples=50, deadline=None)
@given(seasons(), st.integers(1, 3))
def test_two_levels_are_the_best_of_all_choices_of_choices(scores: list[Score], best: int) -> None:
    periods = (Period(1, 2), Period(3, 3), Period(4, 6))
    rule = StandingRule(unit="round", best=best, periods=periods, best_periods=2)
    for line in season_table(season_of(scores), rule).lines:
        of_periods, beside = [], 0
        for period in periods:
            own = [score for score in scores if period.first <= score.evening <= period.last]
            results, loose = results_of(own, line.entry, "round")
            beside += loose
            if results:
                of_periods.append(max(sum(each) for each in combinations(results, min(best, len(results)))))
        sums = [sum(choice) for choice in combinations(of_periods, min(2, len(of_periods)))]
        assert line.value == max(sums) + beside


def results_of(scores: list[Score], entry: int, unit: str) -> tuple[list[int], int]:
    """The results of an entry in points, and the points beside them."""
    groups: dict[Any, list[Score]] = defaultdict(list)
    for score in scores:
        if score.entry == entry:
            groups[score.evening, score.round if unit == "round" else 0].append(score)
    beside = {"penalty", "granted", "filled_in"}
    real = [group for group in groups.values() if any(score.kind not in beside for score in group)]
    loose = [score for group in groups.values() if group not in real for score in group]
    return [sum(score.total for score in group) for group in real], sum(score.total for score in loose)


@settings(max_examples=50, deadline=None)
@given(seasons())
def test_dropping_the_lowest_is_counting_the_best_of_what_was_held(scores: list[Score]) -> None:
    season = season_of(scores)
    held = len(season.evenings)
    assume(held > 2)
    values = [
        {
            line.entry: line.value
            for line in season_table(season, StandingRule(unit="evening", **choice)).lines
        }
        for choice in ({"drop": 2}, {"best": held - 2})
    ]
    assert values[0] == values[1]


@settings(max_examples=50, deadline=None)
@given(seasons())
def test_splitting_an_evening_in_two_changes_nothing_that_goes_by_rounds(scores: list[Score]) -> None:
    def split(score: Score) -> Score:
        """Its first round stays, the others are an evening of their own, behind it."""
        return replace(score, evening=2 * score.evening + (score.round > 1))

    for fields in ({}, {"measure": "average"}, {"best": 3}, {"measure": "match_points"}):
        rule = StandingRule(
            unit="round", ties=("pits", "nats", "best_round", "wins", "head_to_head"), **fields
        )
        whole = season_table(season_of(scores), rule).lines
        weighing = {
            2 * number + part: kinds for number, kinds in season_of(scores).weighs.items() for part in (0, 1)
        }
        parts = season_table(season_of((split(score) for score in scores), weighs=weighing), rule).lines
        assert {line.entry: (line.rank, line.value, line.ties) for line in whole} == {
            line.entry: (line.rank, line.value, line.ties) for line in parts
        }


@settings(max_examples=50, deadline=None)
@given(cases())
def test_equal_ranks_are_equal_in_everything_and_ranks_follow_the_value(case: Any) -> None:
    season, rule, extra = case
    table = season_table(season, rule, **extra)
    ranked = [line for line in table.lines if line.rank]
    assert [line.rank for line in ranked] == sorted(line.rank for line in ranked if line.rank)
    for one, other in combinations(ranked, 2):
        if one.rank == other.rank:
            assert (one.value, one.below is None) == (other.value, other.below is None)
            assert one.ties == other.ties
            assert other in equals(table, one)
        elif (one.below is None) == (other.below is None):
            assert one.value >= other.value  # type: ignore[operator]
    assert not ranked or ranked[0].rank == 1
    if rule.ties and rule.ties[-1] == "lot":
        assert len({line.rank for line in ranked}) == len(ranked)


@settings(max_examples=50, deadline=None)
@given(cases())
def test_moved_is_the_rank_before_the_last_evening_less_the_rank_now(case: Any) -> None:
    season, rule, extra = case
    table = season_table(season, rule, **extra)
    assume(len(table.evenings) > 1)
    earlier = replace(
        season, evenings=tuple(rows for rows in season.evenings if rows.evening != table.evenings[-1])
    )
    before = season_table(earlier, rule, **extra | {"evenings_to_come": extra["evenings_to_come"] + 1})
    ranks: dict[int, SeasonLine] = {line.entry: line for line in before.lines}
    for line in table.lines:
        old = ranks[line.entry].rank if line.entry in ranks else None
        assert line.moved == (old - line.rank if old and line.rank else None)


NUMBERS = st.one_of(st.integers(-200, 200), st.integers(-40_000, 40_000), st.integers(-(2**62), 2**62))


@settings(max_examples=50, deadline=None)
@given(
    st.lists(
        st.tuples(
            *(
                st.integers(0, len(KINDS) - 1)
                if name == "kind"
                else st.one_of(NUMBERS, st.just(NO_SCORE))
                if name == "against"
                else NUMBERS
                for name in COLUMNS
            )
        )
    ),
    st.randoms(),
)
def test_packing_loses_nothing_and_knows_no_order(rows: list[tuple[int, ...]], chance: Any) -> None:
    data = pack(rows)
    assert numbers_of(unpack(1, data)) == sorted(rows)
    assert pack(chance.sample(rows, len(rows))) == data


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(-(2**50), 2**50), st.integers(1, 3000)), min_size=1))
def test_whole_numbers_stand_in_the_order_of_the_fractions(pairs: list[tuple[int, int]]) -> None:
    order = order_of(*(np.array(column, np.int64) for column in zip(*pairs, strict=True))).tolist()
    for (one, first), (other, second) in combinations(zip(pairs, order, strict=True), 2):
        a, b = Fraction(*one), Fraction(*other)
        assert (a < b) == (first < second)
        assert (a == b) == (first == second)


@settings(max_examples=50, deadline=None)
@given(rules())
def test_every_rule_goes_through_json_and_says_itself(rule: StandingRule) -> None:
    assert StandingRule.from_json(json.loads(json.dumps(rule.to_json()))) == rule
    assert all(str(sentence) for sentence in rule.sentences())
