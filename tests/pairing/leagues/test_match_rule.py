"""What a match of a division is worth, and how its table counts that; every number worked out by hand."""

import pytest

from tournaments.pairing.leagues import MatchRule, Result, table
from tournaments.sentences import RuleError
from tournaments.standing.rules import Band, MatchPoints


def points(results, entries=(1, 2), **rule):
    return {line.entry: line.points for line in table(entries, results, rule=MatchRule(**rule))}


def test_a_larger_margin_is_worth_more():
    bands = (Band(margin=500, win=3, loss=0), Band(margin=1000, win=4, loss=0))
    rule = MatchPoints(win=2, draw=1, loss=1, bands=bands)
    for difference, home, away in ((0, 1, 1), (1, 2, 1), (499, 2, 1), (500, 3, 0), (999, 3, 0), (1000, 4, 0)):
        assert points([Result(1, 2, 1000 + difference, 1000)], points=rule) == {1: home, 2: away}


def test_each_table_won_counts_beside_the_match():
    # 3000 against 2900: a win; the tables 1600–1300, 900–1100, 500–500: one each and one equal.
    match = Result(1, 2, 3000, 2900, tables=((1600, 1300), (900, 1100), (500, 500)))
    assert points([match], table_win=2, table_draw=1) == {1: 2 + 2 + 1, 2: 0 + 2 + 1}


def test_a_match_without_tables_of_its_own_is_one_table():
    assert points([Result(1, 2, 100, 90)], table_win=2, table_draw=1) == {1: 4, 2: 0}


def test_without_play_the_rule_says_what_the_winner_gets():
    (first, last) = table([1, 2], [Result(1, 2, awarded=2)])
    assert (first.entry, first.points, first.scored, last.points, last.lost) == (2, 2, 0, 0, 1)
    rule = MatchRule(awarded_win=3, awarded_loss=1, awarded_for=3000, awarded_against=1000)
    (first, last) = table([1, 2], [Result(1, 2, awarded=2)], rule=rule)
    assert (first.points, first.scored, first.against, first.difference) == (3, 3000, 1000, 2000)
    assert (last.points, last.scored, last.difference) == (1, 1000, -2000)


def test_points_by_hand_move_places_and_stay_apart():
    lines = table([1, 2], [Result(1, 2, 100, 90)], by_hand={1: -3})
    assert [(line.entry, line.points, line.by_hand) for line in lines] == [(2, 0, 0), (1, -1, -3)]


@pytest.mark.parametrize(
    ("ties", "order", "decided"),
    [
        (("among",), [1, 2], "among"),  # 1 beat 2
        (("difference",), [2, 1], "difference"),  # 2: −10 + 500 = 490, 1: +10 − 20 = −10
        (("score",), [2, 1], "score"),
        (("wins", "tables"), [1, 2], "tables"),  # both won once; 1 won three tables, 2 two
        (("pits",), [2, 1], "pits"),
        (("nats",), [1, 2], "nats"),
        (("roem",), [2, 1], "roem"),
    ],
)
def test_the_rule_says_what_breaks_equal_points(ties, order, decided):
    results = [
        Result(1, 2, 510, 500, tables=((300, 200), (210, 300))),
        Result(2, 3, 1000, 500, tables=((500, 100), (500, 400))),
        Result(1, 3, 480, 500, tables=((200, 150), (280, 350))),
        Result(3, 2, 480, 480, tables=((480, 480),)),
        Result(1, 3, 480, 480, tables=((300, 100), (180, 380))),
    ]
    # 1: 2 + 0 + 1 = 3 points; 2: 0 + 2 + 1 = 3; 3: 0 + 2 + 1 + 1 = 4.
    figures = {1: {"pits": 1, "nats": 2, "roem": 40}, 2: {"pits": 2, "nats": 3, "roem": 60}}
    if decided == "tables":
        results[1] = Result(2, 3, 1000, 500, tables=((900, 100), (100, 400)))
    lines = table([1, 2, 3], results, rule=MatchRule(ties=ties), figures=figures)
    equal = [line for line in lines if line.entry != 3]
    assert [line.points for line in equal] == [3, 3]
    assert [line.entry for line in equal] == order
    assert equal[0].decided == decided


def test_without_ties_equals_share_a_place():
    lines = table([1, 2], [Result(1, 2, 9, 8), Result(2, 1, 5, 4)], rule=MatchRule(ties=()))
    assert [(line.rank, line.decided) for line in lines] == [(1, "equal"), (1, "")]


def test_the_organiser_decides_only_where_nothing_else_does():
    equal = [Result(1, 2, 9, 8), Result(2, 1, 9, 8), Result(1, 3, 9, 8), Result(3, 2, 8, 9)]
    lines = table([1, 2, 3], equal, decided=[[1, 2], [2, 1]])
    assert [(line.rank, line.entry, line.decided) for line in lines] == [
        (1, 2, "decided"),  # the newest decision
        (2, 1, "points"),
        (3, 3, ""),
    ]
    unequal = [*equal[:2], Result(1, 3, 19, 8), *equal[3:]]
    assert [line.entry for line in table([1, 2, 3], unequal, decided=[[2, 1]])] == [1, 2, 3]


def test_a_decision_about_two_does_not_place_a_third_who_became_equal():
    lines = table([1, 2, 3], [], decided=[[2, 1]])
    assert [line.rank for line in lines] == [1, 1, 1]
    assert [line.entry for line in table([1, 2, 3], [], decided=[[3, 2, 1]])] == [3, 2, 1]


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"rounds": 0}, "1 to 8 rounds"),
        ({"rounds": 9}, "1 to 8 rounds"),
        ({"table_win": 1, "table_draw": 2}, "table won"),
        ({"table_win": 1001}, "0 to 1000"),
        ({"awarded_win": -1}, "0 to 1000"),
        ({"awarded_for": 1, "awarded_against": 2}, "higher score"),
        ({"awarded_for": 1_000_001}, "1,000,000"),
        ({"ties": ("wins", "wins")}, "once each"),
        ({"ties": ("beauty",)}, "once each"),
    ],
)
def test_a_rule_that_cannot_be_is_refused(values, says):
    with pytest.raises(RuleError, match=says):
        MatchRule(**values)


def test_a_rule_survives_being_stored():
    rule = MatchRule(
        rounds=2,
        points=MatchPoints(win=3, draw=1, loss=0, bands=(Band(margin=1000, win=4, loss=0),)),
        table_win=1,
        awarded_win=3,
        ties=("wins", "among"),
    )
    assert MatchRule.from_json(rule.to_json()) == rule
    assert MatchRule.from_json({}) == MatchRule()
    for broken in (
        {"version": 2},
        {"version": 1, "colour": 1},
        {"version": 1, "points": {"bands": [{"x": 1}]}},
    ):
        with pytest.raises(RuleError):
            MatchRule.from_json(broken)


def test_a_rule_says_itself():
    rule = MatchRule(
        rounds=2,
        points=MatchPoints(win=3, bands=(Band(margin=1000, win=4, loss=0),)),
        table_win=2,
        table_draw=1,
    )
    assert [str(sentence) for sentence in rule.sentences()] == [
        "A match lasts 2 rounds; each round the guests move a table on.",
        "Match points: 3 for a win, 1 for equal scores, 0 for a loss.",
        "With 1000 points or more between them: 4 for the winner, 0 for the loser.",
        "Each table won gives 2 more, each table drawn 1.",
        "Decided without play: 3 match points for the winner and 0 for the loser, score 0 – 0.",
    ]
