"""The desk of a club: its people, roles, competitions and evenings, and who may touch them."""

import pytest
from django.urls import reverse

from tests import factories
from tournaments.models import Change, Club, Competition, Evening, Membership, Person, Role, User

pytestmark = pytest.mark.django_db

NEW_COMPETITION = {
    "name": "Winter",
    "season": "2026/27",
    "kind": "individual",
    "rounds_per_evening": "3",
    "deals_per_round": "16",
    "first_dealer": "N",
    "ruleset_preset": "amsterdam-utrecht",
    "quads": "b",
    "pit_defenders": "on",
    "match_end": "hands",
    "standing_preset": "best_5_of_7",
}


def desk(client, role: str = Role.Kind.ADMINISTRATOR) -> Club:
    user = factories.make_user(role)
    client.force_login(user)
    return user.roles.get().club


def test_a_reader_finds_the_public_clubs_and_the_door(client):
    factories.make_club("De Vier Azen")
    factories.make_club("Besloten", public=False)
    page = client.get(reverse("home"))
    assert page.status_code == 200
    assert b"De Vier Azen" in page.content
    assert b"Besloten" not in page.content
    assert reverse("account_login") in page.text
    assert not page.cookies


def test_who_has_one_club_goes_straight_to_its_desk(client):
    club = desk(client)
    assert client.get(reverse("home")).url == reverse("club", args=[club.slug])


@pytest.mark.parametrize(
    ("role", "allowed", "forbidden"),
    [
        (Role.Kind.PLAYER, ["club", "competitions"], ["people", "person_add", "competition_add", "roles"]),
        (Role.Kind.SECRETARY, ["people", "person_add"], ["competition_add", "roles", "club_edit"]),
        (Role.Kind.ORGANISER, ["people", "competition_add"], ["roles", "club_edit"]),
        (Role.Kind.ADMINISTRATOR, ["people", "competition_add", "roles", "club_edit"], []),
    ],
)
def test_every_role_opens_its_own_doors(client, role, allowed, forbidden):
    club = desk(client, role)
    assert {client.get(reverse(name, args=[club.slug])).status_code for name in allowed} == {200}
    assert all(client.get(reverse(name, args=[club.slug])).status_code == 403 for name in forbidden)


def test_another_club_does_not_exist_for_me(client):
    desk(client)
    other = factories.make_club()
    assert client.get(reverse("club", args=[other.slug])).status_code == 404


def test_a_person_is_added_once_even_with_two_clicks(client):
    club = desk(client)
    form = {"first_name": "Łukasz", "prefix": "van den", "last_name": "Çelik", "number": "007", "key": "abc"}
    form |= {"kind": "member", "visibility": "shown"}
    for _click in range(2):
        answer = client.post(reverse("person_add", args=[club.slug]), form)
        assert answer.url == reverse("people", args=[club.slug])
    membership = Membership.objects.get(club=club)
    assert membership.number == "007"
    assert membership.person.list_name == "Çelik, Łukasz van den"
    found = client.get(reverse("people", args=[club.slug]), {"q": "lukasz cel"})
    assert "Çelik, Łukasz van den" in found.text


def test_a_namesake_is_asked_after_and_typed_values_stay(client):
    club = desk(client)
    factories.make_person("Jan Jansen", club)
    form = {
        "first_name": "Jan",
        "last_name": "Jansen",
        "number": "12",
        "kind": "guest",
        "visibility": "initials",
    }
    url = reverse("person_add", args=[club.slug])

    question = client.post(url, form)

    assert question.status_code == 422
    assert 'value="12"' in question.text
    assert Person.objects.count() == 1
    client.post(url, form | {"twin": "on"})
    assert Person.objects.filter(last_name="Jansen").count() == 2


def test_a_taken_number_is_refused_with_the_holder_named(client):
    club = desk(client)
    factories.make_person("Riet Visser", club, number="04")
    form = {"last_name": "Bakker", "number": "04", "kind": "member", "visibility": "shown"}
    answer = client.post(reverse("person_add", args=[club.slug]), form)
    assert answer.status_code == 422
    assert "Riet Visser" in answer.text
    assert "Bakker" in answer.text


