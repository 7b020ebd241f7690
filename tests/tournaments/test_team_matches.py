"""Matches of teams over several tables and rounds: who sits where, and what the scores make."""

import pytest
from django.utils import translation

from tests import factories
from tests.tournaments import leagues as league
from tournaments import league_board
from tournaments.models import Division, Round, Seat
from tournaments.pairing.leagues import MatchRule
from tournaments.services import closing, decisions, draw, fixtures, leagues_play
from tournaments.services.errors import Refused
from tournaments.standing.queries import Reader

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user()


def board(division):
    return league_board.load_division(division, Reader())


def seated(round_: Round) -> dict[tuple[int, str], tuple[str, str]]:
    """Team and first name at every seat, by table and position."""
    return {
        (seat.table.number, seat.position): (seat.entry.team_name, seat.person.name)
        for seat in Seat.objects.filter(round=round_).select_related("table", "entry", "person")
    }


# Matches at the table -----------------------------------------------------------


def test_home_sits_north_south_at_one_table_and_east_west_at_the_next(user):
    competition = league.make_teams(2)
    made = league.make_fixtures(league.make_division(2, competition=competition))
    home, away = made[0].home, made[0].away
    evening = league.evening_of(competition)
    round_ = leagues_play.draw_fixtures(evening, [made[0].pk], actor=user)
    at = seated(round_)
    ours, theirs = ([person.name for person in team.people] for team in (home, away))
    assert {key: value for key, value in at.items() if key[0] == 1} == {
        (1, "N"): (home.name, ours[0]),
        (1, "S"): (home.name, ours[1]),
        (1, "E"): (away.name, theirs[0]),
        (1, "W"): (away.name, theirs[1]),
    }
    assert {key: value for key, value in at.items() if key[0] == 2} == {
        (2, "N"): (away.name, theirs[2]),
        (2, "S"): (away.name, theirs[3]),
        (2, "E"): (home.name, ours[2]),
        (2, "W"): (home.name, ours[3]),
    }
    made[0].refresh_from_db()
    assert made[0].table.number == 1


@pytest.mark.parametrize(("size", "tables"), [(2, 1), (4, 2), (8, 4)])
def test_a_match_takes_half_as_many_tables_as_a_team_has_players(size, tables, user):
    competition = league.make_teams(4, size)
    made = league.make_fixtures(league.make_division(4, competition=competition))
    round_ = league.draw_round(league.evening_of(competition), made[:2], user)
    assert list(round_.tables.values_list("number", flat=True)) == list(range(1, 2 * tables + 1))
    assert Seat.objects.filter(round=round_).count() == 4 * 2 * tables
    assert [match.state for match in board(made[0].division).matches[:2]] == ["playing", "playing"]


def test_in_the_second_round_the_guests_move_a_table_on(user):
    competition = league.make_teams(2, rounds=2)
    division = league.make_division(2, competition=competition, rule=MatchRule(rounds=2).to_json())
    made = league.make_fixtures(division)
    evening = league.evening_of(competition, rounds=2)
    first = league.draw_round(evening, made, user)
    found = leagues_play.choices(evening)
    assert [(choice.match.fixture.pk, choice.goes_on, choice.next_round) for choice in found] == [
        (made[0].pk, True, 2)
    ]
    assert leagues_play.proposed(evening, found) == {made[0].pk}
    second = league.draw_round(evening, made, user)
    at, then = seated(first), seated(second)
    home, away = made[0].home.name, made[0].away.name
    for table, other in ((1, 2), (2, 1)):
        assert {value for key, value in at.items() if key[0] == table and value[0] == home} == {
            value for key, value in then.items() if key[0] == table and value[0] == home
        }
        assert {value for key, value in at.items() if key[0] == table and value[0] == away} == {
            value for key, value in then.items() if key[0] == other and value[0] == away
        }
    assert leagues_play.choices(evening) == []  # its two rounds are drawn


