"""Pages of teams: making them, line-ups, a match evening and what readers see."""

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from tests import factories
from tests.tournaments import leagues as league
from tournaments.models import Change, Competition, Entry, Person, Seat
from tournaments.pairing.leagues import MatchRule
from tournaments.services import (
    check_in,
    closing,
    decisions,
    league_ties,
    leagues_play,
    line_ups,
    round_documents,
    squads,
)
from tournaments.services.errors import AlreadyDone, Refused

pytestmark = pytest.mark.django_db


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


def url(name, *args):
    return reverse(name, args=args)


def filled(form, **changes):
    """What a browser sends when only these fields are changed."""
    values = {name: form[name].value() for name in form.fields}
    return {
        name: value for name, value in (values | changes).items() if not (value is None or value is False)
    }


# Competitions and teams -----------------------------------------------------------


def test_a_competition_of_teams_says_its_size_and_takes_its_rounds_from_the_fixtures(desk, competition):
    form = desk.get(url("competition_add", competition.club.slug)).context["form"]
    sent = filled(form, name="Viertallen", season="2026/27", kind="teams")
    page = desk.post(url("competition_add", competition.club.slug), sent)
    assert page.status_code == 422
    assert "how many players a team has" in page.text
    assert desk.post(page.request["PATH_INFO"], sent | {"team_size": "4"}).status_code == 302
    made = Competition.objects.get(name="Viertallen")
    assert (made.team_size, made.get_pairing().method) == (4, "fixtures")
    assert "teams of 4" in desk.get(url("competition", made.pk)).text


def test_people_do_not_become_teams(desk, competition):
    people = factories.make_people(4, competition.club, start=200)
    other = factories.make_competition(people, club=competition.club)
    form = desk.get(url("competition_edit", other.pk)).context["form"]
    page = desk.post(url("competition_edit", other.pk), filled(form, kind="teams", team_size="4"))
    assert page.status_code == 422
    assert "There are entries already" in page.text
    other.refresh_from_db()
    assert other.kind == "individual"


def test_a_team_is_made_by_choosing_its_people_in_order(desk, competition):
    free = factories.make_people(5, competition.club, start=200)
    form = desk.get(url("team_add", competition.pk)).context["form"]
    places = {f"place-{at}": str(person.pk) for at, person in enumerate(free)}
    sent = filled(form, name="De Klavers", represents="Zuidwolde", newcomers="Geert Smeets\n", **places)
    for _click in range(2):
        assert desk.post(url("team_add", competition.pk), sent).status_code == 302
    team = Entry.objects.get(team_name="De Klavers")
    assert [person.name for person in team.people] == [*(person.name for person in free), "Geert Smeets"]
    text = desk.get(url("entries", competition.pk)).text
    assert "De Klavers" in text
    assert "Zuidwolde: " in text

    form = desk.get(url("team_edit", competition.pk, team.pk)).context["form"]
    swapped = {"place-0": str(free[1].pk), "place-1": str(free[0].pk)}
    desk.post(url("team_edit", competition.pk, team.pk), filled(form, **swapped))
    assert team.members.get(position=0).person == free[1]


def test_a_squad_that_cannot_be_keeps_what_was_chosen(desk, competition):
    one, *_others = factories.make_people(3, competition.club, start=200)
    form = desk.get(url("team_add", competition.pk)).context["form"]
    twice = {"place-0": str(one.pk), "place-1": str(one.pk)}
    page = desk.post(url("team_add", competition.pk), filled(form, name="B", **twice))
    assert page.status_code == 422
    assert f"{one.name} stands here twice." in page.text
    page = desk.post(
        url("team_add", competition.pk), filled(form, name="Better", newcomers=one.name, **{"place-0": ""})
    )
    assert page.status_code == 422
    assert f"{one.name} is in the list already" in page.text
    assert 'value="Better"' in page.text
    assert Person.objects.filter(memberships__club=competition.club).count() == 4 * 5 + 3


