"""The pages on which two people become one, and one becomes two: seen first, done once, undone by name."""

from __future__ import annotations

import datetime

import pytest
from django.urls import reverse

from tests import factories
from tests.tournaments.played import everything, play_evening, refreshed
from tournaments.models import Change, EntryMember, Membership, Person, Role
from tournaments.services import people_merge

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.make_user()


@pytest.fixture
def club(user):
    return user.roles.get().club


@pytest.fixture
def jan(club):
    return factories.make_person("Jan Jansen", club, number="007")


@pytest.fixture
def guest(club):
    return factories.make_person("J. Jansen", club, kind=Membership.Kind.GUEST)


@pytest.fixture
def seasons(user, club, jan, guest):
    others = factories.make_people(3, club, start=20)
    found = []
    for person, season, day in ((guest, "2024/25", 4), (jan, "2025/26", 5)):
        competition = factories.make_competition([person, *others], club=club, season=season)
        play_evening(competition, user, scores=(120,), date=datetime.date(2025, 9, day))
        found.append(competition)
    refreshed(club)
    return found


def url(name, *args):
    return reverse(name, args=args)


def hidden(response, name):
    """The value of a hidden field on a page."""
    text = response.content.decode()
    return text.split(f'name="{name}" value="')[1].split('"')[0]


def test_merged_on_the_page_and_parted_again(user, club, jan, guest, seasons):
    client = factories.sign_in(user)
    page = url("person_merge", club.slug, jan.pk)
    assert f"?other={guest.pk}" in client.get(page).content.decode(), "suggested"
    before = everything()
    look = client.get(page, {"other": guest.pk})
    text = look.content.decode()
    assert "J. Jansen is Jan Jansen" in text
    assert "Najaar" in text
    assert "with it, by 0." in text
    assert everything() == before, "looking changes nothing"
    typed = {"other": guest.pk, "seen": hidden(look, "seen"), "key": hidden(look, "key")}
    done = client.post(page, typed, follow=True).content.decode()
    assert "J. Jansen is Jan Jansen from now on" in done
    assert client.post(page, typed).status_code == 302, "the second click"
    act = Change.objects.get(verb="merge people")
    back = url("person_part", club.slug, jan.pk, act.pk)
    assert back in done
    old = client.get(url("person_edit", club.slug, guest.pk))
    assert old.url == url("person_edit", club.slug, jan.pk), "an old address leads to who it was"
    assert "1 entry goes back to J. Jansen" in client.get(back).content.decode()
    assert "J. Jansen is somebody else again" in client.post(back, follow=True).content.decode()
    assert client.post(back).status_code == 302, "the second click"
    refreshed(club)
    assert everything() == before


def test_what_changed_since_is_shown_again(user, club, jan, guest, seasons):
    client = factories.sign_in(user)
    page = url("person_merge", club.slug, jan.pk)
    look = client.get(page, {"other": guest.pk})
    factories.make_competition([guest], club=club)
    again = client.post(page, {"other": guest.pk, "seen": hidden(look, "seen"), "key": "a"})
    assert again.status_code == 422
    assert "Something changed since you looked" in again.content.decode()
    assert not Change.objects.filter(verb="merge people").exists()


def test_what_stands_in_the_way_is_told_by_name(user, club, jan, guest):
    factories.make_evening(factories.make_competition([jan, guest], club=club))
    client = factories.sign_in(user)
    look = client.get(url("person_merge", club.slug, jan.pk), {"other": guest.pk})
    assert "were both there on the evening of 03/09/2026 of Najaar" in look.content.decode()
    assert "Make them one" not in look.content.decode()


def test_only_who_may(user, club, jan, guest, seasons):
    """A secretary adds people but says nobody is another; who organises here alone, not of people known elsewhere."""
    secretary = factories.sign_in(factories.make_user(Role.Kind.SECRETARY, club))
    for name in ("person_merge", "person_split"):
        assert secretary.get(url(name, club.slug, jan.pk)).status_code == 403
    assert (
        "Stands in the books twice"
        not in secretary.get(url("person_edit", club.slug, jan.pk)).content.decode()
    )
    far = factories.make_club("De Verre Boer")
    Membership.objects.create(club=far, person=guest)
    client = factories.sign_in(user)
    look = client.get(url("person_merge", club.slug, jan.pk), {"other": guest.pk})
    assert "De Verre Boer knows one of them too" in look.content.decode()
    stranger = factories.make_person("Jan Jansen", factories.make_club())
    assert client.get(url("person_merge", club.slug, jan.pk), {"other": stranger.pk}).status_code == 404
    Role.objects.create(user=user, club=far, kind=Role.Kind.ADMINISTRATOR)
    look = client.get(url("person_merge", club.slug, jan.pk), {"other": guest.pk})
    assert "Make them one" in look.content.decode()


def test_undoing_that_contradicts_is_refused(user, club, jan):
    numbered = factories.make_person("Jan Janssen", club, number="12")
    act = people_merge.merge(jan, numbered, club=club, actor=user, allowed=[club.pk])
    factories.make_person("Nieuw Lid", club, number="12")
    client = factories.sign_in(user)
    back = client.post(url("person_part", club.slug, jan.pk, act.pk))
    assert back.status_code == 422
    assert "Number 12 is that of Nieuw Lid now" in back.content.decode()


def test_split_to_a_new_person(user, club, jan, seasons):
    client = factories.sign_in(user)
    page = url("person_split", club.slug, jan.pk)
    empty = client.post(page, {"name": "Johan"})
    assert empty.status_code == 422
    assert "Choose at least one competition" in empty.content.decode()
    typed = {"competitions": [seasons[1].pk], "name": "Johan Jansen"}
    who = client.post(page, typed)
    assert "A new guest: Johan" in who.content.decode()
    look = client.post(page, typed | {"to": "new"})
    assert "What goes to the new guest" in look.content.decode()
    assert not Person.objects.filter(first_name="Johan").exists(), "nothing is done yet"
    final = typed | {"to": "new", "do": "1", "key": hidden(look, "key")}
    for _click in range(2):
        assert client.post(page, final).status_code == 302
    new = Person.objects.get(first_name="Johan")
    assert EntryMember.objects.get(competition=seasons[1], person=new)


def test_split_to_somebody_of_the_club(user, club, jan, seasons):
    other = factories.make_person("Johan Berg", club)
    client = factories.sign_in(user)
    page = url("person_split", club.slug, jan.pk)
    typed = {"competitions": [seasons[1].pk], "name": "joh"}
    assert f'name="to" value="{other.pk}"' in client.post(page, typed).content.decode()
    taken = EntryMember.objects.filter(competition=seasons[1]).exclude(person=jan).first().person
    refused = client.post(page, typed | {"to": taken.pk, "do": "1"})
    assert refused.status_code == 422
    assert "both take part in" in refused.content.decode()
    client.post(page, typed | {"to": other.pk, "do": "1", "key": "k"})
    assert EntryMember.objects.get(competition=seasons[1], person=other)