def test_four_rounds_at_four_tables_let_every_pair_meet_every_other(user):
    competition = league.make_teams(2, 8, rounds=4)
    division = league.make_division(2, competition=competition, rule=MatchRule(rounds=4).to_json())
    made = league.make_fixtures(division)
    evening = league.evening_of(competition, rounds=4)
    met = set()
    for _number in range(4):
        round_ = league.draw_round(evening, made, user)
        for table in range(1, 5):
            there = {value for key, value in seated(round_).items() if key[0] == table}
            pairs = {team: frozenset(name for one, name in there if one == team) for team, _name in there}
            assert len(pairs) == 2
            met.add((pairs[made[0].home.name], pairs[made[0].away.name]))
    assert len(met) == 16


def test_a_match_that_goes_on_keeps_its_tables(user):
    competition = league.make_teams(4, rounds=2)
    division = league.make_division(4, competition=competition, rule=MatchRule(rounds=2).to_json())
    made = league.make_fixtures(division)
    evening = league.evening_of(competition, rounds=3)
    first = league.draw_round(evening, made[:2], user)
    second = leagues_play.draw_fixtures(evening, [made[1].pk], actor=user)
    assert first.tables.filter(seats__entry=made[1].home_id).distinct().count() == 2
    assert set(second.tables.values_list("number", flat=True)) == {3, 4}
    draw.publish(second, actor=user)
    third = leagues_play.draw_fixtures(evening, [made[0].pk], actor=user)
    assert set(third.tables.values_list("number", flat=True)) == {1, 2}


def test_a_squad_that_is_too_small_is_said_before_anything_is_drawn(user):
    competition = league.make_teams(2)
    made = league.make_fixtures(league.make_division(2, competition=competition))
    made[0].home.members.all()[0].delete()
    with pytest.raises(Refused, match=f"{made[0].home.name} has 3 in its squad; a match takes 4"):
        leagues_play.draw_fixtures(league.evening_of(competition), [made[0].pk], actor=user)
    assert not Round.objects.exists()


# Scores -------------------------------------------------------------------------


def test_a_match_is_played_when_all_its_sheets_are_in_and_its_score_is_their_sum(user):
    competition = league.make_teams(2)
    division = league.make_division(2, competition=competition)
    made = league.make_fixtures(division)
    round_ = league.draw_round(league.evening_of(competition), made, user)
    first, second = round_.tables.order_by("number")
    league.accept(first, user, league.side(1500), league.side(1400))  # home sits North and South here
    match = board(division).matches[0]
    assert (match.state, match.tables_in, match.planned_tables) == ("playing", 1, 2)
    assert match.state_word == "at the table: 1 of 2 in"
    assert (match.home.score, match.tables[0].home, match.tables[1].home) == (None, 1500, None)
    league.accept(second, user, league.side(1600), league.side(1250))  # and East and West here
    match = board(division).matches[0]
    assert (match.state, match.home.score, match.away.score) == ("played", 2750, 3000)
    assert match.winner == made[0].away_id
    assert match.provisional
    closing.close_round(round_, actor=user)
    assert not board(division).matches[0].provisional


def test_a_match_of_two_rounds_waits_for_the_second(user):
    competition = league.make_teams(2, rounds=2)
    division = league.make_division(2, competition=competition, rule=MatchRule(rounds=2).to_json())
    made = league.make_fixtures(division)
    evening = league.evening_of(competition, rounds=2)
    first = league.draw_round(evening, made, user)
    league.score_tables(first, made[0], [(1000, 900), (1000, 900)], user)
    assert board(division).matches[0].state == "playing"
    closing.close_round(first, actor=user)
    second = league.draw_round(evening, made, user)
    league.score_tables(second, made[0], [(700, 800), (600, 1200)], user)
    match = board(division).matches[0]
    # 1000 + 1000 + 700 + 600 against 900 + 900 + 800 + 1200
    assert (match.state, match.home.score, match.away.score) == ("played", 3300, 3800)
    assert [(table.round_number, table.number) for table in match.tables] == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_home_and_return_match_on_one_evening_are_told_apart(user):
    competition = league.make_teams(2, rounds=2)
    division = league.make_division(2, competition=competition, legs=2)
    made = league.make_fixtures(division)
    evening = league.evening_of(competition, rounds=2)
    one = league.draw_round(evening, made[:1], user)
    league.score_tables(one, made[0], [(1000, 900), (800, 700)], user)
    closing.close_round(one, actor=user)
    other = league.draw_round(evening, made[1:], user)
    league.score_tables(other, made[1], [(500, 600), (400, 300)], user)
    scores = [(match.home.score, match.away.score) for match in board(division).matches]
    assert scores == [(1800, 1600), (900, 900)]
    lines = {line.entry: (line.points, line.scored) for line in board(division).lines}
    assert lines == {made[0].home_id: (3, 2700), made[0].away_id: (1, 2500)}


