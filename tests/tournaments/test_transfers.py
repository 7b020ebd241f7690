"""Somebody goes to another team during the season: from a day on, and nothing that was played changes."""

import datetime
import importlib

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.utils import translation

from tests import factories
from tests.tournaments import leagues as league
from tournaments import board, hall, league_board, league_squads
from tournaments.models import Change, EntryMember, Posting, Seat
from tournaments.pairing.leagues import TransferRule
from tournaments.services import (
    closing,
    correct,
    draw_changes,
    evenings,
    league_seasons,
    leagues_play,
    line_ups,
    people,
    seasons,
    squads,
    transfers,
)
from tournaments.services.errors import AlreadyDone, Refused
from tournaments.standing.queries import DESK
from tournaments.statistics.summaries import player_statistics

pytestmark = pytest.mark.django_db
WEEK = datetime.timedelta(weeks=1)
SECOND = factories.START + WEEK
"""The day of the second evening."""


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def teams():
    """Team A to D of five, by letter."""
    competition = league.make_teams(4, squad=5)
    return {entry.team_name[-1]: entry for entry in competition.entries.order_by("pk")}


@pytest.fixture
def matches(teams):
    """All six matches of a division of these four, by their teams in alphabetical order: "AB"."""
    division = league.make_division(4, competition=teams["A"].competition)
    return {
        "".join(sorted(one.home.team_name[-1] + one.away.team_name[-1])): one
        for one in league.make_fixtures(division)
    }


@pytest.fixture
def played(teams, matches, user):
    """An evening on which A played B: 1000 and 800 for the home team, 700 and 900 for its guests."""
    round_ = league.draw_round(league.evening_of(teams["A"].competition), [matches["AB"]], user)
    league.score_tables(round_, matches["AB"], [(1000, 700), (800, 900)], user)
    closing.close_round(round_, actor=user)
    closing.close_evening(round_.evening, actor=user)
    return round_


def tables(competition):
    """Every table as it stands, and the score of everybody who sat for a team, substitute or not."""
    boards = league_board.load(competition, DESK)
    rows = Posting.objects.filter(round__evening__competition=competition).order_by("pk")
    return (
        [[(line.entry, line.rank, line.points, line.scored) for line in one.lines] for one in boards],
        list(rows.values_list("entry_id", "person_id", "kind", "total", "board")),
    )


def squad_of(team):
    return {line.name: line for line in league_squads.squad_lines(team, DESK)}


def test_from_that_day_on_and_the_past_stays(teams, played, user):
    a, b = teams["A"], teams["B"]
    goes = a.people[0]
    before = tables(a.competition)
    came = transfers.transfer(goes, b, SECOND, "moved house", actor=user, key="one")
    assert (came.since, came.reason) == (SECOND, "moved house")
    a.refresh_from_db()
    b.refresh_from_db()
    assert goes in a.people_on(factories.START)
    assert goes not in a.people_on(SECOND)
    assert goes not in b.people_on(factories.START)
    assert b.people_on(SECOND)[-1] == goes == b.people[-1]
    assert len(a.people) == 4
    assert tables(a.competition) == before
    change = Change.objects.get(verb="transfer")
    assert (change.detail["from"], change.detail["to"]) == (a.pk, b.pk)
    with pytest.raises(AlreadyDone):
        transfers.transfer(goes, b, SECOND, "moved house", actor=user, key="one")


def test_a_sheet_of_before_that_is_corrected_is_still_of_who_sat_there(teams, matches, played, user):
    """Also when the evening is not closed: the day of the evening says whose player somebody was."""
    a, b = teams["A"], teams["B"]
    goes = a.people[0]
    transfers.transfer(goes, b, SECOND, "moved house", actor=user)
    closing.reopen_evening(played.evening, actor=user)
    for table in played.tables.all():
        correct.rebook(table, user)
    kinds = set(Posting.objects.filter(round=played).values_list("kind", flat=True))
    assert kinds == {Posting.Kind.PLAYED}
    tiles = board.round_board(played, require_check=False).tiles
    assert {place.instead_of for tile in tiles for side in tile.sides for place in side} == {""}


def test_both_squads_tell_it_with_what_was_made_where(teams, matches, played, user):
    a, b = teams["A"], teams["B"]
    goes = a.people[0]
    ours = 1000 if matches["AB"].home_id == a.pk else 700
    transfers.transfer(goes, b, SECOND, "moved house", actor=user)
    was, now = squad_of(a)[goes.name], squad_of(b)[goes.name]
    assert (was.moves, was.outside) == ("until 10 September 2026, then Team B", False)
    assert (now.moves, now.outside) == ("from 10 September 2026 on, before that Team A", False)
    assert (was.rounds, was.points) == (1, ours)
    assert (now.rounds, now.points) == (0, 0)
    # The people of the league are told by the same sheets: one round, whatever the team.
    assert player_statistics(a.competition, goes.pk, DESK).player.tally.rounds == 1


