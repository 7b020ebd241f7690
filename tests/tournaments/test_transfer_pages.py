"""Pages of transfers: a look first, then the act; who may; and what the division, the squad and paper say."""

import datetime

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.tournaments import leagues as league
from tests.tournaments.filled_form import shown
from tournaments.models import Change, EntryMember, Person
from tournaments.pairing.leagues import TransferRule
from tournaments.services import closing, draw, league_tables, leagues_play, transfers
from tournaments.services.headings import heading

pytestmark = pytest.mark.django_db
DAY = factories.START + datetime.timedelta(weeks=1)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def competition():
    return league.make_teams(4, squad=5)


@pytest.fixture
def user(competition):
    return factories.make_user("organiser", competition.club)


@pytest.fixture
def desk(user):
    return factories.sign_in(user)


@pytest.fixture
def division(competition):
    return league.make_division(4, competition=competition)


@pytest.fixture
def teams(competition):
    return list(competition.entries.order_by("pk"))


def test_a_transfer_is_looked_at_and_then_saved_once(desk, competition, division, teams):
    goes = teams[0].people[0]
    address = reverse("transfers", args=[competition.pk])
    page = desk.get(address)
    sent = {
        "key": page.context["form"]["key"].value(),
        "person": goes.pk,
        "team": teams[1].pk,
        "day": DAY.isoformat(),
        "reason": "moved house",
    }
    look = desk.post(address, sent | {"look": "1"})
    text = look.content.decode()
    assert f"Until 10 September 2026 {goes.name} plays for Team A, from that day on for Team B." in text
    assert f"{goes.name} has played nothing for Team A yet." in text
    assert "Team A then has 4 in its squad" in text
    assert "No table, match or rating changes." in text
    assert not EntryMember.objects.exclude(since=None).exists()
    for _click in range(2):
        answer = desk.post(address, shown(look) | {"save": ["1"]})
        assert answer.status_code == 302
    assert Change.objects.filter(verb="transfer").count() == 1
    listed = desk.get(address).content.decode()
    assert "Team A → Team B, from 10 September 2026 on: moved house" in listed
    came = EntryMember.objects.get(person=goes, until=None)
    desk.post(reverse("transfer_back", args=[competition.pk, came.pk]))
    assert EntryMember.objects.get(person=goes).entry == teams[0]


def test_what_is_refused_is_said_in_the_form(desk, competition, division, teams):
    division.transfers = TransferRule(allowed=False).to_json()
    division.save()
    address = reverse("transfers", args=[competition.pk])
    page = desk.get(address)
    assert "Nobody changes teams during the season." in page.content.decode()
    answer = desk.post(
        address,
        shown(page) | {"person": teams[0].people[0].pk, "team": teams[1].pk, "reason": "x", "look": "1"},
    )
    assert answer.status_code == 422
    assert "First division: nobody changes teams during the season." in answer.content.decode()
    assert answer.context["effects"] is None


def test_the_rule_is_part_of_the_division(desk, client, competition, division):
    address = reverse("division_edit", args=[division.pk])
    page = desk.get(address)
    assert page.context["form"]["transfers"].value() is True
    odd = desk.post(address, shown(page) | {"most_team": "0"})
    assert odd.status_code == 422
    changed = {"transfers": "on", "transfers_until": "2026-12-01", "most_player": "1", "most_team": "2"}
    assert desk.post(address, shown(page) | changed).status_code == 302
    division.refresh_from_db()
    assert division.get_transfers() == TransferRule(True, datetime.date(2026, 12, 1), 1, 2)
    league.make_fixtures(division)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    public = client.get(reverse("public_division", args=[competition.club.slug, division.pk]))
    assert "Somebody begins for another team on 1 December 2026" in public.content.decode()
    at_desk = desk.get(reverse("division", args=[division.pk])).content.decode()
    assert "Somebody begins for another team on 1 December 2026 at the latest." in at_desk
    assert "Changes of team of one player in a season: 1 at most." in at_desk
    assert "Players that one team takes over in a season: 2 at most." in at_desk