def test_changing_a_name_keeps_the_person(client):
    club = desk(client)
    person = factories.make_person("Jan Jansen", club, number="1")
    form = {"first_name": "Jan", "prefix": "de", "last_name": "IJsbrand", "number": "1"}
    client.post(
        reverse("person_edit", args=[club.slug, person.pk]), form | {"kind": "member", "visibility": "hidden"}
    )
    person.refresh_from_db()
    assert person.name == "Jan de IJsbrand"
    assert person.visibility == "hidden"
    assert Change.objects.filter(verb="change person").count() == 1


def test_a_role_is_given_to_a_new_user_and_taken_away(client):
    club = desk(client)
    url = reverse("roles", args=[club.slug])
    missing = client.post(url, {"username": "sjaan", "kind": "secretary"})
    assert missing.status_code == 422
    client.post(url, {"username": "sjaan", "kind": "secretary", "password": "harten-vrouw-9"})
    user = User.objects.get(username="sjaan")
    assert user.check_password("harten-vrouw-9")
    role = user.roles.get()
    client.post(url, {"take": role.pk})
    assert not user.roles.exists()


def test_a_forgotten_password_is_set_only_for_who_has_no_rights_elsewhere(client):
    club = desk(client)
    own = factories.make_user(Role.Kind.SECRETARY, club)
    shared = factories.make_user(Role.Kind.SECRETARY, club)
    Role.objects.create(user=shared, club=factories.make_club(), kind=Role.Kind.ADMINISTRATOR)
    url = reverse("roles", args=[club.slug])

    assert client.post(url, {"user": own.pk, "new_password": "harten-vrouw-9"}).status_code == 302
    assert client.post(url, {"user": shared.pk, "new_password": "harten-vrouw-9"}).status_code == 422
    assert client.post(url, {"user": own.pk, "new_password": "123"}).status_code == 422

    own.refresh_from_db()
    shared.refresh_from_db()
    assert own.check_password("harten-vrouw-9")
    assert shared.check_password(factories.PASSWORD)


@pytest.mark.parametrize("number", ["abc", "", "-1", "9" * 40])
def test_a_number_that_nothing_has_is_not_found(client, number):
    club = desk(client)
    assert client.post(reverse("roles", args=[club.slug]), {"take": number}).status_code == 404
    if number.isdecimal():
        assert client.get(reverse("person_edit", args=[club.slug, int(number)])).status_code == 404


def test_the_last_administrator_stays(client):
    club = desk(client)
    role = club.roles.get()
    client.post(reverse("roles", args=[club.slug]), {"take": role.pk})
    assert club.roles.get() == role


def test_a_competition_keeps_the_rules_that_were_chosen(client):
    club = desk(client)
    answer = client.post(reverse("competition_add", args=[club.slug]), NEW_COMPETITION)
    competition = Competition.objects.get(club=club)
    assert answer.url == reverse("entries", args=[competition.pk])
    ruleset = competition.get_rules()
    assert (ruleset.trump_method, ruleset.quad_7, ruleset.quad_j) == ("utrecht", 100, 200)
    standing = competition.get_standing()
    assert (standing.best, standing.unit, standing.minimum_attendance) == (5, "evening", 5)
    assert competition.planned_evenings == 7
    shown = client.get(reverse("competition_edit", args=[competition.pk])).text
    assert reverse("standing_rule", args=[competition.pk]) in shown
    assert reverse("attendance_rule", args=[competition.pk]) in shown


def test_a_preset_of_the_standing_brings_its_other_titles_along(client):
    club = desk(client)
    preset = {"standing_preset": "best_5_of_7_points_champion"}
    client.post(reverse("competition_add", args=[club.slug]), NEW_COMPETITION | preset)
    (title,) = Competition.objects.get(club=club).get_titles().values()
    assert (title.best, title.all_evenings) == (0, True)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"deals_per_round": "0"}, "deals_per_round"),
        ({"deals_per_round": "1e2"}, "deals_per_round"),
        ({"rounds_per_evening": "21"}, "rounds_per_evening"),
        ({"standing_preset": "best_9_of_7"}, "standing_preset"),
        ({"name": ""}, "name"),
    ],
)
def test_rules_that_cannot_be_are_refused_at_their_field(client, wrong, field):
    club = desk(client)
    answer = client.post(reverse("competition_add", args=[club.slug]), NEW_COMPETITION | wrong)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert not Competition.objects.exists()


def test_two_competitions_of_one_name_and_season_are_refused(client):
    club = desk(client)
    url = reverse("competition_add", args=[club.slug])
    client.post(url, NEW_COMPETITION)
    assert client.post(url, NEW_COMPETITION).status_code == 422
    assert Competition.objects.count() == 1