def test_the_line_up_of_a_round_is_that_of_its_day(teams, matches, played, user):
    a, b = teams["A"], teams["B"]
    goes = b.people[0]
    transfers.transfer(goes, a, SECOND, "moved house", actor=user)
    late = league.evening_of(a.competition, SECOND)
    early = factories.make_evening(a.competition, present=0, date=SECOND - datetime.timedelta(days=1))
    for evening, there in ((early, True), (late, False)):
        known = b.competition.entries.prefetch_related("members__person").get(pk=b.pk)
        assert (goes in line_ups.from_squad(known, 2, evening.date)[0]) is there
        row = next(row for row in hall.door_list(evening) if row.entry == b.pk)
        assert (goes.first_name.lower() in row.find) is there
    round_ = leagues_play.draw_fixtures(late, [matches["AC"].pk], actor=user)
    one, two, three, _four = a.people[:4]
    line_ups.change(round_, a, [one, two, three, goes], actor=user)
    assert line_ups.seats_of(round_, a)[-1].person == goes
    tonight = Seat.objects.filter(round=round_, entry=a)
    assert all(not draw_changes.standing_in(round_).get(seat.entry_id) for seat in tonight)


def test_who_is_gone_does_not_come_back_for_a_night(teams, matches, played, user):
    a, b = teams["A"], teams["B"]
    goes = b.people[0]
    transfers.transfer(goes, a, SECOND, "moved house", actor=user)
    round_ = leagues_play.draw_fixtures(
        league.evening_of(a.competition, SECOND), [matches["BC"].pk], actor=user
    )
    mine = [seat.person for seat in line_ups.seats_of(round_, b)]
    assert goes not in mine
    with pytest.raises(Refused, match=f"{goes.name} plays for Team A, and cannot play for another team"):
        line_ups.change(round_, b, [goes, *mine[1:]], actor=user)


def test_nobody_plays_for_two_teams_on_one_match_day(teams, matches, played, user):
    """The other match of the first match day is played later: who played for A on it does not play for C."""
    a, c = teams["A"], teams["C"]
    goes = a.people[0]
    first = played.evening.competition.divisions.get().fixtures.get(pk=matches["AB"].pk).match_day
    assert matches["CD"].match_day == first
    transfers.transfer(goes, c, SECOND, "moved house", actor=user)
    squads.change_team(c, c.team_name, [goes, *c.people[:5]], actor=user)  # as the first of its line-up
    round_ = leagues_play.draw_fixtures(
        league.evening_of(a.competition, SECOND), [matches["CD"].pk], actor=user
    )
    mine = [seat.person for seat in line_ups.seats_of(round_, c)]
    assert goes not in mine
    with pytest.raises(Refused, match=f"{goes.name} has played for Team A on match day {first}"):
        line_ups.change(round_, c, [goes, *mine[1:]], actor=user)
    other = league.evening_of(a.competition, SECOND + WEEK)
    next_one = leagues_play.draw_fixtures(other, [matches["AC"].pk], actor=user)
    assert line_ups.seats_of(next_one, c)[0].person == goes