def test_teams_are_made_by_organisers_and_only_where_teams_play(competition):
    secretary = factories.sign_in(factories.make_user("secretary", competition.club))
    assert secretary.get(url("team_add", competition.pk)).status_code == 403
    people = factories.make_people(4, competition.club, start=200)
    pairs = factories.make_competition(people, club=competition.club, kind="pairs")
    organiser = factories.sign_in(factories.make_user("organiser", competition.club))
    assert organiser.get(url("team_add", pairs.pk)).status_code == 404


# A match evening --------------------------------------------------------------------


def test_the_door_knows_teams_by_name_and_by_their_people(desk, competition):
    evening = league.evening_of(competition)
    page = desk.get(url("check_in", evening.pk))
    assert "Team A" in page.text
    assert "Name of the team or of somebody in it" in page.text
    assert 'id="guest"' not in page.text
    found = desk.get(url("check_in", evening.pk) + "?q=anneke")  # of team A and, twenty later, nobody
    assert len(found.context["hidden"]) == 3
    desk.post(url("presence", evening.pk, competition.entries.first().pk), {"state": "present"})
    assert "1 more team makes a match" in desk.get(url("check_in", evening.pk)).text
    with pytest.raises(Refused, match="in the line-up of a team"):
        check_in.add_guest(evening, None, actor=None)


def test_a_draft_shows_the_teams_and_leads_to_their_line_ups(desk, user, competition, division):
    made = league.make_fixtures(division)
    evening = league.evening_of(competition)
    round_ = leagues_play.draw_fixtures(evening, [made[0].pk], actor=user)
    text = desk.get(url("round", round_.pk)).text
    assert "at every other table of a match" in text
    assert "nobody has met" not in text
    assert text.count(url("line_up", round_.pk, made[0].home_id)) == 2  # one at each table

    where = url("line_up", round_.pk, made[0].home_id)
    form = desk.get(where).context["form"]
    home = made[0].home
    desk.post(where, filled(form, **{"seat-0": str(home.people[4].pk)}))
    assert line_ups.seats_of(round_, home)[0].person == home.people[4]
    page = desk.post(where, filled(form, **{"seat-0": str(home.people[1].pk)}))
    assert page.status_code == 422
    assert "has two seats in this line-up" in page.text

    desk.post(url("round_publish", round_.pk))
    assert desk.get(where).status_code == 302
    for shown in (url("round", round_.pk), url("projector", evening.pk), url("evening", evening.pk)):
        assert home.name in desk.get(shown).text


def test_a_team_from_elsewhere_has_no_line_up_here(desk, user, competition, division):
    made = league.make_fixtures(division)
    round_ = leagues_play.draw_fixtures(league.evening_of(competition), [made[0].pk], actor=user)
    idle = competition.entries.exclude(pk__in=[made[0].home_id, made[0].away_id]).first()
    assert desk.get(url("line_up", round_.pk, idle.pk)).status_code == 404
    secretary = factories.sign_in(factories.make_user("secretary", competition.club))
    assert secretary.get(url("line_up", round_.pk, made[0].home_id)).status_code == 403


def test_the_next_round_of_a_match_is_ticked_and_says_so(desk, user, competition):
    division = league.make_division(4, competition=competition, rule=MatchRule(rounds=2).to_json())
    made = league.make_fixtures(division)
    evening = league.evening_of(competition, rounds=2)
    league.draw_round(evening, made[:1], user)
    page = desk.get(url("evening_fixtures", evening.pk))
    assert page.context["ticked"] == {made[0].pk}
    assert "round 2 of 2" in page.text


# What readers see ---------------------------------------------------------------------


@pytest.fixture
def played(user, competition, division):
    """Team A against D at home: 1500–1400 and 1250–1600."""
    made = league.make_fixtures(division)
    first = next(one for one in made if one.match_day == 1)
    round_ = league.draw_round(league.evening_of(competition), [first], user)
    league.score_tables(round_, first, [(1500, 1400), (1250, 1600)], user)
    closing.close_round(round_, actor=user)
    first.refresh_from_db()
    return first


def test_a_match_shows_its_tables_and_who_sat_there(desk, played):
    text = desk.get(url("fixture", played.pk)).text
    narrow = "\N{NARROW NO-BREAK SPACE}"
    for score in ("2750", "3000", "1500", "1400", "1250", "1600"):
        assert f"{score[0]}{narrow}{score[1:]}" in text
    for person in (*played.home.people[:4], *played.away.people[:4]):
        assert escape(person.name) in text