def test_tables_won_give_points_beside_the_match(user):
    competition = league.make_teams(2)
    rule = MatchRule(table_win=2, table_draw=1)
    division = league.make_division(2, competition=competition, rule=rule.to_json())
    made = league.make_fixtures(division)
    round_ = league.draw_round(league.evening_of(competition), made, user)
    league.score_tables(round_, made[0], [(1500, 1000), (1200, 1300)], user)
    lines = {line.entry: (line.points, line.tables) for line in board(division).lines}
    # Home wins the match (2) and a table (2); the guests win a table (2).
    assert lines == {made[0].home_id: (4, 1), made[0].away_id: (2, 1)}


def test_teams_in_a_cup_go_on(user):
    competition = league.make_teams(4)
    cup = league.make_division(4, competition=competition, kind=Division.Kind.KNOCK_OUT)
    one, other, _final = league.make_fixtures(cup)
    round_ = league.draw_round(league.evening_of(competition), [one, other], user)
    league.score_tables(round_, one, [(900, 800), (900, 800)], user)
    league.score_tables(round_, other, [(900, 800), (700, 1000)], user)
    match = board(cup).matches[2]
    assert (match.home.name, match.away.name) == (one.home.name, other.away.name)
    assert match.is_open


def test_a_team_that_walks_off_after_one_table_gets_scores_by_hand_at_the_other(user):
    competition = league.make_teams(4)
    division = league.make_division(4, competition=competition)
    made = league.make_fixtures(division)
    evening = league.evening_of(competition)
    round_ = league.draw_round(evening, made[:2], user)
    league.score_tables(round_, made[0], [(1500, 1400), (1250, 1600)], user)
    first, second = round_.tables.filter(seats__entry=made[1].home_id).distinct().order_by("number")
    made[1].refresh_from_db()
    league.accept(first, user, league.side(1000), league.side(900))
    with pytest.raises(Refused, match="A score of this match is in already"):
        fixtures.award(made[1], made[1].home, "walked off", actor=user)
    decide = {"round_": round_, "board": second.number, "reason": "walked off", "actor": user}
    decisions.decide_score(made[1].home, points=1000, **decide)
    with pytest.raises(Refused, match=f"Table {second.number}: the sheet is missing"):
        closing.close_round(round_, actor=user)
    decisions.decide_score(made[1].away, points=0, **decide)
    closing.close_round(round_, actor=user)
    match = next(match for match in board(division).matches if match.fixture.pk == made[1].pk)
    assert (match.state, match.home.score, match.away.score) == ("played", 2000, 900)


def test_a_team_that_never_sits_down_loses_without_play(user):
    competition = league.make_teams(4)
    division = league.make_division(4, competition=competition)
    made = league.make_fixtures(division)
    evening = league.evening_of(competition)
    round_ = league.draw_round(evening, made[:2], user)
    league.score_tables(round_, made[0], [(1500, 1400), (1250, 1600)], user)
    made[1].refresh_from_db()
    fixtures.award(made[1], made[1].away, "home went home", actor=user)
    closing.close_round(round_, actor=user)
    closing.close_evening(evening, actor=user)
    points = {line.entry: line.points for line in board(division).lines}
    # 1500 + 1250 against 1400 + 1600: the guests of the first match won.
    assert points == {made[0].away_id: 2, made[1].away_id: 2, made[0].home_id: 0, made[1].home_id: 0}


