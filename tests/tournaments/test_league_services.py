"""Divisions, fixtures and what is decided about them: once on a double click, nothing lost, always in words."""

import datetime

import pytest
from django.utils import translation

from tests import factories
from tests.tournaments import leagues as league
from tournaments import league_board
from tournaments.models import ApartGroup, Change, Division, Fixture, Venue
from tournaments.pairing.leagues import Wish
from tournaments.services import fixtures as fixture_service
from tournaments.services import league_quality, league_seasons, leagues, people, seasons
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.services.leagues import Place
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


def test_a_round_robin_is_made_with_homes_dates_and_a_quality_in_figures():
    venue = Venue(club=factories.make_club(), name="Het Anker", tables=1)
    venue.save()
    division = league.make_division(6, venues={0: venue, 1: venue})
    league.make_fixtures(division, dates=league.weeks(5))

    found = board(division)
    assert len(found.matches) == 15
    assert [len(there) for _day, there in found.days] == [3] * 5
    assert {match.fixture.date for match in found.matches} == set(league.weeks(5))
    homes = [match.fixture.date for match in found.matches if match.fixture.venue_id == venue.pk]
    assert len(homes) == len(set(homes))
    quality = league_quality.quality(found)
    assert (quality.breaks, quality.run, quality.imbalance, quality.troubles) == (4, 2, 1, ())


def test_the_same_lot_twice_is_once_and_another_lot_makes_them_anew(user):
    division = league.make_division()
    first = league.make_fixtures(division, seed=5)
    assert [fixture.pk for fixture in league.make_fixtures(division, seed=5)] == [one.pk for one in first]
    assert Change.objects.filter(verb="make fixtures").count() == 1
    again = league.make_fixtures(division, seed=6)
    assert not {fixture.pk for fixture in again} & {fixture.pk for fixture in first}
    assert len(again) == 6


def test_fixtures_stay_once_one_is_drawn_played_or_decided(user):
    division = league.make_division()
    first, *_rest = league.make_fixtures(division)
    fixture_service.award(first, first.home, "did not come", actor=user)
    with pytest.raises(Refused, match="Match 1"):
        league.make_fixtures(division, seed=2)
    with pytest.raises(Refused):
        leagues.remove_fixtures(division, actor=user)
    with pytest.raises(Refused):
        leagues.remove_division(division, actor=user)
    assert division.fixtures.count() == 6


def test_a_wish_that_could_not_be_kept_is_named_from_the_stored_fixtures():
    division = league.make_division()
    one, other, third, _fourth = division.members.values_list("entry_id", flat=True)
    league.make_fixtures(division, wishes=(Wish(1, one, other), Wish(1, one, third)))
    troubles = league_quality.quality(board(division)).troubles
    assert [trouble.kind for trouble in troubles] == ["meet"]
    assert division.plan["proven"] is True


def test_who_is_in_a_division_changes_only_while_there_are_no_fixtures(user):
    division = league.make_division(4, competition=factories.make_competition(12, kind="pairs"))
    entries = list(division.competition.entries.order_by("pk"))
    league.make_fixtures(division)
    leagues.set_places(division, [Place(entry) for entry in reversed(entries[:4])], actor=user)
    with pytest.raises(Refused, match="Take them away first"):
        leagues.set_places(division, [Place(entry) for entry in entries[:5]], actor=user)
    leagues.remove_fixtures(division, actor=user)
    leagues.set_places(division, [Place(entry) for entry in entries[:5]], actor=user)
    with pytest.raises(Refused, match="twice"):
        leagues.set_places(division, [Place(entries[0]), Place(entries[0])], actor=user)


def test_home_matches_still_to_be_played_move_to_the_new_home(user):
    division = league.make_division(4)
    made = league.make_fixtures(division)
    entry = next(one.home for one in made if sum(other.home_id == one.home_id for other in made) == 2)
    played, later = (fixture for fixture in made if fixture.home_id == entry.pk)
    league.play(division.competition, {played: (10, 9)}, user)
    venue = Venue.objects.create(club=division.competition.club, name="Het Anker")
    places = [
        Place(member.entry, venue if member.entry_id == entry.pk else None)
        for member in division.members.select_related("entry")
    ]
    leagues.set_places(division, places, actor=user)
    assert dict(division.fixtures.filter(home=entry).values_list("pk", "venue")) == {
        played.pk: None,
        later.pk: venue.pk,
    }


def test_who_leaves_the_competition_leaves_his_matches_to_be_decided(user):
    division = league.make_division(4, competition=factories.make_competition(12, kind="pairs"))
    stays, goes = division.members.select_related("entry")[:2]
    people.remove_entry(goes.entry, actor=user)
    assert division.members.count() == 3
    made = league.make_fixtures(division)
    people.remove_entry(stays.entry, actor=user)
    stays.entry.refresh_from_db()
    assert not stays.entry.active
    assert division.fixtures.count() == len(made)