@pytest.mark.parametrize("cup_tied", [True, False])
def test_who_is_cup_tied_plays_no_more_in_that_knock_out(teams, user, cup_tied):
    entries = list(teams.values())
    cup = league.make_division(
        4,
        competition=entries[0].competition,
        entries=entries,
        name="Cup",
        kind="knock_out",
        transfers=TransferRule(cup_tied=cup_tied).to_json(),
    )
    first, second, final = league.make_fixtures(cup)
    round_ = league.draw_round(league.evening_of(cup.competition), [first, second], user)
    for match in (first, second):
        league.score_tables(round_, match, [(1000, 900), (1000, 900)], user)
    closing.close_round(round_, actor=user)
    closing.close_evening(round_.evening, actor=user)
    goes = first.away.people[0]
    transfers.transfer(goes, first.home, SECOND, "out of the cup", actor=user)
    last = leagues_play.draw_fixtures(league.evening_of(cup.competition, SECOND), [final.pk], actor=user)
    wanted = [goes, *(seat.person for seat in line_ups.seats_of(last, first.home)[1:])]
    if cup_tied:
        with pytest.raises(Refused, match=f"{goes.name} has played for {first.away.name} in Cup"):
            line_ups.change(last, first.home, wanted, actor=user)
    else:
        line_ups.change(last, first.home, wanted, actor=user)
        assert line_ups.seats_of(last, first.home)[0].person == goes


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (TransferRule(allowed=False), "First division: nobody changes teams"),
        (
            TransferRule(until=SECOND - datetime.timedelta(days=1)),
            "begins for another team on 9 September 2026 at the latest",
        ),
        (TransferRule(most_team=1), "Team B has taken over as many players as are allowed in a season: 1"),
        (TransferRule(most_player=1), "has changed teams as often as is allowed in a season: 1"),
    ],
)
def test_the_rules_of_a_division(teams, user, rule, says):
    """Somebody came from C to A, and somebody from D to B; now the first goes on to B."""
    first, other = teams["C"].people[0], teams["D"].people[0]
    transfers.transfer(first, teams["A"], factories.START, "one", actor=user)
    transfers.transfer(other, teams["B"], factories.START, "two", actor=user)
    league.make_division(
        2, competition=teams["A"].competition, entries=[teams["A"], teams["B"]], transfers=rule.to_json()
    )
    with pytest.raises(Refused, match=says):
        transfers.transfer(first, teams["B"], SECOND, "three", actor=user)
    assert EntryMember.objects.get(person=first, until=None).entry == teams["A"]


def test_on_its_last_day_somebody_still_goes(teams, user):
    rule = TransferRule(until=SECOND, most_team=1, most_player=1)
    league.make_division(4, competition=teams["A"].competition, transfers=rule.to_json())
    assert transfers.transfer(teams["A"].people[0], teams["B"], SECOND, "moved", actor=user).since == SECOND


def test_what_cannot_be_is_refused_in_words(teams, played, user):
    a, b, c = teams["A"], teams["B"], teams["C"]
    goes = a.people[0]
    guest = factories.make_person("Geert Smeets", a.competition.club)

    def refused(person, team, day, reason="moved house"):
        with pytest.raises(Refused) as refusal:
            transfers.transfer(person, team, day, reason, actor=user)
        return refusal.value.message

    assert refused(goes, b, SECOND, " ") == "Say why somebody changes teams."
    assert refused(goes, a, SECOND) == f"{goes.name} already plays for Team A."
    assert "is in no team" in refused(guest, a, SECOND)
    assert f"{goes.name} has a seat for Team A on 3 September 2026" in refused(goes, b, factories.START)
    assert "too far from today" in refused(goes, b, datetime.date(1926, 9, 3))
    people.remove_entry(c, actor=user)
    came = transfers.transfer(a.people[4], b, SECOND, "first", actor=user)
    assert "Team A would have 3 in its squad, and a match takes 4" in refused(goes, b, SECOND)
    assert "came to Team B on 10 September 2026" in refused(came.person, teams["D"], SECOND)
    seasons.close(a.competition, actor=user)
    assert "is closed" in refused(b.people[0], a, SECOND)
    with pytest.raises(Refused, match="is closed"):
        transfers.take_back(came, actor=user)


def test_a_team_that_left_the_league_lets_everybody_go(teams, played, user):
    a, b = teams["A"], teams["B"]
    people.remove_entry(a, actor=user)  # it has played, so it stays without taking part
    for person in a.people[:3]:
        transfers.transfer(person, b, SECOND, "the team is gone", actor=user)
    assert len(a.competition.entries.get(pk=b.pk).people) == 8
    with pytest.raises(Refused, match="Team A no longer takes part"):
        transfers.transfer(b.people[0], a, SECOND, "there is room", actor=user)


def test_taken_back_as_if_nothing_had_happened_until_a_seat_is_taken(teams, matches, played, user):
    a, b = teams["A"], teams["B"]
    goes = b.people[0]
    came = transfers.transfer(goes, a, SECOND, "moved house", actor=user)
    (listed,) = transfers.of(a.competition)
    assert (listed.person, listed.left, listed.team, listed.day, listed.last) == (goes, b, a, SECOND, True)
    transfers.take_back(came, actor=user)
    assert transfers.of(a.competition) == []
    assert goes in b.competition.entries.get(pk=b.pk).people
    came = transfers.transfer(goes, a, SECOND, "moved house after all", actor=user)
    squads.change_team(a, a.team_name, [goes, *a.people[:4]], actor=user)
    came = EntryMember.objects.get(person=goes, until=None)
    assert (came.since, came.reason) == (SECOND, "moved house after all")  # another order keeps it
    league.draw_round(league.evening_of(a.competition, SECOND), [matches["AC"]], user)
    with pytest.raises(Refused, match="has a seat for Team A: what was played stays"):
        transfers.take_back(came, actor=user)


