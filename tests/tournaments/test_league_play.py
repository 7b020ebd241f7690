"""Matches at the table: from the choice of an evening to the table of the league, and back when a sheet is corrected."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from scoring.rules.relatives import GAMES
from tests import factories
from tests.tournaments import leagues as league
from tournaments import league_board
from tournaments.board import round_board
from tournaments.models import Division, Fixture, Posting, Presence, Round
from tournaments.services import (
    closing,
    decisions,
    draw,
    fixtures,
    leagues,
    leagues_play,
)
from tournaments.services.errors import Refused
from tournaments.services.leagues import Wanted
from tournaments.standing import queries
from tournaments.standing.queries import Reader

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def division():
    return league.make_division(4)


def board(division):
    return league_board.load_division(division, Reader())


def states(division):
    return [match.state for match in board(division).matches]


def test_home_sits_north_south_and_who_plays_is_marked_present(user, division):
    made = league.make_fixtures(division, dates=league.weeks(3))
    evening = league.evening_of(division.competition, made[0].date)
    found = leagues_play.choices(evening)
    chosen = leagues_play.proposed(evening, found)
    assert chosen == {fixture.pk for fixture in made if fixture.date == evening.date}

    round_ = leagues_play.draw_fixtures(evening, chosen, actor=user)

    assert (round_.state, round_.method) == (Round.State.DRAFT, "fixtures")
    for fixture in division.fixtures.filter(pk__in=chosen):
        at = {seat.position: seat.entry_id for seat in fixture.table.seats.all()}
        assert at == {"N": fixture.home_id, "S": fixture.home_id, "E": fixture.away_id, "W": fixture.away_id}
    assert evening.presences.filter(state=Presence.State.PRESENT).count() == 4

    organiser = factories.make_user(club=division.competition.club)
    page = factories.sign_in(organiser).get(f"/round/{round_.pk}/").content.decode()
    assert "Chosen from the fixtures" in page
    assert "nobody has met" not in page  # in a league they may have


def test_played_won_and_lost_follow_from_the_sheet_and_from_its_correction(user, division):
    made = league.make_fixtures(division)
    evening = league.evening_of(division.competition)
    round_ = league.draw_round(evening, made[:2], user)
    assert states(division)[:2] == ["playing", "playing"]
    league.score(made[0], 1500, 1200, user)
    league.score(made[1], 1300, 1300, user)
    first = board(division)
    assert [match.state for match in first.matches][:2] == ["played", "played"]
    assert first.provisional
    assert first.matches[0].winner == made[0].home_id
    closing.close_round(round_, actor=user)
    assert not board(division).provisional
    lines = {line.entry: line.points for line in board(division).lines}
    assert lines == {made[0].home_id: 2, made[0].away_id: 0, made[1].home_id: 1, made[1].away_id: 1}

    league.score(made[0], 1500, 1600, user)  # a correction

    lines = {line.entry: line.points for line in board(division).lines}
    assert (lines[made[0].home_id], lines[made[0].away_id]) == (0, 2)


def test_a_draw_taken_back_frees_its_matches(user, division):
    made = league.make_fixtures(division)
    evening = league.evening_of(division.competition)
    round_ = league.draw_round(evening, made[:2], user)
    with pytest.raises(Refused, match="table"):
        fixtures.postpone(made[0], "late", actor=user)
    assert draw.undo(round_, actor=user).state == Round.State.DRAFT
    assert states(division) == ["planned"] * 6  # nobody has seen the draft
    assert not board(division).matches[0].is_open
    assert draw.undo(round_, actor=user) is None
    assert states(division) == ["planned"] * 6
    assert leagues_play.draw_fixtures(evening, [made[0].pk], actor=user).tables.count() == 1


def test_a_postponed_match_is_played_later(user, division):
    made = league.make_fixtures(division, dates=league.weeks(3))
    fixtures.postpone(made[0], "illness", actor=user)
    evening = league.evening_of(division.competition, league.weeks(3)[1])
    found = leagues_play.choices(evening)
    assert made[0].pk in {choice.match.fixture.pk for choice in found}
    assert made[0].pk not in leagues_play.proposed(evening, found)
    league.draw_round(evening, [made[0]], user)
    league.score(made[0], 1000, 900, user)
    match = board(division).matches[0]
    assert (match.state, match.home.score, match.away.score) == ("played", 1000, 900)
    assert match.date == evening.date
    assert match.fixture.first_date == league.START


def test_nobody_plays_two_matches_in_a_round_and_nothing_is_half_done(user, division):
    made = league.make_fixtures(division)
    twice = [made[0], next(one for one in made[2:] if made[0].home_id in (one.home_id, one.away_id))]
    evening = league.evening_of(division.competition)
    with pytest.raises(Refused, match="two matches"):
        leagues_play.draw_fixtures(evening, [one.pk for one in twice], actor=user)
    with pytest.raises(Refused, match="at least one"):
        leagues_play.draw_fixtures(evening, [], actor=user)
    assert not Round.objects.exists()
    assert not evening.presences.exists()


def test_the_second_click_draws_nothing_more(user, division):
    made = league.make_fixtures(division)
    evening = league.evening_of(division.competition, rounds=2)
    first = leagues_play.draw_fixtures(evening, [made[0].pk], actor=user, number=1)
    assert leagues_play.draw_fixtures(evening, [made[0].pk], actor=user, number=1) == first
    with pytest.raises(Refused, match="draft"):
        leagues_play.draw_fixtures(evening, [made[1].pk], actor=user, number=2)
    assert Round.objects.count() == 1


def test_a_match_drawn_by_somebody_else_is_not_drawn_again(user, division):
    made = league.make_fixtures(division)
    league.draw_round(league.evening_of(division.competition), [made[0]], user)
    with pytest.raises(Refused, match="in the meantime"):
        leagues_play.draw_fixtures(league.evening_of(division.competition), [made[0].pk], actor=user)


def test_who_is_there_without_a_match_rests(user, division):
    made = league.make_fixtures(division)
    evening = league.evening_of(division.competition)
    idle = division.competition.entries.exclude(pk__in=[made[0].home_id, made[0].away_id])
    Presence.objects.bulk_create(
        Presence(evening=evening, entry=entry, state=Presence.State.PRESENT) for entry in idle
    )
    round_ = leagues_play.draw_fixtures(evening, [made[0].pk], actor=user)
    assert set(round_.sit_outs.values_list("entry_id", flat=True)) == {entry.pk for entry in idle}


def test_who_is_away_is_not_proposed(user, division):
    made = league.make_fixtures(division, dates=league.weeks(3))
    evening = league.evening_of(division.competition, league.START)
    Presence.objects.create(evening=evening, entry=made[0].home, state=Presence.State.EXCUSED)
    assert leagues_play.proposed(evening, leagues_play.choices(evening)) == {made[1].pk}


def test_who_has_no_match_is_not_absent_when_the_evening_closes(user, division):
    made = league.make_fixtures(division)
    league.play(division.competition, {made[0]: (100, 90)}, user)
    evening = division.competition.evenings.get()
    assert evening.presences.count() == 2
    assert Posting.objects.filter(round__evening=evening).count() == 2


# Cups ---------------------------------------------------------------------------


@pytest.fixture
def cup():
    return league.make_division(4, kind=Division.Kind.KNOCK_OUT)


def test_the_final_fills_as_the_matches_are_played(user, cup):
    one, other, final = league.make_fixtures(cup)
    league.play(cup.competition, {one: (1500, 1400), other: (1200, 1300)}, user)
    match = board(cup).matches[2]
    assert (match.home.entry, match.away.entry) == (one.home_id, other.away_id)
    assert match.is_open
    league.play(cup.competition, {final: (1000, 1100)}, user)
    final.refresh_from_db()
    assert (final.home_id, final.away_id) == (one.home_id, other.away_id)
    assert board(cup).matches[2].winner == other.away_id
    assert board(cup).finished


def test_equal_scores_wait_for_the_organiser(user, cup):
    one, other, _final = league.make_fixtures(cup)
    league.play(cup.competition, {one: (1400, 1400), other: (1200, 1300)}, user)
    assert board(cup).matches[0].undecided
    assert board(cup).matches[2].home.entry is None
    with pytest.raises(Refused, match="how it was decided"):
        fixtures.decide(one, one.away, "", actor=user)
    with pytest.raises(Refused, match="equal scores"):
        fixtures.decide(other, other.away, "because", actor=user)
    fixtures.decide(one, one.away, "one more deal", actor=user)
    assert board(cup).matches[2].home.entry == one.away_id


def test_a_correction_before_the_final_sends_the_other_on(user, cup):
    one, other, _final = league.make_fixtures(cup)
    league.play(cup.competition, {one: (1500, 1400), other: (1200, 1300)}, user)
    league.score(one, 1500, 1600, user)
    assert board(cup).matches[2].home.entry == one.away_id


def test_a_correction_after_the_final_changes_no_match_but_is_said(user, cup):
    one, other, final = league.make_fixtures(cup)
    league.play(cup.competition, {one: (1500, 1400), other: (1200, 1300)}, user)
    league.play(cup.competition, {final: (1000, 1100)}, user)
    league.score(one, 1500, 1600, user)
    match = board(cup).matches[2]
    assert match.home.entry == one.home_id
    assert match.stale


def test_a_decision_on_which_a_played_match_rests_stays(user, cup):
    one, other, final = league.make_fixtures(cup)
    fixtures.award(one, one.home, "no show", actor=user)
    league.play(cup.competition, {other: (1200, 1300)}, user)
    league.play(cup.competition, {final: (1000, 1100)}, user)
    with pytest.raises(Refused, match="Match 3"):
        fixtures.restore(one, actor=user)


def test_the_number_of_queries_does_not_grow_with_the_league(user):
    def count(division: Division) -> int:
        league.play(division.competition, dict.fromkeys(division.fixtures.all()[:2], (10, 5)), user)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            for match in board(division).matches:
                assert match.home.name
        return len(queries)

    small, large = league.make_division(4), league.make_division(10)
    for division in (small, large):
        league.make_fixtures(division)
    assert count(small) == count(large)


def test_individuals_of_a_game_for_two_have_fixtures_too(user):
    competition = factories.make_competition(4, rounds=1, ruleset=GAMES["klaberjass"].to_json())
    division = league.make_division(4, competition=competition)
    made = league.make_fixtures(division)
    round_ = league.draw_round(league.evening_of(competition), made[:2], user)
    assert [table.seats.count() for table in round_.tables.all()] == [2, 2]
    assert Fixture.objects.exclude(table=None).count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_organisers_at_once_make_one_set_of_fixtures_and_one_round(user):
    division = league.make_division(6)
    wanted = [Wanted(seed=7), Wanted(seed=7)]

    def make(what: Wanted) -> None:
        try:
            leagues.make_fixtures(Division.objects.get(pk=division.pk), what, actor=user)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(make, wanted))
    made = list(division.fixtures.order_by("number"))
    assert [fixture.number for fixture in made] == list(range(1, 16))
    evening = league.evening_of(division.competition)

    def draw_one(fixture: Fixture) -> int:
        try:
            return leagues_play.draw_fixtures(evening, [fixture.pk], actor=user, number=1).pk
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        drawn = set(pool.map(draw_one, made[:2]))
    assert drawn == {evening.rounds.get().pk}
    assert Fixture.objects.exclude(table=None).count() == 1


# A match that is not played after its draw ------------------------------------------------


def test_a_pair_that_walks_off_holds_nothing_up(user):
    division = league.make_division(4)
    made = league.make_fixtures(division)
    first, second = made[:2]
    evening = league.evening_of(division.competition)
    round_ = league.draw_round(evening, [first, second], user)
    league.score(first, 1500, 1400, user)
    with pytest.raises(Refused, match="the sheet is missing"):
        closing.close_round(round_, actor=user)
    second.refresh_from_db()
    fixtures.award(second, second.home, "away walked off", actor=user)
    assert round_board(round_, require_check=False).is_done
    assert queries.evening_list(evening, queries.DESK).waiting == ()
    closing.close_round(round_, actor=user)
    closing.close_evening(evening, actor=user)
    # Match points: the two winners 2 each; nobody scored at the second table, and no rule gives anything there.
    points = {line.entry: (line.points, line.scored) for line in board(division).lines}
    assert points == {
        first.home_id: (2, 1500),
        second.home_id: (2, 0),
        first.away_id: (0, 1400),
        second.away_id: (0, 0),
    }
    booked = Posting.objects.filter(round=round_).values_list("entry", "kind", "total")
    assert set(booked) == {(first.home_id, "played", 1500), (first.away_id, "played", 1400)}
    assert not queries.unverified(evening.competition, [evening])


def test_a_decision_without_play_is_taken_back_until_the_round_is_closed(user):
    division = league.make_division(2)
    (only,) = league.make_fixtures(division)
    round_ = league.draw_round(league.evening_of(division.competition), [only], user)
    only.refresh_from_db()
    fixtures.cancel(only, "rain", actor=user)
    fixtures.restore(only, actor=user)
    assert states(division) == ["playing"]
    with pytest.raises(Refused, match="the sheet is missing"):
        closing.close_round(round_, actor=user)
    fixtures.cancel(only, "rain", actor=user)
    closing.close_round(round_, actor=user)
    with pytest.raises(Refused, match="Open it again first"):
        fixtures.restore(only, actor=user)
    closing.reopen_round(round_, actor=user)
    fixtures.restore(only, actor=user)
    league.score(only, 800, 900, user)
    closing.close_round(round_, actor=user)
    assert states(division) == ["played"]


def test_who_has_a_score_is_not_decided_without_play(user):
    division = league.make_division(2)
    (only,) = league.make_fixtures(division)
    league.draw_round(league.evening_of(division.competition), [only], user)
    league.score(only, 800, 900, user)
    with pytest.raises(Refused, match="A score of this match is in already"):
        fixtures.award(only, only.home, "better looks", actor=user)


def test_scores_decided_by_hand_for_everybody_need_no_sheet(user):
    division = league.make_division(2)
    (only,) = league.make_fixtures(division)
    evening = league.evening_of(division.competition)
    round_ = league.draw_round(evening, [only], user)
    only.refresh_from_db()
    decisions.decide_score(only.home, round_, points=1600, reason="walked off", actor=user)
    with pytest.raises(Refused, match="the sheet is missing"):
        closing.close_round(round_, actor=user)
    decisions.decide_score(only.away, round_, points=0, reason="walked off", actor=user)
    assert round_board(round_, require_check=True).is_done
    assert queries.evening_list(evening, queries.DESK).waiting == ()
    closing.close_round(round_, actor=user)
    (match,) = board(division).matches
    assert (match.state, match.home.score, match.away.score) == ("played", 1600, 0)
