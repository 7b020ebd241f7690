"""The pages of a schedule: choosing, looking, taking over, giving up, everybody's card, and what readers see."""

import html

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests import factories
from tests.tournaments.test_schedules_service import comes, leaves
from tournaments import timetable
from tournaments.models import Competition, Role, Round, Schedule
from tournaments.pairing import PairingRule
from tournaments.services import draw, schedules

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def english():
    with override("en"):
        yield


@pytest.fixture
def user():
    return factories.make_user()


def evening_of(user, players: int = 13, rounds: int = 4, **fields):
    club = user.roles.get().club
    people = factories.make_people(players, club)
    return factories.make_evening(factories.make_competition(people, club=club, rounds=rounds, **fields))


def url(evening, name: str = "evening_schedule", *args) -> str:
    return reverse(name, args=[evening.pk, *args])


def text(response) -> str:
    return " ".join(html.unescape(response.content.decode()).split())


def test_the_choice_says_how_good_each_schedule_is(user):
    page = text(factories.sign_in(user).get(url(evening_of(user))))
    assert "13 people are checked in" in page
    assert "4 rounds are planned" in page
    assert "Nobody plays twice with the same partner." in page
    assert page.count('type="radio" name="choice"') == 2
    assert 'value="whist-directed" checked' in page


def test_the_movement_of_the_rule_that_cannot_be_says_why_and_nothing_else_is_chosen_unasked(user):
    """8 pairs at 4 tables: in 4 rounds everybody who goes up has been at every table."""
    evening = pairs_evening(user, pairs=8, rounds=6, method="move_up")
    page = text(factories.sign_in(user).get(url(evening)))
    assert "With 8 pairs this movement has 4 rounds, not 6" in page
    assert 'value="howell" required' in page
    assert page.count(" checked>") == 1  # the numbers by lot

    type(evening).objects.update(rounds_planned=3)
    assert 'value="move_up" checked' in text(factories.sign_in(user).get(url(evening)))


def pairs_evening(user, *, pairs: int, rounds: int, method: str):
    club = user.roles.get().club
    people = factories.make_people(2 * pairs, club)
    competition = factories.make_competition(people, club=club, rounds=rounds, kind=Competition.Kind.PAIRS)
    competition.pairing = PairingRule(method=method).to_json()
    competition.save()
    return factories.make_evening(competition)


def test_what_was_chosen_is_made_once_however_often_it_is_pressed(user):
    client, evening = factories.sign_in(user), evening_of(user)
    form = {"choice": "whist-directed", "order": "lot", "seen": ""}
    for _click in range(2):
        assert client.post(url(evening), form).status_code == 302
    made = Schedule.objects.get()
    page = text(client.get(url(evening)))
    assert "All rounds by table" in page
    assert page.count("<caption>Round") == 4
    assert f'name="seen" value="{made.seed}"' in page

    client.post(url(evening), form | {"seen": str(made.seed)})
    assert Schedule.objects.get().seed != made.seed


def test_no_table_of_a_schedule_is_pinned_for_nothing_is_drawn_again(user):
    client, evening = factories.sign_in(user), evening_of(user)
    client.post(url(evening), {"choice": "whist-directed", "order": "lot", "seen": ""})
    round_ = factories.make_draft_round(evening, actor=user)
    address = reverse("round", args=[round_.pk])
    page = client.get(address).content.decode()
    assert 'id="table-3"' in page
    assert 'id="pin-' not in page
    round_.tables.filter(number=2).update(pinned=True)
    assert client.get(address).content.decode().count('id="pin-') == 1, "one pinned before can be let go"


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"choice": ""}, "Choose one of the schedules."),
        ({"choice": "swiss"}, "Choose one of the schedules."),
        ({"choice": "mitchell"}, "whist is for four"),
        ({"choice": "whist-near"}, "only directed, whist"),
        ({"choice": "whist", "order": "strength"}, "playing strength"),
        ({"choice": "whist", "seen": "nonsense", "order": "strength"}, "playing strength"),
    ],
)
def test_a_refusal_stands_on_the_page_and_the_choice_stays(user, form, words):
    evening = evening_of(user)
    response = factories.sign_in(user).post(url(evening), form)
    assert response.status_code == 422
    assert words in text(response)
    if form.get("order"):
        assert 'name="order" value="strength" checked' in text(response)
    assert not Schedule.objects.exists()


def test_a_number_without_a_schedule_is_told_what_fits(user):
    page = text(factories.sign_in(user).get(url(evening_of(user, 42))))
    assert "No schedule fits" in page
    assert "from 4 to 40" in page


def test_an_evening_that_has_begun_by_lot_says_so(user):
    evening = evening_of(user)
    draw.draw_round(evening, actor=user)
    page = text(factories.sign_in(user).get(url(evening)))
    assert "drawn round by round" in page
    assert "Make this schedule" not in page