def test_a_line_up_offers_who_is_of_the_team_that_day_and_says_who_may_not_play(
    desk, user, competition, division, teams
):
    """A player of the first match goes to a team whose match of that match day is played later, and on to its next."""
    made = league.make_fixtures(division)
    first, second = [one for one in made if one.match_day == 1]
    round_ = league.draw_round(league.evening_of(competition), [first], user)
    league.score_tables(round_, first, [(1000, 700), (800, 900)], user)
    closing.close_round(round_, actor=user)
    closing.close_evening(round_.evening, actor=user)
    goes = first.home.people[0]
    transfers.transfer(goes, second.home, DAY, "moved house", actor=user)
    later = next(one for one in made if one.match_day == 2 and second.home_id in (one.home_id, one.away_id))
    for match, there in ((second, False), (later, True)):
        evening = factories.make_evening(competition, present=0)
        draft = leagues_play.draw_fixtures(evening, [match.pk], actor=user)
        page = desk.get(reverse("line_up", args=[draft.pk, second.home_id]))
        squad = dict(page.context["form"].fields["seat-0"].choices[0][1])
        assert (str(goes.pk) in squad) is there
        why = f"{goes.name} has played for {first.home.name} on match day 1"
        assert (why in page.content.decode()) is not there
        draw.publish(draft, actor=user)
        league.score_tables(draft, match, [(1000, 700), (800, 900)], user)
        closing.close_round(draft, actor=user)
        closing.close_evening(evening, actor=user)
    old = leagues_play.draw_fixtures(
        factories.make_evening(competition, present=0),
        [next(one.pk for one in made if one.match_day == 3 and first.home_id in (one.home_id, one.away_id))],
        actor=user,
    )
    choices = desk.get(reverse("line_up", args=[old.pk, first.home_id])).context["form"].fields["seat-0"]
    assert str(goes.pk) not in {key for _title, people in choices.choices for key, _name in people}


def test_pairs_have_no_transfers(desk, competition):
    pairs = factories.make_competition([], kind="pairs", club=competition.club)
    assert desk.get(reverse("transfers", args=[pairs.pk])).status_code == 404
    form = desk.get(reverse("division_add", args=[pairs.pk])).context["form"]
    assert "transfers" not in form.fields


@pytest.mark.parametrize("role", ["player", "secretary"])
def test_only_organisers_let_somebody_go(role, competition, teams):
    other = factories.sign_in(factories.make_user(role, competition.club))
    assert other.get(reverse("transfers", args=[competition.pk])).status_code == 403


def test_squads_tell_it_in_public_and_on_paper_as_far_as_names_allow(
    client, user, competition, division, teams
):
    match = league.make_fixtures(division)[0]
    round_ = league.draw_round(league.evening_of(competition), [match], user)
    league.score_tables(round_, match, [(1000, 700), (800, 900)], user)
    closing.close_round(round_, actor=user)
    closing.close_evening(round_.evening, actor=user)
    home, away = match.home, match.away
    goes, hidden = home.people[0], home.people[4]
    hidden.visibility = Person.Visibility.HIDDEN
    hidden.save()
    transfers.transfer(goes, away, DAY, "moved house", actor=user)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    address = reverse("public_league_entry", args=[competition.club.slug, competition.pk, home.pk])
    public = client.get(address).content.decode()
    assert goes.name in public
    assert away.team_name in public
    assert "moved house" not in public
    assert hidden.name not in public
    report = league_tables.league_tables(competition, heading(competition, "", DAY, title=""))
    squads = next(table for table in report.tables if table.heading.title == "Squads")
    told = {(row[0], row[1]): row[2:] for row in squads.rows}
    assert told[home.team_name, goes.name][:2] == (1, 1000)
    assert told[home.team_name, goes.name][-1] == f"until 10 September 2026, then {away.team_name}"
    assert told[away.team_name, goes.name][0] == 0
