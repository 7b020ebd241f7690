"""The page at the door: ticking, undoing, guests, everybody else, several laptops."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests import factories
from tournaments.models import Entry, Membership, Person, Presence

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def evening():
    return factories.make_evening(factories.make_competition(8), present=0)


@pytest.fixture
def club(evening):
    return evening.competition.club


@pytest.fixture
def client(club):
    return factories.sign_in(factories.make_user("secretary", club))


def door(evening):
    return reverse("check_in", args=[evening.pk])


def first_entry(evening):
    return Entry.objects.filter(competition=evening.competition).order_by("pk")[0]


def say(client, evening, entry, state, htmx=True, **rounds):
    data = {"state": state} | rounds
    return client.post(reverse("presence", args=[evening.pk, entry.pk]), data, **(HTMX if htmx else {}))


def state_of(evening, entry):
    presence = Presence.objects.filter(evening=evening, entry=entry).first()
    return presence and (presence.state, presence.from_round, presence.until_round)


def shown(response):
    """What the page says that it shows, as its poll would send it back."""
    return re.findall(r'name="r" value="([^"]*)"', response.content.decode())


def test_a_new_evening_has_asked_nobody(client, evening):
    response = client.get(door(evening))
    assert response.status_code == 200
    assert len(shown(response)) == 8
    assert all(".unasked." in seen for seen in shown(response))
    assert "8 not yet asked" in response.content.decode()


def test_a_tap_makes_present_and_says_so_with_an_undo(client, evening):
    entry = first_entry(evening)
    response = say(client, evening, entry, "present")
    page = response.content.decode()
    assert state_of(evening, entry) == ("present", 1, None)
    assert f"<strong>{entry.name}</strong>: present." in page
    assert 'id="undo"' in page
    assert 'id="count" hx-swap-oob="true"' in page


def test_the_same_tap_twice_is_once(client, evening):
    entry = first_entry(evening)
    say(client, evening, entry, "present")
    second = say(client, evening, entry, "present")
    assert state_of(evening, entry) == ("present", 1, None)
    assert 'id="undo"' not in second.content.decode()


def test_undo_goes_back_to_what_it_was(client, evening):
    entry = first_entry(evening)
    say(client, evening, entry, "excused")
    page = say(client, evening, entry, "present").content.decode()
    undo = page[page.index('id="last"') : page.index('id="undo"')]
    assert '<input type="hidden" name="state" value="excused">' in undo
    say(client, evening, entry, "excused")
    assert state_of(evening, entry)[0] == "excused"


def test_a_second_tap_takes_the_tick_away(client, evening):
    entry = first_entry(evening)
    page = say(client, evening, entry, "present").content.decode()
    assert f'id="tap-{entry.pk}" name="state" value="unasked"' in page
    say(client, evening, entry, "unasked")
    assert state_of(evening, entry) is None


def test_late_and_early_in_the_small_form(client, evening):
    entry = first_entry(evening)
    page = say(client, evening, entry, "present", from_round=2, until_round=3).content.decode()
    assert state_of(evening, entry) == ("present", 2, 3)
    assert "present, round 2 to 3" in page


def test_rounds_that_do_not_fit_are_refused_and_the_form_stays_open(client, evening):
    entry = first_entry(evening)
    response = say(client, evening, entry, "present", from_round=3, until_round=2)
    assert response.status_code == 422
    page = response.content.decode()
    assert "Nobody can leave before the first round that he plays." in page
    assert '<details class="person-more" open>' in page
    assert state_of(evening, entry) is None


@pytest.mark.parametrize(
    "data",
    [
        {"state": "here"},
        {"state": ""},
        {"state": "present", "from_round": "9"},
        {"state": "present", "from_round": "x"},
    ],
)
def test_nonsense_is_refused(client, evening, data):
    entry = first_entry(evening)
    response = client.post(reverse("presence", args=[evening.pk, entry.pk]), data, **HTMX)
    assert response.status_code == 422
    assert state_of(evening, entry) is None


def test_who_comes_in_during_the_first_round_plays_from_it(client, evening):
    entries = Entry.objects.filter(competition=evening.competition).order_by("pk")
    for entry in entries[:4]:
        say(client, evening, entry, "present")
    factories.make_published_round(evening)
    say(client, evening, entries[4], "present")
    assert state_of(evening, entries[4]) == ("present", 1, None)


def test_who_comes_in_after_the_first_round_plays_from_the_second(client, evening):
    entries = Entry.objects.filter(competition=evening.competition).order_by("pk")
    for entry in entries[:4]:
        say(client, evening, entry, "present")
    factories.play_round(factories.make_published_round(evening), factories.make_user())
    say(client, evening, entries[4], "present")
    assert state_of(evening, entries[4]) == ("present", 2, None)


def test_a_seat_is_not_emptied_from_the_door(client, evening):
    entries = Entry.objects.filter(competition=evening.competition).order_by("pk")
    for entry in entries[:4]:
        say(client, evening, entry, "present")
    factories.make_published_round(evening)
    response = say(client, evening, entries[0], "unasked")
    assert response.status_code == 422
    assert f"{entries[0].name} has a seat in round 1." in response.content.decode()
    assert state_of(evening, entries[0])[0] == "present"


def test_without_script_a_tap_comes_back_to_the_row(client, evening):
    entry = first_entry(evening)
    response = say(client, evening, entry, "present", htmx=False)
    assert response.headers["Location"] == f"{door(evening)}#entry-{entry.pk}"
    page = client.get(door(evening)).content.decode()
    assert f"{entry.name}: present." in page


def test_without_script_a_refusal_stands_at_the_row(client, evening):
    entry = first_entry(evening)
    response = say(client, evening, entry, "present", htmx=False, from_round=3, until_round=2)
    assert response.status_code == 422
    page = response.content.decode()
    row = page[page.index(f'id="entry-{entry.pk}"') :]
    assert "Nobody can leave before" in row[: row.index("</li>")]


def test_search_without_accents_and_without_script(client, evening, club):
    from tournaments.services.people import add_entry

    person = factories.make_person("Zoë Çelik", club, number="099")
    add_entry(evening.competition, [person], actor=None)
    for query in ("zoe", "celik zoe", "Çel", "099"):
        page = client.get(door(evening), {"q": query}).content.decode()
        rows = re.findall(r'<li class="person[^>]*>', page)
        visible = [row for row in rows if not row.rstrip(">").endswith("hidden")]
        assert len(visible) == (2 if query == "Çel" else 1), query
    assert 'id="nobody" class="state state-empty">' in client.get(door(evening), {"q": "qq"}).content.decode()


# Guests ---------------------------------------------------------------------------------------------------


def add_guest(client, evening, name, htmx=True, **fields):
    data = {"name": name, "from_round": 1, "key": "k1"} | fields
    return client.post(reverse("guest_add", args=[evening.pk]), data, **(HTMX if htmx else {}))


def test_a_guest_is_entered_and_present_but_not_ranked(client, evening, club):
    response = add_guest(client, evening, "Jan van der Berg", from_round=2)
    assert response.status_code == 200
    person = Person.objects.get(last_name="Berg", prefix="van der", first_name="Jan")
    assert Membership.objects.get(person=person, club=club).kind == "guest"
    entry = Entry.objects.get(members__person=person)
    assert not entry.ranked
    assert state_of(evening, entry) == ("present", 2, None)


def test_the_guest_appears_at_his_place_in_the_list(client, evening):
    rows = list(Entry.objects.filter(competition=evening.competition).prefetch_related("members__person"))
    behind = min((row for row in rows if row.sort_key > "berga"), key=lambda row: row.sort_key)
    page = add_guest(client, evening, "Aad Berga").content.decode()
    assert f'hx-swap-oob="beforebegin:#entry-{behind.pk}"' in page
    page = add_guest(client, evening, "Zus Zzz", key="k2").content.decode()
    assert 'hx-swap-oob="beforeend:#people"' in page


def test_the_same_guest_form_twice_is_one_guest(client, evening):
    add_guest(client, evening, "Jan Gast")
    again = add_guest(client, evening, "Jan Gast")
    assert again.status_code == 200
    assert Person.objects.filter(last_name="Gast").count() == 1
    assert Presence.objects.filter(evening=evening).count() == 1


def test_two_clicks_in_the_same_instant_are_one_guest(client, evening, monkeypatch):
    """Neither saw the other at first; the log lets only one of them through."""
    from tournaments.views import check_in

    add_guest(client, evening, "Jan Gast", twin="1")
    look_up, answers = check_in._added_before, [None]
    monkeypatch.setattr(check_in, "_added_before", lambda *args: answers.pop() if answers else look_up(*args))
    assert add_guest(client, evening, "Jan Gast", twin="1").status_code == 200
    assert answers == []
    assert Person.objects.filter(last_name="Gast").count() == 1


def test_after_a_guest_the_form_has_a_new_key(client, evening):
    page = add_guest(client, evening, "Jan Gast").content.decode()
    key = re.search(r'name="key" value="([^"]*)"', page).group(1)
    assert key != "k1"
    assert len(key) == 32


def test_a_known_name_is_asked_about_and_nothing_happens_yet(client, evening):
    name = first_entry(evening).people[0].name
    response = add_guest(client, evening, name.upper())
    assert response.status_code == 422
    page = response.content.decode()
    assert f"The club knows somebody called {name.upper()}." in page
    assert f'value="{name.upper()}"' in page
    assert Presence.objects.count() == 0


def test_the_namesake_is_the_same_person(client, evening):
    entry = first_entry(evening)
    person = entry.people[0]
    response = add_guest(client, evening, person.name, existing=person.pk)
    assert response.status_code == 200
    assert state_of(evening, entry) == ("present", 1, None)
    assert Person.objects.filter(search_key=person.search_key).count() == 1


def test_a_known_person_who_is_not_entered_is_entered(client, evening, club):
    person = factories.make_person("Oud Lid", club)
    add_guest(client, evening, "Oud Lid", existing=person.pk)
    entry = Entry.objects.get(competition=evening.competition, members__person=person)
    assert entry.ranked
    assert state_of(evening, entry)[0] == "present"


def test_the_namesake_is_somebody_else(client, evening):
    person = first_entry(evening).people[0]
    add_guest(client, evening, person.name, twin="1")
    assert Person.objects.filter(search_key=person.search_key).count() == 2


def test_somebody_of_another_club_is_nobody_here(client, evening):
    stranger = factories.make_person("Ver Weg", factories.make_club())
    assert add_guest(client, evening, "Ver Weg", existing=stranger.pk).status_code == 422
    assert not Entry.objects.filter(members__person=stranger).exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 200])
def test_a_guest_without_a_usable_name_is_refused_and_the_field_is_named(client, evening, name):
    response = add_guest(client, evening, name, htmx=False)
    assert response.status_code == 422
    assert 'id="id_name_error"' in response.content.decode()
    assert not Person.objects.filter(memberships__kind="guest").exists()


def test_a_pair_competition_takes_no_single_guest():
    evening = factories.make_evening(factories.make_competition(8, kind="pairs"), present=0)
    client = factories.sign_in(factories.make_user("organiser", evening.competition.club))
    assert 'id="guest-form"' not in client.get(door(evening)).content.decode()
    response = add_guest(client, evening, "Jan Gast")
    assert response.status_code == 422
    assert "fixed pairs" in response.content.decode()


# Everybody else -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["absent", "excused"])
def test_everybody_not_asked_gets_the_same_state(client, evening, state):
    entries = Entry.objects.filter(competition=evening.competition).order_by("pk")
    say(client, evening, entries[0], "present")
    say(client, evening, entries[1], "excused")
    response = client.post(door(evening), {"rest": state}, follow=True)
    assert "6 people noted as" in response.content.decode()
    states = [state_of(evening, entry)[0] for entry in entries]
    assert states == ["present", "excused"] + [state] * 6


def test_everybody_else_again_changes_nothing(client, evening):
    client.post(door(evening), {"rest": "absent"})
    client.post(door(evening), {"rest": "excused"})
    assert set(Presence.objects.values_list("state", flat=True)) == {"absent"}


def test_everybody_else_can_only_be_absent(client, evening):
    assert client.post(door(evening), {"rest": "present"}).status_code == 422
    assert Presence.objects.count() == 0


def test_the_names_of_everybody_else_stand_beside_the_button(client, evening):
    page = client.get(door(evening)).content.decode()
    names = [entry.name for entry in Entry.objects.filter(competition=evening.competition)]
    sentence = page[page.index("8 people were not asked yet") :]
    assert all(name.replace("'", "&#x27;") in sentence for name in names)


# Several laptops -------------------------------------------------------------------------------------------------


def poll(client, evening, seen):
    return client.get(door(evening), {"poll": "1", "r": seen}, **HTMX)


def test_a_poll_gets_nothing_while_nothing_changes(client, evening):
    seen = shown(client.get(door(evening)))
    assert poll(client, evening, seen).status_code == 204


def test_a_poll_gets_the_rows_that_another_laptop_changed_and_only_those(client, evening, club):
    seen = shown(client.get(door(evening)))
    entry = first_entry(evening)
    other = factories.sign_in(factories.make_user("organiser", club))
    say(other, evening, entry, "present")
    page = poll(client, evening, seen).content.decode()
    assert re.findall(r'id="entry-(\d+)"', page) == [str(entry.pk)]
    assert 'hx-swap-oob="true"' in page
    assert '<span class="figure-value">1</span>' in page
    seen = [row for row in seen if not row.startswith(f"{entry.pk}.")] + shown(poll(client, evening, seen))
    assert poll(client, evening, seen).status_code == 204


def test_a_poll_brings_the_guest_of_another_laptop_and_takes_away_who_left(client, evening):
    seen = shown(client.get(door(evening)))
    gone = first_entry(evening)
    Entry.objects.filter(pk=gone.pk).update(active=False)
    add_guest(client, evening, "Zus Zzz")
    page = poll(client, evening, seen).content.decode()
    assert 'hx-swap-oob="beforeend:#people"' in page
    assert f'<li id="entry-{gone.pk}" hx-swap-oob="delete">' in page


def test_a_stale_laptop_that_ticks_does_not_untick(client, evening, club):
    entry = first_entry(evening)
    say(client, evening, entry, "present")
    say(factories.sign_in(factories.make_user("organiser", club)), evening, entry, "present")
    assert state_of(evening, entry)[0] == "present"


# Closed, rights, queries -------------------------------------------------------------------------------------------


def test_on_a_closed_evening_nothing_can_be_ticked(client, evening):
    from django.utils import timezone

    entry = first_entry(evening)
    evening.closed_at = timezone.now()
    evening.save()
    page = client.get(door(evening)).content.decode()
    assert "This evening is closed" in page
    assert page.count(" disabled>") == 8
    response = say(client, evening, entry, "present")
    assert response.status_code == 422
    assert "This evening is closed" in response.content.decode()
    assert client.post(door(evening), {"rest": "absent"}).status_code == 422
    assert Presence.objects.count() == 0


def test_a_player_may_not_be_at_the_door(evening, club):
    player = factories.sign_in(factories.make_user("player", club))
    entry = first_entry(evening)
    assert player.get(door(evening)).status_code == 403
    assert say(player, evening, entry, "present").status_code == 403
    assert add_guest(player, evening, "Jan Gast").status_code == 403
    assert Presence.objects.count() == 0


def test_another_club_does_not_exist(evening):
    stranger = factories.sign_in(factories.make_user("administrator"))
    assert stranger.get(door(evening)).status_code == 404
    assert say(stranger, evening, first_entry(evening), "present").status_code == 404


def test_an_entry_of_another_competition_cannot_be_ticked(client, evening):
    other = factories.make_competition(4)
    assert say(client, evening, other.entries.first(), "present").status_code == 404


def test_writes_are_posts(client, evening):
    entry = first_entry(evening)
    assert client.get(reverse("presence", args=[evening.pk, entry.pk])).status_code == 405
    assert client.get(reverse("guest_add", args=[evening.pk])).status_code == 405


def test_nobody_entered_yet_says_what_to_do():
    evening = factories.make_evening(factories.make_competition(0), present=0)
    client = factories.sign_in(factories.make_user("organiser", evening.competition.club))
    page = client.get(door(evening)).content.decode()
    assert "Nobody takes part in this competition yet" in page
    assert reverse("entries", args=[evening.competition_id]) in page


@pytest.mark.parametrize("people", [10, 42])
def test_the_door_takes_the_same_queries_for_ten_and_for_forty_two(people, django_assert_max_num_queries):
    evening = factories.make_evening(factories.make_competition(people))
    client = factories.sign_in(factories.make_user("secretary", evening.competition.club))
    client.get(door(evening))
    with django_assert_max_num_queries(16):
        page = client.get(door(evening))
    with django_assert_max_num_queries(10):
        assert poll(client, evening, shown(page)).status_code == 204
    with django_assert_max_num_queries(30):
        say(client, evening, first_entry(evening), "excused")