def test_only_an_organiser_makes_and_a_player_sees_it_when_it_is_published(user):
    evening = evening_of(user)
    club = evening.competition.club
    player = factories.sign_in(factories.make_user(Role.Kind.PLAYER, club))
    secretary = factories.sign_in(factories.make_user(Role.Kind.SECRETARY, club))
    assert secretary.post(url(evening), {"choice": "whist"}).status_code == 403
    schedules.make(evening, method="whist", actor=user)
    assert "All rounds by table" in text(secretary.get(url(evening)))
    assert "There is no schedule yet" in text(player.get(url(evening)))
    entry = evening.competition.entries.first()
    assert player.get(url(evening, "schedule_card", entry.pk)).status_code == 404
    for name in ("schedule_drop", "schedule_take_over"):
        assert secretary.post(url(evening, name)).status_code == 403

    factories.make_published_round(evening, actor=user)
    assert "All rounds by table" in text(player.get(url(evening)))
    assert player.get(url(evening, "schedule_card", entry.pk)).status_code == 200
    stranger = factories.sign_in(factories.make_user())
    assert stranger.get(url(evening)).status_code == 404


def test_a_card_says_table_seat_partner_and_opponents_of_all_rounds(user):
    evening = evening_of(user, 12)
    made = schedules.make(evening, method="whist", actor=user)
    entry = evening.competition.entries.get(pk=made.entries[0])
    names = {each.pk: each.name for each in evening.competition.entries.all()}
    page = text(factories.sign_in(user).get(url(evening, "schedule_card", entry.pk)))
    for planned in schedules.rounds_of(made):
        table = next(table for table in planned.tables if entry.pk in table.entries)
        assert f"Table {table.number}" in page
        assert all(names[each] in page for each in table.entries)
    assert factories.sign_in(user).get(url(evening, "schedule_card", 987654)).status_code == 404


def test_rounds_are_told_as_they_were_played(user):
    evening = evening_of(user, 12)
    made = schedules.make(evening, method="whist", actor=user)
    gone = evening.competition.entries.get(pk=made.entries[2])
    leaves(evening, gone, 1, user)
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    factories.make_published_round(evening, actor=user)
    page = text(factories.sign_in(user).get(url(evening, "schedule_card", gone.pk)))
    assert page.count('class="done"') == 2
    assert page.count("not there") == 1


def test_who_came_late_takes_a_number_over_on_the_page(user):
    client, evening = factories.sign_in(user), evening_of(user, 12)
    made = schedules.make(evening, method="whist", actor=user)
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    gone = evening.competition.entries.get(pk=made.entries[2])
    leaves(evening, gone, 1, user)
    late = comes(evening, 2, user)
    page = text(client.get(url(evening)))
    assert f"Not there in round 2: {gone.name}." in page
    assert f"There without a number: {late.name}." in page

    response = client.post(
        url(evening, "schedule_take_over"), {"leaving": gone.pk, "coming": late.pk}, follow=True
    )
    assert f"{late.name} plays on with the number of {gone.name}." in text(response)
    made.refresh_from_db()
    assert made.entries[2] == late.pk
    again = client.post(url(evening, "schedule_take_over"), {"leaving": gone.pk, "coming": late.pk})
    assert again.status_code == 422
    nobody = client.post(
        url(evening, "schedule_take_over"), {"leaving": "x", "coming": "999999999999999999999999"}
    )
    assert nobody.status_code == 404


def test_who_has_no_number_while_nobody_is_missing_is_told_what_can_be_done(user):
    client, evening = factories.sign_in(user), evening_of(user)
    schedules.make(evening, method="whist", actor=user)
    factories.play_round(factories.make_published_round(evening, actor=user), user)
    late = comes(evening, 2, user)
    page = text(client.get(url(evening)))
    assert f"There without a number: {late.name}." in page
    assert "Without a number one rests in every round" in page
    assert "To let resting go round among everybody, give the schedule up" in page
    draft = factories.make_draft_round(evening, actor=user)
    assert draft.sit_outs.filter(entry=late).exists(), "13 have numbers: of the 14 he and one other rest"
    note = text(client.get(reverse("round", args=[draft.pk])))
    assert "The page of the schedule tells what can be done for them." in note


def test_giving_up_goes_on_round_by_round(user):
    client, evening = factories.sign_in(user), evening_of(user)
    schedules.make(evening, method="whist", actor=user)
    for _click in range(2):
        assert client.post(url(evening, "schedule_drop")).status_code == 302
    assert not Schedule.objects.exists()
    assert draw.draw_round(evening, actor=user).method == "lot"


def test_who_cannot_move_but_has_to_is_named(user):
    evening = evening_of(user, 12)
    for entry in evening.competition.entries.all()[:2]:
        entry.fixed_table = 1
        entry.save()
    schedules.make(evening, method="whist", actor=user)
    assert "Cannot move, but has to in this schedule" in text(factories.sign_in(user).get(url(evening)))