def test_who_came_from_elsewhere_is_not_simply_left_out_of_the_squad(teams, user):
    a, b = teams["A"], teams["B"]
    goes = b.people[0]
    transfers.transfer(goes, a, SECOND, "moved house", actor=user)
    with pytest.raises(Refused, match=f"{goes.name} came from another team: take that transfer back"):
        squads.change_team(a, a.team_name, a.people[:5], actor=user)


def test_there_and_back_again_are_three_memberships_of_two_teams(teams, user):
    a, b = teams["A"], teams["B"]
    goes = a.people[0]
    transfers.transfer(goes, b, SECOND, "moved house", actor=user)
    transfers.transfer(goes, a, SECOND + WEEK, "homesick", actor=user)
    a.refresh_from_db()
    on = [goes in a.people_on(factories.START + WEEK * weeks) for weeks in range(3)]
    assert on == [True, False, True]
    assert [line.name for line in league_squads.squad_lines(a, DESK)].count(goes.name) == 1
    assert squad_of(a)[goes.name].moves == (
        "until 10 September 2026, then Team B from 17 September 2026 on, before that Team B"
    )
    following = factories.make_competition([], club=a.competition.club, kind="teams", team_size=4)
    copy = squads.copy_entry(a, following, actor=user)
    assert goes in copy.people
    assert set(copy.members.values_list("since", flat=True)) == {None}


@pytest.mark.parametrize("played_on", [factories.START, SECOND])
def test_an_evening_does_not_go_to_a_day_on_which_a_player_is_of_another_team(
    teams, matches, user, played_on
):
    """Whoever plays for A before he goes to B, or for B after it, has played for that team."""
    a, b = teams["A"], teams["B"]
    goes = a.people[0]
    other = SECOND if played_on == factories.START else factories.START
    evening = league.evening_of(a.competition, played_on)
    if played_on == factories.START:
        league.draw_round(evening, [matches["AC"]], user)
        transfers.transfer(goes, b, SECOND, "moved house", actor=user)
    else:
        transfers.transfer(goes, b, SECOND, "moved house", actor=user)
        squads.change_team(b, b.team_name, [goes, *b.people[:5]], actor=user)
        league.draw_round(evening, [matches["BC"]], user)
    team = "Team A" if played_on == factories.START else "Team B"
    with pytest.raises(Refused, match=f"{goes.name} has a seat for {team}, and is of another team"):
        evenings.change_evening(evening, date=other, rounds_planned=1, actor=user)
    day = (
        played_on - datetime.timedelta(days=1) if other == SECOND else played_on + datetime.timedelta(days=1)
    )
    evenings.change_evening(evening, date=day, rounds_planned=1, actor=user)


def test_the_rule_goes_along_to_the_next_season_but_for_its_last_day(user):
    before = league.make_teams(2)
    rule = TransferRule(until=SECOND, most_team=2)
    division = league.make_division(2, competition=before, transfers=rule.to_json())
    (only,) = league.make_fixtures(division)
    round_ = league.draw_round(league.evening_of(before), [only], user)
    league.score_tables(round_, only, [(1000, 900), (1000, 900)], user)
    closing.close_round(round_, actor=user)
    following = league.make_teams(2, club=before.club, start=100)
    entries = dict(zip(before.entries.values_list("pk", flat=True), following.entries.all(), strict=True))
    (opened,) = league_seasons.open_divisions_again(before, following, entries, actor=user)
    assert opened.get_transfers() == TransferRule(most_team=2)


def test_back_to_the_program_before_keeps_one_membership_a_person(teams, user):
    goes = teams["A"].people[0]
    transfers.transfer(goes, teams["B"], SECOND, "moved house", actor=user)
    importlib.import_module("tournaments.migrations.0023_transfers").forget_former_members(apps, None)
    assert EntryMember.objects.get(person=goes).entry == teams["B"]


def test_the_database_keeps_one_membership_without_an_end(teams):
    a, b = teams["A"], teams["B"]
    goes = a.people[0]
    own = {"competition": a.competition, "person": goes}
    with pytest.raises(IntegrityError), transaction.atomic():
        EntryMember.objects.create(entry=b, position=9, since=SECOND, **own)
    with pytest.raises(IntegrityError), transaction.atomic():
        EntryMember.objects.create(entry=b, position=9, since=SECOND, until=SECOND, **own)