def test_a_preset_that_the_game_cannot_have_is_refused_at_the_choice(client):
    club = desk(client)
    where = reverse("competition_add", args=[club.slug])
    form = client.get(where).context["form"]
    game = NEW_COMPETITION | {
        "ruleset_preset": "klaberjass-3",
        "standing_preset": "match_points",
        "choose": "1",
    }
    form = client.post(where, game).context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value not in (None, False)}
    answer = client.post(where, sent | {"rounds_per_evening": "3"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["standing_preset"]


def test_a_preset_with_a_lot_draws_one(client):
    club = desk(client)
    preset = {"standing_preset": "ties_broken"}
    client.post(reverse("competition_add", args=[club.slug]), NEW_COMPETITION | preset)
    assert Competition.objects.get(club=club).get_standing().seed > 0


def test_frozen_rules_do_not_change_whatever_is_posted(client):
    club = desk(client)
    client.post(reverse("competition_add", args=[club.slug]), NEW_COMPETITION)
    competition = Competition.objects.get()
    competition.frozen_at = competition.created
    competition.save()
    before = competition.ruleset
    other = NEW_COMPETITION | {
        "ruleset_preset": "rotterdam",
        "deals_per_round": "8",
        "standing_preset": "sum",
        "name": "Winter, anders",
    }
    client.post(reverse("competition_edit", args=[competition.pk]), other)
    competition.refresh_from_db()
    assert competition.ruleset == before
    assert competition.deals_per_round == 16
    assert competition.name == "Winter, anders"
    assert competition.get_standing().best == 5  # chosen anew on its own page only


def test_all_members_are_entered_at_once_and_guests_are_not(client):
    club = desk(client)
    factories.make_people(3, club)
    factories.make_person("Gast", club, kind="guest")
    competition = factories.make_competition([], club=club)
    client.post(reverse("entries", args=[competition.pk]), {"everybody": "1"})
    assert competition.entries.count() == 3


def test_nobody_is_in_two_pairs(client):
    club = desk(client)
    one, two, three = factories.make_people(3, club)
    competition = factories.make_competition([], club=club, kind="pairs")
    url = reverse("entries", args=[competition.pk])
    client.post(url, {"first": one.pk, "second": two.pk})
    answer = client.post(url, {"first": one.pk, "second": three.pk})
    assert answer.status_code == 422
    assert client.post(url, {"first": three.pk, "second": three.pk}).status_code == 422
    assert competition.entries.count() == 1


def test_a_new_evening_opens_its_cockpit_and_a_double_click_makes_one(client):
    club = desk(client)
    competition = factories.make_competition(4, club=club)
    url = reverse("evening_add", args=[competition.pk])
    form = {"date": "2026-10-06", "rounds_planned": "3"}
    answers = {client.post(url, form).url for _click in range(2)}
    evening = Evening.objects.get()
    assert answers == {reverse("evening", args=[evening.pk])}
    earlier = client.post(url, {"date": "2026-10-05", "rounds_planned": "3"})
    assert earlier.status_code == 422


@pytest.mark.parametrize("date", ["0206-10-06", "2206-10-06", "9999-12-31"])
def test_a_slip_in_the_year_is_refused(client, date):
    club = desk(client)
    competition = factories.make_competition(4, club=club)
    answer = client.post(reverse("evening_add", args=[competition.pk]), {"date": date, "rounds_planned": "3"})
    assert answer.status_code == 422
    evening = factories.make_evening(competition)
    answer = client.post(reverse("evening_edit", args=[evening.pk]), {"date": date, "rounds_planned": "3"})
    assert answer.status_code == 422
    evening.refresh_from_db()
    assert evening.date == factories.START


def test_the_desk_does_not_ask_more_with_more_people(client, django_assert_max_num_queries):
    club = desk(client)
    factories.make_people(60, club)
    competition = factories.make_competition(list(Person.objects.all()), club=club)
    for _number in range(5):
        factories.make_evening(competition, present=0)
    for url in (
        reverse("club", args=[club.slug]),
        reverse("people", args=[club.slug]),
        reverse("competition", args=[competition.pk]),
        reverse("entries", args=[competition.pk]),
    ):
        with django_assert_max_num_queries(14):
            assert client.get(url).status_code == 200
