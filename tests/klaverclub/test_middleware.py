"""What every request goes through."""

import errno

import pytest
from django.db import OperationalError
from django.urls import reverse

from tests import factories

pytestmark = pytest.mark.django_db


def test_a_nul_sign_is_refused_wherever_it_is_typed(client):
    user = factories.make_user()
    client.force_login(user)
    club = user.roles.get().club
    assert client.get(reverse("people", args=[club.slug]) + "?q=%00").status_code == 400
    assert client.post(reverse("person_add", args=[club.slug]), {"last_name": "a\0b"}).status_code == 400
    assert client.get(reverse("people", args=[club.slug]) + "?q=%20").status_code == 200


def test_dutch_is_spoken_unless_another_language_was_chosen(client):
    page = client.get(reverse("account_login"), headers={"accept-language": "en"})
    assert page.headers["Content-Language"] == "nl"
    client.post(reverse("language"), {"language": "en", "next": "/account/login/"})
    assert client.get(reverse("account_login")).headers["Content-Language"] == "en"


def test_the_language_switch_leads_nowhere_else(client):
    answer = client.post(reverse("language"), {"language": "en", "next": "https://elsewhere.example/"})
    assert answer.headers["Location"] == reverse("home")


def test_one_who_forgets_a_password_does_not_lock_the_others_out(client):
    one, other = factories.make_user(), factories.make_user()
    url = reverse("account_login")
    for _try in range(8):
        client.post(url, {"login": one.username, "password": "wrong"})
    refused = client.post(url, {"login": one.username, "password": factories.PASSWORD})
    assert refused.status_code == 200
    welcome = client.post(url, {"login": other.username, "password": factories.PASSWORD})
    assert welcome.status_code == 302


@pytest.mark.parametrize(
    "failure",
    [OperationalError("database or disk is full"), OSError(errno.ENOSPC, "No space left on device")],
)
def test_a_full_disk_is_told_as_such(client, monkeypatch, failure):
    def full(*args, **kwargs):
        raise failure

    user = factories.make_user()
    club = user.roles.get().club
    client.force_login(user)
    monkeypatch.setattr("tournaments.services.people.add_person", full)
    form = {"last_name": "Bakker", "kind": "member", "visibility": "shown"}
    url = reverse("person_add", args=[club.slug])
    page = client.post(url, form, headers={"accept": "text/html"})
    assert page.status_code == 507
    assert "schijf" in page.text
    asked_by_a_script = client.post(url, form, headers={"accept": "application/json"})
    assert asked_by_a_script.status_code == 507
    assert "schijf" in asked_by_a_script.json()["problem"]


def test_another_failure_of_the_database_stays_what_it_is(client, monkeypatch):
    def broken(*args, **kwargs):
        raise OperationalError("no such table")

    user = factories.make_user()
    client.force_login(user)
    monkeypatch.setattr("tournaments.services.people.add_person", broken)
    form = {"last_name": "Bakker", "kind": "member", "visibility": "shown"}
    with pytest.raises(OperationalError):
        client.post(reverse("person_add", args=[user.roles.get().club.slug]), form)
