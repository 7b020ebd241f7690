"""Teams: their names, their squads, and the next season."""

import pytest
from django.utils import translation

from tests import factories
from tests.tournaments import leagues as league
from tournaments import names
from tournaments.models import Change, Entry, Membership, Person, Seat
from tournaments.services import people, squads
from tournaments.services.errors import AlreadyDone, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user()


def test_the_name_of_a_team_is_public_and_its_people_decide_about_theirs():
    competition = league.make_teams(1)
    team = Entry.objects.prefetch_related("members__person").get()
    assert (team.name, team.list_name, team.public_name()) == ("Team A",) * 3
    assert team.sort_key == names.sort_key(names.Name("", "", "Team A"))
    assert [person.name for person in team.people][:2] == ["Anneke Bakker", "Bart van den Berg"]
    assert competition.kind_in_words == "teams of 4"
    assert (competition.entries_a_table, competition.tables_a_match) == (2, 2)


def test_a_squad_keeps_the_order_of_the_line_up_and_can_be_put_in_another(user):
    competition = league.make_teams(1, squad=6)
    team = competition.entries.get()
    one, two, *others = team.people
    squads.change_team(team, "De Klavers", [two, one, *others], represents="Zuidwolde", actor=user)
    team = Entry.objects.get()
    assert team.people == [two, one, *others]
    assert (team.name, team.represents) == ("De Klavers", "Zuidwolde")
    assert Change.objects.filter(verb="change team").count() == 1


@pytest.mark.parametrize(
    ("name", "take", "says"),
    [
        ("Team B", slice(0, 3), "needs a squad of 4 to 24 people; there are 3"),
        ("  ", slice(0, 4), "has a name"),
        ("team  a", slice(0, 4), "a team team a already"),
    ],
)
def test_a_team_that_cannot_be_is_refused_in_words(name, take, says, user):
    competition = league.make_teams(1)
    free = factories.make_people(5, competition.club, start=100)
    with pytest.raises(Refused, match=says):
        squads.add_team(competition, name, free[take], actor=user)
    assert competition.entries.count() == 1


def test_nobody_stands_twice_or_in_two_teams(user):
    competition = league.make_teams(1)
    taken = competition.entries.get().people[0]
    free = factories.make_people(4, competition.club, start=100)
    with pytest.raises(Refused, match="stands twice"):
        squads.add_team(competition, "B", [*free[:3], free[0]], actor=user)
    with pytest.raises(Refused, match="Anneke Bakker already plays for Team A"):
        squads.add_team(competition, "B", [*free[:3], taken], actor=user)


def test_newcomers_become_guests_of_the_club_unless_they_are_known(user):
    competition = league.make_teams(1)
    free = factories.make_people(3, competition.club, start=100)
    team = squads.add_team(
        competition, "B", free, newcomers=[names.parse("Geert Smeets")], actor=user, key="one"
    )
    assert team.people[-1].name == "Geert Smeets"
    assert team.people[-1].memberships.get().kind == Membership.Kind.GUEST
    assert team.ranked  # a team of guests is as good as any
    with pytest.raises(Refused, match="Geert Smeets is in the list already"):
        squads.add_team(competition, "C", free, newcomers=[names.parse("Geert Smeets")], actor=user)
    with pytest.raises(AlreadyDone):
        squads.add_team(competition, "B", free, actor=user, key="one")
    assert Person.objects.filter(last_name="Smeets").count() == 1


def test_who_has_played_for_a_team_stays_in_its_squad(user):
    competition = league.make_teams(2, squad=5)
    division = league.make_division(2, competition=competition)
    made = league.make_fixtures(division)
    league.draw_round(league.evening_of(competition), made, user)
    team = made[0].home
    first, *rest = team.people
    with pytest.raises(Refused, match=f"{first.name} has a seat in a match of this team"):
        squads.change_team(team, team.team_name, rest, actor=user)
    squads.change_team(team, team.team_name, [*rest, first], actor=user)
    assert Entry.objects.get(pk=team.pk).people[-1] == first
    assert Seat.objects.filter(person=first, entry=team).exists()


def test_people_do_not_enter_a_competition_of_teams_by_themselves(user):
    competition = league.make_teams(1)
    somebody = factories.make_people(1, competition.club, start=100)
    with pytest.raises(Refused, match="make a team with its squad"):
        people.add_entry(competition, somebody, actor=user)


def test_the_same_team_enters_the_next_season(user):
    competition = league.make_teams(1, squad=5)
    team = competition.entries.get()
    team.strength, team.represents = 7, "Zuidwolde"
    team.save()
    following = factories.make_competition([], club=competition.club, kind="teams", team_size=4)
    copy = squads.copy_entry(team, following, actor=user)
    assert (copy.team_name, copy.represents, copy.strength) == ("Team A", "Zuidwolde", 7)
    assert copy.people == team.people