def test_nobody_is_in_two_divisions_but_the_cup_is_open_to_all(user):
    division = league.make_division(4)
    with pytest.raises(Refused, match="already plays in First division"):
        league.make_division(4, competition=division.competition, name="Second")
    league.make_division(4, competition=division.competition, name="Cup", kind=Division.Kind.KNOCK_OUT)


def test_names_are_unique_and_a_repeated_key_is_done_once(user):
    division = league.make_division()
    with pytest.raises(Refused, match="First division"):
        leagues.save_division(Division(competition=division.competition, name="First division"), actor=user)
    leagues.save_division(Division(competition=division.competition, name="B"), actor=user, key="k")
    with pytest.raises(AlreadyDone):
        leagues.save_division(Division(competition=division.competition, name="C"), actor=user, key="k")


def test_individuals_who_change_partners_have_no_fixtures():
    with pytest.raises(Refused, match="another partner"):
        leagues.save_division(Division(competition=factories.make_competition(8), name="A"), actor=None)


def test_fixtures_that_cannot_be_made_say_why():
    division = league.make_division(4)
    with pytest.raises(Refused, match="3 match days; there are 2 dates"):
        league.make_fixtures(division, dates=league.weeks(2))
    with pytest.raises(Refused, match="year"):
        league.make_fixtures(division, dates=(*league.weeks(2), datetime.date(2126, 9, 3)))
    assert not division.fixtures.exists()


# Decisions about a match --------------------------------------------------------


def test_a_postponed_match_keeps_its_first_date_and_may_be_put_back(user):
    first, *_rest = league.make_fixtures(league.make_division(), dates=league.weeks(3))
    later = datetime.date(2026, 12, 1)
    fixture_service.postpone(first, "illness", actor=user)
    assert (first.state, first.date, first.first_date) == (Fixture.State.POSTPONED, None, league.START)
    fixture_service.postpone(first, "illness", date=later, actor=user)
    assert (first.date, first.first_date, first.note) == (later, league.START, "illness")
    fixture_service.restore(first, actor=user)
    assert (first.state, first.date, first.first_date, first.note) == ("planned", league.START, None, "")


def test_a_match_is_moved_to_another_date_and_place_and_what_that_breaks_is_said(user):
    division = league.make_division(blocked={0: (datetime.date(2026, 12, 1),)})
    made = league.make_fixtures(division, dates=league.weeks(3))
    blocked = division.members.first().entry_id
    match = next(fixture for fixture in made if blocked in (fixture.home_id, fixture.away_id))
    fixture_service.move(match, date=datetime.date(2026, 12, 1), venue=None, actor=user)
    (trouble,) = league_quality.quality(board(division)).troubles
    assert (trouble.kind, trouble.entries[0]) == ("blocked", blocked)


def test_an_award_needs_a_reason_and_one_of_the_two(user):
    division = league.make_division(4)
    first, *_rest = league.make_fixtures(division)
    stranger = division.competition.entries.exclude(pk__in=[first.home_id, first.away_id]).first()
    for winner, reason in ((first.home, ""), (stranger, "no")):
        with pytest.raises(Refused):
            fixture_service.award(first, winner, reason, actor=user)
    fixture_service.award(first, first.away, "home did not come", actor=user)
    line = board(division).lines[0]
    assert (line.entry, line.points, line.scored) == (first.away_id, 2, 0)
    with pytest.raises(Refused, match="decided"):
        fixture_service.cancel(first, "again", actor=user)
    fixture_service.restore(first, actor=user)
    assert {line.played for line in board(division).lines} == {0}


def test_a_cancelled_match_counts_for_nobody_and_closes_the_division(user):
    division = league.make_division(2)
    (only,) = league.make_fixtures(division)
    with pytest.raises(Refused, match="why"):
        fixture_service.cancel(only, "", actor=user)
    fixture_service.cancel(only, "nobody can", actor=user)
    assert board(division).finished
    assert {line.played for line in board(division).lines} == {0}


# Cups ---------------------------------------------------------------------------


def test_a_cup_gives_byes_to_the_first_and_names_what_is_open():
    division = league.make_division(5, kind=Division.Kind.KNOCK_OUT)
    league.make_fixtures(division, third_place=True)
    entries = list(division.members.values_list("entry_id", flat=True))
    found = board(division).matches
    assert [(match.home.entry, match.away.entry) for match in found] == [
        (entries[3], entries[4]),
        (entries[0], None),
        (entries[1], entries[2]),
        (None, None),
        (None, None),
    ]
    assert found[1].away.name == "winner of match 1"
    assert found[3].home.name == "loser of match 2"
    assert [match.part for match in found] == ["main", "main", "main", "third", "main"]
    assert not found[4].is_open


def test_the_family_is_kept_apart_in_the_bracket():
    competition = factories.make_competition(16, kind="pairs")
    entries = list(competition.entries.order_by("pk"))
    group = ApartGroup.objects.create(competition=competition, name="Family")
    group.entries.set([entries[2], entries[6]])  # seeds 3 and 7 would meet in the quarter-final of 2 and 7
    division = league.make_division(8, competition=competition, kind=Division.Kind.KNOCK_OUT)
    made = league.make_fixtures(division)
    halves = [
        {entry for fixture in half for entry in (fixture.home_id, fixture.away_id)}
        for half in (made[:2], made[2:4])
    ]
    assert sum(entries[2].pk in half and entries[6].pk in half for half in halves) == 0