def test_numbers_are_typed_as_they_were_drawn_and_stay_until_they_are_right(user):
    client, evening = factories.sign_in(user), evening_of(user, 8)
    address = url(evening, "schedule_numbers")
    assert client.get(address).status_code == 302
    made = schedules.make(evening, method="whist", actor=user)
    form = {f"number_{entry}": str(number) for number, entry in enumerate(reversed(made.entries), 1)}
    form["seen"] = str(made.seed)
    wrong = client.post(address, form | {f"number_{made.entries[0]}": "1"})
    assert wrong.status_code == 422
    assert text(wrong).count("Number 1 is also that of") == 2
    assert f'name="number_{made.entries[1]}" value="7"' in text(wrong)
    assert client.post(address, form | {f"number_{made.entries[0]}": "9"}).status_code == 422
    assert client.post(address, form | {"seen": "1"}).status_code == 422

    assert client.post(address, form).status_code == 302
    assert Schedule.objects.get().entries == made.entries[::-1]


def test_pairs_choose_between_movements(user):
    evening = evening_of(user, 14, kind=Competition.Kind.PAIRS)
    client = factories.sign_in(user)
    page = text(client.get(url(evening)))
    assert "7 pairs are checked in" in page
    assert all(name in page for name in ("Mitchell movement", "Howell movement", "All pairs move up or down"))
    client.post(url(evening), {"choice": "mitchell", "order": "lot", "seen": ""})
    page = text(client.get(url(evening)))
    assert "No pair meets another twice" in page
    entry = Schedule.objects.get().entries[1]
    assert "North–South" in text(client.get(url(evening, "schedule_card", entry)))


# Readers --------------------------------------------------------------------------


def test_readers_see_it_from_the_first_published_round_without_a_login(user, client):
    evening = evening_of(user, 12)
    club = evening.competition.club
    made = schedules.make(evening, method="whist", actor=user)
    address = reverse("public_schedule", args=[club.slug, evening.pk])
    assert client.get(address).status_code == 404
    assert address not in text(client.get(reverse("public_club", args=[club.slug])))

    factories.make_published_round(evening, actor=user)
    assert address in text(client.get(reverse("public_club", args=[club.slug])))
    page = client.get(address)
    assert page.status_code == 200
    assert page.cookies == {}
    card = client.get(address, {"entry": made.entries[0]})
    assert "Round 1" in text(card) or "Ronde 1" in text(card)
    for entry in ("x", "0", "99999999999999999999999"):
        assert client.get(address, {"entry": entry}).status_code == 404


def test_readers_see_names_as_far_as_their_owners_allow(user, client):
    evening = evening_of(user, 8, 2)
    club = evening.competition.club
    made = schedules.make(evening, method="whist", actor=user)
    factories.make_published_round(evening, actor=user)
    person = evening.competition.entries.get(pk=made.entries[0]).people[0]
    type(person).objects.filter(pk=person.pk).update(visibility="hidden")
    page = text(client.get(reverse("public_schedule", args=[club.slug, evening.pk])))
    assert person.name not in page


def test_the_queries_do_not_grow(user, client, django_assert_max_num_queries):
    evening = evening_of(user, 40, 10)
    schedules.make(evening, method="whist", actor=user)
    for _round in range(3):
        factories.play_round(factories.make_published_round(evening, actor=user), user)
    desk = factories.sign_in(user)
    with django_assert_max_num_queries(25):
        desk.get(url(evening))
    with django_assert_max_num_queries(14):
        client.get(reverse("public_schedule", args=[evening.competition.club.slug, evening.pk]))


def test_the_round_page_says_which_round_of_the_schedule_it_is(user):
    evening = evening_of(user, 12)
    made = schedules.make(evening, method="whist", actor=user)
    round_ = draw.draw_round(evening, actor=user)
    note = timetable.note(round_)
    assert (note.number, note.rounds, note.changed, note.missing) == (1, 4, (), ())
    page = factories.sign_in(user).get(reverse("round", args=[round_.pk]))
    assert "Whist schedule</a>: round 1 of 4, as planned." in text(page)
    draw.undo(round_, actor=user)
    gone = evening.competition.entries.get(pk=made.entries[0])
    evening.presences.filter(entry=gone).update(state="absent")
    round_ = draw.draw_round(evening, actor=user)
    page = text(factories.sign_in(user).get(reverse("round", args=[round_.pk])))
    assert f"Of the schedule is missing: {gone.name}." in page
    note = timetable.note(round_)
    assert note.missing == (gone.name,)
    assert len(note.changed) == 1
    assert timetable.note(Round(evening=evening_of(factories.make_user()), number=1)) is None