@pytest.fixture
def half_played(user):
    """A match of two rounds of which one is played: 2000–1800. The evening has two rounds."""
    competition = league.make_teams(4, rounds=2)
    rule = MatchRule(rounds=2, awarded_for=4000, awarded_against=0).to_json()
    division = league.make_division(4, competition=competition, rule=rule)
    made = league.make_fixtures(division)
    evening = league.evening_of(competition, rounds=2)
    round_ = league.draw_round(evening, made[:1], user)
    league.score_tables(round_, made[0], [(1000, 900), (1000, 900)], user)
    closing.close_round(round_, actor=user)
    return division, evening, made


def test_a_match_is_not_begun_that_cannot_be_finished_on_the_evening(half_played, user):
    division, evening, made = half_played
    one_round = league.evening_of(division.competition, rounds=1)
    with pytest.raises(Refused, match="takes 2 more rounds on this evening, and there are 1"):
        leagues_play.draw_fixtures(one_round, [made[1].pk], actor=user)
    with pytest.raises(Refused, match="takes 2 more rounds on this evening, and there are 1"):
        leagues_play.draw_fixtures(evening, [made[0].pk, made[1].pk], actor=user)


def test_a_match_that_goes_on_is_not_left_behind(half_played, user):
    division, evening, made = half_played
    evening.rounds_planned = 3
    evening.save()
    leagues_play.draw_fixtures(
        evening, [made[1].pk], actor=user
    ).delete()  # two rounds are left: both can be finished
    evening.rounds_planned = 2
    evening.save()
    other = league.make_division(
        2,
        competition=division.competition,
        entries=[made[1].home, made[1].away],
        name="Cup",
        kind=Division.Kind.KNOCK_OUT,
    )
    (short,) = league.make_fixtures(other)
    with pytest.raises(Refused, match="goes on: it takes 1 more rounds, and 0 are left after this one"):
        leagues_play.draw_fixtures(evening, [short.pk], actor=user)


def test_a_half_played_match_stays_open_until_it_is_said_that_it_ends(half_played, user):
    division, evening, made = half_played
    with pytest.raises(Refused, match=r"1 of 2 rounds are played\. Play on, or say"):
        closing.close_evening(evening, actor=user)
    match = next(match for match in board(division).matches if match.fixture.pk == made[0].pk)
    assert (match.state, match.state_word, match.home.score) == ("playing", "at the table: 2 of 4 in", None)
    assert {line.played for line in board(division).lines} == {0}
    with pytest.raises(Refused, match="Say why"):
        fixtures.end_early(made[0], "", actor=user)
    fixtures.end_early(made[0], "power cut", actor=user)
    closing.close_evening(evening, actor=user)
    match = next(match for match in board(division).matches if match.fixture.pk == made[0].pk)
    assert (match.state, match.home.score, match.away.score, match.ended_early) == (
        "played",
        2000,
        1800,
        True,
    )
    fixtures.restore(made[0], actor=user)
    fixtures.award(made[0], made[0].away, "home cut the power", actor=user)
    points = {line.entry: (line.points, line.scored) for line in board(division).lines if line.played}
    assert points == {made[0].away_id: (2, 4000), made[0].home_id: (0, 0)}


def test_a_match_of_one_round_does_not_end_early(user):
    competition = league.make_teams(2)
    division = league.make_division(2, competition=competition)
    (only,) = league.make_fixtures(division)
    round_ = league.draw_round(league.evening_of(competition), [only], user)
    league.score_tables(round_, only, [(1000, 900), (1000, 900)], user)
    with pytest.raises(Refused, match="Only a match that takes more rounds"):
        fixtures.end_early(only, "enough", actor=user)