def test_an_award_in_a_cup_sends_the_winner_on_and_is_taken_back_again(user):
    division = league.make_division(4, kind=Division.Kind.KNOCK_OUT)
    first, *_rest = league.make_fixtures(division)
    fixture_service.award(first, first.away, "no show", actor=user)
    assert board(division).matches[2].home.entry == first.away_id
    with pytest.raises(Refused, match="goes on"):
        fixture_service.cancel(division.fixtures.get(number=2), "rain", actor=user)
    fixture_service.restore(first, actor=user)
    assert board(division).matches[2].home.entry is None


def test_a_final_that_is_not_known_cannot_be_awarded(user):
    division = league.make_division(4, kind=Division.Kind.KNOCK_OUT)
    *_rest, final = league.make_fixtures(division)
    with pytest.raises(Refused, match="not known yet"):
        fixture_service.award(final, division.competition.entries.first(), "why not", actor=user)


# Pools and seasons --------------------------------------------------------------


def award_all(division, user):
    """The better seed wins every match."""
    order = list(division.members.values_list("entry_id", flat=True))
    for fixture in division.fixtures.all():
        best = min((fixture.home, fixture.away), key=lambda entry: order.index(entry.pk))
        fixture_service.award(fixture, best, "for the test", actor=user)


def test_pools_lead_to_finals_in_which_nobody_meets_his_own_pool_at_once(user):
    competition = factories.make_competition(16, kind="pairs")
    entries = list(competition.entries.order_by("pk"))
    pools = league_seasons.make_pools(competition, entries, count=2, through=2, legs=1, actor=user, key="p")
    with pytest.raises(AlreadyDone):
        league_seasons.make_pools(competition, entries, count=2, through=2, legs=1, actor=user, key="p")
    assert [pool.name for pool in pools] == ["Pool A", "Pool B"]
    assert [pool.members.count() for pool in pools] == [4, 4]
    for pool in pools:
        league.make_fixtures(pool)
    with pytest.raises(Refused, match="not finished"):
        league_seasons.make_finals(competition, pools, "Finals", actor=user)
    for pool in pools:
        award_all(pool, user)
    finals = league_seasons.make_finals(competition, pools, "Finals", actor=user)
    made = league.make_fixtures(finals)
    first = [list(pool.members.values_list("entry_id", flat=True))[:2] for pool in pools]
    assert {made[0].home_id, made[0].away_id} == {first[0][0], first[1][1]}
    assert {made[1].home_id, made[1].away_id} == {first[1][0], first[0][1]}


def test_a_shared_last_place_of_a_pool_must_be_played_out(user):
    competition = factories.make_competition(8, kind="pairs")
    entries = list(competition.entries.order_by("pk"))
    pools = league_seasons.make_pools(competition, entries, count=2, through=1, legs=1, actor=user)
    for pool in pools:
        league.make_fixtures(pool)
        for fixture in pool.fixtures.all():
            fixture_service.cancel(fixture, "nobody can", actor=user)
    with pytest.raises(Refused, match="share a place"):
        league_seasons.make_finals(competition, pools, "Finals", actor=user)


@pytest.mark.parametrize(("count", "through"), [(9, 1), (2, 5)])
def test_pools_that_cannot_be_are_refused_and_leave_nothing(user, count, through):
    competition = factories.make_competition(16, kind="pairs")
    entries = list(competition.entries.order_by("pk"))
    with pytest.raises(Refused):
        league_seasons.make_pools(competition, entries, count=count, through=through, legs=1, actor=user)
    assert not Division.objects.exists()


def start_next(competition, user):
    return seasons.start_next(competition, seasons.as_it_was(competition, "2027/28"), actor=user)


def test_the_next_season_promotes_and_relegates_and_keeps_the_rules(user):
    competition = factories.make_competition(16, kind="pairs", deals=12)
    entries = list(competition.entries.order_by("pk"))
    first = league.make_division(competition=competition, entries=entries[:4], relegated=1)
    second = league.make_division(
        competition=competition, entries=entries[4:], name="Second division", level=2, promoted=1
    )
    with pytest.raises(Refused, match="not finished"):
        start_next(competition, user)
    for division in (first, second):
        league.make_fixtures(division)
        award_all(division, user)
    people.remove_entry(entries[2], actor=user)
    following = start_next(competition, user)
    assert (following.deals_per_round, following.season, following.frozen_at) == (12, "2027/28", None)
    names = {
        division.name: [member.entry.name for member in division.members.all()]
        for division in following.divisions.all()
    }
    assert names["First division"] == [entry.name for entry in (*entries[:2], entries[4])]
    assert names["Second division"] == [entry.name for entry in (entries[3], *entries[5:])]
    with pytest.raises(Refused, match="2027/28 already"):
        start_next(competition, user)