def test_the_squad_of_a_team_shows_what_everybody_made(desk, played):
    lines = desk.get(url("league_entry", played.division.competition_id, played.home_id)).context["squad"]
    assert [(line.rounds, line.points) for line in lines] == [
        (1, 1500),
        (1, 1500),
        (1, 1250),
        (1, 1250),
        (0, 0),
    ]
    assert lines[0].average == 1500
    assert lines[4].average is None


def test_in_public_the_people_of_a_squad_follow_their_own_wish(client, played):
    hidden = played.home.people[0]
    hidden.visibility = Person.Visibility.HIDDEN
    hidden.save()
    club = played.division.competition.club
    text = client.get(
        url("public_league_entry", club.slug, played.division.competition_id, played.home_id)
    ).text
    assert played.home.name in text
    assert hidden.name not in text


def test_clubs_are_ranked_by_what_their_teams_made(desk, played):
    competition = played.division.competition
    for team, club in zip(
        competition.entries.order_by("pk"), ("Noord", "Zuid", "Zuid", "Noord"), strict=True
    ):
        squads.change_team(team, team.team_name, team.people, represents=club, actor=None)
    lines = desk.get(url("league", competition.pk)).context["clubs"]
    by_name = {line.name: (line.rank, line.entries, line.points, line.scored) for line in lines}
    north = {team.pk for team in competition.entries.all() if team.represents == "Noord"}
    scores = {played.home_id: (0, 2750), played.away_id: (2, 3000)}
    points, scored = (sum(scores[pk][at] for pk in scores if pk in north) for at in (0, 1))
    assert by_name["Noord"][1:] == (2, points, scored)
    assert by_name["Zuid"][1:] == (2, 2 - points, 5750 - scored)


def test_points_taken_by_hand_stand_in_the_table_with_their_reason(desk, client, played):
    actor = factories.make_user("organiser", played.division.competition.club)
    round_ = played.division.competition.evenings.get().rounds.get()
    decisions.penalise(played.away, round_, match_points=3, reason="an unregistered player", actor=actor)
    division = played.division
    page = desk.get(url("division", division.pk))
    points = {line.entry: (line.points, line.by_hand) for line in page.context["board"].lines}
    assert points[played.away_id] == (2 - 3, -3)
    assert "−3 match points" in page.text
    assert "an unregistered player" in page.text
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    public = client.get(url("public_division", division.competition.club.slug, division.pk)).text
    assert "−3 match points" in public
    assert "unregistered" not in public


def test_points_taken_from_a_match_are_in_its_score(desk, played):
    actor = factories.make_user("organiser", played.division.competition.club)
    round_ = played.division.competition.evenings.get().rounds.get()
    decisions.penalise(played.away, round_, points=300, reason="too late", actor=actor)
    board = desk.get(url("division", played.division.pk)).context["board"]
    match = next(match for match in board.matches if match.fixture.pk == played.pk)
    assert (match.home.score, match.away.score, match.corrections) == (2750, 2700, (0, -300))
    assert match.winner == played.home_id


def test_a_shared_place_is_decided_by_a_lot_that_anybody_can_draw_again(desk, user, competition):
    entries = list(competition.entries.order_by("pk"))[:2]
    division = league.make_division(2, competition=competition, entries=entries, name="Two", promoted=1)
    made = league.make_fixtures(division)
    round_ = league.draw_round(league.evening_of(competition), made, user)
    league.score_tables(round_, made[0], [(1500, 1400), (1400, 1500)], user)
    closing.close_round(round_, actor=user)
    text = desk.get(url("division", division.pk)).text
    assert "Place 1 is shared" in text
    where = url("division_places", division.pk, 1)
    form = desk.get(where).context["form"]
    assert desk.post(where, filled(form, way="choice", reason="x")).status_code == 422
    desk.post(where, filled(form, way="lot", reason="before everybody"))
    division.refresh_from_db()
    (lot,) = division.lots
    assert lot["entries"] == league_ties.drawn([entry.pk for entry in entries], lot["seed"])
    text = desk.get(url("division", division.pk)).text
    assert f"by lot (number {lot['seed']}): before everybody" in text
    assert "Place 1 is shared" not in text
    done = Change.objects.get(key__startswith=form["key"].value())
    with pytest.raises(AlreadyDone):
        league_ties.decide(division, lot["entries"], "x", actor=user, key=done.key)
    with pytest.raises(Refused, match="do not share a place"):
        league_ties.decide(division, lot["entries"], "x", actor=user)

    desk.post(url("division_places_back", division.pk))
    league_ties.decide(division, [entries[1].pk, entries[0].pk], "play-off", actor=user)
    page = desk.get(url("division", division.pk))
    assert [line.entry for line in page.context["board"].lines] == [entries[1].pk, entries[0].pk]
    assert "by decision of the organiser: play-off" in page.text


def test_seats_of_a_team_are_kept_by_round_and_table(played):
    assert Seat.objects.filter(entry=played.home).count() == 4


# On paper -----------------------------------------------------------------------------


def test_the_paper_of_a_table_and_the_lists_on_the_wall_name_the_teams(played):
    round_ = played.table.round
    (first, second) = round_documents.slips_document(round_.pk).slips
    assert first.teams == (played.home.name, played.away.name)
    assert second.teams == (played.away.name, played.home.name)
    assert first.seats["N"] == played.home.people[0].name
    by_name = round_documents.wall_by_name_document(round_.pk)
    team = [column.key for column in by_name.columns].index("team")
    assert {row[team] for row in by_name.rows} == {played.home.name, played.away.name}
    by_table = round_documents.wall_by_table_document(round_.pk)
    assert [column.title for column in by_table.columns] == [
        *("Table", "North–South", "North", "South", "East–West", "East", "West")
    ]
    assert by_table.rows[1][1::3] == (played.away.name, played.home.name)


def test_people_without_teams_have_no_column_for_them(user):
    evening = factories.make_evening()
    round_ = factories.make_published_round(evening)
    for report in (
        round_documents.wall_by_name_document(round_.pk),
        round_documents.wall_by_table_document(round_.pk),
    ):
        assert not [column.key for column in report.columns if column.key.startswith("team")]


def test_a_match_at_the_tables_is_decided_without_play_on_its_page(desk, user, competition, division):
    made = league.make_fixtures(division)
    first = next(one for one in made if one.match_day == 1)
    round_ = league.draw_round(league.evening_of(competition), [first], user)
    page = desk.get(url("fixture", first.pk))
    assert list(page.context["forms"]) == ["award", "cancel"]
    first.refresh_from_db()
    told = {"deed": "award", "award-winner": first.home_id, "award-reason": "they walked off"}
    assert desk.post(url("fixture", first.pk), told).status_code == 302
    page = desk.get(url("fixture", first.pk))
    assert not page.context["forms"]
    assert "Take this back" in page.text
    assert "not in yet" not in page.text
    tiles = desk.get(url("round", round_.pk)).text
    assert tiles.count("decided without a sheet") == 2
    assert "All sheets are in" in tiles
    desk.post(url("round_close", round_.pk))
    round_.refresh_from_db()
    assert round_.state == "closed"
    assert "Take this back" not in desk.get(url("fixture", first.pk)).text


def test_that_a_match_ends_early_is_said_on_its_page_and_seen_by_everybody(desk, client, user, competition):
    division = league.make_division(4, competition=competition, rule=MatchRule(rounds=2).to_json())
    first = league.make_fixtures(division)[0]
    round_ = league.draw_round(league.evening_of(competition, rounds=2), [first], user)
    league.score_tables(round_, first, [(1000, 900), (1000, 900)], user)
    page = desk.get(url("fixture", first.pk))
    assert list(page.context["forms"]) == ["end", "award", "cancel"]
    answer = desk.post(url("fixture", first.pk), {"deed": "end", "end-reason": "power cut"})
    assert answer.status_code == 302
    desk_text = desk.get(url("division", division.pk)).text
    assert "ended early: 1 of 2 rounds" in desk_text
    public = client.get(url("public_division", competition.club.slug, division.pk)).text
    assert "power cut" in desk_text
    assert "power cut" not in public
